"""Chapter "Own cells"."""

import pytest

from tests.games.spell.board import MID, REF, arena, claims, load, own

ELEMENTAL = {"elementals": {"k": [], "p": ["23"]}}


@pytest.mark.rule("SP-090")
def test_own_cells_are_active_own_tiles_and_those_under_own_figures() -> None:
    assert own(load(MID), "p") == {"01", "02", "11", "12", "21", "31"}


@pytest.mark.rule("SP-091")
def test_the_tile_under_ones_mage_counts_whatever_it_is() -> None:
    for cell in ("12", "00", "03"):  # neutral, own asleep, enemy
        assert cell in own(load(MID | {"mages": {"k": ["21"], "p": [cell]}}), "p")


@pytest.mark.rule("SP-092")
def test_the_tile_under_ones_elemental_counts() -> None:
    assert "23" in own(load(MID | ELEMENTAL), "p")


@pytest.mark.rule("SP-093")
def test_an_enemy_mage_on_an_active_tile_changes_nothing() -> None:
    assert load(MID).view(None)["mages"]["k"] == ["21"]
    assert "21" in own(load(MID), "p")


@pytest.mark.rule("SP-094")
def test_an_enemy_mage_does_not_wake_a_tile() -> None:
    assert "22" not in own(load(MID | {"mages": {"k": ["22"], "p": ["12"]}}), "p")


@pytest.mark.rule("SP-095")
def test_a_mage_colours_no_tile_on_the_rivals_turn() -> None:
    state = load(MID | {"turn": "k"})
    assert own(state, "k") == {"10", "21", "23"}
    assert claims(state) == set()


@pytest.mark.rule("SP-096")
def test_the_effect_follows_the_mage() -> None:
    state = load(MID, "M12>22")
    assert "12" not in own(state, "p")
    assert "22" in own(state, "p")


@pytest.mark.rule("SP-097")
def test_own_cells_are_worked_out_after_every_step() -> None:
    state = load(MID)
    assert "B3-1" not in claims(state)
    assert "B3-1" in claims(load(MID, "S:B2-1/1@22"))


@pytest.mark.rule("SP-098")
def test_the_neutral_tile_counts_for_nobody_without_a_figure() -> None:
    state = load(MID | {"mages": {"k": ["21"], "p": ["00"]}})
    assert "12" not in own(state, "p") | own(state, "k")


@pytest.mark.rule("SP-099")
def test_a_figure_never_flips_its_tile() -> None:
    before = arena(load(MID))
    assert arena(load(MID, "S:B2-1/1@22", "E")) == before


@pytest.mark.rule("SP-100")
def test_the_hole_is_nobodys() -> None:
    state = load(REF)
    assert "33" not in own(state, "k") | own(state, "p")
