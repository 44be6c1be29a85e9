"""What a view says each activation would bring, for whoever must not throw it away by mistake."""

import pytest

from tests.games.spellcaster.board import at, play


@pytest.mark.rule("SC-260", "SC-501")
def test_a_view_says_what_each_activation_would_bring_and_whether_it_wins() -> None:
    piles = {"R": ["R01/0"], "B": ["B03/0"], "Y": ["Y01/1"], "G": ["G08/0"]}
    state = at(piles=piles, energy=[9, 2], sapphires=[5, 5], hands=[["R02"], ["Y02"]])
    assert state.view(0)["strokes"] == {
        "R01": {"energy": [0, -2], "sapphires": [0, 0], "wins": True},
        "B03": {"energy": [-3, 0], "sapphires": [4, 0], "wins": False},
    }
    assert state.view(1)["strokes"] == {}
    assert state.view(None)["strokes"] == {}


@pytest.mark.rule("SC-263")
def test_nothing_of_the_rivals_next_turn_is_counted_and_nothing_used_up() -> None:
    piles = {"R": ["R01/0"], "Y": ["Y03/1"], "B": ["B12/1"]}
    state = at(piles=piles, left=1, hands=[[], []])
    assert state.view(0)["strokes"] == {"R01": {"energy": [0, -2], "sapphires": [0, 0], "wins": False}}
    assert play(at(piles=piles, hands=[[], []]), "activate R01").view(0)["strokes"] == {}


@pytest.mark.rule("SC-808")
def test_a_text_is_counted_up_to_where_it_asks_or_draws() -> None:
    piles = {"R": ["R09/0"], "Y": ["Y06/0"], "B": ["B04/0"]}
    strokes = at(piles=piles, hands=[[], ["Y02"]], energy=[9, 9]).view(0)["strokes"]
    assert strokes == {
        "Y06": {"energy": [1, 0], "sapphires": [0, 0], "wins": False},
        "B04": {"energy": [0, 0], "sapphires": [1, -1], "wins": False},
    }
