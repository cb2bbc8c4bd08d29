"""What things are worth at a Spades table: every figure is the scorer's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Bid
from atout.rulesbook.author import Author
from atout.rulesbook.document import Block
from atout.scoring import ScoreLine, SideScore, Standing
from atout.sentences import score_line
from atout.spades.bidding import refuse_bid
from atout.spades.groups import HARD_BEYOND, LEAST_SUICIDE_BID, Contract, DoubleNil
from atout.spades.rules import SpadesRules
from atout.spades.score import score

Results = tuple[tuple[int, int], ...]
"""Tricks bid and tricks won by each player of a side."""


class Case(Struct, frozen=True):
    """Something that can happen to a side: its results, and its bags and total before the deal."""

    results: Results
    bags: int = 0
    total: int = 0
    blind: bool = False
    """Whether the first player has bid nil before looking."""


def scored(rules: SpadesRules, case: Case) -> SideScore:
    """The count of a side in a case."""
    bids, won = [1] * rules.players, [0] * rules.players
    for seat, result in zip(rules.sides[0], case.results, strict=True):
        bids[seat - 1], won[seat - 1] = result
    others = (0,) * (len(rules.sides) - 1)
    standing = Standing((case.total, *others), (case.bags, *others))
    blind = rules.sides[0][:1] if case.blind else ()
    return score(rules, tuple(bids), tuple(won), standing, blind)[0]


def _line(rules: SpadesRules, code: str, case: Case) -> ScoreLine:
    """The line of a count; one of 0 points if there is none."""
    lines = (line for line in scored(rules, case).lines if line.code == code)
    return next(lines, ScoreLine(code, 0, 1, rules.sides[0]))


def _all(rules: SpadesRules, bid: int, won: int, *first: tuple[int, int], bags: int = 0) -> Case:
    """A case in which the first players of the side have results of their own, and the others all the same."""
    return Case((*first, *((bid, won),) * (len(rules.sides[0]) - len(first))), bags)


def _ten(rules: SpadesRules) -> Results:
    """A contract of ten tricks, made."""
    if len(rules.sides[0]) == 1 or rules.bidding.suicide:
        return ((10, 10), (0, 0))[: len(rules.sides[0])]
    return ((10, 10), (1, 1)) if rules.scoring.contract is Contract.EACH else ((5, 5), (5, 5))


def worth(rules: SpadesRules) -> dict[str, int]:
    """The points of each thing that can be counted at a table, by the name of its row, in the order of the page."""

    def each(code: str, case: Case) -> int:
        line = _line(rules, code, case)
        return line.points // line.count

    def once(code: str, case: Case) -> int:
        return _line(rules, code, case).points

    scoring, beyond = rules.scoring, HARD_BEYOND[rules.players]
    rows = {
        "contract": each("contract", _all(rules, 2, 2)),
        "overtricks": each("overtricks", _all(rules, 2, 3)),
        "set": each("set", _all(rules, 2, 1)),
        "nil": once("nil", _all(rules, 2, 2, (0, 0))),
        "nil_failed": once("nil_failed", _all(rules, 2, 2, (0, 1))),
    }
    if rules.bidding.blind_nil:
        for code, won in (("blind_nil", 0), ("blind_nil_failed", 1)):
            rows[code] = once(code, replace(_all(rules, 2, 2, (0, won)), blind=True))
    if scoring.ten_for_200:
        ten = _ten(rules)
        rows |= {"ten": once("contract", Case(ten)), "ten_set": once("set", Case(tuple((bid, 0) for bid, _ in ten)))}
    if not scoring.nil_failed_helps:
        rows["nil_bags"] = each("nil_bags", _all(rules, 2, 2, (0, 1)))
    if scoring.double_nil is DoubleNil.JOINT:
        for failed in (0, 1, 2):
            rows[f"double_nil_{failed}"] = once("double_nil", Case(((0, failed > 0), (0, failed > 1))))
    if scoring.exact and not rules.bidding.suicide:  # which leaves no contract of 1 or 2
        rows["exact"] = once("exact", _all(rules, 1, 1))
    if scoring.hard:
        rows["hard"] = each("hard", _all(rules, beyond + 1, beyond + 1))
    if scoring.bags:
        rows["bag_penalty"] = once("bag_penalty", _all(rules, 1, 1, (1, 2), bags=scoring.bags.size - 1))
    return rows


def worth_table(author: Author[SpadesRules]) -> Block:
    """What each thing is worth."""
    return author.table(
        "worth",
        ((author.text(f"worth.{name}"), author.signed(points)) for name, points in worth(author.rules).items()),
        figures=(1,),
    )


# --- examples ---------------------------------------------------------------------------------------------------------

_SOLO: Final[tuple[Results, ...]] = (((5, 7),), ((6, 6),), ((4, 4),), ((4, 6),), ((4, 3),), ((0, 0),), ((0, 2),))
_PAIR: Final[tuple[Results, ...]] = (
    ((4, 4), (3, 3)),
    ((3, 5), (2, 3)),
    ((2, 2), (2, 1)),
    ((0, 0), (4, 3)),
    ((0, 1), (4, 5)),
    ((0, 1), (4, 3)),
    ((0, 0), (0, 0)),
    ((0, 0), (0, 3)),
    ((0, 1), (0, 1)),
)
_SOLO_QUICKSAND: Final[tuple[Results, ...]] = (((7, 9),), ((6, 4),), ((5, 5),), ((1, 8),))
_PAIR_QUICKSAND: Final[tuple[Results, ...]] = (((4, 5), (3, 4)), ((3, 2), (3, 2)), ((1, 4), (4, 4)))
_SOLO_EXACT: Final[tuple[Results, ...]] = (((1, 1),), ((2, 2),), ((2, 3),))
_PAIR_EXACT: Final[tuple[Results, ...]] = (((0, 1), (2, 2)), ((1, 1), (1, 1)), ((1, 2), (1, 1)))


def cases(rules: SpadesRules) -> Iterator[Case]:
    """What is worth counting as an example at a table, as far as it can happen there."""
    yield from (Case(results) for results in dict.fromkeys(_results(rules)) if _possible(rules, results))
    limit = rules.scoring.bags
    if not limit or rules.bidding.suicide:
        return
    almost = limit.size - 1
    if rules.bidding.blind_nil:
        yield from (replace(_all(rules, 4, 4, (0, won)), blind=True) for won in (0, 2))
    yield _all(rules, 2, 2, (5, 7), bags=almost)
    yield _all(rules, 2, 2, (0, 2), bags=almost)
    if not rules.layout.paired:
        yield Case(((4, 6),), almost, -35)
        yield Case(((5, rules.cards_each),), almost)


def _results(rules: SpadesRules) -> Iterator[Results]:
    scoring, paired, beyond = rules.scoring, rules.layout.paired, HARD_BEYOND[rules.players]
    yield from _PAIR if paired else _SOLO
    if scoring.ten_for_200:
        yield _ten(rules)
    if scoring.quicksand:
        yield from _PAIR_QUICKSAND if paired else _SOLO_QUICKSAND
    if scoring.exact:
        yield from _PAIR_EXACT if paired else _SOLO_EXACT
    if scoring.hard and paired:
        yield (beyond - 2, beyond - 1), (4, 4)
    elif scoring.hard:
        yield from (((beyond + 1, beyond + 1),), ((beyond + 1, beyond + 2),))


def _possible(rules: SpadesRules, results: Results) -> bool:
    """Whether a side may bid so and win so many tricks."""
    bids = [bid for bid, _ in results]
    if max(bids) > rules.highest_bid or sum(won for _, won in results) > rules.cards_each:
        return False
    if rules.layout.paired and sum(bids) < (rules.bidding.min_pair_bid or 0):
        return False
    return not rules.bidding.suicide or (0 in bids and all(bid == 0 or bid >= LEAST_SUICIDE_BID for bid in bids))


def cases_table(author: Author[SpadesRules]) -> Block:
    """Examples with their whole count."""
    columns = 3 if author.rules.counts_bags else 2
    rows = (_row(author, case)[:columns] for case in cases(author.rules))
    return author.table("cases", rows, figures=(1, 2))


def _row(author: Author[SpadesRules], case: Case) -> tuple[str, ...]:
    result = scored(author.rules, case)
    one, *partner = (author.text("cases.bid", bid=b, won=w, first=at == 0) for at, (b, w) in enumerate(case.results))
    if case.blind:
        one = author.text("cases.blind", won=case.results[0][1])
    text = author.text("cases.pair", one=one, other=partner[0]) if partner else one
    if case.total:
        text = author.text("cases.negative", case=text, bags=case.bags, total=case.total)
    elif case.bags:
        text = author.text("cases.bags", case=text, bags=case.bags)
    lines = ", ".join(score_line(author.speaker, line) for line in result.lines)
    return author.text("cases.count", case=text, lines=lines), author.signed(result.points), str(result.bags)


def last_bid(author: Author[SpadesRules]) -> Iterator[str]:
    """No-hell by example: what the last seat may not say after some bids, asked of the machine."""
    rules = author.rules
    share = rules.cards_each // rules.players
    bids = tuple(share + (seat == 2) for seat in range(1, rules.players))
    tricks = rules.cards_each - sum(bids)
    refusal = refuse_bid(rules, (*bids, None), (rules.players,), Bid(tricks))
    if rules.bidding.suicide or refusal is None or refusal.code != "no-hell":
        return
    said = {"bids": ", ".join(map(str, bids)), "refused": tricks, "below": tricks - 1, "above": tricks + 1}
    yield author.text("bids.said", least_ok=tricks > 0, **said)
