"""Processes apart, for bots to think in: they leave Ctrl-C to whoever started them, and go when that one is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait


def open_pool(workers: int) -> ProcessPoolExecutor:
    """So many processes, started afresh: a forked one would share locks, files, sockets and loops by accident."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=settle_in)


def close_pool(pool: ProcessPoolExecutor) -> None:
    """At once, thoughts under way included."""
    working = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in working:
        process.kill()


def settle_in() -> None:
    """In the new process: ignore Ctrl-C, and watch for the end of the one that started it, however it comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=leave_with, args=(parent.sentinel,), daemon=True).start()


def leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
