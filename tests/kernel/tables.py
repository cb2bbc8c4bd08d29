"""Tables to try the kernel at: every registered profile and number of players, and variants of each family."""

from functools import reduce

from msgspec.structs import replace

from atout.actions import (
    BIDS,
    BLIND_NIL,
    Action,
    Deal,
    DefendAlone,
    Discard,
    Drop,
    Give,
    Keep,
    Look,
    Misdeal,
    Moon,
    Name,
    Order,
    Pass,
    Play,
    Stay,
    Swap,
)
from atout.cards import NO_TRUMP, Card, Suit
from atout.dealing import gather
from atout.events import Event
from atout.families import PROFILES, family_of, new_match
from atout.kernel import Game
from atout.kernel.game import TRUMPS
from atout.kernel.labels import Labels
from atout.kernel.twin.auction import (
    ALONE,
    BLIND_BIT,
    DEFEND_BIT,
    DROP_BIT,
    LOOK_BIT,
    ORDER_BIT,
    PASS_BIT,
    STAY_BIT,
    SWAP_BIT,
)
from atout.kernel.twin.core import Rng
from atout.kernel.twin.deal import SimDeal, Stage
from atout.match import Match
from atout.scoring import Standing
from atout.simulation import Promises

EVERY = tuple(f"{profile.name} players={players}" for profile in PROFILES.values() for players in profile.players)
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
    "euchre-a-deux discard_turned=no farmers_hand=yes",
    "euchre defend_alone=yes no_trump=yes farmers_hand=yes lone_lead=maker",
    "euchre partner_must_go_alone=yes discard_turned=no euchred_alone=4 defend_alone=yes lead=maker",
    "euchre-britannique benny=2s farmers_hand=yes stick=yes euchred=maker-loses",
    "bid-euchre pack=32 stick=no moon=no least_bid=1 lead=maker",
    "bid-euchre pack=20 no_trump=no lead=dealer",
    "buck-euchre bucked=tricks dirty_clubs=no stick=yes no_trump=yes lead=bidder",
    "buck-euchre players=4 dropping=no least_bid=2 pack=32",
    "spades blind_behind=0 nil_pass=2 nil_failed_helps=yes first_lead=two-of-clubs",
    "spades blind_behind=0 nil_pass=1 double_nil=joint no_hell=yes bags=5/-50",
    "spades-solo players=5 blind_behind=0 whiz=yes",
)
TABLES = EVERY + VARIANTS
"""Tables whose whole deals the kernel plays."""


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
    start = new_match(game.rules, Standing(game.standing.totals, tuple(deal.bags)))
    labels, under = labels_now(deal), game.start.cards(deal.under)  # a suit turned up may be trump by itself
    hands = [list(labels.cards(mask)) for mask in deal.play.hand]
    rest = [*(game.rules.pack - labels.cards(sum(deal.play.hand)) - under), *under]
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


SWAPPED = "three cards"
"""An exchange that is announced, before its cards are chosen."""
_SAID = {
    PASS_BIT: Pass(), DEFEND_BIT: DefendAlone(), STAY_BIT: Stay(), DROP_BIT: Drop(), LOOK_BIT: Look(),
    BLIND_BIT: BLIND_NIL,
}  # fmt: skip


def tokens(deal: SimDeal) -> set[str]:
    """The kernel's legal actions as the machine's tokens; cards that change hands are chosen one by one."""
    legal = [number for number in range(64) if deal.legal >> number & 1]
    if deal.stage is Stage.GIVING:
        return {str(labels_now(deal).card(1 << number)) for number in legal}
    swap = deal.stage is Stage.EXCHANGING
    return {SWAPPED if swap and number == SWAP_BIT else str(action_of(deal, number)) for number in legal}


def action_of(deal: SimDeal, number: int) -> Action:
    """The machine's action for a number of the kernel's."""
    alone, call = number >= ALONE, number % ALONE
    match deal.stage:
        case Stage.PLAYING:
            return Play(labels_now(deal).card(1 << number))
        case Stage.DISCARDING:
            return Discard(labels_now(deal).card(1 << number))
        case Stage.PROMISING if number not in _SAID or number < LOOK_BIT:
            return BIDS[number]
        case Stage.BIDDING if number:
            return BIDS[number] if number <= deal.game.each else Moon()
        case Stage.BIDDING:
            return Pass()
        case Stage.NAMING if number != PASS_BIT:
            return Name(NO_TRUMP if call == len(Suit) else Suit(call), alone)
        case Stage.ORDERING if number != PASS_BIT:
            assert call == ORDER_BIT
            return Order(alone)
    return _SAID[number]


def machine_tokens(match: Match) -> set[str]:
    """The machine's legal actions; misdeals are not part of the kernel's deals."""
    assert match.turn is not None
    legal = [action for action in match.legal(match.turn) if not isinstance(action, Misdeal)]
    if isinstance(legal[0], Give):
        return {str(card) for action in legal if isinstance(action, Give) for card in action.cards}
    return {SWAPPED if isinstance(action, Swap) else str(action) for action in legal}


def played(spec: str, seed: int, cards: int) -> Course:
    """A match in its play after so many cards, by random actions."""
    game = Game(spec)
    deals = (sim_deal(game, seed, number) for number in range(1000))
    for deal in deals:
        course = course_of(game, deal)
        while deal.stage < Stage.PLAYING:
            act_both(course, deal)
        if deal.stage is Stage.PLAYING:
            break
    for _ in range(cards):
        act_both(course, deal)
    return course


def act_both(course: Course, deal: SimDeal) -> tuple[Event, ...]:
    """One random action of the machine's, in the kernel as well; what happened in the machine."""
    number, seat, swap = deal.random_action(), deal.seat + 1, deal.stage is Stage.EXCHANGING
    action = None if deal.stage is Stage.GIVING or (swap and number == SWAP_BIT) else action_of(deal, number)
    if action is None:
        if swap:
            deal.act(number)
            number = deal.random_action()
        cards = [number]
        deal.act(number)
        while deal.chosen:
            cards.append(deal.random_action())
            deal.act(cards[-1])
        given = deal.game.start.cards(sum(1 << card for card in cards))
        action = Swap(given) if swap else Give(given)
    else:
        deal.act(number)
    return course.act(seat, action)


def resting(match: Match, seat: int) -> Match:
    """The match with one seat sitting out, its cards laid down."""
    assert match.hand is not None
    return replace(match, hand=replace(match.hand, board=replace(match.hand.board, sitting_out=frozenset({seat}))))  # type: ignore[type-var]
