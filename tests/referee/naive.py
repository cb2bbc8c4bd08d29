"""A second count of every game, written from the French texts alone: plain dictionaries, no code of the package.

It is slow and repeats itself on purpose: it is what ``atout score`` is compared with.
"""

from __future__ import annotations

from typing import Any

SPADES: dict[str, dict[str, Any]] = {
    "piques-a-trois": {"players": 3, "target": 200, "failed_nil_trick": 0},
    "pique": {"players": 4, "target": 500, "failed_nil_trick": 1, "joint": True, "max_bid": 13},
    "atout-pique": {"players": 4, "target": 500, "failed_nil_trick": 1, "bonuses": True},
    "spades": {"players": 4, "target": 500, "failed_nil_trick": 1, "blind": True},
    "spades-solo": {"players": 3, "target": 500, "failed_nil_trick": 1, "blind": True, "solo": True},
}
EUCHRE: dict[str, dict[str, Any]] = {
    "euchre-a-trois": {"players": 3, "target": 10},
    "euchre": {"players": 4, "target": 10, "pairs": True},
    "euchre-a-deux": {"players": 2, "target": 10},
    "euchre-britannique": {"players": 4, "target": 11, "pairs": True},
    "bid-euchre": {"players": 4, "target": 32, "pairs": True, "tricks": 6},
    "buck-euchre": {"players": 3, "target": 15, "down": True},
}
TRICKS = {2: 13, 3: 17, 4: 13, 5: 10, 6: 8}
BEYOND = {3: 10, 4: 8, 5: 7, 6: 6}


class Table:
    """What a spec such as ``atout-pique players=5 quicksand=yes`` means."""

    def __init__(self, spec: str) -> None:
        self.profile, *words = spec.split()
        self.options = dict(word.split("=") for word in words)
        self.euchre = self.profile in EUCHRE
        text = EUCHRE[self.profile] if self.euchre else SPADES[self.profile]
        self.players = int(self.options.get("players", text["players"]))
        target = self.options.get("target", str(text["target"]))
        self.target = None if target == "deal" else int(target)
        self.text = text
        pairs = self.players == 4 and not text.get("solo")
        paired = text.get("pairs", False) if self.euchre else pairs
        self.down = text.get("down", False)
        self.sides = [[1, 3], [2, 4]] if paired else [[seat] for seat in range(1, self.players + 1)]
        self.tricks = int(text.get("tricks", 5)) if self.euchre else TRICKS[self.players]

    def says(self, option: str) -> bool:
        """Whether a yes-or-no option is on."""
        return self.options.get(option) == "yes"

    @property
    def highest_bid(self) -> int:
        """The greatest number of tricks that may be bid."""
        return int(min(self.tricks, self.text.get("max_bid", self.tricks)))


class Score:
    """The running score of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.total = [table.target or 0 if table.down else 0] * len(table.sides)
        self.bags = [0] * len(table.sides)
        self.points = [0] * len(table.sides)
        self.level = False
        self.winner: int | None = None
        self.over = False

    def late(self) -> list[int]:
        """The seats that may bid nil blind: those of sides 100 points or more behind the first."""
        behind = [max(self.total) - total >= 100 for total in self.total]
        sides = self.table.sides if self.table.text.get("blind") else []
        return [seat for side, is_late in zip(sides, behind, strict=False) if is_late for seat in side]

    def spades(self, bids: list[int], won: list[int], blind: list[int]) -> None:
        """Counts a deal of Spades, bids and tricks by seat, and the seats that bid nil blind."""
        for index, side in enumerate(self.table.sides):
            points, bags = spades_side(self.table, [(bids[seat - 1], won[seat - 1]) for seat in side])
            for seat in side:
                if seat in blind:
                    points += -100 if won[seat - 1] else 100
            self.points[index] = points
            if self.table.says("quicksand"):
                continue
            self.bags[index] += bags
            while self.bags[index] >= 10:
                self.bags[index] -= 10
                self.points[index] -= 100
        self._add()

    def euchre(self, maker: int, tricks: int, *, alone: bool = False) -> None:
        """Counts a deal where the maker needs three tricks; those of his side are told."""
        table = self.table
        mine = next(index for index, side in enumerate(table.sides) if maker in side)
        self.points = [0] * len(self.points)
        if tricks == 5:
            self.points[mine] = 4 if alone else int(table.options.get("march", "2"))
        elif tricks >= 3:
            self.points[mine] = 1
        elif table.options.get("euchred") == "maker-loses":
            self.points[mine] = -2
        else:
            self.points = [2] * len(self.points)
            self.points[mine] = 0
        self._add()

    def bids(self, maker: int, bid: int | None, tricks: int) -> None:
        """Counts a deal of Bid Euchre; ``bid`` is ``None`` for a moon."""
        mine = (maker - 1) % 2
        self.points = [6 - tricks, 6 - tricks]
        if bid is None:
            self.points[mine] = 12 if tricks == 6 else -12
        else:
            self.points[mine] = tricks if tricks >= bid else -bid
        self._add()

    def buck(self, maker: int | None, bid: int, tricks: list[int | None]) -> None:
        """Counts a deal of Buck Euchre; ``None`` for a seat that dropped out."""
        for seat, taken in enumerate(tricks, 1):
            failed = taken == 0 or (seat == maker and taken is not None and taken < bid)
            self.points[seat - 1] = 0 if taken is None else 5 if failed else -taken
        self._add()

    def _add(self) -> None:
        for index, points in enumerate(self.points):
            self.total[index] += points
        best = min(self.total) if self.table.down else max(self.total)
        first = [index + 1 for index, total in enumerate(self.total) if total == best]
        if self.table.target is None:
            self.over = True
            self.winner = first[0] if len(first) == 1 else None
        elif self.level or (best <= 0 if self.table.down else best >= self.table.target):
            if len(first) == 1:
                self.over, self.winner = True, first[0]
            else:
                self.level = True


def spades_side(table: Table, seats: list[tuple[int, int]]) -> tuple[int, int]:
    """Points and new bags of a side whose seats bid and won these tricks."""
    quicksand = table.says("quicksand")
    nils = [won for bid, won in seats if bid == 0]
    if table.text.get("joint") and len(nils) == 2:
        failed = [won for won in nils if won > 0]
        return {0: 500, 1: 0, 2: -500}[len(failed)], sum(failed)
    points = bags = 0
    for won in nils:
        if won == 0:
            points += 100
        else:
            points -= 100
            bags += won
            if not quicksand:
                points += won * table.text["failed_nil_trick"]
    bid = sum(bid for bid, won in seats if bid > 0)
    won = sum(won for bid, won in seats if bid > 0)
    if bid == 0:
        return points, bags
    if won < bid:
        return points - 10 * (bid - won if quicksand else bid), bags
    points += 10 * bid
    if quicksand:
        points -= 10 * (won - bid)
    else:
        points += won - bid
        bags += won - bid
    if table.text.get("bonuses"):
        if table.players in (3, 4) and bid == won and bid in (1, 2):
            points += 20
        points += 10 * max(0, bid - BEYOND[table.players])
    return points, bags
