"""What was said in a deal of Euchre Game Notation, understood: calls, lone hands, an exchange, as actions in order."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from atout.actions import DefendAlone, Name, Order, Pass
from atout.cards import NO_TRUMP, Card, Suit, Trump
from atout.euchre.egn.cards import card_of
from atout.euchre.egn.schema import Bidding
from atout.euchre.rules import EXCHANGED, EuchreRules
from atout.foreign import Deed, ForeignError, Spot
from atout.seats import left_of, partners_of, round_from

PASS: Final = ("Pass", "p")
ORDER: Final = ("Order", "o")
"""The words of the first round, and what stands for them since 1.6."""
_TRUMPS: Final[dict[str, Trump]] = {**{str(suit).lower(): suit for suit in Suit}, "n": NO_TRUMP}


class Calls:
    """The phase of bidding at a path of the file (an empty one where the deal has none), under a turned card.

    ``played``: a phase of play follows. Reading raises ``ForeignError`` at what cannot be understood.
    """

    def __init__(
        self, rules: EuchreRules, dealer: int, turned: Card, told: Bidding, path: str, *, played: bool
    ) -> None:
        self.rules = rules
        self.turned = turned
        self.told = told
        self.path = path
        self.played = played
        self.speakers = round_from(left_of(dealer, rules.players), rules.players)
        """The seats in speaking order."""

    def spot(self, *parts: str) -> Spot:
        """A place in the phase."""
        return Spot(".".join((self.path, *parts)))

    @cached_property
    def making(self) -> int | None:
        """The index of the call that made trump."""
        return next((at for at, call in enumerate(self.told.calls) if call not in PASS), None)

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
        return self.turned.suit if self.ordered else _TRUMPS.get(self.told.calls[self.making])

    @cached_property
    def deeds(self) -> list[Deed]:
        """The calls."""
        return [self._call(at, call) for at, call in enumerate(self.told.calls)]

    def _call(self, at: int, call: str) -> Deed:
        spot, alone = self.spot(f"calls[{at}]"), self.told.is_alone and at == self.making
        if call in PASS:
            return Deed(spot, Pass())
        if call in ORDER:
            return Deed(spot, Order(alone))
        if call == "x":
            raise ForeignError(spot, "call-unknown")
        if call not in _TRUMPS:
            raise ForeignError(spot, "bad-call", found=call)
        return Deed(spot, Name(_TRUMPS[call], alone))

    # --- lone hands -----------------------------------------------------------------------------------------------

    @property
    def defender(self) -> int | None:
        """The seat that defends alone."""
        told = self.told.alone_defender
        return None if told is None or told < 0 else told + 1

    @cached_property
    def defence(self) -> list[Deed]:
        """What the opponents of a lone maker answered, when they were asked whether to defend alone."""
        spot, maker = self.spot("aloneDefender"), self.maker
        asked: list[int] = []
        if maker is not None and self.told.is_alone and self.rules.calling.defend_alone:
            asked = [seat for seat in round_from(maker, self.rules.players)[1:] if seat != self._partner(maker)]
        if self.defender is not None:
            if self.defender not in asked:
                raise ForeignError(spot, "no-lone-defence")
            passed = asked[: asked.index(self.defender)]
            return [*(Deed(spot, Pass()) for _ in passed), Deed(spot, DefendAlone())]
        answered = self.played or self.told.alone_defender is not None
        return [Deed(spot, Pass()) for _ in asked] if answered else []

    @cached_property
    def resting(self) -> frozenset[int]:
        """The seats that sit out."""
        alone = (self.maker if self.told.is_alone else None, self.defender)
        return frozenset(self._partner(seat) for seat in alone if seat is not None)

    def _partner(self, seat: int) -> int:
        (partner,) = partners_of(self.rules.sides, seat)
        return partner

    # --- a farmer's hand ------------------------------------------------------------------------------------------

    @cached_property
    def exchanger(self) -> int | None:
        """The seat that exchanged a farmer's hand."""
        exchanges = self.told.card_exchanges
        if not exchanges:
            return None
        if len(exchanges) > 1:
            raise ForeignError(self.spot("cardExchanges[1]"), "exchange-not-ours")
        if exchanges[0].sender is not None or not self.rules.calling.farmers_hand:
            raise ForeignError(self.spot("cardExchanges[0]"), "exchange-not-ours")
        return exchanges[0].receiver + 1

    @cached_property
    def taken(self) -> tuple[Card, ...]:
        """The cards a farmer's hand took from the stock, in order."""
        if self.exchanger is None:
            return ()
        texts = self.told.card_exchanges[0].cards
        spots = (self.spot("cardExchanges[0]", f"cards[{at}]") for at in range(len(texts)))
        cards = [card_of(text, self.trump, spot) for text, spot in zip(texts, spots, strict=True)]
        known = tuple(card for card in cards if card is not None)
        if len(known) != EXCHANGED or len(texts) != EXCHANGED:
            raise ForeignError(self.spot("cardExchanges[0]", "cards"), "exchange-size", expected=EXCHANGED)
        return known

    # --- the dealer's discard -------------------------------------------------------------------------------------

    @property
    def laid_away(self) -> bool:
        """Whether the dealer has discarded, known or not."""
        return self.ordered and (self.played or self.told.discard is not None)

    @cached_property
    def discard(self) -> Card | None:
        """The dealer's discard, where it is told."""
        return None if self.told.discard is None else card_of(self.told.discard, self.trump, self.spot("discard"))
