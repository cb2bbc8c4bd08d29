"""Actions and their tokens, events and the actions they record."""

import pytest

from atout.actions import (
    Accept,
    Action,
    Adjust,
    Bid,
    Claim,
    DefendAlone,
    Discard,
    Drop,
    Illegal,
    Keep,
    Misdeal,
    Moon,
    Name,
    Order,
    Pass,
    Play,
    Refusal,
    Reject,
    Settle,
    Stay,
    Swap,
    Toss,
    Void,
    parse,
)
from atout.cards import NO_TRUMP, Card, Cards, Suit
from atout.events import Adjusted, DealVoid, Event, MatchOver, VoidReason
from atout.families import new_match
from atout.families import parse as parse_spec
from atout.testing import TOKENS

ACE = Card.from_token("AS")


@pytest.mark.parametrize(
    ("token", "action", "section"),
    [
        ("keep", Keep(), "draws"),
        ("toss", Toss(), "draws"),
        ("misdeal", Misdeal(), "bids"),
        ("0", Bid(0), "bids"),
        ("17", Bid(17), "bids"),
        ("pass", Pass(), "calls"),
        ("order", Order(), "calls"),
        ("order-alone", Order(alone=True), "calls"),
        ("H", Name(Suit.HEARTS), "calls"),
        ("NT", Name(NO_TRUMP), "calls"),
        ("S-alone", Name(Suit.SPADES, alone=True), "calls"),
        ("moon", Moon(), "bids"),
        ("defend-alone", DefendAlone(), "calls"),
        ("stay", Stay(), "calls"),
        ("drop", Drop(), "calls"),
        ("swap:TS,9S,9H", Swap(Cards.of(map(Card.from_token, ("TS", "9S", "9H")))), "calls"),
        ("-9C", Discard(Card.from_token("9C")), "calls"),
        ("-?", Discard(None), "calls"),
        ("AS", Play(ACE), ""),
        ("claim", Claim(), ""),
        ("claim:AS,9C", Claim(Cards.of([ACE, Card.from_token("9C")])), ""),
        ("accept", Accept(), ""),
        ("reject", Reject(), ""),
        ("settled:7,6,4", Settle((7, 6, 4)), "settled"),
        ("void", Void(), "settled"),
    ],
)
def test_every_action_has_one_token(token: str, action: Action, section: str) -> None:
    assert parse(token) == action
    assert str(action) == token
    assert next(iter(action.sections), "") == section
    assert action.by_house == (section == "settled")


def test_nil_is_another_word_for_zero() -> None:
    assert parse("nil") == Bid(0)


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_print_as_they_parse(token: str) -> None:
    assert str(parse(token)) == token


@pytest.mark.parametrize(
    "token",
    [
        *("", " ", "as", "10H", "53", "-1", "007", "+5", "⑤", "nil ", "Pass", "-", "--AS", "alone", "pass-alone"),
        *("settled:", "settled:7,", "settled:-1", "settled:100", "settled:٣", "claim:", "claim:XX", "claim:AS KS"),
    ],
)
def test_what_is_not_an_action(token: str) -> None:
    with pytest.raises(ValueError, match=r"not an action|not a card"):
        parse(token)


def test_a_refusal_is_short() -> None:
    refusal = Refusal("must-follow", 2, Play(ACE))
    assert str(refusal) == "must-follow, seat 2"
    assert str(Illegal(refusal)) == "must-follow: seat 2, AS"


def test_events_name_the_action_they_record() -> None:
    assert Adjusted(1, -10, "late").action == Adjust(1, -10, "late")
    assert DealVoid(VoidReason.THROWN_IN).action == Void()
    assert DealVoid(VoidReason.MISDEAL).action is None
    assert MatchOver((0,)).action is None


def test_an_action_of_the_house_nobody_knows() -> None:
    class Strange(Action, frozen=True):
        by_house = True

    with pytest.raises(ValueError, match="not an action of the house"):
        new_match(parse_spec("pique")).refusal(0, Strange())


def test_an_event_nobody_knows_changes_nothing() -> None:
    class Strange(Event, frozen=True):
        pass

    from atout import Table

    match = Table("pique", seed=1).match
    assert match.evolve(Strange()) == match
