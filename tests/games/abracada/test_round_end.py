"""Chapter "End of the round"."""

import pytest

from sortilege import CHANCE
from tests.games.abracada.moves import at, call, lift, play, points, previous_round, secret


@pytest.mark.rule("AQ-601")
def test_casting_the_last_stone_ends_the_round() -> None:
    state = play(at(hands=["6", "55"], turn={"seat": 0}), call(6))
    assert previous_round(state)["cause"] == "emptied"
    assert state.view(None)["turn"] is None


@pytest.mark.rule("AQ-602")
def test_a_last_life_lost_ends_the_round_at_once() -> None:
    state = play(at(hands=["788", "66", "55"], life=[6, 6, 1], turn={"seat": 0}), call(7))
    assert previous_round(state)["cause"] == "kill"
    assert state.turn() == CHANCE
    assert state.view(0)["legal"] == []


@pytest.mark.rule("AQ-603")
def test_an_owl_as_the_last_stone_still_brings_its_secret() -> None:
    state = play(at(hands=["4", "66"], taken=["7", ""], turn={"seat": 0}), call(4), secret(2))
    assert points(state) == [5, 0]


@pytest.mark.rule("AQ-603")
def test_the_ending_spell_is_resolved_for_everybody() -> None:
    state = play(at(hands=["258", "66", "77", "88"], life=[5, 1, 4, 4], turn={"seat": 0}), call(2))
    assert state.view(None)["life"] == [6, 0, 3, 3]


@pytest.mark.rule("AQ-604")
def test_the_pile_does_not_matter_for_an_emptied_row() -> None:
    state = at(hands=["8", "66"], board=[1, 2, 3, 4, 5, 4, 1, 0], turn={"seat": 0})
    assert state.view(0)["pile"] == 9
    assert points(play(state, call(8))) == [3, 0]


@pytest.mark.rule("AQ-601", "AQ-604")
def test_a_row_is_emptied_by_its_last_stone_not_its_last_but_one() -> None:
    state = play(at(hands=["88", "66"], turn={"seat": 0}), call(8), lift(0))
    assert state.turn() == 0
    assert previous_round(play(state, call(8)))["cause"] == "emptied"
