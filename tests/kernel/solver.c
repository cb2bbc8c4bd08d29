/* Runs the exact solver without Python, for sanitizers and planted faults.
 *
 *     solver PROBLEMS    (a file of packed problems, see test_solver_alone.py)
 *
 * Prints a line a problem, for each path this processor has: the outcome, then what is known of each card. */
#include <stdio.h>
#include <stdlib.h>

#include "solver.h"

static void read_into(FILE *file, void *to, size_t bytes) {
    if (fread(to, 1, bytes, file) != bytes) exit(3);
}

static void print(int outcome, const answer_t *answer) {
    printf("%d", outcome);
    for (unsigned i = 0; i < answer->count; i++) {
        const valued_t *v = &answer->values[i];
        printf(" %llu:%llu:%d:%d:%d", (unsigned long long)v->card, (unsigned long long)v->tricks, (int)v->least,
               (int)v->most, (int)v->solved);
    }
    printf("\n");
}

static int run(const char *name, int (*solve)(const problem_t *, answer_t *)) {
    FILE *file = fopen(name, "rb");
    uint64_t head[2]; /* nils broken, bytes of memory */
    if (!file) return 3;
    while (fread(head, sizeof head, 1, file)) {
        table_t table;
        position_t position;
        stakes_t stakes;
        read_into(file, &table, sizeof table);
        read_into(file, &position, sizeof position);
        read_into(file, &stakes, STAKES_HEAD);
        if (!is_sound(&table, &position, &stakes, (unsigned)head[0])) {
            printf("unsound\n");
            break;
        }
        int16_t *worth = malloc(worth_count(&stakes) * sizeof *worth); /* no longer than they are: reading on is caught */
        read_into(file, worth, worth_count(&stakes) * sizeof *worth);
        stakes.worth = worth;
        problem_t problem = {.table = &table, .start = &position, .stakes = &stakes, .broken = (unsigned)head[0],
                             .memory = malloc((size_t)head[1]), .bytes = (size_t)head[1]};
        answer_t answer;
        print(solve(&problem, &answer), &answer);
        free(problem.memory);
        free(worth);
    }
    fclose(file);
    return 0;
}

int main(int count, char **args) {
    if (count != 2) return 2;
    int failed = run(args[1], solve_portable);
#if defined(__x86_64__)
    if (!failed && __builtin_cpu_supports("bmi2")) failed = run(args[1], solve_pdep);
#endif
    return failed;
}
