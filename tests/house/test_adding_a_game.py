"""The guide to adding a game, followed to the letter in a copy of the package."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"```(?:py|toml)\n# (?P<path>\S+)(?: (?P<where>\S+))?\n(?P<text>.*?)```", re.DOTALL)


def follow(copy: Path) -> None:
    """Writes every block of the guide where it says."""
    for block in BLOCK.finditer(GUIDE.read_text(encoding="utf-8")):
        path, where, text = copy / block["path"], block["where"], block["text"]
        if not path.exists():
            path.write_text(text, encoding="utf-8")
            continue
        before = path.read_text(encoding="utf-8")
        if where is None:
            after = before.replace("PROFILES: Final", f"{text}\nPROFILES: Final")
            after = re.sub(r"(PROFILES: Final = \([^)]*)\)", r"\1, SPADES_COURT)", after)
        elif where.startswith("["):
            after = before.replace(f"{where}\n", f"{where}\n{text}", 1)
        else:
            after = re.sub(rf"(\n{where}: [^\n]*\{{\n)", rf"\g<1>{text}", before, count=1)
        assert after != before, block["path"]
        path.write_text(after, encoding="utf-8")


def test_followed_to_the_letter(tmp_path: Path) -> None:
    """The game is there: its own test, its golden match and tree, its words, the laws; and nothing else was touched."""
    ignored = shutil.ignore_patterns("__pycache__", "web")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=ignored)
    follow(tmp_path)
    environment = os.environ | {"PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}"}

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("-m", "tests.golden.generate", "spades-court players=4")
    run("-c", "from tests.perft import positions as p, generate as g; p.POSITIONS = g.POSITIONS = "
        "{k: v for k, v in p.POSITIONS.items() if 'court' in k}; g.main()")  # fmt: skip
    checks = ("tests/spades/test_spades_court.py", "tests/golden", "tests/perft", "tests/laws/test_words.py")
    told = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "court or every_table_has", *checks)
    assert int(re.findall(r"(\d+) passed", told)[0]) >= 8
    assert "32" in run("-m", "atout", "rules", "spades-court", "--lang", "en")
