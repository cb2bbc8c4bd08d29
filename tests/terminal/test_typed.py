"""Typed input: what each form means, what is asked back, and that whatever a prompt offers can be typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.terminal.session import Game, short

from atout.actions import Accept, Bid, Claim, Discard, Keep, Misdeal, Name, Order, Pass, Play, Reject, Toss
from atout.cards import ALL_CARDS, BIG_JOKER, Card, Suit
from atout.commands import BY_NAME, HOSTING, LINE, Command
from atout.families import PROFILES
from atout.match import Match
from atout.say import LANGUAGES, Speaker
from atout.sentences import action_text
from atout.table import Table
from atout.typed import Reading, Request, typed


def position(hand: str, led: str = "", spec: str = "piques-a-trois", more: str = '[Bids "5 6 4"] [Open yes]') -> Match:
    """A view of seat 1 in play, with a hand of its own and unseen others."""
    cards = len(hand.replace(".", ""))
    leader = 3 if led else 1
    text = (
        f'[Rules "{spec}"]\n[Deal 1] [Dealer 3]\n{more} [Won "0 0 0"] [Leader {leader}]\n'
        f'[Hands "{hand} ?{cards} ?{cards}"]\n{led}\n'
    )
    return Table.from_record(text).view(1)


def naming() -> Match:
    """A view of seat 1 while trump is being named; the turned card was a diamond."""
    text = (
        '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "AK.AK...9 ? ?"]\n[Stock "9D ?8"]\n'
        "calls: pass pass pass\n"
    ).replace("AK.AK...9", "AK.AK..9")
    return Table.from_record(text).view(1)


def discarding() -> Match:
    """A view of seat 1, the dealer, who has taken the nine of hearts up."""
    text = '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 1]\n[Hands "K.K.AK.9 ? ?"]\n[Stock "9H ?8"]\ncalls: order\n'
    return Table.from_record(text).view(1)


def bidding() -> Match:
    """A view of seat 1 before its bid."""
    text = '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "AKQJT98765432.AK.9.7 ? ?"]\n'
    return Table.from_record(text).view(1)


def card(token: str) -> Play:
    return Play(Card.from_token(token))


# The hand holds what an ambiguous text may mean, so that the rules do not decide for it.
WIDE = position("AK.KQT.KQT9.KQJT94")


def read(text: str, language: str = "fr", view: Match = WIDE) -> tuple[Reading, ...]:
    return typed(language).read(text, view, 1)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("9K", "9D"),
        ("9T", "9C"),
        ("T9", "9C"),
        ("K9", "9D"),
        ("rc", "KH"),
        ("10c", "TH"),
        ("C10", "TH"),
        ("10 C", "TH"),
        ("A♠", "AS"),
        ("♠A", "AS"),
        ("♠️ A", "AS"),
        ("as de pique", "AS"),
        ("L’AS DE PIQUE", "AS"),
        ("l'as de pique", "AS"),
        ("dame de cœur", "QH"),
        ("Dame de coeur", "QH"),
        ("joue le dix de carreau", "TD"),
        ("neuf trèfle", "9C"),
        ("R de trefle", "KC"),
        ("9 de trèfle", "9C"),
        ("vt", "JC"),
        ("tv", "JC"),
        ("DK", "QD"),
        ("DC", "QH"),
        ("JS", "JS"),
        ("=9C", "9C"),
        ("=9c", "9C"),
        ("= AS", "AS"),
    ],
)
def test_cards_in_french(text: str, token: str) -> None:
    """One reading each, in the language's letters, in words, with symbols, or as a token."""
    assert read(text) == (card(token),)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("9C", "9C"),
        ("c9", "9C"),
        ("KH", "KH"),
        ("th", "TH"),
        ("10h", "TH"),
        ("td", "TD"),
        ("A♠", "AS"),
        ("ace of spades", "AS"),
        ("Queen of Hearts", "QH"),
        ("play the ten of diamonds", "TD"),
        ("9 clubs", "9C"),
        ("J of clubs", "JC"),
        ("VT", "JC"),
        ("=9C", "9C"),
    ],
)
def test_cards_in_english(text: str, token: str) -> None:
    """The same in English, whose letters mean other suits."""
    assert read(text, "en") == (card(token),)


def test_canadian_letters() -> None:
    """Canadian French writes A K Q J, with French suits: there the king of hearts is not asked back."""
    assert read("KC", "fr-CA") == (card("KH"),)
    assert read("QK", "fr-CA") == (card("QD"),)


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        ("fr", "KD", {"KD", "QD"}),
        ("fr", "KC", {"KH", "KC"}),
        ("fr", "KT", {"KC", "TD"}),
        ("fr", "CT", {"TH", "TC"}),
        ("fr", "roi", {"KS", "KH", "KD", "KC"}),
        ("fr", "pique", {"AS", "KS"}),
        ("en", "DK", {"QD", "KD"}),
        ("en", "DC", {"QH", "QC"}),
        ("en", "hearts", {"KH", "QH", "TH"}),
    ],
)
def test_several_readings(language: str, text: str, tokens: set[str]) -> None:
    """What may mean several cards that may be played is never guessed."""
    assert set(map(str, read(text, language))) == tokens


def test_rules_decide_an_ambiguous_text() -> None:
    """Of two readings the only one that is allowed is meant; a clear text is refused instead."""
    follow = position("AK.KQT.KQT9.KQJT94", led="3: 9H AH".replace(" AH", ""))
    assert read("KC", view=follow) == (card("KH"),)
    assert read("roi", view=follow) == (card("KH"),)
    assert read("9T", view=follow) == (card("9C"),)  # clear, and not allowed: to be refused
    assert len(read("pique", view=follow)) == 1  # all refused: one refusal says it
    assert isinstance(read("pique", view=follow)[0], Play)


def test_ace_or_letters() -> None:
    """*as* is an ace in French, and A, S the ace of spades in English letters."""
    both = position("A.A.KQ.K")
    assert set(map(str, read("as", view=both))) == {"AS", "AH"}
    assert read("as", view=position("A.K.KQ.K")) == (card("AS"),)


def test_bids() -> None:
    """Numbers in figures and words; nil by its names; minus signs of both kinds are read, to be refused."""
    view = bidding()
    for text in ("5", "cinq", "5 plis", "annonce 5", "j’annonce cinq plis", "b 5", "B 5", "=5"):
        assert read(text, view=view) == (Bid(5),)
    for text in ("0", "nil", "zéro", "ZERO", "nul", "=nil", "annoncer nil"):
        assert read(text, view=view) == (Bid(0),)
    assert read("dix-sept", view=view) == (Bid(17),)
    assert read("dix sept", view=view) == (Bid(17),)
    assert read("seventeen tricks", "en", view) == (Bid(17),)
    assert read("-3", view=view) == read("−3", view=view) == (Bid(-3),)
    assert read("neuf", view=view) == (Bid(9),)  # also the rank of a card in hand
    assert read("neuf") == (card("9D"), card("9C"))


def test_naming_trump() -> None:
    """While trump is being named a bare letter is a suit; a slash still makes it a command."""
    view = naming()
    for text in ("C", "c", "cœur", "Coeur", "nommer cœur atout", "atout cœur", "=H"):
        assert read(text, view=view) == (Name(Suit.HEARTS),)
    assert read("T", view=view) == (Name(Suit.CLUBS),)
    assert read("C", "en", view) == (Name(Suit.CLUBS),)
    assert read("S", "en", view) == (Name(Suit.SPADES),)
    assert read("S", view=view) == (Request(BY_NAME["scores"]),)  # no suit in French
    assert read("/c", view=view) == (Request(BY_NAME["table"]),)
    assert read("passe", view=view) == (Pass(),)
    assert read("K", view=view) == (Name(Suit.DIAMONDS),)  # refused: it was turned down


def test_discards() -> None:
    """In the dealer's discard a card alone is the discard; with a minus sign it is one anywhere."""
    view = discarding()
    nine = Discard(Card.from_token("9C"))
    for text in ("9T", "-9T", "−9T", "neuf de trèfle", "écarter 9T", "se défausser du neuf de trèfle", "=-9C", "=−9c"):
        assert read(text, view=view) == (nine,)
    assert set(map(str, read("roi", view=view))) == {"-KS", "-KH", "-KD"}
    assert read("-9T") == (nine,)


def test_calls_and_answers() -> None:
    """Words of calls, draws and answers; one word may serve two questions, the one that is due decides."""
    assert read("je passe") == read("passer") == (Pass(),)
    assert read("prends") == read("commande") == read("je commande") == (Order(),)
    assert read("order it up", "en") == read("take it", "en") == read("pick it up", "en") == (Order(),)
    assert read("maldonne") == (Misdeal(),)
    drawing = Table("pique players=2", seed=1)
    seat = drawing.turn or 0
    view = drawing.view(seat)
    assert typed("fr").read("garder", view, seat) == typed("fr").read("garde la carte", view, seat) == (Keep(),)
    assert typed("fr").read("refuser", view, seat) == (Toss(),)
    assert read("oui") == (Accept(),)
    claimed = position("A.K.KQ.K")
    claimed = claimed.evolve(claimed.decide(1, Claim())[0])
    assert typed("fr").read("refuser", claimed, 2) == (Reject(),)


def test_commands() -> None:
    """Keys and words, in any case, bare or after a slash; a key with a word after it only where it takes one."""
    table, bids = Request(BY_NAME["table"]), BY_NAME["bids"]
    for text in ("c", "C", "/c", "/C", "/table", "/tapis", "tapis", "/table "):
        assert read(text) == (table,)
    assert read("/undo") == read("/annuler") == read("annuler") == (Request(BY_NAME["undo"]),)
    assert read("?") == read("/?") == read("aide") == read("/help") == (Request(BY_NAME["help"]),)
    assert read("? b") == read("?b") == read("aide annonces") == (Request(BY_NAME["help"], bids),)
    assert read("/répéter") == read("/repeter") == (Request(BY_NAME["repeat"]),)
    assert read("abattre") == read("/claim") == read("j’abats") == (Claim(),)
    assert read("/c b") == read("/9T") == read("/") == ()


@pytest.mark.parametrize(
    "text", ["", " ", "=", "=xyz", "xyz", "99999", "🂡", "9", "…", "(", "\x00", "de", "pique pique"]
)
def test_nothing_to_read(text: str) -> None:
    """What has no reading has none, and breaks nothing."""
    assert read(text) in ((), (Bid(9),))


@given(st.text(max_size=30), st.sampled_from(LANGUAGES))
def test_any_text(text: str, language: str) -> None:
    """No text breaks the reader, and no text has an illegal reading beside a legal one."""
    readings = read(text, language)
    if len(readings) > 1:
        assert all(isinstance(reading, Request) or WIDE.refusal(1, reading) is None for reading in readings)


def views(spec: str, seed: int = 5) -> Iterator[tuple[Match, int]]:
    """Every decision of a person's first deal."""
    game = Game(spec, seed)
    while game.table.match.number == 1 and not game.table.over:
        yield game.view, game.seat
        game.act(game.person.act(game.view, game.seat))


@pytest.mark.parametrize(
    "spec", [f"{profile.name} players={n}" for profile in PROFILES.values() for n in profile.players]
)
def test_what_is_offered_can_be_typed(spec: str) -> None:
    """The name of every legal action, its short form and its token are read as that action, in every language."""
    for view, seat in views(spec):
        for action in view.legal(seat):
            for language in LANGUAGES:
                reader = typed(language)
                named = action_text(Speaker(language, pack=view.rules.pack), action, view, seat)
                for text in (named, short(language, action), f"={action}"):
                    assert reader.read(text, view, seat) == (action,), (language, text)


def test_a_bower_by_its_full_name() -> None:
    """The left bower is offered, and read, as what it is."""
    view = position("..J.", spec="euchre-a-trois", more="[Maker 1] [Trump H] [Alone no]")
    jack = card("JD")
    assert action_text(Speaker("fr"), jack, view, 1) == "valet de carreau, valet gauche"
    assert read("valet de carreau, valet gauche", view=view) == (jack,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card(language: str) -> None:
    """Every card by its full name and by its corner."""
    for each in ALL_CARDS:
        assert read(Speaker(language).card(each), language) == (Play(each),)
        if each.suit is not None:
            assert read(short(language, Play(each)), language) == (Play(each),)
            assert read(Speaker(language).index(each), language) == (Play(each),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_british_the_benny_by_both_its_names(language: str) -> None:
    """As the only joker of its pack, and as any pack's: played, laid away, and away from any table."""
    text = (
        '[Rules "euchre-britannique"]\n[Deal 1] [Dealer 1]\n[Hands "K.K.A.9+BJ ?5 ?5 ?5"] [Stock "9H ?4"]\n'
        "calls: pass pass pass order\n"
    )
    laying = Table.from_record(text).view(1)
    for name in ("Benny", Speaker(language).card(BIG_JOKER)):
        assert typed(language).cards(name) == (BIG_JOKER,)
        assert read(name, language, laying) == (Discard(BIG_JOKER),)
        assert read(name, language) == (Play(BIG_JOKER),)


@pytest.mark.parametrize("commands", [LINE, HOSTING])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_calls_two_commands(language: str, commands: tuple[Command, ...]) -> None:
    """Words and keys of commands are all different, and none is also an action's."""
    words = [word for command in commands for word in {command.name, *command.words(language), *command.keys}]
    assert len(words) == len(set(words))
    for command in commands:
        wanted = (command.action or Request(command),)
        for word in (*command.words(language), *command.keys):
            assert typed(language, commands).read(word, WIDE, 1) == wanted
        assert command.help(Speaker(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_after_a_command(language: str) -> None:
    """It is left as it was typed; at a table of one's own there is nobody to talk to."""
    word = BY_NAME["chat"].words(language)[0]
    reader = typed(language, HOSTING)
    said = Request(BY_NAME["chat"], text="Ça va, = 9C ?")
    assert reader.read(f"  /{word.upper()}  Ça va, = 9C ? ", WIDE, 1) == (said,)
    assert reader.read(f"/{word}", WIDE, 1) == (Request(BY_NAME["chat"]),)
    assert typed(language).read(f"/{word} 9C", WIDE, 1) == ()
