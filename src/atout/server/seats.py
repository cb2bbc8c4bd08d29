"""Whose seat is whose: secret links, and guests known by a signed cookie. A name is never a key to anything.

Of a link only a hash is stored: who reads the database cannot sit down with it. A guest is a random number that a
browser keeps; whoever comes by a seat's link holds that seat from then on, and so does the browser he came with.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

import msgspec
from itsdangerous import BadData, URLSafeSerializer
from msgspec import Struct

from atout.server.store import Store

_KEY: Final = "key"
_SECRET_BYTES: Final = 16
"""Bytes of chance in a link: as many as in a random UUID, none of them fixed."""
COOKIE_AGE: Final = 400 * 24 * 3600
"""Seconds a browser keeps the cookie: as long as browsers let any."""
MOST_SAVED: Final = 50
"""House rules a guest may keep."""


class Place(Struct, frozen=True):
    """A seat of a table; seat 0 is the host's place: whoever opened the table for others rules from there."""

    table: str
    seat: int


async def server_key(store: Store) -> bytes:
    """The key this store's cookies are signed with, made the first time."""
    key = await store.get(_KEY)
    if key is None:
        key = secrets.token_bytes(32)
        await store.put(_KEY, key)
    return key


class Guests:
    """The cookie: its name is this server's own, for two servers of one machine share a browser's cookies."""

    def __init__(self, key: bytes) -> None:
        self.cookie: Final = f"atout-{hashlib.sha256(key).hexdigest()[:8]}"
        options = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._serializer = URLSafeSerializer(key, salt="atout guest", signer_kwargs=options)

    @staticmethod
    def new() -> str:
        """Somebody nobody has seen before."""
        return secrets.token_urlsafe(_SECRET_BYTES)

    def sign(self, guest: str) -> str:
        """The cookie's value."""
        return str(self._serializer.dumps(guest))

    def read(self, cookie: str | None) -> str | None:
        """The guest behind a cookie's value; ``None`` for one this server did not sign."""
        try:
            guest = self._serializer.loads(cookie) if cookie else None
        except BadData:
            return None
        return guest if isinstance(guest, str) else None


class Seats:
    """Who may sit where."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def new_link(self, place: Place) -> str:
        """A secret that leads to a seat; those made before it go on leading there."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        await self._store.put(_link(secret), msgspec.json.encode(place))
        return secret

    async def behind(self, secret: str) -> Place | None:
        """The seat a secret leads to."""
        stored = await self._store.get(_link(secret))
        return msgspec.json.decode(stored, type=Place) if stored else None

    async def give(self, guest: str, place: Place) -> None:
        """Lets a guest hold a seat; of one table he holds the latest he was given, and the host's place beside it."""
        if place.seat:
            await self._store.put(f"guest/{guest}/{place.table}", str(place.seat).encode())
        else:
            await self._store.put(f"host/{guest}/{place.table}", b"")

    async def held(self, guest: str | None, table: str) -> int | None:
        """The seat a guest holds at a table."""
        stored = await self._store.get(f"guest/{guest}/{table}") if guest else None
        return int(stored) if stored else None

    async def hosts(self, guest: str | None, table: str) -> bool:
        """Whether a guest has the host's place of a table."""
        return guest is not None and await self._store.get(f"host/{guest}/{table}") is not None

    async def tables(self, guest: str | None) -> tuple[str, ...]:
        """The tables a guest has a seat at, or the host's place."""
        if not guest:
            return ()
        prefixes = f"host/{guest}/", f"guest/{guest}/"
        names = [name.removeprefix(prefix) for prefix in prefixes for name in await self._store.names(prefix)]
        return tuple(dict.fromkeys(names))


def _link(secret: str) -> str:
    return f"link/{hashlib.sha256(secret.encode()).hexdigest()}"


class SavedRules(Struct, frozen=True):
    """House rules under the name a guest gave them."""

    name: str
    rules: str


class HouseRules:
    """House rules saved under a name, by guest: they wait on the server for the browser that saved them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self, guest: str | None) -> tuple[SavedRules, ...]:
        """What a guest has saved, by name."""
        stored = await self._store.get(f"rules/{guest}") if guest else None
        return msgspec.json.decode(stored, type=tuple[SavedRules, ...]) if stored else ()

    async def save(self, guest: str, name: str, rules: str | None) -> tuple[SavedRules, ...]:
        """Saves rules under a name, in place of what had it; without rules the name is given up.

        Of too many the oldest goes.
        """
        kept = [saved for saved in await self.all(guest) if saved.name != name]
        if rules is not None:
            kept.append(SavedRules(name, rules))
        kept = kept[-MOST_SAVED:]
        await self._store.put(f"rules/{guest}", msgspec.json.encode(kept))
        return tuple(kept)
