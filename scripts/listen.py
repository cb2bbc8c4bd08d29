"""Plays a few moves with a real screen reader, Orca, and prints what it says: run by ``scripts/listen``.

Orca, a window manager, a speech service whose sound goes nowhere and Chromium run on a display that nobody sees. Keys
are real key strokes of that display. What must be said is checked: the name of each card that gets the focus, the
answers to the read keys, and every sentence the table sends.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.running import running  # noqa: E402 - after the line that finds it
from tests.web.browsing import Visitor  # noqa: E402
from tests.web.conftest import ARGUMENTS, chromium  # noqa: E402

DISPLAY = ":87"
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'[ \[]?\{")
QUIET = 2.0
"""Seconds without a word of the reader's diary after which it has said all it had to say."""
LONGEST = 30.0
ENABLED = ("IsEnabled", "ScreenReaderEnabled")
SPEECHD = Path("/etc/speech-dispatcher")
BUS = "/usr/libexec/at-spi-bus-launcher"
STATUS = "[...document.querySelector('#status').childNodes].find((part) => part.ariaHidden !== 'true').textContent"
KEYS = ("t", "c", "h", "s")


def environment(home: Path) -> dict[str, str]:
    """A home of its own: sound goes nowhere, for without a sink the reader hangs after two utterances."""
    (home / ".asoundrc").write_text("pcm.!default { type null }\nctl.!default { type null }\n")
    shutil.copytree(SPEECHD, home / "speechd")
    settings = home / "speechd" / "speechd.conf"
    settings.write_text(settings.read_text() + '\nAudioOutputMethod "alsa"\nDefaultModule espeak-ng\n')
    (home / "run").mkdir(mode=0o700)
    reader = home / ".local" / "share" / "orca"
    reader.mkdir(parents=True)
    quiet = {"sayAllOnLoad": False}  # reading a whole page moves the focus through it
    default = {"profile": ["Default", "default"], "pronunciations": {}, "keybindings": {}, **quiet}
    kept = {"general": quiet, "pronunciations": {}, "keybindings": {}, "profiles": {"default": default}}
    (reader / "user-settings.conf").write_text(json.dumps(kept))
    return {
        **os.environ,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "DISPLAY": DISPLAY,
        "GTK_MODULES": "",
    }


@contextlib.contextmanager
def services(home: Path, env: dict[str, str], heard: Path) -> Iterator[None]:
    """Everything a screen reader stands on, while inside."""
    speechd = ["speech-dispatcher", "-s", "-t", "0", "-C", str(home / "speechd")]
    commands = [
        ["Xvfb", DISPLAY, "-screen", "0", "1280x900x24"],
        ["openbox"],
        speechd,
        [BUS, "--launch-immediately"],
        ["orca", "-d", "braille", f"--debug-file={heard}"],
    ]
    with contextlib.ExitStack() as stack:
        for command in commands:
            process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(stop, process)
            time.sleep(2)
            if command[0] == BUS:
                for name in ENABLED:
                    enable(env, name)
        yield


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a service, which may be busy speaking."""
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def enable(env: dict[str, str], name: str) -> None:
    """Says on the accessibility bus that a screen reader is there."""
    call = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"]
    call += ["org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", f"string:{name}", "variant:boolean:true"]
    subprocess.run(call, env=env, check=True, capture_output=True)


def listen(heard: Path) -> None:
    """Waits until the reader is silent: key strokes interrupt speech."""
    size, since, end = -1, time.monotonic(), time.monotonic() + LONGEST
    while time.monotonic() < end and time.monotonic() - since < QUIET:
        if (now := heard.stat().st_size) != size:
            size, since = now, time.monotonic()
        time.sleep(0.1)


def press(env: dict[str, str], heard: Path, key: str) -> None:
    """A real key stroke, and the time to say what it brings."""
    subprocess.run(["xdotool", "key", key], env=env, check=True)
    time.sleep(1)
    listen(heard)


def said(heard: Path) -> list[str]:
    """What has been spoken so far."""
    return SPOKEN.findall(heard.read_text(encoding="utf-8", errors="replace")) if heard.exists() else []


def play(env: dict[str, str], heard: Path, visitor: Visitor) -> list[str]:
    """A few moves; gives what should have been said."""
    page = visitor.page
    visitor.wait_for_me()
    page.bring_to_front()
    listen(heard)
    link = page.locator(".skip")
    for _ in range(5):  # a reader that still reads the page does not follow the focus
        link.focus()
        listen(heard)
        if any((link.text_content() or "") in one for one in said(heard)):
            break
        link.blur()
    press(env, heard, "Return")  # into the playing area, where the reader leaves letters to the page
    wanted = [page.evaluate(STATUS)]
    for key in KEYS:
        press(env, heard, key)
        wanted.append(visitor.said.text_content() or "")
    for _ in range(4):
        visitor.wait_for_me()
        before, told = visitor.n, len(visitor.told)
        for _ in range(2 if visitor.kind == "call" else 1):  # the second call names trump: the first one passes
            press(env, heard, "n")
        wanted.append(page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent"))
        press(env, heard, "Return")
        visitor.wait_after(before)
        listen(heard)
        wanted.append(visitor.told[told:].strip())
    time.sleep(3)
    press(env, heard, "t")  # the reader's diary is behind by a line: a last one brings the others out
    return wanted


def main() -> int:
    """Runs it; the exit code is 1 when something was not said."""
    with tempfile.TemporaryDirectory() as folder, running() as host, sync_playwright() as playwright:
        home = Path(folder)
        heard, env = home / "orca.txt", environment(home)
        with services(home, env, heard):
            browser = playwright.chromium.launch(
                executable_path=chromium(),
                headless=False,
                args=[*ARGUMENTS, "--force-renderer-accessibility"],
                env={**env},
            )
            visitor = Visitor(browser, f"http://{host}", lang="fr", screen=(1200, 800))
            visitor.sit_down("euchre-a-trois", "mbb")
            try:
                wanted = play(env, heard, visitor)
            finally:
                browser.close()
                print(*said(heard), sep="\n")
        spoken = said(heard)
    everything = " ".join(spoken)
    missing = [
        sentence for sentence in wanted if sentence and not all(part in everything for part in sentence.split(". "))
    ]
    print(f"\n{len(spoken)} utterances, {len(wanted)} sentences expected, {len(missing)} missing", *missing, sep="\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
