"""The line client: every event one plain sentence, the prompt last, nothing drawn on the screen."""

from atout.terminal.client import Client, Quit
from atout.terminal.interruptions import Interruptions
from atout.terminal.keeper import Keeper, default_path
from atout.terminal.lines import Lines, is_rich, lines_for
from atout.terminal.screen import Screen
from atout.terminal.seat import Seat
from atout.terminal.solo import Solo

__all__ = [
    "Client",
    "Interruptions",
    "Keeper",
    "Lines",
    "Quit",
    "Screen",
    "Seat",
    "Solo",
    "default_path",
    "is_rich",
    "lines_for",
]
