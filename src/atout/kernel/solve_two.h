/* Two sides: can side 0 reach a goal? Zero-window alpha-beta with partition search. Included after solve.h. */
#ifndef ATOUT_SOLVE_TWO_H
#define ATOUT_SOLVE_TWO_H

#include "solve.h"

/* Facts here hold bounds of what side 0 still gains, counted from what it would have with no further trick. */
KERNEL_FN uint64_t bounds(int least, int most) { return (uint64_t)(uint32_t)least << 32 | (uint32_t)most; }
KERNEL_FN int least_of(uint64_t value) { return (int32_t)(value >> 32); }
KERNEL_FN int most_of(uint64_t value) { return (int32_t)value; }
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

/* The trump tricks that are certain for a side: its best seat's. */
KERNEL_FN sure_t sure_trumps(const solver_t *s, unsigned side) {
    sure_t best = {0, 0};
    if (!s->trump) return best;
    const sure_t *row = s->sure + (size_t)in_lane(s->all, LANES - 1) * MOST_SEATS;
    for (unsigned i = 0; i < s->seats; i++) {
        if (s->side[i] == side && row[i].tricks > best.tricks) best = row[i];
    }
    return best;
}

/* Whether the leader's side reaches its goal by cashing: its sure trumps, and the leader's top cards of the other lanes
 * as long as every adversary who could trump follows suit. With `draw` the leader takes his adversaries' trumps first.
 * A partner must not be driven to trump. */
static int cashes(const solver_t *s, unsigned leader, unsigned left, int draw, cards_t *need) {
    const unsigned side = s->side[leader];
    const cards_t hand = s->hand[leader];
    unsigned tricks = 0, room = left;
    cards_t used = 0, ruffers = 0; /* the lanes' worth of cards of each adversary who may trump, as seats */
    sure_t sure = {0, 0};
    unsigned drawn = 0;
    if (s->trump) {
        cards_t mine = hand & s->trump;
        if (draw) {
            cards_t others = s->all & s->trump & ~hand;
            drawn = count_cards(above(mine, others));
            if (!drawn || (s->shut & s->trump && mine != hand)) return 0;
            sure = s->sure[(size_t)in_lane(s->all, LANES - 1) * MOST_SEATS + leader];
        } else {
            sure = sure_trumps(s, side);
        }
    }
    for (unsigned i = 0; i < s->seats; i++) {
        unsigned trumps = count_cards(s->hand[i] & s->trump);
        if (i == leader || !trumps) continue;
        if (s->side[i] == side) {
            unsigned plain = left - trumps; /* a partner must follow or throw one of these */
            if (trumps > drawn && plain < room) room = plain;
        } else if (trumps > drawn) {
            ruffers |= (cards_t)1 << i;
        }
    }
    tricks = sure.tricks;
    if (tricks) used = top_needed(s, LANES - 1, sure.tops);
    if (is_enough(s, side, tricks, left)) {
        *need = used;
        return 1;
    }
    for (unsigned lane = 0; lane < LANES && room; lane++) {
        cards_t mask = lane_mask(lane);
        if (mask & s->trump) continue;
        cards_t mine = hand & mask;
        if (!mine) continue;
        cards_t tops = above(mine, s->all & mask & ~hand);
        unsigned count = count_cards(tops);
        for (unsigned i = 0; count && i < s->seats; i++) {
            if (!(ruffers >> i & 1)) continue;
            unsigned follows = count_cards(s->hand[i] & mask);
            if (follows < count) count = follows;
        }
        if (count > room) count = room;
        if (!count) continue;
        room -= count;
        tricks += count;
        used |= nth_card(mine, count_cards(mine) - count);
        if (is_enough(s, side, tricks, left)) {
            *need = used;
            return 1;
        }
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
    sure_t theirs = sure_trumps(s, !side);
    if (theirs.tricks && is_enough(s, !side, theirs.tricks, left)) {
        *need = top_needed(s, LANES - 1, theirs.tops);
        return (int)side;
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
    cards_t threat = 0;
    unsigned seat = t->seat;
    for (unsigned left = s->seats - t->count - 1; left--;) {
        seat = seat + 1 == s->seats ? 0 : seat + 1;
        if (s->side[seat] == side) continue;
        cards_t follow = s->hand[seat] & t->owed;
        cards_t able = follow ? follow : s->hand[seat] & s->trump;
        if (able && highest_card(able) > threat) threat = highest_card(able);
    }
    const int safe = ours && t->best > threat;
    for (unsigned i = 0; i < count; i++) {
        cards_t card = choices[i].card, lane = lane_of(card);
        int height = (int)(lowest_index(card) & 15u), rank;
        int beats = (card & (t->owed | s->trump)) > t->best;
        if (beats && !safe) {
            rank = last || card > threat ? 100 - height : 60 + height;
            if (ours && !(card > threat)) rank = -height;
            if (lane == s->trump && lane != t->owed) rank -= 5;
        } else {
            rank = (safe ? 50 : 40) - height;
            if (beats) rank -= 60;
            if (lane == s->trump && lane != t->owed) rank -= 30;
            rank += (int)count_cards(s->hand[t->seat] & lane);
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

/* Whether side 0 reaches the goal from a position between two tricks; `need` gets the cards that say so. */
static int reaches(solver_t *s, unsigned leader, cards_t *need) {
    const unsigned left = count_cards(s->hand[leader]);
    int known = at_once(s, leader, left, need);
    if (known >= 0) return known;
    if (time_is_up(s)) return 0;
    place_t place = place_of(s, leader, standing_of(s, 0));
    const int goal = s->goal - gained(s);
    cards_t hint = 0;
    for (uint32_t at = place.group ? place.group->first : 0; at;) {
        const fact_t *fact = fact_at(&s->memory, at);
        at = fact->next;
        if (!fits(fact, &place)) continue;
        if (least_of(fact->value) >= goal || most_of(fact->value) < goal) {
            *need = needed_by(s, fact->mask);
            return least_of(fact->value) >= goal;
        }
        if (fact->hint) hint = (cards_t)1 << (fact->hint & 63u);
    }
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
        if (decided) fact->hint = lowest_index(decided) | 64u;
    }
    return reached;
}

#endif
