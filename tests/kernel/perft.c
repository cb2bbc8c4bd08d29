/* Counts the whole tree of a position by the core alone.
 *
 *     perft POSITION DEPTH    (a file of a packed table and position)
 *
 * Prints, for each depth up to DEPTH, how many ways there are to play so many cards. */
#include <stdio.h>
#include <stdlib.h>

#include "core.h"

static unsigned long long ways(const table_t *table, const position_t *p, unsigned depth) {
    if (!depth || is_over(p)) return !depth;
    unsigned long long total = 0;
    for (cards_t legal = legal_cards(p); legal; legal &= legal - 1) {
        position_t after = *p;
        play_card(table, &after, lowest_card(legal));
        total += ways(table, &after, depth - 1);
    }
    return total;
}

int main(int count, char **args) {
    table_t table;
    position_t position;
    FILE *file = count == 3 ? fopen(args[1], "rb") : NULL;
    if (!file || fread(&table, sizeof table, 1, file) != 1 || fread(&position, sizeof position, 1, file) != 1) return 2;
    fclose(file);
    for (int depth = 1; depth <= atoi(args[2]); depth++) printf("%llu\n", ways(&table, &position, (unsigned)depth));
    return 0;
}
