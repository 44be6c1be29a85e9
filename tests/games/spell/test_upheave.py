"""Chapter "Upheave the arena"."""

from typing import Any

import pytest

from tests.games.spell.board import MID, REF, arena, asymmetric, can, cells, load, mages, offers, play, rule

LOOSE = REF | {"options": {"keep_border_hole": True}}


def count_by_place(choices: list[dict[str, Any]]) -> dict[str, int]:
    """Return how many of these upheaves lift a tile in the centre, on an edge and in a corner."""
    return {cell: sum(a["lift"] == cell for a in choices) for cell in ("11", "01", "00")}


@pytest.mark.rule("SP-120")
def test_one_upheave_a_turn() -> None:
    state = load(REF, "U11D")
    assert offers(state, "upheave") == []
    assert rule(state, "U00D") == "SP-120"


@pytest.mark.rule("SP-121")
def test_any_free_tile_is_lifted_wherever_it_lies() -> None:
    assert len(cells(load(REF), "upheave", "lift")) == 13
    assert rule(load(REF), "U33L") == "SP-121"


@pytest.mark.rule("SP-122")
def test_a_tile_with_a_figure_is_not_lifted() -> None:
    assert rule(load(REF), "U10D") == "SP-122"
    assert rule(load(REF), "U12D") == "SP-122"
    assert rule(load(REF | {"elementals": {"k": [], "p": ["22"]}}), "U22D") == "SP-122"


@pytest.mark.rule("SP-123")
def test_the_lifted_tile_lies_in_the_old_hole_as_it_was() -> None:
    assert arena(load(REF, "U11U")) == "k.kp/KpPk/pkpk/kppN"


@pytest.mark.rule("SP-124")
def test_the_cell_it_left_is_the_new_hole() -> None:
    state = load(REF, "U22D")  # one tile below slides up into (2,2)
    assert arena(state) == "kpkp/KNPk/pkpk/kp.p"
    assert state.view(None)["log"][-1]["tiles"] == [["22", "33"], ["32", "22"]]


@pytest.mark.rule("SP-125")
def test_a_whole_side_of_the_new_hole_slides() -> None:
    black = REF | {"mages": {"k": ["10"], "p": ["00"]}}
    moved = {side: load(black, f"U12{side}").view(None)["log"][-1]["tiles"][1:] for side in "LRUD"}
    assert moved == {
        "L": [["10", "11"], ["11", "12"]],
        "R": [["13", "12"]],
        "U": [["02", "12"]],
        "D": [["22", "12"], ["32", "22"]],
    }


@pytest.mark.rule("SP-126")
def test_the_hole_ends_at_the_far_end_of_the_part() -> None:
    assert arena(load(REF, "U11D")) == "kpkp/KkPk/pppk/k.pN"


@pytest.mark.rule("SP-127")
def test_the_part_slides_as_a_whole() -> None:
    after = {arena(load(REF, f"U{a['lift']}{a['side']}")) for a in offers(load(REF), "upheave")}
    assert "kpkp/KkPk/p.pk/kppN" not in after


@pytest.mark.rule("SP-128")
def test_figures_ride_on_sliding_tiles() -> None:
    state = load(REF, "U11L")
    assert arena(state) == "kpkp/.KPk/pkpk/kppN"
    assert mages(state, "k") == ["11"]
    assert state.view(None)["log"][-1]["riders"] == [{"figure": "mage", "of": "k", "from": "10", "to": "11"}]


@pytest.mark.rule("SP-129")
def test_riding_is_no_move_and_nothing_blocks_a_slide() -> None:
    state = load(REF, "U11R")
    assert arena(state) == "kpkp/KPk./pkpk/kppN"
    assert mages(state, "p") == ["11"]
    assert state.position()["used"]["mage"] is False


@pytest.mark.rule("SP-130")
def test_the_tile_just_put_down_may_slide_on() -> None:
    state = load(REF, "U30R")
    assert arena(state) == "kpkp/KNPk/pkpk/ppk."
    assert state.view(None)["log"][-1]["tiles"] == [["30", "32"], ["31", "30"], ["32", "31"]]


@pytest.mark.rule("SP-131")
def test_from_a_central_cell_something_must_slide() -> None:
    assert rule(load(REF), "U11-") == "SP-131"
    assert {a["side"] for a in offers(load(REF), "upheave") if a["lift"] == "11"} == set("UDLR")


@pytest.mark.rule("SP-132")
def test_from_a_border_cell_too_something_must_slide() -> None:
    arenas = {side: arena(load(REF, f"U01{side}")) for side in "LRD"}
    assert arenas == {
        "L": ".kkp/KNPk/pkpk/kppp",
        "R": "kkp./KNPk/pkpk/kppp",
        "D": "kNkp/KkPk/pppk/k.pp",
    }
    assert rule(load(REF), "U01U") == "SP-132"
    assert rule(load(REF), "U01-") == "SP-132"


@pytest.mark.rule("SP-132")
def test_where_the_table_allows_it_the_hole_may_stay_on_the_border() -> None:
    assert arena(load(LOOSE, "U01-")) == "k.kp/KNPk/pkpk/kppp"
    assert rule(load(LOOSE), "U11-") == "SP-131"
    assert rule(load(LOOSE), "U01U") == "SP-132"


@pytest.mark.rule("SP-133")
def test_a_slide_is_chosen_among_thirty_nine() -> None:
    choices = offers(load(REF), "upheave")
    assert len(choices) == 39
    assert count_by_place(choices) == {"11": 4, "01": 3, "00": 2}


@pytest.mark.rule("SP-133")
def test_with_holes_that_stay_there_are_forty_nine_choices_giving_forty_two_arenas() -> None:
    choices = offers(load(LOOSE), "upheave")
    assert len(choices) == 49
    assert count_by_place(choices) == {"11": 4, "01": 4, "00": 3}
    assert len({arena(load(LOOSE, f"U{a['lift']}{a['side']}")) for a in choices}) == 42


@pytest.mark.rule("SP-134")
def test_an_upheave_that_changes_nothing_is_legal_and_used_up() -> None:
    state = load(REF, "U32R")
    assert arena(state) == arena(load(REF))
    assert state.position()["used"]["upheaves"] == 1


@pytest.mark.rule("SP-135")
def test_no_upheave_flips_a_tile() -> None:
    for choice in offers(load(MID), "upheave"):
        tiles = arena(load(MID, f"U{choice['lift']}{choice['side']}"))
        assert [tiles.count(tile) for tile in "PpKkN"] == [5, 2, 2, 5, 1]


@pytest.mark.rule("SP-136")
def test_an_upheave_is_one_action_with_nothing_in_between() -> None:
    state = load(MID)
    nodes = len(state.history)
    play(state, "U00R")
    assert len(state.history) == nodes + 1
    assert state.turn() == 1
    assert state.position()["used"]["upheaves"] == 1


@pytest.mark.rule("SP-137")
def test_the_marker_is_used_after_the_last_upheave() -> None:
    assert load(REF, "U11D").position()["used"]["upheaves"] == 1
    twice = load(asymmetric(REF, "extralimitae", "bilevitagramaton"), "U11D")
    assert can(twice, "U00R")
    assert offers(play(twice, "U00R"), "upheave") == []
