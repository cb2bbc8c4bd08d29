"""The rules of a Euchre table, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from atout.cards import Card, Cards, Rank, Suit
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import TO_MAKE, TRICKS, Euchred, EuchreRules
from atout.euchre.score import score
from atout.events import Event, Played, TookUp
from atout.game import led_suit
from atout.match import Match
from atout.rulesbook.author import Author, Family
from atout.rulesbook.document import Block, Paragraph, Section, Table
from atout.rulesbook.figures import seating, shorter
from atout.rulesbook.machine import after_cards, hand_of, last_tricks, playable
from atout.scoring import Standing
from atout.tricks import bower_ordering

_SHORT_GAME: Final = 5
"""The target of a game for an evening that starts late."""
_TRUMP: Final = Suit.HEARTS
"""The trump suit of the figures and examples."""


def facts(author: Author[EuchreRules]) -> dict[str, object]:
    """What the catalogue's sentences depend on, beyond the options themselves."""
    rules = author.rules
    right, left, *_ = bower_ordering(rules.pack, _TRUMP).promoted
    lowest = min(card.rank for card in rules.pack if card.rank)
    return {
        "lowest": author.speaker.text(f"word.rank.{lowest}"),
        "stock": len(rules.pack) - rules.players * TRICKS,
        "can_fall": rules.scoring.euchred is Euchred.MAKER_LOSES,
        **shorter(rules, _SHORT_GAME),
        "to_make": TO_MAKE,
        "others": rules.players - 1,
        "trump": _TRUMP,
        "near": _TRUMP.same_colour,
        "right": right,
        "left": left,
        **{f"worth_{tricks}": author.points(max(map(abs, _points(rules, tricks)))) for tricks in range(TRICKS + 1)},
    }


def summary(author: Author[EuchreRules]) -> tuple[Block, ...]:
    """The game in a few lines."""
    return author.bullets("short.goal", "short.table", "short.trump", "short.count", "short.sides", "short.end")


def chapters(author: Author[EuchreRules]) -> Iterator[Section]:
    """From the pack to the count."""
    section, bullets, paragraphs = author.section, author.bullets, author.paragraphs
    yield section(
        "preparation",
        *paragraphs("preparation.pack", "preparation.trump", "preparation.bowers"),
        *_ranks(author),
        *paragraphs("preparation.sheet"),
    )
    turned = Card.of(_TRUMP, min(card.rank for card in author.rules.pack if card.rank))
    yield section("seats", seating(author, turned), *paragraphs("seats.sides"))
    yield section("deal", *bullets("deal.first_dealer", "deal.cards", "deal.stock", "deal.look"))
    yield section(
        "calling",
        *paragraphs("calling.turn"),
        sections=(
            section("first_round", *bullets("calling.order", "calling.take", "calling.discard")),
            section("second_round", *bullets("calling.down", "calling.name", "calling.all_pass")),
        ),
    )
    yield section(
        "play",
        *bullets("play.camps", "play.lead", "play.follow", "play.left", "play.free", "play.win"),
        *paragraphs("play.all", "play.wrong"),
        sections=(section("trick", Paragraph(_trick(author))),),
    )
    yield section(
        "count", *paragraphs("count.when"), _counts(author), *bullets("count.euchred", "count.march", "count.sides")
    )


def _ranks(author: Author[EuchreRules]) -> Iterator[Block]:
    """The order of the cards with hearts trump: trump itself, the suit that lends the left bower, another one."""
    ordering = bower_ordering(author.rules.pack, _TRUMP)
    for name, suit in (("trump", _TRUMP), ("near", _TRUMP.same_colour), ("far", Suit.SPADES)):
        cards = sorted(ordering.of_suit(suit), key=lambda card: ordering.power(card, suit), reverse=True)
        yield author.cards(
            author.text(f"preparation.{name}_cards", suit=suit), cards, author.speaker.ranks(cards, suit, ordering)
        )


def _points(rules: EuchreRules, tricks: int) -> tuple[int, ...]:
    """The points of each seat when seat 1 is the maker and takes so many tricks."""
    won = (tricks, TRICKS - tricks, *(0,) * (rules.players - 2))
    return tuple(side.points for side in score(rules, 1, won, Standing.zero(len(rules.sides))))


def _counts(author: Author[EuchreRules]) -> Table:
    """What each number of tricks is worth to the maker and to each opponent."""

    def row(tricks: int) -> tuple[str, ...]:
        maker, opponent, *_ = _points(author.rules, tricks)
        return author.text("counts.tricks", tricks=tricks), author.signed(maker), author.signed(opponent)

    return author.table("counts", map(row, range(TRICKS, -1, -1)), figures=(1, 2))


def _trick(author: Author[EuchreRules]) -> str:
    """Trump led, and a seat whose only trump is the left bower: what is legal and what it brings, from the machine."""
    rules, say = author.rules, author.text
    ace, king = Card.of(_TRUMP, Rank.ACE), Card.of(_TRUMP, Rank.KING)
    _, left = bower_ordering(rules.pack, _TRUMP).promoted
    queen = Card.of(_TRUMP.same_colour, Rank.QUEEN)
    spades = list(rules.pack.of_suit(Suit.SPADES))
    hands = (Cards.of((ace, spades[0])), Cards.of((left, queen)), Cards.of((king, spades[1])))
    match = after_cards(last_tricks(rules, hands, maker=1, trump=_TRUMP), ace)
    legal = playable(match)
    told = [
        say("trick.lead", leader=1, led=ace),
        say("trick.follow", seat=2, held=hands[1], choices=len(legal), card=next(iter(legal))),
    ]
    match = after_cards(match, left, king)
    told.append(say("trick.win", seat=3, card=king, winner=match.turn))
    assert hand_of(match).board.tricks
    return " ".join(told)


# --- what is worth a remark in a deal told ----------------------------------------------------------------------------


def remarks(match: Match, event: Event) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The dealer serving an opponent, the left bower at work, ruffs, an ally left to win."""
    hand = match.hand
    assert isinstance(hand, EuchreHand) or hand is None
    match event:
        case TookUp(dealer, card) if hand and hand.maker != dealer:
            yield "served", {"dealer": dealer, "maker": hand.maker, "card": card}
        case Played(seat, card) if hand and hand.ordering:
            led = led_suit(hand.board, hand.ordering) or hand.ordering.suit(card)
            follows = hand.ordering.suit(card) is led
            use = "ruffs" if not follows else "follows" if hand.board.plays else "leads"
            trumps = hand.board.holding(seat).sure & hand.ordering.of_suit(hand.ordering.suit(card))
            facts = {"seat": seat, "suit": led, "use": use, "only": len(trumps) == 1}
            if hand.ordering.suit(card) is not card.suit:
                yield "left", facts
            elif not follows:
                yield ("ruff" if hand.ordering.suit(card) is hand.trump else "discard"), facts


FAMILY: Final = Family(
    area="rulesbook_euchre",
    facts=facts,
    summary=summary,
    chapters=chapters,
    remarks=remarks,
    readings=(
        ("discard", ("discard_turned",)),
        ("stick", ("stick",)),
        ("lead", ("lead",)),
        ("march", ("march",)),
        ("euchred", ("euchred",)),
        ("alone", ()),
        ("R13", ()),
        ("pack", ("pack",)),
        ("end", ("target", "tie")),
    ),
    origins=("euchre", "cutthroat", "four", "buck"),
    tips=("start", "hand", "stock", "order", "defend", "leader", "short"),
    questions=("left", "led", "turned", "dealer", "pass", "alone", "stock", "must_ruff", "ally", "both"),
)
"""What the book knows of Euchre."""
