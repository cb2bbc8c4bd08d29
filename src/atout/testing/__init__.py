"""Laws that every game keeps, and Hypothesis strategies that look for a game that breaks one.

For whoever adds a profile, a family or an option: everything here reads the registry, so that what is new is covered
by itself. A law takes a ``Table`` as it stands and raises ``LawBroken``; ``playout`` plays at random and asks after
laws on its way. Hypothesis is needed for the strategies only, and imported by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from atout.actions import BIDS, Action, Adjust, Settle, parse
from atout.cards import ALL_CARDS, NO_TRUMP, Card, Cards, Suit
from atout.events import (
    DealScored,
    DealStarted,
    Event,
    Named,
    TookUp,
    TrickTaken,
    TrumpFixed,
    TurnedDown,
    TurnedUp,
)
from atout.families import PROFILES, family_of, spec
from atout.families import parse as parse_spec
from atout.game import Hand, Rules, may_hold
from atout.match import Match
from atout.options import RulesError
from atout.seats import HOUSE
from atout.table import Table
from atout.testing.curtain import replayed, swapped
from atout.tricks import Board

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_A = TypeVar("_A", bound=Action)

TOKENS: Final = tuple(
    ["keep", "toss", "misdeal", "look", "blind-nil", "give:AS", "give:?2", "moon", "pass", "order", "order-alone"]
    + ["defend-alone", "stay", "drop", "swap:TS,9S,TH", "swap:9H,9D,9C", "swap:AS,KS,QS"]
    + ["claim", "accept", "reject", "void", "settled:1,1,1", "-?"]
    + [str(bid) for bid in BIDS]
    + [f"{trump}{how}" for trump in (*Suit, NO_TRUMP) for how in ("", "-alone")]
    + [str(card) for card in ALL_CARDS]
    + [f"-{card}" for card in ALL_CARDS]
)
"""A token for every action there is, but for the numbers a scorer types, and most sets of cards to exchange."""
_ACTIONS: Final = tuple(map(parse, TOKENS))
_UNLISTED: Final = frozenset({"claim", "accept", "reject"})
"""Table actions: allowed without being listed."""


class LawBroken(AssertionError):
    """A game did what no game may do; the message holds the rules and the record that show it."""


def _require(holds: bool, law: str, table: Table, *facts: object) -> None:
    if not holds:
        said = (fact.record() if isinstance(fact, Table) else str(fact) for fact in facts)
        raise LawBroken(f"{law}: {', '.join(said)}\nseed {table.seed}\n{table.record()}")


# --- which tables there are -----------------------------------------------------------------------------------------


def tables() -> tuple[str, ...]:
    """The rules spec of every registered profile for each number of players."""
    return tuple(f"{profile.name} players={n}" for profile in PROFILES.values() for n in profile.players)


def variations(table: str) -> tuple[str, ...]:
    """A table with one option set, for each option and each value worth offering that its rules allow."""
    return tuple(dict.fromkeys(longer for _, _, longer in _variations(table)))


def values() -> tuple[str, ...]:
    """Each value worth offering of each option of each family, once, at one of the tables that allow it."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for table in tables():
        family = family_of(table.split()[0]).name
        for key, value, longer in _variations(table):
            found.setdefault((family, key, value), []).append(longer)
    return tuple(dict.fromkeys(choices[number % len(choices)] for number, choices in enumerate(found.values())))


def _variations(table: str) -> Iterator[tuple[str, str, str]]:
    plain = parse_spec(table)
    for key, option in family_of(plain.profile).options.items():
        for value in option.kind.examples:
            rules = _rules_or_none(f"{table} {key}={value}") if key != "players" else None
            if rules is not None and rules != plain:
                yield key, value, spec(rules)


def _rules_or_none(text: str) -> Rules | None:
    try:
        return parse_spec(text)
    except RulesError:
        return None


def specs(*, most_options: int = 4) -> SearchStrategy[str]:
    """Rules specs of every profile and number of players with up to so many options set, as far as they agree."""
    from hypothesis import strategies as st

    @st.composite
    def some_spec(draw: st.DrawFn) -> str:
        text = draw(st.sampled_from(tables()))
        options = family_of(text.split()[0]).options
        for key in draw(st.lists(st.sampled_from(sorted(options)), max_size=most_options, unique=True)):
            longer = f"{text} {key}={draw(st.sampled_from(options[key].kind.examples))}"
            if key != "players" and _rules_or_none(longer) is not None:
                text = longer
        return text

    return some_spec()


def seeds() -> SearchStrategy[int]:
    """Numbers that fix a playout."""
    from hypothesis import strategies as st

    return st.integers(0, 2**32 - 1)


# --- playing ---------------------------------------------------------------------------------------------------------

Law = Callable[[Table, Random], None]
"""Something that holds whenever a table waits for an action; chance chooses where it looks."""


def playout(
    rules: str | Rules, seed: int, *, deals: int = 1, laws: Sequence[Law] = (), checks: float = 0.1, rulings: float = 0
) -> Table:
    """Plays some complete deals at random, or until the match is over, and returns the table.

    ``checks`` is the chance, at each decision, that one of the ``laws`` is asked about; all are after the last one.
    ``rulings`` is the chance, at each decision, of something unusual instead: a claim and its answers, the house
    throwing the deal in, settling it by typed tricks, or adjusting a score.
    """
    chance = Random(seed)
    table = Table(rules, seed=seed, dealing=False)
    while not table.over and not (table.match.awaits_deal and table.match.complete_deals >= deals):
        if table.match.awaits_deal:
            if chance.random() < rulings:
                _adjust(table, chance)
            if not table.over:
                table.deal()
            continue
        if laws and chance.random() < checks:
            chance.choice(laws)(table, chance)
        if chance.random() >= rulings or not _unusual(table, chance):
            table.act(_any(table, table.legal, chance))
        _check_step(table)
    for law in laws:
        law(table, chance)
    return table


def _any(table: Table, legal: Sequence[_A], chance: Random) -> _A:
    _require(len(legal) > 0, "somebody to act can act", table, table.turn)
    return legal[chance.randrange(len(legal))]


def _adjust(table: Table, chance: Random) -> None:
    table.act(Adjust(chance.randrange(len(table.total)), chance.randrange(-30, 31), "for a test"))


def _unusual(table: Table, chance: Random) -> bool:
    """A claim, a thrown-in deal or typed tricks; false if it is not the time for any."""
    hand = table.match.hand
    if hand is None or not hand.playing:
        return False
    match chance.randrange(4):
        case 0:
            table.act("void", HOUSE)
        case 1:
            board = hand.board
            won, playing = list(board.won), [i for i in range(len(board.won)) if i + 1 not in board.sitting_out]
            for _ in range(board.cards_left):
                won[chance.choice(playing)] += 1
            table.act(Settle(tuple(won)), HOUSE)
        case _:
            claimed_by = table.turn
            table.act("claim")
            while table.match.claim:
                _require(not table.legal, "claims are never listed", table)
                table.act(chance.choice(("accept", "accept", "accept", "reject")))
            rejected = not table.match.awaits_deal and not table.over
            _require(not rejected or table.turn == claimed_by, "after a rejected claim play goes on", table)
    return True


def _check_step(table: Table) -> None:
    """What holds after every single action: cards conserved, winners lead, tricks add up."""
    hand, last = table.match.hand, table.events[-1]
    assert hand is not None
    _require(not isinstance(last, TrickTaken) or table.turn == last.seat, "the winner leads", table, last)
    scored = next((event for event in table.events[-3:] if isinstance(event, DealScored)), None)
    if scored and hand.over:
        _require(sum(scored.tricks) == table.rules.cards_each, "tricks add up", table, scored)
    if not hand.over:
        cards_law(table)


# --- laws ------------------------------------------------------------------------------------------------------------


def cards_law(table: Table, chance: Random | None = None) -> None:
    """Every card of the pack is in exactly one place."""
    hand = table.match.hand
    if hand is None:
        return
    places = [*_cards_on(hand.board), *(card for card in getattr(hand, "stock", ()) if card)]
    for event in reversed(table.events):
        match event:
            case TurnedUp(card):
                places.append(card)  # it still lies face up between the hands and the stock
                break
            case TurnedDown() | TookUp() | Named() | TrumpFixed() | DealStarted():
                break
    _require(len(places) == len(set(places)), "no card in two places", table, *places)
    _require(Cards.of(places) == table.rules.pack, "every card somewhere", table, table.rules.pack - Cards.of(places))


def _cards_on(board: Board) -> Iterator[Card]:
    for holding in (*board.holdings, board.out):
        yield from holding.sure
    yield from board.played()


def decision_law(table: Table, chance: Random) -> None:
    """The seat to act can act; what is listed is allowed; all else is refused with a reason, and changes nothing."""
    match, turn = table.match, table.turn
    legal = {str(action) for action in table.legal}
    for action in table.legal:
        _require(match.refusal(turn or 0, action) is None, "what is listed is allowed", table, action)
    _require(bool(legal) or turn is None or match.claim is not None, "somebody to act can act", table)
    for seat in range(table.rules.players + 1):
        if seat != turn:
            _require(not match.legal(seat), "only the seat to act may act", table, seat)
        for token, action in zip(TOKENS, _ACTIONS, strict=True):
            refusal = match.refusal(seat, action)
            if token in _UNLISTED or (seat == HOUSE and action.by_house):
                continue
            allowed = seat == turn and token in legal
            _require((refusal is None) == allowed, "exactly what is listed is allowed", table, seat, token, refusal)
            _require(refusal is None or bool(refusal.code), "a refusal says why", table, seat, token)
    before = table.record(), len(table.events), table.match
    for token in chance.sample(TOKENS, 20):
        if turn is not None and match.refusal(turn, parse(token)) is not None:
            try:
                table.act(token)
            except ValueError:
                continue
            _require(False, "a refused action is not done", table, token)
    _require(before == (table.record(), len(table.events), table.match), "a refusal changes nothing", table)


def view_law(table: Table, chance: Random) -> None:
    """A seat's view is the fold of what it has seen, agrees with the truth, and is all it needs to act."""
    truth = table.match
    for seat in range(table.rules.players + 1):
        view = table.start
        for event in table.events_seen_by(seat):
            view = view.evolve(event)
        _require(view == table.view(seat), "a view is the fold of seen events", table, seat)
        _require((view.turn, view.standing) == (truth.turn, truth.standing), "public facts are seen", table, seat)
        if truth.hand and view.hand and not truth.hand.over:
            _agree(table, seat, view.hand, truth.hand)
        if seat == truth.turn:
            _require(view.legal(seat) == truth.legal(seat), "a view lists the same", table, seat)
            for action in _ACTIONS:
                same = view.refusal(seat, action) == truth.refusal(seat, action)
                _require(same, "a view refuses the same", table, seat, action)


def _agree(table: Table, seat: int, view: Hand, truth: Hand) -> None:
    seen, true = view.board, truth.board
    public = (seen.turn, seen.won, seen.plays, seen.tricks, seen.gone)
    _require(public == (true.turn, true.won, true.plays, true.tricks, true.gone), "tricks are seen", table, seat)
    for place, (known, held) in enumerate(
        zip((*seen.holdings, seen.out), (*true.holdings, true.out), strict=True), start=1
    ):
        _require(len(known) == len(held) and known.sure <= held.sure, "nobody is sure of what is not", table, seat)
        if place <= len(seen.holdings):
            pack, order = table.rules.pack, view.ordering
            may = may_hold(seen, order, place) if order else seen.possible(place, pack)
            _require(held.sure <= may <= pack, "what is, is possible", table, seat, place)


def record_law(table: Table, chance: Random) -> None:
    """A record read gives the same events and prints the same; a redacted one gives that seat's view."""
    text = table.record()
    again = Table.from_record(text)
    _require(again.events == table.events, "a record gives the same events", table)
    _require(again.record() == text, "a record prints as it was read", table)
    for seat in chance.sample(range(table.rules.players + 1), 2):
        redacted = table.record(seat)
        mine = Table.from_record(redacted)
        _require(mine.view(seat) == table.view(seat), "a redacted record is a view", table, seat)
        _require(mine.events_seen_by(seat) == table.events_seen_by(seat), "… and holds what was seen", table, seat)
        _require(mine.record(seat) == redacted, "… and prints as it was read", table, seat)


def undo_law(table: Table, chance: Random) -> None:
    """Taking actions back and doing them again leads to the same place, through the same places."""
    steps = min(len(table.actions), 6)
    passed: list[tuple[Match, tuple[Event, ...], tuple[int, Action]]] = []
    for _ in range(steps):
        passed.append((table.match, table.events, table.actions[-1]))
        table.undo()
    for match, events, (seat, action) in reversed(passed):
        table.act(action, seat)
        _require(table.match == match and table.events == events, "undone is as if never done", table, action)


def curtain_law(table: Table, chance: Random) -> None:
    """Two cards a seat has not seen change places: nothing that seat can see or ask changes (nor a spectator)."""
    seat = chance.randrange(table.rules.players + 1)
    twin = swapped(table, seat, chance)
    if twin is None:
        return
    ours = table if len(twin.actions) == len(table.actions) else replayed(table, table.actions[: len(twin.actions)])
    seen = ours.events_seen_by(seat)
    _require(twin.events_seen_by(seat) == seen, "the same events are seen", ours, seat, twin)
    _require(repr(twin.events_seen_by(seat)) == repr(seen), "… to the byte", ours, seat, twin)
    _require(twin.view(seat) == ours.view(seat), "the same view", ours, seat, twin)
    _require(twin.record(seat) == ours.record(seat), "the same redacted record", ours, seat, twin)
    if seat != HOUSE:
        _require(twin.match.legal(seat) == ours.match.legal(seat), "the same choices", ours, seat, twin)
        for action in _ACTIONS:
            same = twin.match.refusal(seat, action) == ours.match.refusal(seat, action)
            _require(same, "the same refusals", ours, seat, action, twin)


ALL_LAWS: Final[tuple[Law, ...]] = (decision_law, view_law, record_law, undo_law, curtain_law)
"""Every law asked at a decision."""
