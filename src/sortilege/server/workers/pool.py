"""One pool of worker processes for bots, hints, puzzles, reviews and par, so that no socket waits for a computation.

1. Each worker is a process with a pipe of its own. A worker that dies, or computes for longer than TIME_LIMIT, is
   replaced alone and its task is tried once more. The tasks of other workers are not affected.
2. A task has a priority and an owner. Higher priorities go first. Within a priority the owners take turns, and the
   tasks of one owner run in the order they came: an owner with a hundred tasks gets no more turns than one with one.
3. Quick workers run bots, hints and puzzles. The bots of one owner never use all quick workers, and neither do hints
   and puzzles together, so a bot of another owner finds a free worker. If no hint or puzzle is running, a waiting one
   goes before the bots; otherwise busy bots could delay it for ever.
4. One long worker runs reviews and par, at low CPU priority. It is kept apart because niceness cannot be undone, and
   because reviews under way stay in its memory.
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

TIME_LIMIT: Final = 30.0  # seconds; a worker that takes longer, its start included, is taken to hang
NICE: Final = 10  # of the long worker
logger = logging.getLogger("sortilege.server")
Result = TypeVar("Result")


class Priority(Enum):
    """What a task is for; the most urgent first."""

    BOTS = "bots"
    HINTS = "hints"
    PUZZLES = "puzzles"
    REVIEWS = "reviews"
    PAR = "par"


class Pool(Protocol):
    """Runs tasks outside the event loop: a WorkerPool, or what a test has in its place."""

    async def run(self, priority: Priority, owner: str, function: Callable[..., Result], *args: object) -> Result:
        """The result of `function(*args)`."""

    def waiting(self) -> dict[str, int]:
        """How many tasks wait for a worker, by priority."""

    async def close(self) -> None:
        """Stop all tasks."""


class Task:
    """A call that waits for a worker or runs in one."""

    def __init__(
        self, priority: Priority, owner: str, function: Callable[..., object], args: tuple[object, ...]
    ) -> None:
        self.priority = priority
        self.owner = owner
        self.function = function
        self.args = args
        self.result: asyncio.Future[object] = asyncio.get_running_loop().create_future()


class FairQueue:
    """The waiting tasks of one priority."""

    def __init__(self) -> None:
        self._by_owner: OrderedDict[str, deque[Task]] = OrderedDict()  # the owner whose turn is next comes first

    def __len__(self) -> int:
        return sum(map(len, self._by_owner.values()))

    def add(self, task: Task) -> None:
        self._by_owner.setdefault(task.owner, deque()).append(task)

    def take(self, allowed: Callable[[str], bool]) -> Task | None:
        """Remove and return the next task of an allowed owner, who then goes to the back of the queue."""
        owner = next(filter(allowed, self._by_owner), None)
        if owner is None:
            return None
        task = self._by_owner[owner].popleft()
        self._by_owner.move_to_end(owner)
        self._drop_empty(owner)
        return task

    def remove(self, task: Task) -> None:
        """Remove a task whose caller gave up. Does nothing if the task is not in the queue."""
        if task in self._by_owner.get(task.owner, ()):
            self._by_owner[task.owner].remove(task)
            self._drop_empty(task.owner)

    def clear(self) -> list[Task]:
        """Remove all tasks and return them."""
        tasks = [task for tasks in self._by_owner.values() for task in tasks]
        self._by_owner.clear()
        return tasks

    def _drop_empty(self, owner: str) -> None:
        if not self._by_owner[owner]:
            del self._by_owner[owner]


class Lane:
    """A group of workers with the tasks that run in them: the quick workers, or the one for long tasks."""

    def __init__(self, size: int, nice: int) -> None:
        self.size = size
        self.nice = nice
        self.running: list[Task] = []
        self.idle: list[WorkerProcess] = []


class WorkerPool:
    """The worker processes of one server, and the tasks that wait for them."""

    def __init__(self, quick: int | None = None) -> None:
        """`quick`: how many quick workers there may be; one for each core, and at least two, unless given."""
        self._quick = Lane(quick or max(2, os.cpu_count() or 2), nice=0)
        self._long = Lane(1, NICE)
        self._queues = {priority: FairQueue() for priority in Priority}
        self._background = Background()
        self._serving: set[asyncio.Task[None]] = set()
        self._workers: set[WorkerProcess] = set()
        self._retired: set[WorkerProcess] = set()  # of those, the ones that end when their task is done
        self._closed = False

    async def run(self, priority: Priority, owner: str, function: Callable[..., Result], *args: object) -> Result:
        """Return `function(*args)`, computed in a worker. If the caller is cancelled before the task starts, the
        function is not called."""
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
        """How many tasks wait for a worker, by priority."""
        return {priority.value: len(queue) for priority, queue in self._queues.items()}

    async def renew(self) -> None:
        """Replace all processes. New tasks go to new processes as soon as one is ready; running tasks finish in the old
        ones."""
        fresh = self._start(self._quick)
        try:
            await asyncio.wrap_future(fresh.call(os.getpid, ()))
        except WorkerLost:
            self._end(fresh)
            raise
        self._retired = self._workers - {fresh}
        for worker in [*self._quick.idle, *self._long.idle]:
            self._end(worker)
        self._quick.idle, self._long.idle = [fresh], []

    async def close(self) -> None:
        """End all processes, in the middle of a task too. Callers that wait are cancelled."""
        self._closed = True
        waiting = [task for queue in self._queues.values() for task in queue.clear()]
        for task in [*waiting, *self._quick.running, *self._long.running]:
            task.result.cancel()
        for worker in list(self._workers):
            self._end(worker)
        await asyncio.gather(*self._serving)

    # ------------------------------------------------------------ the order
    def _dispatch(self) -> None:
        """Begin as many tasks as there are workers for."""
        for lane, next_task in ((self._quick, self._next_quick), (self._long, self._next_long)):
            while len(lane.running) < lane.size and (task := next_task()) is not None:
                lane.running.append(task)
                serving = self._background.spawn("worker", self._serve(lane, task))
                self._serving.add(serving)
                serving.add_done_callback(self._serving.discard)

    def _next_quick(self) -> Task | None:
        most = max(1, self._quick.size - 1)
        bots = Counter(task.owner for task in self._quick.running if task.priority is Priority.BOTS)
        others = len(self._quick.running) - bots.total()
        order = [Priority.BOTS, Priority.HINTS, Priority.PUZZLES]
        if others == 0:
            order = [Priority.HINTS, Priority.PUZZLES, Priority.BOTS]
        elif others >= most:
            order = [Priority.BOTS]

        def may_run_a_bot(owner: str) -> bool:
            return bots[owner] < most

        for priority in order:
            task = self._queues[priority].take(may_run_a_bot if priority is Priority.BOTS else anyone)
            if task is not None:
                return task
        return None

    def _next_long(self) -> Task | None:
        queues = self._queues
        return queues[Priority.REVIEWS].take(anyone) or queues[Priority.PAR].take(anyone)

    # ------------------------------------------------------------ the workers
    async def _serve(self, lane: Lane, task: Task) -> None:
        try:
            result = await self._call(lane, task)
            if not task.result.done():
                task.result.set_result(result)
        except Exception as error:
            if not task.result.done():
                task.result.set_exception(error)
        finally:
            lane.running.remove(task)
            if not self._closed:
                self._dispatch()

    async def _call(self, lane: Lane, task: Task) -> object:
        try:
            return await self._call_once(lane, task)
        except WorkerLost as error:
            if task.result.done():  # nobody waits for it any more
                raise
            logger.warning("%s: it is replaced, and its task (%s) is tried again", error, task.priority.value)
            return await self._call_once(lane, task)

    async def _call_once(self, lane: Lane, task: Task) -> object:
        worker = lane.idle.pop() if lane.idle else self._start(lane)
        call = asyncio.wrap_future(worker.call(task.function, task.args))
        done, _ = await asyncio.wait([call], timeout=TIME_LIMIT)
        if not done:
            self._end(worker)
            call.add_done_callback(asyncio.Future.exception)  # collected: it is WorkerLost, as is said here
            raise WorkerLost(f"a worker process did not return within {TIME_LIMIT:g} seconds")
        if isinstance(call.exception(), WorkerLost) or worker in self._retired:
            self._end(worker)
        elif worker in self._workers:
            lane.idle.append(worker)
        return call.result()

    def _start(self, lane: Lane) -> WorkerProcess:
        if self._closed:
            raise WorkerLost("the worker pool is closed")
        worker = WorkerProcess(lane.nice)
        self._workers.add(worker)
        return worker

    def _end(self, worker: WorkerProcess) -> None:
        self._workers.discard(worker)
        self._retired.discard(worker)
        worker.end()


def anyone(_: str) -> bool:
    """Owner filter that accepts every owner."""
    return True


class Places:
    """Bounds how many requests of one kind are under way, in all and for each owner. A place is counted when a request
    is accepted, not when its task begins, so requests that come at the same time cannot all pass the check."""

    def __init__(self, most: int, most_each: int, reason: str) -> None:
        """`reason`: the key in words.toml of the refusal."""
        self.most = most
        self.most_each = most_each
        self.reason = reason
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._taken.total()

    def take(self, owner: str) -> Callable[[], None]:
        """Reserve a place and return the function that releases it; calling that twice does no harm. Raises Denied if
        no place is free."""
        if len(self) >= self.most or self._taken[owner] >= self.most_each:
            raise Denied(TOO_MANY, self.reason)
        self._taken[owner] += 1
        given_back = False

        def give_back() -> None:
            nonlocal given_back
            if not given_back:
                given_back = True
                self._taken[owner] -= 1
                if not self._taken[owner]:
                    del self._taken[owner]

        return give_back
