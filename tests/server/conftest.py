"""What belongs to every test of the server."""

from collections.abc import Iterator

import pytest
from tests.server.visits import OPEN


@pytest.fixture(autouse=True)
def closed_browsers() -> Iterator[None]:
    """Browsers are closed at the end of the test that opened them."""
    yield
    while OPEN:
        OPEN.pop().close()
