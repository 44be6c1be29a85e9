"""Worker processes. They ignore Ctrl-C, which the parent process handles, and exit when the parent exits."""

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
from typing import Any, TypeVar

Result = TypeVar("Result")
# A function with its arguments. WorkerProcess.call checks the type of the result.
Call = tuple[Callable[..., object], tuple[object, ...]]


def open_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of spawned worker processes. Forked processes would share locks, files and sockets."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=init_worker)


def close_pool(pool: ProcessPoolExecutor) -> None:
    """Stop the pool at once, killing its processes even if they are working."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


class WorkerLost(Exception):
    """The worker process ended before it returned a result."""


class WorkerProcess:
    """One process that runs functions, one at a time. It has its own pipe, so a crash affects no other worker."""

    def __init__(self, nice: int = 0) -> None:
        """Start the process, with at least the niceness `nice` (0 is normal priority, 19 the lowest)."""
        context = multiprocessing.get_context("spawn")
        self._pipe, child_pipe = context.Pipe()  # carries calls and results
        self._process = context.Process(target=serve_calls, args=(child_pipe, nice), daemon=True)
        self._process.start()
        child_pipe.close()  # so that the pipe closes when the process ends
        self._calls: SimpleQueue[tuple[Call, Future[Any]] | None] = SimpleQueue()
        threading.Thread(target=self._run_calls, name="worker pipe", daemon=True).start()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def call(self, function: Callable[..., Result], args: tuple[object, ...]) -> Future[Result]:
        """Run `function(*args)` in the process after all earlier calls. Return a Future that receives the result, or
        WorkerLost if the process has ended."""
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()  # marks the future as running, so that nobody can cancel it
        self._calls.put(((function, args), future))
        return future

    def end(self) -> None:
        """Kill the process, even during a call."""
        self._process.kill()
        self._calls.put(None)

    def _run_calls(self) -> None:
        """Send the calls to the process one by one, and receive their results, until None comes instead of a call. This
        runs in a separate thread because both block."""
        while (received := self._calls.get()) is not None:
            call, future = received
            try:
                future.set_result(self._send_and_receive(call))
            except BaseException as error:
                future.set_exception(error)
        self._pipe.close()
        self._process.join()

    def _send_and_receive(self, call: Call) -> object:
        request = pickle.dumps(call)
        try:
            self._pipe.send_bytes(request)
            response = self._pipe.recv_bytes()
        except (EOFError, OSError) as error:
            raise WorkerLost("a worker process ended before it returned a result") from error
        result, exception = pickle.loads(response)
        if exception is not None:
            raise exception
        return result


# ---------------------------------------------------------------- inside the worker process
def init_worker() -> None:
    """Initialise a worker process: ignore Ctrl-C and exit when the parent exits, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def exit_with_parent(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def serve_calls(pipe: Connection, nice: int) -> None:
    """Run the functions received through the pipe until it is closed. The process has at least the niceness `nice`."""
    init_worker()
    raise_niceness(nice)
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(run_call(pipe.recv_bytes()))


def run_call(request: bytes) -> bytes:
    """Run one call, the pickled pair (function, arguments), and return the pickled pair (result, error). The error is
    None if the call succeeded. Otherwise the result is None, and the error has a note with the traceback."""
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
    """Raise the niceness of this process to `nice` (0 is normal priority, 19 the lowest), unless it is higher already.
    The operating system does not let it be lowered again."""
    with suppress(OSError, AttributeError):  # not every system has priorities
        if os.getpriority(os.PRIO_PROCESS, 0) < nice:
            os.setpriority(os.PRIO_PROCESS, 0, nice)
