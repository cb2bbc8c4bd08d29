/* Deals consistent with a view, sampled. worlds.py makes the plan by counting; here it is only followed.
 * Included after core.h. Twin: twin/worlds.py. */
#ifndef ATOUT_WORLDS_H
#define ATOUT_WORLDS_H

#include <stddef.h>

#include "chance.h"

enum { MOST_PLACES = 12, MOST_CLASSES = 16, MOST_CARDS = 64 };

/* A number below n, all exactly equally likely, for any n >= 1. */
KERNEL_FN uint64_t rng_below_64(rng_t *rng, uint64_t n) {
    if (n >> 32 == 0) return rng_below(rng, (uint32_t)n);
    uint64_t mask = ~(uint64_t)0 >> __builtin_clzll(n - 1), number;
    do number = rng_next(rng) & mask;
    while (number >= n);
    return number;
}

/* --- by counting --------------------------------------------------------------------------------------------------- */

/* How many cards of each class one place gets, for the deals below `until` in the order of the node. */
typedef struct {
    uint64_t until;
    uint32_t node; /* where the next place's choices stand */
    uint8_t counts[MOST_CLASSES];
} option_t;

/* The choices for one place, given what is left of each class: `options` from `first` on. */
typedef struct {
    uint64_t deals; /* in all */
    uint32_t first, options;
} node_t;

/* Cards of one class may lie in the same places. The places that some class is barred from come first and follow the
 * nodes, from `root` on; the others share what is left, any card anywhere. `fixed` is what each place surely holds. */
typedef struct {
    cards_t fixed[MOST_PLACES];
    cards_t classes[MOST_CLASSES];
    uint8_t order[MOST_PLACES]; /* the barred places, then the others */
    uint8_t size[MOST_PLACES];  /* cards to be given to each place of `order` */
    uint8_t places, barred, open; /* in all, then how many of each in `order` */
    uint8_t count_classes;
    uint32_t root;
} plan_t;

KERNEL_FN void counted_world(const plan_t *plan, const node_t *nodes, const option_t *options, rng_t *rng, cards_t *row) {
    cards_t left[MOST_CLASSES], pool = 0;
    for (unsigned i = 0; i < plan->places; i++) row[i] = plan->fixed[i];
    for (unsigned k = 0; k < plan->count_classes; k++) left[k] = plan->classes[k];
    uint32_t at = plan->root;
    for (unsigned i = 0; i < plan->barred; i++) {
        const option_t *option = options + nodes[at].first;
        if (nodes[at].options > 1) {
            uint64_t chosen = rng_below_64(rng, nodes[at].deals);
            while (option->until <= chosen) option++;
        }
        for (unsigned k = 0; k < plan->count_classes; k++) {
            if (!option->counts[k]) continue;
            cards_t given = random_cards(rng, left[k], option->counts[k]);
            row[plan->order[i]] |= given;
            left[k] ^= given;
        }
        at = option->node;
    }
    for (unsigned k = 0; k < plan->count_classes; k++) pool |= left[k];
    for (unsigned i = plan->barred; i < plan->barred + plan->open; i++) {
        cards_t given = random_cards(rng, pool, plan->size[i]);
        row[plan->order[i]] |= given;
        pool ^= given;
    }
}

/* --- by a chain ---------------------------------------------------------------------------------------------------- */

/* Where counting is too large: a Metropolis walk from a deal that fits. A step draws a ring of cards and lets each take
 * the place of the next, if all may; ring and reversed ring are equally likely, so every deal is in the long run. */
typedef struct {
    cards_t fixed[MOST_PLACES];
    uint8_t card[MOST_CARDS];   /* the index of each hidden card */
    uint8_t place[MOST_CARDS];  /* where it lies at first */
    uint16_t may[MOST_CARDS];   /* the places where it may lie, a bit each */
    uint32_t steps;
    uint8_t cards, places, ring; /* `ring`: the most cards that move at once, at least 2 */
} chain_t;

KERNEL_FN void chain_step(const chain_t *chain, rng_t *rng, uint8_t *place) {
    uint8_t ring[MOST_PLACES], to[MOST_PLACES];
    unsigned length = 2 + rng_below(rng, chain->ring - 1u);
    int fits = 1;
    for (unsigned i = 0; i < length; i++) {
        ring[i] = (uint8_t)rng_below(rng, chain->cards);
        for (unsigned j = 0; j < i; j++) fits &= ring[i] != ring[j];
    }
    for (unsigned i = 0; i < length; i++) {
        to[i] = place[ring[i + 1 == length ? 0 : i + 1]];
        fits &= chain->may[ring[i]] >> to[i] & 1;
    }
    for (unsigned i = 0; fits && i < length; i++) place[ring[i]] = to[i];
}

KERNEL_FN void walked_world(const chain_t *chain, rng_t *rng, cards_t *row) {
    uint8_t place[MOST_CARDS];
    for (unsigned i = 0; i < chain->cards; i++) place[i] = chain->place[i];
    for (uint32_t i = 0; i < chain->steps; i++) chain_step(chain, rng, place);
    for (unsigned i = 0; i < chain->places; i++) row[i] = chain->fixed[i];
    for (unsigned i = 0; i < chain->cards; i++) row[place[i]] |= (cards_t)1 << chain->card[i];
}

#endif
