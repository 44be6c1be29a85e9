"""Chapter "Play mage: move or activate"."""

import pytest

from tests.games.spell.board import MID, REF, Position, arena, can, cells, load, mages, offers, play, rule


def purple_at(cell: str) -> Position:
    return REF | {"mages": {"k": ["10"], "p": [cell]}}


@pytest.mark.rule("SP-101")
def test_a_mage_moves_or_activates_once_a_turn() -> None:
    for first in ("M12>22", "A12+22"):
        state = load(REF, first)
        assert offers(state, "move") == []
        assert offers(state, "activate") == []


@pytest.mark.rule("SP-102")
def test_a_mage_moves_one_king_step() -> None:
    assert cells(load(REF), "move", "to") == {"01", "02", "03", "11", "13", "21", "22", "23"}
    assert cells(load(REF | {"turn": "k"}), "move", "to") == {"00", "01", "11", "20", "21"}
    assert rule(load(REF), "M12>32") == "SP-102"


@pytest.mark.rule("SP-103")
def test_a_mage_does_not_move_into_the_hole() -> None:
    assert rule(load(purple_at("22")), "M22>33") == "SP-103"


@pytest.mark.rule("SP-104")
def test_a_mage_does_not_move_onto_a_figure() -> None:
    state = load(REF | {"mages": {"k": ["11"], "p": ["12"]}})
    assert len(cells(state, "move", "to")) == 7
    assert rule(state, "M12>11") == "SP-104"
    with_elemental = load(REF | {"elementals": {"k": [], "p": ["22"]}})
    assert rule(with_elemental, "M12>22") == "SP-104"


@pytest.mark.rule("SP-105")
def test_a_mage_stays_inside_the_arena() -> None:
    assert cells(load(REF | {"turn": "k"}), "move", "to") == {"00", "01", "11", "20", "21"}
    assert cells(load(purple_at("03")), "move", "to") == {"02", "12", "13"}


@pytest.mark.rule("SP-106")
def test_owner_and_face_of_the_goal_do_not_matter() -> None:
    assert can(load(REF), "M12>02")
    assert can(load(REF), "M12>11")


@pytest.mark.rule("SP-107")
def test_a_move_changes_the_cell() -> None:
    assert rule(load(REF), "M12>12") == "SP-107"


@pytest.mark.rule("SP-108")
def test_a_move_changes_no_tile() -> None:
    state = load(REF, "M12>22")
    assert arena(state) == "kpkp/KNPk/pkpk/kpp."
    assert mages(state, "p") == ["22"]


@pytest.mark.rule("SP-109")
def test_an_own_sleeping_tile_beside_the_mage_is_activated() -> None:
    assert offers(load(REF), "activate") == [{"do": "activate", "from": "12", "at": "22"}]
    assert arena(load(REF, "A12+22")) == "kpkp/KNPk/pkPk/kpp."


@pytest.mark.rule("SP-110")
def test_diagonal_neighbours_are_not_activated() -> None:
    assert rule(load(REF), "A12+01") == "SP-110"
    assert rule(load(REF), "A12+03") == "SP-110"


@pytest.mark.rule("SP-111")
def test_enemy_and_neutral_tiles_are_not_activated() -> None:
    assert [rule(load(REF), f"A12+{cell}") for cell in ("02", "13", "11")] == ["SP-111"] * 3


@pytest.mark.rule("SP-112")
def test_an_active_tile_is_not_turned_back() -> None:
    assert rule(load(MID), "A12+02") == "SP-112"


@pytest.mark.rule("SP-113")
def test_the_tile_under_the_acting_mage_is_not_activated() -> None:
    assert rule(load(purple_at("22")), "A22+22") == "SP-113"


@pytest.mark.rule("SP-114")
def test_a_tile_with_another_figure_is_not_activated() -> None:
    state = load(REF | {"mages": {"k": ["22"], "p": ["12"]}})
    assert offers(state, "activate") == []
    assert rule(state, "A12+22") == "SP-114"
    assert rule(load(REF | {"elementals": {"k": [], "p": ["22"]}}), "A12+22") == "SP-114"


@pytest.mark.rule("SP-115")
def test_one_use_takes_the_other_option_too() -> None:
    assert rule(load(REF, "A12+22"), "M12>11") == "SP-115"
    assert rule(load(REF, "M12>11"), "A11+01") == "SP-115"


@pytest.mark.rule("SP-116")
def test_an_activated_tile_stays_active() -> None:
    state = load(REF, "A12+22", *["E"] * 10)
    assert arena(state) == "kpkp/KNPk/pkPk/kpp."


@pytest.mark.rule("SP-117")
def test_an_option_without_target_is_not_offered() -> None:
    state = load(REF | {"mages": {"k": ["22"], "p": ["12"]}})
    assert offers(state, "activate") == []
    assert offers(state, "move") != []
    assert play(state, "E").turn() == 0
