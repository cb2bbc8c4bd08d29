"""Signals to stop: at once where nothing is at stake, after what must not be left half done."""

from __future__ import annotations

import os
import signal

import pytest

from atout.terminal.interruptions import Interrupted, Interruptions


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_at_once(number: signal.Signals) -> None:
    """A signal raises where nothing shields from it; the handlers before come back."""
    before = signal.getsignal(number)
    with Interruptions(), pytest.raises(Interrupted):
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


def test_shielded() -> None:
    """Inside a shield, or a shield in a shield, everything is done first; the signal is not forgotten."""
    done = []
    with Interruptions() as interruptions:

        def work() -> None:
            with interruptions.shield():
                with interruptions.shield():
                    os.kill(os.getpid(), signal.SIGTERM)
                    done.append("inner")
                done.append("outer")

        with pytest.raises(Interrupted):
            work()
        with interruptions.shield():
            done.append("after")
    assert done == ["inner", "outer", "after"]


def test_what_fails_in_a_shield_fails() -> None:
    """An error inside a shield is that error, and the shield is gone."""
    with Interruptions() as interruptions:
        with pytest.raises(ZeroDivisionError), interruptions.shield():
            raise ZeroDivisionError
        with pytest.raises(Interrupted):
            os.kill(os.getpid(), signal.SIGINT)
