/* The exact solver's memory: what was proved of positions between two tricks. Included by solve.h.
 *
 * A fact holds wherever the suit lengths are the same and the cards it asks for lie in the same hands. It asks for the
 * top cards of every lane down to some card. `holders` are two words, two lanes each, a half word a lane: the holder of
 * the top card in the top bits, then the next card's; `mask` has the bits of the cards asked for.
 */
#ifndef ATOUT_SOLVE_FACTS_H
#define ATOUT_SOLVE_FACTS_H

#include <stddef.h>
#include <string.h>

#include "core.h"

enum { BRANCHES = 8, STEM_FACTS = 7 };

typedef struct {
    uint64_t holders[2], mask[2];
    uint64_t value;
    uint32_t hint; /* the card that decided */
} fact_t;

/* What a fact asks of the top bits of each lane, to see at a glance that it does not fit. */
typedef struct {
    uint32_t holders, mask;
} glance_t;

/* Facts in a tree. A stem that is full is split: facts that ask for the card of its depth (`SPLITS`) go to a branch by
 * that card's holder, of the others as many as it holds stay, and more go to `rest`. */
typedef struct {
    glance_t glance[STEM_FACTS];
    uint32_t fact[STEM_FACTS];         /* numbers */
    uint32_t branch[BRANCHES], rest; /* places in the pool; 0 for none */
    uint8_t count, depth, is_split;
} stem_t;

/* Positions with the same suit lengths, leader, shut lane and standing. */
typedef struct {
    uint64_t key[2];
    uint32_t next; /* a place in the pool; 0 for none */
    uint32_t hint; /* the card that decided here last */
    stem_t stem;
} group_t;

/* The cards by which stems are split, by depth: the top ones first, and trump before the other lanes. */
static const struct {
    uint8_t lane, above;
} SPLITS[] = {{3, 0}, {3, 1}, {2, 0}, {1, 0}, {0, 0}, {3, 2}, {2, 1}, {1, 1},
              {0, 1}, {3, 3}, {2, 2}, {1, 2}, {0, 2}, {3, 4}, {3, 5}, {3, 6}};

enum {
    MOST_SPLITS = sizeof SPLITS / sizeof *SPLITS,
    MOST_GROWTH = sizeof(group_t) + (2 * MOST_SPLITS + BRANCHES) * sizeof(stem_t), /* bytes that a fact may need */
};

/* One pool: groups and stems grow from its start, in units of 8 bytes, facts from its end; when they meet, all is
 * forgotten. */
typedef struct {
    uint32_t *heads;
    uint32_t heads_mask;
    uint64_t *pool; /* unit 0 stays unused */
    fact_t *facts;  /* numbered downwards from just behind the pool: facts[-1] is number 1 */
    size_t bytes;
    uint32_t units, fact_count;
    unsigned holder_bits;
} memory_t;

/* Where a position stands in the memory. */
typedef struct {
    uint64_t key[2], holders[2];
    group_t *group; /* NULL: nothing is known of any like it */
    uint32_t bucket;
} place_t;

KERNEL_FN void forget(memory_t *m) {
    memset(m->heads, 0, ((size_t)m->heads_mask + 1) * sizeof *m->heads);
    m->units = m->fact_count = 1;
}

KERNEL_FN int is_full(const memory_t *m) {
    return m->units * sizeof *m->pool + MOST_GROWTH + (m->fact_count + 1) * sizeof(fact_t) > m->bytes;
}

KERNEL_FN fact_t *fact_at(const memory_t *m, uint32_t number) { return m->facts - number; }

KERNEL_FN stem_t *stem_at(const memory_t *m, uint32_t place) { return (stem_t *)(void *)(m->pool + place); }

KERNEL_FN group_t *group_at(const memory_t *m, uint32_t place) { return (group_t *)(void *)(m->pool + place); }

/* The place of so many bytes, all 0. */
KERNEL_FN uint32_t room_for(memory_t *m, size_t bytes) {
    const uint32_t place = m->units, units = (uint32_t)((bytes + 7) / 8);
    m->units += units;
    memset(m->pool + place, 0, (size_t)units * 8);
    return place;
}

KERNEL_FN void find_group(const memory_t *m, place_t *place) {
    place->bucket = (uint32_t)(mix64(place->key[0] ^ place->key[1] * GOLDEN_GAMMA) >> 20) & m->heads_mask;
    place->group = NULL;
    for (uint32_t at = m->heads[place->bucket]; at;) {
        group_t *group = group_at(m, at);
        if (group->key[0] == place->key[0] && group->key[1] == place->key[1]) {
            place->group = group;
            return;
        }
        at = group->next;
    }
}

KERNEL_FN void make_group(memory_t *m, place_t *place) {
    const uint32_t at = room_for(m, sizeof(group_t));
    place->group = group_at(m, at);
    place->group->key[0] = place->key[0];
    place->group->key[1] = place->key[1];
    place->group->next = m->heads[place->bucket];
    m->heads[place->bucket] = at;
}

/* --- stems -------------------------------------------------------------------------------------------------------- */

/* The top bits of every lane. */
KERNEL_FN uint32_t top_bits(const uint64_t words[2]) {
    return (uint32_t)((words[0] >> 24 & 0xFF) | (words[0] >> 48 & 0xFF00) | (words[1] >> 8 & 0xFF0000) |
                      (words[1] >> 32 & 0xFF000000));
}

/* What words say of the card by which a stem is split. */
KERNEL_FN unsigned at_split(const memory_t *m, const stem_t *stem, const uint64_t words[2]) {
    const unsigned lane = SPLITS[stem->depth].lane, below = 32 - (SPLITS[stem->depth].above + 1u) * m->holder_bits;
    return (unsigned)(words[lane >> 1] >> ((lane & 1u) * 32 + below)) & ((1u << m->holder_bits) - 1);
}

KERNEL_FN int fits(const fact_t *fact, const uint64_t holders[2]) {
    return !(((fact->holders[0] ^ holders[0]) & fact->mask[0]) | ((fact->holders[1] ^ holders[1]) & fact->mask[1]));
}

KERNEL_FN void swap_facts(stem_t *stem, unsigned i, unsigned j) {
    const glance_t glance = stem->glance[i];
    const uint32_t fact = stem->fact[i];
    stem->glance[i] = stem->glance[j];
    stem->fact[i] = stem->fact[j];
    stem->glance[j] = glance;
    stem->fact[j] = fact;
}

/* A stem that grows from another at a place of its own, made if there is none. */
KERNEL_FN stem_t *grown(memory_t *m, const stem_t *from, uint32_t *at) {
    if (!*at) {
        *at = room_for(m, sizeof(stem_t));
        stem_at(m, *at)->depth = (uint8_t)(from->depth + (from->depth < MOST_SPLITS));
    }
    return stem_at(m, *at);
}

KERNEL_FN void keep(stem_t *stem, glance_t glance, uint32_t fact) {
    stem->glance[stem->count] = glance;
    stem->fact[stem->count++] = fact;
}

static void split(memory_t *m, stem_t *stem) {
    const unsigned count = stem->count;
    stem->is_split = 1;
    stem->count = 0;
    for (unsigned i = 0; i < count; i++) {
        const fact_t *fact = fact_at(m, stem->fact[i]);
        const int goes = at_split(m, stem, fact->mask) != 0;
        stem_t *to = goes ? grown(m, stem, &stem->branch[at_split(m, stem, fact->holders)]) : stem;
        keep(to, stem->glance[i], stem->fact[i]);
    }
}

/* --- looking up and noting down ----------------------------------------------------------------------------------- */

/* Whether the value of a fact decides a question that a goal puts. */
typedef int (*decides_t)(uint64_t value, int goal);

/* The first fact on a stem, and on what grows from it, that fits a position and decides; it is brought to the front.
 * NULL if there is none; `hint` gets the last one of the facts that fit only. */
static const fact_t *find_on(const memory_t *m, stem_t *stem, const place_t *place, uint32_t glance, decides_t decides,
                             int goal, uint32_t *hint) {
    for (;;) {
        for (unsigned i = 0; i < stem->count; i++) {
            if ((stem->glance[i].holders ^ glance) & stem->glance[i].mask) continue;
            const fact_t *fact = fact_at(m, stem->fact[i]);
            if (!fits(fact, place->holders)) continue;
            if (decides(fact->value, goal)) {
                swap_facts(stem, 0, i);
                return fact;
            }
            if (fact->hint) *hint = fact->hint;
        }
        const uint32_t branch = stem->is_split ? stem->branch[at_split(m, stem, place->holders)] : 0;
        if (branch && stem->rest) {
            const fact_t *fact = find_on(m, stem_at(m, branch), place, glance, decides, goal, hint);
            if (fact) return fact;
        }
        if (!branch && !stem->rest) return NULL;
        stem = stem_at(m, stem->rest ? stem->rest : branch);
    }
}

KERNEL_FN const fact_t *find_fact(const memory_t *m, const place_t *place, decides_t decides, int goal,
                                  uint32_t *hint) {
    if (!place->group) return NULL;
    return find_on(m, &place->group->stem, place, top_bits(place->holders), decides, goal, hint);
}

/* The fact that asks for exactly this, made with `fresh` as value if there is none. */
static fact_t *note_fact(memory_t *m, place_t *place, const uint64_t mask[2], uint64_t fresh) {
    const uint64_t holders[2] = {place->holders[0] & mask[0], place->holders[1] & mask[1]};
    const glance_t glance = {top_bits(holders), top_bits(mask)};
    if (is_full(m)) forget(m);
    find_group(m, place);
    if (!place->group) make_group(m, place);
    stem_t *stem = &place->group->stem;
    for (;;) {
        for (unsigned i = 0; i < stem->count; i++) {
            fact_t *fact = fact_at(m, stem->fact[i]);
            if (stem->glance[i].holders == glance.holders && stem->glance[i].mask == glance.mask &&
                fact->mask[0] == mask[0] && fact->mask[1] == mask[1] && fits(fact, holders))
                return fact;
        }
        if (stem->count == STEM_FACTS && !stem->is_split && stem->depth < MOST_SPLITS) split(m, stem);
        if (stem->is_split && at_split(m, stem, mask)) {
            stem = grown(m, stem, &stem->branch[at_split(m, stem, holders)]);
        } else if (stem->count == STEM_FACTS) {
            stem = grown(m, stem, &stem->rest);
        } else {
            break;
        }
    }
    const uint32_t number = m->fact_count++;
    keep(stem, glance, number);
    fact_t *fact = fact_at(m, number);
    *fact = (fact_t){{holders[0], holders[1]}, {mask[0], mask[1]}, fresh, 0};
    return fact;
}

#endif
