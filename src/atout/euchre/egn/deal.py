"""One deal of Euchre Game Notation, understood: the hands dealt and what was done, as actions in order.

The format leaves out what follows from the rest (docs/determinism-of-egn.md, docs/replayer-logic.md). Hands that are
not told are put together from the tricks as far as they determine them; what stays open stays hidden, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from typing import TypeVar

from msgspec.structs import replace

from atout.actions import Action, Deal, Discard, Pass, Play, Swap
from atout.cards import NO_CARDS, Card, Cards
from atout.dealing import gather
from atout.euchre.deeds import recipients
from atout.euchre.egn.calls import Calls
from atout.euchre.egn.cards import card_of
from atout.euchre.egn.schema import Bidding, DealTold, TrickPlay
from atout.euchre.hand import EuchreHand, start
from atout.euchre.rules import EXCHANGED, TRICKS, EuchreRules
from atout.events import Played
from atout.foreign import Deed, ForeignError, Note, Spot
from atout.scoring import Standing

_P = TypeVar("_P", Bidding, TrickPlay)


class DealRead:
    """A deal as told at a path of the file; reading raises ``ForeignError`` at what cannot be understood."""

    def __init__(self, rules: EuchreRules, told: DealTold, path: str) -> None:
        self.rules = rules
        self.told = told
        self.path = path
        self.dealer = told.initial_state.dealer + 1
        bidding, where = self._phase(Bidding)
        self.play, self.play_path = self._phase(TrickPlay)
        if self.play is not None and not isinstance(told.phases[0], Bidding):
            raise ForeignError(self._spot("phases[0]"), "play-without-bidding")
        self.begun = bidding is not None
        """Whether anybody has spoken."""
        known = bidding or Bidding(calls=())
        self.calls = Calls(rules, self.dealer, self._turned(), known, where, played=self.play is not None)

    def _phase(self, kind: type[_P]) -> tuple[_P | None, str]:
        found = [(phase, at) for at, phase in enumerate(self.told.phases) if isinstance(phase, kind)]
        if len(found) > 1:
            raise ForeignError(self._spot(f"phases[{found[1][1]}]"), "phase-twice")
        return (found[0][0], f"{self.path}.phases[{found[0][1]}]") if found else (None, "")

    def _spot(self, *parts: str) -> Spot:
        return Spot(".".join((self.path, *parts)))

    # --- the cards ------------------------------------------------------------------------------------------------

    def _turned(self) -> Card:
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
        if len(given) > self.rules.players:
            raise ForeignError(self._spot("initialState", f"playerCards[{self.rules.players}]"), "no-such-seat")
        for seat, texts in enumerate(given):
            spot = self._spot("initialState", f"playerCards[{seat}]")
            cards = [card_of(text, self.calls.trump, Spot(f"{spot}[{at}]")) for at, text in enumerate(texts)]
            if texts and len(texts) != TRICKS:
                raise ForeignError(spot, "hand-size", found=len(texts), expected=TRICKS)
            known = [card for card in cards if card is not None]
            if len(known) == TRICKS:
                hands[seat] = self._distinct(known, spot)
        return hands

    def _distinct(self, cards: list[Card], spot: Spot) -> Cards:
        twice = next((card for card in cards if cards.count(card) > 1), None)
        if twice is not None:
            raise ForeignError(spot, "card-twice", card=twice, pack=self.rules.pack)
        foreign = next((card for card in cards if card not in self.rules.pack), None)
        if foreign is not None:
            raise ForeignError(spot, "not-in-pack", card=foreign)
        return Cards.of(cards)

    # --- the play -------------------------------------------------------------------------------------------------

    @cached_property
    def plays(self) -> list[Deed]:
        """The cards played; a trick that is not the last one must be whole."""
        if self.play is None:
            return []
        resting, tricks = self.calls.resting, self.play.tricks
        if self.play.is_alone is not None and self.play.is_alone != bool(resting):
            raise ForeignError(Spot(f"{self.play_path}.isAlone"), "alone-differs")
        size = self.rules.players - len(resting)
        found = []
        for number, cards in enumerate(tricks):
            path = f"{self.play_path}.tricks[{number}]"
            if len(cards) > size or (len(cards) < size and any(tricks[number + 1 :])):
                raise ForeignError(Spot(path), "trick-size", found=len(cards), expected=size)
            for at, text in enumerate(cards):
                spot = Spot(f"{path}[{at}]")
                card = card_of(text, self.calls.trump, spot)
                if card is None:
                    raise ForeignError(spot, "play-unknown")
                found.append(Deed(spot, Play(card)))
        return found

    @cached_property
    def shown(self) -> dict[int, Cards]:
        """The cards each seat played, found by the machine itself with all hands hidden, up to a fault."""
        rules = replace(self.rules, calling=replace(self.rules.calling, farmers_hand=False))
        hand = start(rules, self.dealer, Standing.zero(len(rules.sides)))
        taken = [Discard(None)] if self.calls.ordered else []
        actions: list[Action] = [Deal(self._order([None] * rules.players, ())), *_actions(self.calls.deeds), *taken]
        actions += _actions([*self.calls.defence, *self.plays])
        cards = dict.fromkeys(self.calls.speakers, NO_CARDS)
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
        if self.calls.discard is not None:
            return self.calls.discard
        played, hand = self._played_out(self.dealer), self.told_hands[self.dealer - 1]
        if played is None:
            return None
        if self.calls.turned not in played:
            return self.calls.turned
        if hand is None or self.calls.exchanger == self.dealer:
            return None
        left = hand.with_card(self.calls.turned) - played
        return next(iter(left)) if len(left) == 1 else None

    def _before_play(self, seat: int) -> Cards | None:
        """The hand that a seat which played all of it had before the dealer took the turned card."""
        played = self._played_out(seat)
        if played is None or seat != self.dealer or not self.calls.ordered:
            return played
        return None if self.discard is None else played.with_card(self.discard).without(self.calls.turned)

    @cached_property
    def given(self) -> Cards:
        """The three cards a farmer's hand showed: what it held and took, less what it had afterwards."""
        seat = self.calls.exchanger
        assert seat is not None
        hand, after = self.told_hands[seat - 1], self._before_play(seat)
        given = NO_CARDS if hand is None or after is None else (hand | Cards.of(self.calls.taken)) - after
        if len(given) != EXCHANGED:
            raise ForeignError(self.calls.spot("cardExchanges[0]"), "exchange-unknown")
        return given

    @cached_property
    def hands(self) -> list[Cards | None]:
        """The hands dealt, as far as they are told or determined."""
        hands = [hand if hand is not None else self._put_together(seat) for seat, hand in enumerate(self.told_hands, 1)]
        if self._must_hide_dealer:
            hands[self.dealer - 1] = None
        return hands

    def _put_together(self, seat: int) -> Cards | None:
        hand = None if seat == self.calls.exchanger else self._before_play(seat)
        return hand if hand is not None and len(hand) == TRICKS else None

    @property
    def _must_hide_dealer(self) -> bool:
        """Whether a discard that nobody knows leaves the dealer's hand unknown too."""
        return self.calls.laid_away and self.discard is None

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
        yield Deed(self._spot("initialState"), Deal(self._order(self.hands, self.calls.taken), self.dealer))
        if self.begun and self.rules.calling.farmers_hand:
            yield from self._exchange()
        yield from self.calls.deeds
        if self.calls.laid_away:
            yield Deed(self.calls.spot("discard"), Discard(self.discard))
        yield from self.calls.defence
        yield from self.plays

    def _exchange(self) -> Iterator[Deed]:
        spot = self.calls.spot("cardExchanges")
        for seat in self.calls.speakers:
            if seat == self.calls.exchanger:
                yield Deed(spot, Swap(self.given))
                return
            yield Deed(spot, Pass())

    def _order(self, dealt: list[Cards | None], taken: tuple[Card, ...]) -> tuple[Card | None, ...]:
        """The pack that deals some hands, with the cards that will be taken at the bottom; those under the turned one,
        whose order is not told, lie in order of the suits, where they are known."""
        rules, turned = self.rules, self.calls.turned
        known = [card for hand in dealt if hand is not None for card in hand]
        placed = self._distinct([*known, turned, *taken], self._spot("initialState"))
        size = len(rules.pack) - rules.players * TRICKS - 1 - len(taken)
        rest = [None] * size if None in dealt else list(rules.pack - placed)
        hands = [[None] * TRICKS if hand is None else list(hand) for hand in dealt]
        return gather(recipients(rules, self.dealer), hands, [turned, *rest, *taken])


def _actions(deeds: list[Deed]) -> list[Action]:
    return [deed.action for deed in deeds]
