"""Playing the ladder: every core busy, every match kept as it ends, the first rows first.

A row is done when its bar is decided, when it has the matches agreed upon, or when its bots have thought for the time
agreed upon. A row that cannot be played is left out with the reason; a process that dies is replaced.
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

Tell = Callable[[str], None]
PATIENCE = 3  # times in a row that a process may die


@dataclass(frozen=True)
class Limits:
    """When a row is done though it is not decided."""

    matches: int = 200
    minutes: float = 20.0  # that its bots thought, all together


@dataclass(eq=False)
class Rung:
    """One row under way."""

    row: Row
    plan: Plan
    limits: Limits
    results: list[Result] = field(default_factory=list)
    flying: set[int] = field(default_factory=set)  # numbers of the matches being played

    def __post_init__(self) -> None:
        self.duel = Duel(self.row.sides, self.row.bar)
        self.thought = 0.0
        self.played: set[int] = set()
        given, self.results = self.results, []
        for result in given:
            self.add(result)

    def add(self, result: Result) -> None:
        """One more match."""
        self.flying.discard(result.number)
        self.played.add(result.number)
        self.results.append(result)
        self.thought += sum(result.seconds)
        self.duel.add(result)

    @property
    def done(self) -> bool:
        """Whether no more is to be played."""
        late = self.thought >= 60 * self.limits.minutes and bool(self.duel.counted)  # one block at least
        return self.duel.decided or len(self.duel.counted) >= self.plan.total or late

    def next(self) -> Fixture | None:
        """The first match that is neither played nor being played; None where there is none left."""
        if self.done:
            return None
        for block in count(self.duel.sequence.count):
            if block * self.plan.block >= self.plan.total:
                return None
            for fixture in block_of(self.plan, block):
                if fixture.number not in self.played and fixture.number not in self.flying:
                    return fixture
        return None

    def seconds_left(self) -> float:
        """What its bots may still think, at most."""
        if self.done:
            return 0.0
        left = max(0.0, 60 * self.limits.minutes - self.thought)
        if self.results:
            left = min(left, self.thought / len(self.results) * max(0, self.plan.total - len(self.results)))
        return left


def rungs(rows: list[Row], journal: Journal, limits: Limits, tell: Tell) -> list[Rung]:
    """The rows with what was played of them; those that cannot be played are told and left out."""
    found = []
    left_out: Counter[str] = Counter()
    for row in rows:
        try:
            found.append(Rung(row, row.plan(limits.matches), limits, journal.of(row)))
        except OptionError as off:
            left_out[str(off)] += 1
    for why, n in left_out.items():
        tell(f"{n} row{'s' * (n > 1)} left out: {why}")
    return found


def climb(found: list[Rung], journal: Journal, workers: int, tell: Tell) -> None:
    """Play what is not done yet."""
    workers = workers or os.cpu_count() or 1
    deaths = 0
    while True:
        try:
            for rung, result in played(found, workers, tell):
                was_done = rung.done
                rung.add(result)
                journal.add(rung.row, result)
                deaths = 0
                if rung.done and not was_done:
                    tell(f"done: {line_of(rung)}")
                else:
                    tell_progress(found, rung, workers, tell)
            return
        except BrokenProcessPool:
            deaths += 1
            for rung in found:
                rung.flying.clear()
            if deaths >= PATIENCE:
                raise WorkerLost(f"a process that played matches died {deaths} times; try fewer --workers") from None
            tell("a process died; its matches are played again")


def played(found: list[Rung], workers: int, tell: Tell) -> Iterator[tuple[Rung, Result]]:
    """Matches as they end, from the first rows that are not done."""
    pool = open_pool(workers)
    flying: dict[Future[list[Result]], tuple[Rung, Fixture]] = {}
    try:
        while True:
            while len(flying) < workers:
                fixture = None
                for rung in found:
                    fixture = rung.next()
                    if fixture is not None:
                        rung.flying.add(fixture.number)
                        flying[pool.submit(play_some, rung.plan, [fixture])] = rung, fixture
                        break
                if fixture is None:
                    break
            if not flying:
                return
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                rung, fixture = flying.pop(future)
                try:
                    yield rung, future.result()[0]
                except OptionError as off:  # a bot that failed: the other rows can still be played
                    if rung in found:
                        found.remove(rung)
                        tell(f"{rung.row.title}: left out: {off}")
    finally:
        close_pool(pool)


def tell_progress(found: list[Rung], rung: Rung, workers: int, tell: Tell) -> None:
    """One line: which row, how it goes, what is left."""
    done = sum(other.done for other in found)
    left = sum(other.seconds_left() for other in found) / workers
    tell(f"{done} of {len(found)} rows, at most {span(left)} left · {line_of(rung)}")


def line_of(rung: Rung) -> str:
    """How a row goes."""
    seen = rung.duel.sequence.interval
    matches = len(rung.duel.counted)
    return f"{rung.row.title}: {matches} matches, {seen.value:.0%} ({seen.low:.0%} to {seen.high:.0%})"


def span(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"


class Teller:
    """Says what happens without flooding: a line now and then, and every line that is not about progress."""

    def __init__(self, say: Tell, every: float = 20.0) -> None:
        self.say = say
        self.every = every
        self.last = -every

    def __call__(self, line: str) -> None:
        told = perf_counter()
        if " rows, at most " not in line:
            self.say(line)
        elif told - self.last >= self.every:
            self.last = told
            self.say(line)
