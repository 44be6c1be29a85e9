import pytest

import sortilege
from sortilege import OVER, IllegalAction, OptionError
from sortilege.core.engine.state import State

GAME = sortilege.game("__game__")


def after(*faces: int, hold: bool = False, **changes: object) -> State:
    """Return the state after seat 0 rolled these faces and perhaps held. `changes` are fields of the start position."""
    start = {"game": "__game__", "seats": 2, "scores": [0, 0], "active": 0, "stake": 0, **changes}
    actions = [action for face in faces for action in ({"do": "roll"}, {"do": "die", "face": face})]
    return GAME.load(start | {"then": actions + [{"do": "hold"}] * hold})


@pytest.mark.rule("XX-101", "XX-102")
def test_everybody_begins_with_nothing_and_seat_0_begins() -> None:
    assert (GAME.new(3).scores(), GAME.new(3).turn()) == ([0, 0, 0], 0)
    with pytest.raises(OptionError, match="XX-101"):
        GAME.new(6)


@pytest.mark.rule("XX-201", "XX-202")
def test_rolls_are_at_stake_until_a_1_takes_them() -> None:
    assert after(4, 5).position()["stake"] == 9
    lost = after(4, 5, 1)
    assert (lost.turn(), lost.scores(), lost.position()["stake"]) == (1, [0, 0], 0)


@pytest.mark.rule("XX-203", "XX-301")
def test_a_stake_that_is_held_is_scored_and_30_points_win() -> None:
    assert after(4, hold=True).scores() == [4, 0]
    won = after(5, hold=True, scores=[25, 0])
    assert (won.turn(), won.winners()) == (OVER, [0])


@pytest.mark.rule("XX-901")
def test_nobody_holds_nothing() -> None:
    with pytest.raises(IllegalAction, match="XX-901"):
        GAME.new().apply(GAME.find({"do": "hold"}))
