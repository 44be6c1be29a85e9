"""Measure how long a bot takes to answer while ten tables of four archmages from another address load the server.

    python bench/pool.py                     about half a minute
    python bench/pool.py --tables 2 --answers 1 --json

The same bot is timed three times in one run: alone; beside busy tables of another owner; and beside busy tables of its
own owner, where all tasks wait in one line, as they did before owners took turns. The ratios are to the time alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from typing import Final

import sortilege
from sortilege.core.types import View
from sortilege.server.workers.pool import Priority, WorkerPool
from sortilege.server.workers.tasks import think

GAME: Final = "abracada"
LEVEL: Final = "adept"


def view_with_a_choice(seats: int) -> View:
    """Return the first view of a match with more than one legal action."""
    match = sortilege.Match(sortilege.game(GAME), seats, seed=5)
    while len(match.state.legal()) < 2:
        match.play(match.state.legal()[0])
    view: View = match.state.view(match.state.turn())
    return view


async def think_on(pool: WorkerPool, owner: str) -> None:
    """Load the server like a table of four archmages: when one has chosen, the next starts to think."""
    view = view_with_a_choice(4)
    while True:
        await pool.run(Priority.BOTS, owner, think, GAME, "archmage", view)


async def seconds_to_answer(pool: WorkerPool, answers: int) -> float:
    """Return the median time of this many answers, requested one after the other."""
    view, times = view_with_a_choice(2), []
    for _ in range(answers):
        start = time.perf_counter()
        await pool.run(Priority.BOTS, "modest", think, GAME, LEVEL, view)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


async def measured(tables: int, answers: int) -> dict[str, float]:
    pool = WorkerPool()
    report: dict[str, float] = {}
    try:
        await seconds_to_answer(pool, 1)  # the first answer starts a worker
        report["alone"] = await seconds_to_answer(pool, answers)
        for name, owner in (("another owner", "greedy"), ("the same owner", "modest")):
            busy = [asyncio.create_task(think_on(pool, owner)) for _ in range(tables)]
            await seconds_to_answer(pool, 1)  # so that all workers are started
            report[name] = await seconds_to_answer(pool, answers)
            for task in busy:
                task.cancel()
            await asyncio.wait(busy)
    finally:
        await pool.close()
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10, help="busy tables")
    parser.add_argument("--answers", type=int, default=5, help="answers timed in each case")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    seconds = asyncio.run(measured(arguments.tables, arguments.answers))
    report = {name: {"seconds": value, "ratio": value / seconds["alone"]} for name, value in seconds.items()}
    if arguments.json:
        print(json.dumps(report))
        return
    for name, row in report.items():
        print(f"{name:16} {row['seconds']:8.3f} s {row['ratio']:8.1f} ×")


if __name__ == "__main__":
    main()
