"""Chapter "Variants": free order, and the last one takes all."""

import random
from itertools import product
from typing import Any

import pytest

from sortilege import CHANCE, IllegalAction
from tests.games.abracada.moves import (
    END,
    GAME,
    at,
    call,
    legal,
    life,
    lift,
    play,
    points,
    previous_round,
    roll,
    secret,
    stone,
)
from tests.shelf.tables import everybody, walk

LAST = {"variant": "last"}


# ---- easy


@pytest.mark.rule("AQ-801")
def test_in_the_easy_game_any_spell_may_follow() -> None:
    state = play(at(hands=["8157", "66"], options={"easy": True}, turn={"seat": 0}), call(8))
    assert legal(state) == [END, *[call(n) for n in range(1, 9)]]
    assert life(play(state, call(1), roll(2))) == [6, 4]


@pytest.mark.rule("AQ-802")
@pytest.mark.parametrize("low_call", ["refuse", "penalty"])
def test_in_the_easy_game_there_is_no_penalty_for_order(low_call: str) -> None:
    options = {"easy": True, "low_call": low_call}
    hit = play(at(hands=["2857", "66"], options=options, turn={"seat": 0, "last": 8}), call(2))
    assert life(hit) == [6, 5]
    assert hit.turn() == 0
    miss = play(at(hands=["38577", "66"], options=options, turn={"seat": 0, "last": 8}), call(2))
    assert life(miss) == [5, 6]
    assert miss.view(0)["log"][-1]["hit"] is False
    dragon = play(at(hands=["38577", "66"], options=options, turn={"seat": 0, "last": 8}), call(1))
    assert legal(dragon)[0]["do"] == "roll"


@pytest.mark.rule("AQ-803")
def test_all_variants_go_together() -> None:
    for easy, variant, low_call in product((False, True), ("standard", "last"), ("refuse", "penalty")):
        options = {"easy": easy, "variant": variant, "low_call": low_call}
        *_, state = walk(GAME.new(3, options), random.Random(803))
        assert state.outcome() is not None


@pytest.mark.rule("AQ-803")
def test_the_first_call_of_an_easy_turn_is_compulsory_too() -> None:
    with pytest.raises(IllegalAction, match="AQ-201"):
        play(at(hands=["58", "66"], options={"easy": True}, turn={"seat": 0}), END)


# ---- last one takes all


@pytest.mark.rule("AQ-810")
def test_in_the_last_variant_a_death_does_not_end_the_round() -> None:
    state = at(hands=["688", "66", "77"], options=LAST, life=[6, 1, 6], turn={"seat": 0})
    play(state, call(6))
    assert life(state) == [6, 0, 6]
    assert state.turn() == 0
    assert state.view(None)["round"] == 1


@pytest.mark.rule("AQ-810")
def test_in_the_last_variant_an_emptied_row_or_a_single_survivor_ends_it() -> None:
    emptied = play(at(hands=["8", "66", "77"], options=LAST, turn={"seat": 0}), call(8))
    assert previous_round(emptied)["cause"] == "emptied"
    alone = play(at(hands=["68", "66", "77"], options=LAST, life=[6, 1, 0], turn={"seat": 0}), call(6))
    assert previous_round(alone)["cause"] == "last"


@pytest.mark.rule("AQ-811")
def test_whoever_is_out_has_no_turn() -> None:
    state = at(hands=["55555", "66666", "77777", "88888"], options=LAST, life=[6, 0, 6, 6], turn={"seat": 0})
    order = []
    for _ in range(4):
        order.append(state.turn())
        play(state, call(2))
    assert order == [0, 2, 3, 0]


@pytest.mark.rule("AQ-811")
@pytest.mark.parametrize(("spell", "chance"), [(1, [roll(3)]), (2, []), (5, []), (6, []), (7, [])])
def test_whoever_is_out_can_neither_be_hit_nor_healed(spell: int, chance: list) -> None:
    state = at(hands=[f"{spell}8", "66", "77", "44"], options=LAST, life=[5, 0, 6, 6], turn={"seat": 0})
    play(state, call(spell), *chance)
    assert life(state)[1] == 0
    assert state.position()["hands"][1] == "66"


@pytest.mark.rule("AQ-812")
def test_neighbours_are_the_nearest_players_still_in() -> None:
    seats: dict[str, Any] = {"hands": ["678", "66", "77", "85"], "options": LAST, "life": [6, 0, 6, 6]}
    assert life(play(at(**seats, turn={"seat": 0}), call(6))) == [6, 0, 5, 6]
    assert life(play(at(**seats, turn={"seat": 0}), call(7))) == [6, 0, 6, 5]
    assert life(play(at(**seats, turn={"seat": 2}), call(7), lift(0))) == [5, 0, 6, 6]
    assert life(play(at(**seats, turn={"seat": 3}), call(5))) == [5, 0, 5, 6]


@pytest.mark.rule("AQ-813")
def test_a_storm_between_the_last_two_costs_only_one_life() -> None:
    state = at(hands=["58", "66", "77", "88"], options=LAST, life=[6, 0, 3, 0], turn={"seat": 0})
    assert life(play(state, call(5))) == [6, 0, 2, 0]


@pytest.mark.rule("AQ-814")
def test_a_kill_does_not_end_the_turn() -> None:
    state = at(hands=["688", "66", "77"], options=LAST, life=[6, 1, 6], turn={"seat": 0})
    assert legal(play(state, call(6))) == [END, call(6), call(7), call(8)]


@pytest.mark.rule("AQ-815")
def test_whoever_falls_by_their_own_fault_does_not_refill() -> None:
    state = at(hands=["68", "66", "77", "88"], options=LAST, life=[1, 0, 6, 6], turn={"seat": 0})
    pile = state.view(None)["pile"]
    play(state, call(3))
    assert state.view(None)["pile"] == pile
    assert state.position()["hands"][0] == "68"
    assert state.turn() == 2


@pytest.mark.rule("AQ-815")
def test_a_penalty_may_put_one_out_too() -> None:
    options = {"variant": "last", "low_call": "penalty"}
    state = at(hands=["68", "66", "77"], options=options, life=[1, 6, 6], turn={"seat": 0, "last": 7})
    play(state, call(3))
    assert life(state) == [0, 6, 6]
    assert state.position()["turn"] == {"seat": 1, "last": 0}


@pytest.mark.rule("AQ-816")
def test_the_stones_of_a_dead_player_stay_and_are_seen_by_their_owner_too() -> None:
    state = at(hands=["688", "6654", "77"], options=LAST, life=[6, 1, 6], turn={"seat": 0})
    assert state.view(1)["hands"][1] == "????"
    play(state, call(6))
    assert [state.view(seat)["hands"][1] for seat in (0, 1, 2)] == ["6654"] * 3
    assert state.view(None)["hands"][1] == "????"
    play(state, END, stone(8), stone(8), stone(8))
    assert state.position()["hands"][1] == "6654"


@pytest.mark.rule("AQ-816")
def test_the_stones_of_a_dead_player_are_never_drawn() -> None:
    state = at(hands=["68", "66666", "77"], options=LAST, life=[6, 0, 6], turn={"seat": 0})
    play(state, call(6), END)
    assert stone(6) not in legal(state)


@pytest.mark.rule("AQ-817")
def test_the_secrets_of_a_dead_player_stay_face_down_and_bring_nothing() -> None:
    state = at(hands=["688", "66", "77"], options=LAST, life=[6, 1, 6], taken=["", "54", ""], turn={"seat": 0})
    play(state, call(6))
    assert state.position()["secrets"] == 2
    assert state.position()["taken"] == ["", "54", ""]
    assert [state.view(seat)["taken"][1] for seat in (0, 1, 2, None)] == ["??", "54", "??", "??"]
    play(state, call(8), lift(0), call(8))
    assert points(state) == [2, 0, 0]


@pytest.mark.rule("AQ-818")
def test_a_dead_player_with_an_empty_row_has_not_won() -> None:
    """No play leads here; a position may."""
    state = at(hands=["688", "", "77"], options=LAST, life=[6, 0, 6], turn={"seat": 0})
    play(state, call(6))
    assert state.view(None)["round"] == 1
    assert state.turn() == 0


@pytest.mark.rule("AQ-819")
def test_the_last_survivor_scores_two_and_their_secrets() -> None:
    state = at(hands=["68", "66", "77"], options=LAST, life=[6, 1, 0], taken=["35", "8", ""], turn={"seat": 0})
    assert points(play(state, call(6))) == [4, 0, 0]


@pytest.mark.rule("AQ-820")
def test_all_others_score_nothing_survivors_included() -> None:
    state = at(hands=["8", "66", "77"], options=LAST, taken=["", "3", "5"], turn={"seat": 0})
    assert points(play(state, call(8))) == [2, 0, 0]


@pytest.mark.rule("AQ-819", "AQ-603")
def test_an_owl_as_the_last_stone_counts_in_the_last_variant_too() -> None:
    state = at(hands=["4", "66", "77"], options=LAST, turn={"seat": 0})
    assert points(play(state, call(4), secret(8))) == [3, 0, 0]


@pytest.mark.rule("AQ-821")
def test_the_last_survivor_wins_though_the_other_fell_by_their_own_fault() -> None:
    state = at(hands=["68", "66", "77"], options=LAST, life=[1, 0, 3], taken=["3", "", "8"], turn={"seat": 0})
    assert points(play(state, call(5))) == [0, 0, 3]


@pytest.mark.rule("AQ-822", "AQ-824")
def test_somebody_always_survives_and_only_one_scores() -> None:
    for seats in GAME.seats:
        for seed in range(4):
            *_, state = walk(GAME.new(seats, LAST), random.Random(seed))
            ends = [line["ended"] for line in state.view(None)["log"] if "ended" in line]
            assert len(ends) > 1
            assert all(sum(points > 0 for points in end["points"]) == 1 for end in ends)
            assert state.outcome()["reason"] == "points"
            assert len(state.outcome()["winners"]) == 1


@pytest.mark.rule("AQ-823")
def test_the_next_starter_was_still_in_when_the_last_call_was_made() -> None:
    state = at(hands=["68", "66", "77", "88"], options=LAST, life=[6, 0, 1, 0], turn={"seat": 0})
    play(state, call(6))
    while state.turn() == CHANCE:
        play(state, legal(state)[-1])
    assert state.turn() == 2


@pytest.mark.rule("AQ-823")
def test_the_next_starter_after_a_self_inflicted_end_is_the_survivor() -> None:
    state = at(hands=["68", "66", "77", "88"], options=LAST, life=[0, 1, 0, 6], turn={"seat": 1})
    play(state, call(2))
    while state.turn() == CHANCE:
        play(state, legal(state)[-1])
    assert state.turn() == 3


@pytest.mark.rule("AQ-825")
def test_secrecy_is_the_same_in_the_last_variant() -> None:
    state = at(hands=["838", "66", "77"], options=LAST, taken=["", "5", ""], turn={"seat": 0})
    assert [state.view(seat)["hands"][0] for seat in everybody(state)] == ["???", "838", "838", "???"]
    assert [state.view(seat)["taken"][1] for seat in everybody(state)] == ["?", "5", "?", "?"]
    assert legal(play(state, call(8))) == [lift(0), lift(2)]
