"""What only helps to draw a view: made from the view alone, and from the same rules that decide."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from sortilege.core.engine.state import State
from tests.games.abracada.moves import GAME, at, call, play
from tests.shelf.tables import everybody, tables, walk

THREE = {"hands": ["35487", "66788", "27785"], "turn": {"seat": 0}}
FOUR: dict[str, Any] = {"hands": ["35487", "66788", "27785", "14677"], "options": {"variant": "last"}}


def board(state: State, seat: int | None = 0) -> dict[str, Any]:
    return dict(GAME.board(state.view(seat)))


def test_unseen_stones_are_neither_on_the_board_nor_visible() -> None:
    for seats, options in tables(GAME):
        for n, state in enumerate(walk(GAME.new(seats, options), random.Random(seats))):
            if n % 7 == 0:
                for seat in everybody(state):
                    view, info = state.view(seat), board(state, seat)
                    assert json.loads(json.dumps(info)) == info
                    sight = Counter("".join([*view["hands"], *view["taken"]]))
                    known = [view["board"][k - 1] + sight[str(k)] for k in range(1, 9)]
                    assert [a + b for a, b in zip(known, info["unseen"], strict=True)] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("seats", "places"),
    [(2, ["you", "both"]), (3, ["you", "left", "right"]), (4, ["you", "left", "across", "right"])],
)
def test_the_next_seat_clockwise_is_at_the_left(seats: int, places: list[str]) -> None:
    state = at(hands=FOUR["hands"][:seats], turn={"seat": 0})
    assert board(state)["places"] == places
    assert board(state, 1)["places"] == [*places[-1:], *places[:-1]]
    assert board(state, None)["places"] == ["watched"] * seats


@pytest.mark.rule("AQ-812")
def test_neighbours_are_those_still_in_the_round() -> None:
    assert board(at(**FOUR, life=[3, 0, 3, 3], turn={"seat": 0}))["places"] == ["you", "out", "left", "right"]
    assert board(at(**FOUR, life=[3, 0, 3, 0], turn={"seat": 0}))["places"] == ["you", "out", "both", "out"]


@pytest.mark.rule("AQ-303")
@pytest.mark.parametrize(
    ("options", "too_low"),
    [({}, []), ({"low_call": "penalty"}, [1, 2, 3]), ({"low_call": "penalty", "easy": True}, [])],
)
def test_a_call_that_is_sure_to_cost_a_life_is_marked(options: dict[str, Any], too_low: list[int]) -> None:
    state = at(**THREE | {"turn": {"seat": 0, "last": 4}}, options=options)
    assert board(state)["too_low"] == too_low
    assert board(state, 1)["too_low"] == []


@pytest.mark.rule("AQ-301", "AQ-801")
@pytest.mark.parametrize(
    ("last", "easy", "ask"), [(0, False, "first"), (5, False, "upward"), (8, False, "again"), (5, True, "any")]
)
def test_what_is_asked_goes_by_the_spell_last_cast(last: int, easy: bool, ask: str) -> None:
    assert board(at(**THREE | {"turn": {"seat": 0, "last": last}}, options={"easy": easy}))["ask"] == ask


# ---- how a round ended, as its line says it


def round_end(state: State) -> tuple[str, int, list[int]]:
    end = state.view(None)["log"][-1]["ended"]
    return end["cause"], end["by"], end["fallen"]


def test_the_end_of_a_round_names_whose_doing_it_was_and_who_fell() -> None:
    assert round_end(play(at(hands=["8", "66788"], turn={"seat": 0}), call(8))) == ("emptied", 0, [])
    assert round_end(play(at(**THREE, life=[2, 1, 2]), call(5))) == ("kill", 0, [1])
    assert round_end(play(at(**THREE, life=[1, 2, 2]), call(6))) == ("self", 0, [0])
    fallen = {"life": [1, 0, 4, 0], "turn": {"seat": 0}}
    assert round_end(play(at(**FOUR, **fallen), call(6))) == ("last", 2, [0, 1, 3])
    assert round_end(play(at(**FOUR, **fallen | {"life": [1, 0, 1, 0]}), call(5))) == ("last", 0, [1, 2, 3])
