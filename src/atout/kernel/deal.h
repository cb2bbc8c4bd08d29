/* Whole deals step by step: cards out, auction, play. Included after game.h. Twin: twin/deal.py. */
#ifndef ATOUT_DEAL_H
#define ATOUT_DEAL_H

#include "chance.h"
#include "game.h"
#include "script.h"

/* What a deal waits for. PROMISING, ORDERING and NAMING have actions of their own (a bit each, below); a DISCARD or a
 * PLAY is a card. PASSED_OUT: nobody named trump. */
enum { PROMISING = 0, ORDERING = 1, DISCARDING = 2, NAMING = 3, PLAYING = 4, COUNTED = 5, PASSED_OUT = 6 };

/* Actions of CALLS: bits 0 to 3 name a suit (spades, hearts, diamonds, clubs). Promises: bit n is n tricks. */
enum { PASS_BIT = 8, ORDER_BIT = 9 };

typedef struct {
    position_t play; /* from the first card out; `turn` is the seat to act, in the auction too */
    rng_t rng;
    cards_t turned; /* CALLS: the turned card, in the labels without trump */
    uint8_t stage, dealer, maker, trump, spoken; /* trump: 0 to 3, 4 for none; spoken: seats that spoke this round */
    uint8_t said[MOST_SEATS];
    uint8_t bags[MOST_SEATS]; /* before the deal, by side */
} deal_t;

KERNEL_FN table_t table_of(const game_t *g, const deal_t *d) {
    cards_t trump = g->kind == PROMISES ? g->trump : d->trump < 4 ? (cards_t)0xFFFF << 48 : 0;
    return (table_t){trump, g->seats, g->opening};
}

KERNEL_FN unsigned next_seat(const game_t *g, unsigned seat) { return seat + 1u == g->seats ? 0 : seat + 1u; }

/* Deals at random from the deal's own stream: the dealer, then each seat's cards, then the turned card. */
KERNEL_FN void begin_deal(const game_t *g, deal_t *d, rng_t rng, const uint8_t *bags) {
    *d = (deal_t){.rng = rng, .stage = g->kind == PROMISES ? PROMISING : ORDERING, .trump = 4};
    d->dealer = (uint8_t)rng_below(&d->rng, g->seats);
    d->play.turn = (uint8_t)next_seat(g, d->dealer);
    d->play.shut = g->shut;
    cards_t rest = g->pack;
    for (unsigned i = 0; i < g->seats; i++) {
        rest ^= d->play.hand[i] = random_cards(&d->rng, rest, g->each);
        d->said[i] = UNSAID;
    }
    for (unsigned i = 0; bags && i < g->sides && i < MOST_SEATS; i++) d->bags[i] = bags[i];
    if (g->kind == CALLS) d->turned = random_card(&d->rng, rest);
}

KERNEL_FN unsigned suit_of_turned(const deal_t *d) { return 3 - lowest_index(d->turned) / LANE_BITS; }

/* What the seat to act may do: a bit an action, a card where the stage is DISCARDING or PLAYING; 0 when it is over. */
KERNEL_FN uint64_t legal_actions(const game_t *g, const deal_t *d) {
    switch (d->stage) {
    case PROMISING: return legal_promises(g, d->said, d->play.turn, g->seats - d->spoken, d->play.hand[d->play.turn]);
    case ORDERING: return (uint64_t)1 << PASS_BIT | (uint64_t)1 << ORDER_BIT;
    case NAMING: {
        uint64_t names = 0xF & ~((uint64_t)1 << suit_of_turned(d));
        return g->stick && d->play.turn == d->dealer ? names : names | (uint64_t)1 << PASS_BIT;
    }
    case DISCARDING: {
        cards_t taken = g->discard_turned ? 0 : g->to[d->trump][lowest_index(d->turned)];
        return d->play.hand[d->dealer] & ~taken;
    }
    case PLAYING: return legal_cards(&d->play);
    default: return 0;
    }
}

/* Tricks begin: the seat left of `before` leads, or the one that holds the card that opens the play. */
KERNEL_FN void begin_play(const game_t *g, deal_t *d, unsigned before) {
    d->stage = PLAYING;
    d->play.turn = (uint8_t)next_seat(g, before);
    d->play.owed = ~d->play.shut;
    for (unsigned i = 0; g->leads && i < g->seats; i++) {
        if (!(d->play.hand[i] & g->leads)) continue;
        d->play.turn = (uint8_t)i;
        d->play.owed = g->leads;
    }
}

/* A maker and a trump: every hand is relabelled for it. */
KERNEL_FN void make_trump(const game_t *g, deal_t *d, unsigned trump) {
    d->maker = d->play.turn;
    d->trump = (uint8_t)trump;
    for (unsigned i = 0; i < g->seats; i++) {
        cards_t hand = 0;
        for (cards_t rest = d->play.hand[i]; rest; rest &= rest - 1) hand |= g->to[trump][lowest_index(rest)];
        d->play.hand[i] = hand;
    }
}

KERNEL_FN void act_call(const game_t *g, deal_t *d, unsigned action) {
    if (action == PASS_BIT) {
        if (d->play.turn == d->dealer) d->stage = d->stage == ORDERING ? NAMING : PASSED_OUT;
        d->play.turn = (uint8_t)next_seat(g, d->play.turn);
    } else if (action == ORDER_BIT) {
        make_trump(g, d, suit_of_turned(d));
        d->play.hand[d->dealer] |= g->to[d->trump][lowest_index(d->turned)];
        d->stage = DISCARDING;
        d->play.turn = d->dealer;
    } else {
        make_trump(g, d, action);
        begin_play(g, d, g->maker_leads ? d->maker : d->dealer);
    }
}

/* One action of legal_actions, by the number of its bit. */
KERNEL_FN void act(const game_t *g, deal_t *d, unsigned action) {
    switch (d->stage) {
    case PROMISING:
        d->said[d->play.turn] = (uint8_t)action;
        d->play.turn = (uint8_t)next_seat(g, d->play.turn);
        if (++d->spoken == g->seats) begin_play(g, d, d->dealer);
        break;
    case ORDERING:
    case NAMING: act_call(g, d, action); break;
    case DISCARDING:
        d->play.hand[d->dealer] ^= (cards_t)1 << action;
        begin_play(g, d, g->maker_leads ? d->maker : d->dealer);
        break;
    case PLAYING: {
        table_t t = table_of(g, d);
        play_card(&t, &d->play, (cards_t)1 << action);
        if (is_over(&d->play)) d->stage = COUNTED;
        break;
    }
    default: break;
    }
}

/* One random action, all legal ones equally likely. */
KERNEL_FN unsigned random_action(const game_t *g, deal_t *d) {
    return lowest_index(random_card(&d->rng, legal_actions(g, d)));
}

/* To the end at random: the same actions as random_action and act one by one. */
KERNEL_FN void finish_randomly(const game_t *g, deal_t *d) {
    while (d->stage < PLAYING) act(g, d, random_action(g, d));
    if (d->stage != PLAYING) return;
    table_t t = table_of(g, d);
    play_randomly(&t, &d->play, &d->rng);
    d->stage = COUNTED;
}

/* The result of a deal that is over; all zero when it was passed out. */
KERNEL_FN count_t count_deal(const game_t *g, const deal_t *d) {
    if (d->stage != COUNTED) {
        count_t c = {{0}, {0}};
        for (unsigned i = 0; i < MOST_SEATS; i++) c.bags[i] = d->bags[i];
        return c;
    }
    return g->kind == PROMISES ? count_promises(g, d->said, d->play.won, d->bags)
                               : count_calls(g, d->maker, d->play.won);
}

#endif
