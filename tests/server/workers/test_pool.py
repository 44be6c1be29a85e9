"""The worker pool: whose task is next, and what becomes of the others when a worker hangs or dies."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from typing import Any, ClassVar

import pytest

import sortilege
from sortilege import Match, SortilegeError
from sortilege.bots.processes import WorkerLost
from sortilege.server.errors import Denied
from sortilege.server.workers import pool as worker_pool
from sortilege.server.workers.pool import NICE, ConcurrencyLimit, Priority, WorkerPool
from sortilege.server.workers.tasks import think
from tests.server.server_fixture import PATIENCE

BOTS, HINTS, PUZZLES, REVIEWS, PAR = Priority
Run = Callable[..., asyncio.Task[Any]]


def view_with_a_choice(game: str) -> dict[str, Any]:
    match = Match(sortilege.game(game), 2, seed=5)
    while len(match.state.legal()) < 2:
        match.play(match.state.legal()[0])
    view: dict[str, Any] = match.state.view(match.state.turn())
    return view


# ---------------------------------------------------------------- the order, with workers that the test drives
def name_of(task: str) -> str:
    return task


class FakeWorker:
    """A worker whose calls end when the test says so."""

    all: ClassVar[list["FakeWorker"]] = []

    def __init__(self, nice: int) -> None:
        self.nice = nice
        self.ended = False
        self.task = ""
        self.answer: Future[str] = Future()
        FakeWorker.all.append(self)

    def call(self, function: Callable[..., Any], args: tuple[Any, ...]) -> Future[Any]:
        self.task, self.answer = (args or ("start",))[0], Future()
        if function is os.getpid:
            self.answer.set_result("")
        return self.answer

    def end(self) -> None:
        self.ended = True
        if not self.answer.done():
            self.answer.set_exception(WorkerLost("ended"))


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[FakeWorker]:
    monkeypatch.setattr(worker_pool, "WorkerProcess", FakeWorker)
    FakeWorker.all = []
    return FakeWorker.all


@pytest.fixture
async def pool(workers: list[FakeWorker]) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(2)
    yield pool
    await pool.close()


@pytest.fixture
def run(pool: WorkerPool) -> Run:
    return lambda priority, owner, task: asyncio.create_task(pool.run(priority, owner, name_of, task))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def running_tasks() -> list[str]:
    return sorted(worker.task for worker in FakeWorker.all if not worker.answer.done())


async def finish(task: str) -> None:
    """Let the worker that runs this task return."""
    next(worker for worker in FakeWorker.all if worker.task == task and not worker.answer.done()).answer.set_result("")
    await settle()


async def test_owners_take_turns_and_the_tasks_of_one_run_in_their_order(run: Run) -> None:
    for number in range(4):
        run(REVIEWS, "greedy", f"greedy {number}")
    for owner in ("modest", "quiet"):
        run(REVIEWS, owner, owner)
    await settle()
    order = []
    while tasks := running_tasks():
        order += tasks
        await finish(tasks[0])
    assert order == ["greedy 0", "greedy 1", "modest", "quiet", "greedy 2", "greedy 3"]


async def test_the_bots_of_one_owner_leave_a_worker_to_the_others(run: Run) -> None:
    for number in range(10):
        run(BOTS, "greedy", f"greedy {number}")
    await settle()
    assert running_tasks() == ["greedy 0"]
    run(BOTS, "modest", "modest")
    await settle()
    assert running_tasks() == ["greedy 0", "modest"]


async def test_bots_go_before_hints_and_hints_before_puzzles(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    for task in ("a", "b"):
        run(BOTS, task, f"bot {task}")
    await settle()
    run(PUZZLES, "c", "puzzle")
    run(HINTS, "c", "hint")
    run(BOTS, "c", "bot c")
    await finish("bot a")
    assert running_tasks() == ["bot b", "hint"]  # none was running: hints do not wait for all bots
    await finish("bot b")
    assert running_tasks() == ["bot c", "hint"]
    await finish("bot c")
    assert running_tasks() == ["hint"]  # one worker stays free for bots
    await finish("hint")
    assert running_tasks() == ["puzzle"]


async def test_reviews_and_par_run_in_one_nice_worker_whatever_the_bots_do(run: Run) -> None:
    for number in range(3):
        run(BOTS, str(number), f"bot {number}")
        run(REVIEWS, "one", f"review {number}")
    run(PAR, "", "par")
    run(REVIEWS, "two", "another's review")
    await settle()
    assert running_tasks() == ["bot 0", "bot 1", "review 0"]
    for task in ("review 0", "review 1", "another's review", "review 2", "par"):
        assert task in running_tasks()
        await finish(task)
    assert [(worker.nice, worker.task) for worker in FakeWorker.all if worker.nice] == [(NICE, "par")]


async def test_a_task_that_nobody_waits_for_any_more_is_not_run(pool: WorkerPool, run: Run) -> None:
    run(REVIEWS, "one", "first")
    dropped = run(REVIEWS, "one", "second")
    run(REVIEWS, "one", "third")
    await settle()
    assert pool.waiting()["reviews"] == 2
    dropped.cancel()
    await settle()
    assert pool.waiting()["reviews"] == 1
    await finish("first")
    assert running_tasks() == ["third"]


async def test_a_hung_worker_is_replaced_alone_and_its_task_is_tried_once_more(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(worker_pool, "TIME_LIMIT", 0.0)
    hung = run(BOTS, "one", "hung")
    with pytest.raises(WorkerLost, match="did not return"):
        await hung
    assert [(worker.task, worker.ended) for worker in FakeWorker.all] == [("hung", True), ("hung", True)]
    monkeypatch.setattr(worker_pool, "TIME_LIMIT", PATIENCE)
    other_task = run(BOTS, "two", "other")
    await settle()
    monkeypatch.setattr(worker_pool, "TIME_LIMIT", 0.0)
    with pytest.raises(WorkerLost):
        await run(BOTS, "one", "hung")
    assert running_tasks() == ["other"]
    await finish("other")
    assert await other_task == ""


async def test_a_switch_over_replaces_all_workers_and_lets_running_tasks_finish(pool: WorkerPool, run: Run) -> None:
    for priority in (BOTS, REVIEWS):
        run(priority, "one", priority.value)
    idle = run(HINTS, "one", "hint")
    await settle()
    await finish("hint")
    await idle
    old = list(FakeWorker.all)
    await pool.renew()
    assert [worker.task for worker in old if worker.ended] == ["hint"]
    assert running_tasks() == ["bots", "reviews"]
    for priority in (BOTS, REVIEWS):
        await finish(priority.value)
        run(priority, "one", f"new {priority.value}")
    await settle()
    assert all(worker.ended for worker in old)
    assert running_tasks() == ["new bots", "new reviews"]


async def test_a_closed_pool_cancels_whoever_waits_and_ends_all_workers(pool: WorkerPool, run: Run) -> None:
    tasks = [run(BOTS, "one", "running"), run(BOTS, "one", "waiting")]
    await settle()
    await pool.close()
    await asyncio.wait(tasks)
    assert all(task.cancelled() for task in tasks)
    assert all(worker.ended for worker in FakeWorker.all)
    with pytest.raises(WorkerLost, match="closed"):
        await run(BOTS, "one", "late")


def test_places_are_bounded_in_all_and_for_each_owner() -> None:
    places = ConcurrencyLimit(3, 2, "many_questions")
    give_back = places.take("one")
    places.take("one")
    with pytest.raises(Denied, match="Too many questions"):
        places.take("one")
    places.take("two")
    with pytest.raises(Denied):
        places.take("three")
    give_back()
    give_back()
    assert len(places) == 2
    places.take("three")


# ---------------------------------------------------------------- with processes
def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def wait_for_file(path: str) -> int:
    """Ends when there is something to read: the test writes to a named pipe."""
    with open(path, encoding="ascii") as file:
        file.read()
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
async def processes() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(3)
    yield pool
    await pool.close()


async def test_no_process_is_started_before_it_is_needed(processes: WorkerPool) -> None:
    assert not processes._workers
    await processes.run(BOTS, "", os.getpid)
    assert len(processes._workers) == 1


async def test_the_other_workers_go_on_undisturbed_when_one_dies(processes: WorkerPool, tmp_path: Any) -> None:
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    thought = asyncio.create_task(processes.run(BOTS, "one", wait_for_file, pipe))
    with pytest.raises(WorkerLost):
        await processes.run(BOTS, "two", die)
    assert not thought.done()
    await asyncio.to_thread(lambda: open(pipe, "w", encoding="ascii").close())
    assert await thought in {worker.pid for worker in processes._workers}


async def test_a_task_whose_worker_is_killed_is_tried_once_more(processes: WorkerPool) -> None:
    killed = await processes.run(BOTS, "", os.getpid)
    os.kill(killed, signal.SIGKILL)
    assert await processes.run(BOTS, "", os.getpid) != killed


async def test_a_hung_process_is_killed_and_the_others_go_on(
    processes: WorkerPool, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    other_task = asyncio.create_task(processes.run(BOTS, "one", wait_for_file, pipe))
    while not processes._workers:
        await asyncio.sleep(0)
    monkeypatch.setattr(worker_pool, "TIME_LIMIT", 0.0)
    with pytest.raises(WorkerLost, match="did not return"):
        await processes.run(BOTS, "two", signal.pause)
    await asyncio.to_thread(lambda: open(pipe, "w", encoding="ascii").close())
    assert await other_task in {worker.pid for worker in processes._workers}


@pytest.mark.parametrize("game", sortilege.games())
async def test_a_bot_chooses_a_legal_action_of_its_view(game: str, processes: WorkerPool) -> None:
    view = view_with_a_choice(game)
    assert await processes.run(BOTS, "", think, game, "apprentice", view) in view["legal"]


async def test_an_error_of_a_task_is_raised_here_and_the_worker_goes_on(processes: WorkerPool) -> None:
    process = await processes.run(BOTS, "", os.getpid)
    with pytest.raises(SortilegeError) as raised:  # the table then plays any legal action
        await processes.run(BOTS, "", think, "abracada", "no such level", {})
    assert "In the worker process" in raised.value.__notes__[0]
    with pytest.raises(Exception, match="pickle"):
        await processes.run(BOTS, "", lambda: None)
    assert await processes.run(BOTS, "", os.getpid) == process


async def test_only_the_long_worker_is_nice(processes: WorkerPool) -> None:
    ours = niceness()
    assert await processes.run(REVIEWS, "", niceness) == max(ours, NICE)
    for priority in (BOTS, HINTS, PUZZLES):
        assert await processes.run(priority, "", niceness) == ours


async def test_after_a_switch_over_every_task_runs_in_a_new_process(processes: WorkerPool) -> None:
    old = {await processes.run(priority, "", os.getpid) for priority in Priority}
    assert len(old) == 2
    await processes.renew()
    assert old.isdisjoint({await processes.run(priority, "", os.getpid) for priority in Priority})
