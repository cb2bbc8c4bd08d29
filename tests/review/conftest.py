"""The browser of the web tests."""

from tests.web.conftest import browser

__all__ = ["browser"]
