"""How a game ends (SC-501..524)."""

import pytest

from sortilege import OVER, IllegalAction
from tests.games.spellcaster.board import GAME, at, offers, play


def won(state: object) -> tuple[list[int], str]:
    outcome = state.outcome()  # type: ignore[attr-defined]
    return outcome["winners"], outcome["reason"]


@pytest.mark.rule("SC-501")
def test_a_side_without_energy_loses_at_once() -> None:
    state = play(at(energy=[5, 2], piles={"R": ["R01/0"]}, hands=[["Y01"], []]), "activate R01")
    assert won(state) == ([0], "energy")
    assert state.position()["turn"]["left"] == 1  # unused
    assert (state.view(0)["resolving"], state.view(0)["pending"], state.view(0)["turn"]) == (None, None, None)


@pytest.mark.rule("SC-502", "SC-512")
def test_ones_own_card_can_cost_the_game() -> None:
    assert won(play(at(energy=[3, 9], sapphires=[5, 5], piles={"B": ["B03/0"]}), "activate B03")) == ([1], "energy")
    assert won(play(at(energy=[1, 3], piles={"R": ["R05/0"]}), "activate R05")) == ([1], "energy")


@pytest.mark.rule("SC-503")
def test_the_last_energy_may_be_paid_and_loses_before_anything_is_gained() -> None:
    state = at(energy=[2, 9], sapphires=[14, 2], piles={"B": ["B06/0"]})
    play(state, "activate B06")
    assert offers(state) == {"pay", "decline"}
    play(state, "pay")
    assert state.outcome() == {"winners": [1], "scores": [14, 2], "reason": "energy"}


@pytest.mark.rule("SC-510")
def test_fifteen_sapphires_win_at_once() -> None:
    state = play(at(sapphires=[13, 2], piles={"B": ["B01/0"]}), "activate B01")
    assert state.outcome() == {"winners": [0], "scores": [15, 2], "reason": "sapphires"}


@pytest.mark.rule("SC-510", "SC-520")
@pytest.mark.parametrize(
    ("sapphires", "energy", "winners"),
    [([15, 14], [1, 9], [0]), ([14, 15], [9, 1], [1]), ([15, 16], [9, 1], [1]), ([16, 15], [1, 9], [0])],
)
def test_two_sides_beyond_fifteen_are_compared(sapphires: list[int], energy: list[int], winners: list[int]) -> None:
    assert won(at(sapphires=sapphires, energy=energy)) == (winners, "sapphires")
    assert won(at(sapphires=[15, 15], energy=energy)) == ([int(energy[1] > energy[0])], "sapphires")


@pytest.mark.rule("SC-511")
def test_the_rivals_card_may_bring_the_fifteenth() -> None:
    assert won(play(at(sapphires=[2, 14], piles={"R": ["R13/0"]}), "activate R13")) == ([1], "sapphires")


@pytest.mark.rule("SC-512")
def test_conditions_are_looked_at_after_every_step() -> None:
    state = play(at(energy=[3, 9], sapphires=[11, 2], piles={"B": ["B03/0"]}), "activate B03")
    assert state.outcome() == {"winners": [0], "scores": [15, 2], "reason": "sapphires"}
    # damage first, so the sapphire of R13 comes too late
    assert won(play(at(energy=[9, 4], sapphires=[2, 14], piles={"R": ["R13/0"]}), "activate R13")) == ([0], "energy")


@pytest.mark.rule("SC-513")
@pytest.mark.parametrize("step", ["start", "actions", "over"])
def test_an_empty_side_is_looked_at_before_fifteen_sapphires(step: str) -> None:
    assert won(at(energy=[0, 4], sapphires=[15, 2], step=step)) == ([1], "energy")


@pytest.mark.rule("SC-514")
@pytest.mark.parametrize(("sapphires", "winners"), [([6, 5], [0]), ([5, 6], [1]), ([5, 5], [])])
def test_two_empty_sides_are_compared(sapphires: list[int], winners: list[int]) -> None:
    assert won(at(energy=[0, 0], sapphires=sapphires)) == (winners, "energy")


@pytest.mark.rule("SC-520", "SC-521", "SC-522")
@pytest.mark.parametrize(
    ("sapphires", "energy", "winners"),
    [([6, 5], [1, 9], [0]), ([5, 6], [9, 1], [1]), ([6, 6], [8, 7], [0]), ([6, 6], [7, 8], [1]), ([6, 6], [8, 8], [])],
)
def test_at_the_end_of_the_deck_sapphires_decide_then_energy(
    sapphires: list[int], energy: list[int], winners: list[int]
) -> None:
    assert won(at(step="start", deck=[], sapphires=sapphires, energy=energy)) == (winners, "deck")


@pytest.mark.rule("SC-523")
@pytest.mark.parametrize(("seats", "seat", "winners"), [(3, 0, [0, 2]), (3, 1, [1]), (4, 3, [1, 3])])
def test_teams_win_together(seats: int, seat: int, winners: list[int]) -> None:
    energy = [9, 9]
    energy[1 - seat % 2] = 2
    state = at(seats, seat=seat, energy=energy, piles={"R": [f"R01/{seat % 2}"]})
    assert won(play(state, "activate R01")) == (winners, "energy")


@pytest.mark.rule("SC-524")
def test_after_the_end_no_move_is_accepted() -> None:
    state = at(energy=[0, 5], hands=[["R01"], []])
    assert (state.turn(), state.legal()) == (OVER, [])
    for text in ({"do": "draw"}, {"do": "play", "card": "R01"}, {"do": "card", "card": "R02"}):
        with pytest.raises(IllegalAction, match=r"over.*SC-524"):
            state.apply(GAME.find(text))
