"""One deal of Euchre Game Notation, understood: the hands dealt and what was done, as actions in order.

The format leaves out what follows from the rest (docs/determinism-of-egn.md, docs/replayer-logic.md). Hands that are
not told are put together from the tricks as far as they determine them; what stays open stays hidden, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from typing import Final

from msgspec.structs import replace

from atout.actions import Action, Deal, DefendAlone, Discard, Name, Order, Pass, Play, Swap
from atout.cards import NO_CARDS, NO_TRUMP, Card, Cards, Suit, Trump
from atout.dealing import gather
from atout.euchre.deeds import recipients
from atout.euchre.egn.cards import card_of
from atout.euchre.egn.schema import Bidding, DealTold, TrickPlay
from atout.euchre.hand import EuchreHand, start
from atout.euchre.rules import EXCHANGED, TRICKS, EuchreRules
from atout.events import Played
from atout.foreign import Deed, ForeignError, Note, Spot
from atout.scoring import Standing
from atout.seats import left_of, partners_of, round_from

PASS: Final = ("Pass", "p")
ORDER: Final = ("Order", "o")
"""The words of the first round, and what stands for them since 1.6."""
_TRUMPS: Final[dict[str, Trump]] = {**{str(suit).lower(): suit for suit in Suit}, "n": NO_TRUMP}


class DealRead:
    """A deal as told at a path of the file; reading raises ``ForeignError`` at what cannot be understood."""

    def __init__(self, rules: EuchreRules, told: DealTold, path: str) -> None:
        self.rules = rules
        self.told = told
        self.path = path
        self.dealer = told.initial_state.dealer + 1
        self.speakers = round_from(left_of(self.dealer, rules.players), rules.players)
        self.bidding, self.bidding_path = self._phase(Bidding)
        self.play, self.play_path = self._phase(TrickPlay)
        if self.play is not None and (self.bidding is None or not isinstance(told.phases[0], Bidding)):
            raise ForeignError(Spot(f"{path}.phases[0]"), "play-without-bidding")

    def _phase(self, kind: type[Bidding] | type[TrickPlay]) -> tuple[Bidding | TrickPlay | None, str]:
        found = [(phase, f"{self.path}.phases[{at}]") for at, phase in enumerate(self.told.phases)
                 if isinstance(phase, kind)]  # fmt: skip
        if len(found) > 1:
            raise ForeignError(Spot(found[1][1]), "phase-twice")
        return found[0] if found else (None, "")

    def _spot(self, *parts: str) -> Spot:
        return Spot(".".join((self.path, *parts)))

    # --- the cards ------------------------------------------------------------------------------------------------

    @cached_property
    def turned(self) -> Card:
        """The card turned up."""
        spot = self._spot("initialState", "upCard")
        card = card_of(self.told.initial_state.up_card, None, spot)
        if card is None:
            raise ForeignError(spot, "turned-unknown")
        if card in self.rules.benny:
            raise ForeignError(spot, "joker-turned")
        return card

    @cached_property
    def told_hands(self) -> list[Cards | None]:
        """The hands that are told in full, by seat."""
        hands: list[Cards | None] = [None] * self.rules.players
        given = self.told.initial_state.player_cards
        for seat, texts in enumerate(given[: self.rules.players]):
            spot = self._spot("initialState", f"playerCards[{seat}]")
            cards = [card_of(text, self.trump, Spot(f"{spot}[{at}]")) for at, text in enumerate(texts)]
            if texts and len(texts) != TRICKS:
                raise ForeignError(spot, "hand-size", found=len(texts), expected=TRICKS)
            known = [card for card in cards if card is not None]
            if texts and len(known) == len(texts):
                hands[seat] = self._distinct(known, spot)
        if len(given) > self.rules.players:
            raise ForeignError(self._spot("initialState", f"playerCards[{self.rules.players}]"), "no-such-seat")
        return hands

    def _distinct(self, cards: list[Card], spot: Spot) -> Cards:
        twice = next((card for card in cards if cards.count(card) > 1), None)
        if twice is not None:
            raise ForeignError(spot, "card-twice", card=twice)
        foreign = next((card for card in cards if card not in self.rules.pack), None)
        if foreign is not None:
            raise ForeignError(spot, "not-in-pack", card=foreign)
        return Cards.of(cards)

    # --- what was said --------------------------------------------------------------------------------------------

    @property
    def calls(self) -> tuple[str, ...]:
        """The words said, in order."""
        return self.bidding.calls if isinstance(self.bidding, Bidding) else ()

    @cached_property
    def making(self) -> int | None:
        """The index of the call that made trump."""
        return next((at for at, call in enumerate(self.calls) if call not in PASS), None)

    @property
    def maker(self) -> int | None:
        """The seat that made trump."""
        return None if self.making is None else self.speakers[self.making % self.rules.players]

    @property
    def ordered(self) -> bool:
        """Whether the dealer took the turned card."""
        return self.making is not None and self.making < self.rules.players

    @property
    def trump(self) -> Trump | None:
        """What was made trump."""
        if self.making is None:
            return None
        return self.turned.suit if self.ordered else _TRUMPS.get(self.calls[self.making])

    @cached_property
    def said(self) -> list[Deed]:
        """The calls."""
        return [self._call(at, call) for at, call in enumerate(self.calls)]

    def _call(self, at: int, call: str) -> Deed:
        spot = Spot(f"{self.bidding_path}.calls[{at}]")
        assert isinstance(self.bidding, Bidding)
        alone = self.bidding.is_alone and at == self.making
        if call in PASS:
            return Deed(spot, Pass())
        if call in ORDER:
            return Deed(spot, Order(alone))
        if call == "x":
            raise ForeignError(spot, "call-unknown")
        if call not in _TRUMPS:
            raise ForeignError(spot, "bad-call", found=call)
        return Deed(spot, Name(_TRUMPS[call], alone))

    @cached_property
    def defence(self) -> list[Deed]:
        """What the opponents of a lone maker answered, when they were asked whether to defend alone."""
        bidding, maker = self.bidding, self.maker
        if not isinstance(bidding, Bidding):
            return []
        spot = Spot(f"{self.bidding_path}.aloneDefender")
        told = -1 if bidding.alone_defender is None else bidding.alone_defender
        if maker is None or not bidding.is_alone or not self.rules.calling.defend_alone:
            if told >= 0:
                raise ForeignError(spot, "no-lone-defence")
            return []
        if bidding.alone_defender is None and self.play is None:
            return []
        asked = [seat for seat in round_from(maker, self.rules.players)[1:] if seat != self._partner(maker)]
        if told >= 0 and told + 1 not in asked:
            raise ForeignError(spot, "no-lone-defence")
        alone = [seat == told + 1 for seat in asked]
        answers = alone[: alone.index(True) + 1] if True in alone else alone
        return [Deed(spot, DefendAlone() if answer else Pass()) for answer in answers]

    def _partner(self, seat: int) -> int:
        (partner,) = partners_of(self.rules.sides, seat)
        return partner

    @cached_property
    def resting(self) -> frozenset[int]:
        """The seats that sit out."""
        alone = [self.maker] if isinstance(self.bidding, Bidding) and self.bidding.is_alone else []
        if any(isinstance(deed.action, DefendAlone) for deed in self.defence):
            assert isinstance(self.bidding, Bidding) and self.bidding.alone_defender is not None
            alone.append(self.bidding.alone_defender + 1)
        return frozenset(self._partner(seat) for seat in alone if seat is not None)

    # --- the play -------------------------------------------------------------------------------------------------

    @cached_property
    def plays(self) -> list[Deed]:
        """The cards played; a trick that is not the last one must be whole."""
        if not isinstance(self.play, TrickPlay):
            return []
        size, tricks = self.rules.players - len(self.resting), self.play.tricks
        if self.play.is_alone is not None and self.play.is_alone != bool(self.resting):
            raise ForeignError(Spot(f"{self.play_path}.isAlone"), "alone-differs")
        found = []
        for number, cards in enumerate(tricks):
            path = f"{self.play_path}.tricks[{number}]"
            if len(cards) > size or (len(cards) < size and any(tricks[number + 1 :])):
                raise ForeignError(Spot(path), "trick-size", found=len(cards), expected=size)
            for at, text in enumerate(cards):
                spot = Spot(f"{path}[{at}]")
                card = card_of(text, self.trump, spot)
                if card is None:
                    raise ForeignError(spot, "play-unknown")
                found.append(Deed(spot, Play(card)))
        return found

    @cached_property
    def shown(self) -> dict[int, Cards]:
        """The cards each seat played, found by the machine itself with all hands hidden, up to a fault."""
        rules = replace(self.rules, calling=replace(self.rules.calling, farmers_hand=False))
        nobody_knows: list[Card | None] = [None] * TRICKS
        under = len(rules.pack) - rules.players * TRICKS - 1
        stock = [self.turned, *([None] * under)]
        order = gather(recipients(rules, self.dealer), [nobody_knows] * rules.players, stock)
        hand = start(rules, self.dealer, Standing.zero(len(rules.sides)))
        taken = [Discard(None)] if self.ordered else []
        actions: list[Action] = [Deal(order), *(deed.action for deed in self.said), *taken]
        actions += (deed.action for deed in (*self.defence, *self.plays))
        cards = dict.fromkeys(self.speakers, NO_CARDS)
        for action in actions:
            seat = hand.turn or 0
            if hand.refusal(seat, action) is not None:
                break
            events = hand.decide(seat, action)
            hand = reduce(EuchreHand.evolve, events, hand)
            for event in events:
                if isinstance(event, Played):
                    cards[event.seat] |= Cards.of((event.card,))
        return cards

    def _played_out(self, seat: int) -> Cards | None:
        """The hand a seat played, if it played all of it."""
        return self.shown[seat] if len(self.shown[seat]) == TRICKS else None

    # --- put together ---------------------------------------------------------------------------------------------

    @cached_property
    def discard(self) -> Card | None:
        """What the dealer laid away, told or the only card it can be."""
        assert isinstance(self.bidding, Bidding)
        if self.bidding.discard is not None:
            card = card_of(self.bidding.discard, self.trump, Spot(f"{self.bidding_path}.discard"))
            if card is not None:
                return card
        played, hand = self._played_out(self.dealer), self.told_hands[self.dealer - 1]
        if played is None:
            return None
        if self.turned not in played:
            return self.turned
        if hand is None or self._exchanger == self.dealer:
            return None
        left = (hand | Cards.of((self.turned,))) - played
        return next(iter(left)) if len(left) == 1 else None

    @cached_property
    def _exchanger(self) -> int | None:
        """The seat that exchanged a farmer's hand."""
        exchanges = self.bidding.card_exchanges if isinstance(self.bidding, Bidding) else ()
        if not exchanges:
            return None
        spot = Spot(f"{self.bidding_path}.cardExchanges[{min(1, len(exchanges) - 1)}]")
        if len(exchanges) > 1 or exchanges[0].sender is not None or not self.rules.calling.farmers_hand:
            raise ForeignError(spot, "exchange-not-ours")
        return exchanges[0].receiver + 1

    @cached_property
    def taken(self) -> tuple[Card, ...]:
        """The cards a farmer's hand took from the stock, in order."""
        if self._exchanger is None:
            return ()
        assert isinstance(self.bidding, Bidding)
        path = f"{self.bidding_path}.cardExchanges[0].cards"
        texts = self.bidding.card_exchanges[0].cards
        cards = [card_of(text, self.trump, Spot(f"{path}[{at}]")) for at, text in enumerate(texts)]
        known = [card for card in cards if card is not None]
        if len(known) != EXCHANGED or len(texts) != EXCHANGED:
            raise ForeignError(Spot(path), "exchange-size", expected=EXCHANGED)
        self._distinct(known, Spot(path))
        return tuple(known)

    @cached_property
    def given(self) -> Cards:
        """The three cards a farmer's hand showed: what it held and took, less what it had afterwards."""
        seat = self._exchanger
        assert seat is not None
        hand, after = self.told_hands[seat - 1], self._played_out(seat)
        if after is not None and seat == self.dealer and self.ordered:
            laid = self.discard
            after = None if laid is None else (after | Cards.of((laid,))).without(self.turned)
        if hand is None or after is None:
            raise ForeignError(Spot(f"{self.bidding_path}.cardExchanges[0]"), "exchange-unknown")
        given = (hand | Cards.of(self.taken)) - after
        if len(given) != EXCHANGED:
            raise ForeignError(Spot(f"{self.bidding_path}.cardExchanges[0]"), "exchange-unknown")
        return given

    @cached_property
    def hands(self) -> list[Cards | None]:
        """The hands dealt, as far as they are told or determined."""
        hands = [hand if hand is not None else self._put_together(seat) for seat, hand in enumerate(self.told_hands, 1)]
        if self._must_hide_dealer:
            hands[self.dealer - 1] = None
        return hands

    def _put_together(self, seat: int) -> Cards | None:
        played = self._played_out(seat)
        if played is None or seat == self._exchanger:
            return None
        if seat != self.dealer or not self.ordered:
            return played
        laid = self.discard
        if laid is None:
            return None
        dealt = played if laid is self.turned else (played | Cards.of((laid,))).without(self.turned)
        return dealt if len(dealt) == TRICKS else None

    @property
    def _must_hide_dealer(self) -> bool:
        """Whether a discard that nobody knows leaves the dealer's hand unknown too."""
        return self._laid_away and self.discard is None

    @property
    def _laid_away(self) -> bool:
        """Whether the dealer has discarded, known or not."""
        told = isinstance(self.bidding, Bidding) and self.bidding.discard is not None
        return self.ordered and (told or self.play is not None)

    @property
    def hidden(self) -> int:
        """How many hands stay hidden."""
        return self.hands.count(None)

    def notes(self) -> Iterator[Note]:
        """What is to be told of this deal."""
        if self._must_hide_dealer and self.told_hands[self.dealer - 1] is not None:
            yield Note("discard-unknown", {"path": self.path})

    def deeds(self) -> Iterator[Deed]:
        """Everything done in this deal, in order."""
        yield Deed(self._spot("initialState"), Deal(self._order(), self.dealer))
        if self.bidding is None:
            return
        if self.rules.calling.farmers_hand:
            yield from self._exchange()
        yield from self.said
        if self._laid_away:
            yield Deed(Spot(f"{self.bidding_path}.discard"), Discard(self.discard))
        yield from self.defence
        yield from self.plays

    def _exchange(self) -> Iterator[Deed]:
        spot = Spot(f"{self.bidding_path}.cardExchanges")
        for seat in self.speakers:
            if seat == self._exchanger:
                yield Deed(spot, Swap(self.given))
                return
            yield Deed(spot, Pass())

    def _order(self) -> tuple[Card | None, ...]:
        """The pack as it was dealt; the cards under the turned one, whose order is not told, in order of the suits."""
        spot = self._spot("initialState")
        known = [card for hand in self.hands if hand is not None for card in hand]
        placed = self._distinct([*known, self.turned, *self.taken], spot)
        size = len(self.rules.pack) - self.rules.players * TRICKS - 1 - len(self.taken)
        rest = [None] * size if self.hidden else list(self.rules.pack - placed)
        hands = [[None] * TRICKS if hand is None else list(hand) for hand in self.hands]
        return gather(recipients(self.rules, self.dealer), hands, [self.turned, *rest, *self.taken])
