"""House rules: rules specs saved under a name, in one file of the user's that all commands read.

The file is TOML, a line a table: ``NAME = "PROFILE key=value …"``. Where a command takes rules, such a name
may stand for the profile; options that follow take the place of those saved.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from atout.cli.console import Console, Unusable, read_file
from atout.cli.saved import write
from atout.families import PROFILES, parse, spec
from atout.files import data_folder
from atout.game import Rules
from atout.options import RulesError
from atout.sentences import rules_fault

_MOST_BYTES: Final = 1024 * 1024
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def house_file() -> Path:
    """Where house rules are kept: ``house-rules.toml`` in this user's data folder."""
    return data_folder() / "house-rules.toml"


def saved(console: Console) -> dict[str, str]:
    """The specs saved, by name; raises ``Unusable`` for a file that cannot be read."""
    path = house_file()
    if not path.exists():
        return {}
    try:
        kept = tomllib.loads(read_file(console, str(path), _MOST_BYTES))
    except tomllib.TOMLDecodeError:
        raise Unusable(console.text("rulesbook.cli.unreadable", path=str(path))) from None
    return {name: text for name, text in kept.items() if isinstance(text, str)}


def asked(words: Sequence[str], console: Console) -> Rules:
    """The rules that words ask for; raises ``Unusable``, which says why there are none."""
    try:
        return understood(words, console)
    except RulesError as error:
        raise Unusable(rules_fault(console.speaker, error)) from None


def understood(words: Sequence[str], console: Console) -> Rules:
    """The rules that words ask for: a profile or a saved name, then options; raises ``RulesError``."""
    name, *options = " ".join(words).split() or [""]
    if name.lower().replace("_", "-") in PROFILES:
        return parse(" ".join((name, *options)))
    house = saved(console)
    if name.lower() not in house:
        if not name:
            return parse("")
        raise RulesError("profile", "unknown-profile", given=name, known=(*PROFILES, *house))
    given = {_key(word) for word in options}
    kept = [word for word in house[name.lower()].split() if _key(word) not in given]
    return parse(" ".join((*kept, *options)))


def _key(word: str) -> str:
    key, equals, _ = word.partition("=")
    return key.lower().replace("-", "_") if equals else ""


def save(name: str, rules: Rules | None, console: Console) -> str:
    """Keeps rules under a name, or gives the name up (``None``); returns the sentence that says so."""
    name = name.lower()
    if not _NAME.fullmatch(name) or name in PROFILES:
        raise Unusable(console.text("rulesbook.cli.bad_name", given=name))
    house = saved(console)
    if rules is None and name not in house:
        raise Unusable(console.text("rulesbook.cli.no_such_name", given=name))
    house.pop(name, None)
    if rules is not None:
        house[name] = spec(rules)
    write(console, house_file(), "".join(f'{kept} = "{text}"\n' for kept, text in sorted(house.items())))
    return console.text(
        "rulesbook.cli.saved" if rules is not None else "rulesbook.cli.forgotten", given=name, path=str(house_file())
    )
