"""The board: immediate effects of activations, counted numbers, warnings near the end."""

import json
import random

import pytest

from tests.games.spellcaster.board import GAME, at, board, play
from tests.shelf.tables import everybody, walk


@pytest.mark.rule("SC-260", "SC-501")
def test_a_board_says_what_each_activation_would_bring_and_whether_it_wins() -> None:
    piles = {"R": ["R01/0"], "B": ["B03/0"], "Y": ["Y01/1"], "G": ["G08/0"]}
    state = at(piles=piles, energy=[9, 2], sapphires=[5, 5], hands=[["R02"], ["Y02"]])
    assert board(state, 0)["strokes"] == {
        "R01": {"energy": [0, -2], "sapphires": [0, 0], "wins": True},
        "B03": {"energy": [-3, 0], "sapphires": [4, 0], "wins": False},
    }
    assert board(state, 1)["strokes"] == {}
    assert board(state, None)["strokes"] == {}


@pytest.mark.rule("SC-263")
def test_nothing_of_the_rivals_next_turn_is_counted_and_nothing_used_up() -> None:
    piles = {"R": ["R01/0"], "Y": ["Y03/1"], "B": ["B12/1"]}
    state = at(piles=piles, left=1, hands=[[], []])
    assert board(state, 0)["strokes"] == {"R01": {"energy": [0, -2], "sapphires": [0, 0], "wins": False}}
    assert board(play(at(piles=piles, hands=[[], []]), "activate R01"))["strokes"] == {}


@pytest.mark.rule("SC-808")
def test_a_text_is_counted_up_to_where_it_asks_or_draws() -> None:
    piles = {"R": ["R09/0"], "Y": ["Y06/0"], "B": ["B04/0"]}
    strokes = board(at(piles=piles, hands=[[], ["Y02"]], energy=[9, 9]))["strokes"]
    assert strokes == {
        "Y06": {"energy": [1, 0], "sapphires": [0, 0], "wins": False},
        "B04": {"energy": [0, 0], "sapphires": [1, -1], "wins": False},
    }


@pytest.mark.rule("SC-314")
def test_a_counted_number_is_shown_with_its_current_value() -> None:
    state = at(piles={"R": ["R08/0"], "Y": ["Y01/0"], "B": ["B01/1"]}, hands=[[], ["Y02"]])
    assert board(state)["counted"] == {"R08": 2}
    assert board(at(seat=1, piles={"R": ["R08/0"]}), 1)["counted"] == {}


@pytest.mark.rule("SC-107", "SC-111")
def test_partners_are_one_side() -> None:
    assert [board(at(seats))["side_of"] for seats in (2, 3, 4)] == [[0, 1], [0, 1, 0], [0, 1, 0, 1]]
    assert [board(at(seats))["teams"] for seats in (2, 3, 4)] == [False, True, True]


def test_low_energy_and_many_sapphires_are_marked_by_side() -> None:
    near = board(at(energy=[3, 4], sapphires=[11, 12]))
    assert (near["scarce"], near["wealthy"]) == ([True, False], [False, True])


@pytest.mark.rule("SC-403")
@pytest.mark.parametrize(
    ("deck", "last", "fate"), [(7, False, None), (6, False, "low"), (0, False, "spent"), (0, True, "last")]
)
def test_the_end_of_the_deck_is_announced(deck: int, last: bool, fate: str | None) -> None:
    cards = [f"Y{n:02}" for n in range(1, deck + 1)]
    assert board(at(hands=[["R01"], ["R02"]], deck=cards, last=last))["fate"] == fate


def test_a_board_can_be_drawn_of_every_view() -> None:
    for seats in (2, 3, 4):
        for state in walk(GAME.new(seats), random.Random(seats)):
            for seat in everybody(state):
                drawn = board(state, seat)
                assert json.loads(json.dumps(drawn)) == drawn
