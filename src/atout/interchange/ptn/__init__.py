"""Trickster's dialect of PBN (``.ptn``): games of several families, read into a table and written from one.

The format has no published specification. What is read here was learnt from the public tests of
github.com/TricksterCards/TricksterBots (``TestBots/PTN.cs``, ``TestBots/PBNPlus.cs``,
``TestBots/Euchre/BidEuchre/*.ptn``). It is a dialect of Portable Bridge Notation (PBN, Tis Veugen), whose tags for
players, boards and dealers are kept. Our reading: ``docs/interchange.md``.
"""

from atout.interchange.ptn.reading import read
from atout.interchange.ptn.writing import write

__all__ = ["read", "write"]
