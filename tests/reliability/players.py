"""Players who continue through every fault: they reconnect when a connection is cut, resend what was not acknowledged,
and record what they sent and what was acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import websockets

from sortilege.server.store import Store
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events
from tests.server.server_fixture import PATIENCE, Place, new_table, place, sit

LINE_CUT = (websockets.WebSocketException, OSError, TimeoutError, httpx.HTTPError, EOFError)
SILENCE = 8.0  # seconds without an answer after which a player connects again, as a browser does


class Player:
    """The person in a seat. `current_address` returns the address of a server that can be reached now."""

    def __init__(
        self, table: str, seat: int, token: str, current_address: Callable[[], str], rng: random.Random
    ) -> None:
        self.table, self.seat, self.token, self.current_address, self.rng = table, seat, token, current_address, rng
        self.sent: dict[int, set[str]] = {}  # by n: what was sent then, perhaps several times
        self.acknowledged: dict[int, str] = {}  # by n: what was seen to be played
        self.lines = 0  # how often a line was opened
        self.refusals: Counter[str] = Counter()  # by sentence
        self.silence = SILENCE  # doubled with every attempt that fails, up to SILENCE
        self.newest = 0  # the highest n seen, at whatever server
        self.decreases = 0  # how often a lower one was seen afterwards
        self.over = asyncio.Event()
        self.moved = asyncio.Event()  # set with everything acknowledged

    async def play(self) -> None:
        """Play until the game is over."""
        first = self.silence
        while not self.over.is_set():
            done = total([self])
            try:
                self.lines += 1
                async with AsyncExitStack() as stack:
                    async with asyncio.timeout(self.silence):
                        seat = place(self.current_address(), self.table, self.token)
                        line = await stack.enter_async_context(seat)
                    await self._play(line)
            except LINE_CUT:
                self.silence = first if total([self]) > done else min(SILENCE, 2 * self.silence)
                await asyncio.sleep(0.05)  # nobody hammers at a door that is shut

    async def _play(self, line: Place) -> None:
        line.line.close_timeout = self.silence  # a stopped server does not answer this either
        self._check(line, json.loads(line.received[0]))
        while True:
            async with asyncio.timeout(PATIENCE):
                while not line.now or not (line.now["legal"] or line.now["phase"] == "over"):
                    await self._hear_or_ping(line)
            if line.now["phase"] == "over":
                return self.over.set()
            n, action = line.now["n"], self.rng.choice(line.now["legal"])
            self.sent.setdefault(n, set()).add(as_key(action))
            await self._send(line, action)
            async with asyncio.timeout(self.silence):
                while line.now["n"] == n:
                    if (await self._hear(line))["type"] == "refused":
                        break
            if line.now["n"] > n:
                self._note(line, n, action)

    async def _send(self, line: Place, action: dict[str, Any]) -> None:
        await line.act(action)

    async def _hear(self, line: Place) -> dict[str, Any]:
        message = await line.receive()
        self._check(line, message)
        return message

    async def _hear_or_ping(self, line: Place) -> None:
        """Receive the next message. After a silence, ping the server first, as a browser does."""
        try:
            async with asyncio.timeout(self.silence):
                await self._hear(line)
        except TimeoutError:
            await line.say(type="ping")
            async with asyncio.timeout(self.silence):
                await self._hear(line)

    def _check(self, line: Place, message: dict[str, Any]) -> None:
        """Count refusals, and count how often n decreased, which must never happen at any server."""
        if message["type"] == "refused":
            self.refusals[message["message"]] += 1
        elif line.now:
            self.decreases += line.now["n"] < self.newest
            self.newest = max(self.newest, line.now["n"])

    def _note(self, line: Place, n: int, action: dict[str, Any]) -> None:
        """Record the action as acknowledged by a higher n. No bot or second tab plays for this seat."""
        self.acknowledged[n] = as_key(action)
        self.moved.set()


class RepeatingPlayer(Player):
    """A player who sends every action twice, and sometimes an earlier one again."""

    repeats = 0

    async def _send(self, line: Place, action: dict[str, Any]) -> None:
        await line.act(action)
        await line.act(action)
        self.repeats += 1
        if self.acknowledged and self.rng.random() < 0.5:
            n = self.rng.choice(list(self.acknowledged))
            await line.say(type="act", n=n, action=json.loads(self.acknowledged[n]))
            self.repeats += 1


def as_key(action: dict[str, Any]) -> str:
    return json.dumps(action, sort_keys=True)


async def people_at(
    address: str,
    current_address: Callable[[], str],
    rng: random.Random,
    bots: int = 0,
    player: type[Player] = Player,
    **wishes: Any,
) -> list[Player]:
    """Make a table for two people and some bots; return the people, who are not playing yet."""
    bot = {"kind": "bot", "level": "apprentice"}
    created = await new_table(address, {"kind": "me", "name": "Ada"}, {"kind": "open"}, *[bot] * bots, **wishes)
    friend = await sit(address, created, "Bo")
    table = created["table"]
    return [player(table, k, entry["token"], current_address, rng) for k, entry in enumerate((created, friend))]


async def moves(players: list[Player], count: int) -> None:
    """Wait until that many more moves are acknowledged, or all games are over. Fail if nothing moves for too long."""
    goal = total(players) + count
    while total(players) < goal and not all(player.over.is_set() for player in players):
        for player in players:
            player.moved.clear()
        ended = [asyncio.create_task(player.over.wait()) for player in players if not player.over.is_set()]
        moved = [asyncio.create_task(player.moved.wait()) for player in players]
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([*moved, *ended], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*moved, *ended):
                task.cancel()


def total(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


# ---------------------------------------------------------------- what the log says afterwards
async def check(store: Store, players: list[Player]) -> dict[str, int]:
    """Compare the log with what the players sent and saw acknowledged; return the numbers of lost and doubled moves."""
    await store.open(lambda *_: None)
    lost = strange = stored = 0
    for table in {player.table for player in players}:
        log = [events.decode(line) for line in await store.read(table)]
        played = [event for event in log if isinstance(event, events.Played)]
        stored += len(played)
        for player in (one for one in players if one.table == table):
            for n, action in player.acknowledged.items():
                lost += n >= len(played) or as_key(played[n].actions[0]) not in player.sent[n] or not action
            for n, event in enumerate(played):
                if event.seat == player.seat:
                    strange += as_key(event.actions[0]) not in player.sent.get(n, ())
    await store.close()
    decreases = sum(player.decreases for player in players)
    done = {"acknowledged": total(players), "written": stored}
    return {**done, "lost": lost, "doubled": strange, "n decreased": decreases}


async def check_file(folder: Path, players: list[Player]) -> dict[str, int]:
    return await check(SqliteStore(folder / "tables.sqlite3"), players)
