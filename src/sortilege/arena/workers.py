"""Where matches are played: in this process, in several on this machine, or on a Ray cluster. All play the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from sortilege.arena.contest import Fixture, Plan, Result, play, play_some
from sortilege.arena.schedule import blocks
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.errors import OptionError, SortilegeError

Heard = Callable[[Result], None]


class WorkerLost(SortilegeError):
    """A process that played matches died."""


def run(plan: Plan, workers: int = 0, ray: bool = False, heard: Heard | None = None) -> list[Result]:
    """Every match of the plan, in the order of the plan whoever finished first. `heard` is called as results come in;
    what it raises ends the run. 0 workers: as many as this machine has cores."""
    if workers < 0:
        raise OptionError(f"the number of workers is 0 (one per core) or more, not {workers}")
    portions = blocks(plan)
    workers = min(workers or os.cpu_count() or 1, len(portions))
    if ray:
        played = on_ray(plan, portions)
    else:
        played = here(plan, portions) if workers == 1 else beside(plan, portions, workers)
    results = []
    for result in played:
        results.append(result)
        if heard is not None:
            heard(result)
    return sorted(results, key=lambda result: result.number)


def here(plan: Plan, portions: list[list[Fixture]]) -> Iterator[Result]:
    """One after the other."""
    for portion in portions:
        for fixture in portion:
            yield play(plan, fixture)


def beside(plan: Plan, portions: list[list[Fixture]], workers: int) -> Iterator[Result]:
    """In processes of this machine."""
    pool = open_pool(workers)
    try:
        for done in as_completed([pool.submit(play_some, plan, portion) for portion in portions]):
            yield from done.result()
    except BrokenProcessPool:
        raise WorkerLost("a process that played matches died; try fewer --workers") from None
    finally:
        close_pool(pool)


def on_ray(plan: Plan, portions: list[list[Fixture]]) -> Iterator[Result]:
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
