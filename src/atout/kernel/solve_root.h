/* The exact solver's root: memory laid out, lanes closed up, every card valued. Included last. */
#ifndef ATOUT_SOLVE_ROOT_H
#define ATOUT_SOLVE_ROOT_H

#include "solve_many.h"
#include "solve_two.h"

/* --- closing up the lanes: the cards that are still in play, without gaps ----------------------------------------- */

KERNEL_FN cards_t closed_up(cards_t cards, cards_t live) {
    cards_t closed = 0;
    for (; cards; cards &= cards - 1) {
        cards_t card = lowest_card(cards), lane = lane_of(card);
        closed |= (cards_t)1 << ((lowest_index(card) & 0x30u) + count_cards(live & lane & (card - 1)));
    }
    return closed;
}

/* Memory is given out from the front of the caller's. */
typedef struct {
    char *at;
    size_t left;
} arena_t;

static void *give(arena_t *arena, size_t bytes) {
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > arena->left) return NULL;
    void *given = arena->at;
    arena->at += bytes;
    arena->left -= bytes;
    return given;
}

static unsigned holder_of(const cards_t *hand, unsigned seats, cards_t card) {
    unsigned seat = 0;
    while (seat < seats && !(hand[seat] & card)) seat++;
    return seat;
}

/* The holders of every subset of a lane, in the order of the cards from the top. */
static void fill_holders(solver_t *s, unsigned lane, unsigned size, const cards_t *dealt) {
    uint32_t *row = s->holders[lane];
    row[0] = 0;
    for (unsigned top = 0; top < size; top++) {
        unsigned holder = holder_of(dealt, s->seats, (cards_t)1 << (lane * LANE_BITS + top));
        uint32_t word = (uint32_t)holder << (32 - s->memory.holder_bits), bit = (uint32_t)1 << top;
        for (uint32_t below = 0; below < bit; below++) row[bit | below] = word | row[below] >> s->memory.holder_bits;
    }
}

/* For every subset of the trump lane and every seat: of its trumps those are certain that no adversary's higher one is
 * left to beat. Each adversary's card beats at most one; matching them from the top leaves as few as can be. */
static void fill_sure(solver_t *s, unsigned size, const cards_t *dealt) {
    uint8_t holders[LANE_BITS];
    for (unsigned rank = 0; rank < size; rank++)
        holders[rank] = (uint8_t)holder_of(dealt, s->seats, (cards_t)1 << (3 * LANE_BITS + rank));
    memset(s->sures, 0, sizeof *s->sures);
    for (unsigned seat = 0; seat < s->seats; seat++) s->sures->surest[s->side[seat]] = (uint8_t)seat;
    for (uint32_t left = 1; left < (uint32_t)1 << size; left++) { /* all but the lowest card are done already */
        const sures_t *above = s->sures + (left & (left - 1));
        sures_t *now = s->sures + left;
        unsigned holder = holders[__builtin_ctz(left)];
        *now = *above;
        for (unsigned seat = 0; seat < s->seats; seat++) {
            sure_t *sure = &now->of[seat];
            if (holder == seat && sure->against) {
                sure->against--;
            } else if (holder == seat) {
                sure->tops = (uint8_t)count_cards(left);
                uint8_t *surest = &now->surest[s->side[seat]];
                if (++sure->tricks > now->of[*surest].tricks) *surest = (uint8_t)seat;
            } else if (holder < s->seats && s->side[holder] != s->side[seat]) {
                sure->against++;
            }
        }
    }
}

/* --- setting up --------------------------------------------------------------------------------------------------- */

/* Whether a position can exist and be solved: cards in one place each, hands of one size but for the trick. */
static int refuses(const problem_t *problem) {
    const position_t *p = problem->start;
    const stakes_t *k = problem->stakes;
    const unsigned seats = problem->table->seats;
    cards_t seen = p->laid;
    unsigned sizes = count_cards(p->hand[p->turn]);
    if (count_cards(p->laid) != p->count || !sizes) return CONTRADICTORY;
    for (unsigned i = 0, seat = p->turn; i < seats; i++, seat = seat + 1 == seats ? 0 : seat + 1) {
        unsigned due = sizes - (i >= seats - p->count);
        if (seen & p->hand[seat] || count_cards(p->hand[seat]) != due) return CONTRADICTORY;
        seen |= p->hand[seat];
        for (unsigned lane = 0; lane < LANES; lane++) {
            if (count_cards(p->hand[seat] & lane_mask(lane)) > MOST_IN_LANE_OF_HAND) return TOO_LARGE;
        }
    }
    for (unsigned lane = 0; lane < LANES; lane++) { /* lanes are shut whole or not at all */
        cards_t shut = p->shut & seen & lane_mask(lane);
        if (shut && shut != (seen & lane_mask(lane))) return CONTRADICTORY;
    }
    if (sizes > MOST_LEFT || k->nils > MOST_NILS) return TOO_LARGE;
    return k->row == sizes + 1 && k->sides >= 2 && k->sides <= seats ? SOLVED : CONTRADICTORY;
}

static int is_rising(const stakes_t *k) {
    for (unsigned side = 0; side < k->sides; side++) {
        for (unsigned tricks = 1; tricks < k->row; tricks++) {
            if (k->nils || worth_of(k, side, 0, tricks) < worth_of(k, side, 0, tricks - 1)) return 0;
        }
    }
    return 1;
}

/* The largest power of two of heads worth having for some bytes of pool. */
static uint32_t heads_for(size_t bytes) {
    uint32_t heads = 64;
    while ((size_t)heads * 2 * 4096 <= bytes && heads < (uint32_t)1 << 20) heads *= 2;
    return heads;
}

static int set_up(const problem_t *problem, arena_t *arena, solver_t **made, trick_t *trick, cards_t *live) {
    const position_t *p = problem->start;
    const stakes_t *k = problem->stakes;
    solver_t *s = give(arena, sizeof *s);
    if (!s) return NO_MEMORY;
    memset(s, 0, sizeof *s);
    s->seats = problem->table->seats;
    s->opening = problem->table->opening;
    s->stakes = k;
    s->memory.holder_bits = s->seats <= 4 ? 2 : 3;
    memcpy(s->side, k->side, sizeof s->side);
    memcpy(s->nil, k->nil, sizeof s->nil);
    *live = p->laid;
    for (unsigned i = 0; i < s->seats; i++) *live |= p->hand[i];
    cards_t dealt[MOST_SEATS] = {0};
    for (unsigned i = 0; i < s->seats; i++) {
        s->hand[i] = dealt[i] = closed_up(p->hand[i], *live);
        s->all |= s->hand[i];
        s->held[s->side[i]] |= s->hand[i];
        for (cards_t rest = s->hand[i]; rest; rest &= rest - 1) s->lengths[i >> 2] += length_unit(i, rest);
    }
    s->trump = problem->table->trump;
    s->shut = closed_up(p->shut & *live, *live);
    s->broken = problem->broken;
    s->rising = is_rising(k);
    *trick = (trick_t){p->count ? p->owed : 0, closed_up(p->best, *live), closed_up(p->laid, *live),
                       p->winner, p->turn, p->count};
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned size = count_cards(*live & lane_mask(lane));
        s->holders[lane] = give(arena, sizeof(uint32_t) << size);
        if (!s->holders[lane]) return NO_MEMORY;
        fill_holders(s, lane, size, dealt);
    }
    if (s->trump && k->sides == 2) {
        unsigned size = count_cards(*live & s->trump);
        s->sures = give(arena, sizeof *s->sures << size);
        if (!s->sures) return NO_MEMORY;
        fill_sure(s, size, dealt);
    }
    s->standings = give(arena, standings_size(k) * sizeof *s->standings);
    if (!s->standings) return NO_MEMORY;
    memset(s->standings, 0, standings_size(k) * sizeof *s->standings);
    memory_t *m = &s->memory;
    m->heads_mask = heads_for(arena->left) - 1;
    m->heads = give(arena, ((size_t)m->heads_mask + 1) * sizeof *m->heads);
    if (!m->heads || arena->left < 2 * MOST_GROWTH) return NO_MEMORY;
    m->bytes = arena->left & ~(size_t)15;
    m->pool = (uint64_t *)(void *)arena->at;
    m->facts = (fact_t *)(void *)(arena->at + m->bytes);
    forget(m);
    s->most_nodes = problem->most_nodes;
    s->stop = problem->stop;
    s->stop_with = problem->stop_with;
    *made = s;
    return SOLVED;
}

/* --- two sides ---------------------------------------------------------------------------------------------------- */

/* The next worth above (or below) a number that can be had at all; the number itself if there is none. */
static int next_worth(const stakes_t *k, int number, int up) {
    int next = number;
    for (unsigned at = 0; at < (unsigned)k->row << k->nils; at++) {
        int worth = k->worth[at];
        if (up ? worth > number && (next == number || worth < next) : worth < number && (next == number || worth > next))
            next = worth;
    }
    return next;
}

static void set_goal(solver_t *s, int goal) {
    const stakes_t *k = s->stakes;
    const unsigned sets = 1u << k->nils;
    s->goal = goal;
    for (unsigned broken = 0; broken < sets; broken++) {
        s->always[broken] = ~(uint32_t)0;
        s->ever[broken] = 0;
        for (unsigned more = broken; more < sets; more = (more + 1) | broken) {
            uint32_t reached = 0;
            for (unsigned tricks = 0; tricks < k->row; tricks++)
                reached |= (uint32_t)(worth_of(k, 0, more, tricks) >= goal) << tricks;
            s->always[broken] &= reached;
            s->ever[broken] |= reached;
        }
    }
}

/* Narrows what a card is worth to one number, starting at a guess. */
static void value_for_two(solver_t *s, const trick_t *trick, cards_t card, int guess, valued_t *value) {
    const stakes_t *k = s->stakes;
    int goal = guess;
    while (value->least < value->most) {
        if (goal <= value->least) goal = next_worth(k, value->least, 1);
        if (goal > value->most) goal = value->most;
        cards_t need = 0;
        set_goal(s, goal);
        int reached = reaches_by(s, trick, card, &need);
        if (s->stopped) return;
        if (reached) {
            value->least = goal;
            goal = next_worth(k, goal, 1);
        } else {
            value->most = next_worth(k, goal, 0);
            goal = value->most;
        }
    }
    value->solved = 1;
}

static int solve_for_two(solver_t *s, const trick_t *trick, const choice_t *choices, unsigned count, valued_t *values) {
    const stakes_t *k = s->stakes;
    int least = k->worth[0], most = k->worth[0];
    for (unsigned at = 1; at < (unsigned)k->row << k->nils; at++) {
        if (k->worth[at] < least) least = k->worth[at];
        if (k->worth[at] > most) most = k->worth[at];
    }
    int guess = worth_of(k, 0, s->broken, (k->row - 1u) / 2);
    for (unsigned i = 0; i < count; i++) values[i] = (valued_t){choices[i].card, 0, least, most, 0};
    for (unsigned i = 0; i < count && !s->stopped; i++) {
        value_for_two(s, trick, choices[i].card, guess, &values[i]);
        guess = values[i].least;
    }
    return s->stopped;
}

/* --- all ---------------------------------------------------------------------------------------------------------- */

/* Values every card of legal_cards, lowest first. Returns SOLVED or why not; values that are not `solved` are bounds. */
static int solve(const problem_t *problem, answer_t *answer) {
    arena_t arena = {problem->memory, problem->bytes};
    solver_t *s;
    trick_t trick;
    cards_t live;
    answer->count = 0;
    answer->nodes = 0;
    int refused = refuses(problem);
    if (!refused) refused = set_up(problem, &arena, &s, &trick, &live);
    if (refused) return refused;
    const unsigned seat = problem->start->turn;
    cards_t hand = s->hand[seat], owed = trick.count ? trick.owed : ~s->shut, may = hand & owed;
    choice_t choices[MOST_LEFT];
    valued_t valued[MOST_LEFT];
    unsigned different = choices_of(may ? may : hand, (s->all & ~hand) | trick.best, choices);
    int outcome = problem->stakes->sides == 2 ? solve_for_two(s, &trick, choices, different, valued)
                                              : solve_for_many(s, &trick, choices, different, valued);
    for (cards_t legal = legal_cards(problem->start); legal; legal &= legal - 1) {
        cards_t card = lowest_card(legal), closed = closed_up(card, live);
        unsigned i = 0;
        while (closed > choices[i].card || closed < choices[i].lowest) i++;
        answer->values[answer->count] = valued[i];
        answer->values[answer->count++].card = card;
    }
    answer->nodes = s->nodes;
    return outcome;
}

#endif
