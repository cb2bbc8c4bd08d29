"""Small documents, word for word: marks, wrapping, tables, escapes."""

from __future__ import annotations

from atout.rulesbook import markdown, text
from atout.rulesbook.document import (
    Bullets,
    Definitions,
    Document,
    Mark,
    Paragraph,
    Section,
    Table,
    Term,
    bare,
    foreign_language,
    spans,
)

TABLE = Table("Comptes", ("Cas", "Points"), (("un pli", "+1"), ("deux plis", "+20")), ("un : +1", "deux : +20"), (1,))


def one(*blocks: object) -> Document:
    """A document of some blocks."""
    return Document("fr", "Titre", blocks)  # type: ignore[arg-type]


def test_spans() -> None:
    """Marks are split off, and dropped."""
    marked = "Écrivez `a=b`, dit ‹so› : fin"
    assert [mark for mark, _ in spans(marked)] == [Mark.PLAIN, Mark.TYPED, Mark.PLAIN, Mark.FOREIGN, Mark.PLAIN]
    assert bare(marked) == "Écrivez a=b, dit so : fin"
    assert list(spans("`x`")) == [(Mark.TYPED, "x")]
    assert [foreign_language(language) for language in ("fr", "fr-CA", "en")] == ["en", "en", "fr"]


def test_text_wraps_and_keeps_punctuation() -> None:
    """No line begins with a colon; items and terms hang."""
    words = one(Paragraph("un deux : trois"), Bullets(("un deux trois", "b")), Definitions((Term("t", ("d",)),)))
    assert text.render(words, width=8, plain=True) == (
        "Titre\n\nun\ndeux :\ntrois\n\n- un\n  deux\n  trois\n- b\n\nt\n  d\n"
    )


def test_text_numbers_sections_and_items() -> None:
    """Headings are numbered, ordered items too, their figures in line."""
    inner = Section("b", "Dedans", (Bullets(tuple("abcdefghij"), ordered=True),))
    printed = text.render(Document("fr", "T", (), (Section("a", "Une", (), (inner,)),)))
    assert "\n1. Une\n" in printed
    assert "\n1.1. Dedans\n" in printed
    assert "\n  9.  i\n  10. j\n" in printed


def test_text_tables() -> None:
    """Columns where they fit and are seen; sentences where not."""
    assert "  Cas        Points\n  un pli         +1\n  deux plis     +20\n" in text.render(one(TABLE))
    for printed in (text.render(one(TABLE), plain=True), text.render(one(TABLE), width=18, plain=False)):
        assert "- deux : +20" in printed.replace("\u00a0", " ")
        assert "Points" not in printed


def test_markdown() -> None:
    """Pipes, marks and what Markdown would read as its own."""
    written = markdown.render(
        Document(
            "en",
            "T",
            (Paragraph("1. a_b *c* ‹mot› `x_y`"), Paragraph("- d"), TABLE),
            (Section("s", "S", (), (Section("i", "I", (Bullets(("a", "b"), ordered=True),)),)),),
        )
    )
    assert "1\\. a\\_b \\*c\\* *mot* `x_y`" in written
    assert "\n\\- d\n" in written
    assert "| Cas | Points |\n| --- | --: |\n| un pli | +1 |" in written
    assert "\n## S\n\n### I\n\n1. a\n2. b\n" in written
