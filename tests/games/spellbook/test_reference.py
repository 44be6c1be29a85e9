"""The engine against tests/reference/spellbook.py, a second implementation that shares no line with it."""

import random
from typing import Any

import pytest

from sortilege import CHANCE, OVER
from sortilege.games.spellbook import GAME
from sortilege.games.spellbook.box import SPELLS
from tests.reference.spellbook import Reference
from tests.shelf.tables import quiet


def assert_same(state: Any, other: Reference) -> None:
    """Whose turn, what is possible and how likely, positions, scores, outcome."""
    assert state.turn() == other.turn()
    choices = sorted((GAME.find(action), weight) for action, weight in other.choices())
    assert state.legal() == [action for action, _ in choices]
    if state.turn() == CHANCE:
        assert state.weights() == [weight for _, weight in choices]
    assert state.scores() == other.scores()
    assert quiet(state) == other.position()
    outcome = state.outcome()
    assert (outcome and {key: outcome[key] for key in ("winners", "scores")}) == other.outcome()


def eager(state: Any, rng: random.Random) -> int:
    """Mostly what learns and uses spells, so that books fill and cards meet."""
    legal = state.legal()
    if rng.random() < 0.8:
        lively = [a for a in legal if GAME.describe(a)["do"] not in ("skip", "stop")]
        uses = [a for a in lively if GAME.describe(a)["do"] == "use" or GAME.describe(a).get("action") == "learn"]
        return rng.choice(uses or lively or legal)
    return rng.choice(legal)


def play_both(seats: int, options: dict[str, Any], rng: random.Random, lively: bool) -> None:
    state, other = GAME.new(seats, options), Reference(seats, options)
    while state.turn() != OVER:
        assert_same(state, other)
        if state.turn() == CHANCE:
            action = rng.choices(state.legal(), state.weights())[0]
        else:
            action = eager(state, rng) if lively else rng.choice(state.legal())
        state.apply(action)
        other.apply(GAME.describe(action))
    assert_same(state, other)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("lineup", ["set1", "set2", "set3", "classic", "mixed"])
@pytest.mark.parametrize("lively", [True, False])
def test_both_agree_at_every_node(seats: int, lineup: str, lively: bool) -> None:
    rng = random.Random(f"{seats} {lineup} {lively}")
    for game in range(3):
        spells: Any = [SPELLS[colour * 3 + rng.randrange(3)] for colour in range(7)] if lineup == "mixed" else lineup
        options = {"lineup": spells}
        if seats == 1:
            options["handicap"] = game
        play_both(seats, options, rng, lively)
