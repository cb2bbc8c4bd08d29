/* Two sides: can side 0 reach a goal? Zero-window alpha-beta with partition search. Included after solve.h. */
#ifndef ATOUT_SOLVE_TWO_H
#define ATOUT_SOLVE_TWO_H

#include "solve.h"

/* Facts here hold bounds of what side 0 still gains, counted from what it would have with no further trick. */
KERNEL_FN uint64_t bounds(int least, int most) { return (uint64_t)(uint32_t)least << 32 | (uint32_t)most; }
KERNEL_FN int least_of(uint64_t value) { return (int32_t)(value >> 32); }
KERNEL_FN int most_of(uint64_t value) { return (int32_t)value; }
KERNEL_FN int decides(uint64_t value, int goal) { return least_of(value) >= goal || most_of(value) < goal; }
#define UNKNOWN bounds(INT32_MIN, INT32_MAX)

/* What side 0 has if it takes no further trick and no further nil breaks. */
KERNEL_FN int gained(const solver_t *s) { return worth_of(s->stakes, 0, s->broken, s->taken[0]); }

/* Final tricks of side 0, from `least` to `most` more than it has, as a set. */
KERNEL_FN uint32_t finals(const solver_t *s, unsigned least, unsigned most) {
    return (((uint32_t)2 << (most - least)) - 1) << (s->taken[0] + least);
}

/* Whether `tricks` more are enough for a side, of `left`, whatever else happens. */
KERNEL_FN int is_enough(const solver_t *s, unsigned side, unsigned tricks, unsigned left) {
    if (side) return !(s->ever[s->broken] & finals(s, 0, left - tricks));
    uint32_t range = finals(s, tricks, left);
    return (s->always[s->broken] & range) == range;
}

/* --- tricks that nobody can take away ----------------------------------------------------------------------------- */

KERNEL_FN cards_t top_needed(const solver_t *s, unsigned lane, unsigned tops) {
    cards_t left = s->all & lane_mask(lane);
    return tops ? nth_card(left, count_cards(left) - tops) : 0;
}

/* The seat of a side with the most certain trump tricks. */
KERNEL_FN unsigned surest(const solver_t *s, unsigned side) {
    const sure_t *row = s->sure + (size_t)in_lane(s->all, LANES - 1) * MOST_SEATS;
    unsigned best = MOST_SEATS, most = 0;
    for (unsigned i = 0; i < s->seats; i++) {
        if (s->side[i] != side || (best < MOST_SEATS && row[i].tricks <= most)) continue;
        best = i;
        most = row[i].tricks;
    }
    return best;
}

KERNEL_FN sure_t sure_of(const solver_t *s, unsigned seat) {
    return s->sure[(size_t)in_lane(s->all, LANES - 1) * MOST_SEATS + seat];
}

/* Whether a seat's certain trump tricks are enough by themselves; `need` gets the trumps that say so, no more. */
static int trumps_are_enough(const solver_t *s, unsigned seat, unsigned left, cards_t *need) {
    const unsigned side = s->side[seat], most = sure_of(s, seat).tricks;
    unsigned tricks = 1, sure = 0, against = 0;
    if (!most || !is_enough(s, side, most, left)) return 0;
    while (tricks < most && !is_enough(s, side, tricks, left)) tricks++;
    for (cards_t trumps = s->all & s->trump; sure < tricks;) {
        cards_t top = highest_card(trumps);
        trumps ^= top;
        if (s->hand[seat] & top) {
            if (against) {
                against--;
            } else {
                sure++;
                *need = top;
            }
        } else {
            for (unsigned i = 0; i < s->seats; i++) against += (s->hand[i] & top) && s->side[i] != side;
        }
    }
    return 1;
}

/* What a leader can count on while it cashes the top cards of plain lanes. */
typedef struct {
    unsigned tricks;  /* certain so far */
    unsigned room;    /* plain cards that may still be led before somebody of this side is driven to trump */
    unsigned drawn;   /* rounds of trumps led first */
    cards_t used;     /* the cards that say so */
    uint8_t ruffers;  /* adversaries, as bits, who can trump as soon as they need not follow */
    uint8_t cashed[LANES];
} cash_t;

/* How often every ruffer follows to a lane, at most `rounds`. */
KERNEL_FN unsigned followed(const solver_t *s, unsigned ruffers, cards_t lane, unsigned rounds) {
    for (unsigned i = 0; ruffers >> i; i++) {
        if (!(ruffers >> i & 1)) continue;
        unsigned follows = count_cards(s->hand[i] & lane);
        if (follows < rounds) rounds = follows;
    }
    return rounds;
}

/* The start: sure trumps, of the best seat or (`draw`) of the leader, who takes out his adversaries' trumps first. */
static int start_cashing(const solver_t *s, unsigned leader, unsigned left, int draw, cash_t *c) {
    const unsigned side = s->side[leader];
    const cards_t hand = s->hand[leader], mine = hand & s->trump;
    sure_t sure = {0};
    *c = (cash_t){.room = left};
    if (draw) {
        c->drawn = count_cards(above(mine, s->all & s->trump & ~hand));
        if (!c->drawn || (s->shut & s->trump && mine != hand)) return 0;
        sure = sure_of(s, leader);
    } else if (s->trump) {
        sure = sure_of(s, surest(s, side));
    }
    for (unsigned i = 0; s->trump && i < s->seats; i++) {
        unsigned trumps = count_cards(s->hand[i] & s->trump);
        if (i == leader || trumps <= c->drawn) continue;
        if (s->side[i] != side) {
            c->ruffers |= (uint8_t)(1u << i);
        } else if (left - trumps < c->room) {
            c->room = left - trumps;
        }
    }
    c->tricks = sure.tricks;
    if (sure.tricks) c->used = top_needed(s, LANES - 1, sure.tops);
    return 1;
}

/* The leader's own top cards, lane by lane, until they are enough. */
static int cash_own(const solver_t *s, unsigned leader, unsigned left, cash_t *c) {
    const cards_t hand = s->hand[leader];
    for (unsigned lane = 0; lane < LANES && c->room; lane++) {
        cards_t mask = lane_mask(lane), mine = hand & mask;
        if (mask & s->trump || !mine) continue;
        unsigned count = followed(s, c->ruffers, mask, count_cards(above(mine, s->all & mask & ~hand)));
        if (count > c->room) count = c->room;
        if (!count) continue;
        c->cashed[lane] = (uint8_t)count;
        c->room -= count;
        c->tricks += count;
        c->used |= nth_card(mine, count_cards(mine) - count);
        if (is_enough(s, s->side[leader], c->tricks, left)) return 1;
    }
    return 0;
}

/* Then, over a small card of the leader to a partner's winner, that partner's top cards. */
static int cash_partners(const solver_t *s, unsigned leader, unsigned partner, unsigned left, const cash_t *own,
                         cards_t *need) {
    const cards_t hand = s->hand[leader], theirs = s->hand[partner];
    const unsigned trumps = count_cards(theirs & s->trump), mine = count_cards(hand & s->trump);
    cash_t c = *own;
    unsigned spent = own->drawn > trumps ? own->drawn - trumps : 0, plain = left - trumps;
    for (unsigned lane = 0; lane < LANES; lane++) spent += own->cashed[lane];
    if (plain <= spent) return 0;
    if (plain - spent < c.room) c.room = plain - spent;
    if (mine > own->drawn && left - mine - (spent < left - mine ? spent : left - mine) < c.room)
        c.room = left - mine - (spent < left - mine ? spent : left - mine);
    unsigned counts[LANES] = {0}, entry = LANES;
    for (unsigned lane = 0; lane < LANES; lane++) {
        cards_t mask = lane_mask(lane), cards = theirs & mask;
        if (mask & s->trump || !cards) continue;
        unsigned gone = own->cashed[lane], has = count_cards(cards), own_cards = count_cards(hand & mask);
        if (has <= gone) continue;
        cards_t cashed = 0;
        for (unsigned i = 0; i < gone; i++) cashed |= nth_card(hand & mask, own_cards - 1 - i);
        cards_t others = s->all & mask & ~theirs & ~cashed;
        unsigned count = count_cards(above(cards, others));
        if (count > has - gone) count = has - gone;
        unsigned rounds = followed(s, c.ruffers, mask, gone + count);
        counts[lane] = rounds > gone ? rounds - gone : 0;
        if (counts[lane] && own_cards > gone) entry = lane;
    }
    if (entry == LANES || !c.room) return 0;
    for (unsigned i = 0; i < LANES && c.room; i++) {
        unsigned lane = i == 0 ? entry : i <= entry ? i - 1 : i;
        unsigned count = counts[lane] < c.room ? counts[lane] : c.room;
        if (!count) continue;
        cards_t cards = theirs & lane_mask(lane);
        c.room -= count;
        c.tricks += count;
        c.used |= nth_card(cards, count_cards(cards) - count);
        if (is_enough(s, s->side[leader], c.tricks, left)) {
            *need = c.used;
            return 1;
        }
    }
    return 0;
}

/* Whether the leader's side reaches its goal by cashing: its sure trumps, and top cards of the other lanes as long as
 * every adversary who could trump follows suit. Nobody of the side may be driven to trump. */
static int cashes(const solver_t *s, unsigned leader, unsigned left, int draw, cards_t *need) {
    cash_t c;
    if (!start_cashing(s, leader, left, draw, &c)) return 0;
    if ((draw && is_enough(s, s->side[leader], c.tricks, left)) || cash_own(s, leader, left, &c)) {
        *need = c.used;
        return 1;
    }
    for (unsigned i = 0; i < s->seats; i++) {
        if (i != leader && s->side[i] == s->side[leader] && cash_partners(s, leader, i, left, &c, need)) return 1;
    }
    return 0;
}

/* Decides a position between two tricks without search where that can be done: 1 side 0 reaches the goal, 0 it does
 * not, -1 unknown. */
KERNEL_FN int at_once(const solver_t *s, unsigned leader, unsigned left, cards_t *need) {
    const unsigned side = s->side[leader];
    *need = 0;
    if (!left) return gained(s) >= s->goal;
    if (is_enough(s, 0, 0, left)) return 1;
    if (is_enough(s, 1, 0, left)) return 0;
    if (s->trump) {
        if (trumps_are_enough(s, surest(s, !side), left, need)) return (int)side;
        if (trumps_are_enough(s, surest(s, side), left, need)) return !side;
    }
    if (cashes(s, leader, left, 0, need) || (s->trump && cashes(s, leader, left, 1, need))) return !side;
    return -1;
}

/* --- search --------------------------------------------------------------------------------------------------------- */

static int reaches(solver_t *s, unsigned leader, cards_t *need);
static int reaches_within(solver_t *s, trick_t t, cards_t *need);

/* Plays one card and goes on. */
static int reaches_by(solver_t *s, trick_t t, cards_t card, cards_t *need) {
    const unsigned seat = t.seat;
    const cards_t shut = s->shut;
    int reached;
    t = with_card(s, t, card);
    take_out(s, seat, card);
    if (card & shut && (s->opening == OPENS_WHENEVER_PLAYED || !(card & t.owed))) s->shut = 0;
    if (t.count < s->seats) {
        reached = reaches_within(s, t, need);
    } else {
        const unsigned winner = t.winner, won = !s->side[winner], broken = s->broken;
        s->taken[0] += won;
        s->broken |= s->nil[winner];
        s->played++;
        reached = reaches(s, winner, need);
        s->played--;
        s->broken = broken;
        s->taken[0] -= won;
        *need |= won_by_rank(t);
    }
    s->shut = shut;
    put_back(s, seat, card);
    return reached;
}

/* Tries the choices in order until one is good for the seat to play. */
static int reaches_among(solver_t *s, trick_t t, choice_t *choices, unsigned count, cards_t *need, cards_t *decided) {
    const int good = !s->side[t.seat];
    cards_t needed = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned best = i;
        for (unsigned j = i + 1; j < count; j++) {
            if (choices[j].rank > choices[best].rank) best = j;
        }
        choice_t choice = choices[best];
        choices[best] = choices[i];
        cards_t child = 0;
        int reached = reaches_by(s, t, choice.card, &child);
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

/* --- the order of trying ------------------------------------------------------------------------------------------- */

static void order_leads(const solver_t *s, unsigned leader, choice_t *choices, unsigned count, cards_t hint) {
    const unsigned side = s->side[leader];
    for (unsigned i = 0; i < count; i++) {
        cards_t card = choices[i].card, lane = lane_of(card);
        cards_t rest = s->all & lane & ~s->hand[leader];
        int rank = 0;
        if (lane != s->trump) {
            for (unsigned j = 0; s->trump && j < s->seats; j++) {
                if (j == leader || s->hand[j] & lane || !(s->hand[j] & s->trump)) continue;
                rank += s->side[j] == side ? 40 : -50;
            }
        } else {
            rank -= 10;
        }
        if (!rest || card > highest_card(rest)) {
            rank += 30;
        } else {
            cards_t top = highest_card(rest);
            for (unsigned j = 0; j < s->seats; j++) {
                if (s->hand[j] & top) rank += s->side[j] == side ? 20 : -10;
            }
            rank -= (int)(lowest_index(card) & 15u);
        }
        rank -= (int)count_cards(s->hand[leader] & lane);
        if (card <= hint && choices[i].lowest >= hint) rank += 1000;
        if (hint & card) rank += 1000;
        choices[i].rank = rank;
    }
}

static void order_replies(const solver_t *s, const trick_t *t, choice_t *choices, unsigned count) {
    const unsigned side = s->side[t->seat];
    const int ours = s->side[t->winner] == side, last = t->count + 1u == s->seats;
    /* the best that an adversary yet to play could lay on this trick */
    cards_t threat = 0, help = 0;
    unsigned seat = t->seat;
    for (unsigned left = s->seats - t->count - 1; left--;) {
        seat = seat + 1 == s->seats ? 0 : seat + 1;
        cards_t follow = s->hand[seat] & t->owed;
        cards_t able = follow ? follow : s->hand[seat] & s->trump;
        cards_t *best = s->side[seat] == side ? &help : &threat;
        if (able && highest_card(able) > *best) *best = highest_card(able);
    }
    const int safe = (ours && t->best > threat) || (help > threat && help > t->best);
    for (unsigned i = 0; i < count; i++) {
        cards_t card = choices[i].card, lane = lane_of(card);
        int height = (int)(lowest_index(card) & 15u), rank;
        int beats = (card & (t->owed | s->trump)) > t->best;
        if (beats && !safe) {
            rank = last || card > threat ? 100 - height : 60 - height;
            if (ours && !(card > threat)) rank = -height;
            if (lane == s->trump && lane != t->owed) rank -= 5;
        } else {
            rank = (safe ? 50 : 40) - height;
            if (beats) rank -= 60;
            if (lane == s->trump && lane != t->owed) rank -= 30;
            rank += 2 * (int)count_cards(s->hand[t->seat] & lane);
        }
        choices[i].rank = rank;
    }
}

static int reaches_within(solver_t *s, trick_t t, cards_t *need) {
    if (time_is_up(s)) return 0;
    choice_t choices[MOST_LEFT];
    cards_t hand = s->hand[t.seat], follow = hand & t.owed, decided = 0;
    unsigned count = choices_of(follow ? follow : hand, (s->all & ~hand) | t.best, choices);
    if (count > 1) order_replies(s, &t, choices, count);
    return reaches_among(s, t, choices, count, need, &decided);
}

/* The last trick leaves no choice. */
static int last_trick(const solver_t *s, unsigned leader, cards_t *need) {
    trick_t t = {0, 0, 0, (uint8_t)leader, (uint8_t)leader, 0};
    for (unsigned i = 0; i < s->seats; i++) t = with_card(s, t, s->hand[t.seat]);
    *need = won_by_rank(t);
    return worth_of(s->stakes, 0, s->broken | s->nil[t.winner], s->taken[0] + !s->side[t.winner]) >= s->goal;
}

/* Whether side 0 reaches the goal from a position between two tricks; `need` gets the cards that say so. */
static int reaches(solver_t *s, unsigned leader, cards_t *need) {
    const unsigned left = count_cards(s->hand[leader]);
    int known = left == 1 ? last_trick(s, leader, need) : at_once(s, leader, left, need);
    if (known >= 0) return known;
    if (time_is_up(s)) return 0;
    place_t place = place_of(s, leader, standing_of(s, 0));
    const int goal = s->goal - gained(s);
    cards_t hint = 0;
    uint32_t hinted = place.group ? place.group->hint : 0;
    const fact_t *told = find_fact(s, &place, decides, goal, &hinted);
    if (told) {
        *need = needed_by(s, told->mask);
        return least_of(told->value) >= goal;
    }
    if (hinted) hint = (cards_t)1 << (hinted & 63u);
    choice_t choices[MOST_LEFT];
    cards_t hand = s->hand[leader], may = hand & ~s->shut, decided = 0;
    unsigned count = choices_of(may ? may : hand, s->all & ~hand, choices);
    trick_t t = {0, 0, 0, (uint8_t)leader, (uint8_t)leader, 0};
    if (count > 1) order_leads(s, leader, choices, count, hint);
    int reached = reaches_among(s, t, choices, count, need, &decided);
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
