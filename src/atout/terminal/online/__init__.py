"""A table that a server keeps, played from the terminal: nothing here is loaded unless somebody joins one."""

from atout.terminal.online.address import Address, Unjoinable, resolve
from atout.terminal.online.link import Link
from atout.terminal.online.naming import kept_name
from atout.terminal.online.seat import Online

__all__ = ["Address", "Link", "Online", "Unjoinable", "kept_name", "resolve"]
