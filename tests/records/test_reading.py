"""What reading allows: labels left out, comments, tags in any order, odd spaces; positions; standings."""

from random import Random

import pytest
from tests.core.play import hand_of, legal, placed

from atout import RecordError, Table
from atout.cards import Cards
from atout.tricks import Holding

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"
EXAMPLE = f"""[Rules "piques-a-trois"]
[Seat 1 "Ana"] [Seat 2 "bot:club"] [Seat 3 "Cléo"]

[Deal 1] [Dealer 3]
[Hands "{HANDS}"]
bids: 5 6 4
1. 1: AH 2S KH
2. 2: KC 8C JC
"""


def test_the_example_prints_as_it_was_read() -> None:
    table = Table.from_record(EXAMPLE)
    assert table.record() == EXAMPLE
    assert table.names == ("Ana", "bot:club", "Cléo")
    assert table.turn == 2


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE.replace("bids: ", "").replace("1. 1: ", "").replace("2. 2: ", ""),
        EXAMPLE.replace("1. 1: ", "1. ").replace("2. 2: ", "2: "),
        EXAMPLE.replace("\n", "\r\n"),
        "\ufeff" + EXAMPLE,
        EXAMPLE.replace("\n", " "),
        EXAMPLE.replace(" ", "\t \u00a0"),
        EXAMPLE.replace("\n", " ; said Ana [x] 5 6 4\n"),
        EXAMPLE.replace("[Deal 1] [Dealer 3]\n", "[Dealer 3]\n").replace("bids:", "[Deal 1]\nbids:"),
        EXAMPLE.replace('[Seat 1 "Ana"] [Seat 2 "bot:club"] [Seat 3 "Cléo"]\n', "") + '[Seat 3 "Cléo"] [Seat 1 Ana]'
        " [Seat 2 bot:club]",
        EXAMPLE.replace('[Rules "piques-a-trois"]\n', "") + "[Rules piques_a_trois players=3]",
        EXAMPLE.replace("[Deal 1]", "[ Deal  1 ]"),
        EXAMPLE.replace("[Deal 1]", '[Deal "1"]'),
        EXAMPLE.replace("[Deal 1] ", ""),
        EXAMPLE.replace("AH 2S KH", "AH\n2S\n;\nKH"),
    ],
)
def test_the_same_match_written_otherwise(text: str) -> None:
    table = Table.from_record(text)
    assert table.record() == EXAMPLE
    assert table.events == Table.from_record(EXAMPLE).events


def test_nil_is_zero() -> None:
    assert Table.from_record(EXAMPLE.replace("5 6 4", "nil 6 4")).record() == EXAMPLE.replace("5 6 4", "0 6 4")


def test_a_quoted_word_keeps_its_quotes_and_strokes() -> None:
    table = Table.from_record(EXAMPLE.replace('"Ana"', r'"A\"n\\a"'))
    assert table.names[0] == 'A"n\\a'
    assert r'[Seat 1 "A\"n\\a"]' in table.record()


def test_a_record_of_no_deal() -> None:
    table = Table.from_record('[Rules "pique"]')
    assert (table.turn, table.events) == (None, ())
    assert table.record() == '[Rules "pique"]\n'


def test_rulings_before_the_first_deal() -> None:
    text = '[Rules "pique"]\n[Adjust "1 -10 came late"]\n'
    assert Table.from_record(text).total == (-10, 0)
    assert Table.from_record(text).record() == text


def test_every_truncation_at_a_token_is_a_record() -> None:
    """An unfinished game: the record may stop after any whole token."""
    whole = Table.from_record(EXAMPLE)
    words = EXAMPLE.split("bids: ")[1].split()
    for end in range(len(words) + 1):
        table = Table.from_record(EXAMPLE.split("bids: ")[0] + " ".join(words[:end]))
        assert table.events == whole.events[: len(table.events)]
        assert Table.from_record(table.record()).record() == table.record()


def test_results_may_stand_anywhere_in_their_deal() -> None:
    counted = Table.from_record(EXAMPLE.split("1. 1:")[0] + "settled:7,6,4\n").record()
    results = next(line for line in counted.splitlines() if line.startswith("[Tricks"))
    tags = [f"[{tag}" for tag in results.replace("]", "]\n").replace("[", "").split("\n") if tag]
    body = counted.replace(results + "\n", "")
    for chance in (Random(1), Random(2)):
        order = tags[:]
        chance.shuffle(order)
        assert Table.from_record(body + " ".join(order)).record() == counted
        assert Table.from_record(body.replace("[Hands", f"{' '.join(order)}\n[Hands")).record() == counted
    with pytest.raises(RecordError):
        Table.from_record(body.replace("[Hands", '[Tricks "7 6 3"]\n[Hands'))


def test_a_minus_sign_is_a_minus() -> None:
    text = '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 3] [Before "−35 0 0"] [Hands "? ? ?"]\n'
    assert Table.from_record(text).total == (-35, 0, 0)


def test_totals_and_bags_before() -> None:
    text = '[Rules "pique"]\n\n[Deal 7] [Dealer 3]\n[Before "120 85"] [BagsBefore "3 9"]\n[Hands "? ? ? ?"]\n'
    table = Table.from_record(text)
    assert (table.total, table.bags, table.match.number) == ((120, 85), (3, 9), 7)
    assert table.record() == text
    only_bags = text.replace('[Before "120 85"] ', "")
    assert Table.from_record(only_bags).bags == (3, 9)


def test_overtime_before() -> None:
    """First place was level before: whoever is ahead after this deal has won, even far from the target."""
    start = '[Rules "euchre-a-trois"]\n\n[Deal 9] [Dealer 3]\n[Before "9 9 4"]\n[Overtime yes]\n'
    text = f'{start}[Hands "? ? ?"]\n[Stock "?9"]\n'
    table = Table.from_record(text)
    assert table.match.overtime
    assert table.record() == text
    assert not Table.from_record(text.replace("[Overtime yes]\n", "")).match.overtime
    with pytest.raises(RecordError, match="bad-value"):
        Table.from_record(text.replace("yes", "perhaps"))


def test_euchre_has_no_bags_before() -> None:
    text = '[Rules "euchre-a-trois"]\n\n[Deal 1] [Dealer 3]\n[Before "1 2 3"]\n[Hands "? ? ?"]\n[Stock "?9"]\n'
    assert Table.from_record(text).record() == text


# --- positions --------------------------------------------------------------------------------------------------------

TAGS = '[Hands ".A9.5. 2..K.3 Q.K.4."]\n[Bids "5 6 4"] [Won "4 6 4"] [Leader 1] [Open no]'


def test_a_position_prints_as_it_was_read() -> None:
    table = placed("piques-a-trois", TAGS, "15. 1: AH 2S KH\n16. 2: KD", dealer=3)
    text = f'[Rules "piques-a-trois"]\n\n[Deal 1] [Dealer 3]\n{TAGS}\n15. 1: AH 2S KH\n16. 2: KD\n'
    assert table.record() == text


def test_tags_of_a_position_in_any_order() -> None:
    tags = ["[Deal 1]", "[Dealer 3]", *TAGS.replace("\n", " ").replace("] [", "]|[").split("|")]
    expected = placed("piques-a-trois", TAGS, dealer=3).record()
    for seed in range(10):
        Random(seed).shuffle(tags)
        assert Table.from_record('[Rules "piques-a-trois"]' + "".join(tags)).record() == expected


def test_hands_and_counts_are_those_before_the_body() -> None:
    table = placed("piques-a-trois", TAGS, "AH 2S KH", dealer=3)
    hand = hand_of(table)
    assert hand.board.won == (4, 7, 4)
    assert [len(holding) for holding in hand.board.holdings] == [2, 2, 2]
    assert hand.board.trick_number == 16


def test_a_label_alone_names_the_leader() -> None:
    tags = TAGS.replace(" [Leader 1]", "")
    assert placed("piques-a-trois", tags, "2:", dealer=3).turn == 2
    assert placed("piques-a-trois", tags, "15. 3: KH", dealer=2).turn == 1


def test_without_a_leader_the_dealers_left_leads() -> None:
    tags = TAGS.replace(" [Leader 1]", "")
    assert placed("piques-a-trois", tags, dealer=1).turn == 2


def test_gone_cards_are_not_in_any_hand() -> None:
    gone = "AS KS JS AC KC QC"
    hidden = TAGS.replace(".A9.5. 2..K.3 Q.K.4.", ".A9.5. ?3 ?3")
    table = placed("piques-a-trois", f'{hidden} [Gone "{gone}"]', "AH", dealer=3)
    assert table.turn == 2
    assert not set(gone.split()) & legal(table)
    assert "2S" in legal(table)
    assert table.record() == Table.from_record(table.record()).record()
    assert f'[Gone "{" ".join(map(str, Cards.parse("AKJ...AKQ")))}"]' in table.record()


def test_a_question_mark_is_a_hand_of_the_size_of_the_others() -> None:
    table = placed("piques-a-trois", TAGS.replace("2..K.3", "?"), dealer=3)
    assert hand_of(table).board.holding(2) == Holding(unseen=3)
    table = placed("piques-a-trois", TAGS.replace(".A9.5. 2..K.3 Q.K.4.", "? ? ?"), dealer=3)
    assert hand_of(table).board.holding(2) == Holding(unseen=3)
    assert '[Hands "?3 ?3 ?3"]' in table.record()


def test_the_stock_of_a_position() -> None:
    tags = '[Hands "9... T... A..."]\n[Trump H] [Maker 1] [Won "2 1 1"] [Leader 1]'
    table = placed("euchre-a-trois", f'{tags}\n[Stock "9C ?8"]', "1: 9S", dealer=3)
    assert hand_of(table).board.out == Holding(Cards.parse("...9"), 8)
    assert '[Stock "9C ?8"]' in table.record()
    assert "9C" not in table.record(1)
    assert Table.from_record(table.record()).record() == table.record()
    assert len(hand_of(placed("euchre-a-trois", tags, dealer=3)).board.out) == 9
    known = "9C TC JC QC KC AC 9D TD JD"
    assert (
        f'[Stock "{known}"]'.replace(known, "JD TD 9D AC KC QC JC TC 9C")
        in placed("euchre-a-trois", f'{tags}\n[Stock "{known}"]', dealer=3).record()
    )


def test_alone_no_is_read() -> None:
    tags = '[Hands "9... T... A..."] [Trump H] [Maker 1] [Alone no] [Won "2 1 1"] [Leader 1]'
    assert legal(placed("euchre-a-trois", tags, dealer=3)) == {"9S"}


def test_a_position_may_be_the_first_deal_of_a_match() -> None:
    table = placed("piques-a-trois target=5000", TAGS, "AH 2S KH 3C 4D 5D KD QS 9H", dealer=3)
    assert table.match.complete_deals == 1
    table.deal()
    assert table.match.next_dealer == 1
    assert Table.from_record(table.record()).events == table.events
