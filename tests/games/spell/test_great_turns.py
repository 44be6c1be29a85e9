"""Bots find the best turn there is: positions whose most points were found by trying every turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sortilege.games.spell import GAME
from sortilege.games.spell.insight.ahead import FOREVER
from sortilege.games.spell.insight.choice import Choice
from sortilege.games.spell.rules.state import SpellState

TURNS = json.loads((Path(__file__).parent / "great_turns.json").read_text())


@pytest.mark.rule("SP-152")
@pytest.mark.parametrize("turn", TURNS, ids=[f"{i}-{turn['points']}-points" for i, turn in enumerate(TURNS)])
def test_the_turn_with_the_most_points_is_found(turn: dict[str, Any]) -> None:
    state = GAME.load(turn["position"])
    assert isinstance(state, SpellState)
    for action in Choice(state.runes).most_points(state, FOREVER):
        state.apply(action)
    assert state.scores()[0] == turn["points"]
