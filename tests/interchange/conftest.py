"""The command line in this process, as the referee's tests run it."""

from tests.referee.conftest import Atout, Said, atout

__all__ = ["Atout", "Said", "atout"]
