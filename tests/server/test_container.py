"""The container file, as far as it goes without a container engine: its steps and commands in a folder of their own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from tests.server.running import free_port
from tests.terminal.session import environment

ROOT = Path(__file__).parents[2]
STEPS = [
    (step.partition(" ")[0], step.partition(" ")[2])
    for step in (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    if step and not step.startswith("#")
]
"""Instructions and what follows them."""


def said(instruction: str) -> list[str]:
    """What follows an instruction, each time it is there."""
    return [text for name, text in STEPS if name == instruction]


@pytest.mark.long
def test_what_is_built_starts_is_healthy_and_ends(tmp_path: Path) -> None:
    """The build's own commands in a fresh environment; then the image's command, its health check, its stop signal."""
    places = {"/opt/atout": tmp_path / "opt", "/data": tmp_path / "data", "/src": tmp_path / "src"}
    port = str(free_port())
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "python").symlink_to(Path(getattr(sys, "_base_executable", sys.executable)))
    home = environment(tmp_path)
    home["PATH"] = f"{tools}:{home['PATH']}"

    def here(text: str) -> str:
        for place, folder in places.items():
            text = text.replace(place, str(folder))
        return text.replace("0.0.0.0", "127.0.0.1").replace("8080", port)

    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in tracked.strip("\0").split("\0"):
        (places["/src"] / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, places["/src"] / name)
    places["/data"].mkdir()

    (build,) = [text for text in said("RUN") if "venv" in text]
    done = subprocess.run(
        ["sh", "-ec", here(build)], cwd=places["/src"], env=home, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    shutil.rmtree(places["/src"])  # the image has none of it

    (entry,), (command,), (health,), (signal_name,) = map(said, ("ENTRYPOINT", "CMD", "HEALTHCHECK", "STOPSIGNAL"))
    check = json.loads(here(health.removeprefix("CMD ")))
    served = subprocess.Popen([*json.loads(here(entry)), *json.loads(here(command))], env=home, cwd="/")
    try:
        end = time.monotonic() + 60
        while subprocess.run(check, env=home, cwd="/", capture_output=True, check=False).returncode:
            assert served.poll() is None
            assert time.monotonic() < end
            time.sleep(0.2)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/rules/pique") as page:
            assert page.status == 200
        subprocess.run(["kill", f"-{signal_name.removeprefix('SIG')}", str(served.pid)], check=True)
        assert served.wait(30) == 0
    finally:
        served.kill()
        served.wait()
    assert [path.name for path in places["/data"].glob("*.sqlite3")] == ["atout.sqlite3"]
    assert subprocess.run(check, env=home, cwd="/", capture_output=True, check=False).returncode, "nobody is there now"


def test_the_command_listens_where_the_image_says() -> None:
    """… and keeps its file where it is not lost with the container."""
    (command,), (exposed,), (volume,) = map(said, ("CMD", "EXPOSE", "VOLUME"))
    words = json.loads(command)
    assert words[words.index("--port") + 1] == exposed
    assert words[words.index("--database") + 1].startswith(f"{volume}/")
