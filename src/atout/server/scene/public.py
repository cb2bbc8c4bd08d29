"""The parts everybody sees, from the spectators' view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from atout.cards import Suit
from atout.events import Adjusted, DealScored
from atout.families import parse
from atout.game import Hand, led_suit
from atout.match import Match
from atout.say import Speaker
from atout.scoring import ScoreLine
from atout.seats import Side, side_of
from atout.sentences import (
    line_name,
    on_table,
    profile_name,
    suit_led,
    summary,
    undertaking,
    whose_turn,
)
from atout.server.ledger import Row
from atout.server.parts import (
    Badge,
    Cell,
    ClaimInfo,
    ClockInfo,
    Line,
    PastTrick,
    PlayedCard,
    SeatInfo,
    Sheet,
    SheetDeal,
    ShownCard,
    TableInfo,
    TrickInfo,
)
from atout.server.scene.setting import Setting, bid_name, card_name
from atout.tricks import Ordering, Plays, Trick


def table(view: Match, setting: Setting, speaker: Speaker) -> TableInfo:
    """The table itself."""
    return TableInfo(
        id=setting.table,
        rules=setting.rules,
        name=profile_name(speaker, view.rules.profile),
        summary=_summary(speaker.language, setting.rules),
        visibility=setting.visibility,
        solo=sum(who.kind != "bot" for who in setting.occupants) == 1,
        sides=view.rules.sides,
        deal=view.number,
        over=view.over,
        winner=whose_turn(speaker, view, 0) if view.over else None,
        pace=setting.pace,
        clock=setting.clock,
        undo=bool(setting.undo),
        chat=setting.chat,
        verified=setting.verified,
    )


@lru_cache(maxsize=512)
def _summary(language: str, rules: str) -> str:
    """A table in a few words, by its spec: it takes a while to put together, and never changes."""
    return summary(Speaker(language), parse(rules))


def _bidding(hand: Hand) -> bool:
    """Whether who has bid highest has not made trump yet."""
    announced = hand.announced
    return announced.trump is None and announced.contract > 0 and not hand.playing


def seats(view: Match, setting: Setting, speaker: Speaker, which: Sequence[int]) -> tuple[SeatInfo, ...]:
    """Some seats: who has each, its bid and tricks, whether it is its turn."""
    hand, turn = view.hand, view.turn
    sides = side_of(view.rules.sides)
    announced = hand.announced if hand else None
    bids = announced.bids if announced else ()
    maker = announced.maker if hand and announced and not _bidding(hand) else None
    leader = hand.board.leader if hand and hand.playing else None
    seats = []
    for seat in which:
        who, presence = setting.occupants[seat - 1], setting.presence[seat - 1]
        side = sides[seat - 1]
        name = speaker.name(seat)
        bid = bids[seat - 1] if bids else None
        won = hand.board.won[seat - 1] if hand else 0
        bid_text = None
        if announced and bid is not None:
            bid_text = bid_name(speaker.language, bid, seat in announced.blind)
        seats.append(
            SeatInfo(
                seat=seat,
                name=name,
                named=bool(who.name),
                side=side + 1,
                kind=who.kind,
                bot=who.bot,
                bot_text=speaker.text("server.level", level=who.bot) if who.bot else None,
                connected=presence.connected,
                away_since=presence.away_since,
                replaceable=presence.replaceable,
                dealer=view.number > 0 and seat == view.next_dealer,
                turn=seat == turn,
                leader=seat == leader,
                maker=seat == maker,
                sitting_out=bool(hand and seat in hand.board.sitting_out),
                bid=bid,
                bid_text=bid_text,
                won=won,
                cards=len(hand.board.holding(seat)) if hand else 0,
                total=view.standing.totals[side],
                bags=view.standing.bags[side],
                short=f"{name} {won}" if bid is None else f"{name} {won}/{bid_text}",
            )
        )
    return tuple(seats)


def _cards(speaker: Speaker, plays: Plays, ordering: Ordering | None) -> tuple[PlayedCard, ...]:
    winner = ordering.winning(plays)[0] if plays and ordering else None
    return tuple(
        PlayedCard(seat, card.token, card_name(speaker.language, speaker.pack, card, ordering), seat == winner)
        for seat, card in plays
    )


def trick(view: Match, setting: Setting, speaker: Speaker) -> TrickInfo | None:
    """The trick being played."""
    hand = view.hand
    if hand is None or not hand.playing:
        return None
    led = led_suit(hand.board, hand.ordering) if hand.ordering else None
    return TrickInfo(
        number=hand.board.trick_number,
        led=str(led) if led is not None else None,
        led_text=suit_led(speaker, view, 0) if led is not None else None,
        cards=_cards(speaker, hand.board.plays, hand.ordering),
        winner=None,
    )


def last(view: Match, setting: Setting, speaker: Speaker) -> TrickInfo | None:
    """The last complete trick of the deal."""
    hand = view.hand
    if hand is None or not hand.board.tricks or hand.ordering is None:
        return None
    before = hand.board.tricks[-1]
    led = hand.ordering.suit(before.plays[0][1])
    return TrickInfo(
        number=len(hand.board.tricks),
        led=str(led),
        led_text=speaker.suit(led),
        cards=_cards(speaker, before.plays, hand.ordering),
        winner=before.winner,
    )


def shown(view: Match, setting: Setting, speaker: Speaker) -> ShownCard | None:
    """The card face up beside the tricks."""
    card = view.hand.announced.shown if view.hand else None
    if card is None:
        return None
    return ShownCard(card.token, speaker.card(card), on_table(speaker, view, 0))


def badges(view: Match, setting: Setting, speaker: Speaker) -> tuple[Badge, ...]:
    """Trump and maker; spades open or not."""
    hand = view.hand
    if hand is None or hand.turn is None:
        return ()
    said = []
    announced = hand.announced
    if announced.maker is not None or (announced.trump is not None and announced.opened is None):
        label = speaker.text(
            "server.badge.highest" if _bidding(hand) else "server.badge.trump",
            trump=announced.trump,
            known=announced.trump is not None,
            maker=announced.maker,
            contract=announced.contract,
            moon=announced.moon,
        )
        suit = str(announced.trump) if isinstance(announced.trump, Suit) else None
        said.append(Badge("trump", label, " ".join(undertaking(speaker, hand)), suit, announced.maker))
    if announced.opened is not None:
        code = "opened" if announced.opened else "closed"
        text = speaker.text("view.information.spades", opened=announced.opened)
        said.append(Badge(code, speaker.text("server.badge.spades", opened=announced.opened), text, "S"))
    return tuple(said)


def sheet(view: Match, setting: Setting, speaker: Speaker) -> Sheet:
    """The score sheet: a row a deal that counted, and a row a ruling."""
    sides = view.rules.sides
    return Sheet(
        columns=tuple(map(speaker.people, sides)),
        deals=tuple(_row(row, sides, speaker) for row in setting.sheet),
        totals=view.standing.totals,
        bags=view.standing.bags,
        counts_bags=view.rules.counts_bags,
        target=view.rules.ending.target,
        down=view.rules.ending.down,
    )


def _row(row: Row, sides: Sequence[Side], speaker: Speaker) -> SheetDeal:
    match row.event:
        case Adjusted(ruled, points, reason):
            text = speaker.text("server.sheet.ruling", reason=reason, explained=bool(reason))
            number = 0
            scored: list[tuple[int, tuple[ScoreLine, ...]]]
            scored = [(points if side == ruled else 0, ()) for side in range(len(sides))]
        case DealScored():
            number, text = row.deal, speaker.text("server.sheet.deal", number=row.deal)
            scored = [(side.points, side.lines) for side in row.event.sides]
    cells = (
        Cell(points, bags, total, tuple(Line(line.code, line_name(speaker, line, who), line.points) for line in lines))
        for (points, lines), bags, total, who in zip(scored, row.after.bags, row.after.totals, sides, strict=True)
    )
    return SheetDeal(number, text, tuple(cells))


_TOLD: Final = WeakKeyDictionary[Speaker, dict[int, tuple[Trick, PastTrick]]]()
"""The tricks each speaker has told of the deal, by number: once told, a trick does not change."""


def history(view: Match, setting: Setting, speaker: Speaker) -> tuple[PastTrick, ...]:
    """The finished tricks of the deal, in words."""
    hand = view.hand
    if hand is None or hand.ordering is None:
        return ()
    told = _TOLD.setdefault(speaker, {})
    past = []
    for number, trick in enumerate(hand.board.tricks, 1):
        known = told.get(number)
        if known is None or known[0] is not trick:
            known = told[number] = trick, PastTrick(number, _told(speaker, number, trick, hand.ordering))
        for seat, _ in trick.plays:  # what was told before names them, too
            speaker.name(seat)
        past.append(known[1])
    return tuple(past)


def _told(speaker: Speaker, number: int, trick: Trick, ordering: Ordering) -> str:
    """A trick in words."""
    plays = (
        speaker.text("event.played", seat=seat, card=card_name(speaker.language, speaker.pack, card, ordering))
        for seat, card in trick.plays
    )
    return " ".join((*plays, speaker.text("event.trick_taken", seat=trick.winner, number=number)))


def claim(view: Match, setting: Setting, speaker: Speaker) -> ClaimInfo | None:
    """The claim on the table, with the hand laid down."""
    hand = view.hand
    if view.claim is None or hand is None:
        return None
    seat = view.claim.seat
    cards = hand.board.holding(seat).sure
    laid = tuple(PlayedCard(seat, card.token, speaker.card(card, hand.ordering), False) for card in cards)
    count = hand.board.cards_left
    text = speaker.text("event.claimed", seat=seat, count=count, cards=speaker.cards(cards, hand.ordering))
    return ClaimInfo(seat, text, laid, view.claim.waiting)


def clock(view: Match, setting: Setting, speaker: Speaker) -> ClockInfo | None:
    """The turn clock, while it runs."""
    if setting.until is None or view.turn is None:
        return None
    return ClockInfo(view.turn, setting.until, speaker.text("server.clock.runs", seat=view.turn))


def status(view: Match, setting: Setting, speaker: Speaker) -> str:
    """Whose turn it is, and to what suit: one short sentence or two."""
    if view.awaits_deal and setting.missing:
        return speaker.text("server.status.waiting", who=speaker.people(setting.missing))
    if view.awaits_deal and setting.dealable:
        return speaker.text("server.status.next" if view.number else "server.status.first")
    said = whose_turn(speaker, view, 0)
    deal = view.hand
    if deal and deal.playing and deal.board.plays and not view.claim:
        return f"{said} {suit_led(speaker, view, 0)}"
    return said


def title(view: Match, setting: Setting, speaker: Speaker) -> str:
    """The title of the page: whose turn it is before the name of the game."""
    mine = view.turn is not None and view.turn == speaker.you
    name = speaker.text(f"option.profiles.{view.rules.profile}")
    turn = speaker.name(view.turn) if view.turn else ""
    return speaker.text("server.title", mine=mine, turn=turn, waits=bool(view.turn), name=name)
