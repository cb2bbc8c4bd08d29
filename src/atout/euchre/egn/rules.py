"""The rules of a table in Euchre Game Notation, both ways (docs/alternate-rules.md).

The fields that agree with an option of ours are one table, read in both directions. ``farmers`` and ``go_under`` are
both read as the farmer's hand: three nines and tens exchanged for three cards of the stock; the format leaves open
what a house makes of them, and only this is recorded in its files.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from atout.euchre.egn.schema import Ruleset
from atout.euchre.profiles import EUCHRE
from atout.euchre.rules import OPTIONS, Benny, EuchreRules, LoneLead, PackSize, build
from atout.foreign import WHOLE, ForeignError, Spot
from atout.options import RulesError, differences

PATH: Final = "metadata.ruleset"
PLAYERS: Final = 4


class _Same(Struct, frozen=True):
    """A field that says what an option says; ``values`` translates those that are not written alike."""

    field: str
    option: str
    values: dict[Any, Any] = {}

    def read(self, told: Any) -> Any:
        """The option's value."""
        if self.values and told not in self.values:
            raise ForeignError(Spot(f"{PATH}.{self.field}"), "rule-value", found=str(told), field=self.field)
        return self.values[told] if self.values else told

    def write(self, value: Any) -> Any:
        """The field's value; ``None`` if it cannot say this one."""
        if not self.values:
            return value
        return next((told for told, meant in self.values.items() if meant == value), None)


_SAME: Final = (
    _Same("std", "stick"),
    _Same("min_rank", "pack", {9: PackSize.TWENTY_FOUR, 7: PackSize.THIRTY_TWO}),
    _Same("canadian", "partner_must_go_alone"),
    _Same("loner_lead", "lone_lead", {"LEFT_OF_DEALER": LoneLead.DEALER, "LEFT_OF_LONER": LoneLead.MAKER}),
    _Same("loner_march_score", "lone_march"),
    _Same("loner_euchred_score", "euchred_alone"),
    _Same("defend_alone", "defend_alone"),
    _Same("farmers", "farmers_hand"),
    _Same("joker", "benny", {False: Benny.NONE, True: Benny.JOKER}),
    _Same("allow_no_trump", "no_trump"),
)
_NOT_PLAYED: Final = ("partners_best", "fast_break", "four_trick_tokens")
"""Rules of the format that no option of ours plays."""


def table_rules(told: Ruleset) -> EuchreRules:
    """The rules a ruleset stands for; raises ``ForeignError`` with the field that ours cannot say."""
    for field in _NOT_PLAYED:
        if getattr(told, field):
            raise ForeignError(Spot(f"{PATH}.{field}"), "rule-not-played", field=field)
    if told.num_players != PLAYERS:
        raise ForeignError(Spot(f"{PATH}.num_players"), "rule-value", found=str(told.num_players), field="num_players")
    values = {same.option: same.read(getattr(told, same.field)) for same in _SAME}
    values["farmers_hand"] |= told.go_under
    values["target"] = _target(told)
    for key, value in values.items():  # as strict as a spec, which has bounds
        try:
            OPTIONS[key].kind.read(OPTIONS[key].kind.text(value))
        except ValueError:
            raise ForeignError(Spot(PATH), "rule-value", found=str(value), field=_field_of(key)) from None
    try:
        return build(EUCHRE, values)
    except RulesError as error:
        raise ForeignError(Spot(PATH), "rules", error=error) from None


def _field_of(option: str) -> str:
    return next((same.field for same in _SAME if same.option == option), "winning_score")


def _target(told: Ruleset) -> int | None:
    """The total that wins; one deal alone is a target of ours, another number of deals is not."""
    if told.winning_score and told.num_deals:
        raise ForeignError(Spot(f"{PATH}.num_deals"), "two-limits")
    if told.num_deals:
        if told.num_deals != 1:
            raise ForeignError(Spot(f"{PATH}.num_deals"), "rule-value", found=str(told.num_deals), field="num_deals")
        return None
    if told.winning_score == 0:
        raise ForeignError(Spot(f"{PATH}.winning_score"), "rule-value", found="0", field="winning_score")
    return 10 if told.winning_score is None else told.winning_score


def ruleset(rules: EuchreRules) -> dict[str, Any]:
    """The ruleset of a table, every field of it; raises ``ForeignError`` naming the option it cannot say."""
    if rules.profile != EUCHRE.name:
        raise ForeignError(WHOLE, "other-game", profile=rules.profile)
    fields = asdict(Ruleset())
    fields |= {same.field: same.write(OPTIONS[same.option].value(rules)) for same in _SAME}
    del fields["winning_score"], fields["num_deals"]
    target = rules.ending.target
    fields |= {"num_deals": 1} if target is None else {"winning_score": target}
    unsaid = [same.option for same in _SAME if fields[same.field] is None]
    again = rules if unsaid else table_rules(Ruleset(**fields))
    if unsaid or again != rules:
        said = {same.option for same in _SAME} - set(unsaid)
        lost = [key for key in differences(rules, EUCHRE, OPTIONS, build) if key not in said and key != "target"]
        raise ForeignError(WHOLE, "option", option=next(iter(lost), None) or unsaid[0])
    return fields
