"""Euchre Game Notation read: a file's rules, players and deals as a match to be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from atout.euchre.egn import schema
from atout.euchre.egn.deal import DealRead
from atout.euchre.egn.rules import table_rules
from atout.euchre.egn.schema import Bidding, DealTold, EgnFile, Metadata, Player, Ruleset, TrickPlay
from atout.foreign import ForeignError, Found, Note, Spot, readable
from atout.scoring import Standing


def read(text: str) -> Found:
    """The match a file tells; raises ``ForeignError`` with the path of what cannot be read, or that no rules of ours
    can hold. Whether the play was allowed is found by replaying it."""
    file = schema.read(text)
    meta = file.metadata
    rules = table_rules(meta.ruleset or Ruleset())
    if len(meta.players) > rules.players:
        raise ForeignError(Spot(f"metadata.players[{rules.players}]"), "no-such-seat")
    names = tuple(readable(player.name if isinstance(player, Player) else player) for player in meta.players)
    deals = [DealRead(rules, _whole(told, at), f"deals[{at}]") for at, told in enumerate(file.deals)]
    first = deals[0].told.deal_number if deals else 0
    for at, deal in enumerate(deals):
        if deal.told.deal_number != first + at:
            found, expected = deal.told.deal_number, first + at
            raise ForeignError(Spot(f"deals[{at}].dealNumber"), "deal-number", found=found, expected=expected)
    stated = None if meta.final_score is None else (Spot("metadata.finalScore"), meta.final_score)
    return Found(
        rules,
        names if any(names) else (),
        Standing(meta.initial_score, (0,) * len(rules.sides)),
        first,
        tuple(chain.from_iterable(deal.deeds() for deal in deals)),
        stated,
        tuple(_notes(file, deals)),
    )


def _whole(told: DealTold | str, at: int) -> DealTold:
    if isinstance(told, str):
        raise ForeignError(Spot(f"deals[{at}]"), "condensed")
    return told


def _notes(file: EgnFile, deals: list[DealRead]) -> Iterator[Note]:
    """What the file tells that is not kept, and what it does not tell."""
    left_out = list(_left_out(file.metadata, deals))
    if left_out:
        yield Note("not-kept", {"fields": ", ".join(left_out)})
    hidden = sum(deal.hidden for deal in deals)
    if hidden:
        yield Note("hidden-hands", {"hands": hidden})
    yield from chain.from_iterable(deal.notes() for deal in deals)


def _left_out(meta: Metadata, deals: list[DealRead]) -> Iterator[str]:
    """The fields that a record has no place for."""
    described = {
        "gameId": meta.game_id,
        "title": meta.title,
        "description": meta.description,
        "date": meta.date,
        "teamNames": meta.team_names,
    }
    yield from (name for name, told in described.items() if told)
    if any(isinstance(player, Player) and (player.id or player.player_ids) for player in meta.players):
        yield "playerIds"
    phases = [phase for deal in deals for phase in deal.told.phases]
    if any(isinstance(phase, Bidding) and phase.call_annotations for phase in phases):
        yield "callAnnotations"
    if any(isinstance(phase, TrickPlay) and phase.play_annotations for phase in phases):
        yield "playAnnotations"
    if any(deal.told.alternative_lines for deal in deals):
        yield "alternativeLines"
