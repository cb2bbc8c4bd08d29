"""A second opinion on Euchre: the games' rules over lists and strings, sharing nothing with the package."""

from itertools import combinations

TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}


def pack(size: int) -> list[str]:
    """The cards from the nine, the ten or the seven up."""
    ranks = {20: "TJQKA", 24: "9TJQKA", 32: "789TJQKA"}[size]
    return [rank + suit for suit in "SHDC" for rank in ranks]


def suit(card: str, trump: str, benny: str = "") -> str:
    """The left bower is a trump, and so is the Benny; without trump (NT) every card is what it shows."""
    if card == benny or (trump in TWIN and card == "J" + TWIN[trump]):
        return trump
    return card[1]


def strength(card: str, led: str, trump: str, benny: str = "") -> int:
    """The Benny, right bower, left bower, the other trumps, then the suit led."""
    if card == benny:
        return 301
    if trump in TWIN and card == "J" + trump:
        return 300
    if trump in TWIN and card == "J" + TWIN[trump]:
        return 299
    height = "2789TJQKA".index(card[0])
    if card[1] == trump:
        return 200 + height
    return 100 + height if card[1] == led else 0


class Deal:
    """A deal of Euchre. Seats are 0, 1, …; ``stock`` has its turned card first. ``form`` is ``turned``, ``bid`` or
    ``buck``; partners sit opposite where ``pairs`` is true."""

    def __init__(
        self,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
        *,
        form: str = "turned",
        pairs: bool = False,
        stick: bool = False,
        discard_turned: bool = True,
        lead: str = "dealer",
        alone: bool = False,
        defend_alone: bool = False,
        partner_must_go_alone: bool = False,
        no_trump: bool = False,
        lone_lead: str = "dealer",
        benny: str = "",
        least: int = 1,
        moon: bool = False,
        clubs: bool = False,
        dropping: bool = False,
        farmers: bool = False,
        misdeal: bool = False,
    ) -> None:
        self.seats = len(hands)
        self.each = len(hands[0])
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.turned = stock[0] if stock else ""
        self.form, self.pairs, self.stick, self.discard_turned = form, pairs, stick, discard_turned
        self.lead, self.may_alone, self.defend_alone, self.must_alone = lead, alone, defend_alone, partner_must_go_alone
        self.no_trump, self.lone_lead, self.benny, self.least = no_trump, lone_lead, benny, least
        self.may_moon, self.dropping, self.may_misdeal = moon, dropping, misdeal
        self.order = [(dealer + step) % self.seats for step in range(1, self.seats + 1)]
        self.passes = 0
        self.phase = "first" if form == "turned" else "bid"
        self.maker: int | None = None
        self.trump = ""
        self.bid = 0
        self.moon = False
        self.out: set[int] = set()
        self.asked: list[int] = []
        self.leader = 0
        self.trick: list[tuple[int, str]] = []
        self.won = [0] * self.seats
        self.void = False
        if farmers:
            self.phase, self.asked = "farmers", list(self.order)
        if self.turned and self.turned == benny:
            self.phase = "blind"
        if clubs and self.turned.endswith("C"):
            self.trump = "C"
            self.start((dealer + 1) % self.seats)

    def partner(self, seat: int) -> int | None:
        """Who sits opposite, in pairs."""
        return (seat + 2) % 4 if self.pairs else None

    def foes(self) -> list[int]:
        """The seats against the maker, from his left."""
        assert self.maker is not None
        around = [(self.maker + step) % self.seats for step in range(1, self.seats)]
        return [seat for seat in around if seat != self.partner(self.maker)]

    def over(self) -> bool:
        """Thrown in, or all tricks are won."""
        return self.void or sum(self.won) == self.each

    def turn(self) -> int:
        """Whose turn it is."""
        if self.phase == "play":
            return self.next_after()
        if self.phase in ("farmers", "defend", "stay"):
            return self.asked[0]
        if self.phase in ("blind", "discard"):
            return self.dealer
        if self.phase == "choose":
            assert self.maker is not None
            return self.maker
        return self.order[self.passes]

    def next_after(self) -> int:
        """The seat that plays next."""
        if not self.trick:
            return self.leader
        seat = self.trick[-1][0]
        while True:
            seat = (seat + 1) % self.seats
            if seat not in self.out:
                return seat

    def names(self) -> set[str]:
        """Everything that can be trump."""
        return set("SHDC") | ({"NT"} if self.no_trump else set())

    def legal(self) -> set[str]:
        """The tokens of everything allowed now."""
        seat = self.turn()
        hand = self.hands[seat]
        poor = {"misdeal"} if self.may_misdeal and not any(card[0] in "JQKAB" for card in hand) else set()
        match self.phase:
            case "farmers":
                low = [card for suit_ in "SHDC" for card in ("T" + suit_, "9" + suit_) if card in hand]
                return {"pass"} | {"swap:" + ",".join(three) for three in combinations(low, 3)}
            case "first":
                calls = {"order", "order-alone"} if self.may_alone else {"order"}
                if self.must_alone and self.partner(seat) == self.dealer:
                    calls.discard("order")
                return {"pass"} | calls | poor
            case "discard":
                return {"-" + card for card in hand if self.discard_turned or card != self.turned}
            case "second":
                named = {name for name in self.names() if name != self.turned[1]}
                if self.may_alone:
                    named |= {f"{name}-alone" for name in named}
                return named if self.stick and seat == self.dealer else named | {"pass"}
            case "blind" | "choose":
                return self.names()
            case "bid":
                higher = {str(bid) for bid in range(max(self.least, self.bid + 1), self.each + 1)}
                stuck = self.stick and seat == self.dealer and not self.bid
                return higher | ({"moon"} if self.may_moon else set()) | (set() if stuck else {"pass"}) | poor
            case "defend":
                return {"pass", "defend-alone"}
            case "stay":
                return {"stay", "drop"}
        if not self.trick:
            return set(hand)
        led = suit(self.trick[0][1], self.trump, self.benny)
        return set([card for card in hand if suit(card, self.trump, self.benny) == led] or hand)

    def do(self, token: str) -> None:
        """Does what a token says for the seat to act."""
        seat = self.turn()
        if self.phase == "play":
            self.play(seat, token)
        elif token == "misdeal":
            self.void = True
        elif self.phase == "farmers":
            self.exchange(seat, token)
        elif self.phase in ("first", "second", "bid"):
            self.speak(seat, token)
        elif self.phase == "discard":
            self.hands[seat].remove(token[1:])
            self.made()
        elif self.phase == "blind":
            self.maker, self.trump = seat, token
            self.hands[seat].append(self.turned)
            self.phase = "discard"
        elif self.phase == "choose":
            self.trump = token
            if self.moon:
                self.rest(self.partner(seat))
            self.made()
        else:
            self.answer(seat, token)

    def exchange(self, seat: int, token: str) -> None:
        """A farmer's hand, for the last three cards of the stock."""
        self.asked.pop(0)
        if token != "pass":
            given = token.removeprefix("swap:").split(",")
            self.hands[seat] = [card for card in self.hands[seat] if card not in given] + self.stock[-3:]
            self.asked = []
        if not self.asked:
            self.phase = "first" if self.form == "turned" else "bid"

    def speak(self, seat: int, token: str) -> None:
        """A word in a round of calls or bids."""
        if token == "pass" or (self.phase == "bid" and token != "moon"):
            if token != "pass":
                self.maker, self.bid = seat, int(token)
            self.passes += 1
            highest = self.bid == self.each and not self.may_moon
            if self.passes == self.seats or (self.phase == "bid" and highest):
                self.round_over()
            return
        if token == "moon":
            self.maker, self.bid, self.moon, self.phase = seat, self.each, True, "choose"
            return
        self.maker = seat
        if token.endswith("-alone"):
            self.rest(self.partner(seat))
        if token.startswith("order"):
            self.trump = self.turned[1]
            self.hands[self.dealer].append(self.turned)
            self.phase = "discard"
        else:
            self.trump = token.removesuffix("-alone")
            self.made()

    def round_over(self) -> None:
        """Everybody has spoken once more."""
        self.passes = 0
        if self.phase == "first":
            self.phase = "second"
        elif self.phase == "bid" and self.maker is not None:
            self.phase = "choose"
        else:
            self.void = True

    def rest(self, seat: int | None) -> None:
        """A seat sits out."""
        assert seat is not None
        self.out.add(seat)

    def answer(self, seat: int, token: str) -> None:
        """Whether a seat defends alone, or stays."""
        self.asked.pop(0)
        if token == "defend-alone":
            self.rest(self.partner(seat))
            self.asked = []
        elif token == "drop":
            self.rest(seat)
        if not self.asked:
            self.first_lead()

    def made(self) -> None:
        """Trump is made."""
        assert self.maker is not None
        if self.dropping:
            self.phase, self.asked = "stay", self.foes()
        elif self.defend_alone and self.partner(self.maker) in self.out:
            self.phase, self.asked = "defend", self.foes()
        else:
            self.first_lead()

    def first_lead(self) -> None:
        """The left-hand neighbour of the dealer (or of the maker) leads, or the maker himself."""
        assert self.maker is not None
        if len(self.out) == self.seats - 1:
            self.won[self.maker] = self.each
            return
        lead = self.lone_lead if self.form == "turned" and self.partner(self.maker) in self.out else self.lead
        left = {"dealer": self.dealer + 1, "maker": self.maker + 1, "bidder": self.maker}[lead]
        while left % self.seats in self.out:
            left += 1
        self.start(left % self.seats)

    def start(self, leader: int) -> None:
        """Tricks begin."""
        self.phase, self.leader = "play", leader

    def play(self, seat: int, card: str) -> None:
        """Plays a card, and gathers the trick if it is the last one."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == self.seats - len(self.out):
            led = suit(self.trick[0][1], self.trump, self.benny)
            self.leader = max(self.trick, key=lambda play: strength(play[1], led, self.trump, self.benny))[0]
            self.won[self.leader] += 1
            self.trick = []


def count(
    maker: int,
    won: list[int],
    *,
    march: int = 2,
    maker_loses: bool = False,
    pairs: bool = False,
    out: frozenset[int] | set[int] = frozenset(),
    euchred_alone: int = 2,
    lone_march: int = 4,
    lone_defence: int = 4,
) -> list[int]:
    """« Le décompte »: points of the players, or of the pairs, where a card is turned."""
    seats = len(won)
    sides = [[0, 2], [1, 3]] if pairs else [[seat] for seat in range(seats)]
    mine = next(side for side in sides if maker in side)
    tricks = sum(won[seat] for seat in mine)
    lone = pairs and any(seat in out for seat in mine)
    if tricks == 5:
        return [(lone_march if lone else march) * (side is mine) for side in sides]
    if tricks >= 3:
        return [int(side is mine) for side in sides]
    paid = 2
    if lone:
        paid = (
            lone_defence if any(seat in out for side in sides if side is not mine for seat in side) else euchred_alone
        )
    if maker_loses:
        return [-paid if side is mine else 0 for side in sides]
    return [0 if side is mine else paid for side in sides]


def count_bids(maker: int, bid: int, moon: bool, won: list[int]) -> list[int]:
    """Bid Euchre: a point a trick for both pairs, less for the maker's that falls short, a moon for all or nothing."""
    tricks = [won[0] + won[2], won[1] + won[3]]
    points = list(tricks)
    if tricks[maker % 2] < bid:
        points[maker % 2] = -12 if moon else -bid
    elif moon:
        points[maker % 2] = 12
    return points


def count_down(maker: int | None, bid: int, out: set[int], won: list[int], *, keeps: bool = False) -> list[int]:
    """Buck Euchre: what is added to each score."""
    added = []
    for seat, tricks in enumerate(won):
        if seat == maker and tricks < bid:
            added.append(5 - (tricks if keeps else 0))
        elif tricks:
            added.append(-tricks)
        else:
            added.append(0 if seat in out else 5)
    return added
