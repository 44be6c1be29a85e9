"""Reviews of finished tables, made by a process of their own, a slice at a time.

1. Whoever asks has one place in the circle, however much they ask for: after every slice it is the next asker's turn.
   The reviews of one asker are made one after the other.
2. The process is nice: live tables and bots come first.
3. A review is kept with its table when it is done. One that nobody has asked about for a while is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import msgspec

from sortilege.core.shapes import Object
from sortilege.server.background import Background
from sortilege.server.bots import Workers
from sortilege.server.messages.reviews import ReviewPage, WhatElse
from sortilege.server.problems import TOO_MANY, Denied
from sortilege.server.review_work import first_page, what_else, work
from sortilege.server.store import LineTaken, Store, StoreError

SLICE: Final = 1.0  # seconds of work before it is somebody else's turn
MOST: Final = 300  # reviews waiting in all
MOST_EACH: Final = 100  # of one asker
READY: Final = 64  # finished pages at hand
FORGOTTEN: Final = 600.0  # seconds after the last question
Answer = TypeVar("Answer")
log = logging.getLogger("sortilege.server")


class Reviewers(Protocol):
    """Whoever does the work."""

    async def run(self, task: Callable[..., Answer], *given: object) -> Answer:
        """What the task answers."""

    async def close(self) -> None:
        """Stop working."""


class Job:
    """A review under way."""

    def __init__(self, table: str, asker: str, record: Object, page: ReviewPage) -> None:
        self.table = table
        self.asker = asker
        self.record = record
        self.page = page
        self.kept: Object | None = None
        self.asked = time.monotonic()
        self.failed: Exception | None = None


class Reviews:
    """All reviews of this server."""

    def __init__(
        self, store: Store, reviewers: Reviewers | None = None, background: Background | None = None
    ) -> None:
        self.background = background or Background()
        self.store = store
        self.reviewers: Reviewers = reviewers or Workers(1)
        self.ready: OrderedDict[str, ReviewPage] = OrderedDict()
        self.jobs: dict[str, Job] = {}
        self.circle: OrderedDict[str, list[Job]] = OrderedDict()  # by asker, the next one first
        self._worker: asyncio.Task[None] | None = None

    async def page(self, table: str, record: Object, asker: str) -> ReviewPage:
        """What is known of a table's review so far; asked for the first time it is begun."""
        if table in self.ready:
            self.ready.move_to_end(table)
            return self.ready[table]
        if table not in self.jobs:
            kept = await self._stored(table)
            if table not in self.jobs:
                await self._begin(table, record, asker, kept)
        job = self.jobs[table]
        job.asked = time.monotonic()
        if job.failed is not None:
            del self.jobs[table]
            raise job.failed
        job.page.ahead = self._ahead(job)
        return job.page

    async def what_else(self, record: Object, at: int) -> WhatElse:
        """Every action of a decision."""
        return await self.reviewers.run(what_else, record, at)

    async def close(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
        await self.reviewers.close()

    # ------------------------------------------------------------ the circle
    async def _begin(self, table: str, record: Object, asker: str, kept: Object | None) -> None:
        self._drop_forgotten()
        mine = self.circle.get(asker, [])
        if len(self.jobs) >= MOST or len(mine) >= MOST_EACH:
            raise Denied(TOO_MANY, "many_reviews")
        job = Job(table, asker, record, first_page(table, record))
        job.kept = kept
        self.jobs[table] = job
        self.circle.setdefault(asker, []).append(job)
        if self._worker is None or self._worker.done():
            self._worker = self.background.keep("reviews", self._work)

    def _ahead(self, job: Job) -> int:
        """Reviews whose turn comes before this one's."""
        place = self.circle.get(job.asker, [job]).index(job)
        others = [len(jobs) for asker, jobs in self.circle.items() if asker != job.asker]
        return place + sum(min(count, place + 1) for count in others)

    def _drop_forgotten(self) -> None:
        since = time.monotonic() - FORGOTTEN
        for job in [one for one in self.jobs.values() if one.asked < since]:
            self._leave(job)
            self.jobs.pop(job.table, None)

    def _leave(self, job: Job) -> None:
        """It waits no longer."""
        jobs = self.circle.get(job.asker, [])
        if job in jobs:
            jobs.remove(job)
        if not jobs:
            self.circle.pop(job.asker, None)

    async def _work(self) -> None:
        while self.circle:
            asker, jobs = next(iter(self.circle.items()))
            job = jobs[0]
            self.circle.move_to_end(asker)
            try:
                job.kept, job.page = await self.reviewers.run(work, job.table, job.record, job.kept, SLICE)
            except Exception as off:  # one review that cannot be made must not stop the others
                log.exception("the review of table %s failed", job.table)
                job.failed = off
                self._leave(job)
                continue
            if job.page.done:
                await self._finish(job)

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


def stored_as(table: str) -> str:
    """Where in the store the review of a table is: no table has such a name."""
    return f"{table}/review"
