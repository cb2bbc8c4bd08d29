"""Seeds of seats, mixed into deals: committed before any is known, revealed or left out, and proved afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.running import Player, open_table, running
from tests.server.visits import browser, open_app

from atout.dealing import commitment
from atout.proofs import check, read
from atout.server import mixing

SEEDS = {seat: bytes([seat]) * 32 for seat in (1, 2)}


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that is patient: the machine may be busy."""
    monkeypatch.setattr(mixing, "TIME_TO_REVEAL", 7.0)
    with running(app=open_app()) as listening:
        yield listening


class Mixing:
    """Two people and a bot at a table, between two deals."""

    def __init__(self, host: str, table: str, people: dict[int, Player]) -> None:
        self.host = host
        self.table = table
        self.people = people

    @classmethod
    async def sit(cls, host: str) -> Mixing:
        """Both sit down; the house has sealed its seed."""
        opened = open_table(host, "euchre-a-trois stick=yes target=1000", "mpb")  # every deal is counted
        table, links = opened["table"], opened["links"]
        people = {seat: await Player.join(host, table, links[str(seat)]) for seat in (1, 2)}
        mixing = cls(host, table, people)
        await mixing.see("open")
        return mixing

    async def see(self, phase: str) -> dict[str, str]:
        """Waits until both see a phase; returns what is shown."""
        for player in self.people.values():
            await player.until(lambda player: (player.scene["table"]["verified"] or {}).get("phase") == phase, 30)
        shown: dict[str, str] = self.people[1].scene["table"]["verified"]
        return shown

    async def commit(self, seat: int, seed: bytes | None = None) -> dict[str, Any]:
        """A seat commits to its seed; returns the answer."""
        shown = self.people[seat].scene["table"]["verified"]
        bound = commitment(seed or SEEDS[seat], shown["label"], int(shown["deal"]), seat)
        return await self.people[seat].ask("commit", commitment=bound)

    async def reveal(self, seat: int, seed: bytes | None = None) -> dict[str, Any]:
        """A seat reveals its seed; returns the answer."""
        return await self.people[seat].ask("reveal", seed=(seed or SEEDS[seat]).hex())

    async def finish(self) -> None:
        """Plays until the deal is over."""
        going = True
        while going:
            for player in self.people.values():
                going = player.scene["choices"]["kind"] not in ("deal", "rematch")
                if going and player.legal:
                    await player.ask("act", token=player.legal[0])
            for player in self.people.values():
                while not player.legal and player.scene["choices"]["kind"] not in ("deal", "rematch"):
                    try:
                        await player.hear(0.2)
                    except TimeoutError:
                        break

    async def leave(self) -> None:
        """Both hang up."""
        for player in self.people.values():
            await player.close()

    def proof(self) -> str:
        """The proof of the deals that are over."""
        return browser(self.host).get(f"/api/tables/{self.table}/proof").text


def test_both_mix_in(host: str) -> None:
    """Commit, ask for the deal, reveal: the deal is made of all seeds, and proved when it is over."""

    async def play() -> str:
        table = await Mixing.sit(host)
        assert (await table.commit(1))["ok"]
        assert (await table.commit(2))["ok"]
        assert (await table.people[1].ask("next"))["ok"]
        assert (await table.see("reveal"))["seats"] == "1 2"
        assert (await table.reveal(2))["ok"]
        assert table.people[2].scene["table"]["verified"]["phase"] == "reveal", "one is still waited for"
        assert (await table.reveal(1))["ok"]
        await table.see("dealt")
        await table.finish()
        proof = await asyncio.to_thread(table.proof)
        await table.leave()
        return proof

    proof = read(asyncio.run(play()))
    assert [(part.seat, part.seed) for part in proof.deals[0].seats] == [(seat, SEEDS[seat].hex()) for seat in (1, 2)]
    assert [verdict.faults for verdict in check(proof)] == [()]


def test_who_does_not_reveal_is_left_out(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal does not wait for ever; that somebody kept his seed stays in the proof."""
    monkeypatch.setattr(mixing, "TIME_TO_REVEAL", 3.0)

    async def play() -> str:
        table = await Mixing.sit(host)
        await table.commit(1)
        await table.commit(2)
        await table.people[2].ask("next")
        await table.see("reveal")
        await table.reveal(2)
        await table.see("dealt")
        assert (await table.reveal(1))["code"] == "no-seed-now"
        await table.finish()
        proof = await asyncio.to_thread(table.proof)
        await table.leave()
        return proof

    proof = read(asyncio.run(play()))
    assert [part.seed for part in proof.deals[0].seats] == [None, SEEDS[2].hex()]
    assert [verdict.faults for verdict in check(proof)] == [()]


def test_nobody_waits_for_who_has_gone(host: str) -> None:
    """A seed that nobody is there to reveal holds up no deal."""

    async def play() -> None:
        table = await Mixing.sit(host)
        await table.commit(2)
        gone = table.people.pop(2)
        await gone.close()
        await table.people[1].until(lambda player: not player.scene["seats"][1]["connected"])
        await table.people[1].ask("next")
        await table.see("dealt")
        await table.leave()

    asyncio.run(play())


def test_what_may_not_be(host: str) -> None:
    """Too late, twice, another seed, without a commitment, what another has committed to: each is refused."""

    async def play() -> None:
        table = await Mixing.sit(host)
        one, two = table.people[1], table.people[2]
        assert (await table.reveal(1))["code"] == "no-seed-now"
        await table.commit(1)
        assert (await table.commit(1, bytes(32)))["code"] == "committed"
        shown = one.scene["table"]["verified"]
        copied = commitment(SEEDS[1], shown["label"], int(shown["deal"]), 1)
        assert (await two.ask("commit", commitment=copied))["ok"], "it tells nothing to repeat it"
        await one.ask("next")
        await table.see("reveal")
        assert (await table.reveal(1, bytes(32)))["code"] == "wrong-seed"
        assert (await table.reveal(1))["ok"]
        assert (await table.reveal(2, SEEDS[1]))["code"] == "wrong-seed", "it was the seed of seat 1 only"
        assert (await table.reveal(1))["code"] == "no-seed-now"
        await table.see("dealt")
        assert (await table.commit(2))["code"] == "no-seed-now"
        watching = await Player.join(host, table.table)
        assert (await watching.ask("commit", commitment="0" * 64))["code"] == "seat-needed"
        for broken in ("", "0", "G" * 64, "0" * 65, "A" * 64):
            await one.tell("commit", commitment=broken)
            await one.fault()
        await watching.close()
        await table.leave()

    asyncio.run(play())


def test_after_a_restart_nobody_commits_who_could_know_a_seed() -> None:
    """One seed is known already: the others reveal what they had committed to, and no more is taken."""
    from tests.server.facts import TABLE, seed_of

    from atout.server.facts import Mixed, Occupant, Opening, Sealed
    from atout.server.ledger import Ledger

    people = (Occupant("person", "Ana"), Occupant("person", "Léa"), Occupant("bot", "", "casual"))
    ledger = Ledger(TABLE, Opening("euchre-a-trois", people), [Sealed(seed_of(1).hex())])
    bounds = {seat: commitment(SEEDS[seat], TABLE, 1, seat) for seat in (1, 2)}
    ledger.apply(Mixed(1, bounds[1]))
    assert mixing.refuse_commitment(ledger, False, 2) is None
    ledger.apply(Mixed(1, bounds[1], SEEDS[1].hex()))
    assert mixing.refuse_commitment(ledger, False, 2) == "no-seed-now"
    assert mixing.owing(ledger) == ()
