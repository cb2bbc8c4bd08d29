"""Tables to try the kernel at: every registered profile and number of players, and variants of each family."""

from functools import reduce
from random import Random

from msgspec.structs import replace

from atout.actions import BIDS, Action, Deal, Discard, Keep, Misdeal, Name, Order, Pass, Play
from atout.cards import Card, Suit
from atout.dealing import gather
from atout.events import Event
from atout.families import PROFILES, family_of, new_match, parse
from atout.kernel import Game
from atout.kernel.game import TRUMPS
from atout.kernel.labels import Labels
from atout.kernel.twin.core import Rng
from atout.kernel.twin.deal import ORDER_BIT, PASS_BIT, SimDeal, Stage
from atout.match import Match
from atout.scoring import Standing
from atout.simulation import Promises
from atout.table import Table

REGISTERED = tuple(f"{profile.name} players={players}" for profile in PROFILES.values() for players in profile.players)


def is_dealt_by_the_kernel(spec: str) -> bool:
    """Whether the kernel knows the auction of a table."""
    rules = parse(spec)
    return family_of(rules.profile).simulation(rules) is not None


EVERY = tuple(filter(is_dealt_by_the_kernel, REGISTERED))
VARIANTS = (
    "atout-pique no-hell=yes",
    "atout-pique players=3 no-hell=yes max_bid=9",
    "atout-pique suicide=yes",
    "atout-pique suicide=yes no-hell=yes",
    "atout-pique quicksand=yes",
    "atout-pique contract=each bags=5/-50",
    "atout-pique nil_failed_helps=yes bags_carry=no",
    "atout-pique double_nil=joint nil=50 nil_failed_helps=yes",
    "atout-pique breaking=any",
    "atout-pique breaking=strict bags=none",
    "piques-a-trois breaking=played",
    "piques-a-trois breaking=any nil_failed_point=1",
    "pique contract=each nil_failed_point=0",
    "pique players=2 draw=alternate",
    "spades pack=jokers",
    "spades mirror=yes first_lead=two-of-clubs",
    "spades whiz=yes ten_for_200=yes",
    "spades min_pair_bid=4 no_hell=yes first_lead=two-of-clubs",
    "spades suicide=yes min_pair_bid=6 pack=jokers",
    "atout-pique players=3 mirror=yes pack=jokers breaking=strict",
    "euchre-a-trois stick=yes march=3",
    "euchre-a-trois discard_turned=no lead=maker",
    "euchre-a-trois euchred=maker-loses pack=20",
    "euchre-a-trois pack=32 stick=yes lead=maker",
    "euchre alone=no stick=yes",
    "euchre-a-deux discard_turned=no",
)
TABLES = EVERY + VARIANTS
"""Tables whose whole deals the kernel plays."""
OTHERS = (
    *(spec for spec in REGISTERED if spec not in EVERY),
    "euchre defend_alone=yes no_trump=yes farmers_hand=yes",
    "euchre-britannique benny=2s",
)
"""Tables whose auction it does not know: it plays their cards."""
PLAYED = TABLES + OTHERS


def sim_deal(game: Game, seed: int, number: int, bags: list[int] | None = None) -> SimDeal:
    """A random deal of the twin, before its auction."""
    return SimDeal(game, Rng(seed, number), bags or [0] * game.sides)


class Course:
    """A match being played, with what happened: the truth, and any seat's view of it."""

    def __init__(self, match: Match) -> None:
        self.start = match
        self.match = match
        self.events: list[Event] = []
        self.done: list[tuple[int, Action]] = []

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Does an action, which must be allowed; returns what happened."""
        assert self.match.refusal(seat, action) is None, self.match.refusal(seat, action)
        events = self.match.decide(seat, action)
        self.match = reduce(Match.evolve, events, self.match)
        self.events += events
        self.done.append((seat, action))
        return events

    def view(self, seat: int) -> Match:
        """The match as a seat sees it."""
        return reduce(Match.evolve, (event.seen_by(seat) for event in self.events), self.start)


def course_of(game: Game, deal: SimDeal) -> Course:
    """The readable machine with the same cards out, and the same bags before."""
    start = new_match(game.rules, Standing((0,) * game.sides, tuple(deal.bags)))
    hands = [list(game.start.cards(mask)) for mask in deal.play.hand]
    rest = list(game.start.cards(game.pack & ~sum(deal.play.hand)))
    return dealt(start, hands, rest, deal.dealer + 1, game.start.card(deal.turned) if deal.turned else None)


def dealt(start: Match, hands: list[list[Card]], rest: list[Card], dealer: int, turned: Card | None) -> Course:
    """A match whose first deal gives these hands; the rest is the stock, or what is thrown away in a draw."""
    recipients = family_of(start.rules.profile).recipients(start.rules, dealer)
    if set(recipients) == {0}:
        return _drawn(start, hands, rest, dealer)
    if turned:
        rest = [turned, *(card for card in rest if card is not turned)]
    course = Course(start)
    course.act(0, Deal(gather(recipients, hands, rest), dealer))
    return course


def _drawn(start: Match, hands: list[list[Card]], rest: list[Card], dealer: int) -> Course:
    """A draw that gives these hands: every shown card is kept, and the shown cards lie in the choosers' order."""
    trial = Course(start)
    trial.act(0, Deal(tuple(card for hand in hands for card in hand) + tuple(rest), dealer))
    choosers: list[int] = []
    while trial.match.turn is not None and isinstance(trial.match.legal(trial.match.turn)[0], Keep):
        choosers.append(trial.match.turn)
        trial.act(trial.match.turn, Keep())
    order = [card for seat, hidden in zip(choosers, rest, strict=True) for card in (hands[seat - 1].pop(), hidden)]
    course = Course(start)
    course.act(0, Deal(tuple(order), dealer))
    for seat in choosers:
        course.act(seat, Keep())
    return course


def labels_now(deal: SimDeal) -> Labels:
    """The labels of the cards of a deal as it stands."""
    promises = isinstance(deal.game.auction, Promises)
    return deal.game.start if promises or deal.trump == 4 else deal.game.labels[TRUMPS[deal.trump]]


def tokens(deal: SimDeal) -> set[str]:
    """The kernel's legal actions as the machine's tokens."""
    return {str(action_of(deal, number)) for number in range(64) if deal.legal >> number & 1}


def action_of(deal: SimDeal, number: int) -> Action:
    """The machine's action for a number of the kernel's."""
    match deal.stage:
        case Stage.PROMISING:
            return BIDS[number]
        case Stage.PLAYING:
            return Play(labels_now(deal).card(1 << number))
        case Stage.DISCARDING:
            return Discard(labels_now(deal).card(1 << number))
    if number == PASS_BIT:
        return Pass()
    return Order() if number == ORDER_BIT else Name(Suit(number))


def machine_tokens(match: Match) -> set[str]:
    """The machine's legal actions; misdeals are not part of the kernel's deals."""
    assert match.turn is not None
    return {str(action) for action in match.legal(match.turn) if not isinstance(action, Misdeal)}


def played(spec: str, seed: int, cards: int) -> Course:
    """A match in its play after so many cards, by random actions."""
    if not is_dealt_by_the_kernel(spec):
        return _played_by_the_machine(spec, seed, cards)
    game = Game(spec)
    deals = (sim_deal(game, seed, number) for number in range(1000))
    for deal in deals:
        course = course_of(game, deal)
        while deal.stage < Stage.PLAYING:
            _act_both(course, deal)
        if deal.stage is Stage.PLAYING:
            break
    for _ in range(cards):
        _act_both(course, deal)
    return course


def _played_by_the_machine(spec: str, seed: int, cards: int) -> Course:
    """The same where the kernel does not know the auction."""
    for number in range(1000):
        table = Table(spec, seed=1000 * seed + number, dealing=False)
        table.deal()
        chance, course = Random(seed), Course(table.start)
        course.act(0, table.actions[0][1])
        while course.match.hand and not course.match.hand.playing and course.match.turn is not None:
            _act_at_random(course, chance)
        if course.match.turn is not None:
            break
    for _ in range(cards):
        _act_at_random(course, chance)
    return course


def _act_at_random(course: Course, chance: Random) -> None:
    turn = course.match.turn
    assert turn is not None
    course.act(turn, chance.choice(course.match.legal(turn)))


def _act_both(course: Course, deal: SimDeal) -> None:
    number = deal.random_action()
    course.act(deal.play.turn + 1, action_of(deal, number))
    deal.act(number)


def resting(match: Match, seat: int) -> Match:
    """The match with one seat sitting out, its cards laid down."""
    assert match.hand is not None
    return replace(match, hand=replace(match.hand, board=replace(match.hand.board, sitting_out=frozenset({seat}))))  # type: ignore[type-var]
