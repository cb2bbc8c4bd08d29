"""House rules that no linter knows: what tracked files may hold, sizes, docstrings, the version, a light import."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import atout
from atout.families import PROFILES, family_of

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "atout"

MOST_LINES = 420  # the aim is 400; past that a file is asking to be two
SIZED = {".py", ".pyi", ".c", ".h", ".css", ".mjs", ".html", ".toml"}
HEAVY = {"icu4py", "prompt_toolkit", "argparse", "asyncio", "importlib.metadata", "sqlite3", "tomllib"}

# Each pattern has a break in it (`[/]`, `[.]`), so that this file does not hold what it looks for.
HOSTS = r"pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|yarnpkg[.]com|crates[.]io|(?:deb|security)[.]debian[.]org"
PATHS = r"(?<![\w.~$)}-])[/](?:root|work|tmp|home/\w+|Users/\w+)(?![\w-])"
UNWANTED = {
    "a machine's path": re.compile(PATHS + r"|\b[A-Z]:\\Users\b"),
    "a registry's host": re.compile(rf"\b(?:{HOSTS})\b", re.IGNORECASE),
    "a registry's option": re.compile(r"--(?:extra-)?index[-]url|--find[-]links|--trusted[-]host"),
}
ADDRESS = re.compile(r"\w+:[/]{2}")
LOCKS_WITH_ADDRESSES = re.compile(r"^(uv|poetry|pdm)[.]lock$|^pylock([.].+)?[.]toml$|^Pipfile[.]lock$")


def tracked() -> list[Path]:
    """Every file git tracks, submodules and removed files left out."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nothing is tracked here")
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in said.split("\0") if name and (path := ROOT / name).is_file()]


def sources() -> list[Path]:
    """Every Python file of the package."""
    return sorted(SRC.rglob("*.py"))


def unwanted(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that hold what no tracked file may, and what that is."""
    for number, line in enumerate(text.splitlines(), 1):
        for what, pattern in UNWANTED.items():
            if pattern.search(line):
                yield number, what


CODE = {".py", ".mjs", ".h", ".c", ".html"}
WORDS = {"pique", "spades", "euchre"}
"""Profiles called as a suit or as their family: only where a profile is asked after do they mean the table."""


def namings(text: str) -> set[str]:
    """The profiles a text mentions by name."""
    found = {name for name in PROFILES if name not in WORDS and re.search(rf"\b{name}\b", text)}
    asked = re.findall(rf"profile\W.{{0,9}}[\"']({'|'.join(WORDS)})[\"']|[\"']({'|'.join(WORDS)}) \w+=", text)
    return found | {name for pair in asked for name in pair if name}


def test_no_profile_is_named_outside_its_family() -> None:
    """A variant costs an entry of data: nothing else in the package knows it by name, but the words about it."""
    homes = {name: SRC / family_of(name).name for name in PROFILES}
    code = [path for path in tracked() if SRC in path.parents and path.suffix in CODE]
    found = {(path.name, name) for path in code for name in namings(path.read_text(encoding="utf-8"))
             if homes[name] not in path.parents}  # fmt: skip
    assert found == set()
    assert namings('if rules.profile == "spades": x = "pique players=3", "atout-pique"') == {
        "spades",
        "pique",
        "atout-pique",
    }


def undocumented(tree: ast.Module) -> Iterator[str]:
    """The public names of a module, itself included, that have no docstring."""
    if not ast.get_docstring(tree):
        yield "the module"

    def inside(body: list[ast.stmt], prefix: str) -> Iterator[str]:
        for node in body:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
                continue
            if any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list):
                continue
            if not ast.get_docstring(node):
                yield prefix + node.name
            if isinstance(node, ast.ClassDef):  # the classes within; methods may speak for themselves
                classes: list[ast.stmt] = [item for item in node.body if isinstance(item, ast.ClassDef)]
                yield from inside(classes, f"{prefix}{node.name}.")

    yield from inside(tree.body, "")


def loaded_by(statement: str) -> set[str]:
    """The modules a statement loads in a fresh interpreter."""
    code = f"import sys; before = set(sys.modules)\n{statement}\nprint(*(set(sys.modules) - before), sep='\\n')"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return set(said.split())


# --- the checks -------------------------------------------------------------------------------------------------------


def test_no_machine_or_registry_is_named() -> None:
    """Nothing tracked names a machine's path or a registry's address."""
    found = []
    for path in tracked():
        raw = path.read_bytes()
        if b"\0" not in raw:
            name = path.relative_to(ROOT)
            found += [f"{name}:{line}: {what}" for line, what in unwanted(raw.decode("utf-8", "replace"))]
    assert not found


def test_locks_hold_no_address() -> None:
    """Locks are pinned by hash, wherever the packages come from."""
    files = tracked()
    assert not [path.name for path in files if LOCKS_WITH_ADDRESSES.match(path.name)]
    locks = [path for path in files if path.suffix == ".lock" or path.name == "package-lock.json"]
    assert "requirements.lock" in {path.name for path in locks}
    assert not [path.name for path in locks if ADDRESS.search(path.read_text(encoding="utf-8"))]


def test_every_pin_has_a_hash() -> None:
    """Each requirement of each lock is one exact version with at least one hash."""
    for lock in ROOT.glob("requirements*.lock"):
        lines = lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
        pins = [line for line in lines if re.match(r"\w", line)]
        assert pins
        assert not [pin for pin in pins if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", pin)]


def test_what_plays_is_what_is_tested() -> None:
    """The lock of ``make play`` pins every dependency, each as the tests' lock does, and none of their tools."""

    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[\w.-]+==\S+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    playing = pins("requirements-play.lock")
    named = {pin.partition("==")[0] for pin in playing}
    wanted = {re.split(r"[^\w-]", line.replace("_", "-"))[0] for line in project["dependencies"]}
    tools = {re.split(r"[^\w-]", line)[0] for line in project["optional-dependencies"]["dev"]} - {"setuptools"}
    assert playing < pins("requirements.lock")
    assert wanted <= named
    assert not tools & named


def test_no_file_is_too_long() -> None:
    """A file that passes about 400 lines is asking to be two."""
    sized = [path for folder in (SRC, ROOT / "bench") for path in folder.rglob("*") if path.suffix in SIZED]
    assert {path.suffix for path in sized} == SIZED
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in sized}
    assert not {name: length for name, length in lengths.items() if length > MOST_LINES}


def test_public_names_have_docstrings() -> None:
    """Every module, and every public class and function in it, says what it is."""
    public = [path for path in sources() if not re.match(r"_(?!_)", path.name)]
    assert public
    found = []
    for path in public:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        found += [f"{path.relative_to(ROOT)}: {name}" for name in undocumented(tree)]
    assert not found


def test_one_version() -> None:
    """The package and its metadata give the same version."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert tomllib.load(file)["project"]["version"] == atout.__version__


def test_a_wheel_carries_every_file_of_the_package() -> None:
    """What is neither Python nor a source of the extension is listed as package data."""
    package = ROOT / "src" / "atout"
    built_from = {".py", ".pyi", ".c", ".h", ".md"}
    data = {path for path in tracked() if path.is_relative_to(package) and path.suffix not in built_from}
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["atout"]
    assert data - {path for pattern in patterns for path in package.glob(pattern)} == set()


def test_import_is_light() -> None:
    """`import atout` leaves what only a terminal, a sentence or a server needs for later."""
    loaded = loaded_by("import atout")
    assert "atout" in loaded
    assert not loaded & HEAVY


# --- the checks can fail ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "cd /" + "work/main",
        "see `/" + "root`",
        "open('/" + "tmp/x')",
        "HOME=/" + "home/ana",
        "/" + "Users/ana/atout",
        "C:" + "\\Users\\ana",
        "https://files.python" + "hosted.org/x",
        "from PyPI" + ".org",
        "pip install --index" + "-url x",
    ],
)
def test_unwanted_is_seen(line: str) -> None:
    """What must be found is found."""
    assert [number for number, _ in unwanted("first\n" + line)] == [2]


@pytest.mark.parametrize(
    "line",
    ["/" + "home", "a/" + "tmp/b", "$HOME/" + "work/x", "/" + "working", "./" + "tmp/x", "${X}/" + "root/y", "9/10"],
)
def test_innocent_is_let_through(line: str) -> None:
    """What only looks like it is not."""
    assert not list(unwanted(line))


def test_undocumented_is_seen() -> None:
    """A missing docstring is found where it counts, and only there."""
    code = "class A:\n  class B: pass\n  def m(self): pass\ndef f(): pass\ndef _g(): pass\nasync def h():\n  'Said.'"
    assert list(undocumented(ast.parse(code))) == ["the module", "A", "A.B", "f"]


def test_heavy_is_seen() -> None:
    """A module loaded on import is listed."""
    assert "argparse" in loaded_by("import argparse")
