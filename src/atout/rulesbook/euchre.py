"""The rules of a Euchre table, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from atout.cards import Card, Cards, Rank, Suit
from atout.euchre.calls import opponents
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import TO_MAKE, TRICKS, Euchred, EuchreRules, Form
from atout.euchre.score import BUCKED, MOON, Undertaking, score
from atout.events import Event, Played, TookUp
from atout.game import led_suit
from atout.match import Match
from atout.rulesbook.author import Author, Family
from atout.rulesbook.document import Block, Paragraph, Section, Table
from atout.rulesbook.figures import seating, shorter
from atout.rulesbook.machine import after_cards, hand_of, last_tricks, playable
from atout.scoring import Standing
from atout.seats import partners_of

_SHORT_GAME: Final = 5
"""The target of a game for an evening that starts late."""
_TRUMP: Final = Suit.HEARTS
"""The trump suit of the figures and examples."""


def facts(author: Author[EuchreRules]) -> dict[str, object]:
    """What the catalogue's sentences depend on, beyond the options themselves."""
    rules = author.rules
    *best, right, left = rules.ordering(_TRUMP).promoted
    plain = rules.pack - Cards.of(best)
    lowest = min(card.rank for card in plain if card.rank)
    return {
        "form": rules.form.value,
        "two": rules.players == 2,
        "solo_three": rules.form is Form.TURNED and rules.players == 3,
        "has_benny": bool(best),
        "best": best[0] if best else None,
        "least": rules.calling.least_bid or 0,
        "lowest": author.speaker.text(f"word.rank.{lowest}"),
        "stock": len(rules.pack) - rules.players * rules.cards_each,
        "can_fall": rules.form is not Form.TURNED or rules.scoring.euchred is Euchred.MAKER_LOSES,
        **shorter(rules, _SHORT_GAME),
        "to_make": TO_MAKE,
        "others": rules.players - 1,
        "trump": _TRUMP,
        "near": _TRUMP.same_colour,
        "right": right,
        "left": left,
        "moon_points": author.points(MOON),
        "bucked_points": author.points(BUCKED),
        **(_worth(author) if rules.form is Form.TURNED else {}),
    }


def _worth(author: Author[EuchreRules]) -> dict[str, object]:
    """What tricks are worth where the maker needs three, by the scorer."""
    rules = author.rules

    def most(tricks: int, *, alone: bool = False, defended: bool = False) -> str:
        return author.points(max(map(abs, _points(rules, _made(rules, alone, defended), tricks))))

    worth: dict[str, object] = {f"worth_{tricks}": most(tricks) for tricks in range(TRICKS + 1)}
    if rules.calling.alone:
        worth["worth_alone"] = most(TRICKS, alone=True)
        worth["worth_euchred_alone"] = most(0, alone=True)
        worth["worth_lone_defence"] = most(0, alone=True, defended=rules.calling.defend_alone)
    return worth


def _made(rules: EuchreRules, alone: bool = False, defended: bool = False) -> Undertaking:
    """What seat 1 undertakes as the maker, perhaps alone, perhaps against a lone defender."""
    out = partners_of(rules.sides, 1) if alone else frozenset()
    return Undertaking(1, sitting_out=out | partners_of(rules.sides, 2) if defended else out)


def summary(author: Author[EuchreRules]) -> tuple[Block, ...]:
    """The game in a few lines."""
    return author.bullets("short.goal", "short.table", "short.trump", "short.count", "short.sides", "short.end")


def chapters(author: Author[EuchreRules]) -> Iterator[Section]:
    """From the pack to the count."""
    section, bullets, paragraphs = author.section, author.bullets, author.paragraphs
    rules = author.rules
    yield section(
        "preparation",
        *paragraphs("preparation.pack", "preparation.trump", "preparation.bowers"),
        *_ranks(author),
        *paragraphs("preparation.sheet"),
    )
    turned = Card.of(_TRUMP, min(card.rank for card in rules.pack - Cards.of(rules.benny) if card.rank))
    yield section("seats", seating(author, None if rules.form is Form.BID else turned), *paragraphs("seats.sides"))
    yield section("deal", *bullets("deal.first_dealer", "deal.cards", "deal.stock", "deal.look"))
    yield _calling(author) if rules.form is Form.TURNED else _bidding(author)
    yield section(
        "play",
        *bullets("play.camps", "play.lead", "play.follow", "play.left", "play.free", "play.win"),
        *paragraphs("play.all", "play.wrong"),
        sections=(section("trick", Paragraph(_trick(author))),),
    )
    yield section("count", *paragraphs("count.when"), *_counts(author))


def _calling(author: Author[EuchreRules]) -> Section:
    """How trump is made where a card is turned up for it."""
    section, bullets, paragraphs = author.section, author.bullets, author.paragraphs
    second = ("calling.down", "calling.name", "calling.no_trump", "calling.all_pass")
    rounds = [
        section("first_round", *bullets("calling.order", "calling.take", "calling.discard")),
        section("second_round", *bullets(*second)),
    ]
    if author.rules.calling.alone:
        alone = ("call", "partner", "dealer", "must", "defend", "lead")
        rounds.append(section("alone", *bullets(*(f"alone.{name}" for name in alone))))
    before = paragraphs("calling.farmers", "calling.misdeal", "calling.benny")
    return section("calling", *paragraphs("calling.turn"), *before, sections=rounds)


def _bidding(author: Author[EuchreRules]) -> Section:
    """How trump is made where tricks are bid for."""
    names = ("clubs", "turn", "moon", "all_pass", "trump", "drop")
    told = (*(f"bidding.{name}" for name in names), "calling.no_trump", "calling.misdeal")
    return author.section("bidding", *author.bullets(*told))


def _ranks(author: Author[EuchreRules]) -> Iterator[Block]:
    """The order of the cards with hearts trump: trump itself, the suit that lends the left bower, another one."""
    ordering = author.rules.ordering(_TRUMP)
    for name, suit in (("trump", _TRUMP), ("near", _TRUMP.same_colour), ("far", Suit.SPADES)):
        cards = sorted(ordering.of_suit(suit), key=lambda card: ordering.power(card, suit), reverse=True)
        yield author.cards(
            author.text(f"preparation.{name}_cards", suit=suit), cards, author.speaker.ranks(cards, suit, ordering)
        )


def _points(rules: EuchreRules, played: Undertaking, tricks: int) -> tuple[int, ...]:
    """The points of each side when seat 1 is the maker and takes so many tricks, the next seat the others."""
    won = (tricks, rules.cards_each - tricks, *(0,) * (rules.players - 2))
    return tuple(side.points for side in score(rules, played, won, Standing.zero(len(rules.sides))))


def _counts(author: Author[EuchreRules]) -> tuple[Block, ...]:
    """What the results of a deal are worth, by the scorer, and what the figures do not say."""
    match author.rules.form:
        case Form.TURNED:
            told = ("count.euchred", "count.march", "count.alone", "count.sides")
            return _turned_counts(author), *author.bullets(*told)
        case Form.BID:
            return _bid_counts(author), *author.bullets("count.made", "count.missed", "count.moon")
        case Form.BUCK:
            return _buck_counts(author), *author.bullets("count.made", "count.missed", "count.no_trick")
        case _ as never:
            assert_never(never)


def _turned_counts(author: Author[EuchreRules]) -> Table:
    """Each number of tricks of the maker's side; those of a lone maker, who may meet a lone defender."""
    rules = author.rules

    def row(name: str, tricks: int, *, alone: bool = False, defended: bool = False) -> tuple[str, ...]:
        maker, opponent, *_ = _points(rules, _made(rules, alone, defended), tricks)
        return author.text(f"counts.{name}", tricks=tricks), author.signed(maker), author.signed(opponent)

    rows = [row("tricks", tricks) for tricks in range(TRICKS, -1, -1)]
    if rules.calling.alone:
        rows += (row("alone", tricks, alone=True) for tricks in (TRICKS, TO_MAKE, TO_MAKE - 1))
    if rules.calling.defend_alone:
        rows.append(row("defended", TO_MAKE - 1, alone=True, defended=True))
    return author.table("counts", rows, figures=(1, 2))


def _bid_counts(author: Author[EuchreRules]) -> Table:
    """A bid made, made with more, and missed; a moon made and missed."""
    rules, each = author.rules, author.rules.cards_each
    least = rules.calling.least_bid or 1
    cases = [(least, least), (least, min(each, least + 2)), (each - 1, each - 2), (each, each), (least, 0)]
    moons = [(each, each), (each, each - 1)] if rules.calling.moon else []

    def row(contract: int, tricks: int, *, moon: bool) -> tuple[str, ...]:
        out = partners_of(rules.sides, 1) if moon else frozenset()
        maker, other = _points(rules, Undertaking(1, contract, moon, out), tricks)
        said = author.text("bid_counts.case", contract=contract, tricks=tricks, big=moon)
        return said, author.signed(maker), author.signed(other)

    plain = [row(*case, moon=False) for case in dict.fromkeys(cases)]
    return author.table("bid_counts", [*plain, *(row(*case, moon=True) for case in moons)], figures=(1, 2))


def _buck_counts(author: Author[EuchreRules]) -> Table:
    """What the maker's tricks and another's do to their scores."""
    rules, contract = author.rules, 3

    def change(seat: int, tricks: int) -> str:
        won = [0] * rules.players
        won[seat - 1], won[2 - seat] = tricks, rules.cards_each - tricks
        results = score(rules, Undertaking(1, contract), tuple(won), Standing.zero(rules.players))
        return author.signed(results[seat - 1].points)

    rows = [
        (author.text("buck_counts.maker", contract=contract, tricks=tricks), change(1, tricks)) for tricks in (4, 3, 2)
    ]
    rows += [(author.text("buck_counts.other", tricks=tricks), change(2, tricks)) for tricks in (2, 1, 0)]
    return author.table("buck_counts", rows, figures=(1,))


def _trick(author: Author[EuchreRules]) -> str:
    """Trump led, and a seat whose only trump is the left bower: what is legal and what it brings, from the machine."""
    rules, say = author.rules, author.text
    ace, king = Card.of(_TRUMP, Rank.ACE), Card.of(_TRUMP, Rank.KING)
    *_, left = rules.ordering(_TRUMP).promoted
    queen = Card.of(_TRUMP.same_colour, Rank.QUEEN)
    spades = list((rules.pack - Cards.of(rules.benny)).of_suit(Suit.SPADES))
    dealt = ((ace, spades[0]), (left, queen), (king, spades[1]), (spades[2], spades[3]))[: rules.players]
    hands = tuple(map(Cards.of, dealt))
    bids = None if rules.form is Form.TURNED else (rules.cards_each, *(0,) * (rules.players - 1))
    match = after_cards(last_tricks(rules, hands, maker=1, trump=_TRUMP, bids=bids), ace)
    legal = playable(match)
    told = [
        say("trick.lead", leader=1, led=ace),
        say("trick.follow", seat=2, held=hands[1], choices=len(legal), card=next(iter(legal))),
    ]
    match = after_cards(match, left, *(cards[0] for cards in dealt[2:]))
    if rules.players > 2:
        told.append(say("trick.win", seat=3, card=king, winner=match.turn))
    else:
        told.append(say("trick.win_two", winner=match.turn))
    assert hand_of(match).board.tricks
    return " ".join(told)


# --- what is worth a remark in a deal told ----------------------------------------------------------------------------


def remarks(match: Match, event: Event) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The dealer serving an opponent, the left bower at work, ruffs, an ally left to win."""
    hand = match.hand
    assert isinstance(hand, EuchreHand) or hand is None
    match event:
        case TookUp(dealer, card) if hand and hand.maker is not None and dealer in opponents(hand):
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
        ("alone", ("alone", "defend_alone", "partner_must_go_alone", "lone_lead", "lone_march", "euchred_alone")),
        ("farmers", ("farmers_hand",)),
        ("benny", ("benny",)),
        ("bids", ("least_bid", "moon")),
        ("bucked", ("bucked",)),
        ("drop", ("dropping",)),
        ("R13", ()),
        ("pack", ("pack",)),
        ("end", ("target", "tie")),
    ),
    origins=("euchre", "cutthroat", "four", "buck", "benny"),
    tips=("start", "hand", "stock", "order", "defend", "leader", "short"),
    questions=("left", "led", "turned", "dealer", "pass", "alone", "stock", "must_ruff", "ally", "both"),
)
"""What the book knows of Euchre."""
