"""Structured logs: one JSON object a line, and no card in any of them.

What happens at a table is logged by table, seat and kind, never by its token. An error is logged by its type and place:
its text may hold a card.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from types import TracebackType
from typing import Any, Final, TextIO, cast

import structlog
from structlog.typing import EventDict, FilteringBoundLogger

_NOISY: Final = ("uvicorn", "uvicorn.error", "asyncio", "websockets")


def configure(stream: TextIO | None = None, *, least: int | None = None) -> None:
    """Sends logs to a stream (standard error): everything, but to a terminal only what somebody should look at."""
    stream = sys.stderr if stream is None else stream
    if least is None:
        least = logging.WARNING if stream.isatty() else logging.INFO
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_texts,
            structlog.processors.JSONRenderer(sort_keys=False, ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Lossy(stream))),
        cache_logger_on_first_use=False,
    )
    handler = _Foreign()
    for name in _NOISY:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(max(least, logging.WARNING))


class _Lossy:
    """A stream that loses what it cannot take: a table goes on where its log is full, or read by nobody."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # the disk is full, the reader has gone, the stream is closed
            self._stream.write(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def logger(name: str) -> FilteringBoundLogger:
    """A logger of this program."""
    bound: FilteringBoundLogger = structlog.get_logger(name)
    return bound


def where(error: BaseException) -> str:
    """The innermost place of an error: function and line, without its text."""
    trace: TracebackType | None = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_qualname}:{trace.tb_lineno}" if trace is not None else ""


def _without_texts(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Errors by type and place, whoever logged them."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        event["error"], event["where"] = type(error).__name__, where(error)
    return event


class _Foreign(logging.Handler):
    """What libraries log: their message as they wrote it, without the facts filled in, and errors by type and place."""

    def emit(self, record: logging.LogRecord) -> None:
        event = record.msg.splitlines()[0] if isinstance(record.msg, str) and record.msg else type(record.msg).__name__
        error = record.exc_info[1] if record.exc_info else None
        logger(record.name).log(record.levelno, event, logger=record.name, exc_info=error)
