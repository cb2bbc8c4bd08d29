"""The referee of records: each decision, each count, the first fault and where it stands."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.referee.conftest import Atout, Said
from tests.referee.test_score_command import FULL, plain

from atout.actions import Play
from atout.record import begin, read
from atout.referee.check import Count, End, Fault, Finding, Ply, review
from atout.table import Table

ROOT = Path(__file__).resolve().parents[2]
SPECS = ["piques-a-trois", "pique", "pique players=2", "pique players=3", "atout-pique players=5", "euchre-a-trois"]

OPENING = """[Rules "piques-a-trois"]
[Seat 1 "Ana"] [Seat 2 "Bob"] [Seat 3 "Cléo"]
[Deal 1] [Dealer 3]
[Hands "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"]
bids: 5 6 4
"""
UNSEEN = """[Rules "piques-a-trois"]
[Seat 1 "Ana"] [Seat 2 "Bob"] [Seat 3 "Cléo"]
[Deal 1] [Dealer 3]
[Hands "? ? ?"]
bids: 5 6 4
"""


def findings(text: str) -> list[Finding]:
    """What the referee says of a record."""
    written = read(text)
    match, _ = begin(written)
    return list(review(written, match))


def fault(text: str) -> dict[str, Any]:
    """The facts of the fault of a record, which is the last finding but one."""
    *_, found, end = findings(text)
    assert isinstance(found, Fault)
    assert isinstance(end, End)
    return found.facts


def played(spec: str, deals: int, seed: int) -> Table:
    """A match played at random for some deals."""
    chance = random.Random(seed)
    table = Table(spec, seed=seed)
    while table.turn is not None and table.match.number <= deals:
        table.act(chance.choice(table.legal))
    return table


# --- records in order ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
def test_a_match_in_order(spec: str) -> None:
    """Every action is legal where it was done, plies count from 1, and counts are those of the table."""
    table = played(spec, 3, 5)
    *found, end = findings(table.record())
    plies = [finding for finding in found if isinstance(finding, Ply)]
    assert [(ply.seat, ply.action) for ply in plies] == [(seat, action) for seat, action in table.actions if seat]
    assert all(ply.action in ply.legal for ply in plies)
    for before, ply in zip([None, *plies], plies, strict=False):
        again = before is not None and before.deal == ply.deal
        assert ply.ply == (before.ply + 1 if again and before else 1)
    counts = [finding for finding in found if isinstance(finding, Count)]
    assert [count.deal for count in counts] == list(range(1, len(counts) + 1))
    assert counts[-1].standing.totals == table.total
    assert isinstance(end, End)
    assert end.match == table.match


def test_json(atout: Atout, tmp_path: Path) -> None:
    """The shapes that programs read."""
    file = tmp_path / "game.atout"
    file.write_text(OPENING + "AH 2S\n", encoding="utf-8")
    said = atout("check", file, "--json")
    assert (said.code, said.err) == (0, "")
    assert said.json[4] == {"deal": 1, "ply": 5, "seat": 2, "legal": said.json[4]["legal"], "token": "2S"}
    assert said.json[-1] == {"end": True, "over": False, "winner": None, "seat": 3, "legal": said.json[-1]["legal"]}
    assert set(said.json[-1]["legal"]) == {"KH", "JH", "TH", "8H", "5H", "4H"}


def test_json_of_a_count(atout: Atout, tmp_path: Path) -> None:
    """Tricks by seat, the rest by side; a void deal says so; nobody is to act between deals."""
    file = tmp_path / "sheet.atout"
    atout("score", "pique", "--save", file, stdin="nil/0 6/7 nil/0 5/6\nmisdeal\n")
    said = atout("check", "--json", file)
    counts = [facts for facts in said.json if "tricks" in facts]
    assert counts == [
        {"deal": 1, "tricks": [0, 7, 0, 6], "points": [500, 112], "bags": [0, 2], "total": [500, 112]},
    ]
    assert said.json[-1] == {"end": True, "over": True, "winner": 1, "seat": None, "legal": None}
    file.unlink()
    atout("score", "euchre-a-trois", "--save", file, stdin="pass\nmisdeal\n")
    told = [(facts["void"], facts["points"]) for facts in atout("check", "--json", file).json if "void" in facts]
    assert told == [("passed-out", [0, 0, 0]), ("thrown-in", [0, 0, 0])]


def test_a_claimed_misdeal(atout: Atout) -> None:
    """``bids: 4 misdeal``: the deal is void, the same dealer goes on."""
    deals = (f'[Deal {number}] [Dealer 4] [Hands "? ? ? ?"]\n' for number in (1, 2))
    said = atout("check", "-", "--json", stdin='[Rules "pique"]\n' + "bids: 4 misdeal\n".join(deals))
    assert [facts.get("void") for facts in said.json] == [None, None, "misdeal", None]
    assert said.json[-1]["seat"] == 1


def test_report(atout: Atout) -> None:
    """A short report: what was refereed and where the match stands."""
    said = atout("check", "-", stdin=OPENING + "AH 2S KH\n")
    assert (said.code, plain(said.out)) == (0, "Tout est en règle : 0 donne, 3 cartes. À Bob d’entamer.\n")
    said = atout("check", "-", "--lang", "en", stdin=played("euchre-a-trois target=1", 99, 1).record())
    assert said.code == 0
    assert said.out.startswith("All is in order: ")
    assert "wins" in said.out
    said = atout("check", "-", stdin=OPENING + "settled:7,6,4\n")
    assert plain(said.out).startswith("Tout est en règle : 1 donne, 0 carte. Ana 52, 2 sacs")


def test_several_files(atout: Atout, tmp_path: Path) -> None:
    """Each file is named; the exit code is the worst one."""
    good, bad, junk = (tmp_path / name for name in ("good", "bad", "junk"))
    good.write_text(OPENING, encoding="utf-8")
    bad.write_text(OPENING + "AH 2S QS\n", encoding="utf-8")
    junk.write_bytes(b"\0\xff")
    said = atout("check", bad, good, "--json")
    assert said.code == 1
    assert {facts["file"] for facts in said.json} == {str(bad), str(good)}
    said = atout("check", junk, bad, good, tmp_path / "missing")
    assert said.code == 2
    assert [line.partition(" : ")[0] for line in plain(said.out).splitlines()] == [str(bad), str(good)]
    assert len(said.err.splitlines()) == 2


# --- faults -------------------------------------------------------------------------------------------------------


def test_must_follow(atout: Atout) -> None:
    """The example of the text: the suit owed and the legal cards of the hand, the place, the correction."""
    facts = fault(OPENING + "1. 1: AH 2S QS\n")
    assert facts == {
        "fault": "must-follow",
        "deal": 1,
        "ply": 6,
        "seat": 3,
        "token": "QS",
        "suit": "H",
        "legal": ["KH", "JH", "TH", "8H", "5H", "4H"],
        "card": "QS",
        "trick": 1,
        "line": 6,
        "column": 13,
    }
    said = atout("check", "-", stdin=OPENING + "1. 1: AH 2S QS\n")
    assert said.code == 1
    told = plain(said.out)
    assert told.startswith("Faute, donne 1, pli 1 (ligne 6, colonne 13). Cléo : dame de pique.")
    assert "à cœur : roi, valet, dix, huit, cinq, quatre." in told
    assert told.endswith("une carte permise est jouée. Personne ne gagne de points par une correction.\n")


def test_legal_cards_are_of_the_remaining_hand() -> None:
    """Cards already played are not offered."""
    assert fault(OPENING + "AH 2S KH\n4C 3C 6C\nJC KC QS\n")["legal"] == ["AC", "QC", "8C", "7C"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("JS", {"fault": "may-not-lead", "seat": 1, "ply": 4, "suit": "S"}),
        ("KH", {"fault": "not-held", "seat": 1, "ply": 4, "card": "KH"}),
        ("AH 5", {"fault": "play-a-card", "seat": 2, "ply": 5, "token": "5"}),
        ("settled:7,6,5", {"fault": "tricks-do-not-add-up", "seat": None, "least": 18, "expected": 17}),
        ('settled:7,6,4\n[Points "52 60 41"]', {"fault": "result-differs", "seat": None, "counted": (52, 60, 40)}),
        ('AH\n[Tricks "1 0 0"]', {"fault": "result-differs", "seat": None, "counted": ()}),
        ("settled:7,6,4 AH", {"fault": "no-deal", "seat": None}),
        ('settled:7,6,4\n[Deal 2] [Dealer 3] [Hands "? ? ?"]', {"fault": "wrong-dealer", "deal": 2, "expected": 1}),
        ('AH\n[Deal 2] [Dealer 1] [Hands "? ? ?"]', {"fault": "deal-in-progress", "deal": 2}),
        ('[Adjust "1 5 why"]', {"fault": "deal-in-progress", "deal": 1}),
    ],
)
def test_faults(body: str, expected: dict[str, Any]) -> None:
    """Each fault with its place and facts."""
    facts = fault(OPENING + body + "\n")
    assert {name: facts[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('settled:7,6,4\n[Points "52 60 41"]', "Étiquette Points : 52 60 41 est écrit, le compte donne 52 60 40."),
        ('AH\n[Tricks "1 0 0"]', "Étiquette Tricks : 1 0 0 est écrit, mais cette donne n’est pas comptée."),
        ("settled:7,6,5", "1 pli de trop"),
        ("AH 5", "Bob : annoncer 5."),
        ('settled:7,6,4\n[Deal 2] [Dealer 3] [Hands "? ? ?"]', "C’est à Ana de donner."),
    ],
)
def test_faults_told(body: str, told: str, atout: Atout) -> None:
    """Each fault in words, whoever made it."""
    said = atout("check", "-", stdin=OPENING + body + "\n")
    assert (said.code, said.err) == (1, "")
    assert told in plain(said.out)


def test_results_of_the_deal_before() -> None:
    """What the deal before came to says nothing of a deal that is not counted."""
    tags = '[Points "52 60 40"]\n'
    facts = fault(OPENING + "settled:7,6,4\n" + tags + '[Deal 2] [Dealer 1] [Hands "? ? ?"]\nbids: 3\n' + tags)
    assert (facts["fault"], facts["deal"], facts["counted"]) == ("result-differs", 2, ())


def test_bids_out_of_range(atout: Atout) -> None:
    """A bid that the table does not allow is a fault of its seat."""
    said = atout("check", "-", "--json", stdin=OPENING.replace("5 6 4", "5 18"))
    assert (said.code, said.json[-2]["fault"], said.json[-2]["seat"], said.json[-2]["most"]) == (
        1,
        "bid-out-of-range",
        2,
        17,
    )


def test_after_the_match(atout: Atout) -> None:
    """A deal after the end is a fault."""
    over = '[Rules "piques-a-trois target=50"]\n[Deal 1] [Dealer 1] [Hands "? ? ?"]\nbids: 6 4 5 settled:7,6,4\n'
    said = atout("check", "-", "--json", stdin=over + '[Deal 2] [Dealer 2] [Hands "? ? ?"]\n')
    assert (said.code, said.json[-2]["fault"], said.json[-1]["over"]) == (1, "match-over", True)


# --- hands that nobody has seen -----------------------------------------------------------------------------------


def test_a_revoke_is_found_later(atout: Atout) -> None:
    """With unseen hands the benefit of the doubt lasts until the suit turns up; both tricks are named."""
    body = "1. 1: AH 2S KH\n2. 2: AD 3D 4D\n3. 2: KC 6C 7H\n4. 2: KD 2H\n"
    assert not [f for f in findings(UNSEEN + body) if isinstance(f, Fault)]
    facts = fault(UNSEEN + body.replace("KD 2H", "5H"))
    named = {name: facts[name] for name in ("fault", "seat", "suit", "card", "trick", "earlier")}
    assert named == {"fault": "revoke", "seat": 2, "suit": "H", "card": "5H", "trick": 4, "earlier": 1}
    told = plain(atout("check", "-", stdin=UNSEEN + body.replace("KD 2H", "5H")).out)
    assert "au pli 1, et voici le cinq de cœur au pli 4" in told
    assert "le pli 1 est repris" in told


def test_a_revoke_of_who_led_before() -> None:
    """Failing to follow is a revoke also of the seat that led another trick; the lead itself may show it."""
    facts = fault(UNSEEN + "1. 1: 3H AH KH\n2. 2: AD 3D 2S\n3. 1: 5D\n")
    named = {name: facts[name] for name in ("fault", "seat", "suit", "trick", "earlier")}
    assert named == {"fault": "revoke", "seat": 1, "suit": "D", "trick": 3, "earlier": 2}


def test_a_false_lead_is_found_later(atout: Atout) -> None:
    """A spade led while they are closed says that there is nothing else in hand."""
    body = "1. 1: 2S 3S 4S\n2. 3: 4H "
    facts = fault(UNSEEN + body + "5H\n")
    assert (facts["fault"], facts["seat"], facts["trick"], facts["earlier"]) == ("false-lead", 1, 2, 1)
    assert not [f for f in findings(UNSEEN + body + "5S\n") if isinstance(f, Fault)]
    assert "au pli 1" in plain(atout("check", "-", stdin=UNSEEN + body + "5H\n").out)


def test_a_spade_led_when_open_promises_nothing() -> None:
    """Once they are open a spade may be led from any hand."""
    body = "1. 1: AH 2S KH\n2. 2: 3S 4S 5S\n3. 1: 2D 3D 4D\n"
    assert not [f for f in findings(UNSEEN + body) if isinstance(f, Fault)]


def test_forced_leads_until_open() -> None:
    """``played``: a forced lead opens the spades for everybody, and still binds its own seat."""
    head = '[Rules "pique players=3"]\n[Deal 1] [Dealer 3] [Hands "? ? ?"]\nbids: 5 6 4\n'
    facts = fault(head + "2S 3S 4S\n6S 5H\n")
    assert (facts["fault"], facts["seat"], facts["earlier"]) == ("false-lead", 1, 1)
    assert not [f for f in findings(head + "2S 3S 4S\n6S 5S 7H\n") if isinstance(f, Fault)]


def test_the_left_bower_turns_up() -> None:
    """With hearts trump the jack of diamonds is a heart: who would not follow hearts may not show it."""
    head = '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Trump H] [Maker 1] [Leader 1] [Hands "? ? ?"]\n'
    facts = fault(head + "1. 1: AH 9S KH\n2. 1: 9D JD\n")
    assert (facts["fault"], facts["seat"], facts["suit"], facts["earlier"]) == ("revoke", 2, "H", 1)
    assert not [f for f in findings(head + "1. 1: AH 9S KH\n2. 1: 9D TD\n") if isinstance(f, Fault)]


def test_a_card_seen_elsewhere() -> None:
    """A card already played is in no unseen hand."""
    assert fault(UNSEEN + "AH AH\n")["fault"] == "not-held"


@pytest.mark.parametrize("spec", SPECS)
def test_redacted_records_are_in_order(spec: str) -> None:
    """What any seat has seen of a fair match holds no fault."""
    table = played(spec, 2, 11)
    for seat in range(table.rules.players + 1):
        assert not [f for f in findings(table.record(seat)) if isinstance(f, Fault)]


def test_every_revoke_is_found_by_the_end() -> None:
    """One illegal play in a deal that nobody sees is found when the suit turns up, with the seat that did it."""
    for seed in range(40):
        table, culprit = revoked(seed)
        assert culprit is not None
        facts = fault(table)
        assert facts["seat"] == culprit
        assert facts["fault"] in ("revoke", "false-lead")


def revoked(seed: int) -> tuple[str, int | None]:
    """A deal of unseen hands in which one seat once plays a card that it may not, all others being fair."""
    chance = random.Random(seed)
    pack = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA" if rank + suit != "2C"]
    chance.shuffle(pack)
    hands = [set(pack[seat::3]) for seat in range(3)]
    turn, culprit, opened = 0, None, False
    plays: list[tuple[int, str]] = []
    tokens: list[str] = []
    for count in range(51):
        held = hands[turn]
        side_suits = {card for card in held if card[1] != "S"}
        fair = {card for card in held if card[1] == plays[0][1][1]} if plays else held if opened else side_suits
        foul = sorted(held - fair) if fair and culprit is None and count > seed % 20 else []
        culprit = turn + 1 if foul else culprit
        card = chance.choice(foul or sorted(fair or held))
        held.remove(card)
        plays.append((turn, card))
        tokens.append(card)
        led = plays[0][1][1]
        opened = opened or (card[1] == "S" != led)
        turn = (turn + 1) % 3
        if len(plays) == 3:
            turn, _ = max(plays, key=lambda play: (play[1][1] == "S", led == play[1][1], pack_rank(play[1])))
            plays = []
    return UNSEEN + " ".join(tokens) + "\n", culprit


def pack_rank(card: str) -> int:
    """How high a card stands in its suit."""
    return "23456789TJQKA".index(card[0])


# --- what cannot be read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[Rules "piques"]', "piques"),
        (OPENING.replace("KQ4.", "AQ4."), "as de pique"),
        (OPENING.replace("KQ4.", "KQ."), "quatre de pique"),
        (OPENING.replace("KQ4.", "KQ2."), "quatre de pique"),
        (OPENING + "AH 2S KH ZZ", "ZZ"),
        (OPENING + "7. 1: AH", "7."),
        (OPENING + "1. 2: AH", "2:"),
        (OPENING + 'settled:7,6,4\n[Total "1 2 3"]\nAH', "AH"),
        (OPENING + '[Adjust "x"]', "Adjust"),
        (OPENING.replace("[Dealer 3]", "[Dealer 9]"), "9"),
        (OPENING.replace("[Dealer 3]", ""), "Dealer"),
        ("[Rules", "[Rules"),
    ],
)
def test_unreadable(text: str, told: str, atout: Atout) -> None:
    """Line, column and what is wrong there; exit code 2."""
    said = atout("check", "-", stdin=text)
    assert (said.code, said.out) == (2, "")
    assert told in said.err
    assert "igne " in said.err
    assert 1 <= len(said.err.splitlines()) <= 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "L’entrée standard : Il n’y a rien dedans."),
        (
            "hello",
            "L’entrée standard : Ce n’est pas une partie. Attendu : une partie enregistrée (.atout), Euchre Game",
        ),
        (
            '{"a": 1}',
            "L’entrée standard : Ce JSON n’est pas une partie d’Euchre Game Notation : il lui manque fileType.",
        ),
        ('{"format": "atout-proof-1"}', "L’entrée standard : C’est la preuve des donnes d’une table : atout verify la"),
    ],
)
def test_other_kinds_of_files(text: str, told: str, atout: Atout) -> None:
    """What is no game at all is told as that, and what was expected; nobody hears of tokens or of JSON at fault."""
    said = atout("check", "-", stdin=text)
    assert (said.code, said.out) == (2, "")
    assert said.err.replace("\u00a0", " ").startswith(told)


def test_games_in_other_formats(atout: Atout) -> None:
    """They are refereed as the records they make; a fault in the play is one here too, with its place in the file."""
    egn = (ROOT / "examples" / "euchre.egn").read_text(encoding="utf-8")
    said = atout("check", "-", "--lang=en", stdin=egn)
    assert (said.code, said.out.partition(".")[0]) == (0, "All is in order: 3 deals, 55 cards")
    revoke = egn.replace('["Qc", "Jc", "Ac"]', '["Qc", "Ad", "Ac"]')
    said = atout("check", "-", "--lang=en", stdin=revoke)
    told = (
        "deals[0].phases[1].tricks[0][1]: Player 4, ace of diamonds: Player 4 must follow suit in clubs: king, jack.\n"
    )
    assert (said.code, said.out) == (1, told)
    place = {"fault": "must-follow", "seat": 4, "path": "deals[0].phases[1].tricks[0][1]"}
    assert atout("check", "-", "--json", stdin=revoke).json == [place]
    assert atout("check", "-", stdin=egn.replace('"finalScore": [5, 2]', '"finalScore": [5, 3]')).code == 1
    ptn = (ROOT / "examples" / "bid-euchre.ptn").read_text(encoding="utf-8")
    assert atout("check", "-", "--json", stdin=ptn).json[-1]["end"]


@pytest.mark.parametrize("count", range(1, 120, 7))
def test_truncated(count: int, atout: Atout) -> None:
    """A record cut anywhere is an unfinished game or one sentence."""
    text = OPENING + "1. 1: AH 2S KH\n"
    said = atout("check", "-", "--json", stdin=text.encode()[: len(text) - count])
    assert said.code in (0, 2)
    assert (said.err == "") == (said.code == 0)


def test_junk_and_large_files(atout: Atout, tmp_path: Path) -> None:
    """Binary junk, a folder, and 100 MB of which only the beginning is read."""
    junk, huge = tmp_path / "junk", tmp_path / "huge"
    junk.write_bytes(bytes(range(256)) * 100)
    with huge.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    for path in (junk, huge, tmp_path, tmp_path / "missing"):
        said = atout("check", path)
        assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)


def usage(said: Said) -> bool:
    """Whether a call was refused as wrong usage."""
    return (said.code, said.out) == (2, "") and 1 <= len(said.err.splitlines()) <= 2


def test_usage(atout: Atout) -> None:
    """No file at all, or an unknown option."""
    assert usage(atout("check"))
    assert usage(atout("check", "--nothing", "x"))


@FULL
def test_full_output(tmp_path: Path) -> None:
    """An output that takes nothing is one sentence and exit code 2."""
    file = tmp_path / "game.atout"
    file.write_text(OPENING, encoding="utf-8")
    for words in ([str(file)], [str(file), "--json"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "atout", "check", *words],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_plays_are_listed_for_claims() -> None:
    """A claim and its answers are plies; what is listed for them are the cards."""
    table = Table("euchre-a-trois", seed=3)
    while not (table.match.hand and table.match.hand.playing):
        table.act(next(a for a in reversed(table.legal) if str(a) != "pass"))
    for token in ("claim", "accept", "reject"):
        table.act(token)
    plies = [finding for finding in findings(table.record()) if isinstance(finding, Ply)]
    assert [str(ply.action) for ply in plies[-3:]] == ["claim", "accept", "reject"]
    assert all(isinstance(action, Play) for action in plies[-3].legal)
    assert plies[-1].legal == ()


def test_players_of_one_name(atout: Atout) -> None:
    """Seats called alike are told apart by their number; the others keep their name alone, bots that of their seat."""
    record = '[Rules "pique"]\n[Seat 1 "Ana"] [Seat 2 "Max"] [Seat 3 "bot:casual"] [Seat 4 "Max"]\n'
    said = atout("check", "-", stdin=record)
    assert "Ana et Cléo 0\N{NARROW NO-BREAK SPACE}; Max (2) et Max (4) 0." in said.out
