"""Chapter "Solo mode": the cards the opponent takes, and the end."""

from typing import Any

import pytest

from sortilege import OVER, Match
from sortilege.games.spell import GAME
from tests.games.spell.alone import RUNES, SOLO, whole_turn
from tests.games.spell.board import TEN, load


def gone(points: int, *spare: str) -> list[str]:
    """Discards worth this many points, without the cards that must stay."""
    found: list[str] = []
    for level in (4, 3, 2, 1):
        for n in range(7 if level < 3 else 6, 0, -1):
            card = f"B{level}-{n}"
            if card not in spare and sum(int(c[1]) for c in found) + level <= points:
                found.append(card)
    assert sum(int(card[1]) for card in found) == points
    return found


@pytest.mark.rule("SP-324")
def test_at_the_end_of_its_turn_it_takes_cards_and_their_points() -> None:
    state = whole_turn(load(SOLO | {"round": 3}))
    assert state.position()["score"] == {"k": 3, "p": 0}
    assert state.position()["discard"] == ["B1-2", "B2-2"]


def running_score(**options: str) -> list[int]:
    """The opponent's points after each round in which the human does nothing."""
    state, scores = Match(GAME, 1, options, seed=3).state, []
    while state.turn() != OVER:
        whole_turn(state)
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
    state = whole_turn(load(SOLO | {"round": 3}))
    assert state.position()["runes"]["1"][1] == "B1-1"
    last = SOLO | {
        "round": 3,
        "runes": RUNES | {"1": [None, "B1-1"]},
        "discard": [f"B1-{n}" for n in range(2, 8)],
        "score": {"k": 3, "p": 3},
    }
    assert whole_turn(load(last)).position()["runes"]["1"] == [None, None]


@pytest.mark.rule("SP-332")
def test_an_empty_level_gives_it_nothing() -> None:
    empty = SOLO | {
        "round": 4,
        "runes": RUNES | {"3": [None, None]},
        "discard": [f"B3-{n}" for n in range(1, 7)],
        "score": {"k": 9, "p": 9},
    }
    assert whole_turn(load(empty)).position()["score"] == {"k": 12, "p": 9}


@pytest.mark.rule("SP-333")
def test_the_display_is_refilled_after_its_turn() -> None:
    state = whole_turn(load(SOLO | {"round": 4}))
    assert all(None not in level for level in state.position()["runes"].values())


@pytest.mark.rule("SP-334")
def test_the_humans_sixteen_points_still_let_the_opponent_finish_the_round() -> None:
    shown = {"arena": TEN["arena"], "mages": TEN["mages"], "runes": TEN["runes"]}
    state = load(SOLO | shown | {"round": 4, "score": {"k": 0, "p": 15}, "discard": TEN["discard"]}, "R:B4-1")
    whole_turn(state)
    assert state.outcome() == {"winners": [0], "scores": [19], "reason": "power"}
    assert state.position()["score"] == {"k": 6, "p": 19}


def hard(k: int, p: int, levels: list[int]) -> dict[str, Any]:
    """The last turn of a hard game, some levels claimed already; level 4 is used up."""
    return SOLO | {
        "options": {"difficulty": "hard"},
        "round": 5,
        "runes": RUNES | {"4": [None, None]},
        "score": {"k": k, "p": p},
        "used": {"levels": levels},
        "discard": gone(k + p, *(card for n in "123" for card in RUNES[n])),
    }


@pytest.mark.rule("SP-335")
def test_hard_is_over_after_five_rounds_and_won_only_with_sixteen() -> None:
    assert whole_turn(load(hard(12, 19, [4]))).outcome() == {"winners": [0], "scores": [19], "reason": "power"}
    assert whole_turn(load(hard(12, 18, [4]))).outcome() == {"winners": [], "scores": [18], "reason": "tie"}
    short = hard(12, 15, []) | {
        "runes": RUNES | {"1": [None, None], "3": [None, None], "4": ["B4-2", "B4-1"]},
        "discard": [*(f"B1-{n}" for n in range(1, 8)), *(f"B3-{n}" for n in range(1, 7)), "B2-7"],
    }
    assert whole_turn(load(short)).outcome() == {"winners": [], "scores": [15], "reason": "time"}


@pytest.mark.rule("SP-336")
def test_a_tie_is_lost() -> None:
    state = whole_turn(
        load(
            SOLO
            | {"round": 4, "score": {"k": 10, "p": 16}, "used": {"levels": [4]}}
            | {
                "runes": RUNES | {"4": [None, None]},
                "discard": gone(26, *(card for n in "123" for card in RUNES[n])),
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
        "discard": gone(30, *stay),
    }
    state = whole_turn(load(last, *(f"R:{card}" for card in claimed)))
    assert state.position()["score"] == {"k": 25, "p": 25}
    assert state.outcome() == {"winners": [], "scores": [25], "reason": "tie"}
