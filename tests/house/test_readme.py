"""The READMEs show what the commands really print, and the documents they link to exist."""

import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from atout.cli import entry
from atout.cli.console import Parser
from atout.commands import COMMANDS, LINE, Command
from atout.console import Console
from atout.say import Speaker

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "README.en.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_readmes_show_real_output() -> None:
    """Every `$ command` block and the picture are what the commands print now."""
    command = [sys.executable, str(ROOT / "scripts" / "fill_readme.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    """Relative links name files that exist."""
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", document.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (document.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_run(document: Path) -> None:
    """The Python shown is run as it stands."""
    for block in re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, document.name, "exec"), {})


def test_every_document_is_found_from_its_readme() -> None:
    """Each document is linked from a README, and each README's pictures speak its language."""
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    linked = set(re.findall(r"\]\((?:docs/)?([\w-]+\.md)\)", "\n".join(texts)))
    assert {document.name for document in DOCUMENTS[2:]} <= linked
    french, english = texts[:2]
    for name in re.findall(r"docs/([\w-]+\.(?:png|svg))", french):
        assert not name.partition(".")[0].endswith("-en")
        assert name.replace(".", "-en.") in english


def options() -> set[str]:
    """Every option of every command, and of every benchmark."""
    speaker, found = Speaker("en"), set[str]()
    for name in entry.COMMANDS:
        parser = Parser(name, Console(speaker), about="")
        import_module(f"atout.cli.{name}").arguments(parser, speaker)
        found.update(option for action in parser._actions for option in action.option_strings)
    for benchmark in (ROOT / "bench").glob("*.py"):
        found.update(re.findall(r'add_argument\("(--[a-z-]+)"', benchmark.read_text(encoding="utf-8")))
    return found


OF_OTHERS = {"--depth", "--profondeur"}
"""Options that documents tell of a player of one's own."""


def told(document: Path) -> set[str]:
    """The options a document tells, but that of the language, which is told where it is not the usual one."""
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", document.read_text(encoding="utf-8"))) - {"--lang"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_options_told_are_there(document: Path) -> None:
    """What a document shows can be called; what it tells in one language it tells in the other."""
    assert told(document) <= options() | OF_OTHERS
    for other in re.findall(r"^\*\[[^]]+\]\(([\w.]+)\)\*$", document.read_text(encoding="utf-8"), re.MULTILINE):
        assert told(document) - OF_OTHERS == told(document.parent / other) - OF_OTHERS


def test_every_module_is_told() -> None:
    """The table of modules names every layer that the import contract does."""
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    modules = set(re.findall(r"\w+", " ".join(next(kind["layers"] for kind in layers if kind["type"] == "layers"))))
    told = set(re.findall(r"`(\w+)/?`", (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")))
    assert {"cards", "cli"} <= modules
    assert modules - told == {"__main__"}


KEYBOARDS = [
    ("jouer.md", "## Les touches", r"^\| (\S(?:, \S)*) \|", LINE),
    ("playing.md", "## Keys", r"^\| (\S(?:, \S)*) \|", LINE),
    ("accessibilite.md", "## Les touches", r"`(\S)`", COMMANDS),
    ("accessibility.md", "## Keys", r"`(\S)`", COMMANDS),
]
"""The document, its part about keys, how a key stands there, and the commands that it is about."""


@pytest.mark.parametrize(("document", "heading", "key", "commands"), KEYBOARDS)
def test_the_keys_told_are_those_there_are(
    document: str, heading: str, key: str, commands: tuple[Command, ...]
) -> None:
    """Every key of one character that is told is a command's, and every command's is told."""
    part = (ROOT / "docs" / document).read_text(encoding="utf-8").partition(f"\n{heading}")[2].partition("\n## ")[0]
    told = {name for names in re.findall(key, part, re.MULTILINE) for name in names.split(", ")}
    there_are = {name for command in commands for name in command.keys if name.strip() and len(name) == 1}
    if "4" in there_are:
        told |= {"2", "3"}  # told as `1` to `4`
    assert told == there_are
