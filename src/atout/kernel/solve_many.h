/* Three sides and more: max^n (Luckhardt and Irani 1986), each side for its own worth. Included after solve.h.
 *
 * Tie rule: of cards worth the same to the side to play, the lowest by label (plain lanes before trump, low ranks
 * before high) is played. What the others get depends on it, so it is part of the result and the same in the twin.
 * A value holds the tricks still to come of each seat, a byte a seat.
 */
#ifndef ATOUT_SOLVE_MANY_H
#define ATOUT_SOLVE_MANY_H

#include "solve.h"

#define CUT ((uint64_t)1 << 63) /* not a value: the side before would not choose this card */

/* Tricks of a side in a value. */
KERNEL_FN unsigned tricks_of(const solver_t *s, unsigned side, uint64_t value) {
    unsigned tricks = 0;
    for (unsigned seat = 0; seat < s->seats; seat++) tricks += s->side[seat] == side ? value >> (8 * seat) & 0xFF : 0;
    return tricks;
}

/* What a side gets in the end if a value comes true. */
KERNEL_FN int worth_to(const solver_t *s, unsigned side, uint64_t value) {
    unsigned broken = s->broken;
    if (s->stakes->nils) {
        for (unsigned seat = 0; seat < s->seats; seat++) broken |= value >> (8 * seat) & 0xFF ? s->nil[seat] : 0;
    }
    return worth_of(s->stakes, side, broken, s->taken[side] + tricks_of(s, side, value));
}

/* The most a side can still get with so many tricks to come. */
KERNEL_FN int peak_of(const solver_t *s, unsigned side, unsigned left) {
    const unsigned sets = 1u << s->stakes->nils;
    int peak = INT32_MIN;
    for (unsigned more = s->broken; more < sets; more = (more + 1) | s->broken) {
        for (unsigned i = 0; i <= left; i++) {
            int worth = worth_of(s->stakes, side, more, s->taken[side] + i);
            if (worth > peak) peak = worth;
        }
    }
    return peak;
}

/* The standing of all sides in the 28 bits of a key. A side has no more standings than 28 / sides bits hold, but for
 * stakes that make every nil everybody's business; then the search stops. */
static uint32_t standing_of_all(solver_t *s) {
    const unsigned sides = s->stakes->sides, bits = 28 / sides;
    uint32_t all = 0;
    for (unsigned side = 0; side < sides; side++) {
        unsigned number = standing_of(s, side) - 1;
        if (number >> bits) s->stopped = TOO_MANY_STANDINGS;
        all = all << bits | number;
    }
    return all;
}

/* What the side that chose the card before can do without: it has `tricks` from another card already. */
typedef struct {
    int side; /* -1: no such side */
    unsigned tricks;
} rival_t;

static const rival_t NO_RIVAL = {-1, 0};

KERNEL_FN int is_value(uint64_t value, int unused) {
    (void)value, (void)unused;
    return 1;
}

static uint64_t outcome_of(solver_t *s, unsigned leader, rival_t rival, cards_t *need);
static uint64_t best_of(solver_t *s, const trick_t *t, const choice_t *choices, unsigned count, rival_t rival,
                        cards_t *need);

static uint64_t outcome_within(solver_t *s, const trick_t *t, rival_t rival, cards_t *need) {
    if (time_is_up(s)) return 0;
    choice_t choices[MOST_LEFT];
    cards_t hand = s->hand[t->seat], follow = hand & t->owed;
    unsigned count = choices_of(follow ? follow : hand, (s->all & ~hand) | t->best, choices);
    return best_of(s, t, choices, count, rival, need);
}

/* Plays one card and goes on. */
static uint64_t outcome_by(solver_t *s, const trick_t *t, cards_t card, rival_t rival, cards_t *need) {
    const unsigned seat = t->seat;
    const cards_t shut = s->shut;
    uint64_t value;
    const trick_t after = with_card(s, t, card);
    take_out(s, seat, card);
    if (card & shut && (s->opening == OPENS_WHENEVER_PLAYED || !(card & after.owed))) s->shut = 0;
    if (after.count < s->seats) {
        value = outcome_within(s, &after, rival, need);
    } else {
        const unsigned winner = after.winner, broken = s->broken;
        s->taken[s->side[winner]]++;
        s->broken |= s->nil[winner];
        s->played++;
        value = outcome_of(s, winner, rival, need) + ((uint64_t)1 << (8 * winner));
        s->played--;
        s->broken = broken;
        s->taken[s->side[winner]]--;
        *need |= won_by_rank(&after);
    }
    s->shut = shut;
    put_back(s, seat, card);
    return value;
}

/* Whether the rival is left with no more than it has elsewhere, now that this side takes `tricks` more: everybody wants
 * tricks, and there are only so many (shallow pruning, Korf 1991). */
KERNEL_FN int cuts(const solver_t *s, unsigned side, unsigned tricks, rival_t rival) {
    if (!s->rising || rival.side < 0 || (unsigned)rival.side == side) return 0;
    unsigned others = s->taken[side] + tricks;
    for (unsigned i = 0; i < s->stakes->sides; i++) others += i == side || (int)i == rival.side ? 0 : s->taken[i];
    return s->stakes->row - 1u - others <= rival.tricks;
}

/* What follows when the side to play takes its best choice; the lowest of equally good ones. */
static uint64_t best_of(solver_t *s, const trick_t *t, const choice_t *choices, unsigned count, rival_t rival,
                        cards_t *need) {
    const unsigned side = s->side[t->seat];
    const unsigned left = s->stakes->row - 1u - s->played;
    const int peak = count > 1 ? peak_of(s, side, left) : 0;
    uint64_t best = 0;
    int most = INT32_MIN;
    cards_t needed = 0;
    rival_t here = NO_RIVAL;
    while (count--) {
        cards_t child = 0;
        uint64_t value = outcome_by(s, t, choices[count].card, here, &child);
        if (s->stopped) return 0;
        needed |= need_for_all(child, choices[count]);
        if (value & CUT) continue;
        int worth = worth_to(s, side, value);
        if (worth <= most) continue;
        most = worth;
        best = value;
        unsigned tricks = tricks_of(s, side, value);
        if (count && worth == peak) break;
        if (count && cuts(s, side, tricks, rival)) {
            *need = needed;
            return CUT;
        }
        here = (rival_t){(int)side, s->taken[side] + tricks};
    }
    *need = needed;
    return best;
}

/* What comes of a position between two tricks; `need` gets the cards that say so. */
static uint64_t outcome_of(solver_t *s, unsigned leader, rival_t rival, cards_t *need) {
    *need = 0;
    if (!s->hand[leader]) return 0;
    if (time_is_up(s)) return 0;
    place_t place = place_of(s, leader, standing_of_all(s));
    uint32_t unused;
    const fact_t *told = find_fact(&s->memory, &place, is_value, 0, &unused);
    if (told) {
        *need = needed_by(s, told->mask);
        return told->value;
    }
    choice_t choices[MOST_LEFT];
    cards_t hand = s->hand[leader], may = hand & ~s->shut;
    unsigned count = choices_of(may ? may : hand, s->all & ~hand, choices);
    trick_t t = {0, 0, 0, leader, leader, 0};
    uint64_t value = best_of(s, &t, choices, count, rival, need);
    if (!s->stopped && !(value & CUT)) fact_for(s, &place, *need, value);
    return value;
}

static int solve_for_many(solver_t *s, const trick_t *trick, const choice_t *choices, unsigned count,
                          valued_t *values) {
    for (unsigned i = 0; i < count; i++) values[i] = (valued_t){.card = choices[i].card};
    for (unsigned i = 0; i < count; i++) {
        cards_t need = 0;
        values[i].tricks = outcome_by(s, trick, choices[i].card, NO_RIVAL, &need);
        if (s->stopped) return s->stopped;
        values[i].solved = 1;
    }
    return SOLVED;
}

#endif
