"""Computes reviews of finished tables in a worker process of the pool, one time slice after the other.

1. Each slice is a task in the pool's fair queue, where clients take turns. The reviews of one client are computed one
   after the other, so a client has at most one slice in the queue, however many reviews they request. A client is
   identified by its network address.
2. Requests for the alternatives of a decision use the same queue. The number of open requests is limited.
3. A finished review is stored with its table. An unfinished review that was not requested for a while is dropped.
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

from sortilege.core.types import Object
from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.errors import TOO_MANY, Denied
from sortilege.server.review.messages import DecisionAlternatives, ReviewPage
from sortilege.server.review.task import advance_review, empty_page, evaluate_alternatives
from sortilege.server.store import LineTaken, Store, StoreError
from sortilege.server.workers.pool import ConcurrencyLimit, Pool, Priority

SLICE: Final = 1.0  # seconds of computing before it is another client's turn
MAX_JOBS: Final = 300  # unfinished reviews of all clients
MAX_JOBS_OF_CLIENT: Final = 100
MAX_ALTERNATIVES: Final = 30  # open requests of all clients for the alternatives of a decision
MAX_ALTERNATIVES_OF_CLIENT: Final = 4
MAX_CACHED: Final = 64  # finished pages kept in memory
ABANDONED_AFTER: Final = 600.0  # seconds since the last request after which an unfinished review is dropped
log = logging.getLogger("sortilege.server")


class ReviewJob:
    """An unfinished review, or one that failed."""

    def __init__(self, table: str, client: str, record: Object, page: ReviewPage) -> None:
        self.table = table
        self.client = client
        self.record = record
        self.page = page
        self.saved: Object | None = None  # the intermediate result, from which any worker can continue
        self.requested_at = runtime.monotonic()  # the time of the last request
        self.error: Exception | None = None


class Reviews:
    """Starts, continues, stores and deletes the reviews of this server."""

    def __init__(self, store: Store, pool: Pool, background: Background) -> None:
        self.background = background
        self.store = store
        self.pool = pool
        self.finished: OrderedDict[str, ReviewPage] = OrderedDict()  # by table, most recently used last
        self.jobs: dict[str, ReviewJob] = {}  # by table
        self.by_client: dict[str, list[ReviewJob]] = {}  # the unfinished jobs in the order of their first requests
        # The open requests for the alternatives of a decision.
        self.open_alternatives = ConcurrencyLimit(MAX_ALTERNATIVES, MAX_ALTERNATIVES_OF_CLIENT, "many_questions")
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by client

    async def page(self, table: str, record: Callable[[], Object], client: str) -> ReviewPage:
        """Return the part of a table's review that is finished. The first call starts the review; it gets the record of
        the game from the function `record`. `client`: the address of the client who requests the review."""
        if table in self.finished:
            self.finished.move_to_end(table)
            return self.finished[table]
        if table not in self.jobs:
            saved = await self._stored(table)
            if table not in self.jobs:  # another request may have started it meanwhile
                self._start(table, record, client, saved)
        job = self.jobs[table]
        job.requested_at = runtime.monotonic()
        if job.error is not None:
            del self.jobs[table]
            raise job.error
        job.page.ahead = self._count_ahead(job)
        return job.page

    async def alternatives(self, record: Callable[[], Object], line_index: int, client: str) -> DecisionAlternatives:
        """Return the evaluation of every legal action at one decision of a game. `record()` returns the record of the
        game, and `line_index` is the index of the decision's log line. `client`: the address of the sender."""
        release = self.open_alternatives.take(client)
        try:
            return await self.pool.run(Priority.REVIEWS, client, evaluate_alternatives, record(), line_index)
        finally:
            release()

    async def delete(self, table: str) -> None:
        """Delete the review of a table from memory and then from the store. In this order an unfinished review cannot
        be stored afterwards."""
        self.forget(table)
        await self.store.remove(stored_as(table))

    def forget(self, table: str) -> None:
        """Delete the review of a table from memory only. If a worker is computing it, the result will be ignored."""
        self.finished.pop(table, None)
        job = self.jobs.pop(table, None)
        if job is not None:
            self._remove(job)

    # ------------------------------------------------------------ the jobs
    def _start(self, table: str, record: Callable[[], Object], client: str, saved: Object | None) -> None:
        self._drop_abandoned()
        if len(self.jobs) >= MAX_JOBS or len(self.by_client.get(client, [])) >= MAX_JOBS_OF_CLIENT:
            raise Denied(TOO_MANY, "many_reviews")
        game = record()
        job = ReviewJob(table, client, game, empty_page(table, game))
        job.saved = saved
        self.jobs[table] = job
        self.by_client.setdefault(client, []).append(job)
        if client not in self._tasks:
            self._tasks[client] = self.background.keep("reviews", partial(self._work, client))

    def _count_ahead(self, job: ReviewJob) -> int:
        """Return how many reviews will be computed first. In each round, one review of each client is computed."""
        earlier_of_client = self.by_client.get(job.client, [job]).index(job)
        rounds = earlier_of_client + 1  # this review is computed in the last round
        counts_of_others = [len(jobs) for client, jobs in self.by_client.items() if client != job.client]
        return earlier_of_client + sum(min(count, rounds) for count in counts_of_others)

    def _drop_abandoned(self) -> None:
        oldest = runtime.monotonic() - ABANDONED_AFTER
        for job in [job for job in self.jobs.values() if job.requested_at < oldest]:
            self._remove(job)
            self.jobs.pop(job.table, None)

    def _remove(self, job: ReviewJob) -> None:
        """Remove a job from the unfinished jobs of its client."""
        jobs = self.by_client.get(job.client, [])
        if job in jobs:
            jobs.remove(job)
        if not jobs:
            self.by_client.pop(job.client, None)

    async def _work(self, client: str) -> None:
        """Compute the reviews of one client, one after the other, until none is left."""
        while client in self.by_client:
            job = self.by_client[client][0]
            try:
                job.saved, job.page = await self.pool.run(
                    Priority.REVIEWS, client, advance_review, job.table, job.record, job.saved, SLICE
                )
            except Exception as error:  # one review that fails must not stop the others
                log.exception("the review of table %s failed", job.table)
                job.error = error
                self._remove(job)
                continue
            was_deleted = self.jobs.get(job.table) is not job
            if job.page.done and not was_deleted:
                await self._finish(job)
        del self._tasks[client]

    async def _finish(self, job: ReviewJob) -> None:
        """Move the page of a finished review to the cache, and store the review."""
        self._remove(job)
        self.jobs.pop(job.table, None)
        self.finished[job.table] = job.page
        while len(self.finished) > MAX_CACHED:
            self.finished.popitem(last=False)
        try:
            await self.store.append(stored_as(job.table), 0, [msgspec.json.encode(job.saved)])
        except LineTaken:
            pass  # another server has stored the same review
        except StoreError as error:
            log.error("a review was not kept: %s", error)

    async def _stored(self, table: str) -> Object | None:
        """Return the finished review of a table from the store, or None."""
        lines = await self.store.read(stored_as(table))
        saved: Object | None = msgspec.json.decode(lines[0]) if lines else None
        return saved


ReviewsDep = NamedDependency[Reviews]


def stored_as(table: str) -> str:
    """Return the name under which the review of a table is stored. No table has such a name, because of the slash."""
    return f"{table}/review"
