"""Counts of whole trees: the files against the machine, and against models that share no code with it."""

import re
from copy import deepcopy
from pathlib import Path

import pytest
from tests.euchre import naive as euchre
from tests.euchre.test_naive import TABLES as EUCHRE_TABLES
from tests.laws.agreement import Model
from tests.perft.generate import HERE, count
from tests.perft.positions import POSITIONS
from tests.spades import naive as spades
from tests.spades import naive_american as american
from tests.spades.test_naive import AMERICAN, FREE, PLAYED, STRICT, TABLES

from atout import Table
from atout.testing import tables

FILES = sorted(HERE.glob("*.perft"))


def entries(path: Path) -> list[tuple[str, list[int]]]:
    """The records of a file, each with its counts."""
    found = []
    for block in path.read_text(encoding="utf-8").split("\n\n")[1:]:
        lines = block.strip().splitlines()
        counts = [line for line in lines if re.fullmatch(r"\d+: \d+", line)]
        record = "\n".join(line for line in lines if line not in counts)
        assert [line.split(":")[0] for line in counts] == [str(depth) for depth in range(1, len(counts) + 1)]
        found.append((record, [int(line.split(": ")[1]) for line in counts]))
    return found


EVERY = [
    pytest.param(record, counts, id=f"{path.stem}-{number}")
    for path in FILES
    for number, (record, counts) in enumerate(entries(path), 1)
]


def test_every_table_has_its_file() -> None:
    """A missing one fails; so does a position that was not written."""
    assert set(tables()) == set(POSITIONS)
    written = {path.stem: len(entries(path)) for path in FILES}
    assert written == {re.sub("[ =]", "-", table): len(positions) for table, positions in POSITIONS.items()}


@pytest.mark.parametrize(("record", "counts"), EVERY)
def test_the_machine_counts_the_same(record: str, counts: list[int]) -> None:
    match = Table.from_record(record).match
    assert [count(match, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("record", "counts"), EVERY)
def test_a_model_counts_the_same(record: str, counts: list[int]) -> None:
    """The independent model, begun from the words of the record."""
    model = begun(record)
    assert [ways(model, depth) for depth in range(1, len(counts) + 1)] == counts


def ways(model: Model, depth: int) -> int:
    """The number of ways to do so many actions."""
    if depth == 0 or model.over():
        return int(depth == 0)
    total = 0
    for token in model.legal():
        after = deepcopy(model)
        after.do(token)
        total += ways(after, depth - 1)
    return total


# --- a model begun from a record, read by plain text ------------------------------------------------------------------


def tag(record: str, name: str) -> list[str]:
    """The words of a tag, none without it."""
    found = re.search(rf"\[{name} ([^\]]*)\]", record)
    return found[1].replace('"', "").split() if found else []


def hand(text: str, cards: int) -> list[str]:
    """The cards of a hand; an unseen one is taken to be all low hearts (only bids are counted then)."""
    if text == "?":
        return ["2H"] * cards
    suits, *jokers = text.split("+")
    return [rank + suit for suit, ranks in zip("SHDC", suits.split("."), strict=True) for rank in ranks] + jokers


def begun(record: str) -> Model:
    """The model of a record after its body."""
    rules = tag(record, "Rules")
    options = dict(word.split("=", 1) for word in rules[1:])
    options = {key.replace("-", "_"): value for key, value in options.items()}
    begin = _euchre if "euchre" in rules[0] else _spades
    model = begin(record, rules[0], options)
    body = re.sub(r"\[[^\]]*\]", "", record)
    for token in body.split():
        if not token.endswith(":"):
            model.do(token)
    return model


def _spades(record: str, profile: str, options: dict[str, str]) -> Model:
    players = int(options["players"])
    if f"{profile} players={players}" in AMERICAN:
        return _american(record, options)
    table = TABLES[f"{profile} players={players}"]
    top = table["top"]
    assert isinstance(top, int)
    stock = tag(record, "Stock") if not tag(record, "Hands") else []
    hands = [hand(text, top) for text in tag(record, "Hands")] or [[], []]
    each = len(stock) // 4 if stock else len(hands[0])
    most = {"held": each}.get(options.get("max_bid", ""), int(re.sub(r"\D", "", options.get("max_bid", "")) or top))
    opening = {"strict": STRICT, "played": PLAYED, "any": FREE}.get(options.get("breaking", ""), table["opening"])
    deal = spades.Deal(
        players,
        int(tag(record, "Dealer")[0]) - 1,
        hands,
        stock,
        opening=str(opening),
        top=min(most, each),
        misdeal=bool(table.get("misdeal")) and options.get("misdeal") != "no",
        no_hell=options.get("no_hell") == "yes",
        suicide=options.get("suicide") == "yes",
        alternate=options.get("draw") == "alternate",
    )
    if tag(record, "Bids"):
        deal.bids = [int(bid) for bid in tag(record, "Bids")]
        deal.leader = int(tag(record, "Leader")[0]) - 1
        deal.open = deal.open or tag(record, "Open") == ["yes"]
    return deal


def _american(record: str, options: dict[str, str]) -> Model:
    """A deal of one of the tables that look before they bid."""
    players = int(options["players"])
    jokers = options.get("pack") == "jokers"
    hands = [_with_jokers(text) for text in tag(record, "Hands")]
    blind = range(players) if options.get("blind_behind") == "0" else ()
    deal = american.Deal(
        players,
        int(tag(record, "Dealer")[0]) - 1,
        hands,
        [],
        top=min(int(options.get("max_bid", "13")), len(hands[0])),
        blind=list(blind),
        give=int(options.get("nil_pass", "0")),
        mirror=options.get("mirror") == "yes",
        whiz=options.get("whiz") == "yes",
        least=int(options.get("min_pair_bid", "0")),
        no_hell=options.get("no_hell") == "yes",
        suicide=options.get("suicide") == "yes",
        jokers=jokers,
        clubs=options.get("first_lead") == "two-of-clubs",
    )
    if tag(record, "Bids"):
        deal.bids = [int(bid) for bid in tag(record, "Bids")]
        deal.leader = int(tag(record, "Leader")[0]) - 1
        deal.open = tag(record, "Open") == ["yes"]
        deal.won = [int(tricks) for tricks in tag(record, "Won")]
        deal.unseen = []
    return deal


def _with_jokers(text: str) -> list[str]:
    """A hand that may hold jokers; an unseen one is taken to be all low hearts."""
    suits, *jokers = text.split("+")
    return hand(suits, 13) + jokers


_SETTINGS = {"farmers_hand": "farmers", "least_bid": "least", "dirty_clubs": "clubs"}
"""Options that the model calls otherwise."""


def _euchre(record: str, profile: str, options: dict[str, str]) -> Model:
    told = dict(EUCHRE_TABLES[f"{profile} players={options.pop('players')}"][0])
    for key, value in options.items():
        told[_SETTINGS.get(key, key)] = {"yes": True, "no": False}.get(
            value, int(value) if value.isdecimal() else value
        )
    hands = [hand(text, 5) for text in tag(record, "Hands")]
    deal = euchre.Deal(int(tag(record, "Dealer")[0]) - 1, hands, tag(record, "Stock"), **told)  # type: ignore[arg-type]
    if tag(record, "Maker"):
        deal.maker = int(tag(record, "Maker")[0]) - 1
        deal.trump = tag(record, "Trump")[0]
        deal.bid = int((tag(record, "Bids") or ["0"] * 9)[deal.maker])
        if tag(record, "Alone") == ["yes"]:
            deal.rest(deal.partner(deal.maker))
        deal.out |= {int(seat) - 1 for seat in tag(record, "Resting")}
        deal.won = [int(won) for won in tag(record, "Won")]
        deal.each = sum(deal.won) + len(hands[deal.maker])
        deal.start(int(tag(record, "Leader")[0]) - 1)
    return deal
