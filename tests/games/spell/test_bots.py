"""How bots choose whole turns, with the rival's reply, and the set-up; and that they use only their view."""

from __future__ import annotations

from typing import Any

import pytest

from sortilege import OVER, Match, Rng
from sortilege.bots import make
from sortilege.games.spell import GAME
from sortilege.games.spell.insight.lookahead import NO_DEADLINE, Lookahead
from sortilege.games.spell.insight.planner import Planner
from sortilege.games.spell.rules.state import SpellState
from tests.games.spell.board import MID, Position

# Purple's last turn, black's to follow: who only takes points leaves black a turn that wins.
LAST_BUT_ONE: Position = {
    "game": "spell",
    "seats": 2,
    "arena": ["p.pk", "KKkk", "PPPN", "KKPP"],
    "mages": {"k": ["12"], "p": ["23"]},
    "turn": "p",
    "round": 6,
    "gem": "p",
    "score": {"k": 13, "p": 12},
    "runes": {"1": ["B1-6", "B1-3"], "2": ["B2-4", "B2-7"], "3": ["B3-3", "B3-4"], "4": ["B4-1", "B4-5"]},
    "hands": {"k": [], "p": ["B2-6"]},
    "discard": ["B1-7", "B3-6", "B1-5", "B2-3", "B1-2", "B3-5", "B1-1", "B3-1", "B2-5", "B2-2", "B4-2"],
}
PURPLE = 1


def table(position: Position) -> SpellState:
    state = GAME.load(position)
    assert isinstance(state, SpellState)
    return state


def state_after(state: SpellState, plan: list[int]) -> SpellState:
    end = state.bare_copy()
    for action in plan:
        end.do(action)
    return end


def quick_planner(state: SpellState) -> Planner:
    """Return a planner that samples each candidate once per halving, so that no clock is needed."""
    planner = Planner(state.runes)
    planner.max_samples = 1
    return planner


def test_a_master_leaves_no_winning_reply_where_points_alone_would() -> None:
    state, chances = table(LAST_BUT_ONE), range(4)
    lookahead, planner = Lookahead(state.runes), quick_planner(state)
    greedy = state_after(state, planner.turn_with_most_points(state, NO_DEADLINE))
    wary = state_after(state, planner.best_turn_after_reply(state, Rng(1), NO_DEADLINE))
    assert max(lookahead.estimate(greedy.bare_copy(), PURPLE, 1, seed) for seed in chances) < 0.01
    assert min(lookahead.estimate(wary.bare_copy(), PURPLE, 1, seed) for seed in chances) > 0.99


def test_a_reply_that_ends_the_game_needs_no_answer() -> None:
    state = table(LAST_BUT_ONE)
    lookahead, planner = Lookahead(state.runes), quick_planner(state)
    for plan in (
        planner.turn_with_most_points(state, NO_DEADLINE),
        planner.best_turn_after_reply(state, Rng(1), NO_DEADLINE),
    ):
        end = state_after(state, plan)
        assert lookahead.estimate_with_answers(end.bare_copy(), PURPLE, 3) == pytest.approx(
            lookahead.estimate(end.bare_copy(), PURPLE, 1, 3), abs=0.01
        )


def test_where_nobody_replies_an_answer_is_a_look() -> None:
    """SP-305: the script's turn leaves no reply to compare."""
    state = Match(GAME, 1, seed=1).state
    assert isinstance(state, SpellState)
    end, lookahead = (
        state_after(state, quick_planner(state).turn_with_best_evaluation(state, NO_DEADLINE)),
        Lookahead(state.runes),
    )
    assert lookahead.estimate_with_answers(end.bare_copy(), PURPLE, 5) == lookahead.estimate(
        end.bare_copy(), PURPLE, 1, 5
    )


@pytest.mark.rule("SP-009")
def test_equal_views_give_equal_plans_whatever_card_comes_next() -> None:
    views = [Match(GAME, start=LAST_BUT_ONE, seed=seed).state.view(PURPLE) for seed in ("one", "another")]
    assert views[0] == views[1]
    dealt = [GAME.dealer(view).deal(Rng(1)) for view in views]
    plans = [quick_planner(state).best_turn_after_reply(state, Rng(2), NO_DEADLINE) for state in dealt]
    assert plans[0] == plans[1]
    for level in ("apprentice", "adept"):
        first, second = (make("spell", level, seed=4).choose(view, NO_DEADLINE) for view in views)
        assert first == second


def test_a_plan_is_kept_to_step_by_step() -> None:
    """The actions of a turn are those of the plan made at its beginning, and the last one ends it."""
    state = table(MID)
    plan = quick_planner(state).turn_with_best_evaluation(state, NO_DEADLINE)
    bot, match, played = make("spell", "adept", seed=1), Match(GAME, start=MID, seed=1), []
    while match.state.turn() == PURPLE:
        played.append(bot.choose(match.state.view(PURPLE), NO_DEADLINE))
        match.play(played[-1])
    assert played == [GAME.describe(action) for action in plan]
    assert played[-1] == {"do": "end"}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"mode": "asymmetric", "tournament": True}),
        (2, {"mode": "asymmetric", "deck": "advanced"}),
        (1, {"difficulty": "hard", "setup": "S4"}),
    ],
    ids=["amulets-tournament", "amulets", "solo"],
)
def test_quick_bots_play_every_kind_of_game_to_its_end(seats: int, options: dict[str, Any]) -> None:
    """The bots choose legal actions in the set-up, with amulets, for targets of spells and for the script."""
    bots = [make("spell", level, seed=2) for level in ("apprentice", "adept")]
    for seed in range(2):
        match = Match(GAME, seats, options, seed=seed)
        while match.state.turn() != OVER:
            seat = match.state.turn()
            match.play(bots[(seat + seed) % 2].choose(match.state.view(seat), 1))
        assert match.state.outcome() is not None
