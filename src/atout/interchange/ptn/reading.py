"""PTN read: games of a file played again at one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from atout.actions import Action, Deal, Illegal, Look, Pass, Play, SetUp
from atout.cards import Card, Cards
from atout.dealing import gather, refuse_order
from atout.families import family_of, new_match
from atout.foreign import WHOLE, Dialect, ForeignError, Note, Spot, Undertaken, readable
from atout.game import Rules
from atout.interchange.ptn.options import settled
from atout.interchange.ptn.text import NAMES, NOTHING, SEATS, Game, Tag, Word, card_of, cards_dealt, games, seat_of
from atout.seats import HOUSE, left_of, partners_of
from atout.table import Table
from atout.tricks import Holding, Position

_UNDERSTOOD: Final = frozenset(
    {"Event", "GameOptionsJson", "Rules", "Board", "Dealer", "Deal", "Auction", "Contract", "Declarer", "Play"}
)
_LOOK: Final = Look()
_MOST_TOLD: Final = 12
"""Tags not understood that are named."""
_WITH_LINES: Final = ("Auction", "Play")
_ELSEWHERE: Final = ("match-over", "deal-in-progress", "wrong-dealer")
"""Why a game cannot follow the one before it."""


class _Terms(Struct, frozen=True):
    """What a game is played by."""

    rules: Rules
    dialect: Dialect


def read(text: str, number: int | None = None) -> tuple[Table, tuple[Note, ...]]:
    """The table that the games of a text leave, played one after the other, or the one of that number, from 1.

    Raises ``ForeignError`` with line and column of what cannot be read, held or played.
    """
    found = games(text)
    if number is not None:
        if not 1 <= number <= len(found):
            raise ForeignError(WHOLE, "no-such-game-number", found=number, most=len(found))
        found = [found[number - 1]]
    first = settled(found[0])
    for game in found[1:]:
        if settled(game).candidates != first.candidates:
            raise ForeignError(game.deal.spot, "games-differ", games=len(found))
    failed: ForeignError | None = None
    for rules in first.candidates:
        try:
            table = _played(_Terms(rules, first.dialect), found)
        except ForeignError as error:
            if error.code != "wrong-leader":
                raise
            failed = failed or error
        else:
            return table, (*first.notes, *_notes(found, table))
    assert failed is not None
    raise failed


def _notes(found: list[Game], table: Table) -> Iterator[Note]:
    """What the games tell that is not kept, and what is not understood."""
    lost = {"Event": [game for game in found if not _is_ours(game)]}
    lost["Auction"] = [game for game in found if "Auction" in game.tags and _is_placed(game, table.rules)]
    if any(lost.values()):
        yield Note("not-kept", {"fields": ", ".join(name for name, games in lost.items() if games)})
    known = _UNDERSTOOD | {NAMES[side] for side in SEATS[table.rules.players]}
    unknown = sorted({name for game in found for name in game.tags} - known)
    if unknown:
        more = ("…" for _ in unknown[_MOST_TOLD : _MOST_TOLD + 1])
        yield Note("tags-not-understood", {"tags": (*unknown[:_MOST_TOLD], *more)})


def _is_ours(game: Game) -> bool:
    """Whether the title says nothing but the number that the game has anyway."""
    return game.value("Event") in (None, f"Deal {game.value('Board')}")


def _is_dealt_out(rules: Rules) -> bool:
    """Whether all cards are dealt to the seats, so that a file has place for the whole deal."""
    return len(rules.pack) == rules.players * rules.cards_each


def _is_placed(game: Game, rules: Rules) -> bool:
    """Whether only the play is told: there is a contract, and no auction that leads to it."""
    return "Contract" in game.tags and ("Auction" not in game.tags or not _is_dealt_out(rules))


def _played(by: _Terms, found: list[Game]) -> Table:
    first = found[0]
    names = [first.value(NAMES[side]) or "" for side in SEATS[by.rules.players]]
    start = new_match(by.rules, number=_board(first, 1) - 1)
    table = Table(by.rules, seed=0, dealing=False, match=start, names=tuple(map(readable, names)) if any(names) else ())
    for at, game in enumerate(found):
        expected = start.number + 1 + at
        if _board(game, expected) != expected:
            raise ForeignError(game.tags["Board"].spot, "deal-number", found=_board(game, 0), expected=expected)
        _Playing(by, table, game, len(found)).play()
    return table


def _board(game: Game, usual: int) -> int:
    """The number of the deal, where a game has one."""
    if "Board" not in game.tags:
        return usual
    tag = game.tags["Board"]
    if not (tag.value.isascii() and tag.value.isdecimal() and 0 < len(tag.value) < 7 and int(tag.value)):
        raise ForeignError(tag.spot, "bad-number", found=tag.value)
    return int(tag.value)


class _Playing:
    """One game played at a table."""

    def __init__(self, by: _Terms, table: Table, game: Game, of: int) -> None:
        self.rules = by.rules
        self.dialect = by.dialect
        self.table = table
        self.game = game
        self.of = of
        """How many games the file has."""
        self.placed = _is_placed(game, by.rules)
        self.dealer, self.hands = cards_dealt(game.deal)

    def play(self) -> None:
        """The deal, what was said, the cards."""
        tags = self.game.tags
        for name in tags.keys() & (_UNDERSTOOD - {*_WITH_LINES}):
            if tags[name].rows:
                word = tags[name].rows[0][0]
                raise ForeignError(word.spot, "line-of-nothing", tag=name, found=word.text)
        if "Dealer" in tags and seat_of(tags["Dealer"], self.rules.players) != self.dealer:
            raise ForeignError(tags["Dealer"].spot, "dealer-differs")
        self._begin()
        if "Auction" in tags and not self.placed:
            self._auction(tags["Auction"])
        self._check_contract()
        if "Play" in tags:
            self._cards(tags["Play"])

    def _do(self, action: Action, spot: Spot, seat: int | None = None) -> None:
        try:
            self.table.act(action, seat)
        except Illegal as illegal:
            if illegal.refusal.code in _ELSEWHERE and isinstance(action, Deal | SetUp):
                raise ForeignError(spot, "not-one-match", games=self.of) from None
            raise ForeignError(spot, "refused", refusal=illegal.refusal, pack=illegal.pack) from None

    # --- the beginning --------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        spot = self.game.deal.spot
        for hand in self.hands:
            if hand is not None and len(hand) != self.rules.cards_each:
                raise ForeignError(spot, "hand-size", found=len(hand), expected=self.rules.cards_each)
        if self.placed:
            self._do(SetUp(self._position(), self.dealer), spot, HOUSE)
            return
        if not _is_dealt_out(self.rules):
            raise ForeignError(spot, "no-turned-card-told")
        hidden: list[Card | None] = [None] * self.rules.cards_each
        hands = [hidden if hand is None else list(hand) for hand in self.hands]
        order = gather(family_of(self.rules.profile).recipients(self.rules, self.dealer), hands, ())
        refusal = refuse_order(self.rules.pack, Deal(order))
        if refusal is not None and refusal.card is not None:
            raise ForeignError(spot, "refused", refusal=refusal, pack=self.rules.pack)
        self._do(Deal(order, self.dealer), spot, HOUSE)

    def _position(self) -> Position:
        """The deal at its first card."""
        contract, tags = self._contract(), self.game.tags
        if "Declarer" not in tags:
            raise ForeignError(tags["Contract"].spot, "tag-missing", tag="Declarer")
        rules, maker = self.rules, seat_of(tags["Declarer"], self.rules.players)
        leader = seat_of(tags["Play"], rules.players) if "Play" in tags else left_of(self.dealer, rules.players)
        moon = contract.alone and not contract.bid and _is_dealt_out(self.rules)
        bid = rules.cards_each + 1 if moon else contract.bid
        bids = tuple(bid if seat == maker else 0 for seat in range(1, rules.players + 1))
        hidden = Holding(Cards(), rules.cards_each)
        return Position(
            holdings=tuple(hidden if hand is None else Holding(hand) for hand in self.hands),
            won=(0,) * rules.players,
            leader=leader,
            out=Holding(Cards(), len(rules.pack) - rules.players * rules.cards_each),
            bids=bids if bid else None,
            maker=maker,
            trump=contract.trump,
            sitting_out=partners_of(rules.sides, maker) if contract.alone else frozenset(),
        )

    def _contract(self) -> Undertaken:
        tag = self.game.tags["Contract"]
        contract = self.dialect.undertaken(tag.value)
        if contract is None:
            raise ForeignError(tag.spot, "bad-contract", found=tag.value)
        return contract

    def _check_contract(self) -> None:
        """The contract and its maker, where they are told, are those of the auction."""
        tags, hand = self.game.tags, self.table.match.hand
        assert hand is not None
        told = self._contract() if "Contract" in tags else None
        announced = hand.announced
        if told is not None and announced.trump is not None:
            said = self.dialect.contract(announced, bool(hand.board.sitting_out))
            if said is None or self.dialect.undertaken(said) != told:
                raise ForeignError(
                    tags["Contract"].spot, "contract-differs", found=tags["Contract"].value, expected=said
                )
        if "Declarer" in tags and announced.maker is not None:
            if seat_of(tags["Declarer"], self.rules.players) != announced.maker:
                expected = SEATS[self.rules.players][announced.maker - 1]
                found = tags["Declarer"].value
                raise ForeignError(tags["Declarer"].spot, "declarer-differs", found=found, expected=expected)

    # --- the lines ------------------------------------------------------------------------------------------------

    def _turn(self, seat: int, spot: Spot) -> None:
        """It must be that seat's turn; where nobody is asked, what is done is refused by itself."""
        turn = self.table.turn
        if turn is not None and turn != seat:
            sides = SEATS[self.rules.players]
            raise ForeignError(spot, "wrong-turn", found=sides[seat - 1], expected=sides[turn - 1])

    def _auction(self, tag: Tag) -> None:
        first, players = seat_of(tag, self.rules.players), self.rules.players
        words = [word for row in tag.rows for word in row]
        for at, word in enumerate(words):
            if word.text == NOTHING:
                continue
            hand = self.table.match.hand
            assert hand is not None
            action, seat = self.dialect.call(word.text, hand.announced), (first - 1 + at) % players + 1
            if action is None:
                raise ForeignError(word.spot, "bad-call", found=word.text)
            closed = hand.announced.moon or hand.announced.contract == self.rules.cards_each
            if isinstance(action, Pass) and closed and at < players and seat != self.table.turn:
                continue  # nobody is asked any more after a bid that cannot be passed: such a pass says nothing
            self._turn(seat, word.spot)
            match = self.table.match
            if match.refusal(seat, action) and not match.refusal(seat, _LOOK):  # whoever does not bid blind has looked
                self._do(_LOOK, word.spot)
            self._do(action, word.spot)

    def _cards(self, tag: Tag) -> None:
        first, players = seat_of(tag, self.rules.players), self.rules.players
        hand = self.table.match.hand
        assert hand is not None
        if hand.playing and self.table.turn != first:
            expected = SEATS[players][(self.table.turn or 1) - 1]
            raise ForeignError(tag.spot, "wrong-leader", found=tag.value, expected=expected)
        for number, row in enumerate(tag.rows, 1):
            if len(row) > players:
                raise ForeignError(row[players].spot, "row-size", most=players)
            by_seat = {(first - 1 + at) % players + 1: word for at, word in enumerate(row) if word.text != NOTHING}
            self._trick(by_seat)
            after = self.table.match.hand
            if number < len(tag.rows) and after is not None and after.board.plays:
                raise ForeignError(row[0].spot, "trick-open")

    def _trick(self, by_seat: dict[int, Word]) -> None:
        """The cards of a line, in the order the seats have their turns."""
        while by_seat:
            turn = self.table.turn
            seat = turn if turn in by_seat else next(iter(by_seat))
            word = by_seat.pop(seat)
            self._turn(seat, word.spot)
            self._do(Play(card_of(word)), word.spot)
