"""Answers to the read keys. Each takes the view of a seat (0: a spectator) and says what lies open to it."""

from __future__ import annotations

from collections.abc import Iterator

from atout.actions import Pass
from atout.game import Announced, Hand, led_suit
from atout.match import Match
from atout.say import Speaker, capital
from atout.sentences.events import won_by
from atout.tricks import Ordering, Plays


def bids(speaker: Speaker, view: Match, seat: int) -> str:
    """What has been announced in this deal, by whom, and who has yet to speak."""
    hand = view.hand
    if hand is None or not _has_begun(hand):
        return speaker.text("view.no_deal")
    announced = hand.announced
    said = [*_shown(speaker, hand), *undertaking(speaker, hand)]
    if any(bid is not None for bid in announced.bids):
        said += _bids_by_seat(speaker, view, announced)
    said += (speaker.text("event.passed", seat=passed) for passed in announced.passed)
    return " ".join(said) or speaker.text("view.bids.none")


def _has_begun(hand: Hand) -> bool:
    """Whether cards are out: before that a deal has nothing to say."""
    return hand.turn is not None or hand.over


def _bids_by_seat(speaker: Speaker, view: Match, announced: Announced) -> Iterator[str]:
    bids = announced.bids

    def said(seat: int, bid: int | None) -> str:
        if bid is None:
            return speaker.text("view.bids.waiting", seat=seat)
        return speaker.text("word.blind_of" if seat in announced.blind else "word.bid_of", seat=seat, tricks=bid)

    yield speaker.text("view.bids.by_seat", bids=", ".join(said(seat, bid) for seat, bid in enumerate(bids, 1)))
    known = [bid for bid in bids if bid is not None]
    if len(known) == len(bids):
        for side in view.rules.sides:
            if len(side) > 1:
                total = sum(bids[seat - 1] or 0 for seat in side)
                yield speaker.text("view.bids.side", who=speaker.people(side), total=total)
    yield speaker.text("view.bids.sum", total=sum(known), tricks=view.rules.cards_each)


def undertaking(speaker: Speaker, hand: Hand) -> Iterator[str]:
    """Who made what trump, or has bid highest, and who sits out."""
    announced = hand.announced
    if announced.maker is not None:
        bidding = announced.trump is None and announced.contract and not hand.playing
        yield speaker.text(
            "view.bids.highest" if bidding else "view.bids.maker",
            maker=announced.maker,
            trump=announced.trump,
            known=announced.trump is not None,
            contract=announced.contract,
            moon=announced.moon,
        )
    elif announced.trump is not None and announced.opened is None:
        yield speaker.text("view.bids.trump", trump=announced.trump)
    if hand.board.sitting_out:
        out = sorted(hand.board.sitting_out)
        yield speaker.text("view.bids.out", who=speaker.people(out), count=len(out))


def _shown(speaker: Speaker, hand: Hand) -> Iterator[str]:
    card = hand.announced.shown
    if card is not None:
        turned_down = card in hand.board.out.sure
        yield speaker.text(f"view.shown.{hand.stage.name.lower()}", card=card, turned_down=turned_down)


def on_table(speaker: Speaker, view: Match, seat: int) -> str:
    """The cards on the table, in order, and who is winning the trick."""
    hand = view.hand
    if hand is None:
        return speaker.text("view.table.empty")
    plays, ordering = hand.board.plays, hand.ordering
    said = [*_shown(speaker, hand)]
    said += _plays(speaker, plays, ordering)
    if plays and ordering:
        said.append(speaker.text("view.table.winning", seat=ordering.winning(plays)[0]))
    return " ".join(said) or speaker.text("view.table.empty")


def _plays(speaker: Speaker, plays: Plays, ordering: Ordering | None) -> Iterator[str]:
    """The plays of a trick, told as when they were made."""
    for seat, card in plays:
        yield speaker.text("event.played", seat=seat, card=speaker.card(card, ordering))


def suit_led(speaker: Speaker, view: Match, seat: int) -> str:
    """The suit to follow: after a left-bower lead it is trump."""
    hand = view.hand
    ordering = hand.ordering if hand else None
    suit = led_suit(hand.board, ordering) if hand and ordering else None
    if suit is None or ordering is None:
        return speaker.text("view.led.none")
    return speaker.text("view.led.suit", suit=suit, trump=suit is ordering.trump)


def information(speaker: Speaker, view: Match, seat: int) -> str:
    """Trick number, tricks won and bid, trump and maker, spades open or not, bags."""
    hand = view.hand
    if hand is None or not _has_begun(hand):
        return speaker.text("view.no_deal")
    said = []
    if hand.playing:
        number, most = hand.board.trick_number, view.rules.cards_each
        said.append(speaker.text("view.information.trick", number=number, most=most))
        said.append(speaker.text("view.information.tricks", tricks=_won(speaker, view, hand)))
    elif not hand.over:
        said.append(speaker.text("view.information.deal", number=view.number, dealer=view.next_dealer))
    said += undertaking(speaker, hand)
    opened = hand.announced.opened
    if hand.playing and opened is not None:
        said.append(speaker.text("view.information.spades", opened=opened))
    if hand.over:
        said.append(whose_turn(speaker, view, seat))
    if view.rules.counts_bags:
        bags = zip(view.rules.sides, view.standing.bags, strict=True)
        each = (speaker.text("word.side_of", who=speaker.people(who), total=count) for who, count in bags)
        said.append(speaker.text("view.information.bags", bags=", ".join(each)))
    return " ".join(said)


def _won(speaker: Speaker, view: Match, hand: Hand) -> str:
    """Tricks by seat, of those bid; partners stand together."""

    def of(seat: int) -> str:
        won = hand.board.won[seat - 1]
        bid = hand.announced.bids[seat - 1] if hand.announced.bids else None
        if bid is None:
            return speaker.text("word.tricks_of", seat=seat, tricks=won)
        return speaker.text("view.information.bid", seat=seat, won=won, tricks=bid)

    sides = (", ".join(map(of, side)) for side in view.rules.sides)
    paired = any(len(side) > 1 for side in view.rules.sides)
    return (speaker.text("word.between_suits") if paired else ", ").join(sides)


def scores(speaker: Speaker, view: Match, seat: int) -> str:
    """Totals and bags of all sides, the target, overtime, the winner."""
    ending, standing = view.rules.ending, view.standing
    sides = (
        speaker.text("view.scores.side", who=speaker.people(who), total=total, bags=bags)
        for who, total, bags in zip(view.rules.sides, standing.totals, standing.bags, strict=True)
    )
    said = [speaker.text("view.scores.sides", sides=speaker.text("word.between_suits").join(sides))]
    if view.winners is not None:
        said.append(won_by(speaker, view.winners, view))
    elif ending.target is None:
        said.append(speaker.text("view.scores.one_deal"))
    else:
        said.append(speaker.text("view.scores.down" if ending.down else "view.scores.target", target=ending.target))
    played_on = view.overtime or (view.complete_deals and ending.reached(standing.totals))
    if played_on and view.winners is None:
        said.append(speaker.text("view.overtime"))
    return " ".join(said)


def whose_turn(speaker: Speaker, view: Match, seat: int) -> str:
    """Who has to do what."""
    hand, turn = view.hand, view.turn
    if view.winners is not None:
        return won_by(speaker, view.winners, view)
    if hand is None or turn is None:
        return speaker.text("view.between_deals" if hand and hand.over else "view.no_deal")
    doing = hand.stage.name.lower()
    if view.claim:
        doing = "answering"
    elif hand.playing and not hand.board.plays:
        doing = "leading"
    may_pass = not hand.playing and any(isinstance(action, Pass) for action in hand.legal(turn))
    return speaker.text(f"view.turn.{doing}", seat=turn, by_dealer=turn == view.next_dealer, may_pass=may_pass)


def hand(speaker: Speaker, view: Match, seat: int) -> str:
    """The seat's cards by suit, highest first, and how many."""
    deal = view.hand
    if deal is None or not _has_begun(deal):
        return speaker.text("view.no_deal")
    if not 1 <= seat <= view.rules.players:
        return speaker.text("view.hand.none")
    holding = deal.board.holding(seat)
    if holding.unseen:
        return speaker.text("view.hand.unknown" if deal.playing or deal.over else "view.hand.later")
    if not holding.sure:
        return speaker.text("view.hand.empty", played=deal.playing or deal.over)
    cards = speaker.cards(holding.sure, deal.ordering)
    return capital(speaker.text("view.hand.cards", cards=cards, count=len(holding)))


def last_trick(speaker: Speaker, view: Match, seat: int) -> str:
    """The last complete trick: who took it, and its cards in order."""
    deal = view.hand
    if deal is None or not deal.board.tricks:
        return speaker.text("view.last.none")
    trick = deal.board.tricks[-1]
    plays = " ".join(_plays(speaker, trick.plays, deal.ordering))
    return speaker.text("view.last.trick", seat=trick.winner, plays=plays)
