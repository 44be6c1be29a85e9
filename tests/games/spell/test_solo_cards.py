"""Chapter "Solo mode": the cards that the opponent takes, and the end."""

from typing import Any

import pytest

from sortilege import OVER, Match
from sortilege.games.spell import GAME
from tests.games.spell.board import TEN, load
from tests.games.spell.solo import RUNES, SOLO, play_round


def discarded(points: int, *spare: str) -> list[str]:
    """Return discarded cards worth this many points, without the excluded ones."""
    discards: list[str] = []
    for level in (4, 3, 2, 1):
        for n in range(7 if level < 3 else 6, 0, -1):
            card = f"B{level}-{n}"
            if card not in spare and sum(int(c[1]) for c in discards) + level <= points:
                discards.append(card)
    assert sum(int(card[1]) for card in discards) == points
    return discards


@pytest.mark.rule("SP-324")
def test_at_the_end_of_its_turn_it_takes_cards_and_their_points() -> None:
    state = play_round(load(SOLO | {"round": 3}))
    assert state.position()["score"] == {"k": 3, "p": 0}
    assert state.position()["discard"] == ["B1-2", "B2-2"]


def running_score(**options: str) -> list[int]:
    """Return the opponent's points after each round if the human does nothing."""
    state, scores = Match(GAME, 1, options, seed=3).state, []
    while state.turn() != OVER:
        play_round(state)
        scores.append(state.position()["score"]["k"])
    return scores


@pytest.mark.rule("SP-325")
def test_the_normal_opponent_takes_more_each_round() -> None:
    assert running_score(difficulty="normal") == [0, 0, 3, 9, 15, 25]


@pytest.mark.rule("SP-326")
def test_the_hard_opponent_takes_three_from_round_three_on() -> None:
    assert running_score(difficulty="hard") == [0, 0, 6, 12, 18]


@pytest.mark.rule("SP-331")
def test_it_takes_the_card_on_the_pile_or_else_the_one_beside_it() -> None:
    state = play_round(load(SOLO | {"round": 3}))
    assert state.position()["runes"]["1"][1] == "B1-1"
    last = SOLO | {
        "round": 3,
        "runes": RUNES | {"1": [None, "B1-1"]},
        "discard": [f"B1-{n}" for n in range(2, 8)],
        "score": {"k": 3, "p": 3},
    }
    assert play_round(load(last)).position()["runes"]["1"] == [None, None]


@pytest.mark.rule("SP-332")
def test_an_empty_level_gives_it_nothing() -> None:
    empty = SOLO | {
        "round": 4,
        "runes": RUNES | {"3": [None, None]},
        "discard": [f"B3-{n}" for n in range(1, 7)],
        "score": {"k": 9, "p": 9},
    }
    assert play_round(load(empty)).position()["score"] == {"k": 12, "p": 9}


@pytest.mark.rule("SP-333")
def test_the_display_is_refilled_after_its_turn() -> None:
    state = play_round(load(SOLO | {"round": 4}))
    assert all(None not in level for level in state.position()["runes"].values())


@pytest.mark.rule("SP-334")
def test_the_humans_sixteen_points_still_let_the_opponent_finish_the_round() -> None:
    changes = {"arena": TEN["arena"], "mages": TEN["mages"], "runes": TEN["runes"]}
    state = load(SOLO | changes | {"round": 4, "score": {"k": 0, "p": 15}, "discard": TEN["discard"]}, "R:B4-1")
    play_round(state)
    assert state.outcome() == {"winners": [0], "scores": [19], "reason": "power"}
    assert state.position()["score"] == {"k": 6, "p": 19}


def hard_last_turn(k: int, p: int, levels: list[int]) -> dict[str, Any]:
    """Return the last turn of a hard game with some levels claimed; the pile of level 4 is empty."""
    return SOLO | {
        "options": {"difficulty": "hard"},
        "round": 5,
        "runes": RUNES | {"4": [None, None]},
        "score": {"k": k, "p": p},
        "used": {"levels": levels},
        "discard": discarded(k + p, *(card for n in "123" for card in RUNES[n])),
    }


@pytest.mark.rule("SP-335")
def test_hard_is_over_after_five_rounds_and_won_only_with_sixteen() -> None:
    assert play_round(load(hard_last_turn(12, 19, [4]))).outcome() == {
        "winners": [0],
        "scores": [19],
        "reason": "power",
    }
    assert play_round(load(hard_last_turn(12, 18, [4]))).outcome() == {"winners": [], "scores": [18], "reason": "tie"}
    short = hard_last_turn(12, 15, []) | {
        "runes": RUNES | {"1": [None, None], "3": [None, None], "4": ["B4-2", "B4-1"]},
        "discard": [*(f"B1-{n}" for n in range(1, 8)), *(f"B3-{n}" for n in range(1, 7)), "B2-7"],
    }
    assert play_round(load(short)).outcome() == {"winners": [], "scores": [15], "reason": "time"}


@pytest.mark.rule("SP-336")
def test_a_tie_is_lost() -> None:
    state = play_round(
        load(
            SOLO
            | {"round": 4, "score": {"k": 10, "p": 16}, "used": {"levels": [4]}}
            | {
                "runes": RUNES | {"4": [None, None]},
                "discard": discarded(26, *(card for n in "123" for card in RUNES[n])),
            }
        )
    )
    assert state.outcome() == {"winners": [], "scores": [16], "reason": "tie"}


@pytest.mark.rule("SP-337")
def test_twenty_five_points_in_round_six_of_normal_are_not_enough() -> None:
    claimed = ["B1-2", "B2-1", "B3-1", "B4-1"]
    stay = [*claimed, "B1-1", "B2-3", "B3-4", "B4-6", "B1-7", "B2-7", "B3-6", "B4-5"]
    last = SOLO | {
        "arena": TEN["arena"],
        "mages": TEN["mages"],
        "runes": TEN["runes"],
        "round": 6,
        "score": {"k": 15, "p": 15},
        "discard": discarded(30, *stay),
    }
    state = play_round(load(last, *(f"R:{card}" for card in claimed)))
    assert state.position()["score"] == {"k": 25, "p": 25}
    assert state.outcome() == {"winners": [], "scores": [25], "reason": "tie"}
