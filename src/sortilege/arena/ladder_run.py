"""Play the ladder: run its matches in worker processes and save each result when its match ends.

A row of the ladder is a duel of two bots. A row is done when its score is known to be above or below its threshold,
when the maximum number of matches is played, or when the bots have used the maximum thinking time. A row that cannot be
played is skipped, and the reason is reported. Worker processes that die are replaced.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from time import perf_counter

from sortilege.arena.contest import Fixture, Result
from sortilege.arena.duel import Duel
from sortilege.arena.journal import Journal
from sortilege.arena.ladder import Row
from sortilege.arena.schedule import block_fixtures
from sortilege.arena.workers import WorkerLost, play_matches
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.errors import OptionError

Report = Callable[[str], None]
MAX_CRASHES = 3  # times in a row that a worker process may die
PROGRESS_MARK = " rows, at most "  # only progress lines contain this text
MAX_SECONDS_SHOWN = 90  # longer durations are shown in minutes
MAX_MINUTES_SHOWN = 100  # longer durations are shown in hours


@dataclass(frozen=True)
class Limits:
    """When to stop a row of the ladder (a duel between two bots) that is not decided."""

    matches: int = 200
    minutes: float = 20.0  # thinking time of all its bots together


class RowRun:
    """The play of one row of the ladder. A row is a duel between two bots, and consists of many matches."""

    def __init__(self, row: Row, limits: Limits, results: list[Result]) -> None:
        """Begin or continue the duel of a row. `results` are those of the matches played before. Raise OptionError if
        one of the bots cannot play."""
        self.row = row
        self.plan = row.plan(limits.matches)
        self.max_seconds = 60 * limits.minutes
        self.results: dict[int, Result] = {}  # by match number
        self.running: set[int] = set()  # numbers of the matches being played
        self.duel = Duel(row.sides, row.threshold)
        self.thinking_seconds = 0.0
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Record a finished match."""
        self.running.discard(result.number)
        self.results[result.number] = result
        self.thinking_seconds += sum(result.seconds)
        self.duel.add(result)

    @property
    def done(self) -> bool:
        """Whether the row is decided or has reached a limit, so that no more matches are played. The time limit applies
        once at least one block of matches is complete."""
        counted = len(self.duel.counted)
        out_of_time = self.thinking_seconds >= self.max_seconds and counted > 0
        return self.duel.decided or counted >= self.plan.total_matches or out_of_time

    def next_fixture(self) -> Fixture | None:
        """Return the first match of the row that is neither played nor running, or None if no match is left to play."""
        if self.done:
            return None
        first_uncounted = self.duel.sequence.count
        for block in range(first_uncounted, self.plan.total_matches // self.plan.block_size):
            for fixture in block_fixtures(self.plan, block):
                if fixture.number not in self.results and fixture.number not in self.running:
                    return fixture
        return None

    def seconds_left(self) -> float:
        """Estimate the thinking time that this row still needs, as an upper bound."""
        if self.done:
            return 0.0
        allowed_seconds = max(0.0, self.max_seconds - self.thinking_seconds)
        if not self.results:
            return allowed_seconds
        matches_left = max(0, self.plan.total_matches - len(self.results))
        seconds_per_match = self.thinking_seconds / len(self.results)
        return min(allowed_seconds, seconds_per_match * matches_left)


def load_runs(rows: list[Row], journal: Journal, limits: Limits, report: Report) -> list[RowRun]:
    """Return the rows (duels) with their results in the journal. Report and leave out rows that cannot be played."""
    runs = []
    reasons: Counter[str] = Counter()
    for row in rows:
        try:
            runs.append(RowRun(row, limits, journal.results_of(row)))
        except OptionError as error:
            reasons[str(error)] += 1
    for reason, times in reasons.items():
        report(f"{times} row{'s' * (times > 1)} left out: {reason}")
    return runs


def play_ladder(runs: list[RowRun], journal: Journal, workers: int, report: Report) -> None:
    """Play all rows (duels) until they are done, and save each result in the journal. `workers` is the number of
    processes, 0 for one per core. Raise WorkerLost if the processes keep dying."""
    worker_count = workers or os.cpu_count() or 1
    crashes = 0  # in a row
    while True:
        try:
            for run, result in finished_matches(runs, worker_count, report):
                was_done = run.done
                run.add(result)
                journal.add(run.row, result)
                crashes = 0
                if run.done and not was_done:
                    report(f"done: {progress_line(run)}")
                else:
                    report_progress(runs, run, worker_count, report)
            return
        except BrokenProcessPool:
            crashes += 1
            for run in runs:
                run.running.clear()
            if crashes >= MAX_CRASHES:
                raise WorkerLost(f"a process that played matches died {crashes} times; try fewer --workers") from None
            report("a process died; its matches are played again")


def finished_matches(runs: list[RowRun], workers: int, report: Report) -> Iterator[tuple[RowRun, Result]]:
    """Play the matches of all rows in worker processes, and yield each result with its row. If a bot fails, report its
    row and remove it from `runs`."""
    pool = open_pool(workers)
    matches: dict[Future[list[Result]], RowRun] = {}
    try:
        while True:
            while len(matches) < workers and (next_match := take_next(runs)) is not None:
                run, fixture = next_match
                matches[pool.submit(play_matches, run.plan, [fixture])] = run
            if not matches:
                return
            for future in wait(matches, return_when=FIRST_COMPLETED).done:
                run = matches.pop(future)
                try:
                    yield run, future.result()[0]
                except OptionError as error:
                    if run in runs:
                        runs.remove(run)
                        report(f"{run.row.title}: left out: {error}")
    finally:
        close_pool(pool)


def take_next(runs: list[RowRun]) -> tuple[RowRun, Fixture] | None:
    """Return the next match to play with its row, and mark it as running. Return None if no row needs another match."""
    for run in runs:
        if (fixture := run.next_fixture()) is not None:
            run.running.add(fixture.number)
            return run, fixture
    return None


def report_progress(runs: list[RowRun], run: RowRun, workers: int, report: Report) -> None:
    """Report how many rows are done, an upper bound of the time left, and the score of the row `run`."""
    done = sum(each.done for each in runs)
    seconds_left = sum(each.seconds_left() for each in runs) / workers
    report(f"{done} of {len(runs)}{PROGRESS_MARK}{duration_text(seconds_left)} left · {progress_line(run)}")


def progress_line(run: RowRun) -> str:
    """Return a line with the number of matches of a row, and its score with the confidence interval."""
    score = run.duel.sequence.interval
    return f"{run.row.title}: {len(run.duel.counted)} matches, {score.mean:.0%} ({score.low:.0%} to {score.high:.0%})"


def duration_text(seconds: float) -> str:
    """Format a duration in seconds, minutes or hours, such as "45 s", "12 min" or "1 h 40 min"."""
    if seconds < MAX_SECONDS_SHOWN:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < MAX_MINUTES_SHOWN:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02} min"


class ThrottledReport:
    """Prints the lines of a report, but at most one progress line in every `interval` seconds."""

    def __init__(self, print_line: Report, interval: float = 20.0) -> None:
        self.print_line = print_line
        self.interval = interval
        self.last_progress_time = -interval

    def __call__(self, line: str) -> None:
        now = perf_counter()
        is_progress_line = PROGRESS_MARK in line
        if is_progress_line and now - self.last_progress_time < self.interval:
            return
        if is_progress_line:
            self.last_progress_time = now
        self.print_line(line)
