"""A dispute at a real table, on the referee's page: one question at a time, the answers so far in the form itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from atout.families import PROFILES
from atout.referee.interview import Interview, conclusion
from atout.say import Speaker
from atout.server.frame import paragraphs, text, words

MOST_ANSWERS: Final = 32
"""More than the longest interview asks for: a card a trick, and what comes before."""
FIELD: Final = "answer-"
"""What the name of an answer's field begins with; what is asked about follows."""


class _Asked(Exception):
    """A question nobody has answered yet, or whose answer cannot be taken."""

    def __init__(self, question: str, about: str) -> None:
        super().__init__(question)
        self.question = question
        self.about = about


class Answer(Struct, frozen=True):
    """An answer that was taken, the question, and what it asks about."""

    about: str
    question: str
    given: str


class Hearing(Struct, frozen=True):
    """How far an interview has come: the answers taken, the question put now (and what about) or what the referee
    concludes, and why the answer there was to it cannot be taken."""

    taken: tuple[Answer, ...]
    question: str | None
    about: str
    told: tuple[str, ...]
    fault: str = ""


def hear(language: str, answers: Mapping[str, str]) -> Hearing:
    """Holds the interview of ``atout check --ask`` again with answers by what they are about, as far as they go: of
    those that there are, each is taken as long as it can be, whatever was changed before it.
    """
    taken: dict[str, Answer] = {}
    faults: list[str] = []

    def ask(question: str, about: str) -> str:
        if about in taken:  # it could not be taken: it is put again
            del taken[about]
            raise _Asked(question, about)
        faults.clear()
        if about not in answers:
            raise _Asked(question, about)
        taken[about] = Answer(about, question, answers[about].strip())
        return answers[about]

    interview = Interview(ask, faults.append, language)
    try:
        dispute = interview.hold()
    except _Asked as asked:
        return Hearing(tuple(taken.values()), asked.question, asked.about, (), " ".join(faults))
    return Hearing(tuple(taken.values()), None, "", tuple(conclusion(interview.speaker, dispute)))


def section(speaker: Speaker, answers: Mapping[str, str], back: str = "") -> Iterator[str]:
    """The part of the referee's page; ``back`` is what an answer is about that shall be given anew: the others stay."""
    before = answers.get(back, "")
    kept = {about: given for about, given in answers.items() if about != back}
    hearing = hear(speaker.language, kept)
    kept.pop(hearing.about, None)

    def said(key: str) -> str:
        return words(speaker, speaker.text(f"pages.dispute.{key}"))

    yield '<section id="dispute" aria-labelledby="dispute-heading">'
    yield f'<h2 id="dispute-heading">{said("heading")}</h2>'
    yield from paragraphs(speaker, "pages.dispute.lead")
    if hearing.taken:
        yield from _form(speaker, *_answered(speaker, hearing), *_held(kept))
    if hearing.question is not None:
        yield from _form(speaker, *_held(kept), *_question(speaker, hearing, before, is_first=not answers))
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
    for answer in hearing.taken:
        asked = words(speaker, answer.question)
        yield f'<li><span>{asked} <b dir="auto">{words(speaker, answer.given) or nothing}</b></span>'
        button = f'<button class="plain" name="back" value="{text(answer.about)}">{change}'
        yield f'{button}<span class="unseen"> : {asked}</span></button></li>'
    yield "</ol>"


def _held(answers: Mapping[str, str]) -> Iterator[str]:
    """Answers that stay, unseen: also those to questions that are not put, or not yet put again."""
    for about, given in answers.items():
        yield f'<input type="hidden" name="{text(FIELD + about)}" value="{text(given)}">'


def _question(speaker: Speaker, hearing: Hearing, before: str, *, is_first: bool) -> Iterator[str]:
    """What is asked now."""
    attributes = "" if is_first else " autofocus"
    if hearing.fault:
        yield f'<p class="fault" id="dispute-fault">{words(speaker, hearing.fault)}</p>'
        attributes += ' aria-invalid="true" aria-describedby="dispute-fault"'
    if hearing.about == "rules":
        attributes += ' list="games"'
        yield f'<datalist id="games">{"".join(f"<option>{name}</option>" for name in PROFILES)}</datalist>'
    name = text(FIELD + hearing.about)
    yield f'<p><label for="answer">{words(speaker, hearing.question or "")}</label>'
    yield f'<input id="answer" name="{name}" maxlength="500" autocomplete="off" value="{text(before)}"{attributes}></p>'
    yield f'<p><button class="primary">{words(speaker, speaker.text("pages.dispute.button"))}</button></p>'
