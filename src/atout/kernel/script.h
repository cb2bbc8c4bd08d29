/* Playing a hand out: at random, and by a cheap script. Included after core.h. Twin: twin/script.py. */
#ifndef ATOUT_SCRIPT_H
#define ATOUT_SCRIPT_H

#include "core.h"

/* What the seats try for, and how often they play at random instead: `share` in 256ths. Seats of one group count their
 * tricks together and want `need` of them (NEED_ALL: as many as they can), then no more. */
enum { NEED_ALL = 255, SHARE_ALL = 256 };

typedef struct {
    uint16_t share;
    uint8_t group[MOST_SEATS];
    uint8_t need[MOST_SEATS];
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

/* The cards of a hand that no card of the others can beat in its own lane. */
KERNEL_FN cards_t top_cards(const table_t *t, const position_t *p, unsigned seat) {
    cards_t others = p->laid;
    for (unsigned i = 0; i < t->seats; i++) others |= i == seat ? 0 : p->hand[i];
    cards_t top = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        cards_t mask = (cards_t)0xFFFF << (lane * LANE_BITS), against = others & mask;
        top |= p->hand[seat] & mask & ~(against ? (highest_card(against) << 1) - 1 : 0);
    }
    return top;
}

/* Tricks a seat's group has taken. */
KERNEL_FN unsigned taken_by_group(const table_t *t, const position_t *p, const policy_t *policy, unsigned seat) {
    unsigned taken = 0;
    for (unsigned i = 0; i < t->seats; i++) taken += policy->group[i] == policy->group[seat] ? p->won[i] : 0;
    return taken;
}

/* The script's card for the seat to play.
 * It leads a sure winner when it wants tricks, else its lowest card. It wins when it wants the trick and its group does
 * not win already: last as cheaply as it can, otherwise with its highest card of the lane led or its lowest trump.
 * Wanting no trick, it plays the highest card that does not win. */
KERNEL_FN cards_t scripted_card(const table_t *t, const position_t *p, const policy_t *policy) {
    unsigned seat = p->turn;
    cards_t may = legal_cards(p);
    int wants = taken_by_group(t, p, policy, seat) < policy->need[seat];
    if (!p->count) {
        cards_t top = wants ? may & top_cards(t, p, seat) : 0;
        return top ? highest_ranked(top) : lowest_ranked(may);
    }
    cards_t winning = may & p->live & ~(p->best | (p->best - 1)), losing = may & ~winning;
    int last = p->count + 1u == t->seats;
    if (!wants) {
        if (losing) return highest_ranked(losing);
        return last ? highest_ranked(winning) : lowest_card(winning);
    }
    if (winning && policy->group[p->winner] != policy->group[seat]) {
        cards_t following = winning & p->owed;
        return last || !following ? lowest_card(winning) : highest_card(following);
    }
    cards_t plain = may & ~t->trump;
    return lowest_ranked(plain ? plain : may);
}

/* Plays to the end of the deal, each card at random with the policy's share, else by the script. */
KERNEL_FN void play_by_policy(const table_t *t, position_t *p, const policy_t *policy, rng_t *rng) {
    if (policy->share >= SHARE_ALL) {
        play_randomly(t, p, rng);
        return;
    }
    while (!is_over(p)) {
        int chance = rng_below(rng, SHARE_ALL) < policy->share;
        play_card(t, p, chance ? random_card(rng, legal_cards(p)) : scripted_card(t, p, policy));
    }
}

#endif
