"""Plays a deal of each game with a real screen reader, Orca, and prints what it says: run by ``scripts/listen``, which
takes the games to play, all four if none is named.

Orca, a window manager, a speech service whose sound goes nowhere and Chromium run on a display that nobody sees. Keys
are real key strokes of that display. What must be said is checked: the name of each card that gets the focus, the
answers to the read keys, and every sentence the table sends.
"""

from __future__ import annotations

import contextlib
import json
import logging
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

from atout.server import logs  # noqa: E402

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
GAMES = {"euchre-a-trois": "mbb", "piques-a-trois": "mbb", "pique": "mbbb", "atout-pique": "mbbb"}
"""The seats of each: one's own and bots'."""
MOST = 60
"""Decisions in a deal, at most."""
FOCUSED = """(() => {
  const one = document.activeElement.cloneNode(true);
  for (const part of one.querySelectorAll("[aria-hidden=true]")) part.remove();
  return document.activeElement.ariaLabel ?? one.textContent;
})()"""


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


def enter(env: dict[str, str], heard: Path, visitor: Visitor) -> None:
    """Into the playing area, where the reader leaves letters to the page."""
    visitor.wait_for_me()
    visitor.page.bring_to_front()
    listen(heard)
    link = visitor.page.locator(".skip")
    for _ in range(5):  # a reader that still reads the page does not follow the focus
        link.focus()
        listen(heard)
        if any((link.text_content() or "") in one for one in said(heard)[-20:]):
            break
        link.blur()
    press(env, heard, "Return")


def play(env: dict[str, str], heard: Path, visitor: Visitor) -> list[str]:
    """A deal, by real keys alone, until it is counted; gives what should have been said."""
    page = visitor.page
    enter(env, heard, visitor)
    wanted = [page.evaluate(STATUS)]
    for key in KEYS:
        press(env, heard, key)
        wanted.append(visitor.said.text_content() or "")
    for _ in range(MOST):
        visitor.wait_for_me()
        if visitor.deal_is_over:
            break
        before, told = visitor.n, len(visitor.told)
        choose(env, heard, visitor)
        wanted.append(page.evaluate(FOCUSED))
        press(env, heard, "Return")
        visitor.wait_after(before)
        listen(heard)
        wanted.append(visitor.told[told:].strip())
    else:
        raise SystemExit("the deal does not end")
    time.sleep(3)
    press(env, heard, "t")  # the reader's diary is behind by a line: a last one brings the others out
    return wanted


def choose(env: dict[str, str], heard: Path, visitor: Visitor) -> None:
    """Moves to something that may be done: a typed bid; of two calls the second, for the first one passes; a card."""
    if visitor.kind != "bid":
        for _ in range(2 if visitor.kind == "call" else 1):
            press(env, heard, "n")
        return
    for digit in "321":
        press(env, heard, digit)
        if visitor.focus.get_attribute("aria-disabled") is None:
            return


def unsaid(wanted: list[str], spoken: list[str]) -> list[str]:
    """What was not said of what should have been, each sentence for itself."""
    everything = " ".join(spoken)
    return [text for text in wanted if text and not all(part in everything for part in text.split(". "))]


def main() -> int:
    """Runs it; the exit code is 1 when something was not said."""
    games = sys.argv[1:] or list(GAMES)
    logs.configure(least=logging.WARNING)  # the server is in this process
    if unknown := set(games) - set(GAMES):
        sys.exit(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    missing = 0
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
            for game in games:
                before = len(said(heard))
                visitor = Visitor(browser, f"http://{host}", lang="fr", screen=(1200, 800))
                visitor.sit_down(game, GAMES[game])
                wanted = play(env, heard, visitor)
                visitor.context.close()
                spoken = said(heard)[before:]
                lost = unsaid(wanted, spoken)
                missing += len(lost)
                print(*spoken, sep="\n")
                print(
                    f"\n{game}: {len(spoken)} utterances, {len(wanted)} expected, {len(lost)} missing", *lost, sep="\n"
                )
            browser.close()
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
