"""The rules of a Spades table, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from atout.cards import Card, Cards, Rank, Suit
from atout.events import Event, Played, SpadesOpened, TrickTaken
from atout.match import Match
from atout.rulesbook.author import Author, Family
from atout.rulesbook.document import Block, Paragraph, Section
from atout.rulesbook.figures import seating, shorter
from atout.rulesbook.machine import after_cards, hand_of, last_tricks, playable
from atout.rulesbook.spades_count import cases_table, last_bid, worth, worth_table
from atout.spades.groups import HARD_BEYOND, LEAST_SUICIDE_BID, TWO_OF_CLUBS
from atout.spades.hand import SpadesHand
from atout.spades.rules import SpadesRules

_SHORT_GAME: Final = 100
"""The target of a game for an evening that starts late."""
_VARIANTS: Final = ("no_hell", "quicksand", "suicide", "mirror", "whiz", "ten_for_200")
_SHORT: Final = ("goal", "table", "contract", "nil", "bags", "variants", "end")
_BIDDING: Final = ("turn", "range", "capped", "nil", "pair", "least", "suicide", "sum", "ahead", "blind", "give")


def facts(author: Author[SpadesRules]) -> dict[str, object]:
    """What the catalogue's sentences depend on, beyond the options themselves."""
    rules = author.rules
    limit = rules.scoring.bags
    removed = [author.speaker.the_card(card) for card in reversed(list(rules.layout.removed))]
    variants = [author.text(f"variant.{key}") for key in _VARIANTS if author.facts[key] == "yes"]
    rows = worth(rules)
    points = {f"{name}_worth": author.points(abs(value)) for name, value in rows.items()}
    return {
        "removed": author.listed(removed) if removed else "",
        "removed_count": len(removed),
        "variants": author.listed(variants) if variants else "",
        "any_variant": bool(variants),
        "spades": len(rules.spades),
        "highest_cards": author.listed([author.speaker.the_card(card) for card in rules.ordering.promoted] or [""]),
        "the_two_of_clubs": author.speaker.the_card(TWO_OF_CLUBS),
        "by_hand": rules.bidding.by_hand,
        "pair_least": rules.bidding.min_pair_bid or 0,
        "behind": rules.bidding.blind_behind,
        "blind_points": author.points(rules.bidding.blind_behind),
        "given": rules.bidding.nil_pass,
        "plain_ten": author.points(10 * rows["contract"]),
        "eleven_worth": author.points(11 * rows["contract"]),
        "can_fall": True,
        **shorter(rules, _SHORT_GAME),
        "exact": "exact" in rows,
        "highest": rules.highest_bid,
        "capped": rules.highest_bid < rules.cards_each,
        "exceeds": 2 * rules.highest_bid > rules.cards_each and not rules.bidding.suicide,
        "drawing": rules.dealing.draw is not None,
        "discarded": len(rules.pack) - rules.players * rules.cards_each,
        "counts_bags": rules.counts_bags,
        "bag_size": limit.size if limit else 0,
        "hard_beyond": HARD_BEYOND[rules.players],
        "least_suicide": LEAST_SUICIDE_BID,
        **points,
    }


def summary(author: Author[SpadesRules]) -> tuple[Block, ...]:
    """The game in a few lines."""
    return author.bullets(*(f"short.{name}" for name in _SHORT))


def chapters(author: Author[SpadesRules]) -> Iterator[Section]:
    """From the pack to the count."""
    section, bullets, paragraphs = author.section, author.bullets, author.paragraphs
    yield section(
        "preparation",
        *paragraphs("preparation.pack", "preparation.trump", "preparation.order", "preparation.highest"),
        *_ranks(author),
        *paragraphs("preparation.sheet"),
    )
    yield section("seats", seating(author), *paragraphs("seats.sides"))
    yield section(
        "deal",
        *bullets("deal.first_dealer", "deal.cards", "deal.look", "deal.blind", "deal.misdeal", "deal.misdeal_after"),
    )
    if author.rules.dealing.draw:
        steps = bullets("draw.shown", "draw.keep", "draw.toss")
        yield section("draw", *paragraphs("draw.stock"), *steps, *paragraphs("draw.order", "draw.rest"))
    yield section(
        "bidding",
        *bullets(*(f"bidding.{name}" for name in _BIDDING)),
        *map(Paragraph, last_bid(author)),
    )
    yield section(
        "play",
        *bullets("play.lead", "play.follow", "play.free", "play.first", "play.win", "play.closed", "play.open"),
        *paragraphs("play.all", "play.wrong"),
        sections=(section("trick", Paragraph(_trick(author))),),
    )
    yield section(
        "count",
        *paragraphs("count.when"),
        worth_table(author),
        *bullets(
            "count.pair",
            "count.helps",
            "count.nil",
            "count.blind",
            "count.double_nil",
            "count.ten",
            "count.exact",
            "count.hard",
        ),
        *paragraphs("count.bags", "count.penalty"),
        cases_table(author),
    )


def _ranks(author: Author[SpadesRules]) -> Iterator[Block]:
    """The order of the cards: trump, and the first other suit."""
    ordering = author.rules.ordering
    for caption, suit in (("preparation.trump_cards", Suit.SPADES), ("preparation.suit_cards", Suit.HEARTS)):
        cards = ordering.of_suit(suit)
        ranked = sorted(cards, key=lambda card, suit=suit: -ordering.power(card, suit))  # type: ignore[misc]
        yield author.cards(author.text(caption, suit=suit), ranked, author.speaker.ranks(cards, suit, ordering))


# --- a trick, played by the machine -----------------------------------------------------------------------------------


def _trick(author: Author[SpadesRules]) -> str:
    """A suit led, a ruff, and a seat that may not ruff: what is legal and what it brings, asked of the machine."""
    rules, say = author.rules, author.text
    hearts = [Card.of(Suit.HEARTS, rank) for rank in reversed(Rank)]
    low, next_low = list(rules.pack.of_suit(Suit.SPADES))[:-3:-1]
    queen = Card.of(Suit.SPADES, Rank.QUEEN)
    leads, ruffs, follows = (hearts[0], hearts[3]), (low, next_low), (hearts[1], queen)
    others = [hearts[at : at + 2] for at in range(4, 4 + 2 * (rules.players - 3), 2)]
    hands = tuple(map(Cards.of, (leads, ruffs, follows, *others)[: rules.players]))
    match = after_cards(last_tricks(rules, hands, bids=(1,) * rules.players), leads[0])
    closed = not _open(match)
    match = after_cards(match, low)
    opens = closed and _open(match)
    told = [say("trick.lead", leader=1, led=leads[0], seat=2, suit=Suit.HEARTS, ruff=low, opens=opens)]
    while not hand_of(match).board.tricks:
        seat, legal = match.turn, playable(match)
        card = next(iter(legal))
        if seat == 3:
            told.append(say("trick.follow", seat=seat, held=Cards.of(follows), choices=len(legal), card=card))
        else:
            told.append(say("trick.other", seat=seat, card=card))
        match = after_cards(match, card)
    told.append(say("trick.win", winner=match.turn, spade=any(card.suit is Suit.SPADES for card in playable(match))))
    return " ".join(told)


def _open(match: Match) -> bool:
    hand = hand_of(match)
    assert isinstance(hand, SpadesHand)
    return hand.opened


# --- what is worth a remark in a deal told ----------------------------------------------------------------------------


def remarks(match: Match, event: Event) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Spades opening, ruffs, free discards, broken nils."""
    hand = match.hand
    assert isinstance(hand, SpadesHand) or hand is None
    match event:
        case Played(seat, card) if hand and hand.board.plays:
            yield from _free_card(hand, seat, card)
        case SpadesOpened(seat) if hand:
            led = hand.ordering.suit(hand.board.plays[0][1])
            yield ("opened_by_lead" if led is Suit.SPADES else "opened_by_ruff"), {"seat": seat, "suit": led}
        case TrickTaken(seat) if hand and hand.bids[seat - 1] == 0 and not hand.board.won[seat - 1]:
            yield "nil_broken", {"seat": seat}


def _free_card(hand: SpadesHand, seat: int, card: Card) -> Iterator[tuple[str, Mapping[str, object]]]:
    """A card of a seat that cannot follow."""
    board = hand.board
    led, played = hand.ordering.suit(board.plays[0][1]), hand.ordering.suit(card)
    facts = {"seat": seat, "suit": led}
    if played is led:
        return
    if played is not Suit.SPADES:
        if board.holding(seat).sure & hand.rules.spades:
            yield "declined", facts
    elif hand.ordering.winning(board.plays)[1] not in hand.rules.spades:
        if hand.opened:
            yield "ruff", facts
    elif hand.ordering.winning((*board.plays, (seat, card))) == (seat, card):
        yield "overruff", facts


FAMILY: Final = Family(
    area="rulesbook_spades",
    facts=facts,
    summary=summary,
    chapters=chapters,
    remarks=remarks,
    readings=(
        ("R1", ("breaking",)),
        ("R2", ("bags", "bags_carry")),
        ("R3", ("max_bid",)),
        ("R4", ("nil", "nil_failed_point", "nil_failed_helps", "double_nil")),
        ("R5", ("draw", "draw_shown")),
        ("R6", ("leader",)),
        ("R7", ("look",)),
        ("R8", ("misdeal",)),
        ("R9", ("contract",)),
        ("R10", ("no_hell",)),
        ("R11", ("quicksand",)),
        ("R12", ("suicide",)),
        ("hand", ("mirror", "whiz")),
        ("least", ("min_pair_bid",)),
        ("blind", ("blind_nil", "blind_behind", "nil_pass")),
        ("pack", ("pack",)),
        ("lead", ("first_lead",)),
        ("ten", ("ten_for_200",)),
        ("R13", ()),
        ("R15", ("removed",)),
        ("end", ("target", "overtime", "floor")),
    ),
    origins=("spades", "solo", "pair", "call_break", "bridge", "jass", "unknown"),
    tips=("start", "count", "lengths", "low", "nil", "cover", "bags", "attack", "remember", "short"),
    questions=("must_ruff", "must_beat", "lead_spade", "first_trick", "pass", "same", "bag", "nil_bag", "negative"),
)
"""What the book knows of Spades."""
