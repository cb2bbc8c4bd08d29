"""Programs started by tests: none outlives the test that started it, however that ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import AnyStr

import pexpect


@contextmanager
def started(command: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """A program in a process group of its own, its output and complaints piped as text; killed at the end."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def end(child: pexpect.spawn[AnyStr]) -> None:
    """Ends a program at a terminal, however long a busy machine takes for it."""
    if child.isalive():
        child.kill(signal.SIGKILL)
        child.wait()
    child.close(force=False)
