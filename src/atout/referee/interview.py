"""Settling a dispute by questions: who, which trick, what was led and played, then the proof, card by card.

Questions and answers go through two callables, so the same interview serves a terminal, a pipe or a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from msgspec.structs import replace

from atout.cards import NO_TRUMP, Card, Cards, NoTrump, Suit, Trump
from atout.families import PROFILES, new_match, parse
from atout.game import Rules
from atout.options import RulesError
from atout.referee.dispute import Dispute, Impossible, Verdict, ordering_of
from atout.referee.paper import asks
from atout.say import Speaker, shown
from atout.sentences import rules_fault
from atout.tricks import Ordering
from atout.typed import typed

Ask = Callable[[str, str], str | None]
"""Puts a question and gives the answer typed, ``None`` when there is no more input. The second argument says what is
asked about (``trick``, ``later-5``): the same also where the question is worded otherwise after other answers.
"""
Complain = Callable[[str], None]
"""Says why an answer cannot be taken; the question is put again."""

T = TypeVar("T")
SUSPECT: Final = 1
"""The seat the suspect speaks for: only the name matters."""
_NUMBER: Final = re.compile(r"[0-9]{1,2}")


class Unanswered(Exception):
    """The input ended before a question that needs an answer; ``question`` is that question."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


class _Unclear(Exception):
    """An answer that cannot be taken, and why, as a sentence."""


class Interview:
    """One dispute, asked about in one language. ``rules`` may be known before."""

    def __init__(self, ask: Ask, complain: Complain, language: str, rules: Rules | None = None) -> None:
        self._ask = ask
        self._complain = complain
        self._rules = rules
        self._typed = typed(language)
        self.speaker = Speaker(language)
        """Who puts the questions; knows the suspect's name, and the pack, once they are told."""

    def hold(self) -> Dispute:
        """Asks until the dispute is settled or nothing more can be told. Raises ``Unanswered``."""
        rules = self._rules or self._needed("rules", self._read_rules, known=", ".join(PROFILES))
        name = self._told("suspect", shown)
        called = name or self.speaker.text("dispute.somebody")
        self.speaker = Speaker(self.speaker.language, (called,), pack=rules.pack)
        ordering = ordering_of(rules) or ordering_of(rules, self._asked_trump(rules))
        assert ordering is not None
        trick = self._needed("trick", lambda text: self._read_trick(text, rules.cards_each), most=rules.cards_each)
        suit, led = self._needed("led", lambda text: self._read_led(text, ordering), trick=trick)

        def begin(text: str) -> Dispute:
            return Dispute(ordering, rules.cards_each, trick, suit, self._read_card(text), led)

        return self._proof(self._needed("card", begin, trick=trick))

    def _proof(self, dispute: Dispute) -> Dispute:
        """What the remaining hand and the tricks since show, as far as it is told."""
        if not dispute.settled:
            begun = dispute
            dispute = self._told("hand", lambda text: replace(begun, hand=self._read_cards(text))) or dispute
        while not dispute.settled:
            before = dispute
            number = before.trick + len(before.later) + 1
            about = f"later-{number}"
            shown = self._told("later", lambda text: self._with_later(before, text), about, trick=number)  # noqa: B023
            if shown is None:
                break
            dispute = shown
        return dispute

    def _with_later(self, dispute: Dispute, text: str) -> Dispute:
        return replace(dispute, later=(*dispute.later, self._read_card(text)))

    # --- questions ----------------------------------------------------------------------------------------------

    def _needed(self, key: str, read: Callable[[str], T], **facts: object) -> T:
        """An answer that there must be."""
        while True:
            text = self._put(key, key, **facts)
            if text is None:
                raise Unanswered(self._question(key, **facts))
            taken = self._taken(text, read) if text else None
            if taken is not None:
                return taken

    def _told(self, key: str, read: Callable[[str], T], about: str = "", **facts: object) -> T | None:
        """An answer that may be left out: ``None`` for an empty one, or at the end of the input."""
        while text := self._put(key, about or key, **facts):
            taken = self._taken(text, read)
            if taken is not None:
                return taken
        return None

    def _question(self, key: str, **facts: object) -> str:
        return self.speaker.text(f"dispute.ask.{key}", seat=SUSPECT, **facts)

    def _put(self, key: str, about: str, **facts: object) -> str | None:
        text = self._ask(self._question(key, **facts), about)
        return text if text is None else text.strip()

    def _taken(self, text: str, read: Callable[[str], T]) -> T | None:
        """What an answer reads as; ``None`` once it has been said why it cannot be taken."""
        try:
            return read(text)
        except _Unclear as unclear:
            self._complain(str(unclear))
        except Impossible as error:
            self._complain(str(self._unclear(error.code, card=error.card, most=error.most)))
        return None

    def _unclear(self, code: str, **facts: object) -> _Unclear:
        return _Unclear(self.speaker.text(f"dispute.unclear.{code}", **facts))

    # --- answers ------------------------------------------------------------------------------------------------

    def _read_rules(self, text: str) -> Rules:
        try:
            return parse(text)
        except RulesError as error:
            raise _Unclear(rules_fault(self.speaker, error)) from None

    def _read_trick(self, text: str, most: int) -> int:
        if not _NUMBER.fullmatch(text) or not 1 <= int(text) <= most:
            raise self._unclear("no-such-trick", most=most)
        return int(text)

    def _asked_trump(self, rules: Rules) -> Trump:
        """What is trump: a suit, or none where the table plays so."""
        no_trump = asks(new_match(rules)).no_trump

        def read(text: str) -> Trump:
            match self._typed.trumps(text):
                case [NoTrump()] if no_trump:
                    return NO_TRUMP
            return self._read_suit(text)

        return self._needed("trump", read, no_trump=no_trump)

    def _read_suit(self, text: str) -> Suit:
        match self._typed.suits(text):
            case [suit]:
                return suit
        raise self._unclear("not-a-suit", found=shown(text))

    def _read_card(self, text: str) -> Card:
        match self._typed.cards(text):
            case [card]:
                return card
            case [_, _, *_] as cards:
                readings = " / ".join(map(self.speaker.card, cards))
                raise self._unclear("several-cards", found=shown(text), readings=readings)
        raise self._unclear("not-a-card", found=shown(text))

    def _read_cards(self, text: str) -> Cards:
        """Cards between commas, or short ones between spaces."""
        parts = re.split(r"[,;]", text) if re.search(r"[,;]", text) else [text]
        if len(parts) == 1 and not self._typed.cards(text):
            parts = text.split()
        cards = [self._read_card(part) for part in parts if part.strip()]
        twice = next((card for card in cards if cards.count(card) > 1), None)
        if twice:
            raise Impossible("card-twice", twice)
        return Cards.of(cards)

    def _read_led(self, text: str, ordering: Ordering) -> tuple[Suit, Card | None]:
        """The suit led, by itself or as the suit that a card belongs to in play."""
        if self._typed.suits(text):
            return self._read_suit(text), None
        card = self._read_card(text)
        if card not in ordering.pack:
            raise Impossible("not-in-pack", card)
        return ordering.suit(card), card


def conclusion(speaker: Speaker, dispute: Dispute) -> Iterator[str]:
    """What the interview comes to: the verdict with its reasons, and the correction if one is due."""
    verdict, withheld = dispute.verdict, dispute.withheld
    facts = {"seat": SUSPECT, "trick": dispute.trick, "suit": dispute.suit, "card": dispute.card}
    if verdict is not Verdict.PROVED:
        yield speaker.text(f"dispute.verdict.{verdict}", **facts)
        return
    later = dispute.proof
    proof = dispute.later[later - dispute.trick - 1] if later else next(iter(withheld))
    yield speaker.text("dispute.verdict.proved", **facts, later=later or 0, proof=proof)
    yield speaker.text("dispute.correction", trick=dispute.trick, legal=speaker.cards(withheld, dispute.ordering))
