"""Records and proofs of stored tables: what is over is told and proved, what is not stays a secret."""

from __future__ import annotations

import pytest
from tests.server.facts import TABLE, Playing, seed_of

from atout import Table
from atout.families import parse
from atout.proofs import check
from atout.server.archive import matches, proofs
from atout.server.facts import Acted, Sealed, Undone
from atout.testing import tables


@pytest.mark.parametrize("rules", tables())
def test_deals_that_are_over_are_proved(rules: str) -> None:
    """Each with its record, which agrees; the running one is not, and its seed is nowhere."""
    playing = Playing(rules, parse(rules).players)
    playing.play(2)
    playing.deal()
    playing.act()
    (match,) = matches(playing.stored)
    proof = match.proof()
    assert [deal.number for deal in proof.deals] == [1, 2]
    assert proof.table == TABLE
    assert all(verdict.verified for verdict in check(proof))
    for seat in range(playing.ledger.rules.players + 1):
        record = match.record(seat)
        assert all(verdict.verified for verdict in check(proof, record))
        assert seed_of(3).hex() not in record
        assert Table.from_record(record).view(seat) == playing.ledger.views[seat]
    assert seed_of(2).hex() in repr(proof)
    assert seed_of(3).hex() not in repr(proof)


def test_what_one_may_not_know_is_not_in_a_record() -> None:
    """In the middle of a deal a record holds the hand of its seat, and no other."""
    playing = Playing("piques-a-trois", 3)
    playing.deal()
    (match,) = matches(playing.stored)
    hand = playing.ledger.match.hand
    assert hand is not None
    hands = [str(holding.sure) for holding in hand.board.holdings]
    assert hands[0] in match.record(1)
    assert not any(other in match.record(1) for other in hands[1:])
    assert not any(other in match.record(0) for other in hands)
    assert match.proof().deals == ()


def test_every_match_has_its_own_proof() -> None:
    """After a rematch deals are numbered anew, and committed to under another name."""
    playing = Playing("euchre-a-trois", 3)
    playing.play(2)
    playing.rematch()
    playing.play()
    first, second = matches(playing.stored)
    assert (first.label, second.label) == (TABLE, f"{TABLE}/2")
    assert [len(match.proof().deals) for match in (first, second)] == [2, 1]
    assert all(verdict.verified for match in (first, second) for verdict in check(match.proof()))


def test_what_was_taken_back_never_happened() -> None:
    """An undo leaves no trace in the record, and the deal is proved once."""
    playing = Playing("piques-a-trois", 3)
    playing.deal()
    while playing.ledger.match.turn != 1:
        playing.act()
    playing.act()
    playing.add(Undone(1))
    while playing.ledger.in_deal:
        playing.act()
    (match,) = matches(playing.stored)
    assert Table.from_record(match.record()).match.standing == playing.ledger.match.standing
    assert [verdict.verified for verdict in check(match.proof())] == [True]


def test_a_table_before_its_first_deal() -> None:
    """Nothing to prove, and nothing to tell but the seats."""
    playing = Playing("pique", 4)
    playing.add(Sealed(seed_of(1).hex()))
    (match,) = matches(playing.stored)
    assert match.proof().deals == ()
    assert (
        match.record(1) == '[Rules "pique"]\n[Seat 1 "Ana"] [Seat 2 "bot:casual"] [Seat 3 "bot:casual"] '
        '[Seat 4 "bot:casual"]\n'
    )


def test_a_deal_without_a_count_keeps_its_secret() -> None:
    """When all have passed, the cards stay hidden until the match is over; so do the seeds. Then all is proved."""
    playing = Playing("euchre-a-trois target=3", 3)
    playing.deal()
    while playing.ledger.in_deal:
        assert playing.ledger.match.turn is not None
        playing.add(Acted(playing.ledger.match.turn, "pass"))
    playing.play()
    (match,) = matches(playing.stored)
    assert [deal.number for deal in match.proof().deals] == [2]
    assert seed_of(1).hex() not in repr(match.proof())
    while not playing.ledger.match.over:
        playing.play()
    (match,) = matches(playing.stored)
    proved = [deal.number for deal in match.proof().deals]
    assert proved == list(range(1, len(proved) + 1))
    assert all(verdict.verified for verdict in check(match.proof()))
    assert proofs(playing.stored) == match.deals
