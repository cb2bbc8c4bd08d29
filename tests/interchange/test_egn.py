"""Euchre Game Notation: what each field means, and how a file that cannot be read says where and why."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from atout.families import spec
from atout.foreign import Note
from atout.interchange import ForeignError, load

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "euchre.egn"
FILE = json.loads(EXAMPLE.read_text(encoding="utf-8"))
DEAL = "deals[0].phases"


def changed(path: str, value: Any, file: dict[str, Any] = FILE) -> dict[str, Any]:
    """The example with one value set, or taken out (``...``); a path is keys and indices between dots."""
    copy = deepcopy(file)
    at: Any = copy
    *way, last = [int(key) if key.isdecimal() else key for key in path.split(".")]
    for key in way:
        at = at[key]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return copy


def read(path: str, value: Any) -> Any:
    """What the changed example is read as."""
    return load(json.dumps(changed(path, value)))


def hand(table: Any, seat: int, deal: int = 1) -> str:
    """A hand as the record tells it."""
    lines = [line for line in table.record().splitlines() if line.startswith("[Hands")]
    return str(lines[deal - 1].split('"')[1].split()[seat - 1])


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "rules"),
    [
        ({}, "euchre stick=yes"),  # std is true where it is left out
        ({"std": False}, "euchre"),
        ({"std": False, "min_rank": 7}, "euchre pack=32"),
        ({"std": False, "winning_score": 5}, "euchre target=5"),
        ({"std": False, "num_deals": 1}, "euchre target=deal"),
        ({"std": False, "num_deals": 0, "winning_score": 11}, "euchre target=11"),
        ({"std": False, "canadian": True}, "euchre partner_must_go_alone=yes"),
        ({"std": False, "loner_lead": "LEFT_OF_LONER"}, "euchre lone_lead=maker"),
        ({"std": False, "loner_march_score": 5}, "euchre lone_march=5"),
        ({"std": False, "loner_euchred_score": 4}, "euchre euchred_alone=4"),
        ({"std": False, "defend_alone": True}, "euchre defend_alone=yes"),
        ({"std": False, "farmers": True}, "euchre farmers_hand=yes"),
        ({"std": False, "go_under": True}, "euchre farmers_hand=yes"),
        ({"std": False, "joker": True}, "euchre benny=joker"),
        ({"std": False, "allow_no_trump": True}, "euchre no_trump=yes"),
    ],
)
def test_rules(ruleset: dict[str, Any], rules: str) -> None:
    """docs/alternate-rules.md: each field as an option, each default."""
    file = changed("metadata.ruleset", ruleset) | {"deals": []}
    assert spec(load(json.dumps(file)).table.rules) == rules


@pytest.mark.parametrize(
    ("ruleset", "path", "code"),
    [
        ({"partners_best": True}, ".partners_best", "rule-not-played"),
        ({"fast_break": True}, ".fast_break", "rule-not-played"),
        ({"four_trick_tokens": True}, ".four_trick_tokens", "rule-not-played"),
        ({"num_players": 3}, ".num_players", "rule-value"),
        ({"min_rank": 8}, ".min_rank", "rule-value"),
        ({"loner_lead": "MAKER"}, ".loner_lead", "rule-value"),
        ({"num_deals": 8}, ".num_deals", "rule-value"),
        ({"num_deals": 1, "winning_score": 10}, ".num_deals", "two-limits"),
        ({"winning_score": 0}, ".winning_score", "rule-value"),
        ({"loner_march_score": 11}, "", "rule-value"),
        ({"loner_euchred_score": 1}, "", "rule-value"),
        ({"joker": True, "allow_no_trump": True}, "", "rules"),
    ],
)
def test_rules_that_are_not_ours(ruleset: dict[str, Any], path: str, code: str) -> None:
    """What no option of ours plays is refused by its field."""
    with pytest.raises(ForeignError) as caught:
        read("metadata.ruleset", ruleset)
    assert (caught.value.spot.path, caught.value.code) == (f"metadata.ruleset{path}", code)


# --- the whole --------------------------------------------------------------------------------------------------------


def test_the_example() -> None:
    """Players, scores, calls, a lone hand, discards: all of it."""
    imported = load(EXAMPLE.read_text(encoding="utf-8"))
    table = imported.table
    assert table.names == ("Ana", "Bob", "Cléo", "Dan")
    assert (table.total, table.winner) == ((5, 2), 1)
    assert "calls: pass pass pass order-alone -JS" in table.record()
    assert imported.notes == (Note("not-kept", {"fields": "title"}),)
    assert not imported.differs


@pytest.mark.parametrize("version", ["1.2", "1.3.1", "1.4", "1.4.7", "1.5", "1.6.1"])
def test_versions_of_the_family(version: str) -> None:
    assert read("version", version).table.winner == 1


def test_what_later_versions_left_out() -> None:
    """Since 1.6 phases need no number, and one letter stands for a word."""
    file = changed("deals.0.phases.0.calls", ["p", "p", "p", "o"])
    for deal in file["deals"]:
        for phase in deal["phases"]:
            del phase["phaseNumber"]
    assert load(json.dumps(file)).table.events == load(json.dumps(FILE)).table.events


def test_scores_are_compared() -> None:
    """A score stated is held against the one counted, and a difference is told."""
    imported = read("metadata.finalScore", [6, 2])
    facts = {"spot": "metadata.finalScore", "found": (6, 2), "counted": (5, 2)}
    assert imported.differs
    assert imported.notes[-1] == Note("score-differs", facts, differs=True)
    assert read("metadata.initialScore", [0, 1]).differs  # the totals follow from where they start


def test_players_may_be_objects() -> None:
    players = [{"name": "Ana", "playerIds": [{"id": "1", "source": "club"}]}, "Bob", {"name": "C\nD"}, ""]
    imported = read("metadata.players", players)
    assert imported.table.names == ("Ana", "Bob", "C D", "")
    assert imported.notes[0].facts == {"fields": "title, playerIds"}
    assert read("metadata.players", []).table.names == ()
    assert read("metadata.players", ["\ud800", "b"]).table.record().encode("utf-8")


def test_analysis_is_not_kept() -> None:
    """Annotations and lines that were not played have no place in a record, and are told."""
    file = changed("deals.0.phases.0.callAnnotations", {"3": ["[!]Strong."]})
    file["deals"][0]["phases"][1]["playAnnotations"] = {"0": ["?"]}
    file["deals"][1]["alternativeLines"] = [{"branchIndex": 0, "phases": [file["deals"][1]["phases"][0]]}]
    (note,) = load(json.dumps(file)).notes
    assert note.facts["fields"] == "title, callAnnotations, playAnnotations, alternativeLines"


# --- hands ------------------------------------------------------------------------------------------------------------


def test_hands_are_put_together_from_the_tricks() -> None:
    """Without the hands dealt, those who played five cards held them, the dealer what he laid away besides."""
    table = read("deals.1.initialState.playerCards", ...).table
    told = load(EXAMPLE.read_text(encoding="utf-8")).table
    assert [hand(table, seat, 2) for seat in range(1, 5)] == [hand(told, seat, 2) for seat in range(1, 5)]


def test_a_hand_that_does_not_follow_stays_hidden() -> None:
    """A lone maker's partner plays nothing; a discard that is not told hides the dealer's hand."""
    imported = read("deals.0.initialState.playerCards", ...)
    assert [hand(imported.table, seat) for seat in (1, 3)] == ["J.AJ9..A", "?"]
    assert Note("hidden-hands", {"hands": 1}) in imported.notes
    file = changed("deals.1.phases.0.discard", ..., changed("deals.1.initialState.playerCards", ...))
    assert "order -?" in load(json.dumps(file)).table.record()
    assert hand(load(json.dumps(file)).table, 2, 2) == "?"


def test_a_discard_that_follows() -> None:
    """The hand dealt, the turned card and the five cards played leave one card; so does a turned card never played."""
    table = read("deals.1.phases.0.discard", ...).table
    assert "order -9D" in table.record()
    file = changed("deals.0.initialState", {"dealer": 0, "upCard": "Th"})
    del file["deals"][0]["phases"][0]["discard"]
    assert "order-alone -TH" in load(json.dumps(file)).table.record()


def test_a_discard_left_out_in_the_middle() -> None:
    """A trick has been played: nobody can tell the discard, so that the dealer's hand is hidden, and it is told."""
    file = changed("deals.2.phases.0.discard", ...)
    file["deals"][2]["phases"][1]["tricks"] = [["Td", "Ad", "9d", "As"], ["Qc"]]
    del file["metadata"]["finalScore"]
    imported = load(json.dumps(file))
    assert Note("discard-unknown", {"path": "deals[2]"}) in imported.notes
    assert hand(imported.table, 3, 3) == "?"
    assert imported.table.turn == 2


def test_unknown_cards() -> None:
    """``X`` hides a card: a hand with one stays hidden, a discard too."""
    file = changed("deals.0.initialState.playerCards.2", ["Xx"] * 5)
    assert hand(load(json.dumps(file)).table, 3) == "?"
    assert (
        "-?" in read("deals.0.phases.0.discard", "Xx").table.record()
        or hand(read("deals.0.phases.0.discard", "Xx").table, 1) == "J.AJ9..A"
    )
    assert read("deals.1.initialState.playerCards.1", ["Jx", "Xs", "9s", "Xx", "Ad"]).table.winner == 1


def test_bowers_and_nines_by_their_other_names() -> None:
    """``R`` and ``L`` are the jacks of the trump's colour, ``N`` a nine; suits may be capitals."""
    file = changed("deals.0.phases.1.tricks", [["QC", "Jc", "Ac"], ["R", "Kh", "Ts"], ["Nh", "Td", "Qd"],
                                               ["Qh", "Ks", "Ad"], ["Ah", "As", "Kc"]])  # fmt: skip
    file["deals"][0]["initialState"]["playerCards"][0] = ["Js", "Ah", "R", "9H", "Ac"]
    file["deals"][0]["initialState"]["playerCards"][2] = ["Qs", "9s", "Kd", "L", "9c"]
    assert load(json.dumps(file)).table.events == load(json.dumps(FILE)).table.events


# --- calls ------------------------------------------------------------------------------------------------------------

KINGS = {
    "dealer": 3,
    "upCard": "9h",
    "playerCards": [
        ["As", "Ks", "Js", "Jc", "Ac"],
        ["Ah", "Kh", "Qh", "Th", "Td"],
        ["Qs", "Ts", "9s", "Qc", "9c"],
        ["Ad", "Kd", "Qd", "Jd", "9d"],
    ],
}


def lone(rules: dict[str, Any], **bidding: Any) -> str:
    """The record of a deal of which only the calls are told."""
    phases = [{"phaseNumber": 0, "type": "EUCHRE_BIDDING", **bidding}]
    file = {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {"players": [], "initialScore": [0, 0], "ruleset": {"std": False, **rules}},
        "deals": [{"dealNumber": 0, "initialState": KINGS, "phases": phases}],
    }
    return load(json.dumps(file)).table.record()


def test_both_rounds_of_calls() -> None:
    assert "calls: pass pass pass pass S-alone" in lone({}, calls=["Pass"] * 4 + ["s"], isAlone=True)
    assert "calls: pass pass pass pass pass NT" in lone({"allow_no_trump": True}, calls=["Pass"] * 5 + ["n"])
    assert "calls: pass pass pass pass pass pass pass pass" in lone({}, calls=["Pass"] * 8)


def test_defending_alone() -> None:
    """``aloneDefender`` answers for the opponents in turn; -1 says that both passed, nothing that none was asked."""
    rules, calls = {"defend_alone": True}, ["Pass"] * 4 + ["s"]
    assert "S-alone pass defend-alone" in lone(rules, calls=calls, isAlone=True, aloneDefender=3)
    assert "S-alone defend-alone\n" in lone(rules, calls=calls, isAlone=True, aloneDefender=1)
    assert "S-alone pass pass\n" in lone(rules, calls=calls, isAlone=True, aloneDefender=-1)
    assert "S-alone\n" in lone(rules, calls=calls, isAlone=True)


def test_a_farmers_hand() -> None:
    """The cards taken are told, those given follow from the hand before and after."""
    file = changed("metadata.ruleset", {"std": False, "farmers": True}) | {"deals": [deepcopy(FILE["deals"][1])]}
    del file["metadata"]["finalScore"]
    deal = file["deals"][0]
    bidding, play = deal["phases"]
    deal["dealNumber"] = 0
    bidding["cardExchanges"] = [{"receiver": 3, "cards": ["Jh", "Js", "Jd"]}]
    play["tricks"] = [
        ["Ks", "Qs", "9h", "As"],
        ["Qd", "Td", "Jd", "Kd"],
        ["Qh", "Ah", "Th", "Jh"],
        ["9c", "Jc", "Qc", "Ac"],
        ["Kh", "Js", "Ad", "Kc"],
    ]
    record = load(json.dumps(file)).table.record()
    assert "calls: pass swap:TS,9S,TC pass pass order -9D" in record
    assert '[Stock "KC JH JS JD"]' in record
    play["tricks"] = play["tricks"][:4]
    with pytest.raises(ForeignError, match="exchange-unknown"):
        load(json.dumps(file))


def test_the_dealer_sticks() -> None:
    """``std``: the dealer may not be the last to pass."""
    with pytest.raises(ForeignError) as caught:
        lone({"std": True}, calls=["Pass"] * 8)
    assert (caught.value.spot.path, caught.value.code) == (f"{DEAL}[0].calls[7]", "refused")


# --- what cannot be read ----------------------------------------------------------------------------------------------

LONE = [["Qc", "Jc", "Ac"]]
FAULTS = [
    # the shape
    ("metadata", ..., "", "json-missing"),
    ("metadata.players", ..., "metadata", "json-missing"),
    ("metadata.players", "Ana", "metadata.players", "json-type"),
    ("metadata.mood", "good", "metadata", "json-unknown"),
    ("metadata.initialScore", [0], "metadata.initialScore", "json-value"),
    ("metadata.initialScore", [0, 0, 0], "metadata.initialScore", "json-value"),
    ("metadata.finalScore", [0, 0, 0], "metadata.finalScore", "json-value"),
    ("metadata.players", ["a"] * 5, "metadata.players[4]", "no-such-seat"),
    ("fileType", "Chess", "fileType", "not-this-type"),
    ("version", "1.0.0", "version", "version"),
    ("version", "2.0", "version", "version"),
    ("version", 1.4, "version", "version"),
    ("deals.0", "AAAA", "deals[0]", "condensed"),
    ("deals.0.dealNumber", -1, "deals[0].dealNumber", "json-value"),
    ("deals.1.dealNumber", 5, "deals[1].dealNumber", "deal-number"),
    ("deals.0.initialState.dealer", 4, "deals[0].initialState.dealer", "json-value"),
    ("deals.0.phases.0.type", "DEAL", f"{DEAL}[0].type", "json-value"),
    # the cards
    ("deals.0.initialState.upCard", "10h", "deals[0].initialState.upCard", "bad-card"),
    ("deals.0.initialState.upCard", "Xh", "deals[0].initialState.upCard", "turned-unknown"),
    ("deals.0.initialState.upCard", "R", "deals[0].initialState.upCard", "bower-without-trump"),
    ("deals.0.initialState.upCard", "Jt", "deals[0].initialState.upCard", "suit-of-no-name"),
    ("deals.0.initialState.upCard", "Ah", "deals[0].initialState", "card-twice"),
    ("deals.0.initialState.upCard", "7h", "deals[0].initialState", "not-in-pack"),
    ("deals.0.initialState.playerCards.1", ["As", "Ks"], "deals[0].initialState.playerCards[1]", "hand-size"),
    ("deals.0.initialState.playerCards.1.0", "Ks", "deals[0].initialState.playerCards[1]", "card-twice"),
    ("deals.0.initialState.playerCards.1.0", "8s", "deals[0].initialState.playerCards[1]", "not-in-pack"),
    ("deals.0.initialState.playerCards", [[]] * 5, "deals[0].initialState.playerCards[4]", "no-such-seat"),
    # the calls
    ("deals.0.phases.0.calls.0", "Hearts", f"{DEAL}[0].calls[0]", "bad-call"),
    ("deals.0.phases.0.calls.3", "x", f"{DEAL}[0].calls[3]", "call-unknown"),
    ("deals.0.phases.0.calls", ["Pass"] * 4 + ["h"], f"{DEAL}[0].calls[4]", "refused"),
    ("deals.0.phases.0.calls", ["Pass", "s"], f"{DEAL}[0].calls[1]", "refused"),
    ("deals.0.phases.0.discard", "Ks", f"{DEAL}[0].discard", "refused"),
    ("deals.0.phases.0.aloneDefender", 1, f"{DEAL}[0].aloneDefender", "no-lone-defence"),
    ("deals.0.phases.0.cardExchanges", [{"receiver": 0, "cards": []}], f"{DEAL}[0].cardExchanges[0]",
     "exchange-not-ours"),
    ("deals.0.phases", [FILE["deals"][0]["phases"][1]], f"{DEAL}[0]", "play-without-bidding"),
    ("deals.0.phases", FILE["deals"][0]["phases"][:1] * 2, f"{DEAL}[1]", "phase-twice"),
    # the play
    ("deals.0.phases.1.tricks.0", ["Qc", "Jc", "Ac", "9c"], f"{DEAL}[1].tricks[0]", "trick-size"),
    ("deals.0.phases.1.tricks.0", ["Qc", "Jc"], f"{DEAL}[1].tricks[0]", "trick-size"),
    ("deals.0.phases.1.tricks.3", ["Qh", "Ks"], f"{DEAL}[1].tricks[3]", "trick-size"),
    ("deals.0.phases.1.tricks.0.0", "Xc", f"{DEAL}[1].tricks[0][0]", "play-unknown"),
    ("deals.0.phases.1.tricks.0.0", "9c", f"{DEAL}[1].tricks[0][0]", "refused"),
    ("deals.0.phases.1.tricks.1.1", "Jh", f"{DEAL}[1].tricks[1][1]", "refused"),
    ("deals.0.phases.1.tricks.0.1", "Ad", f"{DEAL}[1].tricks[0][1]", "refused"),  # does not follow suit
    ("deals.0.phases.1.isAlone", False, f"{DEAL}[1].isAlone", "alone-differs"),
    ("deals.0.phases.1.tricks", LONE, "deals[1].initialState", "refused"),  # the first deal is not over
    ("deals.1.initialState.dealer", 2, "deals[1].initialState", "refused"),  # rotation gives another
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "place", "code"), FAULTS)
def test_faults(path: str, value: Any, place: str, code: str) -> None:
    """Each fault with the path of its place."""
    with pytest.raises(ForeignError) as caught:
        read(path, value)
    assert (caught.value.spot.path, caught.value.code) == (place, code)
    assert caught.value.in_play == (code == "refused" and not place.endswith("initialState"))


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ('{"fileType": "Euchre Game Notation", "version"', 1, "json-syntax"),
        (EXAMPLE.read_text(encoding="utf-8")[:-8], 127, "json-syntax"),
        ('{"fileType": "Euchre Game Notation",\n "version": 1,,}', 2, "json-syntax"),
        ('{"fileType": 1, "fileType": 2}', 0, "json-twice"),
        ('{"fileType": "Euchre Game Notation", "version": "1.4", "\\ud800": 0}', 0, "json-half"),
        ('{"fileType": "Euchre Game Notation", "version": "1.4", "deals": "\\ud800"}', 0, "json-half"),
        ('{"fileType": ' + "9" * 5000 + "}", 0, "json-monstrous"),
        ('{"fileType": ' + "[" * 100_000, 0, "json-monstrous"),
    ],
    ids=["cut", "cut late", "commas", "twice", "half a field", "half a value", "digits", "deep"],
)
def test_broken_json(text: str, line: int, code: str) -> None:
    with pytest.raises(ForeignError) as caught:
        load(text)
    assert (caught.value.spot.line, caught.value.code) == (line, code)


def test_files_that_are_no_games() -> None:
    for text, kind in (
        ("", "empty"),
        ('{"a": 1}', "json"),
        ('{"format": "atout-proof-1"}', "proof"),
        ("Dear Ana", "other"),
    ):
        with pytest.raises(ForeignError) as caught:
            load(text)
        assert (caught.value.code, caught.value.facts["kind"]) == ("no-game-here", kind)
