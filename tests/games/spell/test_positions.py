"""Positions: what is checked, and the field and rule of each error."""

from typing import Any

import pytest

from sortilege import PositionError
from sortilege.games.spell import GAME
from tests.games.spell.board import MID, REF, TEN, asymmetric, games, load

MINE = asymmetric(REF, "bilevitagramaton", "extralimitae")
HOLLOW = REF | {"arena": ["kpkp", "KNPk", "p.pk", "kppk"]}
OVER = TEN | {"turn": None, "score": {"k": 0, "p": 15}, "round": 6}


@pytest.mark.parametrize(
    ("position", "field", "rule"),
    [
        (REF | {"arena": ["kpkp", "KNPk", "pkpk", "kppk"]}, "arena", "SP-003"),
        (REF | {"arena": ["kpkp", "KNPk", "pkpk", "kp.."]}, "arena", "SP-003"),
        (REF | {"arena": ["kpkp", "KNPk", "pkpk", "kpN."]}, "arena", "SP-003"),
        (REF | {"arena": ["kpkp", "K.Pk", "pkpk", "kpp."]}, "arena", "SP-004"),
        (REF | {"arena": ["kpkp", "KxPk", "pkpk", "kpp."]}, "arena", "SP-003"),
        (REF | {"arena": ["kpkp", "KNPk", "pkpk"]}, "arena", "SP-005"),
        (REF | {"arena": ["kpkp", "KNPk", "pkpk", "kpp"]}, "arena", "SP-005"),
        (REF | {"mages": {"k": ["12"], "p": ["12"]}}, "mages.p[0]", "SP-006"),
        (REF | {"mages": {"k": ["33"], "p": ["12"]}}, "mages.k[0]", "SP-007"),
        (REF | {"mages": {"k": ["44"], "p": ["12"]}}, "mages.k[0]", "SP-007"),
        (REF | {"mages": {"k": ["10", "11"], "p": ["12"]}}, "mages.k", "SP-021"),
        (REF | {"mages": {"k": ["10"]}}, "mages.p", "SP-021"),
        (REF | {"elementals": {"k": [], "p": ["10"]}}, "elementals.p[0]", "SP-006"),
        (REF | {"elementals": {"k": [], "p": ["33"]}}, "elementals.p[0]", "SP-007"),
        (REF | {"elementals": {"k": [], "p": ["22", "22"]}}, "elementals.p[1]", "SP-006"),
        (REF | {"elementals": {"k": ["22"], "p": []}}, "elementals.k", "SP-015"),
        (REF | {"elementals": {"k": [], "p": ["00", "01", "02"]}}, "elementals.p", "SP-183"),
        (MINE | {"special": {"k": None, "p": "T4"}, "used": {"special": True}}, "special.p", "SP-282"),
        (MINE | {"special": {"k": None, "p": "T1"}}, "used.special", "SP-281"),
        (MINE | {"used": {"special": True}}, "used.special", "SP-281"),
        (MINE | {"special": {"k": "T1", "p": None}, "used": {"special": True}}, "special.k", "SP-280"),
        (MINE | {"turn": "k", "special": {"k": None, "p": "T1"}, "used": {"special": True}}, "special.p", "SP-015"),
        (REF | {"turn": "x"}, "turn", "SP-085"),
        (REF | {"round": 7}, "round", "SP-222"),
        (REF | {"round": 0}, "round", "SP-222"),
        (REF | {"gem": "N"}, "gem", "SP-013"),
        (REF | {"seats": 1, "turn": "k"}, "turn", "SP-305"),
        (REF | {"seats": 1, "options": {"difficulty": "hard"}, "round": 6}, "round", "SP-335"),
        (REF | {"score": {"k": 0, "p": 1}}, "score", "SP-166"),
        (MID | {"score": {"k": 2, "p": 6}}, "score", "SP-166"),
        (MID | {"score": {"k": -1, "p": 8}}, "score.k", "SP-019"),
        (TEN | {"score": {"k": 0, "p": 16}}, "score.p", "SP-221"),
        (TEN | {"score": {"k": 16, "p": 0}}, "score.k", "SP-221"),
        (TEN | {"turn": "k", "score": {"k": 16, "p": 0}}, "score.k", "SP-221"),
        (REF | {"used": {"upheaves": 2}}, "used.upheaves", "SP-120"),
        (MINE | {"turn": "k", "used": {"upheaves": 3}}, "used.upheaves", "SP-295"),
        (REF | {"used": {"levels": [5]}}, "used.levels[0]", "SP-350"),
        (REF | {"used": {"levels": [1, 1]}}, "used.levels[1]", "SP-152"),
        (REF | {"used": {"mage": 1}}, "used.mage", ""),
        (REF | {"used": {"spell": True}}, "used", ""),
        (REF | {"used": {"levels": [2]}}, "used.levels", "SP-161"),
        (HOLLOW | {"used": {"upheaves": 1}}, "arena", "SP-016"),
        (HOLLOW | {"options": {"central_hole": False}}, "arena", "SP-051"),
        (HOLLOW | {"options": {"central_hole": False}, "round": 4}, "arena", "SP-051"),
        (REF | {"runes": {"1": ["B1-3", "B1-5"]}}, "runes", "SP-008"),
        (REF | {"runes": REF["runes"] | {"1": ["B1-3"]}}, "runes.1", "SP-008"),
        (REF | {"runes": REF["runes"] | {"1": ["B1-3", "B1-3"]}}, "runes.1[1]", "SP-017"),
        (REF | {"runes": REF["runes"] | {"1": ["B1-3", "B2-5"]}}, "runes.1[1]", "SP-024"),
        (REF | {"runes": REF["runes"] | {"1": ["B1-3", "A1-5"]}}, "runes.1[1]", "SP-023"),
        (REF | {"runes": REF["runes"] | {"1": ["B1-3", None]}}, "runes.1", "SP-207"),
        (MID | {"hands": {"k": ["B1-1"], "p": ["B2-1"]}}, "hands.k[0]", "SP-017"),
        (MID | {"hands": {"k": ["B4-1"], "p": ["B2-1"]}}, "hands.k[0]", "SP-151"),
        (MID | {"discard": ["B1-4", "B1-4"]}, "discard[1]", "SP-017"),
        (REF | {"amulets": {"k": "doppelganger", "p": "extralimitae"}}, "amulets.k", "SP-240"),
        (REF | {"options": {"mode": "asymmetric"}}, "amulets.k", "SP-241"),
        (asymmetric(REF, "extralimitae", "extralimitae"), "amulets", "SP-244"),
        (asymmetric(REF, "doppelganger", "extralimitae"), "mages.k", "SP-250"),
        (
            asymmetric(REF, "extralimitae", "doppelganger")
            | {"mages": {"k": ["10"], "p": ["12", "22"]}, "elementals": {"k": [], "p": ["00"]}},
            "elementals.p",
            "SP-250",
        ),
        (OVER | {"round": 5}, "turn", "SP-220"),
        (OVER | {"used": {"mage": True}}, "used", "SP-210"),
        (OVER | {"elementals": {"k": ["31"], "p": []}}, "elementals.k", "SP-015"),
    ],
)
def test_a_position_that_cannot_lie_on_the_table_is_refused(position: dict[str, Any], field: str, rule: str) -> None:
    with pytest.raises(PositionError) as refused:
        GAME.load(position)
    assert (refused.value.field, refused.value.rule) == (field, rule)


@pytest.mark.parametrize("key", ["arena", "mages", "turn", "round", "gem", "runes"])
def test_a_required_field_is_named(key: str) -> None:
    with pytest.raises(PositionError, match=f"^{key}: is required"):
        GAME.load({k: v for k, v in REF.items() if k != key})


def test_omitted_fields_have_defaults_and_a_saved_position_has_every_field() -> None:
    position = load(REF).position()
    assert set(position) == {
        *("game", "seats", "options", "arena", "mages", "elementals", "special", "turn", "round", "gem", "score"),
        *("used", "runes", "hands", "discard", "amulets"),
    }
    assert position["score"] == {"k": 0, "p": 0}
    assert position["amulets"] == {"k": None, "p": None}
    assert GAME.load(position).position() == position


def test_a_claim_of_this_turn_explains_sixteen_points_and_an_empty_place() -> None:
    claimed = TEN | {
        "score": {"k": 0, "p": 19},
        "used": {"levels": [4]},
        "discard": [*TEN["discard"], "B4-1"],
        "runes": TEN["runes"] | {"4": [None, "B4-6"]},
    }
    assert load(claimed).position() == load(TEN, "R:B4-1").position()


@pytest.mark.rule("SP-051")
def test_a_hole_in_the_middle_is_loaded_where_an_arena_may_begin_so() -> None:
    """In solo the arena is printed, so the option about building it has no effect."""
    alone = {"seats": 1, "options": {"central_hole": False}}
    for position in (HOLLOW, HOLLOW | {"round": 4}, HOLLOW | alone):
        assert load(position).position()["arena"] == HOLLOW["arena"]


def test_the_first_player_may_have_passed_sixteen_while_the_second_plays() -> None:
    assert load(TEN | {"turn": "k", "score": {"k": 0, "p": 15}}).turn() == 0
    passed = TEN | {"turn": "k", "score": {"k": 0, "p": 19}, "discard": [*TEN["discard"], "B4-5"]}
    assert load(passed).turn() == 0


def test_a_finished_game_is_a_position_too() -> None:
    state = load(OVER)
    assert state.outcome() == {"winners": [1], "scores": [0, 15], "reason": "rounds"}
    assert state.position()["turn"] is None


def test_then_reaches_every_node_of_a_turn() -> None:
    cast = [{"do": "cast", "level": 2, "spell": 1}, {"do": "summon", "at": "22"}]
    assert load(MID | {"then": cast}).position()["elementals"]["p"] == ["22"]
    assert load(MID | {"then": cast[:1]}).view(None)["phase"] == "summon"
    with pytest.raises(PositionError, match=r"^then\[1\]: .*SP-182"):
        load(MID | {"then": [cast[0], {"do": "summon", "at": "33"}]})


def test_every_quiet_point_of_every_mode_comes_back_as_it_was() -> None:
    for state in games():
        if state.view(None)["phase"] in ("play", "over"):
            position = state.position()
            assert GAME.load(position).position() == position
