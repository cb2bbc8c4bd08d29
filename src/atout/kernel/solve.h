/* The exact solver's ground: a position packed for search, its transposition table, and the choice of cards.
 *
 * Partition search (Ginsberg 1996; Haglund's double dummy solver): what a search has proved holds for every position
 * with the same suit lengths in which the cards that mattered lie in the same hands. `need` collects those cards: when
 * a trick falls to a card by its rank, that card. At a boundary between tricks it says, lane by lane, down to which
 * card the hands must agree; below it any card is as good as another.
 *
 * No allocation, no globals: everything lives in memory that the caller hands over. Twin: twin/solve.py, same values.
 */
#ifndef ATOUT_SOLVE_H
#define ATOUT_SOLVE_H

#include "solve_facts.h"

enum {
    MOST_LEFT = 17,          /* the most cards a hand may hold */
    MOST_IN_LANE_OF_HAND = 15, /* … of one lane: four bits of the key */
    MOST_NILS = 6,
    MOST_BROKEN = 1 << MOST_NILS,
    STEP = 1024, /* nodes between two looks at the clock or the cancel flag */
};

/* What the sides play for. Every side has a table of the worth of its tricks from the root on, for every set of nils
 * broken: worth[side][broken][tricks], rows of `row` numbers. With two sides only side 0's is read: what it gains the
 * other loses. */
typedef struct {
    uint8_t sides;
    uint8_t side[MOST_SEATS]; /* the side of each seat */
    uint8_t nil[MOST_SEATS];  /* the bit that tells whether this seat has taken a trick; 0: nobody asks */
    uint8_t nils;             /* how many bits there are */
    uint8_t row;              /* numbers in a row: one more than the tricks to come */
    const int16_t *worth;
} stakes_t;

enum { STAKES_HEAD = 3 + 2 * MOST_SEATS }; /* bytes before the worth */

KERNEL_FN size_t worth_count(const stakes_t *k) { return ((size_t)k->sides * k->row) << k->nils; }

/* Called every STEP nodes; not 0 to stop. */
typedef int (*stop_t)(void *with);

typedef struct {
    const table_t *table;
    const position_t *start;
    const stakes_t *stakes;
    unsigned broken; /* nils broken before */
    void *memory;    /* for the search, aligned to 16 bytes */
    size_t bytes;
    uint64_t most_nodes; /* 0: no limit */
    stop_t stop;
    void *stop_with;
} problem_t;

/* Why nothing was solved, or not all. */
enum { SOLVED = 0, STOPPED = 1, TOO_LARGE = 2, NO_MEMORY = 3, CONTRADICTORY = 4, TOO_MANY_STANDINGS = 5 };

/* What is known of one card that may be played. `tricks` are those still to come of each seat, a byte a seat; told with
 * three sides or more only. `least` and `most` bound what the card is worth to side 0; told with two sides only. */
typedef struct {
    cards_t card;
    uint64_t tricks;
    int32_t least, most;
    uint8_t solved;
} valued_t;

typedef struct {
    valued_t values[MOST_LEFT];
    unsigned count;
    uint64_t nodes;
} answer_t;

/* Whether the numbers of a problem stay within its arrays. */
KERNEL_FN int is_sound(const table_t *t, const position_t *p, const stakes_t *k, unsigned broken) {
    if (t->seats < 2 || t->seats > MOST_SEATS || p->turn >= t->seats || p->winner >= t->seats || p->count >= t->seats)
        return 0;
    if (k->sides < 2 || k->sides > t->seats || k->nils > MOST_NILS || broken >> k->nils || k->row > MOST_LEFT + 1)
        return 0;
    for (unsigned i = 0; i < t->seats; i++) {
        if (k->side[i] >= k->sides || k->nil[i] >> k->nils) return 0;
    }
    return 1;
}

KERNEL_FN int worth_of(const stakes_t *k, unsigned side, unsigned broken, unsigned tricks) {
    return k->worth[(((size_t)side << k->nils) + broken) * k->row + tricks];
}

/* --- the position ------------------------------------------------------------------------------------------------- */

/* How many tricks of the trump lane are a seat's side's for certain, how many top cards say so, and how many cards of
 * adversaries are left over that could each beat a lower one. */
typedef struct {
    uint8_t tricks, tops, against;
} sure_t;

/* The same of all seats, and of each side the seat with the most. */
typedef struct {
    sure_t of[MOST_SEATS];
    uint8_t surest[2];
} sures_t;

typedef struct {
    cards_t hand[MOST_SEATS];
    cards_t held[MOST_SEATS]; /* the cards of each side */
    cards_t all;       /* the cards of all hands */
    cards_t shut;      /* what may not be led yet */
    uint64_t lengths[2]; /* four bits for each lane of each seat: the key's greater part */
    cards_t trump;
    uint8_t seats, opening;
    const stakes_t *stakes;
    uint8_t side[MOST_SEATS], nil[MOST_SEATS];
    uint32_t *holders[LANES]; /* by the cards left in a lane: their holders, the top card's in the top bits */
    sures_t *sures;           /* two sides: by the cards left in trump */
    uint16_t *standings;      /* see standing_of */
    memory_t memory;
    unsigned taken[MOST_SEATS]; /* tricks since the root, by side */
    unsigned played;            /* tricks since the root */
    unsigned broken;            /* nils broken, those at the root included */
    uint32_t always[MOST_BROKEN], ever[MOST_BROKEN]; /* two sides: final tricks that reach the goal, by nils broken */
    int goal;
    int rising; /* no nils, and more tricks are never worth less */
    uint64_t nodes, most_nodes;
    stop_t stop;
    void *stop_with;
    int stopped; /* STOPPED or TOO_MANY_STANDINGS */
} solver_t;

/* The trick being played. */
typedef struct {
    cards_t owed, best, laid;
    unsigned winner, seat, count;
} trick_t;

KERNEL_FN unsigned lane_number(cards_t card) { return lowest_index(card) >> 4; }

KERNEL_FN cards_t lane_mask(unsigned lane) { return (cards_t)0xFFFF << (lane * LANE_BITS); }

KERNEL_FN unsigned in_lane(cards_t cards, unsigned lane) { return (unsigned)(cards >> (lane * LANE_BITS)) & 0xFFFFu; }

/* The cards of a set above all of another set, within a lane. */
KERNEL_FN cards_t above(cards_t cards, cards_t others) {
    return others ? cards & ~((highest_card(others) << 1) - 1) : cards;
}

/* The cards of a set above all of another set, in every lane. */
KERNEL_FN cards_t tops_of(cards_t cards, cards_t others) {
    others |= others >> 1 & UINT64_C(0x7FFF7FFF7FFF7FFF);
    others |= others >> 2 & UINT64_C(0x3FFF3FFF3FFF3FFF);
    others |= others >> 4 & UINT64_C(0x0FFF0FFF0FFF0FFF);
    others |= others >> 8 & UINT64_C(0x00FF00FF00FF00FF);
    return cards & ~others;
}

KERNEL_FN uint64_t length_unit(unsigned seat, cards_t card) {
    return (uint64_t)1 << (((seat & 3u) << 4) + (lane_number(card) << 2));
}

/* Takes a card out of a hand, or puts it back. */
KERNEL_FN void take_out(solver_t *s, unsigned seat, cards_t card) {
    s->hand[seat] ^= card;
    s->held[s->side[seat]] ^= card;
    s->all ^= card;
    s->lengths[seat >> 2] -= length_unit(seat, card);
}

KERNEL_FN void put_back(solver_t *s, unsigned seat, cards_t card) {
    s->hand[seat] ^= card;
    s->held[s->side[seat]] ^= card;
    s->all ^= card;
    s->lengths[seat >> 2] += length_unit(seat, card);
}

KERNEL_FN int time_is_up(solver_t *s) {
    if (++s->nodes % STEP == 0 && !s->stopped)
        s->stopped = (s->most_nodes && s->nodes >= s->most_nodes) || (s->stop && s->stop(s->stop_with)) ? STOPPED : 0;
    return s->stopped;
}

/* The trick with one more card on it. */
KERNEL_FN trick_t with_card(const solver_t *s, const trick_t *t, cards_t card) {
    const cards_t owed = t->count ? t->owed : lane_of(card);
    const int wins = (card & (owed | s->trump)) > t->best;
    return (trick_t){owed, wins ? card : t->best, t->laid | card, wins ? t->seat : t->winner,
                     t->seat + 1 == s->seats ? 0 : t->seat + 1, t->count + 1};
}

/* The card by which a full trick was won, if its rank mattered: another card of its lane was beaten. */
KERNEL_FN cards_t won_by_rank(const trick_t *t) {
    return t->laid & lane_of(t->best) & ~t->best ? t->best : 0;
}

/* --- standings: what was won before, as far as it matters to what is still to be won ------------------------------ */

KERNEL_FN size_t standings_size(const stakes_t *k) {
    return ((size_t)k->sides * k->row << k->nils) * k->row;
}

KERNEL_FN uint16_t *standing_at(const solver_t *s, unsigned side, unsigned broken, unsigned taken) {
    const stakes_t *k = s->stakes;
    return &s->standings[((((size_t)side * k->row + s->played) << k->nils) + broken) * k->row + taken];
}

/* Whether a side has the same to win from two standings on: the same worth for whatever comes, but for what it has. */
static int same_stakes(const solver_t *s, unsigned side, unsigned broken, unsigned taken, unsigned broken2,
                       unsigned taken2) {
    const stakes_t *k = s->stakes;
    const unsigned left = k->row - 1u - s->played;
    const int difference = worth_of(k, side, broken, taken) - worth_of(k, side, broken2, taken2);
    for (unsigned more = 0; more < 1u << k->nils; more++) {
        for (unsigned i = 0; i <= left; i++) {
            const int other = worth_of(k, side, broken2 | more, taken2 + i);
            if (worth_of(k, side, broken | more, taken + i) - other != difference) return 0;
        }
    }
    return 1;
}

/* A number from 1 for a side's standing, the same for standings with the same stakes; found when first asked for. */
KERNEL_FN unsigned standing_of(const solver_t *s, unsigned side) {
    const stakes_t *k = s->stakes;
    uint16_t *known = standing_at(s, side, s->broken, s->taken[side]);
    if (*known) return *known;
    unsigned highest = 0;
    for (unsigned broken = 0; broken < 1u << k->nils; broken++) {
        for (unsigned taken = 0; taken <= s->played; taken++) {
            unsigned number = *standing_at(s, side, broken, taken);
            if (!number) continue;
            if (same_stakes(s, side, broken, taken, s->broken, s->taken[side])) return *known = (uint16_t)number;
            if (number > highest) highest = number;
        }
    }
    return *known = (uint16_t)(highest + 1);
}

/* --- positions as facts see them ---------------------------------------------------------------------------------- */

/* Where a position between two tricks stands in the memory. `standing` tells apart what was won before, where it
 * matters; 28 bits. */
KERNEL_FN place_t place_of(const solver_t *s, unsigned leader, uint32_t standing) {
    place_t place;
    place.key[0] = s->lengths[0];
    place.key[1] = s->lengths[1] | (uint64_t)(leader | (s->shut ? 8u : 0u) | standing << 4) << 32;
    for (unsigned half = 0; half < 2; half++) {
        place.holders[half] = s->holders[2 * half][in_lane(s->all, 2 * half)] |
                              (uint64_t)s->holders[2 * half + 1][in_lane(s->all, 2 * half + 1)] << 32;
    }
    find_group(&s->memory, &place);
    return place;
}

/* The mask of the top cards of each lane down to the lowest needed one; returns 0 if that is more than can be told. */
KERNEL_FN int mask_for(const solver_t *s, cards_t need, uint64_t mask[2]) {
    const unsigned bits = s->memory.holder_bits;
    mask[0] = mask[1] = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned needed = in_lane(need, lane);
        if (!needed) continue;
        unsigned tops = count_cards(in_lane(s->all, lane) >> lowest_index(needed)); /* what is needed is held: not 0 */
        if (tops * bits > 32) return 0;
        mask[lane >> 1] |= (uint64_t)(~(uint32_t)0 << (32 - tops * bits)) << ((lane & 1u) * 32);
    }
    return 1;
}

/* The cards a fact's mask stands for in this position: the lowest needed one of each lane. */
KERNEL_FN cards_t needed_by(const solver_t *s, const uint64_t mask[2]) {
    cards_t need = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t told = (uint32_t)(mask[lane >> 1] >> ((lane & 1u) * 32));
        if (!told) continue;
        unsigned tops = count_cards(told) / s->memory.holder_bits;
        cards_t left = s->all & lane_mask(lane);
        need |= nth_card(left, count_cards(left) - tops);
    }
    return need;
}

/* The fact of a position for which these cards mattered; NULL if it cannot be told. */
KERNEL_FN fact_t *fact_for(solver_t *s, place_t *place, cards_t need, uint64_t fresh) {
    uint64_t mask[2];
    return mask_for(s, need, mask) ? note_fact(&s->memory, place, mask, fresh) : NULL;
}

/* --- the choice of cards ------------------------------------------------------------------------------------------ */

/* Cards of one hand that are equal now: nothing that others hold or that wins the trick lies between them. The highest
 * is tried for all of them. */
typedef struct {
    cards_t card, lowest;
    int rank; /* the order of trying: greater first */
} choice_t;

/* The choices among `legal` cards of a hand, highest first. Never merges across a hole: `others` are all cards that
 * tell two cards apart. */
KERNEL_FN unsigned choices_of(cards_t legal, cards_t others, choice_t *choices) {
    unsigned count = 0;
    while (legal) {
        cards_t card = highest_card(legal), lane = lane_of(card);
        cards_t below = others & lane & (card - 1);
        cards_t equal = above(legal & lane, below);
        choices[count++] = (choice_t){card, lowest_card(equal), 0};
        legal ^= equal;
    }
    return count;
}

/* What a choice that failed needed, when it stands for equal cards too: if any of them mattered, all do. */
KERNEL_FN cards_t need_for_all(cards_t need, choice_t choice) {
    cards_t lane = lane_of(choice.card);
    return need & lane & (choice.card | (choice.card - 1)) ? need | choice.lowest : need;
}

#endif
