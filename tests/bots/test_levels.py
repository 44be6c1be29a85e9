"""Making bots, and what every level of every game keeps to."""

from __future__ import annotations

from typing import Any

import pytest

import sortilege
from sortilege import bots
from sortilege.bots.levels import LEVELS, LevelBot
from sortilege.core.engine.state import OVER
from sortilege.core.errors import OptionError, UnknownGame

EVERYBODY = ("random", *bots.LEVELS)


def test_the_levels_by_name() -> None:
    assert bots.LEVELS == ("apprentice", "adept", "master", "archmage")


def test_every_level_thinks_longer_than_the_one_below() -> None:
    budgets = [LEVELS[level].milliseconds for level in bots.LEVELS]
    assert budgets == sorted(set(budgets))


def test_an_unknown_level_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match=r"no level .wizard.; there are apprentice, adept, master, archmage"):
        bots.make("abracada", "wizard")


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(UnknownGame, match="chess"):
        bots.make("chess", "adept")


def first_views(name: str, decisions: int) -> Any:
    """The first views of a match that is played at random."""
    match = sortilege.Match(sortilege.game(name), seed=4)
    lots = bots.make(name, "random", 4)
    for _ in range(decisions):
        if match.state.turn() == OVER:
            return
        view = match.state.view(match.state.turn())
        yield view
        match.play(lots.choose(view))


@pytest.mark.parametrize("level", EVERYBODY)
@pytest.mark.parametrize("name", sortilege.games())
def test_every_level_chooses_something_legal(name: str, level: str) -> None:
    bot = bots.make(name, level, 1)
    for view in first_views(name, 6):
        assert bot.choose(view, budget_ms=5) in view["legal"]


@pytest.mark.parametrize("level", EVERYBODY)
def test_a_single_legal_action_needs_no_thought(level: str) -> None:
    """Not even a look at the rest of the view."""
    assert bots.make("abracada", level).choose({"legal": [{"do": "end"}]}) == {"do": "end"}


@pytest.mark.parametrize("level", EVERYBODY)
def test_a_bot_that_must_choose_out_of_turn_raises_an_error(level: str) -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        bots.make("abracada", level).choose({"legal": []})


@pytest.mark.parametrize("level", ["random", "apprentice", "adept"])
def test_the_same_seed_makes_the_same_choices(level: str) -> None:
    bot, twin = bots.make("abracada", level, 9), bots.make("abracada", level, 9)
    for view in first_views("abracada", 8):
        assert bot.choose(view) == twin.choose(view)


def test_a_choice_does_not_depend_on_earlier_choices() -> None:
    views = list(first_views("abracada", 6))
    bot = bots.make("abracada", "adept", 2)
    forward = [bot.choose(view) for view in views]
    backward = [bot.choose(view) for view in reversed(views)]
    assert forward == backward[::-1]


def test_without_a_seed_bots_differ() -> None:
    game = sortilege.game("abracada")
    assert LevelBot(game, "adept").seed != LevelBot(game, "adept").seed
