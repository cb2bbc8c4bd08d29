"""Counts of the whole tree, as chess engines keep them: writes ``*.perft`` from the positions of ``positions.py``.

    .venv/bin/python -m tests.perft.generate

A ``.perft`` file holds, for one table, records of small packs and endings; under each, a line ``depth: nodes`` for
every depth: how many ways there are to do so many actions, one after the other. The tests count them again by the
machine, and by a model that shares no code with it.
"""

from pathlib import Path

from tests.perft.positions import POSITIONS, records

from atout import Table
from atout.match import Match

HERE = Path(__file__).parent


def count(match: Match, depth: int) -> int:
    """The number of ways to do ``depth`` actions from here within the deal."""
    turn = match.turn
    if turn is None:
        return 0 if depth else 1
    if depth <= 1:
        return len(match.legal(turn)) if depth else 1
    nodes = 0
    for action in match.legal(turn):
        after = match
        for event in match.decide(turn, action):
            after = after.evolve(event)
        nodes += count(after, depth - 1)
    return nodes


def main() -> None:
    """Writes every file."""
    for table in POSITIONS:
        text = f"; Ways to do so many actions in a row, counted by the readable machine. Table: {table}\n"
        for record, depth in records(table):
            match = Table.from_record(record).match
            lines = [f"{n}: {count(match, n)}" for n in range(1, depth + 1)]
            text += f"\n{record.strip()}\n" + "\n".join(lines) + "\n"
        path = HERE / f"{table.replace(' ', '-').replace('=', '-')}.perft"
        path.write_text(text, encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
