/* Two sides: can side 0 reach a goal? Zero-window alpha-beta with partition search. Included after solve.h. */
#ifndef ATOUT_SOLVE_TWO_H
#define ATOUT_SOLVE_TWO_H

#include "solve_sure.h"

/* Facts here hold bounds of what side 0 still gains, counted from what it would have with no further trick. */
KERNEL_FN uint64_t bounds(int least, int most) { return (uint64_t)(uint32_t)least << 32 | (uint32_t)most; }
KERNEL_FN int least_of(uint64_t value) { return (int32_t)(value >> 32); }
KERNEL_FN int most_of(uint64_t value) { return (int32_t)value; }
KERNEL_FN int decides(uint64_t value, int goal) { return least_of(value) >= goal || most_of(value) < goal; }
#define UNKNOWN bounds(INT32_MIN, INT32_MAX)

static int reaches(solver_t *s, unsigned leader, cards_t *need);
static int reaches_within(solver_t *s, const trick_t *t, cards_t *need);

/* Plays one card and goes on. */
static int reaches_by(solver_t *s, const trick_t *t, cards_t card, cards_t *need) {
    const unsigned seat = t->seat;
    const cards_t shut = s->shut;
    const trick_t after = with_card(s, t, card);
    int reached;
    take_out(s, seat, card);
    if (card & shut && (s->opening == OPENS_WHENEVER_PLAYED || !(card & after.owed))) s->shut = 0;
    if (after.count < s->seats) {
        reached = reaches_within(s, &after, need);
    } else {
        const unsigned winner = after.winner, won = !s->side[winner], broken = s->broken;
        s->taken[0] += won;
        s->broken |= s->nil[winner];
        s->played++;
        reached = reaches(s, winner, need);
        s->played--;
        s->broken = broken;
        s->taken[0] -= won;
        *need |= won_by_rank(&after);
    }
    s->shut = shut;
    put_back(s, seat, card);
    return reached;
}

/* --- replies ------------------------------------------------------------------------------------------------------ */

/* Cards to reply with, in sets that are tried one after the other. */
enum { REPLY_SETS = 4 };

/* For each side the best card that one of its seats still behind the one to play could lay on a trick; 0 for none. */
KERNEL_FN void best_behind(const solver_t *s, const trick_t *t, cards_t best[2]) {
    best[0] = best[1] = 0;
    unsigned seat = t->seat;
    for (unsigned left = s->seats - t->count - 1; left--;) {
        seat = seat + 1 == s->seats ? 0 : seat + 1;
        const cards_t follow = s->hand[seat] & t->owed, able = follow ? follow : s->hand[seat] & s->trump;
        cards_t *of_side = &best[s->side[seat]];
        if (able > *of_side) *of_side = highest_card(able);
    }
}

/* First what wins for certain; then, where the trick is an adversary's, what may win it, else what leaves it alone. */
static void order_replies(const solver_t *s, const trick_t *t, cards_t may, cards_t sets[REPLY_SETS]) {
    const unsigned side = s->side[t->seat];
    const int ours = s->side[t->winner] == side;
    cards_t behind[2];
    best_behind(s, t, behind);
    const cards_t threat = behind[!side], help = behind[side];
    const int safe = (ours && t->best > threat) || (help > threat && help > t->best);
    const cards_t wins = may & (t->owed | s->trump) & ~(2 * t->best - 1), loses = may & ~wins;
    const cards_t plain = t->owed == s->trump ? loses : loses & ~s->trump;
    const cards_t certain = safe ? 0 : threat ? wins & ~(2 * threat - 1) : wins, hope = wins & ~certain;
    const int hopes = !safe && !ours;
    sets[0] = certain;
    sets[1] = hopes ? hope : plain;
    sets[2] = hopes ? plain : loses & ~plain;
    sets[3] = hopes ? loses & ~plain : hope;
}

/* The next choice of a set: low cards before high ones, those of long lanes first. */
KERNEL_FN choice_t next_reply(cards_t set, cards_t hand, cards_t others) {
    cards_t card = lowest_card(set);
    if (set & ~lane_of(card)) {
        int most = INT32_MIN;
        for (cards_t rest = set; rest; rest &= ~lane_of(rest)) {
            int rank = 2 * (int)count_cards(hand & lane_of(rest)) - (int)(lowest_index(rest) & 15u);
            if (rank <= most) continue;
            most = rank;
            card = lowest_card(rest);
        }
    }
    const cards_t beyond = others & lane_of(card) & ~(card - 1);
    const cards_t equal = set & lane_of(card) & (beyond ? lowest_card(beyond) - 1 : ~(cards_t)0);
    return (choice_t){highest_card(equal), card, 0};
}

static int reaches_within(solver_t *s, const trick_t *t, cards_t *need) {
    if (time_is_up(s)) return 0;
    const cards_t hand = s->hand[t->seat], follow = hand & t->owed, may = follow ? follow : hand;
    if (!(may & (may - 1))) return reaches_by(s, t, may, need);
    const int good = !s->side[t->seat];
    const cards_t others = (s->all & ~hand) | t->best;
    cards_t sets[REPLY_SETS], needed = 0;
    order_replies(s, t, may, sets);
    for (unsigned i = 0; i < REPLY_SETS; i++) {
        while (sets[i]) {
            const choice_t choice = next_reply(sets[i], hand, others);
            cards_t child = 0;
            const int reached = reaches_by(s, t, choice.card, &child);
            if (s->stopped) return 0;
            if (reached == good) {
                *need = child;
                return reached;
            }
            needed |= need_for_all(child, choice);
            sets[i] &= ~(2 * choice.card - choice.lowest); /* these and what lies between them */
        }
    }
    *need = needed;
    return !good;
}

/* --- leads -------------------------------------------------------------------------------------------------------- */

/* Ranks the leads: first what decided here before. */
static void order_leads(const solver_t *s, unsigned leader, choice_t *choices, unsigned count, cards_t hint) {
    const unsigned side = s->side[leader];
    for (unsigned i = 0; i < count; i++) {
        const cards_t card = choices[i].card, lane = lane_of(card), rest = s->all & lane & ~s->hand[leader];
        int rank = 0;
        if (lane != s->trump) {
            for (unsigned j = 0; s->trump && j < s->seats; j++) {
                if (j == leader || s->hand[j] & lane || !(s->hand[j] & s->trump)) continue;
                rank += s->side[j] == side ? 40 : -50;
            }
        } else {
            rank -= 10;
        }
        if (card > rest) {
            rank += 30;
        } else {
            rank += s->held[side] & highest_card(rest) ? 20 : -10;
            rank -= (int)(lowest_index(card) & 15u);
        }
        rank -= (int)count_cards(s->hand[leader] & lane);
        if (card >= hint && choices[i].lowest <= hint) rank += 1000;
        choices[i].rank = rank;
    }
}

/* The choice of the highest rank among those from `at` on, brought to `at`. */
KERNEL_FN choice_t next_lead(choice_t *choices, unsigned at, unsigned count) {
    unsigned best = at;
    for (unsigned i = at + 1; i < count; i++) {
        if (choices[i].rank > choices[best].rank) best = i;
    }
    const choice_t choice = choices[best];
    choices[best] = choices[at];
    return choice;
}

/* Tries the leads in order until one is good for the leader, which is told. */
static int reaches_leading(solver_t *s, unsigned leader, cards_t hint, cards_t *need, cards_t *decided) {
    const trick_t t = {.winner = leader, .seat = leader};
    const int good = !s->side[leader];
    const cards_t hand = s->hand[leader], may = hand & ~s->shut;
    choice_t choices[MOST_LEFT];
    const unsigned count = choices_of(may ? may : hand, s->all & ~hand, choices);
    cards_t needed = 0;
    if (count > 1) order_leads(s, leader, choices, count, hint);
    for (unsigned i = 0; i < count; i++) {
        const choice_t choice = next_lead(choices, i, count);
        cards_t child = 0;
        const int reached = reaches_by(s, &t, choice.card, &child);
        if (s->stopped) return 0;
        if (reached == good) {
            *need = child;
            *decided = choice.card;
            return reached;
        }
        needed |= need_for_all(child, choice);
    }
    *need = needed;
    return !good;
}

/* --- between two tricks ------------------------------------------------------------------------------------------- */

/* The last trick leaves no choice. */
static int last_trick(const solver_t *s, unsigned leader, cards_t *need) {
    trick_t t = {.winner = leader, .seat = leader};
    for (unsigned i = 0; i < s->seats; i++) t = with_card(s, &t, s->hand[t.seat]);
    *need = won_by_rank(&t);
    return worth_of(s->stakes, 0, s->broken | s->nil[t.winner], s->taken[0] + !s->side[t.winner]) >= s->goal;
}

/* Whether side 0 reaches the goal from a position between two tricks; `need` gets the cards that say so. */
static int reaches(solver_t *s, unsigned leader, cards_t *need) {
    const unsigned left = count_cards(s->hand[leader]);
    const int known = left == 1 ? last_trick(s, leader, need) : at_once(s, leader, left, need);
    if (known >= 0) return known;
    if (time_is_up(s)) return 0;
    place_t place = place_of(s, leader, standing_of(s, 0));
    const int goal = s->goal - gained(s);
    uint32_t hint = place.group ? place.group->hint : 0;
    const fact_t *told = find_fact(&s->memory, &place, decides, goal, &hint);
    if (told) {
        *need = needed_by(s, told->mask);
        return least_of(told->value) >= goal;
    }
    cards_t decided = 0;
    const int reached = reaches_leading(s, leader, hint ? (cards_t)1 << (hint & 63u) : 0, need, &decided);
    if (s->stopped) return 0;
    fact_t *fact = fact_for(s, &place, *need, UNKNOWN);
    if (fact) {
        int least = least_of(fact->value), most = most_of(fact->value);
        if (reached && goal > least) least = goal;
        if (!reached && goal - 1 < most) most = goal - 1;
        fact->value = bounds(least, most);
        if (decided) place.group->hint = fact->hint = lowest_index(decided) | 64u;
    }
    return reached;
}

#endif
