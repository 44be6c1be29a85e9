"""How long a review takes, when its three biggest moments are known, and what a queue of reviews costs a live table.

    python bench/review.py                                a game of each kind: some minutes
    python bench/review.py spell --worlds 20 --json
    python bench/review.py --live 10                      moves at a live table, alone and beside a queue of reviews

Times are seconds of one core. Games are played by apprentices from one seed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import httpx
import websockets

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that this file can be started by its path

import sortilege
from bench.load.server_process import sortilege_server
from sortilege.analysis.review import Review
from sortilege.bots import make

TABLES = {
    "abracada": (3, {}),
    "spell": (2, {}),
    "spellbook": (2, {}),
    "spellcaster": (2, {}),
}


def play_game(name: str, seats: int, options: dict[str, Any]) -> sortilege.Match:
    """A game of apprentices."""
    match = sortilege.Match(sortilege.game(name), seats, options, seed="bench")
    bots = [make(name, "apprentice", seat) for seat in range(seats)]
    while (seat := match.state.turn()) >= 0:
        match.play(bots[seat].choose(match.state.view(seat), 5), seat)
    return match


def measure(name: str, worlds: int | None) -> dict[str, float]:
    """One review."""
    match = play_game(name, *TABLES[name])
    began = process_time()
    review = Review(match, worlds=worlds)
    first = 0.0
    while review.step():
        if not first and known_first(review):
            first = process_time() - began
    whole = process_time() - began
    return {
        "lines": len(match.ids),
        "decisions": len(review.timeline.choices),
        "worlds": review.worlds,
        "first_three_s": first or whole,
        "whole_s": whole,
    }


def known_first(review: Review) -> bool:
    """Whether the three biggest moments are there, those that are decisions judged."""
    nodes = review.timeline.nodes
    biggest = review.sketch_biggest
    return biggest is not None and all(at in review.evaluations or not nodes[at].is_choice for at in biggest)


# ---------------------------------------------------------------- beside a live table
async def live(seconds: float, reviews: int) -> dict[str, dict[str, float]]:
    """Moves at one table alone, then while so many reviews wait."""
    record = play_game("spellcaster", 2, {}).save()
    os.environ["SORTILEGE_RECORDS"] = "1000,1000"  # more than one address may open in a minute
    with tempfile.TemporaryDirectory() as folder, sortilege_server(Path(folder)) as server:
        async with httpx.AsyncClient(base_url=f"http://{server.address}", trust_env=False, timeout=60) as client:
            alone = await moves(client, server.address, seconds)
            for number in range(reviews):
                record["seats"] = [f"Ada {number}", "Bo"]  # another record each
                imported = (await client.post("/api/records", json=record)).raise_for_status().json()
                params = {"watch": imported["replay"].partition("watch=")[2]}
                (await client.get(f"/api/tables/{imported['table']}/review", params=params)).raise_for_status()
            return {"alone": alone, "reviewing": await moves(client, server.address, seconds)}


async def moves(client: httpx.AsyncClient, address: str, seconds: float) -> dict[str, float]:
    """Two people play for so long: how long a move takes to be on disk and on both screens."""
    wish = {"game": "abracada", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]}
    ada = (await client.post("/api/tables", json=wish)).raise_for_status().json()
    sit = {"invite": ada["invite"].partition("=")[2], "name": "Bo"}
    bo = (await client.post(f"/api/tables/{ada['table']}/sit", json=sit)).raise_for_status().json()
    rng, times = random.Random(1), []
    async with AsyncExitStack() as stack:
        lines = []
        for who in (ada, bo):
            at = f"ws://{address}/api/tables/{ada['table']}/live?token={who['token']}"
            lines.append(await stack.enter_async_context(websockets.connect(at, proxy=None, compression=None)))
        now = [await received(line, -1) for line in lines]
        until = perf_counter() + seconds
        while (not times or perf_counter() < until) and now[0]["phase"] == "playing":
            mover = next(i for i, view in enumerate(now) if view["legal"])
            n, start = now[0]["n"], perf_counter()
            await lines[mover].send(json.dumps({"type": "act", "n": n, "action": rng.choice(now[mover]["legal"])}))
            now = [await received(line, n) for line in lines]
            times.append(1000 * (perf_counter() - start))
            await asyncio.sleep(0.05)
    times.sort()
    return {"moves": len(times), "p50_ms": times[len(times) // 2], "p95_ms": times[int(0.95 * len(times))]}


async def received(line: websockets.ClientConnection, n: int) -> dict[str, Any]:
    """The first whole snapshot after n."""
    while True:
        message: dict[str, Any] = json.loads(await line.recv())
        if message["type"] == "state" and message["n"] > n:
            return message


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all of them when not said")
    parser.add_argument("--worlds", type=int, default=None)
    parser.add_argument("--live", type=float, default=0.0, metavar="SECONDS", help="measure a live table instead")
    parser.add_argument("--reviews", type=int, default=50, help="how many wait meanwhile, at most 58")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.live:
        measurements: dict[str, dict[str, float]] = asyncio.run(live(arguments.live, min(arguments.reviews, 58)))
    else:
        measurements = {name: measure(name, arguments.worlds) for name in arguments.games or TABLES}
    if arguments.json:
        print(json.dumps(measurements, indent=1))
        return
    for name, numbers in measurements.items():
        print(f"{name:14}" + "".join(f"  {key} {value:.4g}" for key, value in numbers.items()))


if __name__ == "__main__":
    main()
