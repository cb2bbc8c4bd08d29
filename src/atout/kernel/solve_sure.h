/* Two sides: what is decided without search, by tricks that nobody can take away. Included by solve_two.h. */
#ifndef ATOUT_SOLVE_SURE_H
#define ATOUT_SOLVE_SURE_H

#include "solve.h"

/* What side 0 has if it takes no further trick and no further nil breaks. */
KERNEL_FN int gained(const solver_t *s) { return worth_of(s->stakes, 0, s->broken, s->taken[0]); }

/* How many further tricks are enough for each side, whatever else happens; one more than are left if none are. */
KERNEL_FN void find_enough(const solver_t *s, unsigned left, unsigned enough[2]) {
    const uint32_t open = ((uint32_t)2 << left) - 1;
    const uint32_t misses = ~s->always[s->broken] >> s->taken[0] & open;
    const uint32_t hits = s->ever[s->broken] >> s->taken[0] & open;
    enough[0] = misses ? 32 - (unsigned)__builtin_clz(misses) : 0;
    enough[1] = hits ? left + 1 - (unsigned)__builtin_ctz(hits) : 0;
}

KERNEL_FN unsigned lesser(unsigned a, unsigned b) { return a < b ? a : b; }

/* --- trumps ------------------------------------------------------------------------------------------------------- */

KERNEL_FN const sures_t *sures_now(const solver_t *s) { return s->sures + in_lane(s->all, LANES - 1); }

/* Whether a side's certain trump tricks are enough by themselves; `need` gets the lowest trump that says so. */
static int trumps_are_enough(const solver_t *s, unsigned side, unsigned enough, cards_t *need) {
    const unsigned seat = sures_now(s)->surest[side];
    if (sures_now(s)->of[seat].tricks < enough) return 0;
    const cards_t mine = s->hand[seat], theirs = s->held[!side];
    unsigned against = 0;
    for (cards_t trumps = s->all & s->trump; enough; trumps ^= *need) {
        *need = highest_card(trumps);
        if (theirs & *need) {
            against++;
        } else if (mine & *need) {
            if (against) {
                against--;
            } else {
                enough--;
            }
        }
    }
    return 1;
}

/* --- cashing ------------------------------------------------------------------------------------------------------ */

/* What a leader can count on while it cashes the top cards of plain lanes. */
typedef struct {
    unsigned tricks;  /* certain so far */
    unsigned enough;  /* … of so many */
    unsigned room;    /* plain cards that may still be led before somebody of this side is driven to trump */
    unsigned drawn;   /* rounds of trumps led first */
    unsigned ruffers; /* adversaries, as bits, who can trump as soon as they need not follow */
    cards_t led;      /* the leader's plain top cards, cashed */
    cards_t used;     /* the lowest of the cards that say so, lane by lane */
} cash_t;

/* How often every ruffer follows to a lane, at most `rounds`. */
KERNEL_FN unsigned followed(const solver_t *s, unsigned ruffers, cards_t lane, unsigned rounds) {
    for (; ruffers; ruffers &= ruffers - 1)
        rounds = lesser(rounds, count_cards(s->hand[__builtin_ctz(ruffers)] & lane));
    return rounds;
}

/* Cashes up to `count` of the highest cards of a hand in a lane; tells the lowest, 0 for none. */
KERNEL_FN cards_t cash(cash_t *c, cards_t cards, unsigned count) {
    count = lesser(lesser(count, c->room), c->enough - c->tricks);
    if (!count) return 0;
    const cards_t lowest = nth_card(cards, count_cards(cards) - count);
    c->room -= count;
    c->tricks += count;
    c->used |= lowest;
    return lowest;
}

/* The start: sure trumps, of the best seat or (`draw`) of the leader, who takes out his adversaries' trumps first. */
static int start_cashing(const solver_t *s, unsigned leader, unsigned left, int draw, cash_t *c) {
    if (!s->trump) return !draw;
    const unsigned side = s->side[leader];
    const cards_t hand = s->hand[leader], trumps = s->all & s->trump;
    const sure_t sure = sures_now(s)->of[draw ? leader : sures_now(s)->surest[side]];
    if (draw) {
        c->drawn = count_cards(above(hand & trumps, trumps & ~hand));
        if (!c->drawn || (s->shut & trumps && hand & ~trumps)) return 0;
    }
    for (unsigned i = 0; i < s->seats; i++) {
        const unsigned count = count_cards(s->hand[i] & trumps);
        if (i == leader || count <= c->drawn) continue;
        if (s->side[i] != side) {
            c->ruffers |= 1u << i;
        } else {
            c->room = lesser(c->room, left - count);
        }
    }
    c->tricks = sure.tricks;
    if (sure.tricks) c->used = nth_card(trumps, count_cards(trumps) - sure.tops);
    return 1;
}

/* The leader's own top cards, lane by lane, until they are enough. */
static int cash_own(const solver_t *s, unsigned leader, cash_t *c) {
    const cards_t hand = s->hand[leader], tops = tops_of(hand, s->all & ~hand) & ~s->trump;
    for (cards_t rest = tops; rest; rest &= ~lane_of(rest)) {
        const cards_t lane = lane_of(rest);
        const cards_t lowest = cash(c, hand & lane, followed(s, c->ruffers, lane, count_cards(rest & lane)));
        if (lowest) c->led |= hand & lane & ~(lowest - 1);
        if (c->tricks == c->enough) return 1;
    }
    return 0;
}

/* Then, over a small card of the leader to a partner's winner, that partner's top cards. */
static int cash_partners(const solver_t *s, unsigned leader, unsigned partner, unsigned left, cash_t *c) {
    const cards_t hand = s->hand[leader], theirs = s->hand[partner];
    cards_t tops = tops_of(theirs, s->all & ~theirs & ~c->led) & ~s->trump;
    const unsigned mine = count_cards(hand & s->trump), trumps = count_cards(theirs & s->trump);
    const unsigned spent = count_cards(c->led) + (c->drawn > trumps ? c->drawn - trumps : 0);
    if (!tops || left - trumps <= spent) return 0;
    c->room = lesser(c->room, left - trumps - spent);
    if (mine > c->drawn) c->room = lesser(c->room, left - mine - lesser(spent, left - mine));
    unsigned counts[LANES] = {0}, entry = LANES;
    for (cards_t rest = tops; rest; rest &= ~lane_of(rest)) {
        const cards_t lane = lane_of(rest);
        const unsigned gone = count_cards(c->led & lane), has = count_cards(theirs & lane);
        if (has <= gone) continue;
        const unsigned most = gone + lesser(count_cards(tops & lane), has - gone);
        const unsigned rounds = followed(s, c->ruffers, lane, most);
        if (rounds <= gone) continue;
        counts[lane_number(lane)] = rounds - gone;
        if (hand & lane & ~c->led) entry = lane_number(lane);
    }
    if (entry == LANES) return 0;
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned lane = i == 0 ? entry : i <= entry ? i - 1 : i;
        cash(c, theirs & lane_mask(lane), counts[lane]);
        if (c->tricks == c->enough) return 1;
    }
    return 0;
}

/* Whether the leader's side reaches its goal by cashing: its sure trumps, and top cards of the other lanes as long as
 * every adversary who could trump follows suit. Nobody of the side may be driven to trump. */
static int cashes(const solver_t *s, unsigned leader, unsigned left, int draw, unsigned enough, cards_t *need) {
    cash_t own = {.room = left, .enough = enough};
    if (!start_cashing(s, leader, left, draw, &own)) return 0;
    if (cash_own(s, leader, &own)) {
        *need = own.used;
        return 1;
    }
    for (unsigned i = 0; i < s->seats; i++) {
        if (i == leader || s->side[i] != s->side[leader]) continue;
        cash_t all = own;
        if (cash_partners(s, leader, i, left, &all)) {
            *need = all.used;
            return 1;
        }
    }
    return 0;
}

/* Decides a position between two tricks without search where that can be done: 1 side 0 reaches the goal, 0 it does
 * not, -1 unknown. */
KERNEL_FN int at_once(const solver_t *s, unsigned leader, unsigned left, cards_t *need) {
    const unsigned side = s->side[leader];
    unsigned enough[2], sure = 0;
    *need = 0;
    if (!left) return gained(s) >= s->goal;
    find_enough(s, left, enough);
    if (!enough[0]) return 1;
    if (!enough[1]) return 0;
    if (s->trump) {
        if (trumps_are_enough(s, !side, enough[!side], need)) return (int)side;
        if (trumps_are_enough(s, side, enough[side], need)) return !side;
        sure = sures_now(s)->of[sures_now(s)->surest[side]].tricks;
    }
    const cards_t tops = tops_of(s->held[side], s->held[!side]) & ~s->trump;
    if (sure + count_cards(tops) < enough[side]) return -1; /* cashing will not do */
    for (int draw = 0; draw < 2; draw++) {
        if (cashes(s, leader, left, draw, enough[side], need)) return !side;
    }
    return -1;
}

#endif
