"""The rules of a PTN game: its ``GameOptionsJson``, or the spec that our own files add in a tag ``Rules``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from msgspec import UNSET, Struct

from atout.euchre.ptn import DIALECT as EUCHRE
from atout.families import PROFILES, family_of, make
from atout.families import parse as parse_spec
from atout.foreign import WHOLE, Dialect, ForeignError, Key, Note, Spot
from atout.game import Rules
from atout.interchange.ptn.text import Game, Tag, cards_dealt
from atout.options import RulesError, YesNo
from atout.spades.ptn import DIALECT as SPADES

DIALECTS: Final[dict[str, Dialect]] = {"euchre": EUCHRE, "spades": SPADES}
"""What each family says of its games in the format, in the order they are tried."""
OPTIONS: Final = "GameOptionsJson"
Told = Mapping[str, tuple[str, Any]]
"""Options as a file tells them, by key in lower case, as their reader takes them: the key as written, and the value."""
_PACKS: Final = "numdecks"
_ONE: Final = (1, None)


class Settled(Struct, frozen=True):
    """The rules a game may be played by, those its play has to decide between; what is told of them."""

    dialect: Dialect
    candidates: tuple[Rules, ...]
    notes: tuple[Note, ...]


def settled(game: Game) -> Settled:
    """The rules a game tells; raises ``ForeignError`` for what no rules of ours can hold."""
    tag = game.tags.get(OPTIONS)
    told = _read(tag) if tag else _named({})
    if tag and _PACKS in told and told[_PACKS][1] not in _ONE:  # before the cards, which would be there twice
        raise _unplayable(told, _PACKS, tag.spot)
    _, hands = cards_dealt(game.deal)
    if "Rules" in game.tags:
        return _by_spec(game.tags["Rules"], tag, told, len(hands))
    size = max((len(hand) for hand in hands if hand is not None), default=0)
    dialect = next((dialect for dialect in DIALECTS.values() if dialect.fits(len(hands), size)), None)
    spot = tag.spot if tag else game.deal.spot
    if dialect is None:
        raise ForeignError(spot, "no-such-game", players=len(hands), cards=size)
    profile, values = _values(dialect, told, spot, len(hands))
    unsaid = [key.option for key in dialect.keys(profile) if key.option not in values]
    notes = (Note("usual-options", {"options": tuple(unsaid), "profile": profile}),) if unsaid else ()
    shown = [dict(zip(dialect.inferred, some, strict=True)) for some in product(*dialect.inferred.values())]
    return Settled(dialect, tuple(_made(profile, [{**values, **some} for some in shown], spot)), notes)


def _made(profile: str, tries: Iterable[Mapping[str, Any]], spot: Spot) -> Iterator[Rules]:
    """The rules that can be made of some values; raises ``ForeignError`` if not even the first, the usual ones, can."""
    for number, values in enumerate(tries):
        try:
            yield make(profile, values)
        except RulesError as error:
            if not number:
                raise ForeignError(spot, "rules", error=error) from None


def _by_spec(tag: Tag, options: Tag | None, told: Told, players: int) -> Settled:
    """The rules of a spec; the options beside it, if there are any, may not say something else."""
    try:
        rules = parse_spec(tag.value)
    except RulesError as error:
        raise ForeignError(tag.spot, "rules", error=error) from None
    if rules.players != players:
        raise ForeignError(tag.spot, "rules-differ", option="players")
    dialect = DIALECTS[rules.family]
    if options is not None:
        profile, values = _values(dialect, told, options.spot, players)
        known = family_of(rules.profile).options
        if profile != rules.profile:
            raise ForeignError(options.spot, "two-games")
        wrong = next((key for key, value in values.items() if known[key].value(rules) != value), None)
        if wrong is not None:
            raise ForeignError(options.spot, "rules-differ", option=wrong)
    return Settled(dialect, (rules,), ())


def _named(told: Mapping[str, Any]) -> Told:
    return {name.lower(): (name, value) for name, value in told.items()}


def _unplayable(told: Told, name: str, spot: Spot) -> ForeignError:
    """The error for an option that no rules of ours play."""
    written, value = told.get(name, (name, None))
    return ForeignError(spot, "rule-value", field=written, found=str(value))


def _read(tag: Tag) -> Told:
    try:
        told = json.loads(tag.value)
    except (ValueError, RecursionError):
        raise ForeignError(tag.spot, "options-not-json") from None
    if not isinstance(told, dict):
        raise ForeignError(tag.spot, "options-not-json")
    return _named(told)


def _values(dialect: Dialect, told: Told, spot: Spot, players: int) -> tuple[str, dict[str, Any]]:
    """The profile and the option values that options say; raises ``ForeignError`` for those that ours cannot."""
    variation = told.get("variation", ("variation", None))[1]
    if (
        not isinstance(variation, int | str | None)
        or isinstance(variation, bool)
        or variation not in dialect.variations
    ):
        raise _unplayable(told, "variation", spot)
    profile = dialect.profile(variation, players)
    if players not in PROFILES[profile].players:
        raise ForeignError(spot, "no-such-game", players=players, cards=0)
    paired = any(len(side) > 1 for side in make(profile, {"players": players}).sides)
    allowed = {_PACKS: _ONE, "players": (players,), "ispartnership": (paired,)}
    for name in allowed.keys() & told.keys():
        if told[name][1] not in allowed[name]:
            raise _unplayable(told, name, spot)
    values = {"players": players, **dialect.variations[variation]}
    keys = {key.name.lower(): key for key in dialect.keys(profile)}
    for name, key in keys.items():
        if name in told:
            values[key.option] = _value(key, told, profile, spot)
        elif key.absent is not UNSET:
            values[key.option] = key.absent
    for name in told.keys() - keys.keys() - allowed.keys() - {"variation"}:
        if told[name][1]:
            raise ForeignError(spot, "rule-not-played", field=told[name][0])
    return profile, values


def _value(key: Key, told: Told, profile: str, spot: Spot) -> Any:
    """The value of an option that a key says."""
    kind = family_of(profile).options[key.option].kind
    said = told[key.name.lower()][1]
    try:
        if key.values:
            return next(value for meant, value in key.values.items() if meant == said and type(meant) is type(said))
        if isinstance(said, bool) != isinstance(kind, YesNo) or not isinstance(said, int):
            raise ValueError(said)
        return kind.read(kind.text(said))
    except (ValueError, StopIteration):
        raise _unplayable(told, key.name.lower(), spot) from None


def refuse_game(rules: Rules) -> None:
    """Raises ``ForeignError`` for a game that the format does not hold, by whatever options."""
    dialect = DIALECTS[rules.family]
    if rules.profile not in {dialect.profile(variation, rules.players) for variation in dialect.variations}:
        raise ForeignError(WHOLE, "other-game", profile=rules.profile)


def options_text(rules: Rules) -> str:
    """The options of a table as JSON; raises ``ForeignError`` naming the option they cannot say."""
    dialect = DIALECTS[rules.family]
    lost = ""
    for variation in dialect.variations:
        if dialect.profile(variation, rules.players) == rules.profile:
            told = _options(dialect, rules, variation)
            missing = next(_lost(dialect, rules, told), None)
            if missing is None:
                return json.dumps(told, separators=(",", ":"))
            lost = lost or missing
    raise ForeignError(WHOLE, "option", option=lost)


def _options(dialect: Dialect, rules: Rules, variation: Any) -> dict[str, Any]:
    """What a variation and the keys can say of the rules."""
    told: dict[str, Any] = {} if variation is None else {"variation": variation}
    for key in dialect.keys(rules.profile):
        value = family_of(rules.profile).options[key.option].value(rules)
        if key.values:
            value = next((meant for meant, ours in key.values.items() if ours == value), None)
        if value is not None:
            told[key.name] = value
    return told


def _lost(dialect: Dialect, rules: Rules, told: dict[str, Any]) -> Iterator[str]:
    """The options that come back otherwise from what is told, but for those the play shows."""
    _, values = _values(dialect, _named(told), WHOLE, rules.players)
    again = make(rules.profile, values)
    for name, option in family_of(rules.profile).options.items():
        if name not in dialect.inferred and option.value(rules) != option.value(again):
            yield name
