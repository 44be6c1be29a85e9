"""Play a plan in this process, in several processes, or on a Ray cluster. The results are the same."""

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
from sortilege.core.engine.timer import use_cpu_time
from sortilege.core.errors import OptionError, SortilegeError

OnResult = Callable[[Result], None]
FINE = 0.001  # seconds; the coarsest resolution of a clock that is precise enough


class WorkerLost(SortilegeError):
    """A process that played matches died."""


def run(plan: Plan, workers: int = 0, ray: bool = False, on_result: OnResult | None = None) -> list[Result]:
    """Play a plan and return its results in the order of the plan; a plan with `stop_at` ends when its duel is decided.
    `on_result` is called with each result as it arrives, and its exceptions end the run. With 0 workers every core
    gets one."""
    if workers < 0:
        raise OptionError(f"the number of workers is 0 (one per core) or more, not {workers}")
    portions = blocks(plan)
    workers = min(workers or os.cpu_count() or 1, len(portions))
    if ray:
        stream = play_on_ray(plan, portions)
    else:
        stream = play_here(plan, portions) if workers == 1 else play_in_processes(plan, portions, workers)
    results = []
    duel = Duel(len(plan.sides), plan.stop_at)
    with closing(stream):  # at once: an exception on its way up would keep the processes alive
        for result in stream:
            results.append(result)
            if on_result is not None:
                on_result(result)
            if plan.stop_at is not None:
                duel.add(result)
                if duel.decided:
                    return duel.counted
    return sorted(results, key=lambda result: result.number)


def play_here(plan: Plan, portions: list[list[Fixture]]) -> Generator[Result]:
    """Play the matches one after the other in this process."""
    fair_clock()
    try:
        for portion in portions:
            for fixture in portion:
                yield play(plan, fixture)
    finally:
        use_cpu_time(False)


def play_some(plan: Plan, fixtures: list[Fixture]) -> list[Result]:
    """Play several matches one after the other: the work item of a process."""
    fair_clock()
    return [play(plan, fixture) for fixture in fixtures]


def fair_clock() -> None:
    """Measure thinking time as CPU time if the clock is precise enough, so that other programs on this machine slow no
    bot down."""
    use_cpu_time(get_clock_info("thread_time").resolution < FINE)


def play_in_processes(plan: Plan, portions: list[list[Fixture]], workers: int) -> Generator[Result]:
    """Play the matches in processes of this machine."""
    pool = open_pool(workers)
    try:
        for done in as_completed([pool.submit(play_some, plan, portion) for portion in portions]):
            yield from done.result()
    except BrokenProcessPool:
        raise WorkerLost("a process that played matches died; try fewer --workers") from None
    finally:
        close_pool(pool)


def play_on_ray(plan: Plan, portions: list[list[Fixture]]) -> Generator[Result]:
    """Play the matches on the cluster that RAY_ADDRESS names, or on all cores of this machine."""
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
