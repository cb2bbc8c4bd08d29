/* Jobs: many items worked on by one call. Each loop does the items from `from` up to `to`, in any order and on any
 * thread with the same results. A path is the same loops compiled for one kind of processor. Twin: twin/jobs.py. */
#ifndef ATOUT_JOBS_H
#define ATOUT_JOBS_H

#include <stddef.h>

#include "deal.h"
#include "worlds.h"

/* Playouts. Item ((world * firsts + first) * repeats + repeat): the hands of that world, then that first card, then the
 * policy. The stream is that of (first_world + world) * repeats + repeat: every first card meets the same chances. */
typedef struct {
    table_t table;
    policy_t policy;
    const position_t *start;
    const cards_t *hands; /* a row of `width` words a world, the seats first; NULL: those of `start` */
    const cards_t *firsts; /* a card each; 0: none is given */
    const uint8_t *aims;   /* for each world the groups of the seats, then their needs; NULL: those of the policy */
    size_t width, count_firsts, repeats;
    uint64_t seed, first_world;
    uint8_t *won; /* a byte a seat for each item */
} playouts_t;

/* Whole random deals, item i from the stream of first_deal + i. */
typedef struct {
    const game_t *game;
    uint64_t seed, first_deal;
    int32_t *points; /* a word a side for each item */
    uint8_t *won;    /* a byte a seat for each item */
} deals_t;

/* Deals consistent with a view, item i from the stream of first_world + i. */
typedef struct {
    const plan_t *plan; /* by counting, with nodes and options; else NULL */
    const node_t *nodes;
    const option_t *options;
    const chain_t *chain; /* by a walk; else NULL */
    uint64_t seed, first_world;
    size_t width;
    cards_t *rows; /* `width` words for each item */
} worlds_t;

/* How far the cards played surprise the script, item i in a world. `start` is the first position of the play, each hand
 * holding just what its seat has played since; a world adds the rest. */
typedef struct {
    table_t table;
    policy_t policy;
    const position_t *start;
    const cards_t *hands; /* a row of `width` words a world, the seats first */
    const cards_t *plays; /* a card each */
    const int32_t *costs; /* SURPRISE_ROWS of SURPRISE_ROW words */
    size_t width, count_plays;
    unsigned told;  /* the seats whose cards count, a bit each */
    int32_t *found; /* a word a seat for each item */
} surprisals_t;

/* A batch of deals, each with its flat facts beside it. */
enum { BATCH_BEGIN, BATCH_SAMPLE, BATCH_STEP, BATCH_FINISH, BATCH_COUNT };

typedef struct {
    const game_t *game;
    int what;
    deal_t *deals;
    uint64_t *legal;  /* what the seat to act may do */
    uint8_t *turn;    /* who acts */
    uint8_t *stage;   /* what the deal waits for */
    uint8_t *actions; /* STEP reads, SAMPLE writes: the number of a bit of `legal`; ignored where a deal is over */
    uint8_t *bags;    /* BEGIN reads, COUNT writes: a byte a side */
    int32_t *points;  /* COUNT writes: a word a side */
    uint64_t seed, first_deal;
} batch_t;

typedef struct {
    void (*playouts)(const void *job, size_t from, size_t to);
    void (*deals)(const void *job, size_t from, size_t to);
    void (*worlds)(const void *job, size_t from, size_t to);
    void (*surprisals)(const void *job, size_t from, size_t to);
    void (*batch)(const void *job, size_t from, size_t to);
} path_t;

extern const path_t kernel_portable;
#if defined(__x86_64__)
extern const path_t kernel_pdep;
#endif

#endif
