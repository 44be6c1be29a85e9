"""Chapter "Spells": what each of the eight does once its stone was there."""

from collections import Counter

import pytest

from sortilege import CHANCE, OptionError
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

# ---- general


@pytest.mark.rule("AQ-401")
def test_the_die_gives_one_two_or_three_with_equal_chance() -> None:
    state = play(at(hands=["38", "66"], turn={"seat": 0}), call(3))
    assert legal(state) == [roll(1), roll(2), roll(3)]
    assert state.weights() == [2, 2, 2]


@pytest.mark.rule("AQ-401")
def test_the_die_is_an_option() -> None:
    state = play(at(hands=["38", "66"], options={"die": [2]}, turn={"seat": 0}), call(3))
    assert legal(state) == [roll(2)]
    odd = play(at(hands=["38", "66"], options={"die": [6, 1, 6, 6]}, turn={"seat": 0}), call(3))
    assert (legal(odd), odd.weights()) == ([roll(1), roll(6)], [1, 3])


@pytest.mark.rule("AQ-401")
@pytest.mark.parametrize("die", [[], [0], [7], [1.0], [True], "123", 3, None, [[1]]])
def test_an_invalid_die_is_refused(die: object) -> None:
    with pytest.raises(OptionError, match="option die"):
        GAME.new(2, {"die": die})


@pytest.mark.rule("AQ-402", "AQ-425")
def test_life_stops_at_six() -> None:
    state = play(at(hands=["38", "66"], life=[4, 6], turn={"seat": 0}), call(3), roll(3))
    assert life(state) == [6, 6]


@pytest.mark.rule("AQ-403", "AQ-426")
@pytest.mark.parametrize(("hand", "actions"), [("85", [call(8)]), ("35", [call(3), roll(2)])])
def test_a_healing_spell_may_be_cast_in_full_health(hand: str, actions: list) -> None:
    state = play(at(hands=[hand, "66"], turn={"seat": 0}), *actions)
    assert life(state) == [6, 6]
    assert state.turn() == 0
    assert END in legal(state)


@pytest.mark.rule("AQ-404")
def test_all_losses_of_one_spell_come_together() -> None:
    state = play(at(hands=["58", "66", "77"], life=[6, 1, 1], turn={"seat": 0}), call(5))
    assert previous_round(state)["points"] == [3, 0, 0]
    assert life(state) == [6, 0, 0]


@pytest.mark.rule("AQ-405")
@pytest.mark.parametrize("spell", range(1, 9))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_success_never_costs_its_caster_life(spell: int, seats: int) -> None:
    for lives in range(1, 7):
        state = at(
            hands=[f"{spell}5", "66", "77", "88", "44"][:seats], life=[lives, *[6] * (seats - 1)], turn={"seat": 0}
        )
        play(state, call(spell), *([lift(0)] if spell == 5 else []))
        while state.turn() == CHANCE:
            play(state, legal(state)[-1])
        assert life(state)[0] >= lives


@pytest.mark.rule("AQ-406", "AQ-812")
def test_others_and_neighbours_are_those_still_in_the_round() -> None:
    at_table = {"hands": ["257", "66", "77", "88"], "options": {"variant": "last"}, "life": [3, 0, 6, 0]}
    assert life(play(at(**at_table, turn={"seat": 0}), call(2))) == [4, 0, 5, 0]
    assert life(play(at(**at_table, turn={"seat": 0}), call(7))) == [3, 0, 5, 0]


@pytest.mark.rule("AQ-407")
def test_nothing_can_be_skipped_between_a_success_and_its_effect() -> None:
    for hand, spell in (("15", 1), ("35", 3), ("45", 4)):
        state = play(at(hands=[hand, "66"], turn={"seat": 0}), call(spell))
        assert state.turn() == CHANCE


# ---- 1, the dragon


@pytest.mark.rule("AQ-410", "AQ-411")
def test_the_dragon_takes_one_roll_from_all_others() -> None:
    state = play(at(hands=["15", "66", "77", "88"], life=[3, 6, 5, 4], turn={"seat": 0}), call(1), roll(2))
    assert life(state) == [3, 4, 3, 2]
    assert [line["do"] for line in state.view(None)["log"]] == ["call", "roll"]


@pytest.mark.rule("AQ-412")
def test_a_dragon_that_is_not_there_bites_only_its_caller() -> None:
    state = play(at(hands=["25", "66", "77"], turn={"seat": 0}), call(1), roll(1))
    assert life(state) == [5, 6, 6]


@pytest.mark.rule("AQ-413")
def test_a_dragon_that_is_not_there_may_take_the_last_life() -> None:
    state = at(hands=["25", "66", "77"], life=[2, 6, 6], taken=["8", "", "55"], turn={"seat": 0})
    assert points(play(state, call(1), roll(3))) == [0, 1, 3]


@pytest.mark.rule("AQ-414")
def test_a_dragon_may_take_several_last_lives() -> None:
    state = at(hands=["15", "66", "77"], life=[6, 1, 2], turn={"seat": 0})
    assert points(play(state, call(1), roll(2))) == [3, 0, 0]


# ---- 2, the ghost


@pytest.mark.rule("AQ-420")
def test_the_ghost_gives_one_life_and_takes_one_from_all_others() -> None:
    state = play(at(hands=["25", "66", "77"], life=[5, 6, 6], turn={"seat": 0}), call(2))
    assert life(state) == [6, 5, 5]


@pytest.mark.rule("AQ-421")
def test_a_ghost_that_ends_the_round_still_gives_its_life() -> None:
    state = play(at(hands=["25", "66", "77"], life=[3, 1, 6], turn={"seat": 0}), call(2))
    assert previous_round(state) is not None
    assert life(state) == [4, 0, 5]


# ---- 3, sweet dreams


@pytest.mark.rule("AQ-425")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_dream_gives_the_roll_to_its_caster(die: int) -> None:
    state = play(at(hands=["35", "66"], life=[2, 4], turn={"seat": 0}), call(3), roll(die))
    assert life(state) == [2 + die, 4]


@pytest.mark.rule("AQ-426")
def test_the_die_is_rolled_in_full_health_too() -> None:
    state = play(at(hands=["35", "66"], turn={"seat": 0}), call(3))
    assert legal(state)[0]["do"] == "roll"
    assert play(state, roll(3)).view(1)["log"][-1]["do"] == "roll"


# ---- 4, the owl


@pytest.mark.rule("AQ-430")
def test_the_owl_brings_a_secret_stone_to_its_caster() -> None:
    state = play(at(hands=["45", "66"], turn={"seat": 0}), call(4), secret(7))
    assert state.position()["secrets"] == 3
    assert state.position()["taken"] == ["7", ""]
    assert [state.view(seat)["taken"][0] for seat in (0, 1, None)] == ["7", "?", "?"]


@pytest.mark.rule("AQ-431")
def test_what_the_owl_finds_is_any_unseen_stone() -> None:
    state = at(hands=["455", "66"], board=[1, 0, 3, 2, 0, 0, 0, 8], taken=["", "7"], turn={"seat": 0})
    play(state, call(4))
    assert legal(state) == [secret(n) for n in (2, 4, 5, 6, 7)]
    assert state.weights() == [2, 1, 3, 4, 6]


@pytest.mark.rule("AQ-432")
def test_the_owl_always_takes_while_there_is_something_to_take() -> None:
    for left in (4, 3, 2, 1):
        state = play(at(hands=["45", "66"], secrets=left, turn={"seat": 0}), call(4), secret(8))
        assert state.position()["secrets"] == left - 1


@pytest.mark.rule("AQ-433")
def test_an_owl_with_nothing_to_take_still_succeeds() -> None:
    state = at(hands=["45", "66"], secrets=0, turn={"seat": 0})
    before = state.position()
    after = play(state, call(4)).position()
    changed = {key for key in after if after[key] != before[key]}
    assert changed == {"hands", "board", "turn"}
    assert after["turn"] == {"seat": 0, "last": 4}


@pytest.mark.rule("AQ-434")
def test_a_taken_stone_cannot_be_called_and_does_not_count_as_standing() -> None:
    state = play(at(hands=["57", "66"], taken=["8", ""], turn={"seat": 0}), call(8))
    assert life(state) == [5, 6]
    emptied = play(at(hands=["5", "66"], taken=["8", ""], turn={"seat": 0}), call(5))
    assert previous_round(emptied)["cause"] == "emptied"


@pytest.mark.rule("AQ-435", "AQ-505")
def test_secret_stones_never_refill_a_row() -> None:
    state = at(hands=["588", "66"], board=[1, 2, 3, 0, 4, 4, 7, 6], secrets=4, turn={"seat": 0})
    assert state.view(0)["pile"] == 0
    play(state, call(5), END)
    assert state.turn() == 1
    assert state.position()["hands"][0] == "88"
    assert state.position()["secrets"] == 4


@pytest.mark.rule("AQ-436")
@pytest.mark.parametrize("spell", range(1, 9))
def test_no_spell_takes_a_secret_stone_away(spell: int) -> None:
    secrets = ["7", "66", ""]
    state = at(hands=[f"{spell}5", "58", "77"], taken=secrets, turn={"seat": 0})
    play(state, call(spell), *([lift(0)] if spell == 5 else []))
    while state.turn() == CHANCE:
        play(state, legal(state)[0])
    held = state.position()["taken"]
    assert held[1:] == secrets[1:]
    assert held[0].startswith("7")


# ---- 5, the storm


@pytest.mark.rule("AQ-440")
def test_the_storm_takes_one_life_from_both_neighbours() -> None:
    state = play(at(hands=["58", "66", "77", "88"], turn={"seat": 0}), call(5))
    assert life(state) == [6, 5, 6, 5]


@pytest.mark.rule("AQ-441")
def test_the_storm_of_two_players_takes_only_one_life() -> None:
    assert life(play(at(hands=["58", "66"], turn={"seat": 0}), call(5))) == [6, 5]


@pytest.mark.rule("AQ-442")
def test_the_storm_of_three_players_hits_both_others() -> None:
    assert life(play(at(hands=["58", "66", "77"], turn={"seat": 0}), call(5))) == [6, 5, 5]


@pytest.mark.rule("AQ-443")
def test_the_storm_of_two_players_may_kill() -> None:
    assert points(play(at(hands=["58", "66"], life=[6, 1], turn={"seat": 0}), call(5))) == [3, 0]


# ---- 6, the blizzard; 7, the fireball; 8, the potion


@pytest.mark.rule("AQ-450")
def test_the_blizzard_takes_one_life_from_the_left_neighbour() -> None:
    assert life(play(at(hands=["68", "66", "77"], turn={"seat": 0}), call(6))) == [6, 5, 6]
    assert life(play(at(hands=["68", "66", "77"], turn={"seat": 2}), call(6))) == [6, 6, 5]
    assert life(play(at(hands=["68", "77", "68"], turn={"seat": 2}), call(6))) == [5, 6, 6]


@pytest.mark.rule("AQ-451")
def test_the_left_neighbour_of_two_is_the_opponent() -> None:
    assert life(play(at(hands=["68", "66"], turn={"seat": 0}), call(6))) == [6, 5]


@pytest.mark.rule("AQ-455")
def test_the_fireball_takes_one_life_from_the_right_neighbour() -> None:
    assert life(play(at(hands=["78", "66", "77"], turn={"seat": 0}), call(7))) == [6, 6, 5]
    assert life(play(at(hands=["68", "76", "88"], turn={"seat": 1}), call(7))) == [5, 6, 6]


@pytest.mark.rule("AQ-456")
def test_the_right_neighbour_of_two_is_the_opponent() -> None:
    assert life(play(at(hands=["78", "66"], turn={"seat": 0}), call(7))) == [6, 5]


@pytest.mark.rule("AQ-460")
def test_the_potion_gives_its_caster_one_life() -> None:
    assert life(play(at(hands=["85", "66"], life=[5, 3], turn={"seat": 0}), call(8))) == [6, 3]


@pytest.mark.rule("AQ-460")
def test_spells_without_die_or_secret_draw_nothing_by_chance() -> None:
    turns = Counter()
    for spell in (2, 5, 6, 7, 8):
        state = play(at(hands=[f"{spell}3", "66"], turn={"seat": 0}), call(spell))
        turns[state.turn()] += 1
    assert turns == {0: 5}
    assert stone(3) not in legal(state)
