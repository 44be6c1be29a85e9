"""Faults that a server must survive. Each run ends after a fixed number of events and returns figures.

The short form of every run is a test; the long form does more of everything.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from sortilege.server.settings import Rate, Settings
from sortilege.server.store import StoreError, store_at
from sortilege.server.store.sqlite import SqliteStore
from tests.reliability.players import Player, check, check_file, moves, people_at, total
from tests.reliability.servers import HostileProxy, Server
from tests.server.server_fixture import PATIENCE, caller, new_table, place, serving, waits_for_person

Figures = dict[str, float]


async def tables_of(
    count: int, address: str, current_address: Callable[[], str], rng: random.Random, bots: int
) -> list[Player]:
    return [player for _ in range(count) for player in await people_at(address, current_address, rng, bots)]


class Play:
    """`async with Play(players)` lets the players play in the background and stops them at the end."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players

    async def __aenter__(self) -> None:
        self.tasks = [asyncio.create_task(player.play()) for player in self.players]

    async def __aexit__(self, *_: object) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


# ---------------------------------------------------------------- crash
async def crash(folder: Path, kills: int, tables: int, seed: int = 1) -> Figures:
    """Kill the server in the middle of play, again and again, and restart it with the same file."""
    rng, server = random.Random(seed), Server(folder)
    await server.start()
    players: list[Player] = []
    try:
        for _ in range(kills):
            playing = [player for player in players if not player.over.is_set()]
            missing = tables - len({player.table for player in playing})
            more = await tables_of(missing, server.address, lambda: server.address, rng, bots=1)
            players += more
            async with Play([*playing, *more]):
                await moves(players, rng.randint(1, 10))
                await server.kill()
                await server.start()
                await moves(players, 1)
    finally:
        await server.kill()
    return {"kills": kills, "tables": len(players) / 2, **await check_file(folder, players)}


# ---------------------------------------------------------------- proxy
async def proxy(folder: Path, moves_to_play: int, tables: int, seed: int = 2) -> Figures:
    """Connect through a proxy that splits, delays and cuts, until that many moves are acknowledged."""
    rng = random.Random(seed)
    async with serving(folder, settings=Settings(message_rate=Rate(1000, 1000))) as address:
        hostile = HostileProxy(address, rng)
        players: list[Player] = []
        async with hostile.open() as behind:
            while total(players) < moves_to_play:
                more = await tables_of(tables, address, lambda: behind, rng, bots=1)
                players += more
                async with Play(more):
                    await moves(more, max(1, moves_to_play // 4))
    lines = sum(player.lines for player in players)
    return {"cuts": hostile.cuts, "pieces": hostile.pieces, "lines": lines, **await check_file(folder, players)}


# ---------------------------------------------------------------- disk
class SickStore(SqliteStore):
    """A store whose writes fail while `ill` is set; some of them are written all the same, as on a real disk."""

    ill = False
    failed = 0

    def __init__(self, file: Path, rng: random.Random) -> None:
        super().__init__(file)
        self.rng = rng

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        if not self.ill or self.rng.random() < 0.2:
            await super().append(table, at, lines)
        if self.ill:
            self.failed += 1
            raise StoreError("the disk is full")


async def disk(folder: Path, illnesses: int, tables: int, seed: int = 3) -> Figures:
    """Fill the disk for a while, again and again; afterwards every bot must continue by itself."""
    rng = random.Random(seed)
    store = SickStore(folder / "tables.sqlite3", rng)
    players: list[Player] = []
    many = Rate(1000, 1000)
    async with serving(store, settings=Settings(message_rate=many, new_table_rate=many, join_rate=many)) as address:
        stuck = 0
        for _ in range(illnesses):
            more = await tables_of(tables, address, lambda: address, rng, bots=2)
            players += more
            async with Play(more):
                await moves(more, 3)
                store.ill, before = True, store.failed
                async with asyncio.timeout(PATIENCE):
                    while store.failed < before + 2 * tables:
                        await asyncio.sleep(0.01)
                store.ill = False
            stuck += await stands_still(address, more)
    figures = await check_file(folder, players)
    return {"illnesses": illnesses, "failed writes": store.failed, "tables stuck": stuck, **figures}


async def stands_still(address: str, players: list[Player]) -> int:
    """Return the number of tables at which a bot is to move but does not."""
    stuck = 0
    for player in players[::2]:
        async with place(address, player.table, player.token) as line:
            try:
                async with asyncio.timeout(60):
                    await line.until(waits_for_person)
            except TimeoutError:
                stuck += 1
    return stuck


# ---------------------------------------------------------------- lock
async def lock(folder: Path, seconds: float, tables: int, seed: int = 4) -> Figures:
    """Lock the file from another process for a while; everybody must continue once it is free."""
    rng = random.Random(seed)
    async with serving(folder, settings=Settings(message_rate=Rate(1000, 1000))) as address:
        players = await tables_of(tables, address, lambda: address, rng, bots=1)
        async with Play(players):
            await moves(players, tables)
            connection = sqlite3.connect(folder / "tables.sqlite3", isolation_level=None, timeout=PATIENCE)
            connection.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(seconds)
            connection.execute("COMMIT")
            connection.close()
            await moves(players, tables)
        stuck = await stands_still(address, players)
    return {"seconds locked": seconds, "tables stuck": stuck, **await check_file(folder, players)}


# ---------------------------------------------------------------- two servers
async def two_servers(folder: Path, database: str, kills: int, tables: int, seed: int = 5) -> Figures:
    """Run two servers on one database and kill one; everybody moves to the other, whose bots continue."""
    rng = random.Random(seed)
    servers = [Server(folder / name, database) for name in ("one", "two")]
    players: list[Player] = []
    longest = 0.0

    def any_address() -> str:
        return rng.choice([server.address for server in servers if server.address])

    try:
        for server in servers:
            await server.start()
        for round_ in range(kills):
            more = await tables_of(tables, servers[round_ % 2].address, any_address, rng, bots=1)
            players += more
            async with Play(more):
                await moves(more, tables * 2)
                dying = servers[round_ % 2]
                dying.address = ""
                await dying.kill()
                dead = time.monotonic()
                for player in more:
                    await moves([player], 1)
                    longest = max(longest, time.monotonic() - dead)
                await dying.start()
    finally:
        for server in servers:
            await server.kill()
    return {
        "kills": kills,
        "longest wait, s": round(longest, 1),
        **await check(store_at(database, folder, PATIENCE), players),
    }


# ---------------------------------------------------------------- fuzz
BATCH = 16  # messages sent before their answers are read; the server drops what is sent beyond its queue
VERBS = ("act", "undo", "ready", "aid", "ping", "state", "", "hint")
AT_TABLE = ("sit", "recover", "rematch", "retry", "seats/0/bot", "seats/x/bot")
PATHS = ("/api/tables", "/api/lessons/x/y", *(f"/api/tables/{{t}}/{call}" for call in AT_TABLE))


def nonsense(rng: random.Random, depth: int = 0) -> Any:
    """Return random JSON, some of it nearly valid."""
    kind = rng.randrange(8 if depth < 4 else 6)
    if kind == 6:
        return [nonsense(rng, depth + 1) for _ in range(rng.randrange(5))]
    if kind == 7:
        keys = ("type", "n", "action", "do", "spell", "seat", "seats", "game", "name", "luck", "invite", "turn", "é\0")
        return {rng.choice(keys): nonsense(rng, depth + 1) for _ in range(rng.randrange(6))}
    odd = (
        0,
        -1,
        2**70,
        0.5,
        1e308,
        None,
        True,
        "",
        "abracada",
        "\0\ud7ff",
        "x" * rng.choice((1, 300, 5000)),
        rng.choice(VERBS),
    )
    return rng.choice(odd)


def garbage(rng: random.Random) -> str | bytes:
    """Return a malformed message."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    text = json.dumps(
        {"type": rng.choice(VERBS), "n": nonsense(rng), "action": nonsense(rng)} if kind < 3 else nonsense(rng)
    )
    if kind == 4:
        at = rng.randrange(len(text))
        return text[:at] + chr(rng.randrange(1, 0x3000)) + text[at + rng.randrange(3) :]
    return text


async def fuzz(folder: Path, messages: int, seed: int = 6) -> Figures:
    """Send malformed messages and requests: each must be refused with a sentence, and none may reveal a secret."""
    rng = random.Random(seed)
    many = Rate(1_000_000, 1_000_000)
    free = Settings(
        message_rate=many,
        read_rate=many,
        new_table_rate=many,
        join_rate=many,
        recovery_code_rate=many,
        replay_rate=many,
    )
    answers = faults = requests = 0
    async with serving(folder, settings=free) as address, caller(address) as client:
        created = await new_table(address, {"kind": "me", "name": "Ada"}, {"kind": "open"}, luck="a" * 64)
        before = (await client.get(f"/api/tables/{created['table']}", headers=bearer(created))).json()
        received: list[str] = []
        async with place(address, created["table"], created["token"]) as line:
            for _ in range(messages // BATCH):
                for _ in range(BATCH):
                    await line.line.send(garbage(rng))
                await line.say(type="ping")
                while (await line.receive())["type"] != "pong":
                    pass
            received += line.received
            answers = len(line.received)
        for _ in range(messages // 4):
            path = rng.choice(PATHS).replace("{t}", created["table"])
            body = garbage(rng)
            content = body if isinstance(body, bytes) else body.encode(errors="surrogatepass")
            with suppress(httpx.InvalidURL):
                answer = await client.post(path, content=content, headers={"content-type": "application/json"})
                requests += 1
                faults += answer.status_code >= 500
                received.append(answer.text)
        faults += sum("went wrong at the table" in text for text in received)
        after = (await client.get(f"/api/tables/{created['table']}", headers=bearer(created))).json()
    secrets = secrets_of(folder / "tables.sqlite3", created)
    leaks = sum(secret in text for secret in secrets for text in received)
    same = {key: before[key] for key in ("n", "phase", "seats")} == {key: after[key] for key in ("n", "phase", "seats")}
    return {
        "messages": messages,
        "requests": requests,
        "answers": answers,
        "faults": faults,
        "leaks": leaks,
        "changed": not same,
    }


def bearer(created: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {created['token']}"}


def secrets_of(file: Path, created: dict[str, Any]) -> list[str]:
    """Return what only the server may know: its half of the seed, the share of the person, and the recovery code."""
    base = sqlite3.connect(file)
    (line,) = base.execute("SELECT body FROM line WHERE tab = ? AND n = 0", (created["table"],)).fetchone()
    base.close()
    return [json.loads(line)["seed"], "a" * 64, created["recovery"]]
