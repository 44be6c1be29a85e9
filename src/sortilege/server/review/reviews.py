"""Reviews of finished tables, made in the long worker of the pool, a slice at a time.

1. Every slice waits in the pool's fair queue, where askers take turns. The reviews of one asker are made one after the
   other, so an asker has one slice in the queue, however many reviews they ask for.
2. What else could have been done at a decision is asked in the same queue. A bounded number of such questions wait.
3. A review is kept with its table when it is done. One that nobody has asked about for a while is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from litestar.di import NamedDependency

from sortilege.core.shapes import Object
from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.errors import TOO_MANY, Denied
from sortilege.server.review.messages import ReviewPage, WhatElse
from sortilege.server.review.task import first_page, what_else, work
from sortilege.server.store import LineTaken, Store, StoreError
from sortilege.server.workers.pool import ConcurrencyLimit, Pool, Priority

SLICE: Final = 1.0  # seconds of work before it is somebody else's turn
MOST: Final = 300  # reviews waiting in all
MOST_EACH: Final = 100  # of one asker
MOST_QUESTIONS: Final = 30  # what else could have been done: questions waiting in all
MOST_QUESTIONS_EACH: Final = 4  # of one asker
READY: Final = 64  # finished pages at hand
FORGOTTEN: Final = 600.0  # seconds after the last question
log = logging.getLogger("sortilege.server")


class Job:
    """A review under way."""

    def __init__(self, table: str, asker: str, record: Object, page: ReviewPage) -> None:
        self.table = table
        self.asker = asker
        self.record = record
        self.page = page
        self.kept: Object | None = None
        self.asked = runtime.monotonic()
        self.failed: Exception | None = None


class Reviews:
    """All reviews of this server."""

    def __init__(self, store: Store, pool: Pool, background: Background | None = None) -> None:
        self.background = background or Background()
        self.store = store
        self.pool = pool
        self.ready: OrderedDict[str, ReviewPage] = OrderedDict()
        self.jobs: dict[str, Job] = {}
        self.by_asker: dict[str, list[Job]] = {}  # the jobs that are not done, in the order they came
        self.questions = ConcurrencyLimit(MOST_QUESTIONS, MOST_QUESTIONS_EACH, "many_questions")
        self._working: dict[str, asyncio.Task[None]] = {}  # by asker

    async def page(self, table: str, record: Callable[[], Object], asker: str) -> ReviewPage:
        """What is known of a table's review so far. The first request begins it: only then `record` is called."""
        if table in self.ready:
            self.ready.move_to_end(table)
            return self.ready[table]
        if table not in self.jobs:
            kept = await self._stored(table)
            if table not in self.jobs:
                self._begin(table, record, asker, kept)
        job = self.jobs[table]
        job.asked = runtime.monotonic()
        if job.failed is not None:
            del self.jobs[table]
            raise job.failed
        job.page.ahead = self._ahead(job)
        return job.page

    async def what_else(self, record: Callable[[], Object], at: int, asker: str) -> WhatElse:
        """Every action of a decision."""
        give_place_back = self.questions.take(asker)
        try:
            return await self.pool.run(Priority.REVIEWS, asker, what_else, record(), at)
        finally:
            give_place_back()

    async def delete(self, table: str) -> None:
        """Delete the review of a table. The pages in memory go first, so that a review under way is not stored
        afterwards."""
        self.forget(table)
        await self.store.remove(stored_as(table))

    def forget(self, table: str) -> None:
        """Drop the review of a table, also one under way: what a worker returns for it later is not used."""
        self.ready.pop(table, None)
        job = self.jobs.pop(table, None)
        if job is not None:
            self._leave(job)

    async def close(self) -> None:
        for task in self._working.values():
            task.cancel()

    # ------------------------------------------------------------ the jobs
    def _begin(self, table: str, record: Callable[[], Object], asker: str, kept: Object | None) -> None:
        self._drop_forgotten()
        mine = self.by_asker.get(asker, [])
        if len(self.jobs) >= MOST or len(mine) >= MOST_EACH:
            raise Denied(TOO_MANY, "many_reviews")
        game = record()
        job = Job(table, asker, game, first_page(table, game))
        job.kept = kept
        self.jobs[table] = job
        self.by_asker.setdefault(asker, []).append(job)
        if asker not in self._working:
            self._working[asker] = self.background.keep("reviews", partial(self._work, asker))

    def _ahead(self, job: Job) -> int:
        """Reviews whose turn comes before this one's."""
        place = self.by_asker.get(job.asker, [job]).index(job)
        others = [len(jobs) for asker, jobs in self.by_asker.items() if asker != job.asker]
        return place + sum(min(count, place + 1) for count in others)

    def _drop_forgotten(self) -> None:
        since = runtime.monotonic() - FORGOTTEN
        for job in [one for one in self.jobs.values() if one.asked < since]:
            self._leave(job)
            self.jobs.pop(job.table, None)

    def _leave(self, job: Job) -> None:
        """It waits no longer."""
        jobs = self.by_asker.get(job.asker, [])
        if job in jobs:
            jobs.remove(job)
        if not jobs:
            self.by_asker.pop(job.asker, None)

    async def _work(self, asker: str) -> None:
        """Make the reviews of one asker."""
        while asker in self.by_asker:
            job = self.by_asker[asker][0]
            task = (work, job.table, job.record, job.kept, SLICE)
            try:
                job.kept, job.page = await self.pool.run(Priority.REVIEWS, asker, *task)
            except Exception as error:  # one review that cannot be made must not stop the others
                log.exception("the review of table %s failed", job.table)
                job.failed = error
                self._leave(job)
                continue
            if job.page.done and self.jobs.get(job.table) is job:
                await self._finish(job)
        del self._working[asker]

    async def _finish(self, job: Job) -> None:
        self._leave(job)
        self.jobs.pop(job.table, None)
        self.ready[job.table] = job.page
        while len(self.ready) > READY:
            self.ready.popitem(last=False)
        try:
            await self.store.append(stored_as(job.table), 0, [msgspec.json.encode(job.kept)])
        except LineTaken:
            pass  # another server has made the same review
        except StoreError as off:
            log.error("a review was not kept: %s", off)

    async def _stored(self, table: str) -> Object | None:
        """A review kept with its table."""
        lines = await self.store.read(stored_as(table))
        found: Object | None = msgspec.json.decode(lines[0]) if lines else None
        return found


ReviewsDep = NamedDependency[Reviews]


def stored_as(table: str) -> str:
    """Where in the store the review of a table is: no table has such a name."""
    return f"{table}/review"
