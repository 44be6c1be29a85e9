"""The same contest in one process, in two, or cut short."""

import multiprocessing
import sys
from multiprocessing.connection import wait

import pytest

from sortilege import OptionError
from sortilege.arena import Plan, Result, run

PLAN = Plan("abracada", ("random", "tests.arena.test_contest:drawing_lots"), 6, 2, {"die": [6]})


def without_durations(results: list[Result]) -> list[object]:
    """All but the time it took."""
    return [(r.number, r.block, r.lineup, r.winners, r.scores, r.nodes, r.decisions) for r in results]


def test_two_processes_play_what_one_plays() -> None:
    assert without_durations(run(PLAN, workers=2)) == without_durations(run(PLAN, workers=1))


def test_results_are_reported_as_they_come() -> None:
    received: list[Result] = []
    assert sorted(r.number for r in run(PLAN, 1, on_result=received.append)) == sorted(r.number for r in received)


def test_a_result_callback_can_stop_the_run() -> None:
    def enough(result: Result) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(PLAN, 1, on_result=enough)


def test_stopped_it_leaves_no_process_behind() -> None:
    def enough(result: Result) -> None:
        raise KeyboardInterrupt

    before = multiprocessing.active_children()  # another test's may still be about
    with pytest.raises(KeyboardInterrupt) as stopped:
        run(PLAN, 2, on_result=enough)
    own = [child for child in multiprocessing.active_children() if child not in before]
    # by their sentinels: `is_alive` may say yes of one that the pool's own thread is just taking leave of
    assert [child for child in own if not wait([child.sentinel], 60)] == []
    assert stopped.value.__traceback__ is not None  # held until here: it must not be what keeps them alive


def test_a_bot_that_misbehaves_in_another_process_is_named_here() -> None:
    plan = Plan("abracada", ("tests.arena.test_contest:too_low", "random"), 8, 2)
    with pytest.raises(OptionError, match=r"test_contest:too_low chose .*AQ-201"):
        run(plan, workers=2)


def test_fewer_than_no_workers_are_refused() -> None:
    with pytest.raises(OptionError, match="workers"):
        run(PLAN, workers=-1)


def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"sortilege\[cluster\]"):
        run(PLAN, ray=True)
