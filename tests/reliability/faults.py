"""Faults below the servers: a full file system, a stopped process, a frozen PostgreSQL, and clients that send
everything twice. Each run ends after a fixed number of events and returns figures."""

from __future__ import annotations

import asyncio
import random
import resource
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import pytest

from sortilege.server.settings import Rate, Settings
from sortilege.server.store import Store, store_at
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events
from sortilege.server.text import sentence
from tests.reliability.players import SILENCE, Player, RepeatingPlayer, check, check_file, moves, people_at, total
from tests.reliability.runs import Figures, Play, stands_still
from tests.reliability.servers import HostileProxy, Server
from tests.server.postgres import frozen
from tests.server.server_fixture import PATIENCE, caller, place, serving, waits_for_person

MANY = "1000,1000"
FREE = {name: MANY for name in ("message_rate", "new_table_rate", "join_rate", "read_rate")}  # nobody is slowed down
NOT_SAVED, MAYBE_SAVED = sentence("not_saved").en, sentence("maybe_saved").en
IMPATIENT = 1.0  # seconds without an answer after which a player connects again, at first
CLOCK = {"kind": "budget", "seconds": 60, "increment": 5}  # the shortest there is


async def new_players(
    tables: int,
    address: str,
    current_address: Callable[[], str],
    rng: random.Random,
    silence: float = SILENCE,
    **wishes: Any,
) -> list[Player]:
    """Make that many tables; return the two people of each."""
    players = [one for _ in range(tables) for one in await people_at(address, current_address, rng, **wishes)]
    for player in players:
        player.silence = silence
    return players


def refusals(players: list[Player], *sentences: str) -> int:
    """Return how often the players were refused with one of these sentences."""
    return sum(player.refusals[sentence] for player in players for sentence in sentences)


def other_refusals(players: list[Player]) -> int:
    """Return how often the players were refused with a sentence that is not about the store."""
    return sum(sum(player.refusals.values()) for player in players) - refusals(players, NOT_SAVED, MAYBE_SAVED)


async def until_refused(players: list[Player], count: int, *sentences: str) -> None:
    """Wait until the players have been refused more often than `count` with one of these sentences."""
    async with asyncio.timeout(PATIENCE):
        while refusals(players, *sentences) <= count:
            await asyncio.sleep(0.01)


async def until_health(address: str, part: str, works: bool) -> None:
    """Wait until /health reports whether this part works. A proxy always gets status 200, because pages are served."""
    async with asyncio.timeout(PATIENCE), caller(address) as client:
        while True:
            answer = await client.get("/api/health")
            assert answer.status_code == 200
            health = answer.json()
            if (health["status"], health["parts"][part]) == ("ok" if works else "degraded", works):
                return
            await asyncio.sleep(0.05)


async def shown_otherwise(addresses: list[str], players: list[Player], store: Store) -> int:
    """Return how often a player is sent another n than the log has, over all players and servers."""
    await store.open(lambda *_: None)
    wrong = 0
    for player in players:
        for address in addresses:
            async with place(address, player.table, player.token) as line:
                now = await line.until(waits_for_person)
            log = [events.decode(line) for line in await store.read(player.table)]
            wrong += now["n"] != sum(isinstance(event, events.Played) for event in log)
    await store.close()
    return wrong


# ---------------------------------------------------------------- a full file system
class Disk(Protocol):
    """A disk of a server that can be filled."""

    def fill(self, server: Server) -> None: ...

    def free(self, server: Server) -> None: ...


class SmallFileSystem:
    """A mounted file system of a few megabytes, which a file fills."""

    def __init__(self, folder: Path) -> None:
        self.ballast = folder / "ballast"

    def fill(self, server: Server) -> None:
        with suppress(OSError), self.ballast.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass

    def free(self, server: Server) -> None:
        self.ballast.unlink()


class FileSizeLimit:
    """A limit on the size of the database’s log (RLIMIT_FSIZE), which SQLite reports as a disk error. Needs no
    privileges."""

    def fill(self, server: Server) -> None:
        self._limit(server, (server.folder / "tables.sqlite3-wal").stat().st_size)

    def free(self, server: Server) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: Server, size: int) -> None:
        assert server.process is not None
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


@contextmanager
def mounted(folder: Path, megabytes: int = 12) -> Iterator[SmallFileSystem]:
    """Mount a new file system in this folder; skip the test if that is not allowed."""
    options = f"size={megabytes}m,mode=0700"
    try:
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        subprocess.run(command, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no file system can be mounted here: {getattr(error, 'stderr', '') or error}")
    try:
        yield SmallFileSystem(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def shorten_log(file: Path) -> None:
    """Truncate SQLite’s write-ahead log, which is otherwise reused and takes no space for a while."""
    base = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE)
    while base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        pass  # the server was writing
    base.close()


async def full_disk(folder: Path, disk: Disk, fills: int, tables: int, seed: int = 8) -> Figures:
    """The disk is full for a while, again and again. People are refused with a sentence and the health is degraded,
    also where only people play (every other time); everybody goes on when there is space again."""
    rng, server = random.Random(seed), Server(folder, **FREE)
    players: list[Player] = []
    stuck = 0
    await server.start()
    try:
        for turn in range(fills):
            bots = turn % 2
            more = await new_players(tables, server.address, lambda: server.address, rng, bots=bots)
            players += more
            async with Play(more):
                await moves(more, tables)
                await asyncio.to_thread(shorten_log, folder / "tables.sqlite3")
                disk.fill(server)
                if not bots:  # somebody is refused at every table, for there is nobody else to move
                    for pair in zip(more[::2], more[1::2], strict=True):
                        await until_refused([*pair], 0, NOT_SAVED, MAYBE_SAVED)
                await until_health(server.address, "store", False)
                disk.free(server)
                await moves(more, tables)
            stuck += await stands_still(server.address, more)
            await until_health(server.address, "store", True)
        wrong = await shown_otherwise([server.address], players, SqliteStore(folder / "tables.sqlite3", PATIENCE))
    finally:
        await server.kill()
    return {
        "fills": fills,
        "refused": refusals(players, NOT_SAVED, MAYBE_SAVED),
        "refused as not saved": refusals(players, NOT_SAVED),
        "other refusals": other_refusals(players),
        "tables stuck": stuck,
        "shown otherwise": wrong,
        **await check_file(folder, players),
    }


# ---------------------------------------------------------------- a stopped process
async def stopped(folder: Path, stops: int, seconds: float, tables: int, seed: int = 9) -> Figures:
    """The only server stands still for a while (SIGSTOP), again and again. Players connect again meanwhile, and send
    again what was not answered; time in which no server ran is on nobody's clock."""
    rng, server = random.Random(seed), Server(folder, **FREE)
    players: list[Player] = []
    await server.start()
    try:
        for _ in range(stops):
            more = await new_players(
                tables, server.address, lambda: server.address, rng, silence=IMPATIENT, bots=1, clock=CLOCK
            )
            players += more
            async with Play(more):
                await moves(more, tables)
                server.pause()
                await asyncio.sleep(seconds)
                server.resume()
                await moves(more, 2 * tables)
        stuck = await stands_still(server.address, players)
        wrong = await shown_otherwise([server.address], players, SqliteStore(folder / "tables.sqlite3", PATIENCE))
    finally:
        await server.kill()
    connections = sum(player.lines for player in players)
    done = {"stops": stops, "seconds stopped": seconds * stops, "connections": connections, "tables stuck": stuck}
    return {**done, "shown otherwise": wrong, **await check_file(folder, players)}


async def one_of_two_stopped(folder: Path, database: str, stops: int, tables: int, seed: int = 10) -> Figures:
    """Of two servers that share a database one stands still until everybody has moved twice at the other, whose bots
    play on; then it goes on where it was, with all it believed."""
    rng = random.Random(seed)
    servers = [Server(folder / name, database, **FREE) for name in ("one", "two")]
    players: list[Player] = []
    longest = 0.0
    try:
        await asyncio.gather(*(server.start() for server in servers))
        addresses = [server.address for server in servers]
        for turn in range(stops):
            victim = servers[turn % 2]
            more = await new_players(
                tables, victim.address, lambda: rng.choice(addresses), rng, silence=IMPATIENT, bots=1
            )
            players += more
            async with Play(more):
                await moves(more, 2 * tables)
                victim.pause()
                since = time.monotonic()
                for player in more:
                    await moves([player], 2)
                longest = max(longest, time.monotonic() - since)
                victim.resume()
                await moves(more, 2 * tables)
        stuck = await stands_still(addresses[0], players)
        wrong = await shown_otherwise(addresses, players, store_at(database, folder, PATIENCE))
    finally:
        for server in servers:
            await server.kill()
    figures = await check(store_at(database, folder, PATIENCE), players)
    done = {"stops": stops, "longest until all moved twice, s": round(longest, 1), "tables stuck": stuck}
    return {**done, "shown otherwise": wrong, **figures}


# ---------------------------------------------------------------- a frozen database
async def frozen_database(
    folder: Path, database: str, freezes: int, store_seconds: float, tables: int, seed: int = 11
) -> Figures:
    """Every process of PostgreSQL stands still until people were answered: an act that was sent to it is uncertain, one
    that found no connection was not saved. Pages and the health are served meanwhile; afterwards everybody is shown
    what the log says."""
    rng = random.Random(seed)
    servers = [Server(folder / name, database, store_timeout=store_seconds, **FREE) for name in ("one", "two")]
    players: list[Player] = []
    pages = 0
    try:
        await asyncio.gather(*(server.start() for server in servers))
        addresses = [server.address for server in servers]
        for turn in range(freezes):
            more = []
            for bots in (0, 1):  # where only people play, somebody's act is always under way
                more += await new_players(tables, addresses[turn % 2], lambda: rng.choice(addresses), rng, bots=bots)
            players += more
            async with Play(more):
                await moves(more, 2 * tables)
                with frozen(database):
                    await until_refused(more, 0, NOT_SAVED, MAYBE_SAVED)
                    pages += sum(await asyncio.gather(*map(served_without_store, addresses)))
                await moves(more, 2 * tables)
        stuck = await stands_still(addresses[0], players)
        wrong = await shown_otherwise(addresses, players, store_at(database, folder, PATIENCE))
    finally:
        for server in servers:
            await server.kill()
    return {
        "freezes": freezes,
        "answered as uncertain": refusals(players, MAYBE_SAVED),
        "answered as not saved": refusals(players, NOT_SAVED),
        "other refusals": other_refusals(players),
        "pages served while frozen": pages,
        "tables stuck": stuck,
        "shown otherwise": wrong,
        **await check(store_at(database, folder, PATIENCE), players),
    }


async def served_without_store(address: str) -> int:
    """Return how many pages were served with status 200 while /health reports that the store does not answer."""
    await until_health(address, "shared_store", False)
    async with caller(address) as client:
        answers = [await client.get(path) for path in ("/", "/api/shelf", "/api/rules/spell")]
        assert [answer.status_code for answer in answers] == [200] * len(answers), answers
        assert (await client.get("/api/health", params={"part": "shared_store"})).status_code == 503
    return len(answers)


# ---------------------------------------------------------------- repeated acts
async def repeats(folder: Path, moves_to_play: int, tables: int, seed: int = 12) -> Figures:
    """Send every action twice, and old ones again, through a proxy that splits, delays and cuts."""
    rng = random.Random(seed)
    many = Rate(1000, 1000)
    async with serving(folder, settings=Settings(message_rate=many, new_table_rate=many, join_rate=many)) as address:
        hostile = HostileProxy(address, rng)
        players: list[Player] = []
        async with hostile.open() as behind:
            while total(players) < moves_to_play:
                more = await new_players(tables, address, lambda: behind, rng, bots=1, player=RepeatingPlayer)
                players += more
                async with Play(more):
                    await moves(more, max(1, moves_to_play // 4))
        wrong = await shown_otherwise([address], players, SqliteStore(folder / "tables.sqlite3", PATIENCE))
    repeated = sum(player.repeats for player in players if isinstance(player, RepeatingPlayer))
    figures = await check_file(folder, players)
    return {"repeated acts": repeated, "cuts": hostile.cuts, "shown otherwise": wrong, **figures}
