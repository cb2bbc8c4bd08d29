"""The review as an HTML page of its own: the score curve with its turning points, then tables that say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby

from atout.review.chart import chart
from atout.review.grading import Judged
from atout.review.summary import Review
from atout.review.told import Teller
from atout.say import typeset


@cache
def stylesheet() -> str:
    """The style of the page."""
    return (files("atout.review") / "page.css").read_text(encoding="utf-8")


def page(teller: Teller, review: Review) -> str:
    """The page, in the teller's language; it asks for nothing from outside."""
    return "\n".join(_Page(teller, review).lines()) + "\n"


class _Page:
    def __init__(self, teller: Teller, review: Review) -> None:
        self.teller = teller
        self.review = review
        self.language = teller.speaker.language

    def set(self, text: str) -> str:
        return escape(typeset(text, self.language))

    def text(self, key: str, /, **facts: object) -> str:
        return self.set(self.teller.text(key, **facts))

    def lines(self) -> Iterator[str]:
        title = self.text("title")
        yield f'<!DOCTYPE html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        yield f"<title>{title}</title>\n<style>\n{stylesheet()}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>"
        yield f"<p>{self.set(self.teller.rules())}</p>\n<p>{self.set(self.teller.counted(self.review))}</p>"
        yield from self.curve()
        yield from self.turns()
        yield from self.seats()
        yield from self.luck()
        yield from self.every()
        yield from self.deals()
        yield "</main>\n</body>\n</html>"

    def section(self, name: str, *lines: str) -> Iterator[str]:
        yield f'<section>\n<h2 id="{name}">{self.text(f"heading.{name}")}</h2>'
        yield from lines
        yield "</section>"

    def table(self, name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """Texts in rows, the first of each its heading; wide tables scroll and can be reached by keyboard."""
        yield f'<div class="wide" role="region" aria-labelledby="{name}" tabindex="0">\n<table>\n<thead><tr>'
        yield "".join(f'<th scope="col">{self.set(cell)}</th>' for cell in head)
        yield "</tr></thead>\n<tbody>"
        for first, *others in rows:
            cells = "".join(f"<td>{self.set(cell)}</td>" for cell in others)
            yield f'<tr><th scope="row">{self.set(first)}</th>{cells}</tr>'
        yield "</tbody>\n</table>\n</div>"

    def curve(self) -> Iterator[str]:
        if not self.review.scores:
            return
        scores = (self.review.start, *self.review.scores)
        names = [self.teller.side(side) for side in range(len(self.review.start.totals))]
        marks = [(one.moment.deal, number) for number, one in enumerate(self.review.turns, 1)]
        label, scale = self.text("chart.label"), self.text("chart.deals")
        drawn = chart(scores, [self.set(name) for name in names], marks, label, scale)
        head = [self.teller.text("chart.deal"), *names]
        rows = [[str(score.deal), *map(str, score.totals)] for score in self.review.scores]
        yield from self.section("curve", f"<figure>{drawn}</figure>", *self.table("curve", head, rows))

    def turns(self) -> Iterator[str]:
        items = map(self.item, self.review.turns)
        body = ["<ol>", *items, "</ol>"] if self.review.turns else [f"<p>{self.text('nothing')}</p>"]
        yield from self.section("turns", *body)

    def seats(self) -> Iterator[str]:
        head, rows = self.teller.seat_table(self.review)
        note = f"<p>{self.text('open_cards')}</p>"
        yield from self.section("seats", *self.table("seats", head, rows), note)

    def luck(self) -> Iterator[str]:
        head, rows = self.teller.luck_table(self.review)
        yield from self.section("luck", *self.table("luck", head, rows), f"<p>{self.text('luck')}</p>")

    def every(self) -> Iterator[str]:
        flagged = self.review.flagged
        if len(flagged) <= len(self.review.turns):
            return
        yield from self.section("every", "<ul>", *map(self.item, flagged), "</ul>")

    def item(self, one: Judged) -> str:
        """A decision, with a link to its trick."""
        where = self.set(self.teller.where(one))
        told = self.set(self.teller.decision(one)).removeprefix(where)
        return f'<li class="{one.grade}"><a href="#{_name(one.moment.deal, one.moment.trick)}">{where}</a>{told}</li>'

    def deals(self) -> Iterator[str]:
        """The match told again; where a decision is held against a seat, its cards and what is held against it."""
        flagged: dict[tuple[int, int | None], list[Judged]] = {}
        for one in self.review.flagged:
            flagged.setdefault((one.moment.deal, one.moment.trick), []).append(one)
        lines: list[str] = []
        for deal, passages in groupby(self.teller.course(), lambda passage: passage.deal):
            if deal:
                lines.append(f'<h3 id="{_name(deal)}">{self.text("where", deal=deal, trick=0)}</h3>')
            for passage in passages:
                name = f' id="{_name(deal, passage.trick)}"' if passage.trick else ""
                lines.append(f"<p{name}>{self.set(' '.join(passage.sentences))}</p>")
                lines += map(self.note, flagged.pop((deal, passage.trick), ()))
        yield from self.section("deals", *lines)

    def note(self, one: Judged) -> str:
        """What stands below the passage of a decision."""
        told, held = self.set(self.teller.decision(one)), self.set(self.teller.held(one))
        cards = f"<p>{held}</p>" if held else ""
        return f'<div class="note"><p class="{one.grade}">{told}</p>{cards}</div>'


def _name(deal: int, trick: int | None = None) -> str:
    """What the page's own links call a deal, or a trick of it."""
    return f"deal-{deal}-{trick}" if trick else f"deal-{deal}"
