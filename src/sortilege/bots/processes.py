"""Worker processes. They ignore Ctrl-C, which is for the process that started them, and end when that process ends."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import TypeVar

Result = TypeVar("Result")
# Any function with its arguments: what a call returns is typed where it is made (WorkerProcess.call).
Call = tuple[Callable[..., object], tuple[object, ...]]


def open_pool(workers: int) -> ProcessPoolExecutor:
    """So many processes, started afresh: a forked one would share locks, files, sockets and loops by accident."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=settle_in)


def close_pool(pool: ProcessPoolExecutor) -> None:
    """At once, thoughts under way included."""
    working = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in working:
        process.kill()


class WorkerLost(Exception):
    """The worker process ended before it returned a result."""


class WorkerProcess:
    """One process that runs functions, one at a time. Its pipe is its own, so its end affects no other worker."""

    def __init__(self, nice: int = 0) -> None:
        """`nice`: the lowest niceness of the process."""
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve_calls, args=(theirs, nice), daemon=True)
        self._process.start()
        theirs.close()  # so that the end of the process is the end of the pipe
        self._calls: SimpleQueue[tuple[Call, Future[object]] | None] = SimpleQueue()
        threading.Thread(target=self._talk, name="worker pipe", daemon=True).start()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def call(self, function: Callable[..., Result], args: tuple[object, ...]) -> Future[Result]:
        """Run `function(*args)` in the process. The future raises WorkerLost if the process ends first. Only one call
        may be under way."""
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()
        self._calls.put(((function, args), future))  # type: ignore[arg-type]
        return future

    def end(self) -> None:
        """Kill the process, in the middle of a call too."""
        self._process.kill()
        self._calls.put(None)

    def _talk(self) -> None:
        """Send calls and receive results, in a thread of its own because both block."""
        while (received := self._calls.get()) is not None:
            call, future = received
            try:
                future.set_result(self._answer(call))
            except BaseException as error:
                future.set_exception(error)
        self._pipe.close()
        self._process.join()

    def _answer(self, call: Call) -> object:
        request = pickle.dumps(call)
        try:
            self._pipe.send_bytes(request)
            answer = self._pipe.recv_bytes()
        except (EOFError, OSError) as error:
            raise WorkerLost("a worker process ended before it returned a result") from error
        result, failure = pickle.loads(answer)
        if failure is not None:
            raise failure
        return result


# ---------------------------------------------------------------- in the process
def settle_in() -> None:
    """In the new process: ignore Ctrl-C, and watch for the end of the one that started it, however it comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=leave_with, args=(parent.sentinel,), daemon=True).start()


def leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def serve_calls(pipe: Connection, nice: int) -> None:
    """Run the functions that come through the pipe until it is closed."""
    settle_in()
    raise_niceness(nice)
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(answer_to(pipe.recv_bytes()))


def answer_to(request: bytes) -> bytes:
    """Call the function and return the pickled pair (result, error). The error includes the traceback of this
    process."""
    try:
        function, args = pickle.loads(request)
        return pickle.dumps((function(*args), None))
    except BaseException as error:
        error.add_note(f"In the worker process:\n{traceback.format_exc()}")
        try:
            return pickle.dumps((None, error))
        except Exception:  # an error that cannot be pickled
            return pickle.dumps((None, RuntimeError(traceback.format_exc())))


def raise_niceness(nice: int) -> None:
    """Let other processes go first. It cannot be undone."""
    with suppress(OSError, AttributeError):  # not every system has priorities
        if os.getpriority(os.PRIO_PROCESS, 0) < nice:
            os.setpriority(os.PRIO_PROCESS, 0, nice)
