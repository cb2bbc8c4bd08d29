"""The score curve as inline SVG: a line a side, told apart by dashes and names as well as by colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import Final

from atout.review.summary import Score

_WIDTH: Final = 720
_HEIGHT: Final = 320
_LEFT: Final = 56
_RIGHT: Final = 130
_TOP: Final = 36
_BOTTOM: Final = 44
_STEPS: Final = 5
_APART: Final = 16
"""The least distance between two names at the ends of their lines."""


def chart(
    scores: Sequence[Score], names: Sequence[str], marks: Sequence[tuple[int, int]], label: str, deals: str
) -> str:
    """The curve of some scores, at least two. ``names`` (escaped, like ``label`` and ``deals``) stand at the ends of
    their sides' lines; ``marks`` are deals with the number of a turning point, shown above the deal."""
    return "".join(_Chart(scores).lines(names, marks, label, deals))


class _Chart:
    def __init__(self, scores: Sequence[Score]) -> None:
        self.scores = scores
        values = [total for score in scores for total in score.totals]
        self.step = _round_step((max(values) - min(values)) / _STEPS)
        self.low = floor(min(values) / self.step) * self.step
        self.high = max(ceil(max(values) / self.step) * self.step, self.low + self.step)

    def x(self, deal: float) -> float:
        first, last = self.scores[0].deal, self.scores[-1].deal
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (deal - first) / max(1, last - first)

    def y(self, total: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (self.high - total) / (self.high - self.low)

    def lines(self, names: Sequence[str], marks: Sequence[tuple[int, int]], label: str, deals: str) -> Iterator[str]:
        yield f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">'
        yield from self.grid(deals)
        for deal, number in _together(marks):
            x = self.x(deal - 0.5)
            yield f'<line class="mark" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{_HEIGHT - _BOTTOM}"/>'
            yield f'<text class="number" x="{x:.1f}" y="{_TOP - 10}">{number}</text>'
        for side in range(len(names)):
            points = " ".join(f"{self.x(score.deal):.1f},{self.y(score.totals[side]):.1f}" for score in self.scores)
            yield f'<polyline class="side{side}" points="{points}"/>'
        end = self.x(self.scores[-1].deal) + 8
        for side, y in self.ends(len(names)):
            total = self.scores[-1].totals[side]
            yield f'<text class="name{side}" x="{end:.1f}" y="{y:.1f}">{names[side]} ({_figure(total)})</text>'
        yield "</svg>"

    def grid(self, deals: str) -> Iterator[str]:
        total = self.low
        while total <= self.high:
            y = self.y(total)
            yield f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}"/>'
            yield f'<text class="value" x="{_LEFT - 8}" y="{y + 4:.1f}">{_figure(total)}</text>'
            total += self.step
        every = max(1, round(len(self.scores) / 12))
        for score in self.scores[::every]:
            yield f'<text class="deal" x="{self.x(score.deal):.1f}" y="{_HEIGHT - _BOTTOM + 18}">{score.deal}</text>'
        middle = (_LEFT + _WIDTH - _RIGHT) / 2
        yield f'<text class="deal" x="{middle:.1f}" y="{_HEIGHT - 6}">{deals}</text>'

    def ends(self, sides: int) -> Iterator[tuple[int, float]]:
        """Where each side's name stands: at its last total, moved down where two would touch."""
        last, taken = self.scores[-1].totals, float("-inf")
        for side in sorted(range(sides), key=lambda side: -last[side]):
            taken = max(self.y(last[side]) + 4, taken + _APART)
            yield side, taken


def _figure(total: int) -> str:
    return str(total).replace("-", "\N{MINUS SIGN}")


def _round_step(rough: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50 …"""
    if rough <= 1:
        return 1
    power = 10 ** floor(log10(rough))
    return int(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough))


def _together(marks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """The numbers of each deal's turning points, joined."""
    for deal in dict.fromkeys(deal for deal, _ in marks):
        yield deal, ", ".join(str(number) for each, number in marks if each == deal)
