"""What the others' decisions say about one's own stones: the round is retraced, and the stones weighed by it."""

from __future__ import annotations

from typing import Any

import pytest

import sortilege
from sortilege import bots
from sortilege.core.engine.state import OVER
from sortilege.games.abracada.dealer import replay, state_vector
from sortilege.games.abracada.layout import (
    ACTIVE,
    BOARD,
    DEALT,
    HAND_SIZE,
    HANDS,
    HELD,
    LAST_SPELL,
    LIFE,
    PHASE,
    POOL,
    SCORE,
    SEATS,
    SECRET_CELLS,
    SECRETS_HELD,
    SECRETS_LEFT,
    UNSEEN,
)

GAME = sortilege.game("abracada")
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"variant": "last"}),
    (4, {"low_call": "penalty"}),
    (5, {"easy": True, "variant": "last"}),
]


def hands_on_table(t: Any) -> list[list[int]]:
    """What lies on a table, seat by seat."""
    return [
        [t[cell] for cell in (PHASE, ACTIVE, LAST_SPELL, SECRETS_LEFT, UNSEEN, DEALT, *range(BOARD + 1, BOARD + 9))],
        [t[POOL + spell] for spell in range(1, 9)],
        *([t[cell + seat] for cell in (LIFE, SCORE, HAND_SIZE, SECRETS_HELD, HELD)] for seat in range(t[SEATS])),
        *([t[HANDS + seat * 5 + i] for i in range(t[HAND_SIZE + seat])] for seat in range(t[SEATS])),
        *([t[SECRET_CELLS + seat * 4 + i] for i in range(t[SECRETS_HELD + seat])] for seat in range(t[SEATS])),
    ]


def match_at(seats: int, options: dict[str, Any], seed: int) -> Any:
    """A match played by adepts, decision after decision."""
    match = sortilege.Match(GAME, seats=seats, options=options, seed=seed)
    bot = bots.make("abracada", "adept", seed)
    while match.state.turn() != OVER:
        yield match.state
        match.play(bot.choose(match.state.view(match.state.turn())))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_round_retraced_leads_to_the_table_one_sees(seats: int, options: dict[str, Any]) -> None:
    looked = 0
    for state in match_at(seats, options, seed=3):
        for seat in range(seats):
            view = state.view(seat)
            if "?" in view["hands"][seat]:
                looked += 1
                assert hands_on_table(replay(view)[0]) == hands_on_table(state_vector(view))
    assert looked > 10


def test_a_round_seen_from_its_midst_tells_nothing() -> None:
    state = GAME.load({"game": "abracada", "seats": 2, "hands": ["35487", "66788"], "turn": {"seat": 1}})
    state.apply(GAME.find({"do": "call", "spell": 1}))
    assert replay(state.view(0))[1] == []


def relative_error_after_listening(level: str) -> float:
    """How far the odds of what one holds are off the truth after listening, to how far they are off before."""
    fair = squared_error = 0.0
    for seed in range(3):
        match, bot = sortilege.Match(GAME, seats=2, seed=seed), bots.make("abracada", level, seed)
        while match.state.turn() != OVER:
            turn = match.state.turn()
            dealer, truth = GAME.dealer(match.state.view(turn)), match.state.position()["hands"][turn]
            before = dealer.odds(turn)
            dealer.use_decisions()
            after = dealer.odds(turn)
            for spell in range(1, 9):
                held = str(spell) in truth
                fair += (before[spell] - held) ** 2
                squared_error += (after[spell] - held) ** 2
            match.play(bot.choose(match.state.view(turn)))
    return squared_error / fair


def test_the_calls_of_a_good_player_reveal_what_they_hold() -> None:
    assert relative_error_after_listening("adept") < 0.9


def test_nothing_is_made_of_the_calls_of_who_plays_at_random() -> None:
    assert relative_error_after_listening("random") < 1.05
