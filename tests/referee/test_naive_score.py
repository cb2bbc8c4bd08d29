"""The score sheet against a second count, over random matches of every profile and variant."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.referee.naive import Score, Table

from atout.families import PROFILES, parse
from atout.referee.facts import page_facts
from atout.referee.lines import read_line
from atout.referee.sheet import Sheet

SPECS = [
    "piques-a-trois",
    "piques-a-trois target=1000 no-hell=yes",
    "pique",
    "pique players=2",
    "pique players=2 no-hell=yes draw=alternate",
    "pique players=3 target=300",
    "pique no-hell=yes quicksand=yes",
    "pique target=deal",
    *(f"atout-pique players={players}" for players in (3, 4, 5, 6)),
    *(f"atout-pique players={players} quicksand=yes no-hell=yes" for players in (3, 4, 5, 6)),
    "atout-pique suicide=yes",
    "atout-pique suicide=yes no-hell=yes",
    "atout-pique suicide=yes quicksand=yes target=1000",
    "spades",
    "spades suicide=yes target=1000",
    *(f"spades-solo players={players}" for players in (3, 4, 5, 6)),
    "euchre-a-trois",
    "euchre-a-trois march=3 target=15",
    "euchre-a-trois euchred=maker-loses",
    "euchre-a-trois euchred=maker-loses march=3 target=5",
    "euchre",
    "euchre euchred=maker-loses target=5",
    "euchre-a-deux",
    "euchre-britannique",
    "bid-euchre",
    "bid-euchre target=deal",
    "buck-euchre",
    "buck-euchre players=4 target=21",
]
DEALS = (300, pytest.param(5000, marks=pytest.mark.long))
"""Deals counted for each spec."""
MATCH = 40
"""Deals after which a match that does not end is left."""


def shares(chance: random.Random, tricks: int, seats: int) -> list[int]:
    """Tricks by seat that add up."""
    won = [0] * seats
    for _ in range(tricks):
        won[chance.randrange(seats)] += 1
    return won


def bids(chance: random.Random, table: Table, won: list[int]) -> list[int]:
    """Bids that are allowed, near what will be won so that contracts are made, exact, failed and nil."""
    while True:
        drawn = [max(0, min(table.highest_bid, tricks + chance.choice((-3, -1, 0, 0, 0, 1, 2)))) for tricks in won]
        drawn = [0 if chance.random() < 0.15 else bid for bid in drawn]
        if table.says("suicide"):
            for side in table.sides:
                drawn[chance.choice(side) - 1] = 0
            if any(0 < bid < 4 for bid in drawn):
                continue
        if not (table.says("no-hell") and sum(drawn) == table.tricks):
            return drawn


def matches(spec: str, seed: int) -> Iterator[tuple[str, Score]]:
    """Lines of one match, to its end or a good length, each with the score it comes to; some deals are void."""
    chance = random.Random(f"{spec} {seed}")
    table = Table(spec)
    score = Score(table)
    for _ in range(MATCH):
        if score.over:
            return
        if chance.random() < 0.1:
            yield "pass" if table.euchre and table.profile != "bid-euchre" else "misdeal", score
        elif table.euchre:
            yield euchre_line(chance, table, score), score
        else:
            won = shares(chance, table.tricks, table.players)
            bid = bids(chance, table, won)
            blind = [seat for seat in score.late() if bid[seat - 1] == 0 and chance.random() < 0.5]
            score.spades(bid, won, blind)
            said = ["blind-nil" if seat in blind else f"{b}" for seat, b in enumerate(bid, 1)]
            yield " ".join(f"{b}/{w}" for b, w in zip(said, won, strict=True)), score


def euchre_line(chance: random.Random, table: Table, score: Score) -> str:
    """A deal of one of the Euchre games, counted."""
    maker, tricks = chance.randint(1, table.players), chance.randint(0, table.tricks)
    if table.profile == "bid-euchre":
        bid = chance.choice((None, 3, 4, 5, 6))
        score.bids(maker, bid, tricks)
        return f"maker={maker} bid={bid or 'moon'} tricks={tricks}"
    if table.down:
        return buck_line(chance, table, score, maker)
    alone = len(table.sides) < table.players and chance.random() < 0.3
    score.euchre(maker, tricks, alone=alone)
    return f"maker={maker} tricks={tricks}" + " alone" * alone


def buck_line(chance: random.Random, table: Table, score: Score, maker: int) -> str:
    """Tricks by seat, somebody perhaps out; or clubs, and no maker."""
    won: list[int | None] = list(shares(chance, table.tricks, table.players))
    if chance.random() < 0.25:
        score.buck(None, 0, won)
        return "trump=C tricks=" + "/".join(map(str, won))
    for seat, taken in enumerate(won, 1):
        if taken == 0 and seat != maker and chance.random() < 0.5:
            won[seat - 1] = None
    bid = chance.randint(1, 5)
    score.buck(maker, bid, won)
    return f"maker={maker} bid={bid} tricks=" + "/".join("-" if taken is None else str(taken) for taken in won)


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("spec", SPECS)
def test_the_sheet_counts_as_the_texts_do(spec: str, deals: int) -> None:
    """Points, bags, total, end and winner agree after every deal of random matches."""
    counted = seed = 0
    while counted < deals:
        seed += 1
        sheet = Sheet.blank(parse(spec))
        for text, score in matches(spec, seed):
            line = read_line(text)
            assert line is not None
            sheet = sheet.write(line)
            facts = page_facts(sheet.pages[-1])
            void = "void" in facts
            assert [side["points"] for side in facts["sides"]] == ([0] * len(score.total) if void else score.points)
            assert [side["total"] for side in facts["sides"]] == score.total
            assert [side["bags"] for side in facts["sides"]] == score.bags
            assert (facts["over"], facts["winner"]) == (score.over, score.winner)
            assert all(sum(points for _, points in side["lines"]) == side["points"] for side in facts["sides"])
            counted += 1
            if counted % 100 == 0:
                assert Sheet.read(sheet.record()) == sheet
    assert seed > 1


def test_every_profile_and_count_is_compared() -> None:
    """A profile or a number of players that is left out fails here."""
    told = {(rules.profile, rules.players) for rules in map(parse, SPECS)}
    assert told == {(profile.name, players) for profile in PROFILES.values() for players in profile.players}
