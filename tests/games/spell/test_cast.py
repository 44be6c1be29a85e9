"""Chapter "Cast a spell"."""

import pytest

from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from tests.games.spell.board import (
    MID,
    REF,
    TEN,
    Position,
    arena,
    can,
    cells,
    load,
    mages,
    offers,
    play,
    refused,
    rule,
    walk,
)

# REF with some captured cards for purple; the points agree (SP-166)
LEVEL_1 = REF | {"hands": {"k": [], "p": ["B1-1"]}, "score": {"k": 0, "p": 1}}
LEVEL_2 = REF | {"hands": {"k": [], "p": ["B2-2"]}, "score": {"k": 0, "p": 2}}
LEVEL_3 = REF | {"hands": {"k": [], "p": ["B3-1"]}, "score": {"k": 0, "p": 3}}


def casts(position: Position, *moves: str) -> set[tuple[int, int]]:
    return {(a["level"], a["spell"]) for a in offers(load(position, *moves), "cast")}


def at_target(position: Position, level: int, spell: int) -> State:
    """Return the state in which a spell waits for its target."""
    state = load(position)
    state.apply(GAME.find({"do": "cast", "level": level, "spell": spell}))
    return state


@pytest.mark.rule("SP-170")
def test_only_the_player_on_turn_casts_and_only_own_cards() -> None:
    assert refused(load(LEVEL_1 | {"turn": "k"}), do="cast", level=1, spell=1) == "SP-170"
    assert refused(load(REF), do="cast", level=1, spell=1) == "SP-170"
    assert refused(load(LEVEL_1), do="summon", at="22") == "SP-170"


@pytest.mark.rule("SP-171")
def test_a_card_is_cast_at_once_or_in_any_later_turn() -> None:
    state = load(MID | {"round": 3}, "R:B1-1", "E", "E", "E", "E")
    assert (state.position()["round"], state.position()["turn"]) == (5, "p")
    assert can(state, "S:B1-1/1@22")


@pytest.mark.rule("SP-172")
def test_one_card_gives_one_spell() -> None:
    state = load(LEVEL_3, "S:B3-1/2:12>30")
    assert offers(state, "cast") == []


@pytest.mark.rule("SP-173")
def test_a_card_offers_the_spells_of_its_level_and_below() -> None:
    assert casts(LEVEL_1) == {(1, 1)}
    assert casts(LEVEL_2) == {(2, 1), (2, 2)}
    assert casts(LEVEL_3) == {(3, 1), (3, 2), (3, 3)}
    assert refused(load(LEVEL_2), do="cast", level=2, spell=3) == "SP-173"


@pytest.mark.rule("SP-174")
def test_no_spell_ever_uses_a_level_four_card() -> None:
    assert offers(load(TEN, "R:B4-1"), "cast") == []
    assert refused(load(TEN), do="cast", level=4, spell=1) == "SP-173"


@pytest.mark.rule("SP-175")
def test_a_cast_card_is_discarded() -> None:
    state = load(LEVEL_1, "S:B1-1/1@22")
    assert state.position()["hands"]["p"] == []
    assert state.position()["discard"] == ["B1-1"]


def test_the_card_of_a_level_captured_first_is_used_first() -> None:
    two = REF | {"hands": {"k": [], "p": ["B1-7", "B2-2", "B1-1"]}, "score": {"k": 0, "p": 4}}
    state = load(two, "S:B1-7/1@22")
    assert state.position()["hands"]["p"] == ["B2-2", "B1-1"]
    assert state.position()["discard"] == ["B1-7"]


@pytest.mark.rule("SP-176")
def test_any_number_of_spells_in_a_turn() -> None:
    three = REF | {"hands": {"k": [], "p": ["B2-2", "B2-3", "B2-5"]}, "score": {"k": 0, "p": 6}}
    state = load(three, "S:B2-2/2:12>30", "S:B2-3/2:30>00", "S:B2-5/2:00>32")
    assert mages(state, "p") == ["32"]


@pytest.mark.rule("SP-177")
def test_a_spell_without_target_is_not_cast_and_its_card_stays() -> None:
    state = load(MID | {"elementals": {"k": [], "p": ["00", "03"]}})
    assert refused(state, do="cast", level=2, spell=1) == "SP-183"
    assert state.position()["hands"]["p"] == ["B2-1"]


@pytest.mark.rule("SP-178")
def test_casting_uses_no_marker() -> None:
    state = load(LEVEL_2, "S:B2-2/2:12>30")
    assert state.position()["used"] == {"mage": False, "upheaves": 0, "special": False, "levels": []}
    assert can(state, "M30>20")


@pytest.mark.rule("SP-179")
def test_cards_left_at_the_end_are_worth_nothing_more() -> None:
    last = TEN | {
        "round": 6,
        "score": {"k": 0, "p": 10},
        "hands": {"k": [], "p": ["B1-3", "B2-2", "B3-2"]},
        "discard": ["B4-2"],
    }
    state = load(last, "R:B4-1", "R:B2-1", "E", "E")
    assert len(state.position()["hands"]["p"]) == 4
    assert state.outcome() == {"winners": [1], "scores": [0, 16], "reason": "power"}


# ---------------------------------------------------------------- summon


@pytest.mark.rule("SP-180")
def test_an_elemental_goes_on_any_free_tile() -> None:
    assert len(cells(at_target(MID, 2, 1), "summon")) == 13
    state = load(MID, "S:B2-1/1@22")
    assert state.position()["elementals"] == {"k": [], "p": ["22"]}
    assert state.view(None)["reserve"] == {"k": 2, "p": 1}


@pytest.mark.rule("SP-181")
def test_owner_face_and_distance_of_the_tile_do_not_matter() -> None:
    assert {"11", "02", "22"} <= cells(at_target(LEVEL_1, 1, 1), "summon")
    assert "01" in cells(at_target(MID, 2, 1), "summon")


@pytest.mark.rule("SP-182")
def test_no_elemental_in_the_hole_or_on_a_figure() -> None:
    for cell in ("21", "12", "33"):
        assert rule(load(MID), f"S:B2-1/1@{cell}") == "SP-182"


@pytest.mark.rule("SP-183")
def test_two_elementals_at_most() -> None:
    assert casts(MID | {"elementals": {"k": [], "p": ["00", "03"]}}) == {(2, 2)}
    assert casts(MID | {"elementals": {"k": [], "p": ["00"]}}) == {(2, 1), (2, 2)}


@pytest.mark.rule("SP-184")
def test_elementals_only_ride() -> None:
    start = REF | {"elementals": {"k": [], "p": ["21"]}}
    state = load(start, "U11D")
    assert state.position()["elementals"]["p"] == ["11"]
    assert state.view(None)["log"][-1]["riders"] == [{"figure": "elemental", "of": "p", "from": "21", "to": "11"}]
    for action in load(start).legal():
        after = load(start)
        after.apply(action)
        if GAME.describe(action)["do"] in ("move", "activate"):
            assert after.position()["elementals"]["p"] == ["21"]


@pytest.mark.rule("SP-185")
def test_an_elemental_occupies_its_tile() -> None:
    elemental = {"elementals": {"k": [], "p": ["22"]}}
    state = load(LEVEL_3 | elemental)
    assert len(cells(state, "upheave", "lift")) == 12
    assert "22" not in cells(state, "upheave", "lift") | cells(state, "move", "to") | cells(state, "activate")
    assert "22" not in cells(at_target(LEVEL_3 | elemental, 3, 1), "summon")
    assert "22" not in cells(at_target(LEVEL_3 | elemental, 3, 2), "levitate", "to")
    beside = LEVEL_3 | elemental | {"mages": {"k": ["21"], "p": ["12"]}}
    assert "22" not in cells(at_target(beside, 3, 3), "force", "to")


@pytest.mark.rule("SP-186")
def test_elementals_go_back_at_the_end_of_the_turn() -> None:
    state = load(MID, "S:B2-1/1@22", "E")
    assert state.position()["elementals"] == {"k": [], "p": []}
    assert state.view(None)["reserve"] == {"k": 2, "p": 2}


# ---------------------------------------------------------------- levitation, force field, level 4


@pytest.mark.rule("SP-190")
def test_levitation_carries_the_mage_to_any_free_tile() -> None:
    state = at_target(MID, 2, 2)
    assert len(cells(state, "levitate", "to")) == 13
    assert cells(state, "levitate", "from") == {"12"}
    assert mages(load(MID, "S:B2-1/2:12>30"), "p") == ["30"]


@pytest.mark.rule("SP-191")
def test_levitation_needs_another_free_tile() -> None:
    assert rule(load(MID), "S:B2-1/2:12>33") == "SP-191"
    assert rule(load(MID), "S:B2-1/2:12>21") == "SP-191"
    assert rule(load(MID), "S:B2-1/2:12>12") == "SP-107"
    assert rule(load(MID), "S:B2-1/2:00>01") == "SP-190"


FIELD = MID | {"hands": {"k": ["B1-3"], "p": ["B3-2"]}, "score": {"k": 2, "p": 6}}


@pytest.mark.rule("SP-195")
def test_a_force_field_moves_the_enemy_mage_one_step_where_the_caster_says() -> None:
    assert cells(at_target(FIELD, 3, 3), "force", "to") == {"10", "11", "20", "22", "30", "31", "32"}
    assert mages(load(FIELD, "S:B3-2/3:21>32"), "k") == ["32"]
    assert rule(load(FIELD), "S:B3-2/3:21>03") == "SP-195"
    assert rule(load(FIELD), "S:B3-2/3:12>22") == "SP-195"


@pytest.mark.rule("SP-196")
def test_a_force_field_needs_a_free_tile() -> None:
    assert rule(load(FIELD), "S:B3-2/3:21>12") == "SP-196"
    beside_the_hole = FIELD | {"mages": {"k": ["22"], "p": ["12"]}}
    assert rule(load(beside_the_hole), "S:B3-2/3:22>33") == "SP-196"


@pytest.mark.rule("SP-197")
def test_a_force_field_changes_no_tile() -> None:
    assert arena(load(FIELD, "S:B3-2/3:21>32")) == arena(load(FIELD))


@pytest.mark.rule("SP-198")
def test_without_a_free_tile_around_the_enemy_no_force_field() -> None:
    caught = LEVEL_3 | {"mages": {"k": ["03"], "p": ["12"]}, "elementals": {"k": [], "p": ["02", "13"]}}
    assert casts(caught) == {(3, 2)}
    assert refused(load(caught), do="cast", level=3, spell=3) == "SP-198"
    assert load(caught).position()["hands"]["p"] == ["B3-1"]


@pytest.mark.rule("SP-200")
def test_the_fourth_level_only_scores() -> None:
    state = load(TEN, "R:B4-1")
    assert arena(state) == arena(load(TEN))
    assert offers(state, "cast") == []


def test_a_cast_is_followed_by_exactly_its_targets() -> None:
    verbs = {"summon": "summon", "levitate": "levitate", "force": "force", "push": "push", "extra": "move activate"}
    for state in walk(GAME.new(2, {"mode": "asymmetric", "tournament": True}), 8):
        phase = state.view(None)["phase"]
        if phase in verbs:
            assert {GAME.describe(a)["do"] for a in state.legal()} <= set(verbs[phase].split())
    assert play(load(LEVEL_1), "S:B1-1/1@22").turn() == 1
