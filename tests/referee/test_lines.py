"""The lines a scorer types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atout.cards import Suit
from atout.referee.lines import (
    LONGEST_LINE,
    VOCABULARY,
    AllPassed,
    Correct,
    Dealer,
    Help,
    Line,
    LineError,
    Made,
    Names,
    Numbers,
    Quit,
    Redo,
    Ruling,
    Scores,
    Show,
    ThrownIn,
    Undo,
    read_line,
)
from atout.say import LANGUAGES, Speaker, shown

READ: list[tuple[str, Line | None]] = [
    ("5/7 6/6 4/4", Scores((5, 6, 4), (7, 6, 4))),
    ("nil/0 0/0 Nil/3", Scores((0, 0, 0), (0, 0, 3))),
    ("zéro/0 zero/0 nul/2", Scores((0, 0, 0), (0, 0, 2))),
    ("5 nil 4", Numbers((5, 0, 4))),
    ("17 0 0", Numbers((17, 0, 0))),
    ("  5 6 4  # la troisième donne", Numbers((5, 6, 4))),
    ("# rien", None),
    ("", None),
    ("   \t", None),
    ("maker=2 tricks=4", Made(2, 4)),
    ("preneur=2 plis=4", Made(2, 4)),
    ("preneur=2 levées=4 seul", Made(2, 4, alone=True)),
    ("tricks=4 ALONE Maker=2", Made(2, 4, alone=True)),
    ("maker=2 tricks=4 trump=C", Made(2, 4, Suit.CLUBS)),
    ("preneur=2 plis=4 atout=C", Made(2, 4, Suit.HEARTS)),
    ("preneur=2 plis=4 atout=Trèfle", Made(2, 4, Suit.CLUBS)),
    ("maker=2 tricks=4 trump=♠", Made(2, 4, Suit.SPADES)),
    ("pass", AllPassed()),
    ("Passe", AllPassed()),
    ("misdeal", ThrownIn()),
    ("maldonne", ThrownIn()),
    ("adjust 2 -10 late again", Ruling(2, -10, "late again")),
    ("ajuster 2 −58", Ruling(2, -58)),
    ("ajuster 1 +5 geste", Ruling(1, 5, "geste")),
    ("names Ana Bob Cléo", Names(("Ana", "Bob", "Cléo"))),
    ('noms "Marie Lou" Bob D\'Arc', Names(("Marie Lou", "Bob", "D’Arc"))),
    ("dealer 2", Dealer(2)),
    ("donneur 3", Dealer(3)),
    ("correct 3 5/7 6/6 4/4", Correct(3, Scores((5, 6, 4), (7, 6, 4)))),
    ("corriger 1 passe", Correct(1, AllPassed())),
    ("correct 2 maker=1 tricks=3", Correct(2, Made(1, 3))),
    ("undo", Undo()),
    ("annuler", Undo()),
    ("redo", Redo()),
    ("refaire", Redo()),
    ("show", Show()),
    ("afficher", Show()),
    ("help", Help()),
    ("aide", Help()),
    ("?", Help()),
    ("/aide", Help()),
    ("/?", Help()),
    ("/Passe", AllPassed()),
    ("quit", Quit()),
    ("quitter", Quit()),
]


@pytest.mark.parametrize(("text", "line"), READ)
def test_read(text: str, line: Line | None) -> None:
    """Every form of line, in French and English."""
    assert read_line(text) == line


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5/7 6/6 4", "half-a-pair"),
        ("5/7 6/6 4/", "half-a-pair"),
        ("/7 6/6 4/4", "half-a-pair"),
        ("5/7 6/6 4/x", "not-a-number"),
        ("5 6 -4", "not-a-number"),
        ("5 6 9999", "not-a-number"),
        ("5 6 ٣", "not-a-number"),
        ("maker=2", "tricks-missing"),
        ("plis=2", "maker-missing"),
        ("maker=2 tricks=3 maker=1", "said-twice"),
        ("maker=2 tricks=3 trump=X", "not-a-suit"),
        ("maker=2 tricks=3 colour=H", "unknown-word"),
        ("maker=2 tricks=3 4", "unknown-word"),
        ("pass 2", "unknown-word"),
        ("undo 2", "unknown-word"),
        ("adjust 2", "ruling-incomplete"),
        ("adjust 2 ten", "not-points"),
        ("adjust 2 -", "not-points"),
        ("correct 3", "correction-incomplete"),
        ("correct 3 undo", "not-a-deal"),
        ("correct 3 correct 2 5/5", "not-a-deal"),
        ("correct x 5/7", "no-number"),
        ("correct nil 5/7", "no-number"),
        ("dealer -1", "no-number"),
        ("adjust x 5", "no-number"),
        ('names "Ana Bob', "quote-open"),
        ("dealer", "dealer-incomplete"),
        ("dealer 1 2", "dealer-incomplete"),
        ("bonjour", "unknown-word"),
        ("/bonjour", "unknown-word"),
        ("\x1b[31m5/7", "not-text"),
        ("5/7\0", "not-text"),
        ("x" * (LONGEST_LINE + 1), "line-too-long"),
    ],
)
def test_unreadable(text: str, code: str) -> None:
    """A line that cannot be read says why."""
    with pytest.raises(LineError) as caught:
        read_line(text)
    assert caught.value.code == code


MISSING = [
    "maker=2 tricks=",
    "maker= tricks=3",
    "maker=2 tricks=3 trump=",
    "maker=2 tricks=1//2",
    "maker=2 bid= tricks=3",
    "/",
]


@given(st.text(max_size=60) | st.text("5/=- #", max_size=9) | st.sampled_from(MISSING))
def test_any_text(text: str) -> None:
    """Any text is a line, nothing, or a refusal, which shows what was typed where it speaks of it."""
    fault: LineError | None = None
    try:
        line = read_line(text)
    except LineError as error:
        line, fault = None, error
    assert line is None or isinstance(line, Line)
    if fault is not None and "found" in Speaker().uses(f"sheet.error.{fault.code}"):
        assert str(fault.facts["found"])


def test_each_word_has_a_french_form() -> None:
    """Two words at least for everything that begins a line, none twice."""
    words = [word for words, _ in VOCABULARY for word in words.split()]
    assert all(len(words.split()) > 1 for words, _ in VOCABULARY)
    assert len(words) == len(set(words))


def test_shown() -> None:
    """What somebody typed is shown short, and cannot move the cursor."""
    assert shown("a\x1b[2Jb\n") == "a?[2Jb?"
    assert shown("x" * 100) == "x" * 39 + "…"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_is_said_in_words_and_as_it_is_typed(language: str) -> None:
    """The sentence says what it means at the table; what it shows may be typed as it stands."""
    typed_so: dict[str, str] = {}
    for typed in ("plis=4", "preneur=2"):
        with pytest.raises(LineError) as caught:
            read_line(typed)
        said = Speaker(language).text(f"sheet.error.{caught.value.code}")
        words, _, rest = said.rpartition(":")
        assert len(words.split()) >= 4
        typed_so[typed] = rest.split()[0]
    assert read_line(" ".join(typed_so.values())) == Made(2, 4)
