"""Games that last days: only the person whose turn it is connects, and the server restarts in between."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import sortilege
from tests.reliability.players import PATIENCE, Player, as_key, check_file, total
from tests.reliability.servers import Server
from tests.server.server_fixture import Place, new_table, place, sit

A_DAY = {"kind": "move", "seconds": 86_400}  # a table with clocks also says who is to decide
RESTARTS = (7, 23)  # after so many decisions of a game: the first a calm one, the second a power cut


async def days(folder: Path, games: list[str], seed: int = 7) -> dict[str, float]:
    """Play each of these games with four people (or as many as it allows) from the first decision to the last."""
    rng, server, restarts, unlike = random.Random(seed), Server(folder), 0, 0
    await server.start()
    players: list[Player] = []
    try:
        for game in games:
            people = await friends(server, game, rng)
            players += people
            next_seat: int | None = 0
            while next_seat is not None:
                next_seat = await visit(people[next_seat])
                if total(people) in RESTARTS:
                    await (server.kill() if total(people) == RESTARTS[-1] else server.stop())
                    await server.start()
                    restarts += 1
            unlike += len({await last_page(player) for player in people}) - 1
    finally:
        await server.kill()
    visits = sum(player.lines for player in players)
    figures = await check_file(folder, players)
    return {"games": len(games), "visits": visits, "restarts": restarts, "unlike ends": unlike, **figures}


async def friends(server: Server, game: str, rng: random.Random) -> list[Player]:
    count = min(4, max(sortilege.game(game).seats))
    open_seats = [{"kind": "open"}] * (count - 1)
    created = await new_table(server.address, {"kind": "me", "name": "Ada"}, *open_seats, game=game, clock=A_DAY)
    entries = [created] + [await sit(server.address, created, name) for name in ("Bo", "Cleo", "Dan")[: count - 1]]
    by_seat = sorted(entries, key=lambda entry: int(entry["seat"]))
    return [Player(created["table"], entry["seat"], entry["token"], lambda: server.address, rng) for entry in by_seat]


async def visit(player: Player) -> int | None:
    """Connect, decide if it is this player’s turn, and leave; return the next seat to decide, None if the game is
    over."""
    player.lines += 1
    async with place(player.current_address(), player.table, player.token) as line:
        if line.now["legal"]:
            n, action = line.now["n"], player.rng.choice(line.now["legal"])
            player.sent.setdefault(n, set()).add(as_key(action))
            await line.act(action)
            await line.past(n)
            player.acknowledged[n] = as_key(action)
        return await whose(line)


async def whose(line: Place) -> int | None:
    async with asyncio.timeout(PATIENCE):
        await line.until(lambda now: now["phase"] == "over" or now["clock"]["seat"] is not None)
    return None if line.now["phase"] == "over" else int(line.now["clock"]["seat"])


async def last_page(player: Player) -> str:
    """Return how the game ended, as this player sees it."""
    async with place(player.current_address(), player.table, player.token) as line:
        return as_key({"seed": line.now["seed"], "n": line.now["n"], "outcome": line.now["view"]["outcome"]})
