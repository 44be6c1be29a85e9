"""Where matches are played: in this process, in several on this machine, or on a Ray cluster. All play the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from time import get_clock_info
from typing import Any

from sortilege.arena.contest import Fixture, Plan, Result, play
from sortilege.arena.duel import Duel
from sortilege.arena.schedule import blocks
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.clock import use_cpu_time
from sortilege.core.errors import OptionError, SortilegeError

Heard = Callable[[Result], None]
FINE = 0.001  # seconds


class WorkerLost(SortilegeError):
    """A process that played matches died."""


def run(plan: Plan, workers: int = 0, ray: bool = False, heard: Heard | None = None) -> list[Result]:
    """Every match of the plan, in the order of the plan whoever finished first; a duel with something to decide stops
    when that is decided, and answers the matches it took. `heard` is called as results come in; what it raises ends the
    run. 0 workers: as many as this machine has cores."""
    if workers < 0:
        raise OptionError(f"the number of workers is 0 (one per core) or more, not {workers}")
    portions = blocks(plan)
    workers = min(workers or os.cpu_count() or 1, len(portions))
    if ray:
        played = on_ray(plan, portions)
    else:
        played = here(plan, portions) if workers == 1 else beside(plan, portions, workers)
    results = []
    duel = Duel(len(plan.sides), plan.until)
    with closing(played):  # at once: an exception on its way up would keep the processes alive
        for result in played:
            results.append(result)
            if heard is not None:
                heard(result)
            if plan.until is not None:
                duel.add(result)
                if duel.decided:
                    return duel.counted
    return sorted(results, key=lambda result: result.number)


def here(plan: Plan, portions: list[list[Fixture]]) -> Generator[Result]:
    """One after the other."""
    fair_clock()
    try:
        for portion in portions:
            for fixture in portion:
                yield play(plan, fixture)
    finally:
        use_cpu_time(False)


def play_some(plan: Plan, fixtures: list[Fixture]) -> list[Result]:
    """Several matches, one after the other: the portion of work a process gets."""
    fair_clock()
    return [play(plan, fixture) for fixture in fixtures]


def fair_clock() -> None:
    """Let bots think by the time they work, so that nobody loses to whatever else this machine does; where that can
    be measured finely."""
    use_cpu_time(get_clock_info("thread_time").resolution < FINE)


def beside(plan: Plan, portions: list[list[Fixture]], workers: int) -> Generator[Result]:
    """In processes of this machine."""
    pool = open_pool(workers)
    try:
        for done in as_completed([pool.submit(play_some, plan, portion) for portion in portions]):
            yield from done.result()
    except BrokenProcessPool:
        raise WorkerLost("a process that played matches died; try fewer --workers") from None
    finally:
        close_pool(pool)


def on_ray(plan: Plan, portions: list[list[Fixture]]) -> Generator[Result]:
    """On the cluster RAY_ADDRESS names, or on all cores of this machine."""
    try:
        import ray
    except ImportError:
        raise OptionError("--ray needs Ray: pip install 'sortilege[cluster]'") from None
    ray.init(ignore_reinit_error=True, log_to_driver=False, logging_level="error")
    task: Any = ray.remote(play_some)
    waiting = [task.remote(plan, portion) for portion in portions]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done[0])
    finally:
        ray.shutdown()
