"""Disputes at a real table: judged as values, and settled by questions."""

from __future__ import annotations

import pytest
from tests.referee.conftest import Atout

from atout.cards import Card, Cards, Suit
from atout.families import parse
from atout.referee.dispute import Dispute, Impossible, Verdict, ordering_of
from atout.referee.interview import Interview, Unanswered, conclusion
from atout.tricks import Ordering


def card(token: str) -> Card:
    """The card of a token."""
    return Card.from_token(token)


def ordering(spec: str, trump: Suit | None = None) -> Ordering:
    """The order of the cards under some rules."""
    found = ordering_of(parse(spec), trump)
    assert found is not None
    return found


def dispute(
    played: str, later: str = "", hand: str | None = None, *, trick: int = 3, led: str | None = None
) -> Dispute:
    """Hearts were led at ``piques-a-trois``."""
    return Dispute(
        ordering("piques-a-trois"),
        17,
        trick,
        Suit.HEARTS,
        card(played),
        card(led) if led else None,
        tuple(map(card, later.split())),
        None if hand is None else Cards.of(map(card, hand.split())),
    )


@pytest.mark.parametrize(
    ("made", "verdict", "proof"),
    [
        (dispute("KH"), Verdict.FOLLOWED, None),
        (dispute("2S"), Verdict.NOT_PROVED, None),
        (dispute("2S", "AD KH 3H"), Verdict.PROVED, 5),
        (dispute("2S", "AD KC"), Verdict.NOT_PROVED, None),
        (dispute("2S", hand="AD KH"), Verdict.PROVED, None),
        (dispute("2S", hand="AD KC"), Verdict.NOT_PROVED, None),
        (dispute("2S", "AD", "KC", trick=15), Verdict.VOID, None),
        (dispute("2S", "AD KC", trick=15), Verdict.VOID, None),
        (dispute("2S", trick=17), Verdict.VOID, None),
        (dispute("2S", "AD KH", trick=15), Verdict.PROVED, 17),
    ],
)
def test_verdict(made: Dispute, verdict: Verdict, proof: int | None) -> None:
    """A card of the suit led that was still held proves it; nothing else does."""
    assert (made.verdict, made.proof) == (verdict, proof)
    assert made.settled == (verdict is not Verdict.NOT_PROVED)


def test_what_might_have_been_played() -> None:
    """Every card of the suit known to have been held."""
    assert str(dispute("2S", "KH AD", "3H 4C").withheld) == ".K3.."


@pytest.mark.parametrize(
    ("later", "hand", "trick", "code"),
    [
        ("2S", None, 3, "card-twice"),
        ("AD AD", None, 3, "card-twice"),
        ("AH", None, 3, "card-twice"),
        ("AD", "AD", 3, "card-twice"),
        ("2C", None, 3, "not-in-pack"),
        ("", "KD QD JD", 15, "too-many-cards"),
        ("KD QD JD", None, 15, "too-many-cards"),
        ("", None, 0, "no-such-trick"),
        ("", None, 18, "no-such-trick"),
    ],
)
def test_answers_that_cannot_be_true(later: str, hand: str | None, trick: int, code: str) -> None:
    """No card twice, none outside the pack, no more than a hand."""
    with pytest.raises(Impossible) as caught:
        dispute("2S", later, hand, trick=trick, led="AH")
    assert caught.value.code == code


def test_the_left_bower_follows_trump() -> None:
    """With hearts trump, the jack of diamonds owed to hearts is a revoke; to diamonds it is none."""
    hearts = ordering("euchre-a-trois", Suit.HEARTS)
    withheld = Dispute(hearts, 5, 1, Suit.HEARTS, card("9C"), hand=Cards.of([card("JD")]))
    assert withheld.verdict is Verdict.PROVED
    assert Dispute(hearts, 5, 1, Suit.DIAMONDS, card("9C"), hand=Cards.of([card("JD")])).verdict is Verdict.NOT_PROVED
    assert Dispute(hearts, 5, 1, Suit.DIAMONDS, card("JD")).verdict is Verdict.NOT_PROVED
    assert ordering_of(parse("euchre-a-trois")) is None


# --- the interview ------------------------------------------------------------------------------------------------


def asked(*answers: str, language: str = "en", spec: str = "") -> tuple[list[str], list[str], list[str]]:
    """Questions, complaints and conclusion of an interview with these answers."""
    questions: list[str] = []
    complaints: list[str] = []
    given = iter(answers)

    def ask(question: str, about: str) -> str | None:
        questions.append(question)
        return next(given, None)

    interview = Interview(ask, complaints.append, language, parse(spec) if spec else None)
    settled = interview.hold()
    assert next(given, None) is None  # nothing is asked for in vain
    return questions, complaints, list(conclusion(interview.speaker, settled))


def test_proved_by_a_later_trick() -> None:
    """Both tricks are named, and what was legal; nobody gains points."""
    questions, complaints, told = asked(
        "piques-a-trois", "Ana", "3", "hearts", "two of spades", "", "ace of diamonds", "KH"
    )
    assert (len(questions), complaints) == (8, [])
    assert told == [
        "Revoke proved. Trick 3: Ana plays the two of spades on hearts. Trick 5: Ana plays the king of hearts.",
        "Correction: trick 3 is played again with a card that is allowed (hearts: king). "
        "Nobody gains points from a correction.",
    ]


def test_no_trump_where_it_is_played() -> None:
    """Bid Euchre is asked after it: no bower then, so that a jack follows the suit printed on it."""
    questions, complaints, told = asked("Ana", "no trump", "2", "diamonds", "9C", "JH", "JD", spec="bid-euchre")
    assert (questions[1], complaints) == ("What is trump (a suit, or no trump)?", [])
    assert told[0].endswith("Trick 3: Ana plays the jack of diamonds.")
    questions, complaints, _ = asked("Ana", "sans-atout", "pique", "1", "coeur", "9T", "RC", language="fr",
                                     spec="euchre-a-trois")  # fmt: skip
    assert questions[1:3] == ["Quel est l’atout ?"] * 2
    assert complaints == ["sans-atout n’est pas une couleur."]


def test_proved_by_the_hand_in_french() -> None:
    """Cards as a person types them in French, several at once."""
    hands = ("AK, RC ; dame de cœur", "as de carreau, dame de cœur")
    _, complaints, told = asked("Ana", "3", "RC", "2P", *hands, language="fr", spec="piques-a-trois")
    assert complaints == ["Deux fois la même carte : roi de cœur."]
    assert told[0] == "Renonce prouvée. Pli 3 : Ana joue le deux de pique sur cœur. Encore en main : dame de cœur."


def test_complaints_and_new_answers() -> None:
    """What cannot be taken is said, and asked again."""
    questions, complaints, told = asked(
        *("chess", "euchre-a-trois"),
        "",
        *("zut", "pique"),
        *("6", "x", "1"),
        *("zut", "2C", "V T"),
        *("bidule", "9C"),
        *("AK AK", "AK DK DC RC RK", "AK DK"),
        *("9C", "VP"),
        language="fr",
    )
    assert len(complaints) == 10
    assert told[0].startswith("Renonce prouvée. Pli 1 : la place en cause joue le neuf de cœur sur pique.")
    assert "valet de pique" in told[0]
    assert questions.count(questions[0]) == 2


def test_no_revoke() -> None:
    """Following ends it at once; so does a hand known in full; an end of input leaves it open."""
    _, _, told = asked("Ana", "3", "cœur", "RC", language="fr", spec="piques-a-trois")
    assert told == ["Pas de renonce : le roi de cœur fournit à cœur."]
    _, _, told = asked("Ana", "16", "cœur", "2P", "AK", language="fr", spec="piques-a-trois")
    assert told == ["Pas de renonce : la main de cette place est entièrement connue, sans cœur."]
    _, _, told = asked("Ana", "3", "cœur", "2P", language="fr", spec="piques-a-trois")
    assert told == ["Renonce non prouvée : aucune carte à cœur n’a été montrée. Le pli 3 reste comme il est."]


def test_two_readings_are_asked_back() -> None:
    """An English table has two meanings for ``RC``."""
    _, complaints, _ = asked("Ana", "3", "hearts", "RC", "KH", spec="piques-a-trois")
    assert complaints == ["RC may be read as: king of clubs / king of hearts."]


def test_questions_that_need_an_answer() -> None:
    """The input may not end before the card in question."""
    answers = ("piques-a-trois", "Ana", "3", "hearts")
    for count in range(len(answers) + 1):
        with pytest.raises(Unanswered):
            asked(*answers[:count])


# --- the command --------------------------------------------------------------------------------------------------


def test_the_command(atout: Atout) -> None:
    """A revoke is a fault, exit code 1; without one 0; the rules may stand on the command line."""
    said = atout("check", "--ask", "piques-a-trois", stdin="Ana\n3\ncœur\n2P\n\nAK\nRC\n")
    assert said.code == 1
    assert said.out.count("\n") == 9
    assert atout("check", "--ask", "piques-a-trois", stdin="Ana\n3\ncœur\n2P\n").code == 0
    said = atout("check", "--ask", "--json", "piques-a-trois", stdin="Ana\n3\ncœur\n2P\nRC\n")
    assert said.json == [
        {"verdict": "proved", "trick": 3, "suit": "H", "card": "2S", "later": None, "legal": ["KH"]},
    ]
    assert "Numéro du pli" in said.err


@pytest.mark.parametrize(("words", "stdin"), [((), ""), (("piqe",), ""), (("pique",), "Ana\n3\n"), ((), b"\xff\xff\n")])
def test_the_command_without_answers(words: tuple[str, ...], stdin: str | bytes, atout: Atout) -> None:
    """No answer, wrong rules or junk: exit code 2."""
    said = atout("check", "--ask", *words, stdin=stdin)
    assert said.code == 2
    assert "Traceback" not in said.err
