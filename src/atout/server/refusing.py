"""Why a table does not do what a message asks: a code, and the sentence that says so to whoever sent it."""

from __future__ import annotations

from atout.actions import Action, parse
from atout.server.audiences import Listener
from atout.server.live import LiveTable
from atout.server.wire import Answer, Command


class Refused(Exception):
    """A command that is not done: a code, and the sentence that says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code = code
        self.text = text

    def answer(self, table: LiveTable, command: Command) -> Answer:
        """The answer to a command that is refused so."""
        return Answer(id=command.id, ok=False, n=table.ledger.n, code=self.code, text=self.text)


def sentence(table: LiveTable, listener: Listener, code: str, **facts: object) -> str:
    """What a code says to a listener."""
    return table.speaker(listener).text(f"server.refused.{code}", **facts)


def refused(table: LiveTable, listener: Listener, code: str, **facts: object) -> Refused:
    """A refusal with the sentence of its code."""
    return Refused(code, sentence(table, listener, code, **facts))


def parsed(table: LiveTable, listener: Listener, token: str) -> Action:
    """The action of a token a seat may send; raises ``Refused`` for any other text."""
    try:
        action = parse(token)
    except ValueError:
        raise refused(table, listener, "unknown-token", token=token[:20]) from None
    if action.by_house:
        raise refused(table, listener, "house-only")
    return action
