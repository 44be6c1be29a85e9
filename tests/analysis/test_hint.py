"""Hints: from the view alone, honest about what is close, and in words worth reading."""

import random
from typing import Any

import pytest

import sortilege
from sortilege.analysis.hint import hint, quick_hint
from sortilege.analysis.outlook import outlook_in_words
from sortilege.analysis.seeds import view_seed
from sortilege.core.game import Game
from tests.games.spell.board import TEN

LANGUAGES = ("en", "fr")
DYING = {
    "game": "abracada", "seats": 3, "options": {}, "scores": [0, 7, 0], "life": [1, 6, 6],
    "hands": ["88888", "66666", "77777"], "board": [0, 0, 0, 0, 0, 0, 0, 0], "secrets": 4, "turn": {"seat": 0},
}  # fmt: skip

LAST_STONE = {
    "game": "abracada", "seats": 2, "options": {}, "scores": [5, 5], "life": [2, 6], "hands": ["2567", "8"],
    "board": [1, 1, 3, 4, 4, 5, 6, 3], "secrets": 4, "turn": {"seat": 0},
}  # fmt: skip


def views(game: Game, seats: int, every: int, seed: int = 3) -> list[dict[str, Any]]:
    """Views of whoever is to choose among several things, all through a game."""
    match = sortilege.Match(game, seats, seed=seed)
    rng = random.Random(seed)
    seen: list[dict[str, Any]] = []
    for step in range(10 * every):
        if match.state.turn() < 0:
            break
        view = match.state.view(match.state.turn())
        if step % every == every - 1 and len(view["legal"]) > 1:
            seen.append(view)
        match.play(rng.choice(view["legal"]))
    return seen


@pytest.mark.parametrize("name", sortilege.games())
def test_every_hint_is_legal_and_worded_in_both_languages(name: str) -> None:
    game = sortilege.game(name)
    for view in views(game, 2, 11):
        for advice in (quick_hint(game, view), hint(game, view, worlds=2)):
            assert advice.action in view["legal"]
            assert all(equal in view["legal"] and equal != advice.action for equal in advice.equals)
            for key in ("where", "what", "why", "plan"):
                text = getattr(advice, key)
                assert (key == "plan" and text is None) or (text.en and text.fr), key
                assert key in ("plan", "what") or text.en != text.fr


@pytest.mark.parametrize("name", [name for name in sortilege.games() if sortilege.game(name).hides_information])
def test_the_hidden_truth_changes_no_hint(name: str) -> None:
    """The same view, whatever lies behind it, gives the same hint to the letter."""
    game = sortilege.game(name)
    view = views(game, 2, 9)[0]
    for seed in range(3):
        imagined = game.imagine(view, random.Random(seed))
        twin = imagined.view(view["you"])
        assert view_seed(twin) == view_seed(view)
        assert hint(game, twin, worlds=3) == hint(game, view, worlds=3)
        assert quick_hint(game, twin) == quick_hint(game, view)


def test_the_hint_says_when_an_action_is_the_only_one() -> None:
    game = sortilege.game("abracada")
    view = views(game, 2, 9)[0]
    advice = hint(game, view | {"legal": [{"do": "end"}]})
    assert advice.sure == "only" and "all there is" in advice.why.en


def test_the_hint_ranks_equally_good_actions_as_close() -> None:
    """Two worlds prove nothing, and nothing is claimed."""
    game = sortilege.game("abracada")
    view = views(game, 3, 9)[0]
    advice = hint(game, view, worlds=2)
    assert advice.sure == "close" and advice.equals
    assert "too close to call" in advice.why.en or "and so does everything" in advice.why.en
    assert "trop proches" in advice.why.fr or "tout le reste autant" in advice.why.fr


def test_a_call_is_explained_by_how_often_it_is_there() -> None:
    game = sortilege.game("abracada")
    view = game.load(DYING | {"life": [6, 6, 6]}).view(0)
    assert " of 100 worlds" in game.reason(view, {"do": "call", "spell": 8}).en
    assert "mondes sur 100" in game.reason(view, {"do": "call", "spell": 8}).fr


@pytest.mark.parametrize(("life", "fall"), [(1, 100), (2, 67), (3, 33)])
def test_a_deliberate_death_by_the_dragon_is_found_and_explained_in_one_sentence(life: int, fall: int) -> None:
    """The rival will call their last stone and win the game. Who falls by the Dragon before that gives them one point,
    which does not; and no rule of thumb proposes a call that is certain to fail."""
    game = sortilege.game("abracada")
    view = game.load(LAST_STONE | {"life": [life, 6]}).view(0)
    advice = hint(game, view, worlds=150)
    assert advice.action == {"do": "call", "spell": 1} and advice.sure == "clear"
    sentence = advice.why.en
    assert sentence.startswith(
        f"In {fall} of 100 worlds the failed Dragon takes your own last life, and that ends the "
    )
    assert "round with 1 point for {1} in place of the 3 that would win the game; “Call 1, Dragon” wins " in sentence
    assert "after which the game is lost before your next turn in " in sentence
    assert sentence.endswith(".") and ". " not in sentence
    assert "1 point pour {1} au lieu des 3 qui lui donneraient la partie" in advice.why.fr
    assert "la partie est perdue avant votre prochain tour" in advice.why.fr


def test_what_a_fall_means_depends_on_what_the_others_have() -> None:
    game = sortilege.game("abracada")

    def why(**changed: object) -> str:
        return game.reason(game.load(DYING | changed).view(0), {"do": "call", "spell": 1}).en

    assert "in place of 3 for whoever would win it" in why(scores=[0, 4, 0])
    assert "1 point for {1} in place of the 3 that would win the game" in why(scores=[0, 5, 0])
    secret = {"secrets": 3, "taken": ["", "", "2"]}
    assert "2 points for {2} in place of the 4 that would win the game" in why(scores=[0, 4, 4], **secret)
    assert "the point it brings {1} wins the game" in why(scores=[0, 7, 0])
    assert "last life" not in why(options={"variant": "last"})


def test_to_stop_with_a_sure_call_left_is_to_keep_it() -> None:
    game = sortilege.game("abracada")
    known = {"board": [1, 2, 3, 4, 5, 1, 1, 3], "secrets": 0, "life": [6, 6, 6], "turn": {"seat": 0, "last": 8}}
    assert "a sure call for your next turn" in game.reason(game.load(DYING | known).view(0), {"do": "end"}).en


def test_a_turn_of_several_steps_says_what_it_is_for() -> None:
    game = sortilege.game("spell")
    view = game.load(TEN).view(1)
    advice = hint(game, view, worlds=2)
    assert advice.plan is not None and advice.plan.en.startswith("{1}: ")
    assert advice.then, "the next steps of the turn"


def test_the_outlook_lists_outcomes_with_exact_chances() -> None:
    game = sortilege.game("abracada")
    view = game.load(DYING | {"life": [6, 6, 6]}).view(0)
    ahead = outlook_in_words(game, view, {"do": "call", "spell": 7}, ms=None, worlds=60)
    assert ahead.exact
    assert sum(prospect.chance for prospect in ahead.prospects) + ahead.rest == pytest.approx(1)
    there = next(prospect for prospect in ahead.prospects if "It is there" in prospect.en)
    assert "{2} loses 1" in there.en and "perd 1" in there.fr
    sure = game.load(DYING | {"board": [1, 2, 3, 4, 5, 1, 2, 3], "secrets": 0}).view(0)
    assert not outlook_in_words(game, sure, {"do": "call", "spell": 8}, ms=None, worlds=3).prospects, (
        "nothing hangs on it"
    )


def test_even_without_time_the_outlook_has_more_than_one_outcome() -> None:
    game = sortilege.game("abracada")
    view = game.load(DYING | {"life": [6, 6, 6]}).view(0)
    possible = outlook_in_words(game, view, {"do": "call", "spell": 7}, ms=0)
    assert len(possible.prospects) > 1
    assert sum(prospect.chance for prospect in possible.prospects) + possible.rest == pytest.approx(1)
