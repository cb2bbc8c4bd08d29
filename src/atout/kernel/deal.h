/* Whole deals step by step: cards out, auction, play. Included after auction.h. Twin: twin/deal.py. */
#ifndef ATOUT_DEAL_H
#define ATOUT_DEAL_H

#include "auction.h"
#include "chance.h"
#include "script.h"

/* Deals at random from the deal's own stream: the dealer, then each seat's cards, the turned card, those a poor hand
 * gets. */
KERNEL_FN void begin_deal(const game_t *g, deal_t *d, rng_t rng, const uint8_t *bags) {
    *d = (deal_t){.rng = rng, .stage = PROMISING, .trump = NO_TRUMP, .maker = NOBODY, .playing = g->seats};
    d->dealer = (uint8_t)rng_below(&d->rng, g->seats);
    d->play.turn = (uint8_t)next_seat(g, d->dealer);
    d->play.shut = g->shut;
    d->closed = g->blind;
    cards_t rest = g->pack;
    for (unsigned i = 0; i < g->seats; i++) {
        rest ^= d->play.hand[i] = random_cards(&d->rng, rest, g->each);
        d->said[i] = UNSAID;
    }
    for (unsigned i = 0; bags && i < g->sides && i < MOST_SEATS; i++) d->bags[i] = bags[i];
    if (g->kind == PROMISES) return;
    if (rest) d->turned = random_card(&d->rng, rest);
    if (g->exchanged) d->UNDER = random_cards(&d->rng, rest ^ d->turned, g->exchanged);
    begin_calls(g, d);
}

/* What the seat to act may do before the play, and after it: nothing. */
KERNEL_FN uint64_t legal_before(const game_t *g, const deal_t *d) {
    switch (d->stage) {
    case PROMISING: return legal_to_promise(g, d);
    case GIVING: return d->play.hand[d->play.turn] & ~d->CHOSEN & (g->kind == CALLS ? g->low : ~(cards_t)0);
    case DISCARDING: {
        cards_t taken = g->discard_turned ? 0 : g->to[d->trump][lowest_index(d->turned)];
        return d->play.hand[d->dealer] & ~taken;
    }
    case COUNTED:
    case PASSED_OUT: return 0;
    default: return legal_calls(g, d);
    }
}

/* What the seat to act may do: a bit an action, a card where the stage asks for one; 0 when it is over. */
KERNEL_FN uint64_t legal_actions(const game_t *g, const deal_t *d) {
    return d->stage == PLAYING ? legal_cards(&d->play) : legal_before(g, d);
}

/* A card chosen to be given; the last of them changes hands. */
KERNEL_RARE void give_card(const game_t *g, deal_t *d, cards_t card) {
    unsigned giver = d->play.turn, taker = giver;
    d->CHOSEN |= card;
    if (count_cards(d->CHOSEN) < (g->kind == CALLS ? g->exchanged : g->gift)) return;
    d->play.hand[giver] ^= d->CHOSEN;
    if (g->kind == CALLS) {
        d->play.hand[giver] |= d->UNDER;
        ask(d, next_seat(g, d->dealer), first_call(g));
    } else if (find_gift(g, d, d->gifts++, &giver, &taker)) {
        d->play.hand[taker] |= d->CHOSEN;
        after_promises(g, d);
    }
    d->CHOSEN = 0;
}

/* One action of legal_before, by the number of its bit. */
KERNEL_FN void act_before(const game_t *g, deal_t *d, unsigned action) {
    switch (d->stage) {
    case PROMISING: act_promise(g, d, action); break;
    case GIVING: give_card(g, d, BIT(action)); break;
    case DISCARDING:
        d->play.hand[d->dealer] ^= BIT(action);
        after_trump(g, d);
        break;
    case COUNTED:
    case PASSED_OUT: break;
    default: act_call(g, d, action);
    }
}

/* One action of legal_actions, by the number of its bit. */
KERNEL_FN void act(const game_t *g, deal_t *d, unsigned action) {
    if (d->stage != PLAYING) {
        act_before(g, d, action);
        return;
    }
    table_t t = table_of(g, d);
    play_card(&t, &d->play, BIT(action));
    if (is_over(&d->play)) end_play(g, d);
}

/* One random action, all legal ones equally likely. */
KERNEL_FN unsigned random_action(const game_t *g, deal_t *d) {
    return lowest_index(random_card(&d->rng, legal_actions(g, d)));
}

/* To the end at random: the same actions as random_action and act one by one. */
KERNEL_FN void finish_randomly(const game_t *g, deal_t *d) {
    while (d->stage < PLAYING) act_before(g, d, lowest_index(random_card(&d->rng, legal_before(g, d))));
    if (d->stage != PLAYING) return;
    table_t t = table_of(g, d);
    play_randomly(&t, &d->play, &d->rng);
    end_play(g, d);
}

/* The result of a deal that is over; all zero when it was passed out. */
KERNEL_FN count_t count_deal(const game_t *g, const deal_t *d) {
    if (d->stage != COUNTED) {
        count_t c = {{0}, {0}};
        for (unsigned i = 0; i < MOST_SEATS; i++) c.bags[i] = d->bags[i];
        return c;
    }
    if (g->kind == PROMISES) return count_promises(g, d->said, d->blind, d->play.won, d->bags);
    return count_calls(g, d->maker, g->least_bid ? d->contract : d->lone, d->resting, d->play.won);
}

#endif
