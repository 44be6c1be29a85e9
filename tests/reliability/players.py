"""People who play on whatever happens: they come back when their line is cut, send again what was not acknowledged, and
note everything they sent and everything that was acknowledged."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import websockets

from sortilege.server import events
from sortilege.server.store import Store
from sortilege.server.store.sqlite import SqliteStore
from tests.server.house import PATIENCE, Place, new_table, place, sit

LINE_CUT = (websockets.WebSocketException, OSError, TimeoutError, httpx.HTTPError, EOFError)
SILENCE = 8.0  # seconds without an answer after which a player tries another line, as a browser does


class Player:
    """Somebody in a seat. `houses` says where a server can be reached just now."""

    def __init__(self, table: str, seat: int, token: str, houses: Callable[[], str], rng: random.Random) -> None:
        self.table, self.seat, self.token, self.houses, self.rng = table, seat, token, houses, rng
        self.sent: dict[int, set[str]] = {}  # by n: what was sent then, perhaps several times
        self.acknowledged: dict[int, str] = {}  # by n: what was seen to be played
        self.lines = 0  # how often a line was opened
        self.refusals = 0
        self.over = asyncio.Event()
        self.moved = asyncio.Event()  # set with everything acknowledged

    async def play(self) -> None:
        """Until the game is over."""
        while not self.over.is_set():
            try:
                self.lines += 1
                async with place(self.houses(), self.table, self.token) as line:
                    await self._play(line)
            except LINE_CUT:
                await asyncio.sleep(0.05)  # nobody hammers at a door that is shut

    async def _play(self, line: Place) -> None:
        while True:
            async with asyncio.timeout(PATIENCE):
                await line.until(lambda now: bool(now["legal"]) or now["phase"] == "over")
            if line.now["phase"] == "over":
                return self.over.set()
            n, action = line.now["n"], self.rng.choice(line.now["legal"])
            self.sent.setdefault(n, set()).add(as_key(action))
            await line.act(action)
            async with asyncio.timeout(SILENCE):
                while line.now["n"] == n:
                    if (await line.hear())["type"] == "refused":
                        self.refusals += 1
                        break
            if line.now["n"] > n:
                self._note(line, n, action)

    def _note(self, line: Place, n: int, action: dict[str, Any]) -> None:
        """A higher n acknowledges the act, unless a bot's stand-in or another tab was faster: none is here."""
        self.acknowledged[n] = as_key(action)
        self.moved.set()


def as_key(action: dict[str, Any]) -> str:
    return json.dumps(action, sort_keys=True)


async def people_at(house: str, houses: Callable[[], str], rng: random.Random, bots: int = 0) -> list[Player]:
    """A new table for two people, and bots; the people are not playing yet."""
    bot = {"kind": "bot", "level": "apprentice"}
    made = await new_table(house, {"kind": "me", "name": "Ada"}, {"kind": "open"}, *[bot] * bots)
    friend = await sit(house, made, "Bo")
    table = made["table"]
    return [Player(table, k, one["token"], houses, rng) for k, one in enumerate((made, friend))]


async def moves(players: list[Player], count: int) -> None:
    """Wait until so many more moves were acknowledged, or all games are over. Only standing still takes too long."""
    wanted = total(players) + count
    while total(players) < wanted and not all(player.over.is_set() for player in players):
        for player in players:
            player.moved.clear()
        ended = [asyncio.create_task(player.over.wait()) for player in players if not player.over.is_set()]
        heard = [asyncio.create_task(player.moved.wait()) for player in players]
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([*heard, *ended], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*heard, *ended):
                task.cancel()


def total(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


# ---------------------------------------------------------------- what the log says afterwards
async def check(store: Store, players: list[Player]) -> dict[str, int]:
    """Nothing acknowledged is lost, nothing was played twice or by nobody; how many moves that is."""
    await store.open(lambda *_: None)
    lost = strange = written = 0
    for table in {player.table for player in players}:
        log = [events.decode(line) for line in await store.read(table)]
        played = [event for event in log if isinstance(event, events.Played)]
        written += len(played)
        for player in (one for one in players if one.table == table):
            for n, action in player.acknowledged.items():
                lost += n >= len(played) or as_key(played[n].actions[0]) not in player.sent[n] or not action
            for n, event in enumerate(played):
                if event.seat == player.seat:
                    strange += as_key(event.actions[0]) not in player.sent.get(n, ())
    await store.close()
    return {"acknowledged": total(players), "written": written, "lost": lost, "doubled": strange}


async def check_file(folder: Path, players: list[Player]) -> dict[str, int]:
    return await check(SqliteStore(folder / "tables.sqlite3"), players)
