"""Joins a table of `atout serve` by a seat link and plays a deal: the first legal card each time.

    python client.py http://127.0.0.1:8080/seat/SECRET

All a client needs: the link's secret for its seat, and one socket of JSON messages (docs/protocol.md).
"""

import asyncio
import itertools
import json
import sys
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

from websockets.asyncio.client import connect


class StayHere(HTTPRedirectHandler):
    """A seat link leads to its table: where to is all we want to know."""

    def redirect_request(self, *args: object) -> None:
        return None


def table_of(link: str) -> str:
    """The name of the table a seat link leads to."""
    from urllib.error import HTTPError

    try:
        build_opener(StayHere).open(link)
    except HTTPError as answer:
        return str(answer.headers["location"]).rpartition("/")[2]
    raise SystemExit("This is no seat link.")


async def play(link: str) -> None:
    """Plays until the deal is over, telling what happens."""
    host, secret = urlsplit(link).netloc, link.rpartition("/")[2]
    url = f"ws://{host}/api/tables/{table_of(link)}/socket?lang=en"
    ids = (f"c{number}" for number in itertools.count(1))
    dealt = False
    async with connect(url, additional_headers={"Authorization": f"Bearer {secret}"}) as socket:
        async for frame in socket:
            message = json.loads(frame)
            if message["type"] not in ("view", "update"):
                if message.get("ok") is False:
                    print(message["text"])
                continue
            print(*message["log"], sep="\n")
            scene = message["scene"]
            if message["legal"]:
                dealt = True
                act = {"type": "act", "id": next(ids), "token": message["legal"][0], "expect": message["n"]}
                await socket.send(json.dumps(act))
            elif scene.get("choices", {}).get("kind") in ("deal", "rematch"):
                if dealt:
                    return
                await socket.send(json.dumps({"type": "next", "id": next(ids)}))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python client.py http://127.0.0.1:8080/seat/SECRET (a seat link of `atout serve`)")
    asyncio.run(play(sys.argv[1]))
