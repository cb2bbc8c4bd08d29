/* Random sets of cards: dealing. Included after core.h. Twin: twin/chance.py. */
#ifndef ATOUT_CHANCE_H
#define ATOUT_CHANCE_H

#include "core.h"

/* Bits that are each set with probability near part/whole: a multiple of 1/8, by combining three words. */
KERNEL_FN uint64_t random_bits(rng_t *rng, unsigned part, unsigned whole) {
    unsigned eighths = (8 * part + whole / 2) / whole;
    uint64_t bits = 0;
    for (unsigned bit = 1; bit < 8; bit <<= 1) {
        uint64_t word = rng_next(rng);
        bits = eighths & bit ? bits | word : bits & word;
    }
    return eighths == 8 ? ~(uint64_t)0 : bits;
}

enum { FEW = 8 }; /* sets up to this size are drawn card by card */

/* k of some cards, every such set exactly equally likely; 0 <= k <= count_cards(cards).
 * Many: a random set of about the right size, then random cards in or out until it has it. No step prefers a card. */
KERNEL_FN cards_t random_cards(rng_t *rng, cards_t cards, unsigned k) {
    unsigned all = count_cards(cards);
    cards_t chosen = 0;
    if (k == all) return cards;
    if (k <= FEW) {
        for (unsigned i = 0; i < k; i++) chosen |= nth_card(cards & ~chosen, rng_below(rng, all - i));
        return chosen;
    }
    chosen = cards & random_bits(rng, k, all);
    unsigned size = count_cards(chosen);
    for (; size < k; size++) chosen |= random_card(rng, cards & ~chosen);
    for (; size > k; size--) chosen ^= random_card(rng, chosen);
    return chosen;
}

#endif
