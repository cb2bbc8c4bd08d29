"""The rules of a table as a page to read: one document built from the rules' data, and three renderers of it.

``page`` and ``listing`` make a ``Document``; ``text``, ``markdown`` and ``html`` have each a ``render`` for it.
"""

from __future__ import annotations

from atout.rulesbook import html, markdown, text
from atout.rulesbook.book import listing, one_line, page
from atout.rulesbook.document import Document

__all__ = ["Document", "html", "listing", "markdown", "one_line", "page", "text"]
