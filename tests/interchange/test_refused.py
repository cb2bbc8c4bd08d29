"""What a format cannot hold is refused, and named."""

from __future__ import annotations

import re

import pytest
from tests.interchange.games import played

from atout.actions import Adjust
from atout.interchange import ForeignError, Format, export
from atout.table import Table

DEAL = '[Rules "{}"]\n[Deal 1] [Dealer 4]\n'
QUARTER = '[Hands "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
HALF = Table("euchre", seed=1).record()
MIDDLE = '[Rules "euchre"]\n[Deal 1] [Dealer 4]\n[Hands "J... .K.. K... A..."]\n[Trump H] [Maker 1] [Won "4 0 0 0"]\n'


def refused(record: str, form: Format) -> ForeignError:
    """Why a record cannot be written in a format."""
    with pytest.raises(ForeignError) as caught:
        export(Table.from_record(record), form)
    return caught.value


@pytest.mark.parametrize(
    ("spec", "form", "code", "fact"),
    [
        ("euchre misdeal=no-ace-no-face", Format.EGN, "option", "misdeal"),
        ("euchre march=3", Format.EGN, "option", "march"),
        ("euchre alone=no", Format.EGN, "option", "alone"),
        ("euchre euchred=maker-loses", Format.EGN, "option", "euchred"),
        ("euchre defend_alone=yes lone_defence=2", Format.EGN, "option", "lone_defence"),
        ("euchre discard_turned=no", Format.EGN, "option", "discard_turned"),
        ("euchre lead=maker", Format.EGN, "option", "lead"),
        ("euchre tie=shared", Format.EGN, "option", "tie"),
        ("euchre benny=2s", Format.EGN, "option", "benny"),
        ("euchre-britannique", Format.EGN, "other-game", "euchre-britannique"),
        ("bid-euchre", Format.EGN, "other-game", "bid-euchre"),
        ("spades", Format.EGN, "other-game", "spades"),
        ("euchre", Format.PTN, "no-place-for-stock", 1),
        ("euchre march=3", Format.PTN, "no-place-for-stock", 1),
        ("buck-euchre", Format.PTN, "other-game", "buck-euchre"),
        ("bid-euchre stick=no", Format.PTN, "option", "stick"),
        ("bid-euchre target=deal", Format.PTN, "option", "target"),
        ("pique", Format.PTN, "other-game", "pique"),
        ("spades nil=50", Format.PTN, "option", "nil"),
        ("spades nil_pass=1", Format.PTN, "option", "nil_pass"),
        ("spades breaking=strict", Format.PTN, "option", "breaking"),
    ],
)
def test_options_and_games(spec: str, form: Format, code: str, fact: object) -> None:
    """A table that the format cannot say is refused by the option, or the game, that stops it."""
    with pytest.raises(ForeignError) as caught:
        export(played(spec, 1, deals=1), form)
    assert caught.value.code == code
    assert fact in caught.value.facts.values()


def test_what_happened_at_the_table() -> None:
    """Claims, rulings, scores from before, deals begun in the middle or played with real cards."""
    bids, plays = DEAL.format("spades") + QUARTER + "bids: 13 0 0 0\n", "1: AS AH AD AC\n"
    assert refused(bids + plays + "claim accept accept accept\n", Format.PTN).facts == {"deal": 1, "event": "claim"}
    assert refused(bids + "settled:13,0,0,0\n", Format.PTN).facts["event"] == "settled:13,0,0,0"
    assert refused(bids + "void\n", Format.PTN).facts["event"] == "void"
    assert (
        refused(bids.replace("[Dealer 4]", '[Dealer 4] [Before "1 2"] [BagsBefore "0 0"]'), Format.PTN).code
        == "standing"
    )
    assert refused(HALF + "calls: order -TS\nclaim\n", Format.EGN).facts["event"] == "claim"
    assert refused(MIDDLE, Format.EGN).code == "from-the-middle"
    defended = MIDDLE.replace('Won "4 0 0 0"', 'Won "0 0 0 0"').replace("[Hands", '[Resting "3 4"] [Hands')
    defended = re.sub(r'Hands "[^"]*"', 'Hands "AK.AJ..A QT.KQ..K ?5 ?5"', defended)
    assert refused(defended, Format.PTN).facts["event"] == "defend-alone"
    assert refused(MIDDLE.replace("euchre", "euchre target=7"), Format.PTN).code == "from-the-middle"
    assert refused(re.sub(r'\[Stock "[^"]*"', '[Stock "?4"', HALF), Format.EGN).code == "no-turned-card"
    for form in Format.EGN, Format.PTN:
        table = Table("euchre" if form is Format.EGN else "spades", seed=1, dealing=False)
        table.act(Adjust(0, 3, "late"), 0)
        with pytest.raises(ForeignError, match="ruling"):
            export(table, form)
