"""How the extension is built: with a compiler it must be there, without one everything works all the same."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from atout import kernel

ROOT = Path(__file__).resolve().parents[2]
HEADERS = Path(sysconfig.get_path("include")) / "Python.h"


def test_built_where_it_can_be() -> None:
    """On a continuous-integration machine with a compiler, an extension that silently failed to build is a failure."""
    if not os.environ.get("CI"):
        pytest.skip("only where CI is set: a developer may do without")
    if not (shutil.which("gcc") and HEADERS.exists()):
        pytest.skip("no gcc, or no headers of Python: the twin runs here")
    assert any(backend.name.startswith("extension") for backend in kernel.BACKENDS)
    if not os.environ.get("ATOUT_KERNEL"):
        assert kernel.active.startswith("extension")


def installed(folder: Path, compiler: str) -> Path:
    """The package, installed into a folder from a copy of its sources with a given compiler."""
    source, target = folder / "source", folder / "target"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "LICENSE"):
        shutil.copy(ROOT / name, source)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    environment = {**os.environ, "CC": compiler, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([*command, "--target", str(target), str(source)], check=True, env=environment, timeout=600)
    return target


def said_by(target: Path, code: str) -> str:
    """What the installed package prints."""
    environment = {**os.environ, "PYTHONPATH": str(target), "ATOUT_KERNEL": ""}
    run = [sys.executable, "-c", f"import atout; assert atout.__file__.startswith({str(target)!r})\n{code}"]
    return subprocess.run(run, check=True, capture_output=True, text=True, env=environment, timeout=600).stdout


WINS = "from atout import kernel; print(kernel.active, bytes(kernel.deals('pique', 20, seed=2).won).hex())"


def test_installs_without_a_compiler(tmp_path: Path) -> None:
    """Where no compiler works the twin runs, and gives the same results."""
    active, won = said_by(installed(tmp_path, "no-such-compiler"), WINS).split(maxsplit=1)
    assert active == "twin"
    assert won.strip() == bytes(kernel.deals("pique", 20, seed=2).won).hex()


@pytest.mark.long
@pytest.mark.skipif(not (shutil.which("gcc") and HEADERS.exists()), reason="no gcc, or no headers of Python")
def test_installs_with_a_compiler(tmp_path: Path) -> None:
    """Where one works the extension is built, and runs."""
    said = said_by(installed(tmp_path, "gcc"), WINS)
    assert said.startswith("extension")
    assert said.split()[-1] == bytes(kernel.deals("pique", 20, seed=2).won).hex()


def test_one_may_be_asked_for() -> None:
    """``ATOUT_KERNEL`` asks for an implementation; one that is not there is not invented."""
    for wanted in (*("twin", "portable", "pdep"), "none"):
        environment = {**os.environ, "ATOUT_KERNEL": wanted}
        run = [sys.executable, "-c", "from atout import kernel; print(kernel.active)"]
        active = subprocess.run(run, check=True, capture_output=True, text=True, env=environment).stdout.strip()
        there = any(wanted in backend.name for backend in kernel.BACKENDS)
        assert (wanted in active) == there


def test_signature_of_sizes() -> None:
    """An extension built for other structs is not used: it cannot even be imported."""
    from atout.kernel import words

    with pytest.raises(ImportError, match="other structs"):
        words.check({"table": 1})
