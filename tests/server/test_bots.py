"""Bots in worker processes."""

import asyncio
import os
import signal
from typing import Any

import pytest

import sortilege
from sortilege import Match, SortilegeError
from sortilege.server.bots import Workers


def view_with_a_choice(game: str) -> dict[str, Any]:
    match = Match(sortilege.game(game), 2, seed=5)
    while len(match.state.legal()) < 2:
        match.play(match.state.legal()[0])
    view: dict[str, Any] = match.state.view(match.state.turn())
    return view


@pytest.mark.parametrize("game", sortilege.games())
async def test_a_bot_answers_a_legal_action_of_its_view(game: str) -> None:
    workers, view = Workers(1), view_with_a_choice(game)
    try:
        assert await workers.choose(game, "apprentice", view) in view["legal"]
    finally:
        await workers.close()


async def test_no_process_is_started_before_a_bot_has_to_think() -> None:
    workers, view = Workers(1), view_with_a_choice("abracada")
    only = view | {"legal": view["legal"][:1]}
    assert await workers.choose("abracada", "archmage", only) == view["legal"][0]
    assert workers._pool is None


async def test_a_worker_that_dies_is_replaced_and_asked_again() -> None:
    workers, view = Workers(1), view_with_a_choice("abracada")
    try:
        await workers.choose("abracada", "apprentice", view)
        assert workers._pool is not None
        (worker,) = workers._pool._processes
        os.kill(worker, signal.SIGKILL)
        assert await workers.choose("abracada", "apprentice", view) in view["legal"]
        assert workers._pool is not None and worker not in workers._pool._processes
    finally:
        await workers.close()


async def test_a_bot_that_fails_says_so_and_the_others_think_on() -> None:
    workers, view = Workers(1), view_with_a_choice("abracada")
    try:
        with pytest.raises(SortilegeError):  # the table then plays any legal action: tests/server/test_misfits.py
            await workers.choose("abracada", "no such level", view)
        assert await workers.choose("abracada", "apprentice", view) in view["legal"]
    finally:
        await workers.close()


async def test_bots_change_over_while_one_thinks_and_its_thought_is_not_lost() -> None:
    workers, view = Workers(1), view_with_a_choice("spellcaster")
    try:
        thought = asyncio.create_task(workers.choose("spellcaster", "archmage", view))
        while not (workers._pool and workers._pool._pending_work_items):
            await asyncio.sleep(0.01)
        old = workers._pool
        (before,) = old._processes
        await workers.renew()
        assert not thought.done(), "it was meant to be still thinking"
        assert await thought in view["legal"]
        assert await workers.choose("spellcaster", "apprentice", view) in view["legal"]
        assert workers._pool is not None and before not in workers._pool._processes
        while alive(before):  # its process leaves by itself
            await asyncio.sleep(0.01)
    finally:
        await workers.close()


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
