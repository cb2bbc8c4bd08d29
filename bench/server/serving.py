"""The server the load is put on: on one core, over one SQLite file."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import uvicorn

from atout.server import heap, logs
from atout.server.app import create_app
from atout.server.context import Doors
from atout.server.store.sqlite import SqliteStore


def main(path: str, port: str, core: str) -> None:
    """Serves a file on a port of 127.0.0.1, on one core where the system allows to choose."""
    if core != "-" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core)})
    heap.settle()
    logs.configure(least=logging.WARNING)
    uvicorn.run(
        create_app(SqliteStore.open(Path(path)), doors=Doors.usual(sockets=100_000)),
        host="127.0.0.1",
        port=int(port),
        log_level="warning",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        backlog=4096,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
