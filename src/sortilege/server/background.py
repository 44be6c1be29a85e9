"""Supervised background tasks. No task of the server ends silently.

A `Background` belongs to one application and owns every task that nobody awaits:

1. `keep` runs a loop for as long as the application is open. If the loop raises, the error is logged with its traceback
   and counted, and the loop is started again after a growing pause. While it fails, its name is in `failing`, which
   turns the health check to degraded.
2. `spawn` runs one piece of work. An error is logged and counted; the work is not repeated.
3. `keep_thread` does the same as `keep` for a loop that blocks and needs a thread of its own.
4. `close` cancels all tasks and waits until they have ended. It does not stop threads: the code that called
   `keep_thread` must make its loop return.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from time import sleep
from typing import Any, Final

from sortilege.server import metrics, runtime

FIRST_PAUSE: Final = 0.25  # seconds
LONGEST_PAUSE: Final = 5.0
HEALTHY_AFTER: Final = 10.0  # seconds a restarted loop must run before it no longer counts as failing
CANCEL_AGAIN_AFTER: Final = 1.0  # seconds until tasks that have not ended are cancelled again
logger = logging.getLogger("sortilege.server")


class Backoff:
    """The pauses between attempts to repeat a failed operation. They double, up to LONGEST_PAUSE seconds."""

    def __init__(self) -> None:
        self.seconds = FIRST_PAUSE

    async def wait(self) -> None:
        """Sleep for the next pause."""
        await asyncio.sleep(self.next_pause())

    def next_pause(self) -> float:
        """Return the next pause in seconds, and double the pause after it. Each pause is shortened at random, so that
        tasks that failed together do not try again together."""
        pause = self.seconds * runtime.generator().uniform(0.5, 1.0)
        self.seconds = min(LONGEST_PAUSE, self.seconds * 2)
        return pause


class Background:
    """The background tasks of one application."""

    def __init__(self) -> None:
        self._failing: dict[object, str] = {}  # by loop: the name of a loop that raised and is not healthy again
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def failing(self) -> set[str]:
        """The names of the background loops that are failing. A loop that raised an error is failing until it has run
        without an error for HEALTHY_AFTER seconds."""
        return set(self._failing.values())

    def keep(self, name: str, loop: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Run `loop()` in a task until it returns or the task is cancelled. After an error, run it again."""
        return self._start(name, self._supervise(name, loop))

    def spawn(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` once in a task. The task logs every error and raises only CancelledError."""
        task = self._start(name, self._guard(name, work))
        task.add_done_callback(lambda _: work.close())  # a task cancelled before its first step never awaits `work`
        return task

    def keep_thread(self, name: str, loop: Callable[[], None]) -> threading.Thread:
        """Run `loop()` in a thread until it returns. After an error, run it again."""
        thread = threading.Thread(target=self._supervise_thread, args=(name, loop), name=name, daemon=True)
        thread.start()
        return thread

    async def close(self) -> None:
        """Cancel all tasks and wait until they have ended.

        Tasks that still run after CANCEL_AGAIN_AFTER seconds are cancelled again, because a library may ignore a
        cancellation. For example, asyncio.wait_for of Python 3.11 does so if its call ends at the same moment."""
        while tasks := self._tasks - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=CANCEL_AGAIN_AFTER)

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _supervise(self, name: str, loop: Callable[[], Awaitable[None]]) -> None:
        key, clock, backoff = object(), asyncio.get_running_loop(), Backoff()
        recovery: asyncio.TimerHandle | None = None
        try:
            while True:
                started = clock.time()
                try:
                    return await loop()
                except Exception as error:
                    self._report(name, error)
                    self._failing[key] = name
                if recovery is not None:
                    recovery.cancel()
                if clock.time() - started > HEALTHY_AFTER:
                    backoff = Backoff()
                await backoff.wait()
                recovery = clock.call_later(HEALTHY_AFTER, self._failing.pop, key, None)
        finally:
            if recovery is not None:
                recovery.cancel()
            self._failing.pop(key, None)

    def _supervise_thread(self, name: str, loop: Callable[[], None]) -> None:
        key, backoff = object(), Backoff()
        while True:
            started = runtime.monotonic()
            recovery = threading.Timer(HEALTHY_AFTER, self._failing.pop, (key, None))
            recovery.daemon = True
            if key in self._failing:
                recovery.start()
            try:
                loop()
                self._failing.pop(key, None)
                return
            except Exception as error:
                self._report(name, error)
                self._failing[key] = name
            finally:
                recovery.cancel()
            if runtime.monotonic() - started > HEALTHY_AFTER:
                backoff = Backoff()
            sleep(backoff.next_pause())

    async def _guard(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            self._report(name, error)

    @staticmethod
    def _report(name: str, error: Exception) -> None:
        metrics.BACKGROUND_ERRORS.add(task=name)
        logger.error("background task %s failed", name, exc_info=error)
