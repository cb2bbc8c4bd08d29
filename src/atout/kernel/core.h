/* The kernel's core: a position of card play, relabelled so that it needs no rules of its own.
 *
 * Header-style C11: every function is static inline, nothing is allocated, there is no global state. The same
 * semantics, card by card and random number by random number, stand in twin/core.py; tests hold both to equality.
 *
 * Labels. For one deal (pack, trump) the cards are renumbered by (suit in play, power): 16 bits a suit, the lowest card
 * of the pack in bit 0 of its lane, no gaps; the trump suit in the top lane, so that among the cards that can win a
 * trick the greater bit wins. Bowers, jokers, high deuces and missing cards vanish. labels.py makes the tables, from
 * tricks.Ordering. Seats are numbered from 0 clockwise, and only those that play: a seat that sits out vanishes too.
 */
#ifndef ATOUT_CORE_H
#define ATOUT_CORE_H

#include <stdint.h>

#ifndef KERNEL_FN
#define KERNEL_FN static inline
#endif
#define KERNEL_RARE static __attribute__((noinline, unused)) /* kept out of the way of what is done in every deal */
#define KERNEL_INLINE static inline __attribute__((always_inline)) /* loops specialised by a constant argument */

enum { MOST_SEATS = 6, LANES = 4, LANE_BITS = 16 };

typedef uint64_t cards_t; /* a set of cards, or one card as a set of one */

/* --- bits ---------------------------------------------------------------------------------------------------------- */

#define EACH_BYTE UINT64_C(0x0101010101010101)

/* In each byte, how many cards lie in it and the bytes below. */
KERNEL_FN uint64_t byte_sums(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return ((bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * EACH_BYTE;
}

KERNEL_FN unsigned count_cards(cards_t cards) {
#if defined(__x86_64__) && !defined(__POPCNT__) && !defined(KERNEL_PDEP)
    return (unsigned)(byte_sums(cards) >> 56); /* the compiler's own would call a library */
#else
    return (unsigned)__builtin_popcountll(cards);
#endif
}

/* The index (0 to 63) of the lowest card; cards must not be empty. */
KERNEL_FN unsigned lowest_index(cards_t cards) { return (unsigned)__builtin_ctzll(cards); }

KERNEL_FN cards_t lowest_card(cards_t cards) { return cards & (~cards + 1); }

/* The highest card; cards must not be empty. */
KERNEL_FN cards_t highest_card(cards_t cards) { return (cards_t)1 << (63 - __builtin_clzll(cards)); }

/* Every card of the lane in which a card lies. */
KERNEL_FN cards_t lane_of(cards_t card) { return (cards_t)0xFFFF << (lowest_index(card) & 0x30u); }

/* The card with exactly k cards of the set below it; 0 <= k < count_cards(cards).
 * With PDEP one instruction. The portable path finds the byte, then the bit, without a branch (after Vigna's select9):
 * a loop over k is a coin toss to the processor. */
#if defined(KERNEL_PDEP)
#include <immintrin.h>
KERNEL_FN cards_t nth_card(cards_t cards, unsigned k) { return _pdep_u64((cards_t)1 << k, cards); }
#else
/* How many bytes of `sums` are at most k, which is below 128. */
KERNEL_FN unsigned bytes_up_to(uint64_t sums, unsigned k) {
    uint64_t at_most = ((k * EACH_BYTE | EACH_BYTE << 7) - sums) & EACH_BYTE << 7;
    return (unsigned)((at_most >> 7) * EACH_BYTE >> 56);
}

KERNEL_FN cards_t nth_card(cards_t cards, unsigned k) {
    uint64_t sums = byte_sums(cards);
    unsigned place = 8 * bytes_up_to(sums, k);
    k -= (unsigned)(sums << 8 >> place & 0xFF);
    uint64_t spread = (cards >> place & 0xFF) * EACH_BYTE & UINT64_C(0x8040201008040201); /* bit n in byte n */
    uint64_t bits = (spread + 0x7F * EACH_BYTE) >> 7 & EACH_BYTE;
    return (cards_t)1 << (place + bytes_up_to(bits * EACH_BYTE, k));
}
#endif

/* --- random numbers ------------------------------------------------------------------------------------------------ */

/* splitmix64 (Steele, Lea and Flood 2014): one word of state, a stream for every (seed, index). Item number i of a
 * batch draws from rng_at(seed, i) whatever runs it: threads, chunks and implementations give the same numbers. */
typedef struct {
    uint64_t state;
} rng_t;

#define GOLDEN_GAMMA UINT64_C(0x9E3779B97F4A7C15)

KERNEL_FN uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

KERNEL_FN uint64_t rng_next(rng_t *rng) { return mix64(rng->state += GOLDEN_GAMMA); }

/* The stream of item `index`: starts mixed twice lie anywhere on the orbit, not side by side. */
KERNEL_FN rng_t rng_at(uint64_t seed, uint64_t index) {
    return (rng_t){mix64(mix64(seed + GOLDEN_GAMMA) ^ mix64(~index))};
}

/* A number below n (1 <= n < 2^32), all exactly equally likely: Lemire's multiplication with rejection, on the upper
 * half of a word. */
KERNEL_FN uint32_t rng_below(rng_t *rng, uint32_t n) {
    uint64_t product = (rng_next(rng) >> 32) * n;
    if (__builtin_expect((uint32_t)product < n, 0)) {
        uint32_t least = (uint32_t)(-n) % n;
        while ((uint32_t)product < least) product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* One of some cards, all equally likely; cards must not be empty. */
KERNEL_FN cards_t random_card(rng_t *rng, cards_t cards) {
    return nth_card(cards, rng_below(rng, count_cards(cards)));
}

/* --- play ---------------------------------------------------------------------------------------------------------- */

/* What opens the cards that may not be led yet. */
enum { OPENS_ON_ANOTHER_LANE = 0, OPENS_WHENEVER_PLAYED = 1 };

/* What stays the same while a deal is played. */
typedef struct {
    cards_t trump;  /* the trump lane: the top one, or 0 without trump */
    uint8_t seats;  /* seats that play: 2 to 6 */
    uint8_t opening; /* OPENS_… */
} table_t;

/* A position: any moment of the play, between tricks or within one. Copy it to try a card; there is no undo. */
typedef struct {
    cards_t hand[MOST_SEATS];
    cards_t owed;   /* the seat to play owes these if it has any: the lane led, or what may be led */
    cards_t live;   /* within a trick: the cards that can win it (the lane led, and trump) */
    cards_t best;   /* within a trick: the card that wins so far; else 0 */
    cards_t shut;   /* what may not be led by a hand that holds anything else; 0 once it is open */
    cards_t laid;   /* the cards on the table: those of the current trick */
    uint8_t turn;   /* the seat to play */
    uint8_t winner; /* within a trick: the seat that wins so far */
    uint8_t count;  /* cards on the table: 0 when the turn is to lead */
    uint8_t won[MOST_SEATS]; /* tricks taken since the deal began */
} position_t;

/* The cards the seat to play may play; empty only when the deal is over. */
KERNEL_FN cards_t legal_cards(const position_t *p) {
    cards_t hand = p->hand[p->turn], owed = hand & p->owed;
    return owed ? owed : hand;
}

/* Whether no card is left. Hands are of one size between tricks, so the seat to play tells it. */
KERNEL_FN int is_over(const position_t *p) { return !p->hand[p->turn]; }

KERNEL_FN unsigned seat_after(const table_t *t, unsigned seat) { return seat + 1u == t->seats ? 0 : seat + 1u; }

/* What is shut once `card` has been played where `owed` is the lane led. */
KERNEL_FN cards_t shut_after(const table_t *t, cards_t shut, cards_t owed, cards_t card) {
    int opens = (card & shut) && (t->opening == OPENS_WHENEVER_PLAYED || !(card & owed));
    return opens ? 0 : shut;
}

/* Whoever holds a card that is due leads it to the first trick; nothing changes where nobody does. */
KERNEL_FN void lead_with(position_t *p, unsigned seats, cards_t due) {
    for (unsigned i = 0; i < seats; i++) {
        if (!(p->hand[i] & due)) continue;
        p->turn = (uint8_t)i;
        p->owed = due;
    }
}

/* Plays a card of legal_cards(p). The last card of a trick gives it to its winner, whose turn it is then. */
KERNEL_FN void play_card(const table_t *t, position_t *p, cards_t card) {
    unsigned seat = p->turn;
    p->hand[seat] ^= card;
    if (!p->count) {
        p->owed = lane_of(card);
        p->live = p->owed | t->trump;
    }
    p->shut = shut_after(t, p->shut, p->owed, card);
    if ((card & p->live) > p->best) {
        p->best = card;
        p->winner = (uint8_t)seat;
    }
    p->laid |= card;
    if (++p->count < t->seats) {
        p->turn = (uint8_t)seat_after(t, seat);
        return;
    }
    p->won[p->winner]++;
    p->turn = p->winner;
    p->count = 0;
    p->laid = p->live = p->best = 0;
    p->owed = ~p->shut;
}

#endif
