"""A dispute at a real table, on the referee's page: one question at a time, the answers so far in the form itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from atout.families import PROFILES
from atout.referee.interview import Interview, conclusion
from atout.say import Speaker
from atout.server.frame import paragraphs, text, words

MOST_ANSWERS: Final = 32
"""More than the longest interview asks for: a card a trick, and what comes before."""


class _Asked(Exception):
    """A question nobody has answered yet."""


class Hearing(Struct, frozen=True):
    """How far an interview has come: the answers taken, the question put now or what the referee concludes, and why
    the last answer could not be taken."""

    taken: tuple[tuple[str, str], ...]
    question: str | None
    told: tuple[str, ...]
    fault: str = ""


def hear(language: str, answers: Sequence[str]) -> Hearing:
    """Holds the interview of ``atout check --ask`` again with these answers, as far as they go."""
    given = iter(answers)
    taken: list[tuple[str, str]] = []
    faults: list[str] = []

    def ask(question: str) -> str:
        if taken and taken[-1][0] == question:
            taken.pop()  # it is put again
        answer = next(given, None)
        if answer is None:
            raise _Asked(question)
        taken.append((question, answer.strip()))
        faults.clear()
        return answer

    interview = Interview(ask, faults.append, language)
    try:
        dispute = interview.hold()
    except _Asked as asked:
        return Hearing(tuple(taken), str(asked), (), " ".join(faults))
    return Hearing(tuple(taken), None, tuple(conclusion(interview.speaker, dispute)))


def section(speaker: Speaker, answers: Sequence[str] = (), back: int | None = None) -> Iterator[str]:
    """The part of the referee's page; ``back`` is the number (from 0) of an answer that shall be given anew."""
    hearing = hear(speaker.language, answers if back is None else answers[:back])
    before = "" if back is None else answers[back]

    def said(key: str) -> str:
        return words(speaker, speaker.text(f"pages.dispute.{key}"))

    yield '<section id="dispute" aria-labelledby="dispute-heading">'
    yield f'<h2 id="dispute-heading">{said("heading")}</h2>'
    yield from paragraphs(speaker, "pages.dispute.lead")
    if hearing.taken:
        yield from _form(speaker, *_answered(speaker, hearing))
    if hearing.question is not None:
        yield from _form(speaker, *_question(speaker, hearing, before, is_first=not answers))
    else:
        yield '<div class="panel" role="group" aria-labelledby="verdict">'
        yield f'<h3 id="verdict" tabindex="-1" autofocus>{said("verdict")}</h3>'
        yield from (f"<p>{words(speaker, sentence)}</p>" for sentence in hearing.told)
        yield f'</div><p><a href="/check?lang={speaker.language}#dispute">{said("again")}</a></p>'
    yield "</section>"


def _form(speaker: Speaker, *lines: str) -> Iterator[str]:
    yield f'<form method="post" action="/check?lang={speaker.language}">'
    yield from lines
    yield "</form>"


def _answered(speaker: Speaker, hearing: Hearing) -> Iterator[str]:
    """The answers taken, each of which may be changed: a form of its own, for Enter presses the first button of one."""
    change, nothing = (words(speaker, speaker.text(f"pages.dispute.{key}")) for key in ("change", "nothing"))
    yield '<ol class="answered">'
    for number, (question, answer) in enumerate(hearing.taken):
        asked = words(speaker, question)
        yield f'<li><span>{asked} <b dir="auto">{words(speaker, answer) or nothing}</b></span>{_kept(answer)}'
        button = f'<button class="plain" name="back" value="{number}">{change}'
        yield f'{button}<span class="unseen"> : {asked}</span></button></li>'
    yield "</ol>"


def _kept(answer: str) -> str:
    return f'<input type="hidden" name="answer" value="{text(answer)}">'


def _question(speaker: Speaker, hearing: Hearing, before: str, *, is_first: bool) -> Iterator[str]:
    """What is asked now, with the answers so far unseen beside it."""
    yield from (_kept(answer) for _, answer in hearing.taken)
    attributes = "" if is_first else " autofocus"
    if hearing.fault:
        yield f'<p class="fault" id="dispute-fault">{words(speaker, hearing.fault)}</p>'
        attributes += ' aria-invalid="true" aria-describedby="dispute-fault"'
    if not hearing.taken:
        attributes += ' list="games"'
        yield f'<datalist id="games">{"".join(f"<option>{name}</option>" for name in PROFILES)}</datalist>'
    yield f'<p><label for="answer">{words(speaker, hearing.question or "")}</label>'
    yield f'<input id="answer" name="answer" maxlength="500" autocomplete="off" value="{text(before)}"{attributes}></p>'
    yield f'<p><button class="primary">{words(speaker, speaker.text("pages.dispute.button"))}</button></p>'
