"""A second opinion on Spades: the texts' rules over lists and strings, sharing nothing with the package.

Slow and plain on purpose. ``Deal`` plays one deal; the functions below count it, one per text.
"""

RANKS = "23456789TJQKA"
SUITS = "SHDC"


def pack(*removed: str) -> list[str]:
    """Fifty-two cards less some."""
    return [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in removed]


def strength(card: str, led: str) -> int:
    """Spades beat the suit led, which beats all else."""
    if card[1] == "S":
        return 100 + RANKS.index(card[0])
    if card[1] == led:
        return RANKS.index(card[0])
    return -1


class Deal:
    """A deal of Spades. Seats are 0, 1, 2 …; ``hands`` is a list of lists of cards, or ``stock`` is drawn from.

    ``opening`` is ``other`` (a spade on another suit opens), ``any`` (every spade does) or ``free`` (always open).
    """

    def __init__(
        self,
        players: int,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
        *,
        opening: str,
        top: int,
        misdeal: bool = False,
        no_hell: bool = False,
        suicide: bool = False,
        alternate: bool = False,
    ) -> None:
        self.players = players
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.each = len(stock) // 4 if stock else len(hands[0])
        self.opening = opening
        self.top = top
        self.misdeal_allowed = misdeal
        self.no_hell = no_hell
        self.suicide = suicide
        self.alternate = alternate
        self.order = [(dealer + 1 + i) % players for i in range(players)]
        self.bids: list[int | None] = [None] * players
        self.leader = self.order[0]
        self.trick: list[tuple[int, str]] = []
        self.won = [0] * players
        self.open = opening == "free"
        self.void = False
        self.choices = 0

    def over(self) -> bool:
        """No card is left, or the deal was thrown in."""
        return self.void or (not self.stock and None not in self.bids and not any(self.hands))

    def turn(self) -> int:
        """Whose turn it is."""
        if self.stock:
            if self.alternate:
                return self.order[self.choices % 2]
            return self.order[0] if self.choices < self.each else self.order[1]
        for seat in self.order:
            if self.bids[seat] is None:
                return seat
        return (self.leader + len(self.trick)) % self.players

    def legal(self) -> set[str]:
        """The tokens of everything allowed now."""
        seat = self.turn()
        if self.stock:
            return {"keep", "toss"}
        if self.bids[seat] is None:
            tokens = {str(bid) for bid in range(self.top + 1) if self.may_bid(self.bids, seat, bid)}
            hand = self.hands[seat]
            no_spade = all(card[1] != "S" for card in hand)
            no_face = all(card[0] not in "KQJ" for card in hand)
            if self.misdeal_allowed and (no_spade or no_face):
                tokens.add("misdeal")
            return tokens
        hand = self.hands[seat]
        if self.trick:
            same = [card for card in hand if card[1] == self.trick[0][1][1]]
            return set(same or hand)
        if self.open:
            return set(hand)
        return set([card for card in hand if card[1] != "S"] or hand)

    def may_bid(self, bids: list[int | None], seat: int, bid: int) -> bool:
        """Whether a bid is allowed after the bids made, and leaves every later bidder one."""
        if self.suicide:
            partner = bids[(seat + 2) % 4]
            if 0 < bid < 4 or (partner is not None and partner > 0 and bid > 0):
                return False
        after = list(bids)
        after[seat] = bid
        later = [other for other in self.order if after[other] is None]
        if not later:
            return not (self.no_hell and sum(b or 0 for b in after) == self.each)
        if not self.no_hell:
            return True
        return any(self.may_bid(after, later[0], other) for other in range(self.top + 1))

    def do(self, token: str) -> None:
        """Does what a token says for the seat to act."""
        seat = self.turn()
        if self.stock:
            shown, hidden = self.stock[:2]
            self.stock = self.stock[2:]
            self.hands[seat].append(shown if token == "keep" else hidden)
            self.choices += 1
        elif token == "misdeal":
            self.void = True
        elif self.bids[seat] is None:
            self.bids[seat] = int(token)
        else:
            self.play(seat, token)

    def play(self, seat: int, card: str) -> None:
        """Plays a card, and gathers the trick if it is the last one."""
        self.hands[seat].remove(card)
        if card[1] == "S" and (self.opening == "any" or (self.trick and self.trick[0][1][1] != "S")):
            self.open = True
        self.trick.append((seat, card))
        if len(self.trick) == self.players:
            led = self.trick[0][1][1]
            self.leader = max(self.trick, key=lambda play: strength(play[1], led))[0]
            self.won[self.leader] += 1
            self.trick = []


# --- counts: each text by itself, (points, bags carried) -------------------------------------------------------------


def fine(bags: int) -> tuple[int, int]:
    """100 points for each complete ten bags; what is left is kept."""
    points = 0
    while bags >= 10:
        bags -= 10
        points -= 100
    return points, bags


def piques_a_trois(bid: int, won: int, bags: int) -> tuple[int, int]:
    """Sections 04 and 05: a failed nil's tricks are bags without a point."""
    if bid == 0:
        points = 100 if won == 0 else -100
        bags += won
    elif won >= bid:
        points = 10 * bid + (won - bid)
        bags += won - bid
    else:
        points = -10 * bid
    lost, bags = fine(bags)
    return points + lost, bags


def pique_alone(bid: int, won: int, bags: int) -> tuple[int, int]:
    """« Le pointage », two or three players; a failed nil's tricks are bags of one point each (R4)."""
    if bid == 0:
        points = 100 if won == 0 else -100 + won
        bags += won
    elif won >= bid:
        points = 10 * bid + (won - bid)
        bags += won - bid
    else:
        points = -10 * bid
    lost, bags = fine(bags)
    return points + lost, bags


def pique_pair(bids: tuple[int, int], won: tuple[int, int], bags: int) -> tuple[int, int]:
    """« Le pointage », four players: the contract is the sum (R9), two nils count together."""
    if bids == (0, 0):
        failed = [tricks for tricks in won if tricks > 0]
        points = {0: 500, 1: 0, 2: -500}[len(failed)]
        bags += sum(won)
        lost, bags = fine(bags)
        return points + lost, bags
    points = 0
    owed = counted = 0
    for bid, tricks in zip(bids, won, strict=True):
        if bid == 0:
            points += 100 if tricks == 0 else -100 + tricks
            bags += tricks
        else:
            owed += bid
            counted += tricks
    if counted >= owed:
        points += 10 * owed + counted - owed
        bags += counted - owed
    else:
        points -= 10 * owed
    lost, bags = fine(bags)
    return points + lost, bags


def atout_pique(
    bids: tuple[int, ...], won: tuple[int, ...], bags: int, players: int, *, quicksand: bool = False
) -> tuple[int, int]:
    """« Marquage des points », « Marques spéciales et bonus » and « Quicksand », for one player or two partners."""
    points = owed = counted = 0
    contract = False
    for bid, tricks in zip(bids, won, strict=True):
        if bid == 0:
            points += 100 if tricks == 0 else -100
            if not quicksand:
                points += tricks
                bags += tricks
        else:
            contract = True
            owed += bid
            counted += tricks
    if contract and counted >= owed:
        points += 10 * owed
        if quicksand:
            points -= 10 * (counted - owed)
        else:
            points += counted - owed
            bags += counted - owed
        if players <= 4 and counted == owed and owed in (1, 2):
            points += 20
        beyond = {3: 10, 4: 8, 5: 7, 6: 6}[players]
        points += 10 * max(0, owed - beyond)
    elif contract:
        points -= 10 * (owed - counted) if quicksand else 10 * owed
    if quicksand:
        return points, 0
    lost, bags = fine(bags)
    return points + lost, bags
