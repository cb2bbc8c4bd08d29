"""Options of Spades that do not go together (R14): each refused with the field and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atout.options import RulesError
from atout.spades.groups import (
    BLIND_BEHIND,
    LEAST_SUICIDE_BID,
    TEN,
    TWO_OF_CLUBS,
    Contract,
    DoubleNil,
    FirstLead,
    Looking,
    MisdealClaim,
)

if TYPE_CHECKING:
    from atout.spades.rules import SpadesRules


def validate(rules: SpadesRules) -> None:
    """Raises ``RulesError`` for the first conflict."""
    _layout(rules)
    _dealing(rules)
    _pairs(rules)
    _bidding(rules)
    _forced(rules)
    _blind(rules)
    _scoring(rules)


def _layout(rules: SpadesRules) -> None:
    layout, drawn = rules.layout, rules.dealing.draw is not None
    if drawn != (layout.players == 2):
        raise RulesError("draw", "draw-needs-two", players=layout.players)
    if (rules.dealing.draw_shown is not None) != drawn:
        raise RulesError("draw_shown", "draw-needs-two", players=layout.players)
    foreign = layout.removed - rules.whole_pack
    if foreign:
        raise RulesError("removed", "not-in-pack", card=next(iter(foreign)))
    pack = len(rules.pack)
    if pack % (layout.players * (2 if drawn else 1)) or not pack:
        raise RulesError("removed", "pack-does-not-divide", cards=pack, players=layout.players)
    if layout.players in (3, 5) and layout.removed & rules.whole_spades:
        raise RulesError("removed", "spade-removed", players=layout.players)
    if rules.leading.first_lead is FirstLead.TWO_OF_CLUBS:
        if drawn:
            raise RulesError("first_lead", "lead-with-draw", card=TWO_OF_CLUBS)
        if TWO_OF_CLUBS not in rules.pack:
            raise RulesError("first_lead", "not-in-pack", card=TWO_OF_CLUBS)


def _dealing(rules: SpadesRules) -> None:
    dealing, players = rules.dealing, rules.players
    if dealing.draw and dealing.look is Looking.TURN:
        raise RulesError("look", "look-with-draw")
    if dealing.misdeal is not MisdealClaim.NO:
        if dealing.draw:
            raise RulesError("misdeal", "misdeal-with-draw")
        if players > 4:
            raise RulesError("misdeal", "misdeal-too-often", players=players, percent=(35, 68)[players - 5])


def _pairs(rules: SpadesRules) -> None:
    bidding, scoring = rules.bidding, rules.scoring
    if rules.layout.paired:
        return
    for field, wanted in (
        ("suicide", bidding.suicide),
        ("min_pair_bid", bidding.min_pair_bid is not None),
        ("nil_pass", bidding.nil_pass > 0),
        ("double_nil", scoring.double_nil is DoubleNil.JOINT),
        ("contract", scoring.contract is Contract.EACH),
        ("nil_failed_helps", scoring.nil_failed_helps),
    ):
        if wanted:
            raise RulesError(field, "needs-pairs")


def _bidding(rules: SpadesRules) -> None:
    bidding = rules.bidding
    if bidding.max_bid is not None and bidding.max_bid > rules.cards_each:
        raise RulesError("max_bid", "more-than-cards", cards=rules.cards_each)
    if bidding.suicide and rules.highest_bid < LEAST_SUICIDE_BID:
        raise RulesError("max_bid", "less-than-suicide", least=LEAST_SUICIDE_BID)
    # the last of two partners may have to bid all of it, and no-hell may forbid that very number
    most = rules.highest_bid - bidding.no_hell
    if bidding.min_pair_bid is not None and bidding.min_pair_bid > most:
        raise RulesError("min_pair_bid", "more-than-bids", most=most)


def _forced(rules: SpadesRules) -> None:
    """Mirror and whiz, where the hand says what is bid."""
    bidding, spades = rules.bidding, len(rules.spades)
    if not bidding.by_hand:
        return
    if bidding.mirror and bidding.whiz:
        raise RulesError("whiz", "whiz-with-mirror")
    field = "mirror" if bidding.mirror else "whiz"
    for other, wanted in (("suicide", bidding.suicide), ("min_pair_bid", bidding.min_pair_bid is not None)):
        if wanted:
            raise RulesError(field, "bids-not-free", other=other)
    most = min(spades, rules.cards_each)
    if rules.highest_bid < most:
        raise RulesError("max_bid", "less-than-spades", least=most)
    all_told = bidding.mirror and not rules.dealing.draw
    if bidding.no_hell and (spades == rules.cards_each if all_told else spades >= rules.cards_each):
        raise RulesError(field, "mirror-with-no-hell", cards=rules.cards_each)


def _blind(rules: SpadesRules) -> None:
    bidding = rules.bidding
    for field, wanted in (("nil_pass", bidding.nil_pass > 0), ("blind_behind", bidding.blind_behind != BLIND_BEHIND)):
        if wanted and not bidding.blind_nil:
            raise RulesError(field, "only-with-blind")
    if bidding.nil_pass > rules.cards_each:
        raise RulesError("nil_pass", "more-than-cards", cards=rules.cards_each)
    if not bidding.blind_nil:
        return
    if rules.dealing.draw:
        raise RulesError("blind_nil", "blind-with-draw")
    if bidding.mirror:
        raise RulesError("blind_nil", "blind-with-mirror")


def _scoring(rules: SpadesRules) -> None:
    scoring = rules.scoring
    if scoring.quicksand and scoring.bags is not None:
        raise RulesError("bags", "bags-with-quicksand")
    together = len(rules.sides[0]) if scoring.contract is Contract.SUM and not rules.bidding.suicide else 1
    if scoring.ten_for_200 and rules.highest_bid * together < TEN:
        raise RulesError("ten_for_200", "less-than-ten", most=rules.highest_bid * together)
    if scoring.quicksand and scoring.ten_for_200:
        raise RulesError("ten_for_200", "ten-with-quicksand")
