"""Play a plan in this process, in several processes, or on a Ray cluster. The results are the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from time import get_clock_info
from typing import Any

from sortilege.arena.contest import Fixture, Plan, Result, play_match
from sortilege.arena.duel import Duel
from sortilege.arena.schedule import all_blocks
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.engine.timer import use_cpu_time
from sortilege.core.errors import OptionError, SortilegeError

OnResult = Callable[[Result], None]
MAX_RESOLUTION = 0.001  # seconds between the ticks of a clock that is precise enough


class WorkerLost(SortilegeError):
    """A process that played matches ended unexpectedly."""


def run(plan: Plan, workers: int = 0, ray: bool = False, on_result: OnResult | None = None) -> list[Result]:
    """Play the matches of a plan and return the results, sorted by match number. A duel with `stop_at` ends when it is
    decided. `workers` is the number of processes, 0 for one per core. Call `on_result` with each result as it arrives;
    an exception in `on_result` ends the run."""
    if workers < 0:
        raise OptionError(f"the number of workers is 0 (one per core) or more, not {workers}")
    blocks = all_blocks(plan)
    workers = min(workers or os.cpu_count() or 1, len(blocks))
    if ray:
        stream = play_on_ray(plan, blocks)
    else:
        stream = play_here(plan, blocks) if workers == 1 else play_in_processes(plan, blocks, workers)
    results = []
    duel = Duel(len(plan.sides), plan.stop_at)
    with closing(stream):  # otherwise the worker processes would live as long as the traceback of an exception
        for result in stream:
            results.append(result)
            if on_result is not None:
                on_result(result)
            if plan.stop_at is not None:
                duel.add(result)
                if duel.decided:
                    return duel.counted
    return sorted(results, key=lambda result: result.number)


def play_here(plan: Plan, blocks: list[list[Fixture]]) -> Generator[Result]:
    """Play the matches one after the other in this process."""
    use_fair_clock()
    try:
        for block in blocks:
            for fixture in block:
                yield play_match(plan, fixture)
    finally:
        use_cpu_time(False)


def play_matches(plan: Plan, fixtures: list[Fixture]) -> list[Result]:
    """Play several matches one after the other. This is the task that a worker process runs."""
    use_fair_clock()
    return [play_match(plan, fixture) for fixture in fixtures]


def use_fair_clock() -> None:
    """Measure the thinking time of bots as CPU time, so that other programs on this machine do not slow a bot down. If
    the clock for CPU time is too coarse, use the wall clock."""
    use_cpu_time(get_clock_info("thread_time").resolution < MAX_RESOLUTION)


def play_in_processes(plan: Plan, blocks: list[list[Fixture]], workers: int) -> Generator[Result]:
    """Play the matches in processes of this machine."""
    pool = open_pool(workers)
    try:
        for future in as_completed([pool.submit(play_matches, plan, block) for block in blocks]):
            yield from future.result()
    except BrokenProcessPool:
        raise WorkerLost("a process that played matches died; try fewer --workers") from None
    finally:
        close_pool(pool)


def play_on_ray(plan: Plan, blocks: list[list[Fixture]]) -> Generator[Result]:
    """Play the matches on the cluster that RAY_ADDRESS names, or on all cores of this machine."""
    try:
        import ray
    except ImportError:
        raise OptionError("--ray needs Ray: pip install 'sortilege[cluster]'") from None
    ray.init(ignore_reinit_error=True, log_to_driver=False, logging_level="error")
    task: Any = ray.remote(play_matches)
    pending = [task.remote(plan, block) for block in blocks]
    try:
        while pending:
            done, pending = ray.wait(pending)
            yield from ray.get(done[0])
    finally:
        ray.shutdown()
