"""A second opinion on the North American tables: blind nil, exchange, mirror, whiz, jokers, the two of clubs.

It adds to ``naive`` what those tables do otherwise, over lists and strings as well.
"""

from itertools import combinations

from tests.spades import naive

HIGH = ["2S", "2D", "LJ", "BJ"]
"""Above the ace of spades in a pack with jokers, the highest last."""


class Deal(naive.Deal):
    """A deal of one of these tables. ``blind`` are the seats (from 0) that may bid nil before looking."""

    def __init__(
        self,
        players: int,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
        *,
        opening: str = "any",
        top: int,
        blind: list[int] | None = None,
        give: int = 0,
        mirror: bool = False,
        whiz: bool = False,
        least: int = 0,
        jokers: bool = False,
        clubs: bool = False,
        no_hell: bool = False,
        suicide: bool = False,
    ) -> None:
        super().__init__(players, dealer, hands, stock, opening=opening, top=top, no_hell=no_hell, suicide=suicide)
        self.unseen = list(blind or [])
        self.give, self.mirror, self.whiz, self.least, self.jokers = give, mirror, whiz, least, jokers
        self.clubs = clubs
        self.blind_bids: list[int] = []
        self.gifts: list[int] = []

    def suit(self, card: str) -> str:
        """What a card counts as."""
        return "S" if self.jokers and card in HIGH else card[1]

    def strength(self, card: str, led: str) -> int:
        """How high a card stands in a trick."""
        if self.jokers and card in HIGH:
            return 200 + HIGH.index(card)
        return naive.strength(card, led)

    def bidding(self) -> bool:
        """Whether somebody has yet to bid."""
        return None in self.bids

    def turn(self) -> int:
        """Whose turn it is; between the bids and the play, who gives."""
        if not self.bidding() and self.gifts:
            return self.gifts[0]
        return super().turn()

    def over(self) -> bool:
        """Nothing is left to do."""
        return not self.gifts and super().over()

    def legal(self) -> set[str]:
        """The tokens of everything allowed now."""
        seat = self.turn()
        if self.bidding():
            return self.legal_bids(seat)
        hand = self.hands[seat]
        if self.gifts:
            return {"give:" + ",".join(self.sorted(cards)) for cards in combinations(hand, self.give)}
        if self.trick:
            led = self.suit(self.trick[0][1])
            return set([card for card in hand if self.suit(card) == led] or hand)
        if self.clubs and sum(self.won) == 0 and "2C" in hand:
            return {"2C"}
        return set(hand if self.open else [card for card in hand if self.suit(card) != "S"] or hand)

    def sorted(self, cards: tuple[str, ...]) -> list[str]:
        """Cards as the machine prints them: by the suit printed on them, the highest first, jokers last."""
        plain = [c for c in cards if c[1] != "J"]
        plain.sort(key=lambda card: (naive.SUITS.index(card[1]), -naive.RANKS.index(card[0])))
        return plain + [card for card in ("BJ", "LJ") if card in cards]

    def legal_bids(self, seat: int) -> set[str]:
        """Bids, a look, and a nil before it."""
        spades = sum(self.suit(card) == "S" for card in self.hands[seat])
        free = {bid for bid in range(self.top + 1) if self.may_bid(self.bids, seat, bid)}
        if seat in self.unseen:
            blind = {"blind-nil"} if 0 in free else set()
            return {"look"} | blind | ({str(bid) for bid in free} if not self.mirror and not self.whiz else set())
        if self.mirror:
            free &= {spades}
        if self.whiz:
            free &= {spades, 0}
        return {str(bid) for bid in free}

    def may_bid(self, bids: list[int | None], seat: int, bid: int) -> bool:
        """… and the least that a pair bids, with a look ahead."""
        if not self.least:
            return super().may_bid(bids, seat, bid)
        if not self.fits(bids, seat, bid):
            return False
        after = list(bids)
        after[seat] = bid
        later = [other for other in self.order if after[other] is None]
        return not later or any(self.may_bid(after, later[0], other) for other in range(self.top + 1))

    def fits(self, bids: list[int | None], seat: int, bid: int) -> bool:
        """Whether a bid is allowed by itself."""
        partner = bids[(seat + 2) % 4]
        if self.suicide and (0 < bid < 4 or (partner is not None and partner > 0 and bid > 0)):
            return False
        if partner is not None and partner + bid < self.least:
            return False
        others = [other for i, other in enumerate(bids) if i != seat]
        return not (self.no_hell and None not in others and sum(o or 0 for o in others) + bid == self.each)

    def do(self, token: str) -> None:
        """Does what a token says for the seat to act."""
        seat = self.turn()
        if token == "look":
            self.unseen.remove(seat)
        elif self.bidding():
            self.bids[seat] = 0 if token == "blind-nil" else int(token)
            if token == "blind-nil":
                self.blind_bids.append(seat)
            if not self.bidding():
                self.after_the_bids()
        elif self.gifts:
            self.gifts.pop(0)
            for card in token.removeprefix("give:").split(","):
                self.hands[seat].remove(card)
                self.hands[(seat + 2) % 4].append(card)
            self.after_the_bids(giving=False)
        else:
            self.play(seat, token)

    def after_the_bids(self, *, giving: bool = True) -> None:
        """Who gives to whom, and who leads."""
        if giving and self.give:
            for seat in self.order:
                if seat in self.blind_bids and seat not in self.gifts:
                    self.gifts += [seat, (seat + 2) % 4]
        if self.clubs and not self.gifts:
            self.leader = next(seat for seat, hand in enumerate(self.hands) if "2C" in hand)

    def play(self, seat: int, card: str) -> None:
        """Plays a card, and gathers the trick if it is the last one."""
        self.hands[seat].remove(card)
        ruffed = bool(self.trick) and self.suit(self.trick[0][1]) != "S"
        if self.suit(card) == "S" and (self.opening == "any" or ruffed):
            self.open = True
        self.trick.append((seat, card))
        if len(self.trick) == self.players:
            led = self.suit(self.trick[0][1])
            self.leader = max(self.trick, key=lambda play: self.strength(play[1], led))[0]
            self.won[self.leader] += 1
            self.trick = []


def count(
    bids: list[tuple[int, bool]], won: list[int], bags: int, *, nil: int = 100, ten: bool = False, size: int = 10,
    fine: int = 100,
) -> tuple[int, int]:  # fmt: skip
    """Points and bags of one player or two partners; each bid with whether it was a nil made blind."""
    points = owed = taken = 0
    contract = False
    for (bid, blind), tricks in zip(bids, won, strict=True):
        if bid:
            contract, owed, taken = True, owed + bid, taken + tricks
            continue
        worth = 2 * nil if blind else nil
        points += worth if not tricks else -worth
        points += tricks
        bags += tricks
    worth = 200 if ten and owed == 10 else 10 * owed
    if contract and taken >= owed:
        points += worth + taken - owed
        bags += taken - owed
    elif contract:
        points -= worth
    while bags >= size:
        bags -= size
        points -= fine
    return points, bags
