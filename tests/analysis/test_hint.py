"""Hints: from the view alone, honest about what is close, and in words worth reading."""

import random
from typing import Any

import pytest

import sortilege
from sortilege.analysis.hint import first_glance, hint, seed_of
from sortilege.analysis.outlook import prospects
from sortilege.core.game import Game
from tests.games.spell.board import TEN

LANGUAGES = ("en", "fr")
DYING = {
    "game": "abracada", "seats": 3, "options": {}, "scores": [0, 7, 0], "life": [1, 6, 6],
    "hands": ["88888", "66666", "77777"], "board": [0, 0, 0, 0, 0, 0, 0, 0], "secrets": 4, "turn": {"seat": 0},
}  # fmt: skip


def views(game: Game, seats: int, every: int, seed: int = 3) -> list[dict[str, Any]]:
    """Views of whoever is to choose among several things, all through a game."""
    match = sortilege.Match(game, seats, seed=seed)
    rng = random.Random(seed)
    found: list[dict[str, Any]] = []
    for step in range(10 * every):
        if match.state.turn() < 0:
            break
        view = match.state.view(match.state.turn())
        if step % every == every - 1 and len(view["legal"]) > 1:
            found.append(view)
        match.play(rng.choice(view["legal"]))
    return found


@pytest.mark.parametrize("name", sortilege.games())
def test_every_hint_is_legal_and_said_in_both_languages(name: str) -> None:
    game = sortilege.game(name)
    for view in views(game, 2, 11):
        for found in (first_glance(game, view), hint(game, view, worlds=2)):
            assert found["action"] in view["legal"]
            assert all(one in view["legal"] and one != found["action"] for one in found["equals"])
            for key in ("where", "what", "why", "plan"):
                texts = found[key] or {}
                assert set(texts) in (set(), set(LANGUAGES)) and all(texts.values()), key
                assert key == "plan" or texts["en"] != texts["fr"] or key == "what"


@pytest.mark.parametrize("name", [name for name in sortilege.games() if sortilege.game(name).hides])
def test_the_hidden_truth_changes_no_hint(name: str) -> None:
    """The same view, whatever lies behind it, gives the same hint to the letter."""
    game = sortilege.game(name)
    view = views(game, 2, 9)[0]
    for seed in range(3):
        other = game.imagine(view, random.Random(seed))
        twin = other.view(view["you"])
        assert seed_of(twin) == seed_of(view)
        assert hint(game, twin, worlds=3) == hint(game, view, worlds=3)
        assert first_glance(game, twin) == first_glance(game, view)


def test_the_only_thing_to_do_is_said_to_be_so() -> None:
    game = sortilege.game("abracada")
    view = views(game, 2, 9)[0]
    found = hint(game, view | {"legal": [{"do": "end"}]})
    assert found["sure"] == "only" and "all there is" in found["why"]["en"]


def test_what_is_equally_good_is_not_told_apart() -> None:
    """Two worlds prove nothing, and nothing is claimed."""
    game = sortilege.game("abracada")
    view = views(game, 3, 9)[0]
    found = hint(game, view, worlds=2)
    assert found["sure"] == "close" and found["equals"]
    assert "too close to call" in found["why"]["en"] or "and so does everything" in found["why"]["en"]
    assert "trop proches" in found["why"]["fr"] or "tout le reste autant" in found["why"]["fr"]


def test_a_call_is_explained_by_how_often_it_is_there() -> None:
    game = sortilege.game("abracada")
    view = game.load(DYING | {"life": [6, 6, 6]}).view(0)
    assert " of 100 worlds" in game.why(view, {"do": "call", "spell": 8})["en"]
    assert "mondes sur 100" in game.why(view, {"do": "call", "spell": 8})["fr"]


def test_a_deliberate_death_by_the_dragon_is_explained_in_one_sentence() -> None:
    """With one life left a failed Dragon gives the others a point each, where a rival's spell would give one three."""
    game = sortilege.game("abracada")
    view = game.load(DYING).view(0)
    why = game.why(view, {"do": "call", "spell": 1})
    assert "Dragon" in why["en"] and "in place of 3" in why["en"]
    assert "au lieu de 3" in why["fr"]
    last = game.load(DYING | {"options": {"variant": "last"}}).view(0)
    assert "in place of 3" not in game.why(last, {"do": "call", "spell": 1})["en"]


def test_a_turn_of_several_steps_says_what_it_is_for() -> None:
    game = sortilege.game("spell")
    view = game.load(TEN).view(1)
    found = hint(game, view, worlds=2)
    assert found["plan"] is not None and found["plan"]["en"].startswith("{1}: ")
    assert found["then"], "the next steps of the turn"


def test_what_could_happen_is_told_with_exact_chances() -> None:
    game = sortilege.game("abracada")
    view = game.load(DYING | {"life": [6, 6, 6]}).view(0)
    ahead = prospects(game, view, {"do": "call", "spell": 7}, ms=None, worlds=60)
    assert ahead["exact"]
    assert sum(one["chance"] for one in ahead["prospects"]) + ahead["rest"] == pytest.approx(1)
    there = next(one for one in ahead["prospects"] if "It is there" in one["text"]["en"])
    assert "{2} loses 1" in there["text"]["en"] and "perd 1" in there["text"]["fr"]
    sure = game.load(DYING | {"board": [1, 2, 3, 4, 5, 1, 2, 3], "secrets": 0}).view(0)
    assert not prospects(game, sure, {"do": "call", "spell": 8}, ms=None, worlds=3)["prospects"], "nothing hangs on it"
