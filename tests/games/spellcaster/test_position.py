"""Positions: every key, every default, and every error with its field and rule."""

from typing import Any

import pytest

from sortilege import CHANCE, OVER, NotQuiet, PositionError
from tests.games.spellcaster.board import GAME, at, energy, offers, sapphires, ward

EXAMPLE: dict[str, Any] = {
    "game": "spellcaster",
    "seats": 2,
    "options": {},
    "energy": [8, 5],
    "sapphires": [4, 9],
    "ward": [0, 2],
    "hands": [["R05", "G03"], ["Y02", "B15", "G08"]],
    "piles": {"R": ["R01/1", "R08/0"], "Y": ["Y03/1"], "B": ["B02/0"], "G": []},
    "discard": ["R15"],
    "deck": None,
    "turn": {"seat": 0, "cycle": 0, "step": "actions", "left": 1, "used": ["R08"], "last": False},
}
RESOLVED_OPTIONS = {
    "first": "random",
    "bounded_supply": False,
    "activate_enchantments": False,
    "allow_pass": False,
    "cards": "standin",
}


def test_the_example_goes_in_and_comes_out() -> None:
    state = GAME.load(EXAMPLE)
    assert state.position() == EXAMPLE | {"options": RESOLVED_OPTIONS}
    assert offers(state) == {"draw", "play R05", "play G03"}


def test_the_smallest_position_is_a_fresh_table_with_two_actions() -> None:
    state = GAME.load({"game": "spellcaster", "seats": 4, "options": {}})
    result = state.position()
    assert (result["energy"], result["sapphires"], result["ward"]) == ([10, 10], [2, 2], [0, 0])
    assert (result["hands"], result["discard"], result["deck"]) == ([[], [], [], []], [], None)
    assert result["turn"] == {"seat": 0, "cycle": 0, "step": "actions", "left": 2, "used": [], "last": False}


def test_the_order_in_hands_and_used_means_nothing_and_in_the_discard_pile_all() -> None:
    position = at(hands=[["G03", "R05"], []], discard=["Y02", "B01"], used=["R08", "R01"], piles=PLAYED).position()
    reordered = at(hands=[["R05", "G03"], []], discard=["B01", "Y02"], used=["R01", "R08"], piles=PLAYED).position()
    assert position | {"discard": None} == reordered | {"discard": None}
    assert (position["discard"], reordered["discard"]) == (["Y02", "B01"], ["B01", "Y02"])


def test_a_listed_deck_puts_the_other_cards_out_of_the_game() -> None:
    state = at(hands=[["R01"], []], deck=["B01", "Y02"])
    assert state.position()["deck"] == ["Y02", "B01"]
    out = state.view(1)["out"]
    assert len(out) == 57
    assert not {"R01", "B01", "Y02"} & set(out)


def test_loading_a_start_begins_the_turn_afresh() -> None:
    state = at(step="start", ward=[3, 4], left=7, used=["R08"], last=True, piles={"B": ["B02/0"]})
    view = state.view(0)
    assert (view["left"], view["used"], view["last"], ward(state)) == (2, [], False, [0, 4])
    assert (sapphires(state), state.turn()) == ([3, 2], CHANCE)


def test_loading_where_nothing_is_possible_ends_that_turn_at_once() -> None:
    state = at(left=0, hands=[["R01"], []], piles={"R": ["R04/1"]})
    assert (energy(state), state.view(0)["active"], state.turn()) == ([9, 10], 1, CHANCE)
    ended = at(left=0, last=True, sapphires=[2, 3])
    assert ended.outcome() == {"winners": [1], "scores": [2, 3], "reason": "deck"}


@pytest.mark.parametrize("step", ["start", "actions", "over"])
@pytest.mark.parametrize("fields", [{"energy": [0, 3]}, {"sapphires": [2, 15]}])
def test_a_decided_game_loads_as_over(step: str, fields: dict[str, list[int]]) -> None:
    state = at(step=step, **fields)
    assert state.turn() == OVER
    assert state.outcome()["winners"] == [1]
    assert state.position()["turn"]["step"] == "over"


def test_an_ended_game_survives_a_round_trip() -> None:
    state = at(step="over", deck=[], sapphires=[7, 4])
    assert state.outcome() == {"winners": [0], "scores": [7, 4], "reason": "deck"}
    assert GAME.load(state.position()).position() == state.position()


@pytest.mark.rule("SC-403")
def test_a_game_ended_after_its_last_turn_survives_a_round_trip_though_cards_are_left() -> None:
    state = at(left=0, last=True, sapphires=[2, 3])
    loaded = GAME.load(state.position())
    assert (loaded.outcome(), loaded.position()) == (state.outcome(), state.position())


def test_then_reaches_what_lies_between() -> None:
    state = GAME.load(EXAMPLE | {"then": [{"do": "draw"}]})
    assert state.turn() == CHANCE
    with pytest.raises(NotQuiet):
        state.position()


PLAYED = {"R": ["R01/0", "R08/0"]}
CYCLES = {"seats": 3, "hands": [[], [], []]}


@pytest.mark.parametrize(
    ("changes", "field", "rule"),
    [
        ({"energy": [-1, 5]}, r"energy\[0\]", "SC-010"),
        ({"energy": [5]}, "energy", ""),
        ({"energy": [True, 5]}, r"energy\[0\]", "SC-010"),
        ({"sapphires": [4, -2]}, r"sapphires\[1\]", "SC-010"),
        ({"ward": [0, -1]}, r"ward\[1\]", "SC-813"),
        ({"hands": [["R05"]]}, "hands", ""),
        ({"hands": [["R05", "R05"], []]}, r"hands\[0\]", "SC-001"),
        ({"hands": [["R05"], ["R01"]]}, r"piles\.R", "SC-001"),
        ({"hands": [["R99"], []]}, r"hands\[0\]", "SC-002"),
        ({"hands": [[5], []]}, r"hands\[0\]", "SC-002"),
        ({"hands": ["R05", []]}, r"hands\[0\]", ""),
        ({"discard": ["R05"]}, "discard", "SC-001"),
        ({"discard": ["R15", "R15"]}, "discard", "SC-001"),
        ({"deck": ["R15"]}, "deck", "SC-001"),
        ({"deck": 3}, "deck", ""),
        ({"piles": {"R": ["R01"]}}, r"piles\.R\[0\]", "SC-251"),
        ({"piles": {"R": ["R01/2"]}}, r"piles\.R\[0\]", "SC-251"),
        ({"piles": {"R": ["R01/"]}}, r"piles\.R\[0\]", "SC-251"),
        ({"piles": {"R": [7]}}, r"piles\.R\[0\]", "SC-251"),
        ({"piles": {"R": ["Y01/0"]}}, r"piles\.R\[0\]", "SC-250"),
        ({"piles": {"P": []}}, "piles", "SC-102"),
        ({"piles": []}, "piles", ""),
        ({"turn": {"seat": 2}}, r"turn\.seat", "SC-207"),
        ({"turn": {"seat": 0, "cycle": 1}}, r"turn\.cycle", "SC-203"),
        ({"turn": {"seat": 0, "step": "draw"}}, r"turn\.step", "SC-201"),
        ({"turn": {"seat": 0, "left": -1}}, r"turn\.left", "SC-230"),
        ({"turn": {"seat": 0, "used": ["R08", "R08"]}}, r"turn\.used", "SC-262"),
        ({"turn": {"seat": 0, "used": ["Y01"]}}, r"turn\.used", "SC-401"),
        ({"deck": [], "turn": {"seat": 0, "used": ["Y01"]}}, r"turn\.used", "SC-262"),
        ({"turn": {"seat": 0, "used": ["Y03"]}}, r"turn\.used", "SC-267"),
        ({"turn": {"seat": 0, "used": "R08"}}, r"turn\.used", ""),
        ({"turn": {"seat": 0, "last": 1}}, r"turn\.last", "SC-403"),
        ({"turn": {"seat": 0, "moon": 1}}, r"turn\.moon", ""),
        ({"turn": None}, "turn", ""),
        ({"turn": {"seat": 0, "step": "over"}}, r"turn\.step", "SC-520"),
        ({"turn": {"seat": 0, "step": "over"}, "deck": ["B01"]}, r"turn\.step", "SC-520"),
        ({"energy": [5, 1_000_001]}, r"energy\[1\]", "SC-010"),
        ({"energy": [5.0, 5]}, r"energy\[0\]", "SC-010"),
        ({"turn": {"seat": 0, "cycle": False}}, r"turn\.cycle", "SC-203"),
        ({"options": {"bounded_supply": True}, "energy": [20, 11]}, "energy", "SC-012"),
        ({"options": {"bounded_supply": True}, "sapphires": [14, 17]}, "sapphires", "SC-012"),
        ({"options": {"first": 5}}, "options", ""),
        ({"seats": 5}, "seats", ""),
        (CYCLES | {"turn": {"seat": 1, "cycle": 0}}, r"turn\.cycle", "SC-203"),
        (CYCLES | {"turn": {"seat": 0, "cycle": 4}}, r"turn\.cycle", "SC-203"),
    ],
)
def test_a_misfit_is_named_with_field_and_rule(changes: dict[str, Any], field: str, rule: str) -> None:
    with pytest.raises(PositionError, match=rf"^{field}: ") as error:
        GAME.load(EXAMPLE | changes)
    assert error.value.rule == rule


def test_more_than_thirty_tokens_are_fine_where_the_supply_is_not_bounded() -> None:
    assert at(energy=[25, 25], sapphires=[14, 14]).turn() == 0


def test_a_triggered_enchantment_may_be_used_where_they_can_be_activated() -> None:
    state = at(options={"activate_enchantments": True}, piles={"R": ["R04/0"]}, used=["R04"])
    assert offers(state) == {"draw"}


def test_with_three_mages_the_cycle_says_which_turn_of_the_solo_it_is() -> None:
    for cycle in (1, 3):
        assert at(3, seat=1, cycle=cycle).position()["turn"]["cycle"] == cycle
    assert at(3, seat=2).position()["turn"]["cycle"] == 2
