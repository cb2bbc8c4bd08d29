"""RULES, section 3, ``euchre-britannique``: the Benny, the only joker of its pack, is called so everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.say.jokers import BIG, misnames
from tests.say.tables import NAMES, refused, table, told

from atout import sentences
from atout.actions import Discard
from atout.cards import BIG_JOKER, LITTLE_JOKER, Card, Cards, Suit, only_joker
from atout.cli.entry import run
from atout.families import parse
from atout.interchange import ForeignError, Format, export, load
from atout.referee.interview import Interview, conclusion
from atout.say import LANGUAGES, Speaker, pattern
from atout.sentences import foreign_fault
from atout.server.context import Refused
from atout.server.replay import opened
from atout.table import Table
from atout.tricks import bower_ordering

BRITISH = "euchre-britannique"
PACK = parse(BRITISH).pack
GOLDEN = Path(__file__).parents[1] / "golden" / "euchre-britannique-players-4.atout"
TURNED = f'[Rules "{BRITISH}"]\n[Deal 1] [Dealer 1]\n[Hands "K.K.AK.9 ?5 ?5 ?5"] [Stock "BJ ?4"]\n'
FOLLOWED = (
    f'[Rules "{BRITISH}"]\n[Deal 1] [Dealer 4]\n[Trump H] [Maker 1] [Alone no] [Won "1 1 1 0"] [Leader 1]\n'
    '[Hands ".A.A. ...J+BJ K..Q. Q..J."]\n1: AH\n'
)


def speaker(language: str, you: int | None = None) -> Speaker:
    """Speaks at a British table."""
    return Speaker(language, NAMES, you, PACK)


def test_only_a_joker_without_another_has_a_name_of_its_own() -> None:
    both = Cards.of((BIG_JOKER, LITTLE_JOKER))
    assert (only_joker(PACK), only_joker(Cards.of((LITTLE_JOKER,)))) == (BIG_JOKER, LITTLE_JOKER)
    assert (only_joker(both), only_joker(parse("euchre").pack), only_joker(Cards())) == (None, None, None)
    assert Speaker("fr", pack=both).cards(both) == "grand joker ; petit joker"
    assert Speaker("fr").card(BIG_JOKER) == "grand joker", "of a pack that is not known"


@pytest.mark.parametrize(("language", "card", "whole", "away"), [
    ("fr", "Benny", "le Benny", "du Benny"), ("fr-CA", "Benny", "le Benny", "du Benny"),
    ("en", "Benny", "the Benny", "Benny"),
])  # fmt: skip
def test_its_name(language: str, card: str, whole: str, away: str) -> None:
    """In each form, alone and in a hand, before trump is named and after."""
    says, held = speaker(language), Cards.of(map(Card.from_token, ("AS", "BJ")))
    assert (says.card(BIG_JOKER), says.the_card(BIG_JOKER), says.discarded(BIG_JOKER)) == (card, whole, away)
    assert says.cards(held).endswith(card)
    assert f" {card}, " in says.cards(held, bower_ordering(PACK, Suit.SPADES, (BIG_JOKER,)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_turned_up_taken_and_laid_away(language: str) -> None:
    """By the dealer, who named trump unseen."""
    at = table(TURNED)
    assert told(at, 2, language).endswith((": Benny.", "the Benny."))
    at.act("S")
    assert speaker(language).the_card(BIG_JOKER) in told(at, 1, language, last=3)
    away, says = Discard(BIG_JOKER), speaker(language, 1)
    assert sentences.action_text(says, away, at.view(1), 1).endswith(f" {says.discarded(BIG_JOKER)}")
    at.act(away)
    assert told(at, 1, language).endswith(": Benny.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_it_is_held_asked_for_and_played(language: str) -> None:
    """In the hand that is read, on the button, on the table; and in a sentence that says who does not have it."""
    at, says = table(FOLLOWED), speaker(language, 2)
    assert "Benny" in sentences.hand(says, at.view(2), 2)
    assert [sentences.action_text(says, action, at.view(2), 2) for action in at.legal] == ["Benny"]
    assert "Benny" in refused(at, "JC", 2, language)
    at.act("BJ")
    assert told(at, 1, language).endswith(": Benny.")
    assert "Benny" in sentences.on_table(says, at.view(2), 2)
    assert says.the_card(BIG_JOKER) in refused(at, "BJ", 3, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dispute_about_it(language: str) -> None:
    """The referee takes both names, and says its own."""
    told = set()
    for name in ("Benny", pattern(language, BIG)):
        answers = iter(("Ana", "=H", "1", "=H", "=9D", "", name))
        interview = Interview(lambda question, about: next(answers, None), pytest.fail, language, parse(BRITISH))  # noqa: B023
        dispute = interview.hold()
        told.add(" ".join(conclusion(interview.speaker, dispute)))
    (ended,) = told
    assert speaker(language).the_card(BIG_JOKER) in ended
    assert not misnames(ended, language, PACK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_speak_of_its_pack(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each knows it from the record it was given, in what it says of a fault, too."""
    file, shown = tmp_path / "game.atout", tmp_path / "review.html"
    for record, command, *options in (
        (FOLLOWED.replace("AH", "AH JC"), "check"),
        (FOLLOWED, "solve"),
        (FOLLOWED, "advise", "--level", "club"),
        (FOLLOWED.replace("AH", "AH BJ KS JD"), "review", "--level", "club", "--html", str(shown)),
    ):
        file.write_text(record, encoding="utf-8")
        run([command, str(file), "--lang", language, *options])
        said = capsys.readouterr().out if command != "review" else shown.read_text(encoding="utf-8")
        assert "Benny" in said, command
        assert not misnames(said, language, PACK), command
    file.write_text(FOLLOWED.replace("AH", "AH JC"), encoding="utf-8")
    for given in (["solve", str(file)], ["play", "--resume", str(file)]):
        run([*given, "--lang", language])
        assert "Benny" in capsys.readouterr().err, given


TWICE = FOLLOWED.replace("J+BJ", "+BJ+BJ")
GONE = FOLLOWED.replace("[Leader", '[Gone "BJ BJ"] [Leader')
MISSING = (
    f'[Rules "{BRITISH}"]\n[Deal 1] [Dealer 1]\n[Hands "A.KQ.K.K 9.JT.A.A K.A9.Q.Q J..J9.J9"]\n'
    '[Stock "AS TD QS TS TC"]\n'
)
PTN = (
    '[Event "x"]\n[GameOptionsJson "{\\"variation\\":0,\\"withJoker\\":true}"]\n[Deal "N:- QT.Q.K9. - -"]\n'
    '[Declarer "E"]\n[Contract "♦"]\n[Play "E"]\nJH JH - -\n'
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", [FOLLOWED.replace("AH", "AH JC"), TWICE, GONE, MISSING])
def test_what_is_wrong_with_a_record_is_told_of_its_pack(record: str, language: str) -> None:
    """A card that may not be played, one that is written twice, one that is missing."""
    with pytest.raises(Refused) as refusal:
        opened(record, language)
    (said,) = refusal.value.facts.values()
    assert "Benny" in str(said)
    assert not misnames(str(said), language, PACK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_with_a_game_of_another_program_is_told_of_its_pack(language: str) -> None:
    """The Benny written in the place of any other card, or played from a hand that does not hold it."""
    deal = GOLDEN.read_text(encoding="utf-8").partition("\n\n[Deal 2]")[0] + "\n"
    text, _ = export(Table.from_record(deal.replace(BRITISH, "euchre benny=joker")), Format.EGN)
    told = []
    for card in re.finditer(r'"(?:[9TJQKA][shdc])"', text):
        with pytest.raises(ForeignError) as error:
            load(f'{text[: card.start()]}"B"{text[card.end() :]}')
        if error.value.code != "joker-turned":
            told.append(foreign_fault(Speaker(language), error.value))
    with pytest.raises(ForeignError) as error:
        load(PTN)
    told.append(foreign_fault(Speaker(language), error.value))
    assert len(told) > 30
    assert all("Benny" in said and not misnames(said, language, PACK) for said in told)
