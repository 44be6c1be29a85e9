"""Background tasks are supervised: errors are logged and counted, loops are restarted."""

import ast
import asyncio
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from sortilege import server
from sortilege.server import background, metrics
from sortilege.server.background import Background
from sortilege.server.store import Statement, StoreError, key_values
from sortilege.server.store.sqlite import SqliteStore

SERVER: Final = Path(server.__file__).parent
STARTERS: Final = ("create_task", "ensure_future", "Thread", "Timer", "start_soon", "TaskGroup")
# Functions that may start a task or thread themselves, each with the reason.
EXCEPTIONS: Final = {
    "background.py": "the supervisor itself",
    "store/postgres.py: _with_timeout": "awaited in the same function; the result of a late call is collected there",
    "live/hints.py: improving_hints": "awaited in the same function, and cancelled when it ends",
    "live/asgi_transport.py: serve": "awaited in the same function, and cancelled when it ends",
    "run.py: show_in_browser": "opens the browser; nothing depends on it, and no loop may be blocked by it",
}


def errors_of(task: str) -> float:
    return metrics.BACKGROUND_ERRORS.values.get((("task", task),), 0.0)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sortilege.server.background.FIRST_PAUSE", 0.001)


async def test_a_loop_that_raises_is_logged_counted_and_started_again(caplog: pytest.LogCaptureFixture) -> None:
    tasks, runs, restarted = Background(), 0, asyncio.Event()

    async def loop() -> None:
        nonlocal runs
        runs += 1
        if runs < 3:
            raise ValueError("an undecodable line")
        restarted.set()
        await asyncio.Event().wait()

    before = errors_of("test loop")
    with caplog.at_level(logging.ERROR):
        tasks.keep("test loop", loop)
        await restarted.wait()
    assert errors_of("test loop") == before + 2
    assert "test loop" in tasks.failing
    assert "an undecodable line" in caplog.text
    await tasks.close()
    assert not tasks.failing


async def test_a_loop_that_runs_well_again_no_longer_counts_as_failing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "HEALTHY_AFTER", 0.0)
    tasks, runs = Background(), 0

    async def loop() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise ValueError("once")
        await asyncio.Event().wait()

    tasks.keep("test recovery", loop)
    while runs < 2 or tasks.failing:
        await asyncio.sleep(0)
    await tasks.close()


async def test_an_error_of_single_work_is_logged_and_counted_and_not_raised(caplog: pytest.LogCaptureFixture) -> None:
    tasks = Background()

    async def work() -> None:
        raise RuntimeError("lost")

    before = errors_of("test work")
    await tasks.spawn("test work", work())
    assert errors_of("test work") == before + 1
    assert "lost" in caplog.text and not tasks.failing


async def test_closing_ends_every_task() -> None:
    tasks = Background()
    task = tasks.keep("test kept", asyncio.Event().wait)  # type: ignore[arg-type]
    spawned = tasks.spawn("test spawned", asyncio.sleep(3600))
    await asyncio.sleep(0)
    await tasks.close()
    assert task.cancelled() and spawned.cancelled()


async def test_closing_cancels_a_task_again_that_swallowed_a_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sortilege.server.background.CANCEL_AGAIN_AFTER", 0.001)
    tasks, swallowed = Background(), asyncio.Event()

    async def loop() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            swallowed.set()
        await asyncio.Event().wait()

    task = tasks.keep("test kept", loop)
    await asyncio.sleep(0)
    await tasks.close()
    assert swallowed.is_set() and task.cancelled()


async def test_work_that_is_cancelled_before_its_first_step_is_closed() -> None:
    tasks, work = Background(), asyncio.sleep(3600)
    tasks.spawn("test work", work)
    await tasks.close()
    assert work.cr_frame is None


async def test_two_loops_of_one_name_fail_and_recover_separately() -> None:
    tasks, failed, end = Background(), asyncio.Event(), asyncio.Event()

    async def failing() -> None:
        failed.set()
        raise ValueError("again and again")

    async def ending() -> None:
        await end.wait()

    tasks.keep("test name", failing)
    good = tasks.keep("test name", ending)
    await failed.wait()
    end.set()
    await good
    assert tasks.failing == {"test name"}
    await tasks.close()
    assert not tasks.failing


def test_a_thread_that_raises_is_logged_counted_and_started_again(caplog: pytest.LogCaptureFixture) -> None:
    tasks, runs, restarted, end = Background(), 0, threading.Event(), threading.Event()

    def loop() -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise ValueError("a thread's error")
        restarted.set()
        end.wait()

    before = errors_of("test thread")
    thread = tasks.keep_thread("test thread", loop)
    restarted.wait()
    assert tasks.failing == {"test thread"} and errors_of("test thread") == before + 1
    assert "a thread's error" in caplog.text
    end.set()
    thread.join()
    assert not tasks.failing


async def test_the_writer_of_the_store_survives_a_value_that_sqlite_cannot_take(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    await store.open(lambda *_: None)
    with pytest.raises(StoreError, match="too large"):
        await store.change([Statement(key_values.PUT, ("a note", 2**70))])
    await key_values.put(store, "another note", "")
    assert list(await key_values.find_by_prefix(store, "a")) == ["another note"]
    await store.close()


# ---------------------------------------------------------------- everybody uses it
def task_starts(file: Path) -> Iterator[str]:
    """Where a file starts tasks or threads: its path, and the function."""
    tree = ast.parse(file.read_text("utf-8"))
    name = file.relative_to(SERVER).as_posix()
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and called_name(node) in STARTERS:
                    yield f"{name}: {scope.name}"


def called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_nothing_else_in_the_server_starts_tasks_or_threads() -> None:
    places = {place for file in sorted(SERVER.rglob("*.py")) for place in task_starts(file)}
    excepted = {place for place in places if place in EXCEPTIONS or place.partition(":")[0] in EXCEPTIONS}
    assert places == excepted, "start it with sortilege.server.background.Background"
    unused = {name for name in EXCEPTIONS if not any(place.startswith(name) for place in places)}
    assert not unused, "these exceptions are no longer needed"
