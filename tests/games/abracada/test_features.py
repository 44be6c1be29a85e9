"""A seat's knowledge as numbers: all that it may know, and nothing of its own stones."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sortilege
from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import OVER
from sortilege.games.abracada.features import AbracadaFeatures
from tests.shelf.tables import imaginable, walk

GAME = sortilege.game("abracada")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"variant": "last"}),
    (4, {"low_call": "penalty", "die": [4, 5]}),
    (5, {"easy": True, "variant": "last"}),
]


def knowledge(state: Any, seat: int) -> dict[str, list[int]]:
    """By part."""
    features = AbracadaFeatures()
    numbers, parts = features.dense(state, seat), {}
    for name, count in features.parts:
        parts[name], numbers = numbers[:count], numbers[count:]
    assert numbers == []
    return parts


@pytest.mark.rule("AQ-912", "AQ-003")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_states_that_look_alike_have_the_same_features(seats: int, options: dict[str, Any]) -> None:
    features, rng, lots = AbracadaFeatures(), Rng(4), random.Random(seats)
    looked = 0
    for state in walk(GAME.new(seats, options), lots):
        seat = lots.randrange(seats)
        view = state.view(seat)
        if lots.random() < 0.1 and imaginable(view):
            looked += 1
            assert features.dense(GAME.imagine(view, rng), seat) == features.dense(state, seat)
    assert looked > 5


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_they_are_few_in_order_and_small(seats: int, options: dict[str, Any]) -> None:
    features = AbracadaFeatures()
    pairs = blank(2 * features.size)
    for state in walk(GAME.new(seats, options), random.Random(seats)):
        for seat in range(seats):
            n = features.fill(state, seat, pairs)
            places = [pairs[2 * i] for i in range(n)]
            assert places == sorted(set(places))
            assert places[-1] < features.size
            assert n <= 110
            assert all(1 <= pairs[2 * i + 1] <= 5 for i in range(n))
        if state.turn() == OVER:
            assert sum(knowledge(state, 0)["life"]) == 0  # only what outlasts a round


def position(**more: Any) -> dict[str, Any]:
    hands = ["35487", "66788"]
    return {"game": "abracada", "seats": 2, "hands": hands, "scores": [4, 6], "turn": {"seat": 0}} | more


def test_each_seat_stands_where_the_reader_sees_it() -> None:
    state = GAME.load(position(life=[2, 5]))
    mine, theirs = knowledge(state, 0), knowledge(state, 1)
    assert [i for i, flag in enumerate(mine["life"]) if flag] == [2, 7 + 5]
    assert [i for i, flag in enumerate(theirs["life"]) if flag] == [5, 7 + 2]
    assert [mine["turn"][0], theirs["turn"][1]] == [1, 1]
    assert [i for i, flag in enumerate(mine["victory"]) if flag] == [1]  # 6 and 3 are enough
    assert sum(mine["hands"]) == 3  # 6, 7 and 8 of the other seat, and none of one's own


def test_a_miss_is_known_to_everybody() -> None:
    state = GAME.load(position())
    state.apply(GAME.find({"do": "call", "spell": 6}))
    mine, theirs = knowledge(state, 0), knowledge(state, 1)
    assert mine["barred"][5] == theirs["barred"][8 + 5] == 5
    steps = mine["odds"][5 * 13 : 6 * 13]
    assert steps.index(1) == 0  # it surely holds no blizzard
