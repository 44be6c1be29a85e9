"""Play the ladder: run its matches on all cores and save each result when its match ends.

A row is done when its bar is decided, when it has the maximum number of matches, or when its bots have used the maximum
thinking time. A row that cannot be played is skipped and the reason is reported. Worker processes that die are
replaced.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter

from sortilege.arena.contest import Fixture, Plan, Result
from sortilege.arena.duel import Duel
from sortilege.arena.journal import Journal
from sortilege.arena.ladder import Row
from sortilege.arena.schedule import block_of
from sortilege.arena.workers import WorkerLost, play_some
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.errors import OptionError

Report = Callable[[str], None]
MAX_DEATHS = 3  # times in a row that a worker process may die


@dataclass(frozen=True)
class Limits:
    """When to stop a row that is not decided."""

    matches: int = 200
    minutes: float = 20.0  # thinking time of all its bots together


@dataclass(eq=False)
class Rung:
    """A ladder row that is being played, with its results so far."""

    row: Row
    plan: Plan
    limits: Limits
    results: list[Result] = field(default_factory=list)
    running: set[int] = field(default_factory=set)  # numbers of the matches being played

    def __post_init__(self) -> None:
        self.duel = Duel(self.row.sides, self.row.bar)
        self.thought = 0.0
        self.played: set[int] = set()
        results, self.results = self.results, []
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Record a finished match."""
        self.running.discard(result.number)
        self.played.add(result.number)
        self.results.append(result)
        self.thought += sum(result.seconds)
        self.duel.add(result)

    @property
    def done(self) -> bool:
        """Whether the row is decided or has reached a limit, so that no more matches are played."""
        out_of_time = self.thought >= 60 * self.limits.minutes and bool(self.duel.counted)  # after at least one block
        return self.duel.decided or len(self.duel.counted) >= self.plan.total or out_of_time

    def next_fixture(self) -> Fixture | None:
        """Return the first match that is neither played nor running; None if there is none left."""
        if self.done:
            return None
        for block in count(self.duel.sequence.count):
            if block * self.plan.block >= self.plan.total:
                return None
            for fixture in block_of(self.plan, block):
                if fixture.number not in self.played and fixture.number not in self.running:
                    return fixture
        return None

    def seconds_left(self) -> float:
        """Estimate the thinking time that this row still needs, as an upper bound."""
        if self.done:
            return 0.0
        left = max(0.0, 60 * self.limits.minutes - self.thought)
        if self.results:
            left = min(left, self.thought / len(self.results) * max(0, self.plan.total - len(self.results)))
        return left


def rungs(rows: list[Row], journal: Journal, limits: Limits, report: Report) -> list[Rung]:
    """Return the rows with the results they already have. Rows that cannot be played are reported and left out."""
    ready = []
    reasons: Counter[str] = Counter()
    for row in rows:
        try:
            ready.append(Rung(row, row.plan(limits.matches), limits, journal.of(row)))
        except OptionError as error:
            reasons[str(error)] += 1
    for reason, times in reasons.items():
        report(f"{times} row{'s' * (times > 1)} left out: {reason}")
    return ready


def climb(ready: list[Rung], journal: Journal, workers: int, report: Report) -> None:
    """Play all rows until they are done."""
    workers = workers or os.cpu_count() or 1
    deaths = 0
    while True:
        try:
            for rung, result in play_matches(ready, workers, report):
                was_done = rung.done
                rung.add(result)
                journal.add(rung.row, result)
                deaths = 0
                if rung.done and not was_done:
                    report(f"done: {progress_line(rung)}")
                else:
                    report_progress(ready, rung, workers, report)
            return
        except BrokenProcessPool:
            deaths += 1
            for rung in ready:
                rung.running.clear()
            if deaths >= MAX_DEATHS:
                raise WorkerLost(f"a process that played matches died {deaths} times; try fewer --workers") from None
            report("a process died; its matches are played again")


def play_matches(ready: list[Rung], workers: int, report: Report) -> Iterator[tuple[Rung, Result]]:
    """Play matches in worker processes and yield each result; rows earlier in the list go first."""
    pool = open_pool(workers)
    running: dict[Future[list[Result]], tuple[Rung, Fixture]] = {}
    try:
        while True:
            while len(running) < workers:
                fixture = None
                for rung in ready:
                    fixture = rung.next_fixture()
                    if fixture is not None:
                        rung.running.add(fixture.number)
                        running[pool.submit(play_some, rung.plan, [fixture])] = rung, fixture
                        break
                if fixture is None:
                    break
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                rung, fixture = running.pop(future)
                try:
                    yield rung, future.result()[0]
                except OptionError as error:  # a bot that failed: the other rows can still be played
                    if rung in ready:
                        ready.remove(rung)
                        report(f"{rung.row.title}: left out: {error}")
    finally:
        close_pool(pool)


def report_progress(ready: list[Rung], rung: Rung, workers: int, report: Report) -> None:
    """Report how many rows are done, the time left at most, and the score of this row."""
    done = sum(other.done for other in ready)
    left = sum(other.seconds_left() for other in ready) / workers
    report(f"{done} of {len(ready)} rows, at most {span(left)} left · {progress_line(rung)}")


def progress_line(rung: Rung) -> str:
    """Return the number of matches and the score of a row with its interval."""
    score = rung.duel.sequence.interval
    matches = len(rung.duel.counted)
    return f"{rung.row.title}: {matches} matches, {score.mean:.0%} ({score.low:.0%} to {score.high:.0%})"


def span(seconds: float) -> str:
    """Return a duration in seconds, minutes or hours, such as "1 h 40 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"


class ThrottledReport:
    """Passes lines on, but a line about progress only if the last one is at least `every` seconds ago."""

    def __init__(self, say: Report, every: float = 20.0) -> None:
        self.say = say
        self.every = every
        self.last = -every

    def __call__(self, line: str) -> None:
        now = perf_counter()
        if " rows, at most " not in line:
            self.say(line)
        elif now - self.last >= self.every:
            self.last = now
            self.say(line)
