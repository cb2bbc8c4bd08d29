/* Single-observer information-set Monte-Carlo tree search for two sides (Cowling, Powley and Whitehouse 2012), on the
 * kernel's positions: one tree for all worlds, a world an iteration, UCB1 with availability counts, random playouts.
 *
 * A child is a card; a node's children are those ever met, whatever the world. Rewards are of side 0, from 0 to 1. */
#include <math.h>
#include <stdlib.h>

#include "core.h"
#include "script.h"

enum { MOST_WON = 18 };

typedef struct {
    cards_t card;
    uint32_t child, sibling, visits, available;
    double reward; /* sum, of the side that played the card */
} node_t;

/* What the tricks of each seat are worth to side 0: a part for each side, by the tricks of its two seats. */
typedef struct {
    double part[2][MOST_WON][MOST_WON];
} worth_t;

KERNEL_FN double reward_of(const position_t *p, const worth_t *worth) {
    return worth->part[0][p->won[0]][p->won[2]] + worth->part[1][p->won[1]][p->won[3]];
}

KERNEL_FN double score(const node_t *node, double exploration) {
    return node->reward / node->visits + exploration * sqrt(log((double)node->available) / node->visits);
}

/* Four seats, partners opposite. `rows` holds a world an iteration, `width` words each, the seats' hands first.
 * Writes the visits of each card (by its bit's index); returns 0, or 1 without memory. */
int ismcts(const table_t *table, const position_t *root, const cards_t *rows, unsigned width, uint32_t iterations,
           uint64_t seed, double exploration, const worth_t *worth, uint32_t visits[64]) {
    node_t *nodes = calloc(iterations + 2, sizeof *nodes);
    uint32_t *path = malloc(64 * sizeof *path);
    uint32_t count = 1; /* node 0 is the root, and as a link: nothing */
    if (!nodes || !path) {
        free(nodes);
        free(path);
        return 1;
    }
    for (uint32_t i = 0; i < iterations; i++) {
        position_t p = *root;
        rng_t rng = rng_at(seed, i);
        unsigned depth = 0, mover[64];
        for (unsigned seat = 0; seat < 4; seat++) p.hand[seat] = rows[(size_t)i * width + seat];
        uint32_t at = 0;
        while (!is_over(&p)) {
            cards_t legal = legal_cards(&p), met = 0;
            uint32_t best = 0;
            double highest = -1;
            for (uint32_t child = nodes[at].child; child; child = nodes[child].sibling) {
                if (!(nodes[child].card & legal)) continue;
                met |= nodes[child].card;
                nodes[child].available++;
                double value = score(&nodes[child], exploration);
                if (value > highest) highest = value, best = child;
            }
            int grows = met != legal;
            if (grows) {
                best = count++;
                nodes[best] = (node_t){random_card(&rng, legal & ~met), 0, nodes[at].child, 0, 1, 0};
                nodes[at].child = best;
            }
            mover[depth] = p.turn;
            path[depth++] = at = best;
            play_card(table, &p, nodes[at].card);
            if (grows) break;
        }
        play_randomly(table, &p, &rng);
        double reward = reward_of(&p, worth);
        for (unsigned step = 0; step < depth; step++) {
            nodes[path[step]].visits++;
            nodes[path[step]].reward += mover[step] & 1 ? 1 - reward : reward;
        }
    }
    for (uint32_t child = nodes[0].child; child; child = nodes[child].sibling)
        visits[lowest_index(nodes[child].card)] = nodes[child].visits;
    free(nodes);
    free(path);
    return 0;
}
