"""One pool of worker processes for bots, hints, puzzles, reviews and the daily game, so that no socket waits for a
computation.

1. Each worker is a process with a pipe of its own. A worker that dies, or computes for longer than TIME_LIMIT, is
   replaced, and its task is tried once more. The tasks of other workers are not affected.
2. A task has a priority and an owner. Higher priorities go first. Within a priority the owners take turns, and the
   tasks of one owner run in the order they came: an owner with a hundred tasks gets no more turns than one with one.
3. Quick workers run bots, hints and puzzles. The bots of one owner never use all quick workers, and neither do hints
   and puzzles together, so a bot of another owner finds a free worker. If no hint or puzzle is running, a waiting one
   goes before the bots; otherwise busy bots could delay it for ever.
4. One other worker runs the long tasks, at low CPU priority: reviews, and par (the score to beat in the daily game). It
   is a worker of its own, because a process cannot raise its priority again, and because unfinished reviews stay in its
   memory.
5. Workers start when they are needed. When the engine has been compiled, `renew` replaces the processes; running tasks
   finish in the old ones.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol, TypeVar

from sortilege.bots.processes import WorkerLost, WorkerProcess
from sortilege.server.background import Background
from sortilege.server.errors import TOO_MANY, Denied

TIME_LIMIT: Final = 30.0  # seconds; a worker that takes longer, including its start, is considered hung
NICE: Final = 10  # the niceness (low CPU priority) of the worker for long tasks
logger = logging.getLogger("sortilege.server")
Result = TypeVar("Result")


class Priority(Enum):
    """The kinds of tasks, most urgent first."""

    BOTS = "bots"
    HINTS = "hints"
    PUZZLES = "puzzles"
    REVIEWS = "reviews"
    PAR = "par"


class Pool(Protocol):
    """Runs tasks (calls of functions) outside the event loop: a WorkerPool, or a replacement in tests."""

    async def run(self, priority: Priority, owner: str, function: Callable[..., Result], *args: object) -> Result:
        """Return the result of `function(*args)`. The `owner` of the task is, for example, the network of the person
        who opened a table. Owners take turns, so that nobody with many tasks delays the others."""

    def waiting(self) -> dict[str, int]:
        """Return how many tasks of each priority wait for a worker."""

    async def close(self) -> None:
        """Stop all tasks, running and waiting ones."""


class Task:
    """A call of a function that waits for a worker process or runs in one."""

    def __init__(
        self, priority: Priority, owner: str, function: Callable[..., object], args: tuple[object, ...]
    ) -> None:
        self.priority = priority
        self.owner = owner
        self.function = function
        self.args = args
        self.result: asyncio.Future[object] = asyncio.get_running_loop().create_future()


class FairQueue:
    """The waiting tasks of one priority, from which the owners take turns."""

    def __init__(self) -> None:
        self._by_owner: OrderedDict[str, deque[Task]] = OrderedDict()  # the owner whose turn is next comes first

    def __len__(self) -> int:
        return sum(map(len, self._by_owner.values()))

    def add(self, task: Task) -> None:
        self._by_owner.setdefault(task.owner, deque()).append(task)

    def take(self, is_allowed: Callable[[str], bool]) -> Task | None:
        """Remove and return the oldest task of the first owner in the queue for whom `is_allowed` returns true. Then
        move that owner to the end of the queue, so that owners take turns. Return None if there is no such owner."""
        owner = next(filter(is_allowed, self._by_owner), None)
        if owner is None:
            return None
        task = self._by_owner[owner].popleft()
        self._by_owner.move_to_end(owner)
        self._drop_empty(owner)
        return task

    def remove(self, task: Task) -> None:
        """Remove a task whose caller gave up. Do nothing if the task is not in the queue."""
        tasks = self._by_owner.get(task.owner)
        if tasks is not None and task in tasks:
            tasks.remove(task)
            self._drop_empty(task.owner)

    def clear(self) -> list[Task]:
        """Remove all tasks and return them."""
        tasks = [task for tasks in self._by_owner.values() for task in tasks]
        self._by_owner.clear()
        return tasks

    def _drop_empty(self, owner: str) -> None:
        if not self._by_owner[owner]:
            del self._by_owner[owner]


class WorkerGroup:
    """Worker processes for the same kinds of tasks, and the tasks that run in them. A pool has two groups: the quick
    workers (for bots, hints and puzzles), and the worker for long tasks (such as reviews)."""

    def __init__(self, size: int, nice: int) -> None:
        self.size = size  # the maximum number of running tasks
        self.nice = nice  # the niceness of the processes; more means a lower CPU priority
        self.running: list[Task] = []
        self.idle: list[WorkerProcess] = []  # the processes that wait for a task


class WorkerPool:
    """The worker processes of one server, and the queues of waiting tasks."""

    def __init__(self, max_quick_workers: int | None = None) -> None:
        """Create a pool without processes. The default is one quick worker per core, and at least two."""
        default_size = max(2, os.cpu_count() or 2)
        self._quick = WorkerGroup(max_quick_workers or default_size, nice=0)
        self._long = WorkerGroup(size=1, nice=NICE)
        self._queues = {priority: FairQueue() for priority in Priority}
        self._background = Background()
        self._running_tasks: set[asyncio.Task[None]] = set()
        self._workers: set[WorkerProcess] = set()
        self._retired: set[WorkerProcess] = set()  # workers of `_workers` that end after their current task
        self._closed = False

    async def run(self, priority: Priority, owner: str, function: Callable[..., Result], *args: object) -> Result:
        """Return the result of `function(*args)`. If the caller is cancelled early enough, it is not called."""
        if self._closed:
            raise WorkerLost("the worker pool is closed")
        task = Task(priority, owner, function, args)
        self._queues[priority].add(task)
        self._dispatch()
        try:
            return await task.result  # type: ignore[return-value]
        finally:
            self._queues[priority].remove(task)

    def waiting(self) -> dict[str, int]:
        return {priority.value: len(queue) for priority, queue in self._queues.items()}

    async def renew(self) -> None:
        """Replace all worker processes. New tasks start in the new processes, running tasks finish in the old ones."""
        new_worker = self._start(self._quick)
        try:
            is_ready = asyncio.wrap_future(new_worker.call(os.getpid, ()))  # any function that returns at once
            await is_ready
        except WorkerLost:
            self._end(new_worker)
            raise
        self._retired = self._workers - {new_worker}
        for worker in [*self._quick.idle, *self._long.idle]:
            self._end(worker)
        self._quick.idle, self._long.idle = [new_worker], []

    async def close(self) -> None:
        """Kill all worker processes, also those that run a task, and cancel all callers that wait for a result."""
        self._closed = True
        waiting = [task for queue in self._queues.values() for task in queue.clear()]
        for task in [*waiting, *self._quick.running, *self._long.running]:
            task.result.cancel()
        for worker in list(self._workers):
            self._end(worker)
        await asyncio.gather(*self._running_tasks)

    # ------------------------------------------------------------ scheduling
    def _dispatch(self) -> None:
        """Start waiting tasks until no worker is free or no waiting task is allowed to start."""
        for group, next_task in ((self._quick, self._next_quick), (self._long, self._next_long)):
            while len(group.running) < group.size and (task := next_task()) is not None:
                group.running.append(task)
                asyncio_task = self._background.spawn("worker", self._run_task(group, task))
                self._running_tasks.add(asyncio_task)
                asyncio_task.add_done_callback(self._running_tasks.discard)

    def _next_quick(self) -> Task | None:
        """Return the next task for the quick workers; None if no waiting task can start now.

        One worker is always left for the bots of other owners: neither the bots of one owner nor all hints and puzzles
        together can use every worker. Bots go first, except while no hint or puzzle is running."""
        max_share = max(1, self._quick.size - 1)
        running_bots = Counter(task.owner for task in self._quick.running if task.priority is Priority.BOTS)
        hints_and_puzzles = len(self._quick.running) - running_bots.total()
        if hints_and_puzzles == 0:  # otherwise busy bots could delay hints and puzzles for ever
            order = [Priority.HINTS, Priority.PUZZLES, Priority.BOTS]
        elif hints_and_puzzles < max_share:
            order = [Priority.BOTS, Priority.HINTS, Priority.PUZZLES]
        else:
            order = [Priority.BOTS]

        def can_run_bot(owner: str) -> bool:
            return running_bots[owner] < max_share

        for priority in order:
            is_allowed = can_run_bot if priority is Priority.BOTS else any_owner
            task = self._queues[priority].take(is_allowed)
            if task is not None:
                return task
        return None

    def _next_long(self) -> Task | None:
        queues = self._queues
        return queues[Priority.REVIEWS].take(any_owner) or queues[Priority.PAR].take(any_owner)

    # ------------------------------------------------------------ the workers
    async def _run_task(self, group: WorkerGroup, task: Task) -> None:
        try:
            result = await self._call(group, task)
            if not task.result.done():
                task.result.set_result(result)
        except Exception as error:
            if not task.result.done():
                task.result.set_exception(error)
        finally:
            group.running.remove(task)
            if not self._closed:
                self._dispatch()

    async def _call(self, group: WorkerGroup, task: Task) -> object:
        try:
            return await self._call_once(group, task)
        except WorkerLost as error:
            if task.result.done():  # the caller gave up
                raise
            logger.warning("%s: it is replaced, and its task (%s) is tried again", error, task.priority.value)
            return await self._call_once(group, task)

    async def _call_once(self, group: WorkerGroup, task: Task) -> object:
        worker = group.idle.pop() if group.idle else self._start(group)
        call = asyncio.wrap_future(worker.call(task.function, task.args))
        done, _ = await asyncio.wait([call], timeout=TIME_LIMIT)
        if not done:
            self._end(worker)
            call.add_done_callback(asyncio.Future.exception)  # otherwise asyncio reports the exception as unhandled
            raise WorkerLost(f"a worker process did not return within {TIME_LIMIT:g} seconds")
        if isinstance(call.exception(), WorkerLost) or worker in self._retired:
            self._end(worker)
        elif worker in self._workers:
            group.idle.append(worker)
        return call.result()

    def _start(self, group: WorkerGroup) -> WorkerProcess:
        if self._closed:
            raise WorkerLost("the worker pool is closed")
        worker = WorkerProcess(group.nice)
        self._workers.add(worker)
        return worker

    def _end(self, worker: WorkerProcess) -> None:
        self._workers.discard(worker)
        self._retired.discard(worker)
        worker.end()


def any_owner(_: str) -> bool:
    """Return True for every owner of a task: a condition for `FairQueue.take` that excludes nobody."""
    return True


class ConcurrencyLimit:
    """Limits how many requests of one kind are in progress at the same time, in total and per owner. A request counts
    from the moment it is accepted, before its task starts. Otherwise requests at the same moment could all pass."""

    def __init__(self, limit: int, owner_limit: int, reason: str) -> None:
        """Allow `limit` requests at the same time, and `owner_limit` requests of one owner. `reason` is the key of the
        sentence in words.toml with which further requests are refused."""
        self.limit = limit
        self.owner_limit = owner_limit
        self.reason = reason
        self._in_progress: Counter[str] = Counter()  # by owner

    def __len__(self) -> int:
        return self._in_progress.total()

    def take(self, owner: str) -> Callable[[], None]:
        """Begin a request of this owner, and return the function that ends it. Raise Denied if a limit is reached."""
        if len(self) >= self.limit or self._in_progress[owner] >= self.owner_limit:
            raise Denied(TOO_MANY, self.reason)
        self._in_progress[owner] += 1
        released = False

        def release() -> None:
            nonlocal released
            if not released:
                released = True
                self._in_progress[owner] -= 1
                if not self._in_progress[owner]:
                    del self._in_progress[owner]

        return release
