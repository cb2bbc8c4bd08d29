"""Every way a record cannot be read, with its place, code and facts."""

import pytest

from atout import Illegal, RecordError, Table
from atout.notation import LARGEST_RECORD, MOST_ACTIONS

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"
TOP = '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 3]\n'
DEAL = f'{TOP}[Hands "{HANDS}"]\n'
THREE = '[Hands ".A9.5. 2..K.3 Q.K.4."]\n'
EUCHRE = '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n'
DRAW = '[Rules "pique players=2"]\n[Deal 1] [Dealer 1]\n'

# text, line, column, code, some of the facts
FAULTS = [
    # the whole
    ("", 1, 1, "expected-tag", {"tag": "Rules"}),
    ("; nothing\n", 1, 1, "expected-tag", {"tag": "Rules"}),
    ("[Deal 1]\n  [Dealer 2]", 2, 3, "expected-tag", {"tag": "Rules"}),
    ('[Rules "pique"]\n5', 2, 1, "expected-tag", {"tag": "Deal", "found": "5"}),
    ('[Rules "pique"]\n[Tricks "1"]', 2, 1, "expected-tag", {"tag": "Deal", "found": "Tricks"}),
    ('[Rules "pique"]\n[Rules "pique"]', 2, 1, "tag-twice", {"tag": "Rules"}),
    # tags
    ("[Rules", 1, 1, "bad-tag", {"found": "[Rules"}),
    ('[Rules "pique]', 1, 1, "bad-tag", {"found": '[Rules "pique]'}),
    ('[Rules "pi\nque"]', 1, 1, "bad-tag", {"found": '[Rules "pi'}),
    ('[Rules "pique"x]', 1, 1, "bad-tag", {}),
    ("[1 2]", 1, 1, "bad-tag", {}),
    ("[]", 1, 1, "bad-tag", {}),
    ('[Rules "pique"] [Site "x"]', 1, 17, "unknown-tag", {"tag": "Site"}),
    ('[Rules "pique"]\n[rules "pique"]', 2, 1, "unknown-tag", {"tag": "rules"}),
    ('[Rules\n"pique"]\n  [Site "x"]', 3, 3, "unknown-tag", {"tag": "Site"}),
    (f"{TOP}[Dealer 3]", 3, 1, "tag-twice", {"tag": "Dealer"}),
    (f"{TOP}[Deal 1]", 3, 1, "tag-twice", {"tag": "Deal"}),
    (f"{DEAL}bids: 5 6 4\nsettled:7,6,4\n[Tricks 7 6 4] [Tricks 7 6 4]", 6, 16, "tag-twice", {"tag": "Tricks"}),
    # rules and seats
    ('[Rules "belote"]', 1, 1, "bad-rules", {}),
    ('\n[Rules "pique players=7"]', 2, 1, "bad-rules", {}),
    ("[Rules]", 1, 1, "bad-rules", {}),
    ('[Rules "pique"]\n[Seat "Ana"]', 2, 1, "bad-value", {"tag": "Seat", "found": "Ana"}),
    ('[Rules "pique"]\n[Seat x "Ana"]', 2, 1, "bad-value", {"tag": "Seat"}),
    ('[Rules "pique"]\n[Seat 1 "Ana" "Bob"]', 2, 1, "bad-value", {"tag": "Seat"}),
    ('[Rules "pique"]\n[Seat 0 "Ana"]', 2, 1, "bad-value", {"tag": "Seat"}),
    ('[Rules "pique"]\n[Seat ٣ "Ana"]', 2, 1, "bad-value", {"tag": "Seat"}),
    (f'[Rules "pique"]\n[Seat {"9" * 5000} "Ana"]', 2, 1, "bad-value", {"tag": "Seat"}),
    ('[Rules "pique"]\n[Seat 1 "Ana"] [Seat 1 "Bob"]', 2, 16, "tag-twice", {"tag": "Seat 1"}),
    ('[Rules "pique"]\n[Seat 4 "Ana"] [Seat 5 "Bob"]', 2, 16, "no-such-seat", {"found": 5, "most": 4}),
    # deals
    ('[Rules "pique"]\n[Deal x] [Dealer 1]', 2, 1, "bad-value", {"tag": "Deal", "found": "x", "example": "[Deal 1]"}),
    ('[Rules "pique"]\n[Deal 0] [Dealer 1]', 2, 1, "bad-value", {"tag": "Deal"}),
    ('[Rules "pique"]\n[Deal -1] [Dealer 1]', 2, 1, "bad-value", {"tag": "Deal"}),
    ('[Rules "pique"]\n[Deal 9999999999] [Dealer 1]', 2, 1, "bad-value", {"tag": "Deal"}),
    ('[Rules "pique"]\n[Deal]', 2, 1, "bad-value", {"tag": "Deal", "found": ""}),
    ('[Rules "pique"]\n[Deal 1]', 2, 1, "expected-tag", {"tag": "Dealer"}),
    ('[Rules "pique"]\n[Deal 1] [Hands "? ? ? ?"]', 2, 10, "expected-tag", {"tag": "Dealer"}),
    ('[Rules "pique"]\n[Leader 1]', 2, 1, "expected-tag", {"tag": "Dealer"}),
    ('[Rules "pique"]\n[Deal 1] [Dealer 5]', 2, 10, "no-such-seat", {"found": 5, "most": 4}),
    ('[Rules "pique"]\n[Deal 1] [Dealer 0]', 2, 10, "bad-value", {"tag": "Dealer"}),
    (TOP, 2, 10, "expected-tag", {"tag": "Hands"}),
    (f"{DEAL}bids: 5 6 4 settled:7,6,4\n[Deal 3] [Dealer 1]", 5, 1, "wrong-number", {"found": "3", "expected": 2}),
    (f"{DEAL}5 6 4 settled:7,6,4\n[Deal 2] [Dealer 1] [Before 1 1 1]", 5, 21, "first-deal-only", {"tag": "Before"}),
    (f'{TOP}[Hands "? ?"]', 3, 1, "wrong-number-of-hands", {"found": 2, "expected": 3}),
    (f'{TOP}[Hands "? ? ? ?"]', 3, 1, "wrong-number-of-hands", {"found": 4, "expected": 3}),
    (f'{TOP}[Hands "? ? AKQ"]', 3, 1, "bad-hand", {"found": "AKQ"}),
    (f'{TOP}[Hands "? ? A.1.."]', 3, 1, "bad-hand", {"found": "A.1.."}),
    (f'{TOP}[Hands "? ? A...+XJ"]', 3, 1, "bad-hand", {}),
    (f'{TOP}[Hands "? ? ?x"]', 3, 1, "bad-hand", {"found": "?x"}),
    (f'{TOP}[Hands "? ? ?99"]', 3, 1, "bad-hand", {"found": "?99"}),
    (f'{TOP}[Hands "? ? ?-1"]', 3, 1, "bad-hand", {}),
    (f'{TOP}[Hands "? ? AA..."]', 3, 1, "card-twice", {"tag": "Hands"}),
    (DEAL.replace("JT976", "JT9762").replace("A8532", "A853"), 3, 1, "wrong-sizes", {"found": "18 16 17 0"}),
    (f'{TOP}[Hands "? ? ?16"]', 3, 1, "wrong-sizes", {"found": "17 17 16 0", "expected": "17 17 17 0"}),
    (f'{TOP}[Hands "? ? ?"] [Stock "?"]', 3, 1, "wrong-sizes", {"found": "17 17 17 1"}),
    (f'{DRAW}[Hands "?13 ?13"]', 3, 1, "wrong-sizes", {"found": "13 13 52", "expected": "0 0 52"}),
    (f'{DRAW}[Stock "?51"]', 3, 1, "wrong-sizes", {"found": "0 0 51", "expected": "0 0 52"}),
    (f'{EUCHRE}[Hands "? ? ?"]\n[Stock "JH ?7"]', 3, 1, "wrong-sizes", {"found": "5 5 5 8", "expected": "5 5 5 9"}),
    (f'{EUCHRE}[Hands "? ? ?"]\n[Stock "XX ?8"]', 4, 1, "bad-card", {"tag": "Stock", "found": "XX"}),
    (f'{EUCHRE}[Hands "? ? ?"]\n[Stock "JH ?x"]', 4, 1, "bad-card", {"tag": "Stock", "found": "?x"}),
    # positions
    (f"{TOP}{THREE}[Won 1 2]", 4, 1, "bad-value", {"tag": "Won", "found": "1 2", "example": '[Won "0 0 0"]'}),
    (f"{TOP}{THREE}[Won 1 2 x]", 4, 1, "bad-value", {"tag": "Won"}),
    (f"{TOP}{THREE}[Bids 5 6]", 4, 1, "bad-value", {"tag": "Bids"}),
    (f"{TOP}{THREE}[Bids 5 6 4] [Open maybe]", 4, 14, "bad-value", {"tag": "Open", "example": "[Open yes]"}),
    (f"{TOP}{THREE}[Bids 5 6 4] [Leader x]", 4, 14, "bad-value", {"tag": "Leader"}),
    (f"{TOP}{THREE}[Bids 5 6 4] [Gone 2X]", 4, 14, "bad-card", {"tag": "Gone", "found": "2X"}),
    (f"{TOP}{THREE}[Bids 5 6 4] [Gone 3S 3S]", 4, 14, "card-twice", {"tag": "Gone"}),
    (f"{TOP}[Before 1 2] [Hands ? ? ?]", 3, 1, "bad-value", {"tag": "Before"}),
    (f"{TOP}[BagsBefore 1 2] [Hands ? ? ?]", 3, 1, "bad-value", {"tag": "BagsBefore"}),
    (f'{EUCHRE}[Hands "9... T... A..."] [Maker 1] [Trump X]', 3, 36, "bad-value", {"tag": "Trump", "found": "X"}),
    (f'{EUCHRE}[Hands "9... T... A..."] [Maker 1] [Trump ""]', 3, 36, "bad-value", {"tag": "Trump", "found": ""}),
    (f'{EUCHRE}[Hands "9... T... A..."] [Maker 1] [Trump SH]', 3, 36, "bad-value", {"tag": "Trump", "found": "SH"}),
    (f'{EUCHRE}[Hands "9... T... A..."] [Maker x]', 3, 26, "bad-value", {"tag": "Maker"}),
    (f'{EUCHRE}[Hands "9... T... A..."] [Maker 1] [Alone yes]', 3, 36, "bad-value", {"tag": "Alone"}),
    # the body
    (f"{DEAL}bids: 5 6 4\n1. 1: AH 2S ZZ", 5, 13, "not-a-token", {"found": "ZZ"}),
    (f"{DEAL}bids: 5 6 4 AH,", 4, 13, "not-a-token", {"found": "AH,"}),
    (f"{DEAL}settled:", 4, 1, "not-a-token", {"found": "settled:"}),
    (f"{DEAL}{'x' * 500}", 4, 1, "not-a-token", {"found": "x" * 20}),
    (f"{DEAL}bids: bids: 5", 4, 7, "label-twice", {"found": "bids"}),
    (f"{DEAL}calls: 5", 4, 1, "wrong-label", {"found": "calls:", "expected": "bids"}),
    (f"{DEAL}bids: 5 6 4 bids: AH", 4, 13, "wrong-label", {"found": "bids:"}),
    (f"{DEAL}bids: 5 6 4\n2. 1: AH", 5, 1, "wrong-label", {"found": "2.", "expected": "1."}),
    (f"{DEAL}bids: 5 6 4\n1. 2: AH", 5, 1, "wrong-label", {"found": "2:", "expected": "1:"}),
    (f"{DEAL}bids: 5 6 4\n1. 1: AH 2S 3: KH", 5, 13, "wrong-label", {"found": "3:", "expected": "1:"}),
    (f"{DEAL}5 6 4 settled:7,6,4\n[Tricks 7 6 4]\nAS", 6, 1, "after-the-end", {"found": "AS"}),
    (f"{DEAL}{'5 ' * (MOST_ACTIONS + 1)}", 4, 2 * MOST_ACTIONS + 1, "too-many-actions", {"most": MOST_ACTIONS}),
    # results and rulings
    (f"{DEAL}5 6 4 settled:7,6,4\n[Tricks 7 6 5]", 5, 1, "result-differs", {"tag": "Tricks", "expected": (7, 6, 4)}),
    (f"{DEAL}5 6 4 settled:7,6,4\n[Points 52 60]", 5, 1, "result-differs", {"tag": "Points", "found": "52 60"}),
    (f"{DEAL}5 6 4 settled:7,6,4\n[Bags 2 0 1]", 5, 1, "result-differs", {"tag": "Bags", "expected": (2, 0, 0)}),
    (f"{DEAL}5 6 4 settled:7,6,4\n[Total 1 2 3]", 5, 1, "result-differs", {"tag": "Total"}),
    (f"{DEAL}5 6 4 settled:7,6,4\n[Total x]", 5, 1, "result-differs", {"tag": "Total"}),
    (f"{DEAL}5 6 4\n[Tricks 0 0 0]", 5, 1, "result-differs", {"expected": ()}),
    (f"{DEAL}5 6 4 void\n[Tricks 0 0 0]", 5, 1, "result-differs", {"expected": ()}),
    (f"{DEAL}5 6 4 void\n[Adjust x]", 5, 1, "bad-value", {"tag": "Adjust"}),
    (f"{DEAL}5 6 4 void\n[Adjust 1 x]", 5, 1, "bad-value", {"tag": "Adjust"}),
    (f"{DEAL}5 6 4 void\n[Adjust]", 5, 1, "bad-value", {"tag": "Adjust"}),
]


@pytest.mark.parametrize(("text", "line", "column", "code", "facts"), FAULTS)
def test_a_fault_is_told_with_its_place(text: str, line: int, column: int, code: str, facts: dict[str, object]) -> None:
    with pytest.raises(RecordError) as caught:
        Table.from_record(text)
    error = caught.value
    assert (error.line, error.column, error.code) == (line, column, code)
    assert {name: error.facts[name] for name in facts} == facts
    assert str(error).startswith(f"line {line}, column {column}: {code}")
    assert len(str(error)) < 500


# text, line, column, code of the refusal: what the house could not lay on the table
REFUSED = [
    (DEAL.replace("JT976", "JT97"), 3, 1, "wrong-pack"),
    (DEAL.replace("JT976", "JT97A"), 3, 1, "wrong-pack"),
    (DEAL.replace("J6 ", "J62 ").replace("JT976", "JT97"), 3, 1, "not-in-pack"),
    (f"{DEAL}5 6 4 settled:7,6,4\n[Deal 2] [Dealer 3]\n[Hands ? ? ?]", 6, 1, "wrong-dealer"),
    (f"{DEAL}5 6 4\n[Deal 2] [Dealer 1]\n[Hands ? ? ?]", 6, 1, "deal-in-progress"),
    (f"{DEAL}5 6 4\n[Adjust 1 5]", 5, 1, "deal-in-progress"),
    (f"{DEAL}5 6 4 void\n[Adjust 4 5]", 5, 1, "no-such-side"),
    (f"{DEAL}5 6 4 void\n[Adjust 0 5]", 5, 1, "no-such-side"),
    (f"{TOP}{THREE}[Won 4 6 4]", 3, 1, "bids-missing"),
    (f"{TOP}{THREE}[Bids 5 6 18]", 3, 1, "bid-out-of-range"),
    (f"{TOP}{THREE}[Bids 5 6 4] [Won 5 6 4]", 3, 1, "too-many-tricks"),
    (f"{TOP}{THREE}[Bids 5 6 4] [Won -1 6 4]", 3, 1, "negative-tricks"),
    (f"{TOP}{THREE}[Bids 5 6 4] [Leader 4]", 3, 1, "no-such-seat"),
    (f"{TOP}{THREE}[Bids 5 6 4] [Stock ?]", 3, 1, "wrong-stock"),
    (f'{TOP}[Hands ".A9.5. .A.K.3 Q.K.4."] [Bids 5 6 4]', 3, 1, "wrong-pack"),
    (f'{TOP}[Hands ".A9.5. ?2 Q.K.4."] [Bids 5 6 4]', 3, 1, "uneven-hands"),
    (f'{TOP}[Hands "... ... ..."] [Bids 5 6 4]', 3, 1, "no-cards-left"),
    (f'{EUCHRE}[Hands "9... T... A..."] [Trump H]', 3, 1, "maker-missing"),
]


@pytest.mark.parametrize(("text", "line", "column", "code"), REFUSED)
def test_what_cannot_be_laid_out_is_told_with_its_place(
    text: str, line: int | None, column: int | None, code: str
) -> None:
    with pytest.raises(RecordError) as caught:
        Table.from_record(text)
    error = caught.value
    if line is None:
        assert error.code == code
        return
    assert (error.line, error.column, error.code) == (line, column, "refused")
    assert error.facts["refusal"].code == code  # type: ignore[attr-defined]


def test_a_wrong_pack_names_one_card_too_many_and_one_missing() -> None:
    with pytest.raises(RecordError) as caught:
        Table.from_record(DEAL.replace("JT976", "JT97A"))
    refusal = caught.value.facts["refusal"]
    assert (str(refusal.card), str(refusal.other)) == ("AS", "6S")  # type: ignore[attr-defined]
    with pytest.raises(RecordError) as caught:
        Table.from_record(DEAL.replace("JT976", "JT97"))
    refusal = caught.value.facts["refusal"]
    assert (refusal.card, str(refusal.other)) == (None, "6S")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("5 6 18", "bid-out-of-range"),
        ("AH", "bid-first"),
        ("5 6 4 AH 2S QS", "must-follow"),
        ("5 6 4 JS", "may-not-lead"),
        ("5 6 4 KS", "not-held"),
        ("5 6 4 settled:7,6,5", "tricks-do-not-add-up"),
        ("5 6 4 settled:7,6", "wrong-number-of-seats"),
        ("settled:7,6,4", "bid-first"),
        ("5 6 4 settled:7,6,4 AH", "no-deal"),
        ("5 6 4 void 5", "no-deal"),
        ("misdeal", "no-misdeals"),
        ("accept", "no-claim"),
    ],
)
def test_a_fault_in_the_play_is_illegal(body: str, code: str) -> None:
    """Not a fault of the text: the refusal says why."""
    with pytest.raises(Illegal) as caught:
        Table.from_record(DEAL + body)
    assert caught.value.refusal.code == code


def test_tokens_after_the_end_of_the_match() -> None:
    with pytest.raises(Illegal) as caught:
        Table.from_record(DEAL.replace("trois", "trois target=deal") + "5 6 4 settled:7,6,4 AS")
    assert caught.value.refusal.code == "no-deal"
    with pytest.raises(RecordError) as refused:
        Table.from_record(
            DEAL.replace("trois", "trois target=deal") + "5 6 4 settled:7,6,4\n[Deal 2] [Dealer 1] [Hands ? ? ?]"
        )
    assert refused.value.facts["refusal"].code == "match-over"  # type: ignore[attr-defined]


def test_a_record_too_large_is_not_read() -> None:
    with pytest.raises(RecordError) as caught:
        Table.from_record(" " * (LARGEST_RECORD + 1))
    assert (caught.value.code, caught.value.facts["most"]) == ("too-large", 16)


def test_what_an_error_quotes_is_short() -> None:
    for text in (f'[Rules "{"x" * 10000}"]', f'[Rules "pique {"x" * 10000}=1"]', f"{TOP}[Won {'1 ' * 5000}]"):
        with pytest.raises(RecordError) as caught:
            Table.from_record(text)
        assert len(str(caught.value)) < 600
