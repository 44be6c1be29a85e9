"""Chapter "Turn": calling spells."""

import random
from collections import Counter

import pytest

from sortilege import CHANCE, IllegalAction, Match
from tests.games.abracada.moves import END, GAME, at, call, legal, life, lift, play, previous_round, roll, secret
from tests.shelf.tables import everybody, walk


@pytest.mark.rule("AQ-201")
def test_a_turn_begins_with_a_call() -> None:
    state = at(hands=["58", "66"], turn={"seat": 0})
    with pytest.raises(IllegalAction) as refused:
        play(state, END)
    assert refused.value.rule == "AQ-201"
    assert END not in legal(state)


@pytest.mark.rule("AQ-202", "AQ-302")
def test_the_first_call_of_a_turn_may_name_any_spell() -> None:
    state = play(at(hands=["58888", "66"], turn={"seat": 0}), call(8), lift(1), END, {"do": "stone", "spell": 7})
    assert state.turn() == 1
    assert legal(state) == [call(n) for n in range(1, 9)]


@pytest.mark.rule("AQ-203")
def test_a_spell_whose_stones_all_lie_open_may_be_called_in_vain() -> None:
    state = at(hands=["58", "66"], board=[1, 0, 0, 0, 0, 0, 0, 0], turn={"seat": 0})
    play(state, call(1))
    assert state.turn() == CHANCE
    assert life(play(state, roll(2))) == [4, 6]


@pytest.mark.rule("AQ-204")
@pytest.mark.parametrize("spell", [0, 9, -1, 1.0, "5", True, None, [5]])
def test_a_call_outside_one_to_eight_is_refused(spell: object) -> None:
    match = Match(GAME, start=at(hands=["58", "66"], turn={"seat": 0}).position(), seed=1)
    before = match.save()
    with pytest.raises(IllegalAction) as refused:
        match.play(call(spell))
    assert refused.value.rule == "AQ-204"
    assert match.save() == before


@pytest.mark.rule("AQ-204")
def test_a_call_with_a_key_too_many_is_refused_for_that_key() -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.find(call(5) | {"slot": 2})
    assert (refused.value.rule, refused.value.message) == ("AQ-204", "call has no 'slot'; it is said with spell")
    with pytest.raises(IllegalAction, match=r"end has no 'spell'; it is said with nothing else \(AQ-910\)"):
        GAME.find({"do": "end", "spell": 5})


@pytest.mark.rule("AQ-205")
def test_only_the_active_seat_may_call_or_end() -> None:
    match = Match(GAME, start=at(hands=["58", "66"], turn={"seat": 0}).position(), seed=1)
    for action in (call(6), END):
        with pytest.raises(IllegalAction) as refused:
            match.play(action, seat=1)
        assert refused.value.rule == "AQ-205"
    assert match.log == []


@pytest.mark.rule("AQ-206")
def test_the_order_is_checked_before_the_stone() -> None:
    state = at(hands=["458", "66"], options={"low_call": "penalty"}, turn={"seat": 0, "last": 5}, life=[3, 6])
    play(state, call(4))
    assert life(state) == [2, 6]
    assert state.view(1)["hands"][0].startswith("458")


@pytest.mark.rule("AQ-207")
def test_exactly_one_matching_stone_leaves() -> None:
    state = play(at(hands=["88812", "66"], turn={"seat": 0}), call(8), lift(1))
    assert state.position()["hands"][0] == "8812"


@pytest.mark.rule("AQ-208")
def test_the_stone_goes_to_its_row() -> None:
    state = play(at(hands=["528", "66"], turn={"seat": 0}), call(5))
    assert state.position()["board"] == [0, 0, 0, 0, 1, 0, 0, 0]


@pytest.mark.rule("AQ-208")
def test_a_stone_on_the_board_stays_there_until_the_round_ends() -> None:
    board, round_ = [0] * 8, 0
    for state in walk(GAME.new(4), random.Random(208)):
        view = state.view(None)
        if view["round"] == round_:
            assert all(now >= then for now, then in zip(view["board"], board, strict=True))
        board, round_ = view["board"], view["round"]


@pytest.mark.rule("AQ-209")
def test_which_of_equal_stones_leaves_is_chance() -> None:
    state = play(at(hands=["838", "66"], turn={"seat": 0}), call(8))
    assert state.turn() == CHANCE
    assert legal(state) == [lift(0), lift(2)]
    assert state.weights() == [1, 1]
    start = at(hands=["838", "66"], turn={"seat": 0}).position()
    slots: Counter[int] = Counter()
    for seed in range(200):
        match = Match(GAME, start=start, seed=seed)
        match.play(call(8))
        slots[match.log[1]["slot"]] += 1
    assert set(slots) == {0, 2}
    assert abs(slots[0] - 100) < 36


@pytest.mark.rule("AQ-209")
def test_a_single_stone_leaves_without_asking_chance() -> None:
    state = play(at(hands=["838", "66"], turn={"seat": 0}), call(3))
    assert legal(state)[0]["do"] == "roll"


@pytest.mark.rule("AQ-209")
def test_nobody_learns_whether_chance_was_drawn() -> None:
    """The line of the call carries the slot either way, and no line of a lift is ever shown."""
    certain = play(at(hands=["873", "66"], turn={"seat": 0}), call(8))
    two = play(at(hands=["883", "66"], turn={"seat": 0}), call(8), lift(0))
    for seat in (0, None):
        assert certain.view(seat) == two.view(seat)
    assert certain.view(0)["log"][-1]["slot"] == 0
    state = play(at(hands=["883", "66"], turn={"seat": 0}), call(8))
    for seat in everybody(state):
        assert state.view(seat) == at(hands=["883", "66"], turn={"seat": 0}).view(seat)


@pytest.mark.rule("AQ-210")
def test_the_stone_lies_on_the_board_before_its_spell_is_resolved() -> None:
    state = play(at(hands=["4", "66"], turn={"seat": 0}), call(4))
    assert state.view(1)["board"][3] == 1
    assert state.view(1)["hands"][0] == ""
    assert legal(state)[0]["do"] == "secret"
    assert previous_round(play(state, secret(8)))["points"] == [4, 0]


@pytest.mark.rule("AQ-211")
def test_everybody_hears_whether_the_stone_was_there() -> None:
    for spell, there in ((3, True), (7, False)):
        state = play(at(hands=["358", "66"], turn={"seat": 0}), call(spell))
        for seat in everybody(state):
            assert state.view(seat)["log"][-1]["hit"] is there


@pytest.mark.rule("AQ-212")
def test_after_a_success_the_caster_may_end_or_go_on() -> None:
    state = play(at(hands=["5886", "66"], turn={"seat": 0}), call(6))
    assert state.turn() == 0
    assert legal(state) == [END, call(6), call(7), call(8)]


@pytest.mark.rule("AQ-213")
def test_five_successes_in_a_row_empty_a_row_of_five() -> None:
    state = at(hands=["56788", "66"], turn={"seat": 0})
    play(state, call(5), call(6), call(7), call(8), lift(0), call(8))
    assert previous_round(state)["cause"] == "emptied"


@pytest.mark.rule("AQ-214")
def test_a_failed_call_ends_the_turn_at_once() -> None:
    state = play(at(hands=["56788", "66", "55"], turn={"seat": 0}), call(4))
    assert state.turn() == 1


@pytest.mark.rule("AQ-215")
def test_nobody_else_has_a_choice_during_a_turn() -> None:
    for state in walk(GAME.new(4), random.Random(215)):
        for seat in everybody(state):
            if seat != state.turn() and state.turn() != CHANCE:
                assert state.view(seat)["legal"] == []
