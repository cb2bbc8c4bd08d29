"""Trickster's dialect of PBN: our reading of it, and how a file that cannot be read says where and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from atout.foreign import Note
from atout.interchange import ForeignError, Format, export, load
from atout.interchange.ptn.text import LONGEST_ROW, MOST_ROWS, games

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BIDS = (EXAMPLES / "bid-euchre.ptn").read_text(encoding="utf-8")
FIRST, SECOND = (game + "\n" for game in BIDS.split("\n\n"))
SPADES = (EXAMPLES / "spades.ptn").read_text(encoding="utf-8")
UNSAID = [line for line in FIRST.splitlines() if not line.startswith(("[Rules", "[GameOptions", "[Board"))]
"""A game as others write it: no spec, no number."""
HANDS = "S:JT..AK.J9 Q.AQ.JT.Q A9.KJ9.9. K.T.Q.AKT"


def options(json: str, lines: list[str] = UNSAID) -> str:
    """A game with options in JSON."""
    quoted = json.replace('"', '\\"')
    return "\n".join([lines[0], f'[GameOptionsJson "{quoted}"]', *lines[1:]]) + "\n"


def rules(text: str) -> str:
    """The rules a game is read by, as its record tells them."""
    return load(text).table.record().splitlines()[0].removeprefix('[Rules "').removesuffix('"]')


def test_the_examples() -> None:
    """Names, dealers, hands, auctions and plays, a nil among them; games that follow are one match."""
    table = load(BIDS).table
    assert table.names == ("Ana", "Bob", "Cléo", "Dan")
    assert table.match.number == 2
    assert "bids: 3 pass pass 4\ncalls: S\n1. 1: JC QS 9S KS" in table.record()
    assert "bids: 4 0 3 3" in load(SPADES).table.record()


def test_games_by_number() -> None:
    """A game alone is played from nothing; its number stays its own."""
    assert load(BIDS, 1).table.match.number == 1
    assert load(BIDS, 2).table.match.number == 2
    assert load(BIDS, 2).table.total != load(BIDS).table.total
    with pytest.raises(ForeignError, match="no-such-game-number"):
        load(BIDS, 3)


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("json", "spec"),
    [
        ('{"variation":1}', "bid-euchre no_trump=no least_bid=1"),  # what a file leaves out
        ('{"variation":"BidEuchre","minBid":0}', "bid-euchre no_trump=no least_bid=1"),
        ('{"variation":1,"minBid":1}', "bid-euchre no_trump=no least_bid=1"),
        ('{"variation":1,"allowNoTrump":true,"minBid":3}', "bid-euchre"),  # whatever the capitals
        ('{"variation":1,"gameOverScore":30,"minBid":3}', "bid-euchre target=30 no_trump=no"),
        ('{"variation":1,"minBid":2,"deckSize":24,"numDecks":1}', "bid-euchre no_trump=no least_bid=2"),
        ('{"variation":1,"minBid":3,"noAlone":true,"players":4}', "bid-euchre no_trump=no moon=no"),
        ('{"variation":1,"minBid":3,"callForBest":false,"isPartnership":true}', "bid-euchre no_trump=no"),
    ],
)
def test_options(json: str, spec: str) -> None:
    """The keys that say what an option of ours says; who leads is seen in the play."""
    assert rules(options(json)) == spec


def test_who_leads_is_seen_in_the_play() -> None:
    """The dealer's left, as its own files have it; else whoever the play shows."""
    lines = [line for line in UNSAID if not line.startswith(("[Play", "CJ", "SJ", "C9", "DK", "DA", "ST"))]
    assert rules(options('{"variation":1,"minBid":3}', [*lines, '[Play "W"]'])) == "bid-euchre no_trump=no lead=dealer"
    assert rules(options('{"variation":1,"minBid":3}', [*lines, '[Play "S"]'])) == "bid-euchre no_trump=no"
    with pytest.raises(ForeignError) as caught:
        load(options('{"variation":1,"minBid":3}', [*lines, '[Play "N"]']))
    assert (caught.value.code, caught.value.facts) == ("wrong-leader", {"found": "N", "expected": "W"})


def test_what_a_file_does_not_say() -> None:
    """Options that are not told are as usual, and that is told."""
    unsaid = Note("usual-options", {"options": ("target", "pack"), "profile": "bid-euchre"})
    assert load(options('{"variation":1}')).notes == (unsaid, Note("not-kept", {"fields": "Event"}))
    assert load(FIRST).notes == ()


def test_spades_by_their_options() -> None:
    lines = [line for line in SPADES.splitlines() if not line.startswith(("[Rules", "[GameOptions", "[Board"))]
    for json, spec in (
        ("{}", "spades"),
        ('{"gameOverScore":300,"tenForTwoHundred":true}', "spades target=300 ten_for_200=yes"),
        ('{"leadSpades":"Anytime"}', "spades breaking=any"),
    ):
        assert rules(options(json, lines)) == spec
    three = '[Event "x"]\n[GameOptionsJson "{\\"isPartnership\\":false}"]\n[Deal "W:- AKQJ.AKQJ.AKQJ.AKQJT -"]\n'
    assert rules(three) == "spades-solo"
    unknown = ('{"isPartnership":false}', '{"nilPass":2}', '{"minBid":4}', '{"leadSpades":1}', '{"variation":"Mirror"}')
    for json in unknown:
        with pytest.raises(ForeignError) as caught:
            load(options(json, lines))
        assert caught.value.spot.line == 2


@pytest.mark.parametrize(
    ("json", "code"),
    [
        ('{"variation":1,"callForBest":true}', "rule-not-played"),
        ('{"variation":1,"allowLowNoTrump":true}', "rule-not-played"),
        ('{"variation":1,"numDecks":2}', "rule-value"),
        ('{"variation":1,"players":6}', "rule-value"),
        ('{"variation":1,"isPartnership":false}', "rule-value"),
        ('{"variation":7}', "rule-value"),
        ('{"variation":true}', "rule-value"),
        ('{"variation":[1]}', "rule-value"),
        ('{"variation":1,"gameOverScore":"30"}', "rule-value"),
        ('{"variation":1,"gameOverScore":true}', "rule-value"),
        ('{"variation":1,"gameOverScore":-5}', "rule-value"),
        ('{"variation":1,"allowNotrump":1}', "rule-value"),
        ('{"variation":1,"deckSize":16}', "rule-value"),
        ('{"variation":1,"deckSize":20}', "hand-size"),
        ("[]", "options-not-json"),
        ("{", "options-not-json"),
    ],
)
def test_options_that_are_not_ours(json: str, code: str) -> None:
    with pytest.raises(ForeignError) as caught:
        load(options(json))
    assert caught.value.code == code


def test_a_spec_and_options_agree() -> None:
    """Our own files add the spec of the rules; what stands beside it may not say something else."""
    assert rules(FIRST.replace('[Rules "bid-euchre"]', '[Rules "bid-euchre lead=bidder"]')) == "bid-euchre"
    for spec, code in (
        ("bid-euchre target=30", "rules-differ"),
        ("spades", "rule-value"),
        ("spades-solo players=3", "rules-differ"),
        ("euchre", "two-games"),
        ("bid-euchre x=1", "rules"),
    ):
        with pytest.raises(ForeignError) as caught:
            load(FIRST.replace('"bid-euchre"', f'"{spec}"'))
        assert caught.value.code == code


# --- deals told in part -----------------------------------------------------------------------------------------------


def test_hands_that_nobody_knows() -> None:
    text = (
        '[Event "x"]\n[GameOptionsJson "{\\"variation\\":1}"]\n[Deal "N:- AK.AK.A.A - -"]\n[Auction "E"]\n6 Pass - -\n'
    )
    record = load(text).table.record()
    assert '[Hands "? ? ? AK.AK.A.A"]' in record
    assert "[Deal 1] [Dealer 3]" in record
    assert "bids: 6 pass" in record


def test_a_pack_of_32() -> None:
    """Eight cards each are still Euchre."""
    text = '[Event "x"]\n[GameOptionsJson "{\\"variation\\":1,\\"deckSize\\":32}"]\n[Deal "N:- AK.AK.AK.87 - -"]\n'
    assert rules(text) == "bid-euchre no_trump=no least_bid=1 lead=dealer pack=32"


def test_passes_after_a_bid_that_nobody_can_pass() -> None:
    """``Alone`` ends our auction; the passes that others write behind it say nothing."""
    lines = [
        *UNSAID[:7],
        '[Auction "W"]',
        "Alone Pass Pass Pass",
        "♥Alone - - -",
    ]
    record = load(options('{"variation":1}', lines).replace('[Declarer "S"]', "")).table.record()
    assert "bids: moon\ncalls: H\n" in record
    six = [*lines[:-2], "6 Pass Pass Pass", "6H - - -"]
    record = load(options('{"variation":1,"noAlone":true}', six).replace('[Declarer "S"]', "")).table.record()
    assert "bids: 6\ncalls: H\n" in record


def test_a_play_without_an_auction() -> None:
    """Under a contract, a deal begins with its first card: also where the turned card has no place in a file."""
    text = '[Event "x"]\n[Deal "N:- QT.Q.K9. - -"]\n[Declarer "E"]\n[Contract "♦"]\n[Play "E"]\nSQ SA - -\n'
    record = load(text).table.record()
    assert record.startswith('[Rules "euchre"]')
    spoken = load(text.replace('[Play "E"]', '[Auction "E"]\n♦ - - -\n[Play "E"]'))
    assert (spoken.table.record(), spoken.notes[-1].facts) == (record, {"fields": "Event, Auction"})
    assert '[Trump D] [Maker 4] [Won "0 0 0 0"] [Leader 4]\n1. 4: QS AS\n' in record
    alone = load(text.replace("♦", "H alone").replace("SQ SA - -", "SQ SA -")).table.record()
    assert "[Trump H]" in alone
    assert "[Alone yes]" in alone
    assert "[Leader 2]" in load(text.replace('[Play "E"]\nSQ SA - -', '[Play "W"]\nSA')).table.record()
    assert "[Leader 4]" in load(text.partition("[Play")[0]).table.record()
    plain = text.replace("[Deal ", '[GameOptionsJson "{\\"variation\\":0}"]\n[Deal ')
    assert load(plain).table.record() == record
    bid = '[Event "x"]\n[GameOptionsJson "{\\"variation\\":1}"]\n' + text.split("\n", 1)[1].replace("K9.", "K9.9")
    assert '[Bids "0 0 0 4"]' in load(bid.replace("♦", "4♣")).table.record()
    with pytest.raises(ForeignError, match="no-no-trump"):
        load(bid.replace("♦", "4NT"))
    for told in (text, text.replace("♦", "H alone").replace("SQ SA - -", "SQ SA -"), bid.replace("♦", "4♣")):
        table = load(told).table
        assert load(export(table, Format.PTN)[0]).table.events == table.events


def test_tags_that_are_not_understood() -> None:
    (note,) = load(FIRST.replace('[Event "Deal 1"]', '[Event "Deal 1"]\n[Site "Lyon"]\n[Notes "x"]\nwords')).notes
    assert note == Note("tags-not-understood", {"tags": ("Notes", "Site")})


# --- what cannot be read ----------------------------------------------------------------------------------------------

FAULTS = [
    # tags
    ('[Event "Deal 1"]', '[Event "Deal 1"]\n[Event', 2, 1, "bad-tag"),
    ('[Event "Deal 1"]', '[Event "Deal 1"]\n  [Event x]', 2, 3, "bad-tag"),
    ('[Event "Deal 1"]', '[Event "Deal 1"]\n  words', 2, 3, "line-of-nothing"),
    ('[Board "1"]', '[Board "1"]\n[Board "1"]', 5, 1, "tag-twice"),
    ('[Board "1"]', '[Board "0"]', 4, 1, "bad-number"),
    ('[Board "1"]', '[Board "1٣"]', 4, 1, "bad-number"),
    ('[Dealer "S"]', '[Dealer "X"]', 9, 1, "no-such-side"),
    ('[Dealer "S"]', '[Dealer "N"]', 9, 1, "dealer-differs"),
    (f'[Deal "{HANDS}"]', "", 1, 1, "tag-missing"),
    # the cards
    ("S:JT.", "JT.", 10, 1, "bad-deal"),
    ("S:JT.", "SW:JT.", 10, 1, "no-such-side"),
    ("S:JT.", "S:JX.", 10, 1, "bad-hand"),
    ("S:JT..AK.J9", "S:JT..AKJ9", 10, 1, "bad-hand"),
    ("S:JT.", "S:JJ.", 10, 1, "card-twice"),
    ("S:JT.", "S:J9.", 10, 1, "refused"),
    ("S:JT.", "S:J8.", 10, 1, "refused"),
    ("S:JT.", "S:J.", 10, 1, "hand-size"),
    # the auction
    ('[Declarer "S"]', '[Declarer "W"]', 11, 1, "declarer-differs"),
    ('[Contract "4♠"]', '[Contract "5♠"]', 12, 1, "contract-differs"),
    ('[Contract "4♠"]', '[Contract "four"]', 12, 1, "bad-contract"),
    ('[Auction "W"]', '[Auction "Q"]', 13, 1, "no-such-side"),
    ('[Auction "W"]', '[Auction "N"]', 14, 1, "wrong-turn"),
    ("3 Pass Pass 4", "3 Pass  Pats 4", 14, 9, "bad-call"),
    ("3 Pass Pass 4", "- Pass Pass 4", 14, 3, "wrong-turn"),
    ("3 Pass Pass 4", "3 Pass Pass 2", 14, 13, "refused"),
    ("3 Pass Pass 4", "3 3 Pass 4", 14, 3, "refused"),
    ("- - - 4♠", "- - - 3♠", 15, 7, "bad-call"),
    ("- - - 4♠", "- - - ♠Alone", 15, 7, "bad-call"),
    ("- - - 4♠", "- - - -", 12, 1, "no-fault"),
    # the play
    ('[Play "S"]', '[Play "W"]', 16, 1, "wrong-leader"),
    ("CJ SQ S9 SK", "CJ SQ S9 SK CA", 17, 13, "row-size"),
    ("CJ SQ S9 SK", "CJ SQ S9", 17, 1, "trick-open"),
    ("CJ SQ S9 SK", "JC SQ S9 SK", 17, 1, "bad-card"),
    ("CJ SQ S9 SK", "CA SQ S9 SK", 17, 1, "refused"),
    ("CJ SQ S9 SK", "- SQ S9 SK", 17, 3, "wrong-turn"),
    ("SJ DT SA HT", "SJ DT SA CT", 18, 10, "no-fault"),
    ("C9 CQ D9 CT", "C9 HQ D9 CT", 19, 4, "refused"),  # does not follow suit
]


@pytest.mark.parametrize(("old", "new", "line", "column", "code"), FAULTS)
def test_faults(old: str, new: str, line: int, column: int, code: str) -> None:
    """Each fault with line and column of its place."""
    assert FIRST.count(old) == 1
    text = FIRST.replace(old, new)
    if code == "no-fault":
        with pytest.raises(ForeignError):
            load(text)
        return
    with pytest.raises(ForeignError) as caught:
        load(text)
    assert (caught.value.spot.line, caught.value.spot.column, caught.value.code) == (line, column, code)


def test_games_that_are_no_match() -> None:
    """Games of different rules, games that do not follow: the way out is told, one by its number."""
    with pytest.raises(ForeignError, match="games-differ"):
        load(
            BIDS.replace('[Rules "bid-euchre"]\n[Board "2"]', '[Rules "bid-euchre target=32 tie=shared"]\n[Board "2"]')
        )
    for other in (FIRST.replace('[Board "1"]', '[Board "2"]'), SECOND.replace('"W', '"N')):
        text = FIRST + "\n" + other.replace('[Auction "N"]', '[Auction "N"]')
        with pytest.raises(ForeignError) as caught:
            load(text)
        assert caught.value.code == "not-one-match"
        assert caught.value.facts == {"games": 2}
    with pytest.raises(ForeignError, match="deal-number"):
        load(FIRST + "\n" + SECOND.replace('[Board "2"]', '[Board "4"]'))
    for text, code in (("% nothing\n", "no-game"), ("words\n", "tag-first")):
        with pytest.raises(ForeignError, match=code):
            games(text)


def test_a_game_with_a_turned_card() -> None:
    """Its turned card is told nowhere: without a contract there is nothing to play."""
    with pytest.raises(ForeignError, match="no-turned-card-told"):
        load('[Event "x"]\n[Deal "N:- QT.Q.K9. - -"]\n[Auction "E"]\nPass\n')
    with pytest.raises(ForeignError, match="tag-missing"):
        load('[Event "x"]\n[Deal "N:- QT.Q.K9. - -"]\n[Contract "♦"]\n')
    with pytest.raises(ForeignError, match="no-such-game"):
        load('[Event "x"]\n[Deal "N:- -"]\n')


@pytest.mark.parametrize(
    ("under", "line"),
    [("a " * (LONGEST_ROW // 2 + 1), 2), ("a\n" * (MOST_ROWS + 1), MOST_ROWS + 2)],
    ids=["a long line", "many lines"],
)
def test_text_without_end(under: str, line: int) -> None:
    """A file is not taken apart into more words than a file of games can have: they would fill the memory."""
    with pytest.raises(ForeignError) as caught:
        load(f'[Event "x"]\n{under}')
    assert (caught.value.spot.line, caught.value.code) == (line, "too-many-words")
