"""Puts real output behind every `$ …` command of the READMEs, and redraws the pictures; `--check` only compares.

.venv/bin/python scripts/fill_readme.py [--check]
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.en.md")
BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```", re.DOTALL)
PICTURES = {
    "terminal.svg": (
        "fr",
        "Une donne de piques à trois dans le terminal",
        "printf '5\\n2K\\n5T\\nc\\n' | atout play piques-a-trois --seed 3",
    ),
    "terminal-en.svg": (
        "en",
        "A deal of piques à trois in the terminal",
        "printf '5\\n2D\\n5C\\nc\\n' | atout play piques-a-trois --seed 3 --lang en",
    ),
}
"""What each picture in docs/ shows: its language, its title, the command."""


def run(command: str) -> str:
    """What a command prints, errors included, in a home folder of its own."""
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": home,
            "XDG_DATA_HOME": f"{home}/.local/share",
            "LC_ALL": "C.UTF-8",
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "100",
        }
        done = subprocess.run(
            ["bash", "-c", command],
            env=environment,
            cwd=home,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.stdout.decode().replace(home, "~")


def filled(text: str) -> str:
    """The text with the present output of its commands."""
    return BLOCK.sub(lambda block: f"```console\n$ {block['command']}\n{run(block['command'])}```", text)


def folded(line: str, width: int = 96) -> list[str]:
    """A long line on several, broken at spaces but not before punctuation."""
    lines = [""]
    for word in re.sub(r" (?=[:;?!])", "\u00a0", line).split(" "):
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("  ")
        lines[-1] += word + " "
    return [part.rstrip() for part in lines]


def drawn(language: str, title: str, command: str) -> str:
    """A terminal with a command and its output, as an SVG that follows light and dark."""
    shown = [f"$ {command.split('| ')[1]}", *run(command).splitlines()]
    lines = [part for line in shown for part in folded(line)]
    kinds = ("said", "told")
    height = 20 * len(lines) + 48
    rows = "\n".join(
        f"<text x='24' y='{44 + 20 * row}' class='{kinds[row > 0]}'>{escape(line)}</text>"
        for row, line in enumerate(lines)
    )
    box = f'viewBox="0 0 860 {height}" width="860"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" lang="{language}">
<title>{escape(title)}</title>
<style>
rect {{ fill: #ffffff; stroke: #7d8782; }}
text {{ font: 14px ui-monospace, Menlo, Consolas, monospace; fill: #1c2321; white-space: pre; }}
.said {{ fill: #0a6b4e; font-weight: bold; }}
@media (prefers-color-scheme: dark) {{
rect {{ fill: #1e2d27; stroke: #6f7f77; }}
text {{ fill: #edf1ee; }}
.said {{ fill: #5fd3a4; }}
}}
</style>
<rect x="0.5" y="0.5" width="859" height="{height - 1}" rx="10"/>
{rows}
</svg>
"""


def main() -> int:
    """Fills or compares; 1 if something is not what it should be."""
    check = "--check" in sys.argv[1:]
    wanted = {ROOT / name: filled((ROOT / name).read_text(encoding="utf-8")) for name in READMES}
    wanted |= {ROOT / "docs" / name: drawn(*shown) for name, shown in PICTURES.items()}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)}: {'stale' if check else 'written'}")
        if not check:
            path.write_text(wanted[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
