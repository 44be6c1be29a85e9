"""`sortilege.analyse`: every candidate in the same worlds, the same answer for the same seed."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import IllegalAction, OptionError
from sortilege.analysis import analyse, candidates, chances
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from tests.shelf.tables import walk

ROOT = Path(__file__).parents[2]
GAMES = [sortilege.game(name) for name in sortilege.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def decision(game: Game, seats: int | None = None, after: int = 30, seed: int = 1) -> State:
    """A moment of a random game at which somebody has a choice."""
    for state in walk(game.new(seats), random.Random(seed)):
        if len(state.history) > after and state.turn() >= 0 and 1 < len(state.legal()) < 30:
            return state.clone()
    raise AssertionError("the game was over too soon")


def view_of(state: State) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(json.dumps(state.view(state.turn())))
    return view


@every_game
def test_all_legal_actions_are_listed_with_the_best_first(game: Game) -> None:
    state = decision(game)
    analysis = analyse(game, view_of(state), worlds=4)
    assert set(analysis) == {"worlds", "actions"} and analysis["worlds"] == 4
    assert sorted(game.find(rated["action"]) for rated in analysis["actions"]) == state.legal()
    assert all(set(rated) == {"action", "share", "low", "high"} for rated in analysis["actions"])
    assert all(0 <= rated["low"] <= rated["share"] <= rated["high"] <= 1 for rated in analysis["actions"])
    shares = [rated["share"] for rated in analysis["actions"]]
    assert shares == sorted(shares, reverse=True)
    json.dumps(analysis)


@every_game
def test_the_same_seed_gives_the_same_answer(game: Game) -> None:
    view = view_of(decision(game))
    assert analyse(game, view, seed=5, worlds=3) == analyse(game, view, seed=5, worlds=3)


@every_game
def test_it_rests_on_the_view_alone(game: Game) -> None:
    """The view and the state it came from are left as they were, and nothing but the view is asked."""
    state = decision(game)
    view, cells = view_of(state), list(state.cells)
    before = json.dumps(view)
    analyse(game, view, worlds=2)
    assert json.dumps(view) == before and list(state.cells) == cells


@every_game
def test_a_candidate_meets_the_same_worlds_whatever_else_is_analysed(game: Game) -> None:
    view = view_of(decision(game))
    together = {candidate.action: candidate.values for candidate in candidates(game, view, worlds=3)}
    for action in list(together)[:3]:
        [alone] = candidates(game, view, worlds=3, actions=[action])
        assert alone.values == together[action]


@every_game
def test_an_open_state_is_analysed_like_a_view(game: Game) -> None:
    state = decision(game)
    analysis = analyse(game, state=state, worlds=2)
    assert sorted(game.find(rated["action"]) for rated in analysis["actions"]) == state.legal()


@every_game
def test_the_time_limit_is_respected_and_at_least_one_world_is_played(game: Game) -> None:
    assert analyse(game, view_of(decision(game)), ms=0)["worlds"] == 1


@every_game
def test_the_chances_of_all_sides_are_one_victory(game: Game) -> None:
    for seats in game.seats:
        if seats > 1:
            state = decision(game, seats)
            intervals = chances(game, state=state, worlds=2)
            sides = game.sides(seats)
            assert sum(intervals[members[0]].mean for members in sides) == pytest.approx(1)
            assert all(intervals[seat].mean == intervals[members[0]].mean for members in sides for seat in members)


@every_game
def test_chances_are_known_when_it_is_over(game: Game) -> None:
    for state in walk(game.new(), random.Random(4)):
        if state.turn() == sortilege.OVER:
            winners = state.winners()
            shares = [chance.mean for chance in chances(game, state=state, worlds=1)]
            assert [seat for seat, share in enumerate(shares) if share > 0] == (winners or [0, 1])
            assert sum(shares) == 1


def test_a_win_at_hand_is_seen() -> None:
    """The last stone of all can only be an 8: to call it empties the hand and wins."""
    game = sortilege.game("abracada")
    position = {
        "game": "abracada", "seats": 2, "options": {}, "scores": [7, 7], "life": [6, 1], "hands": ["8", "88"],
        "board": [1, 2, 3, 4, 5, 6, 7, 5], "secrets": 0, "turn": {"seat": 0},
    }  # fmt: skip
    analysis = analyse(game, game.load(position).view(0), worlds=20)
    best = analysis["actions"][0]
    assert best["action"] == {"do": "call", "spell": 8} and best["share"] == 1
    assert analysis["actions"][1]["share"] < 1


# ---------------------------------------------------------------- what is refused
def test_nonsense_is_refused_in_one_sentence() -> None:
    game = sortilege.game("abracada")
    state = decision(game)
    view = view_of(state)
    idle = state.view(1 - state.turn())
    elsewhere = decision(sortilege.game("spell"))
    wrong: list[tuple[type[Exception], dict[str, Any]]] = [
        (OptionError, {}),
        (OptionError, {"view": idle}),
        (OptionError, {"view": state.view(None)}),
        (OptionError, {"view": view_of(elsewhere)}),
        (OptionError, {"view": {}}),
        (OptionError, {"view": "a view"}),
        (OptionError, {"view": {key: value for key, value in view.items() if key != "life"}}),
        (OptionError, {"view": view | {"hands": "?????"}}),
        (OptionError, {"state": elsewhere}),
        (OptionError, {"state": "a state"}),
        (OptionError, {"view": view, "worlds": 0}),
        (OptionError, {"view": view, "worlds": 2.5}),
        (OptionError, {"view": view, "seed": "x"}),
        (OptionError, {"view": view, "ms": -1}),
        (OptionError, {"view": view, "ms": float("nan")}),
        (OptionError, {"view": view, "actions": []}),
        (IllegalAction, {"view": view, "actions": [{"do": "dance"}]}),
        (IllegalAction, {"view": view, "actions": [999]}),
        (IllegalAction, {"view": view, "actions": ["call"]}),
    ]
    for kind, arguments in wrong:
        with pytest.raises(kind) as caught:
            analyse(game, **arguments)
        for language in ("en", "fr"):
            assert caught.value.say(language) and "\n" not in caught.value.say(language)


# ---------------------------------------------------------------- both engines
def digest() -> str:
    """What the analysis says about a moment of every game."""
    analyses = {}
    for game in GAMES:
        state = decision(game)
        analyses[game.name] = [analyse(game, view_of(state), worlds=2), analyse(game, state=state, worlds=2)]
    return json.dumps(analyses)


def test_the_compiled_and_the_interpreted_engine_return_the_same_analysis() -> None:
    """Sources against machine code. Where nothing is compiled, the sources in a second process."""
    pure = bool(os.environ.get("SORTILEGE_PURE"))
    environment = {**os.environ, "SORTILEGE_PURE": "" if pure else "1", "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", "from tests.analysis.test_analyse import digest; print(digest())"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == digest()
