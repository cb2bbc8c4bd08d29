/* A table to deal at: its pack, its auction and what tricks are worth, all as tables filled in by game.py from the
 * family's own scorer. Here is only what combines them. Included after core.h. Twin: twin/game.py. */
#ifndef ATOUT_GAME_H
#define ATOUT_GAME_H

#include "core.h"

enum { MOST_TRICKS = 26, MOST_PROMISED = 52, MOST_UNDERTAKINGS = 10, NO_TOTAL = 255, TRUMPS = 5 };

/* Kinds of auction. PROMISES: each seat in turn says how many tricks it will take, under a fixed trump. CALLS: a maker
 * is found, by the suit of a turned card or by a bid of tricks, and names trump. */
enum { PROMISES = 0, CALLS = 1 };

enum { NOBODY = 255 };
enum { NO_TRUMP = 4 };               /* no trump; of a turned card: no suit, its dealer names one by right */
enum { DEALERS_LEFT = 0, MAKERS_LEFT = 1, MAKER_LEADS = 2 };

typedef struct {
    int16_t points;
    int16_t bags;
} worth_t;

typedef struct {
    cards_t to[TRUMPS][64]; /* CALLS: card number without trump -> the card under each trump (4: none) */
    cards_t pack;           /* in the labels the deal starts with */
    cards_t trump;          /* PROMISES: the trump lane */
    cards_t shut;           /* what may not be led at first */
    cards_t leads;          /* PROMISES: the card that opens the play, or 0 */
    cards_t low;            /* CALLS: the cards that may be exchanged */
    worth_t contract[MOST_PROMISED + 1][MOST_TRICKS + 1]; /* by tricks promised (0: none) and taken */
    worth_t nil[2][2][MOST_TRICKS + 1]; /* by tricks; [1]: bid before looking; [][1]: when they count for the partner */
    int16_t joint[MOST_SEATS + 1];     /* by nils failed, where a whole side bids nil together */
    int16_t made[MOST_UNDERTAKINGS][MOST_TRICKS + 1][2]; /* CALLS: by undertaking and the maker's tricks: his side, others */
    int16_t own[MOST_TRICKS + 1];      /* CALLS: what the other sides in play get besides, by their own tricks */
    int16_t bag_size, bag_penalty;     /* size 0: no bags */
    uint8_t seats, sides, each, kind, opening;
    uint8_t side_of[MOST_SEATS];
    uint8_t most, least, forbidden; /* PROMISES: see simulation.Promises; forbidden NO_TOTAL: any total may be */
    uint8_t pair_least, told;
    uint8_t own_contracts, helping, has_joint, carry;
    uint8_t blind, gift; /* PROMISES: the seats (bits) that may bid nil before looking; cards exchanged after that */
    uint8_t stick, discard_turned, lead, lone_lead; /* CALLS, all from here on: see simulation.Calls */
    uint8_t least_bid, moon, alone, partner_alone, defend_alone, dropping, exchanged;
    uint8_t trumps, fixed; /* trumps that may be named, as bits; the suit that is trump when it is turned up, or NOBODY */
    uint8_t suit[64];      /* by card number without trump: the suit a turned card makes trump, or NO_TRUMP */
} game_t;

/* --- promises ------------------------------------------------------------------------------------------------------ */

enum { UNSAID = 255 };
enum { TOLD_NOTHING = 0, TOLD_TRUMPS = 1, TOLD_TRUMPS_OR_NIL = 2 }; /* what the hand says of the promise */

/* Whether a promise may be made by itself: beside those its partners made, and by the total of the last to speak. */
KERNEL_FN int may_promise(const game_t *g, const uint8_t *said, unsigned seat, unsigned waiting, unsigned tricks) {
    unsigned sum = tricks, together = tricks, silent = 0;
    for (unsigned i = 0; i < g->seats; i++) {
        unsigned partner = i != seat && g->side_of[i] == g->side_of[seat];
        if (said[i] == UNSAID) {
            silent |= partner;
            continue;
        }
        sum += said[i];
        together += partner ? said[i] : 0;
        if (g->least && tricks && said[i] && partner) return 0;
    }
    if (!silent && together < g->pair_least) return 0;
    return (!tricks || tricks >= g->least) && (waiting > 1 || sum != g->forbidden);
}

/* Whether `waiting` seats from `seat` on can all be left a promise; `said` comes back as it was. */
static int can_finish(const game_t *g, uint8_t *said, unsigned seat, unsigned waiting) {
    if (!waiting) return 1;
    for (unsigned tricks = 0; tricks <= g->most; tricks++) {
        if (!may_promise(g, said, seat, waiting, tricks)) continue;
        said[seat] = (uint8_t)tricks;
        int finished = can_finish(g, said, seat + 1u == g->seats ? 0 : seat + 1u, waiting - 1);
        said[seat] = UNSAID;
        if (finished) return 1;
    }
    return 0;
}

/* The promises (bit n: n tricks) that the hand of a seat leaves it. */
KERNEL_FN uint32_t told_promises(const game_t *g, cards_t hand) {
    uint32_t any = ((uint32_t)2 << g->most) - 1;
    return g->told ? any & ((uint32_t)1 << count_cards(hand & g->trump) | (g->told == TOLD_TRUMPS_OR_NIL)) : any;
}

/* Those of some promises that a seat may make when `waiting` seats, itself the first, have yet to speak. One that would
 * leave a later seat without any is not among them. */
KERNEL_FN uint32_t legal_promises(
    const game_t *g, const uint8_t *said, unsigned seat, unsigned waiting, uint32_t plain
) {
    uint32_t legal = 0;
    if (!g->least && !g->pair_least && (waiting > 1 || g->forbidden == NO_TOTAL)) return plain;
    uint8_t then[MOST_SEATS];
    for (unsigned i = 0; i < MOST_SEATS; i++) then[i] = said[i];
    for (unsigned tricks = 0; tricks <= g->most; tricks++) {
        if (!(plain >> tricks & 1) || !may_promise(g, said, seat, waiting, tricks)) continue;
        then[seat] = (uint8_t)tricks;
        if ((g->forbidden == NO_TOTAL && !g->pair_least) || can_finish(g, then, seat + 1u == g->seats ? 0 : seat + 1u, waiting - 1))
            legal |= (uint32_t)1 << tricks;
    }
    return legal;
}

/* --- count --------------------------------------------------------------------------------------------------------- */

typedef struct {
    int32_t points[MOST_SEATS]; /* by side */
    uint8_t bags[MOST_SEATS];   /* carried on, by side */
} count_t;

/* The bags of a side after a deal, and their penalty. */
KERNEL_FN void count_bags(const game_t *g, count_t *c, unsigned side, int collected) {
    c->bags[side] = 0;
    if (!g->bag_size) return;
    int penalties = collected / g->bag_size;
    c->points[side] += penalties * g->bag_penalty;
    if (!penalties || g->carry) c->bags[side] = (uint8_t)(collected - penalties * g->bag_size);
}

KERNEL_FN count_t count_promises(
    const game_t *g, const uint8_t *said, unsigned blind, const uint8_t *won, const uint8_t *bags_before
) {
    count_t c = {{0}, {0}};
    int promised[MOST_SEATS] = {0}, taken[MOST_SEATS] = {0}, nil_tricks[MOST_SEATS] = {0}, failed[MOST_SEATS] = {0};
    int bags[MOST_SEATS] = {0};
    for (unsigned i = 0; i < g->seats; i++) {
        unsigned side = g->side_of[i];
        promised[side] += said[i];
        *(said[i] ? &taken[side] : &nil_tricks[side]) += won[i];
        failed[side] += !said[i] && won[i];
    }
    for (unsigned i = 0; i < g->seats; i++) {
        unsigned side = g->side_of[i];
        int helping = g->helping && promised[side];
        if (said[i] && !g->own_contracts) continue;
        worth_t w = said[i] ? g->contract[said[i]][won[i] + (helping ? nil_tricks[side] : 0)]
                            : g->nil[blind >> i & 1][helping][won[i]];
        c.points[side] += said[i] || promised[side] || !g->has_joint ? w.points : 0;
        bags[side] += w.bags;
    }
    for (unsigned side = 0; side < g->sides; side++) {
        int helped = g->helping ? nil_tricks[side] : 0;
        if (promised[side] && !g->own_contracts) {
            worth_t w = g->contract[promised[side]][taken[side] + helped];
            c.points[side] += w.points;
            bags[side] += w.bags;
        }
        if (!promised[side] && g->has_joint) c.points[side] += g->joint[failed[side]];
        count_bags(g, &c, side, bags_before[side] + bags[side]);
    }
    return c;
}

/* `resting` are the seats (bits) that sit out; without a maker every side gets what its own tricks are worth. */
KERNEL_FN count_t count_calls(
    const game_t *g, unsigned maker, unsigned undertaking, unsigned resting, const uint8_t *won
) {
    count_t c = {{0}, {0}};
    unsigned taken[MOST_SEATS] = {0}, mine = maker == NOBODY ? NOBODY : g->side_of[maker], in_play = 0;
    for (unsigned i = 0; i < g->seats; i++) {
        taken[g->side_of[i]] += won[i];
        in_play |= ~resting >> i & 1 ? 1u << g->side_of[i] : 0;
    }
    unsigned tricks = mine == NOBODY ? 0 : taken[mine];
    for (unsigned side = 0; side < g->sides; side++) {
        if (maker != NOBODY) c.points[side] = g->made[undertaking][tricks][side != mine];
        if (side != mine && in_play >> side & 1) c.points[side] += g->own[taken[side]];
    }
    return c;
}

#endif
