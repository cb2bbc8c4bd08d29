"""A second opinion on Euchre for three: the text's rules over lists and strings, sharing nothing with the package."""

TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}


def pack(size: int) -> list[str]:
    """The cards from the nine, the ten or the seven up."""
    ranks = {20: "TJQKA", 24: "9TJQKA", 32: "789TJQKA"}[size]
    return [rank + suit for suit in "SHDC" for rank in ranks]


def suit(card: str, trump: str) -> str:
    """The left bower is a trump."""
    return trump if card == "J" + TWIN[trump] else card[1]


def strength(card: str, led: str, trump: str) -> int:
    """Right bower, left bower, the other trumps, then the suit led."""
    if card == "J" + trump:
        return 300
    if card == "J" + TWIN[trump]:
        return 299
    height = "789TJQKA".index(card[0])
    if card[1] == trump:
        return 200 + height
    return 100 + height if card[1] == led else 0


class Deal:
    """A deal of Euchre for three. Seats are 0, 1, 2; ``stock`` has its turned card first."""

    def __init__(
        self,
        dealer: int,
        hands: list[list[str]],
        stock: list[str],
        *,
        stick: bool = False,
        discard_turned: bool = True,
        lead: str = "dealer",
    ) -> None:
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.turned = stock[0]
        self.stick = stick
        self.discard_turned = discard_turned
        self.lead = lead
        self.speaking = [(dealer + 1) % 3, (dealer + 2) % 3, dealer] * 2
        self.passes = 0
        self.must_discard = False
        self.maker: int | None = None
        self.trump = ""
        self.leader = 0
        self.trick: list[tuple[int, str]] = []
        self.won = [0, 0, 0]

    def over(self) -> bool:
        """All passed twice, or all cards are played."""
        return self.passes == 6 or not any(self.hands)

    def turn(self) -> int:
        """Whose turn it is."""
        if self.must_discard:
            return self.dealer
        if self.maker is None:
            return self.speaking[self.passes]
        return (self.leader + len(self.trick)) % 3

    def legal(self) -> set[str]:
        """The tokens of everything allowed now."""
        hand = self.hands[self.turn()]
        if self.must_discard:
            return {"-" + card for card in hand if self.discard_turned or card != self.turned}
        if self.maker is None and self.passes < 3:
            return {"order", "pass"}
        if self.maker is None:
            names = {name for name in "SHDC" if name != self.turned[1]}
            return names if self.stick and self.passes == 5 else names | {"pass"}
        if not self.trick:
            return set(hand)
        led = suit(self.trick[0][1], self.trump)
        return set([card for card in hand if suit(card, self.trump) == led] or hand)

    def do(self, token: str) -> None:
        """Does what a token says for the seat to act."""
        seat = self.turn()
        if token == "pass":
            self.passes += 1
        elif token == "order":
            self.made_by(seat, self.turned[1])
            self.hands[self.dealer].append(self.turned)
            self.must_discard = True
        elif self.must_discard:
            self.hands[seat].remove(token[1:])
            self.must_discard = False
        elif self.maker is None:
            self.made_by(seat, token)
        else:
            self.play(seat, token)

    def made_by(self, seat: int, trump: str) -> None:
        """Trump is made; the left-hand neighbour of the dealer (or of the maker) will lead."""
        self.maker, self.trump = seat, trump
        self.leader = ((self.dealer if self.lead == "dealer" else seat) + 1) % 3

    def play(self, seat: int, card: str) -> None:
        """Plays a card, and gathers the trick if it is the last one."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == 3:
            led = suit(self.trick[0][1], self.trump)
            self.leader = max(self.trick, key=lambda play: strength(play[1], led, self.trump))[0]
            self.won[self.leader] += 1
            self.trick = []


def count(maker: int, won: list[int], *, march: int = 2, maker_loses: bool = False) -> list[int]:
    """« Le décompte »: points of the three players."""
    if won[maker] == 5:
        return [march if seat == maker else 0 for seat in range(3)]
    if won[maker] in (3, 4):
        return [1 if seat == maker else 0 for seat in range(3)]
    if maker_loses:
        return [-2 if seat == maker else 0 for seat in range(3)]
    return [0 if seat == maker else 2 for seat in range(3)]
