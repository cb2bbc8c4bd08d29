/* The loops of the jobs. Included once by each path_….c, which has chosen the instructions and defines PATH. */
#include "jobs.h"

static void loop_playouts(const void *arg, size_t from, size_t to) {
    const playouts_t *job = arg;
    const unsigned seats = job->table.seats;
    for (size_t item = from; item < to; item++) {
        size_t repeat = item % job->repeats, rest = item / job->repeats;
        size_t first = rest % job->count_firsts, world = rest / job->count_firsts;
        rng_t rng = rng_at(job->seed, (job->first_world + world) * job->repeats + repeat);
        position_t p = *job->start;
        policy_t policy = job->policy;
        for (unsigned i = 0; job->hands && i < seats; i++) p.hand[i] = job->hands[world * job->width + i];
        if (!p.count && !(p.owed & (p.owed - 1))) lead_with(&p, seats, p.owed); /* one card is due: its holder differs */
        if (job->firsts[first]) play_card(&job->table, &p, job->firsts[first]);
        for (unsigned i = 0; job->aims && i < seats; i++) {
            policy.group[i] = job->aims[2 * seats * world + i];
            policy.need[i] = job->aims[2 * seats * world + seats + i];
        }
        play_by_policy(&job->table, &p, &policy, &rng);
        for (unsigned i = 0; i < seats; i++) job->won[item * seats + i] = p.won[i];
    }
}

static void loop_deals(const void *arg, size_t from, size_t to) {
    const deals_t *job = arg;
    const game_t *game = job->game;
    for (size_t item = from; item < to; item++) {
        deal_t deal;
        begin_deal(game, &deal, rng_at(job->seed, job->first_deal + item), NULL);
        finish_randomly(game, &deal);
        count_t count = count_deal(game, &deal);
        for (unsigned i = 0; i < game->sides; i++) job->points[item * game->sides + i] = count.points[i];
        for (unsigned i = 0; i < game->seats; i++) job->won[item * game->seats + i] = deal.play.won[i];
    }
}

static void loop_worlds(const void *arg, size_t from, size_t to) {
    const worlds_t *job = arg;
    for (size_t item = from; item < to; item++) {
        rng_t rng = rng_at(job->seed, job->first_world + item);
        cards_t *row = job->rows + item * job->width;
        if (job->plan) {
            counted_world(job->plan, job->nodes, job->options, &rng, row);
        } else {
            walked_world(job->chain, &rng, row);
        }
    }
}

static void loop_surprisals(const void *arg, size_t from, size_t to) {
    const surprisals_t *job = arg;
    const unsigned seats = job->table.seats;
    for (size_t item = from; item < to; item++) {
        position_t p = *job->start;
        int32_t *found = job->found + item * seats;
        for (unsigned i = 0; i < seats; i++) {
            p.hand[i] |= job->hands[item * job->width + i];
            found[i] = 0;
        }
        add_surprisals(&job->table, &p, &job->policy, job->plays, job->count_plays, job->told, job->costs, found);
    }
}

static void count_item(const batch_t *job, size_t item) {
    const game_t *game = job->game;
    count_t count = count_deal(game, &job->deals[item]);
    for (unsigned i = 0; i < game->sides; i++) {
        job->points[item * game->sides + i] = count.points[i];
        job->bags[item * game->sides + i] = count.bags[i];
    }
}

static void loop_batch(const void *arg, size_t from, size_t to) {
    const batch_t *job = arg;
    const game_t *game = job->game;
    for (size_t item = from; item < to; item++) {
        deal_t *deal = &job->deals[item];
        switch (job->what) {
        case BATCH_BEGIN:
            begin_deal(game, deal, rng_at(job->seed, job->first_deal + item), job->bags + item * game->sides);
            break;
        case BATCH_SAMPLE:
            if (!job->legal[item]) continue;
            job->actions[item] = (uint8_t)lowest_index(random_card(&deal->rng, job->legal[item]));
            continue;
        case BATCH_STEP:
            if (job->legal[item]) act(game, deal, job->actions[item]);
            break;
        case BATCH_FINISH: finish_randomly(game, deal); break;
        default: count_item(job, item); continue;
        }
        job->legal[item] = legal_actions(game, deal);
        job->turn[item] = (uint8_t)seat_to_act(deal);
        job->stage[item] = deal->stage;
    }
}

const path_t PATH = {loop_playouts, loop_deals, loop_worlds, loop_surprisals, loop_batch};
