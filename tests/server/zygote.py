"""A process that has loaded the server and forks one whenever it is asked: servers that start in no time.

Run as ``python -m tests.server.zygote``. A line ``PATH PORT`` on standard input starts a server; its process id is
written to standard output.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.server import serving


def main() -> None:
    """Forks a server for each line, until the input ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        path, port = line.rsplit(maxsplit=1)
        pid = os.fork()
        if pid == 0:
            serving.main(path, port, "-")
            os._exit(0)
        print(pid, flush=True)


class Zygote:
    """The process, and the servers it starts."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @contextmanager
    def server(self, path: Path, port: int) -> Iterator[int]:
        """A server that answers, killed at the end (``kill -9``) unless it has ended by then; gives its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path} {port}\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline())
        try:
            _await(port)
            yield pid
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            while _is_alive(pid):
                time.sleep(0.002)

    def close(self) -> None:
        """Ends it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _await(port: int) -> None:
    """Waits until a port is listened on."""
    for _ in range(6000):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
            return
        time.sleep(0.005)
    raise TimeoutError(port)


if __name__ == "__main__":
    main()
