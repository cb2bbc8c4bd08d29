/* Runs jobs of the kernel without Python, for sanitizers and planted faults.
 *
 *     driver SEED GAME PLAYOUT PLAN NODES OPTIONS WALK    (the rest files of packed structs, see test_sanitized.py)
 *
 * Prints the results as numbers, one line a job, for each path this processor has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"

enum { ITEMS = 40 };

static void *contents(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file) exit(3);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void *data = malloc(size ? (size_t)size : 1); /* no longer than the file: reading on is caught */
    if (fread(data, 1, (size_t)size, file) != (size_t)size) exit(3);
    fclose(file);
    return data;
}

static void print(const char *name, const uint64_t *numbers, size_t count) {
    printf("%s", name);
    for (size_t i = 0; i < count; i++) printf(" %llu", (unsigned long long)numbers[i]);
    printf("\n");
}

static void print_bytes(const char *name, const uint8_t *bytes, size_t count) {
    printf("%s", name);
    for (size_t i = 0; i < count; i++) printf(" %u", bytes[i]);
    printf("\n");
}

static void print_points(const int32_t *points, size_t count) {
    printf("points");
    for (size_t i = 0; i < count; i++) printf(" %d", points[i]);
    printf("\n");
}

/* Whole deals, then the same by a batch that samples and steps. */
static void deal(const path_t *path, const game_t *game, uint64_t seed) {
    size_t sides = ITEMS * (size_t)game->sides, seats = ITEMS * (size_t)game->seats;
    int32_t *points = calloc(sides, sizeof *points);
    uint8_t *won = calloc(seats, 1), *bags = calloc(sides, 1), *bytes = calloc(ITEMS, 3);
    uint64_t *legal = calloc(ITEMS, sizeof *legal);
    deal_t *deals = calloc(ITEMS, sizeof *deals);
    path->deals(&(deals_t){game, seed, 0, points, won}, 0, ITEMS);
    print_points(points, sides);
    print_bytes("won", won, seats);
    batch_t batch = {game, BATCH_BEGIN, deals, legal, bytes, bytes + ITEMS, bytes + 2 * ITEMS, bags, points, seed, 0};
    path->batch(&batch, 0, ITEMS);
    for (int step = 0; step < 70; step++) {
        batch.what = BATCH_SAMPLE;
        path->batch(&batch, 0, ITEMS);
        batch.what = BATCH_STEP;
        path->batch(&batch, 0, ITEMS);
    }
    batch.what = BATCH_COUNT;
    path->batch(&batch, 0, ITEMS);
    print_points(points, sides);
    print_bytes("bags", bags, sides);
    free(points), free(won), free(bags), free(bytes), free(legal), free(deals);
}

/* A file of a table, a policy and a position: one playout after another. */
static void play_out(const path_t *path, const uint8_t *given, uint64_t seed) {
    playouts_t job = {.count_firsts = 1, .repeats = ITEMS, .seed = seed};
    position_t start;
    cards_t none = 0;
    memcpy(&job.table, given, sizeof job.table);
    memcpy(&job.policy, given + sizeof job.table, sizeof job.policy);
    memcpy(&start, given + sizeof job.table + sizeof job.policy, sizeof start);
    job.start = &start;
    job.firsts = &none;
    job.won = calloc(ITEMS, job.table.seats);
    path->playouts(&job, 0, ITEMS);
    print_bytes("playouts", job.won, (size_t)ITEMS * job.table.seats);
    free(job.won);
}

static void sample(const path_t *path, void *plan, void *nodes, void *options, int counted, uint64_t seed) {
    worlds_t job = {.plan = counted ? plan : NULL, .nodes = nodes, .options = options, .seed = seed};
    job.chain = counted ? NULL : plan;
    job.width = counted ? job.plan->places : job.chain->places;
    job.rows = calloc(ITEMS * job.width, sizeof *job.rows);
    path->worlds(&job, 0, ITEMS);
    print("worlds", job.rows, ITEMS * job.width);
    free(job.rows);
}

int main(int count, char **args) {
    if (count != 8) return 2;
    uint64_t seed = strtoull(args[1], NULL, 10);
    void *files[8] = {NULL};
    for (int i = 2; i < 8; i++) files[i] = contents(args[i]);
    const path_t *paths[2] = {&kernel_portable, NULL};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2")) paths[1] = &kernel_pdep;
#endif
    for (int i = 0; i < 2 && paths[i]; i++) {
        deal(paths[i], files[2], seed);
        play_out(paths[i], files[3], seed);
        sample(paths[i], files[4], files[5], files[6], 1, seed);
        sample(paths[i], files[7], NULL, NULL, 0, seed);
    }
    for (int i = 2; i < 8; i++) free(files[i]);
    return 0;
}
