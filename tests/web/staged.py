"""Moments of a game, always the same ones: a seeded table is played until the moment comes, and shown by the server's
own code. The page cannot tell them from a live table; tests answer in the table's place.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from playwright.sync_api import Page, Route, WebSocketRoute

import atout
from atout import bots
from atout.cards import BIG_JOKER
from atout.events import DealScored
from atout.match import Match
from atout.sentences import tell
from atout.server.facts import Occupant
from atout.server.ledger import Row
from atout.server.scene import Audience, Presence, Scenery, Setting
from atout.server.shell import written
from atout.server.wire import View, encode

NAMES: Final = ("Ana", "Bob", "Cléo", "Dany", "Élia", "Fred")
MOST_ACTS: Final = 2_000


class Moment(Struct, frozen=True):
    """When to stop: the rules, a seed, whose eyes (0: a spectator's), and what the match looks like then.

    ``people`` are the seats of people, the others are bots'; a table of one person is solo. All play at random, or as
    bots of a ``level`` do; ``lines`` of the log are shown.
    """

    rules: str
    when: Callable[[Match], bool]
    seat: int = 1
    seed: int = 1
    claims: bool = False
    people: tuple[int, ...] = (1,)
    level: str | None = None
    lines: int = 3


def asked(stage: str, seat: int = 1) -> Callable[[Match], bool]:
    """The seat is asked something in this stage, in a trick somebody has led where cards are played."""

    def when(match: Match) -> bool:
        hand = match.hand
        if hand is None or match.turn != seat or hand.stage.name.lower() != stage:
            return False
        return not hand.playing or (bool(hand.board.plays) and bool(hand.board.tricks))

    return when


def following(match: Match) -> bool:
    """The first seat has to follow suit, with a card that may not be played, and a card that may."""
    legal = match.legal(1) if match.turn == 1 else ()
    hand = match.hand
    return asked("playing")(match) and hand is not None and 0 < len(legal) < len(hand.board.holding(1).sure)


def unseen(match: Match) -> bool:
    """Somebody else bids, and the first seat has not yet seen its cards."""
    return asked("bidding", 2)(match) and match.hand is not None and match.hand.announced.bids[0] is None


def limited(match: Match) -> bool:
    """The first seat bids last, and one bid would make the sum that may not be."""
    hand = match.hand
    if not asked("bidding")(match) or hand is None or match.next_dealer != 1:
        return False
    return sum(bid or 0 for bid in hand.announced.bids) < match.rules.cards_each


def with_the_benny(match: Match) -> bool:
    """The first seat lays a card away, and holds the only joker of the pack."""
    return asked("discarding")(match) and match.hand is not None and BIG_JOKER in match.hand.board.holding(1).sure


def midway(match: Match) -> bool:
    """A few deals are counted, and in the middle of the next one the first seat has to follow."""
    return following(match) and match.number > 3 and match.hand is not None and len(match.hand.board.tricks) > 1


def between(match: Match) -> bool:
    """A deal is counted and the next one waits."""
    return match.awaits_deal and match.number > 0 and not match.over


MOMENTS: Final = {
    "bid": Moment("piques-a-trois", asked("bidding"), seed=3),
    "bid-limited": Moment("atout-pique players=3 no-hell=yes", limited),
    "unseen": Moment("pique", unseen),
    "follow": Moment("piques-a-trois", following, seed=2),
    "lead": Moment(
        "pique",
        lambda match: match.turn == 1 and match.hand is not None and match.hand.playing and not match.hand.board.plays,
    ),
    "wait": Moment("pique", lambda match: asked("playing", 3)(match)),
    "draw": Moment("pique players=2", asked("drawing"), seed=4),
    "order": Moment("euchre-a-trois", asked("ordering"), seed=2),
    "name": Moment("euchre-a-trois", asked("naming"), seed=2),
    "discard": Moment("euchre-britannique", with_the_benny),
    "left-bower": Moment(
        "euchre-a-trois",
        lambda match: (
            asked("playing")(match)
            and (hand := match.hand) is not None
            and (order := hand.ordering) is not None
            and any(order.suit(card) is not card.suit for card in hand.board.holding(1).sure)
        ),
        seed=4,
    ),
    "blind": Moment("spades blind_behind=0 nil_pass=2", asked("bidding"), seed=2),
    "give": Moment("spades blind_behind=0 nil_pass=2 pack=jokers", asked("giving"), seed=3),
    "claim": Moment("piques-a-trois", lambda match: match.claim is not None and match.turn == 1, claims=True),
    "between": Moment("piques-a-trois", between, seed=3),
    "over": Moment("euchre-a-trois target=3", lambda match: match.over),
    "watch": Moment("atout-pique", asked("playing", 2), seat=0, people=(1, 2, 3)),
    "six": Moment("atout-pique players=6", following, seed=5, people=(1, 3)),
    "many": Moment("atout-pique players=6", lambda match: between(match) and match.number > 1, seed=5),
    "open": Moment("piques-a-trois", lambda match: match.awaits_deal, people=(1, 2)),
}
"""Every moment whose page is looked at."""

PICTURES: Final = {
    "table": Moment("pique", midway, seed=23, level="casual", lines=9),
    "table-phone": Moment("piques-a-trois", midway, seed=3, level="casual"),
}
"""Moments that are drawn for the READMEs."""


def play_until(moment: Moment) -> atout.Table:
    """A table at that moment: random cards from the seed, so that it is always the same."""
    table = atout.Table(moment.rules, seed=moment.seed, names=NAMES, dealing=False)
    chance = random.Random(moment.seed)
    for _ in range(MOST_ACTS):
        if moment.when(table.match):
            return table
        if table.match.awaits_deal:
            table.deal()
        elif table.match.claim:
            table.act("accept")
        elif moment.claims and table.turn != 1 and table.match.hand and len(table.match.hand.board.tricks) > 9:
            table.act("claim")
        elif table.turn is not None:
            seat = table.turn
            player = bots.player(moment.level, moment.seed) if moment.level else None
            table.act(player.act(table.view(seat), seat) if player else chance.choice(list(table.legal)))
    raise AssertionError(f"the moment never comes: {moment.rules}")


def counted(table: atout.Table) -> tuple[Row, ...]:
    """The rows of the score sheet."""
    rows, match = [], table.start
    for event in table.events:
        match = match.evolve(event)
        if isinstance(event, DealScored):
            rows.append(Row(match.number, event, match.standing))
    return tuple(rows)


def frame(name: str, language: str) -> dict[str, Any]:
    """The frame a table would send to somebody who joins at that moment."""
    moment = (MOMENTS | PICTURES)[name]
    table = play_until(moment)
    rules = table.rules
    setting = Setting(
        table="staged",
        rules=atout.families.spec(rules),
        visibility="solo" if len(moment.people) == 1 else "link",
        occupants=tuple(
            Occupant(
                "person" if seat in moment.people else "bot",
                NAMES[seat - 1],
                None if seat in moment.people else "casual",
            )
            for seat in range(1, rules.players + 1)
        ),
        presence=tuple(Presence(connected=True) for _ in range(rules.players)),
        pace=0,
        clock=None,
        until=None,
        undo=moment.people if len(moment.people) == 1 and not table.match.awaits_deal and not table.match.over else (),
        chat=True,
        dealable=table.match.awaits_deal,
        missing=(),
        verified=None,
        sheet=counted(table),
    )
    scenery = Scenery(language, setting.occupants, rules.pack)
    audience = Audience(moment.seat, scenery)
    view = table.view(moment.seat)
    scenery.show(table.view(0), setting)
    audience.changed(view, setting)
    log = tuple(
        said
        for event in table.events[-moment.lines :]
        if not event.secret and (said := tell(audience.speaker, event, view))
    )
    sent = View(
        n=7,
        seat=moment.seat or None,
        host=moment.seat == 1,
        lang=language,
        scene=audience.shown,  # type: ignore[arg-type]
        log=log,
        legal=(),
    )
    told: dict[str, Any] = json.loads(encode(sent))
    return told


class Stage:
    """A page with a moment on it. ``asked`` are the commands it sent; ``answers`` what it gets for a type of them."""

    def __init__(self, page: Page, name: str, language: str) -> None:
        self.page = page
        self.asked: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.frame = frame(name, language)
        self.calls: list[str] = []
        self.silent = False
        self._socket: WebSocketRoute | None = None
        page.route("**/table/staged", self._page)
        page.route_web_socket("**/socket?*", self._connect)

    def _page(self, route: Route) -> None:
        route.fulfill(body=written("table"), content_type="text/html")

    def _connect(self, socket: WebSocketRoute) -> None:
        self.calls.append(socket.url)
        self._socket = socket
        socket.on_message(lambda message: self._hear(json.loads(message)))
        if not self.silent:
            self.send(self.frame)

    def _hear(self, command: dict[str, Any]) -> None:
        self.asked.append(command)
        if command["type"] in self.answers:
            self.send({**self.answers[command["type"]], "id": command["id"]})

    @property
    def acts(self) -> list[dict[str, Any]]:
        """The acts among what the page sent."""
        return [command for command in self.asked if command["type"] == "act"]

    def send(self, message: dict[str, Any]) -> None:
        """A frame from the table."""
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def cut(self) -> None:
        """The line goes dead."""
        assert self._socket is not None
        self._socket.close()

    def open(self) -> None:
        """Shows the page."""
        self.page.goto("/table/staged")
        if not self.silent:
            self.page.wait_for_selector("body[data-state=ready]")
