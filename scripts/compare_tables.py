"""Writes the pages that compare all games rule by rule, `docs/jeux.md` and `docs/games.md`; `--check` only compares.

.venv/bin/python scripts/compare_tables.py [--check]

Every figure is read from the rules themselves: a row an option, a column a game; where numbers of players differ, each
value says which it is for.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from atout.families import FAMILIES, make
from atout.game import Family, Rules
from atout.options import Profile
from atout.say import Speaker, capital, typeset
from atout.sentences import option_help, option_name, option_value, profile_name

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"fr": DOCS / "jeux.md", "en": DOCS / "games.md"}


def page(language: str) -> str:
    """The page of a language."""
    speaker = Speaker(language)
    say = speaker.text
    lines = [f"# {say('compare.title')}", "", say("compare.intro"), ""]
    for family in FAMILIES.values():
        lines += [f"## {say(f'compare.family.{family.name}')}", "", *table(speaker, family), ""]
    return typeset("\n".join(lines).rstrip() + "\n", language)


def table(speaker: Speaker, family: Family) -> Iterator[str]:
    """The games of a family, rule by rule."""
    say = speaker.text
    names = (f"{profile_name(speaker, profile.name)}<br>`{profile.name}`" for profile in family.profiles)
    yield row(say("compare.rule"), *names)
    yield row(*["---"] * (len(family.profiles) + 1))
    yield row(say("compare.players"), *(", ".join(map(str, sorted(profile.players))) for profile in family.profiles))
    yield row(
        say("compare.pack"), *(by_players(profile, lambda rules: str(len(rules.pack))) for profile in family.profiles)
    )
    yield row(
        say("compare.cards"), *(by_players(profile, lambda rules: str(rules.cards_each)) for profile in family.profiles)
    )
    yield row(say("compare.sides"), *(by_players(profile, sides(speaker)) for profile in family.profiles))
    for key, option in family.options.items():
        if key == "players":
            continue
        cells = [
            by_players(profile, lambda rules, option=option: option_value(speaker, option, option.value(rules)))  # type: ignore[misc]
            for profile in family.profiles
        ]
        yield row(f"{capital(option_name(speaker, key))}<br>`{key}`<br>{option_help(speaker, key)}", *cells)


def sides(speaker: Speaker) -> Callable[[Rules], str]:
    """Who plays together."""
    return lambda rules: speaker.text("compare.who", pairs=any(len(side) > 1 for side in rules.sides))


def by_players(profile: Profile, value: Callable[[Rules], str]) -> str:
    """A value of a game; where it depends on the number of players, each with the numbers it is for."""
    found: dict[str, list[str]] = {}
    for players in sorted(profile.players):
        found.setdefault(value(make(profile.name, {"players": players})), []).append(str(players))
    if len(found) == 1:
        return next(iter(found))
    return "<br>".join(f"{', '.join(numbers)} : {told}" for told, numbers in found.items())


def row(*cells: str) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def main(check: bool) -> int:
    """Writes the pages, or says which are not up to date."""
    stale = [path for language, path in PAGES.items() if not path.exists() or path.read_text("utf-8") != page(language)]
    for language, path in PAGES.items():
        if path in stale and not check:
            path.write_text(page(language), encoding="utf-8")
    for path in stale:
        print(f"{path.name}: {'not up to date' if check else 'written'}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
