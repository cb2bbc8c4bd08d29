/* A deal in progress, and what is said in it until the play begins: calls and promises. Included after game.h. Twin:
 * twin/auction.py. */
#ifndef ATOUT_AUCTION_H
#define ATOUT_AUCTION_H

#include "game.h"

/* What a deal waits for. GIVING, DISCARDING and PLAYING ask for a card, the others for an action of their own (a bit each,
 * below). GIVING: cards for the partner after a nil bid before looking, or a poor hand's, one at a time. PASSED_OUT:
 * nobody made trump. */
enum {
    PROMISING, GIVING, EXCHANGING, ORDERING, BIDDING, NAMING, DISCARDING, DEFENDING, STAYING, PLAYING, COUNTED, PASSED_OUT
};

/* PROMISING: bit n is n tricks. BIDDING: the same, 0 a pass, one more than there are the moon. NAMING: bits 0 to 3 name a
 * suit (spades, hearts, diamonds, clubs), 4 no trump. An order or a name of bit n is meant alone as bit ALONE + n. */
enum { PASS_BIT = 8, ORDER_BIT = 9, SWAP_BIT = 10, DEFEND_BIT = 11, STAY_BIT = 12, DROP_BIT = 13, ALONE = 16 };
enum { LOOK_BIT = 40, BLIND_BIT = 41 };

#define BIT(n) ((uint64_t)1 << (n))

typedef struct {
    position_t play; /* before the play every seat's cards, `turn` the seat to act; from then on the seats in play alone */
    rng_t rng;
    cards_t turned; /* CALLS: the turned card, in the labels without trump; 0 where none is */
    uint8_t stage, dealer, maker, trump, spoken; /* trump: 0 to 3, 4 for none; spoken: seats that have promised */
    uint8_t said[MOST_SEATS];
    uint8_t bags[MOST_SEATS]; /* before the deal, by side */
    uint8_t contract, lone;   /* CALLS: tricks bid, one more than there are for the moon; makers and defenders alone */
    uint8_t resting, playing; /* the seats that sit out, as bits; how many do not */
    uint8_t closed, blind;    /* PROMISES: seats that may still bid nil before looking, and that have, as bits */
    uint8_t gifts;            /* PROMISES: made so far */
} deal_t;

/* Before the play a position has words to spare: */
#define UNDER play.best  /* CALLS: what a poor hand gets for its cards */
#define CHOSEN play.laid /* GIVING: the cards chosen so far */

KERNEL_FN table_t table_of(const game_t *g, const deal_t *d) {
    cards_t trump = g->kind == PROMISES ? g->trump : d->trump < NO_TRUMP ? (cards_t)0xFFFF << 48 : 0;
    return (table_t){trump, d->playing, g->opening};
}

KERNEL_FN unsigned next_seat(const game_t *g, unsigned seat) { return seat + 1u == g->seats ? 0 : seat + 1u; }

KERNEL_FN int rests(const deal_t *d, unsigned seat) { return d->resting >> seat & 1; }

/* The seat to act: the kernel numbers the seats in play by themselves. */
KERNEL_FN unsigned seat_to_act(const deal_t *d) {
    unsigned seat = d->play.turn;
    if (__builtin_expect(!d->resting || d->stage != PLAYING, 1)) return seat;
    for (unsigned i = 0; i <= seat; i++) seat += (unsigned)rests(d, i);
    return seat;
}

KERNEL_FN void ask(deal_t *d, unsigned seat, unsigned stage) {
    d->play.turn = (uint8_t)seat;
    d->stage = (uint8_t)stage;
}

/* --- play begins and ends ------------------------------------------------------------------------------------------ */

KERNEL_FN unsigned first_to_lead(const game_t *g, const deal_t *d) {
    unsigned lead = d->maker == NOBODY ? DEALERS_LEFT : d->lone ? g->lone_lead : g->lead;
    unsigned seat = lead == MAKER_LEADS ? d->maker : next_seat(g, lead == MAKERS_LEFT ? d->maker : d->dealer);
    while (rests(d, seat)) seat = next_seat(g, seat);
    return seat;
}

/* The seats that sit out vanish. */
KERNEL_RARE void close_ranks(const game_t *g, deal_t *d) {
    unsigned leader = d->play.turn;
    d->playing = 0;
    for (unsigned i = 0; i < g->seats; i++) {
        if (rests(d, i)) continue;
        if (i == leader) d->play.turn = d->playing;
        d->play.hand[d->playing++] = d->play.hand[i];
    }
    for (unsigned i = d->playing; i < g->seats; i++) d->play.hand[i] = 0;
}

/* Tricks begin. */
KERNEL_FN void begin_play(const game_t *g, deal_t *d) {
    ask(d, first_to_lead(g, d), PLAYING);
    d->play.owed = ~d->play.shut;
    d->UNDER = 0;
    if (g->leads) lead_with(&d->play, g->seats, g->leads);
    if (d->resting) close_ranks(g, d);
}

/* Tricks are told by seat again, those that sat out among them. */
KERNEL_RARE void open_ranks(const game_t *g, deal_t *d) {
    unsigned from = d->playing;
    d->play.turn = (uint8_t)seat_to_act(d);
    for (unsigned i = g->seats; i-- > 0;) d->play.won[i] = rests(d, i) ? 0 : d->play.won[--from];
}

/* The last card is played. */
KERNEL_FN void end_play(const game_t *g, deal_t *d) {
    if (d->resting) open_ranks(g, d);
    d->stage = COUNTED;
}

/* --- calls --------------------------------------------------------------------------------------------------------- */

KERNEL_FN unsigned suit_of_turned(const game_t *g, const deal_t *d) { return g->suit[lowest_index(d->turned)]; }

KERNEL_FN int turned_best(const game_t *g, const deal_t *d) { return d->turned && suit_of_turned(g, d) == NO_TRUMP; }

/* Whether trump is for one seat to name: the highest bidder, or the dealer who turned the best card up. */
KERNEL_FN int names_by_right(const game_t *g, const deal_t *d) { return d->maker != NOBODY || turned_best(g, d); }

KERNEL_FN int bids_moon(const game_t *g, const deal_t *d) { return d->contract > g->each; }

KERNEL_FN unsigned first_call(const game_t *g) { return g->least_bid ? BIDDING : ORDERING; }

/* The partners of a seat sit out. */
KERNEL_RARE void rest_partners(const game_t *g, deal_t *d, unsigned seat) {
    for (unsigned i = 0; i < g->seats; i++)
        if (i != seat && g->side_of[i] == g->side_of[seat]) d->resting |= (uint8_t)(1u << i);
}

/* The next seat that is not on the maker's side; NOBODY once the maker is reached. */
KERNEL_FN unsigned next_opponent(const game_t *g, const deal_t *d, unsigned seat) {
    do seat = next_seat(g, seat);
    while (seat != d->maker && g->side_of[seat] == g->side_of[d->maker]);
    return seat == d->maker ? NOBODY : seat;
}

/* The next opponent is asked something, or the play begins. */
KERNEL_FN void ask_opponent(const game_t *g, deal_t *d, unsigned after, unsigned stage) {
    unsigned seat = next_opponent(g, d, after);
    if (seat == NOBODY) {
        begin_play(g, d);
    } else {
        ask(d, seat, stage);
    }
}

/* Every hand is relabelled for a trump. */
KERNEL_FN void relabel(const game_t *g, deal_t *d, unsigned trump) {
    d->trump = (uint8_t)trump;
    for (unsigned i = 0; i < g->seats; i++) {
        cards_t hand = 0;
        for (cards_t rest = d->play.hand[i]; rest; rest &= rest - 1) hand |= g->to[trump][lowest_index(rest)];
        d->play.hand[i] = hand;
    }
}

/* The seat to act makes trump, alone or not. */
KERNEL_FN void make_trump(const game_t *g, deal_t *d, unsigned trump, unsigned alone) {
    d->maker = d->play.turn;
    d->lone = (uint8_t)alone;
    if (alone || bids_moon(g, d)) rest_partners(g, d, d->maker);
    relabel(g, d, trump);
}

/* The dealer takes the turned card and lays one away. */
KERNEL_FN void take_up(const game_t *g, deal_t *d) {
    d->play.hand[d->dealer] |= g->to[d->trump][lowest_index(d->turned)];
    ask(d, d->dealer, DISCARDING);
}

/* Trump is made: who stays, whether somebody defends alone; or the play begins. */
KERNEL_FN void after_trump(const game_t *g, deal_t *d) {
    if (g->dropping) {
        ask_opponent(g, d, d->maker, STAYING);
    } else if (g->defend_alone && d->lone) {
        ask_opponent(g, d, d->maker, DEFENDING);
    } else {
        begin_play(g, d);
    }
}

KERNEL_FN void begin_calls(const game_t *g, deal_t *d) {
    if (turned_best(g, d)) {
        ask(d, d->dealer, NAMING);
    } else if (d->turned && suit_of_turned(g, d) == g->fixed) {
        relabel(g, d, g->fixed);
        begin_play(g, d);
    } else {
        d->stage = (uint8_t)(g->exchanged ? EXCHANGING : first_call(g));
    }
}

KERNEL_FN uint64_t legal_calls(const game_t *g, const deal_t *d) {
    unsigned seat = d->play.turn;
    switch (d->stage) {
    case EXCHANGING: return BIT(PASS_BIT) | (count_cards(d->play.hand[seat] & g->low) >= g->exchanged ? BIT(SWAP_BIT) : 0);
    case ORDERING: {
        int partner = seat != d->dealer && g->side_of[seat] == g->side_of[d->dealer];
        uint64_t lone = g->alone ? BIT(ALONE + ORDER_BIT) : 0;
        return BIT(PASS_BIT) | lone | (partner && g->partner_alone ? 0 : BIT(ORDER_BIT));
    }
    case BIDDING: {
        unsigned least = d->contract ? d->contract + 1u : g->least_bid;
        uint64_t bids = (BIT(g->each + g->moon + 1) - 1) & ~(BIT(least) - 1);
        return bids | !(g->stick && seat == d->dealer && !d->contract);
    }
    case NAMING: {
        if (names_by_right(g, d)) return g->trumps;
        uint64_t names = g->trumps & ~BIT(suit_of_turned(g, d));
        names |= g->alone ? names << ALONE : 0;
        return g->stick && seat == d->dealer ? names : names | BIT(PASS_BIT);
    }
    case DEFENDING: return BIT(PASS_BIT) | BIT(DEFEND_BIT);
    default: return BIT(STAY_BIT) | BIT(DROP_BIT);
    }
}

/* A pass on whether the turned suit, or another, becomes trump; the dealer speaks last. */
KERNEL_FN void pass_call(const game_t *g, deal_t *d) {
    unsigned after = next_seat(g, d->play.turn), stage = d->stage;
    if (d->play.turn == d->dealer) stage = stage == EXCHANGING ? first_call(g) : stage == ORDERING ? NAMING : PASSED_OUT;
    ask(d, after, stage);
}

KERNEL_RARE void act_bid(const game_t *g, deal_t *d, unsigned bid) {
    unsigned seat = d->play.turn;
    if (bid) {
        d->maker = (uint8_t)seat;
        d->contract = (uint8_t)bid;
    }
    if (seat != d->dealer && !(bid && bid == g->each + g->moon)) {
        d->play.turn = (uint8_t)next_seat(g, seat);
    } else if (d->contract) {
        ask(d, d->maker, NAMING);
    } else {
        ask(d, next_seat(g, seat), PASSED_OUT);
    }
}

/* Whoever drops sits out; when nobody is left against the maker, all tricks are his. */
KERNEL_RARE void act_stay(const game_t *g, deal_t *d, int drops) {
    unsigned seat = d->play.turn;
    d->resting |= (uint8_t)(drops << seat);
    if (count_cards(d->resting) + 1 < g->seats) {
        ask_opponent(g, d, seat, STAYING);
        return;
    }
    d->play.won[d->maker] = g->each;
    ask(d, d->maker, COUNTED);
}

KERNEL_FN void act_call(const game_t *g, deal_t *d, unsigned action) {
    switch (d->stage) {
    case BIDDING: act_bid(g, d, action); return;
    case STAYING: act_stay(g, d, action == DROP_BIT); return;
    case DEFENDING:
        if (action == PASS_BIT) {
            ask_opponent(g, d, d->play.turn, DEFENDING);
            return;
        }
        d->lone++;
        rest_partners(g, d, d->play.turn);
        begin_play(g, d);
        return;
    default: break;
    }
    if (action == PASS_BIT) {
        pass_call(g, d);
    } else if (action == SWAP_BIT) {
        d->stage = GIVING;
    } else if (d->stage == ORDERING) {
        make_trump(g, d, suit_of_turned(g, d), action >= ALONE);
        take_up(g, d);
    } else {
        make_trump(g, d, action % ALONE, action >= ALONE);
        if (turned_best(g, d)) {
            take_up(g, d);
        } else {
            after_trump(g, d);
        }
    }
}

/* --- promises ------------------------------------------------------------------------------------------------------ */

KERNEL_RARE uint64_t legal_unseen(const game_t *g, const deal_t *d) {
    unsigned seat = d->play.turn, waiting = g->seats - d->spoken;
    uint64_t any = legal_promises(g, d->said, seat, waiting, ((uint32_t)2 << g->most) - 1);
    return BIT(LOOK_BIT) | (any & 1) << BLIND_BIT | (g->told ? 0 : any);
}

KERNEL_FN uint64_t legal_to_promise(const game_t *g, const deal_t *d) {
    unsigned seat = d->play.turn, waiting = g->seats - d->spoken;
    if (d->closed >> seat & 1) return legal_unseen(g, d);
    return legal_promises(g, d->said, seat, waiting, told_promises(g, d->play.hand[seat]));
}

/* The seats between which gift number n passes; 0 if there is none. Who bid nil before looking gives first. */
KERNEL_RARE int find_gift(const game_t *g, const deal_t *d, unsigned n, unsigned *giver, unsigned *taker) {
    unsigned done = 0;
    for (unsigned i = 0, seat = next_seat(g, d->dealer); g->gift && i < g->seats; i++, seat = next_seat(g, seat)) {
        unsigned side = 1u << g->side_of[seat], partner = next_seat(g, seat);
        if (!(d->blind >> seat & 1) || done & side) continue;
        done |= side;
        while (g->side_of[partner] != g->side_of[seat]) partner = next_seat(g, partner);
        if (n < 2) {
            *giver = n ? partner : seat;
            *taker = n ? seat : partner;
            return 1;
        }
        n -= 2;
    }
    return 0;
}

/* The next gift, or the first trick. */
KERNEL_FN void after_promises(const game_t *g, deal_t *d) {
    unsigned giver, taker;
    if (d->blind && find_gift(g, d, d->gifts, &giver, &taker)) {
        ask(d, giver, GIVING);
    } else {
        begin_play(g, d);
    }
}

KERNEL_FN void act_promise(const game_t *g, deal_t *d, unsigned action) {
    unsigned seat = d->play.turn;
    if (__builtin_expect(d->closed, 0)) d->closed &= (uint8_t)~(1u << seat);
    if (__builtin_expect(action >= LOOK_BIT, 0)) {
        if (action == LOOK_BIT) return;
        d->blind |= (uint8_t)(1u << seat);
        action = 0;
    }
    d->said[seat] = (uint8_t)action;
    d->play.turn = (uint8_t)next_seat(g, seat);
    if (++d->spoken == g->seats) after_promises(g, d);
}

#endif
