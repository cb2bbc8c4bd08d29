/* Playing a hand out: at random, and by a cheap script. Included after core.h. Twin: twin/script.py. */
#ifndef ATOUT_SCRIPT_H
#define ATOUT_SCRIPT_H

#include "core.h"

/* What the seats try for, and how often they play at random instead: `share` in 256ths (see slips). Seats of one group count their
 * tricks together and want `need` of them (NEED_ALL: as many as they can), then no more; a group that needs none tries
 * a nil until it has taken a trick. Seats of one camp are allies. */
enum { NEED_ALL = 255, SHARE_ALL = 256 };

typedef struct {
    uint16_t share;
    uint8_t group[MOST_SEATS];
    uint8_t need[MOST_SEATS];
    uint8_t camp[MOST_SEATS];
} policy_t;

/* --- at random ----------------------------------------------------------------------------------------------------- */

/* Plays tricks at random from between two tricks to the end of the deal. `seats` is t->seats, written as a constant so
 * that the compiler unrolls the trick. The same cards as random_card(legal_cards) and play_card one by one. */
KERNEL_INLINE void random_tricks(const table_t *t, position_t *p, rng_t *rng, const unsigned seats) {
    unsigned lead = p->turn;
    cards_t shut = p->shut, whenever = t->opening == OPENS_WHENEVER_PLAYED ? ~(cards_t)0 : 0;
    rng_t r = *rng;
    while (p->hand[lead] & (p->hand[lead] - 1)) {
        cards_t hand = p->hand[lead], card = random_card(&r, hand & ~shut ? hand & ~shut : hand);
        cards_t lane = lane_of(card), live = lane | t->trump, best = card, opening = card & whenever;
        unsigned winner = lead, seat = lead;
        p->hand[lead] = hand ^ card;
        for (unsigned i = 1; i < seats; i++) {
            seat = seat + 1 == seats ? 0 : seat + 1;
            hand = p->hand[seat];
            card = random_card(&r, hand & lane ? hand & lane : hand);
            p->hand[seat] = hand ^ card;
            opening |= card & (whenever | ~lane);
            cards_t wins = -(cards_t)((card & live) > best); /* arithmetic: a branch here is a coin toss */
            best ^= (best ^ card) & wins;
            winner ^= (winner ^ seat) & (unsigned)wins;
        }
        shut = opening & shut ? 0 : shut;
        p->won[winner]++;
        lead = winner;
    }
    /* the last trick leaves no choice, so nothing is drawn for it */
    cards_t best = p->hand[lead], live = best ? lane_of(best) | t->trump : 0;
    unsigned winner = lead;
    for (unsigned i = 1, seat = lead; i < seats; i++) {
        seat = seat + 1 == seats ? 0 : seat + 1;
        if ((p->hand[seat] & live) > best) {
            best = p->hand[seat];
            winner = seat;
        }
    }
    p->won[winner] += best != 0;
    p->turn = (uint8_t)winner;
    for (unsigned i = 0; i < seats; i++) p->hand[i] = 0;
    *rng = r;
}

/* Plays at random to the end of the deal. Afterwards `hand`, `turn` and `won` are right; the rest means nothing. */
KERNEL_FN void play_randomly(const table_t *t, position_t *p, rng_t *rng) {
    if (p->owed != ~p->shut && !is_over(p)) play_card(t, p, random_card(rng, legal_cards(p))); /* a lead that is due */
    while (p->count) play_card(t, p, random_card(rng, legal_cards(p)));
    switch (t->seats) {
    case 2: random_tricks(t, p, rng, 2); break;
    case 3: random_tricks(t, p, rng, 3); break;
    case 4: random_tricks(t, p, rng, 4); break;
    case 5: random_tricks(t, p, rng, 5); break;
    default: random_tricks(t, p, rng, 6); break;
    }
}

/* --- by script ----------------------------------------------------------------------------------------------------- */

/* The ranks found in any lane, in the lowest lane. */
KERNEL_FN cards_t ranks_of(cards_t cards) { return (cards | cards >> 16 | cards >> 32 | cards >> 48) & 0xFFFF; }

/* The cards of one rank in every lane. */
KERNEL_FN cards_t of_rank(cards_t rank) { return rank * UINT64_C(0x0001000100010001); }

/* The lowest card by rank, of the lowest lane among equals; and the highest likewise. */
KERNEL_FN cards_t lowest_ranked(cards_t cards) { return lowest_card(cards & of_rank(lowest_card(ranks_of(cards)))); }
KERNEL_FN cards_t highest_ranked(cards_t cards) { return lowest_card(cards & of_rank(highest_card(ranks_of(cards)))); }

/* Every card that the other seats hold. */
KERNEL_FN cards_t held_by_others(const table_t *t, const position_t *p, unsigned seat) {
    cards_t others = 0;
    for (unsigned i = 0; i < t->seats; i++) others |= i == seat ? 0 : p->hand[i];
    return others;
}

/* Some cards of a hand that none of the others' can beat in its own lane. */
KERNEL_FN cards_t top_cards(cards_t cards, cards_t others) {
    cards_t top = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        cards_t mask = (cards_t)0xFFFF << (lane * LANE_BITS), against = others & mask;
        top |= cards & mask & ~(against ? (highest_card(against) << 1) - 1 : 0);
    }
    return top;
}

/* The lowest card of the lane where a hand holds fewest of some cards, the lowest lane among equals; not among those of
 * `never`, unless all are. */
KERNEL_FN cards_t shortest_lane_lowest(cards_t cards, cards_t hand, cards_t never) {
    unsigned fewest = LANE_BITS + 1;
    cards_t card = 0, some = cards & ~never ? cards & ~never : cards;
    for (unsigned lane = 0; lane < LANES; lane++) {
        cards_t mask = (cards_t)0xFFFF << (lane * LANE_BITS);
        unsigned held = count_cards(hand & mask);
        if (!(some & mask) || held >= fewest) continue;
        fewest = held;
        card = lowest_card(some & mask);
    }
    return card;
}

/* The lowest card of the lane in which most of the others' cards beat it, the lowest lane among equals. */
KERNEL_FN cards_t meekest_card(cards_t cards, cards_t others) {
    cards_t meekest = 0;
    unsigned most = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        cards_t mask = (cards_t)0xFFFF << (lane * LANE_BITS);
        if (!(cards & mask)) continue;
        cards_t card = lowest_card(cards & mask);
        unsigned higher = count_cards(others & mask & ~((card << 1) - 1));
        if (meekest && higher <= most) continue;
        most = higher;
        meekest = card;
    }
    return meekest;
}

/* Tricks a seat's group has taken. */
KERNEL_FN unsigned taken_by_group(const table_t *t, const position_t *p, const policy_t *policy, unsigned seat) {
    unsigned taken = 0;
    for (unsigned i = 0; i < t->seats; i++) taken += policy->group[i] == policy->group[seat] ? p->won[i] : 0;
    return taken;
}

KERNEL_FN int tries_nil(const position_t *p, const policy_t *policy, unsigned seat) {
    return !policy->need[seat] && !p->won[seat];
}

/* The nils that allies and foes of the seat to play still try, as bits by how many seats after it they sit. */
typedef struct {
    unsigned allies, foes;
} nils_t;

KERNEL_FN nils_t nils_around(const table_t *t, const position_t *p, const policy_t *policy) {
    nils_t nils = {0, 0};
    for (unsigned i = 1, seat = p->turn; i < t->seats; i++) {
        seat = seat + 1 == t->seats ? 0 : seat + 1;
        if (!tries_nil(p, policy, seat)) continue;
        *(policy->camp[seat] == policy->camp[p->turn] ? &nils.allies : &nils.foes) |= 1u << i;
    }
    return nils;
}

/* Tricks a seat still wants: what its group misses; once that is made, one more as long as it may be the one that a foe
 * will miss, who needs all that are left but SPARE at most. */
enum { SPARE = 2 };

KERNEL_FN unsigned wanted(const table_t *t, const position_t *p, const policy_t *policy, unsigned seat) {
    unsigned taken = taken_by_group(t, p, policy, seat), left = count_cards(p->hand[seat]);
    if (taken < policy->need[seat]) return policy->need[seat] - taken;
    for (unsigned i = 0; i < t->seats; i++) {
        if (policy->camp[i] == policy->camp[seat] || policy->need[i] == NEED_ALL) continue;
        taken = taken_by_group(t, p, policy, i);
        unsigned spare = taken + left - policy->need[i];
        if (taken < policy->need[i] && taken + left >= policy->need[i] && spare <= SPARE) return 1;
    }
    return 0;
}

/* A lead. A nil: the lowest card; a seat that wants nothing: the card that most others beat; beside an ally's nil: the
 * highest card; against a nil, while tricks can be spared: the card that most others beat, trump among them; else a sure
 * winner, trump before all, or low from the shortest side suit, to ruff it later. */
KERNEL_FN cards_t scripted_lead(const table_t *t, const position_t *p, const policy_t *policy, unsigned missing) {
    cards_t may = legal_cards(p), plain = may & ~t->trump, side = plain ? plain : may, hand = p->hand[p->turn];
    nils_t nils = nils_around(t, p, policy);
    if (tries_nil(p, policy, p->turn)) return lowest_ranked(may);
    cards_t others = held_by_others(t, p, p->turn);
    if (!missing) return meekest_card(may, others);
    cards_t top = top_cards(may, others);
    if (nils.allies) return highest_ranked(top ? top : side);
    if (nils.foes && missing < count_cards(hand)) return meekest_card(may, others);
    if (top) return highest_ranked(top & t->trump ? top & t->trump : top);
    return hand & t->trump ? shortest_lane_lowest(may, hand, t->trump) : lowest_ranked(may);
}

/* A card that does not take the trick, for a seat that wants none: the highest trump that another beats, else the
 * highest; where all would take it, the highest if it is the last card and must, else the lowest. */
KERNEL_FN cards_t scripted_duck(const table_t *t, cards_t winning, cards_t losing, int last) {
    if (losing & t->trump) return highest_card(losing & t->trump);
    if (losing) return highest_ranked(losing);
    return last ? highest_ranked(winning) : lowest_card(winning);
}

/* A card that takes the trick, for a seat that wants it, if it is worth trying: the last as cheaply as it can; by a
 * ruff as cheaply; with a card that no other hand can beat; just before the last with the highest. Else 0. */
KERNEL_FN cards_t scripted_win(const position_t *p, cards_t winning, cards_t others, unsigned behind) {
    cards_t following = winning & p->owed;
    if (!behind || !following) return winning ? lowest_card(winning) : 0;
    cards_t top = top_cards(following, others);
    if (top) return lowest_card(top);
    return behind == 1 ? highest_card(following) : 0;
}

/* Whether the trick so far is an ally's and does as well as the seat's own: it counts for both, or the ally wants it. */
KERNEL_FN int is_helped(const table_t *t, const position_t *p, const policy_t *policy, unsigned seat) {
    if (policy->camp[p->winner] != policy->camp[seat]) return 0;
    if (policy->group[p->winner] == policy->group[seat]) return 1;
    return taken_by_group(t, p, policy, p->winner) < policy->need[p->winner];
}

/* The script's card for the seat to play. It knows the cards that are out, not who holds them. */
KERNEL_FN cards_t scripted_card(const table_t *t, const position_t *p, const policy_t *policy) {
    const unsigned seat = p->turn, behind = t->seats - 1u - p->count;
    const unsigned missing = wanted(t, p, policy, seat);
    if (!p->count) return scripted_lead(t, p, policy, missing);
    cards_t may = legal_cards(p), winning = may & p->live & ~(p->best | (p->best - 1)), losing = may & ~winning;
    if (tries_nil(p, policy, seat)) return scripted_duck(t, winning, losing, !behind);
    cards_t plain = may & ~t->trump, least = lowest_ranked(plain ? plain : may);
    if (missing && plain && p->hand[seat] & t->trump) least = shortest_lane_lowest(plain, p->hand[seat], 0);
    const nils_t nils = nils_around(t, p, policy);
    const unsigned later = (2u << behind) - 1, before = (p->winner + t->seats - seat) % t->seats;
    if (nils.allies >> before & 1) { /* the trick is an ally's whose nil it would break */
        if (!winning) return least;
        return behind && winning & p->owed ? highest_card(winning & p->owed) : lowest_card(winning);
    }
    if (nils.allies & later && winning & p->owed) return highest_card(winning & p->owed);
    if (nils.foes && missing < count_cards(p->hand[seat])) {
        if (nils.foes >> before & 1 && losing) return missing ? lowest_ranked(losing) : scripted_duck(t, 0, losing, 0);
        if (!winning && missing <= SPARE) return scripted_duck(t, 0, losing, 0); /* low cards are kept to lead */
        if (winning && !(winning & p->owed) && missing) return highest_card(winning); /* and so are low trumps */
        if (nils.foes & later && losing) return lowest_ranked(losing);
    }
    if (!missing) return scripted_duck(t, winning, losing, !behind);
    cards_t others = held_by_others(t, p, seat);
    int holds = !behind || !(others & p->owed & p->live & ~(p->best | (p->best - 1)));
    if (is_helped(t, p, policy, seat) && (holds || behind != 1)) return least;
    cards_t card = scripted_win(p, winning, others, behind);
    return card ? card : least;
}

/* The cards among some of the seat to play that come to the same as one of them: no card that others hold, or that wins
 * so far, lies between them. */
KERNEL_FN cards_t equal_cards(const table_t *t, const position_t *p, cards_t some, cards_t card) {
    cards_t lane = lane_of(card), against = (held_by_others(t, p, p->turn) | p->best) & lane;
    cards_t below = against & (card - 1), above = against & ~(card | (card - 1));
    cards_t under = below ? (highest_card(below) << 1) - 1 : 0, up_to = above ? lowest_card(above) - 1 : ~(cards_t)0;
    return some & lane & ~under & up_to;
}

/* Replays the cards played, and adds to each seat of `told` (bits) what its own cost: a word of `costs`, by how many
 * cards come to the same as the script's, if the card is one of them (else 0), and by how many were legal. */
enum { SURPRISE_ROWS = LANE_BITS + 1, SURPRISE_ROW = LANES * LANE_BITS + 1 };

KERNEL_FN void add_surprisals(
    const table_t *t, position_t *p, const policy_t *policy, const cards_t *plays, size_t count, unsigned told,
    const int32_t *costs, int32_t *found
) {
    for (size_t i = 0; i < count; i++) {
        cards_t legal = legal_cards(p);
        if (told >> p->turn & 1 && legal & (legal - 1)) {
            cards_t usual = equal_cards(t, p, legal, scripted_card(t, p, policy));
            unsigned row = plays[i] & usual ? count_cards(usual) : 0;
            found[p->turn] += costs[row * SURPRISE_ROW + count_cards(legal)];
        }
        play_card(t, p, plays[i]);
    }
}

/* The chance that the seat to play plays at random, in 256ths: the policy's share; half of it for a seat that tries a
 * nil, which is lost by one slip that costs another seat little; and more beside or against a nil, where players follow
 * no script: so told, nils hold as often as they do between the opponents. */
KERNEL_FN unsigned slips(const table_t *t, const position_t *p, const policy_t *policy) {
    if (tries_nil(p, policy, p->turn)) return policy->share / 2;
    nils_t nils = nils_around(t, p, policy);
    return nils.allies | nils.foes ? policy->share * 5 / 3 : policy->share;
}

/* Plays to the end of the deal, each card at random now and then (see slips), else by the script. */
KERNEL_FN void play_by_policy(const table_t *t, position_t *p, const policy_t *policy, rng_t *rng) {
    if (policy->share >= SHARE_ALL) {
        play_randomly(t, p, rng);
        return;
    }
    while (!is_over(p)) {
        int chance = rng_below(rng, SHARE_ALL) < slips(t, p, policy);
        play_card(t, p, chance ? random_card(rng, legal_cards(p)) : scripted_card(t, p, policy));
    }
}

#endif
