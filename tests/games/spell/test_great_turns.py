"""Bots find the best turn of positions whose maximum points are known from exhaustive search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sortilege.games.spell import GAME
from sortilege.games.spell.insight.lookahead import NO_DEADLINE
from sortilege.games.spell.insight.planner import Planner
from sortilege.games.spell.rules.state import SpellState
from tests.games.spell.make_great_turns import best_points

TURNS = json.loads((Path(__file__).parent / "great_turns.json").read_text())
MANY = 10_000  # nodes, more than either turn has

# only lifting 03 and leaving its place empty brings anything here
STAYING: dict[str, Any] = {
    "game": "spell",
    "seats": 2,
    "options": {},
    "arena": ["kKpK", "pppp", "kKK.", "kNpp"],
    "mages": {"k": ["11"], "p": ["00"]},
    "turn": "k",
    "round": 3,
    "gem": "k",
    "used": {"mage": True},
    "runes": {"1": ["B1-6", "B1-1"], "2": ["B2-4", "B2-2"], "3": ["B3-2", "B3-1"], "4": ["B4-1", "B4-6"]},
}


@pytest.mark.rule("SP-152")
@pytest.mark.parametrize("turn", TURNS, ids=[f"{i}-{turn['points']}-points" for i, turn in enumerate(TURNS)])
def test_the_turn_with_the_most_points_is_found(turn: dict[str, Any]) -> None:
    assert best_turn(turn["position"])[0] == turn["points"]


@pytest.mark.rule("SP-132")
def test_a_place_is_left_empty_only_where_the_table_allows_it() -> None:
    assert best_turn(STAYING)[0] == best_points(GAME.load(STAYING), MANY) == 0
    loose = STAYING | {"options": {"keep_border_hole": True}}
    points, (first, *_) = best_turn(loose)
    assert points == best_points(GAME.load(loose), MANY) == 6
    assert first == {"do": "upheave", "lift": "03", "side": "-"}


def best_turn(position: dict[str, Any]) -> tuple[int, list[dict[str, Any]]]:
    """Return the points of the first seat after a bot's best turn, and its actions."""
    state = GAME.load(position)
    assert isinstance(state, SpellState)
    turn = Planner(state.runes).turn_with_most_points(state, NO_DEADLINE)
    for action in turn:
        state.apply(action)
    return state.scores()[0], [GAME.describe(action) for action in turn]
