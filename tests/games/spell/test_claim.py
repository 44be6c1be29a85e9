"""Chapter "Activate a rune (claim a card)"."""

import pytest

from sortilege import CHANCE
from sortilege.games.spell import GAME
from tests.games.spell.board import (
    MID,
    REF,
    TEN,
    Position,
    arena,
    can,
    claims,
    do,
    drawing,
    games,
    load,
    mages,
    offers,
    play,
    rule,
)


def position_owning(*cells: str, **runes: str) -> Position:
    """Return REF with purple's active tiles on exactly these cells. `one="B1-5"` puts that card on top of its pile."""
    rest = iter("p" * (7 - len(cells)) + "kkkkkkkN.")
    tiles = ["P" if f"{r}{c}" in cells else next(rest) for r in range(4) for c in range(4)]
    rows = ["".join(tiles[r * 4 : r * 4 + 4]) for r in range(4)]
    black = next(f"{r}{c}" for r in range(3, -1, -1) for c in range(4) if rows[r][c] == "k")
    runes_shown = dict(REF["runes"])
    for card in runes.values():
        runes_shown[card[1]] = [card, next(c for c in runes_shown[card[1]] if c != card)]
    return REF | {"arena": rows, "mages": {"k": [black], "p": [cells[0]]}, "runes": runes_shown}


@pytest.mark.rule("SP-140")
def test_a_rune_can_be_claimed_before_any_action_and_after_all_of_them() -> None:
    assert can(load(MID), "R:B1-1")
    assert can(load(MID, "M12>13", "U32R"), "R:B1-1")


@pytest.mark.rule("SP-141")
def test_only_the_two_visible_cards_of_a_level_can_be_claimed() -> None:
    everywhere = TEN | {"runes": TEN["runes"] | {"1": ["B1-6", "B1-1"]}}
    assert rule(load(everywhere), "R:B1-2") == "SP-141"
    assert can(load(TEN), "R:B1-2")


@pytest.mark.rule("SP-142")
def test_a_shape_matches_in_some_rotation_and_place() -> None:
    assert can(load(position_owning("00", "01", "10", "20", one="B1-5")), "R:B1-5")
    assert rule(load(position_owning("00", "01", "10", "30", one="B1-5")), "R:B1-5") == "SP-142"


@pytest.mark.rule("SP-143")
def test_shapes_may_be_turned() -> None:
    for line in (["00", "01", "02", "03"], ["02", "12", "22", "32"]):
        assert can(load(position_owning(*line, one="B1-1")), "R:B1-1")


@pytest.mark.rule("SP-144")
def test_mirror_images_do_not_match() -> None:
    assert not can(load(position_owning("00", "01", "10", "20", one="B1-4")), "R:B1-4")
    assert can(load(position_owning("00", "01", "11", "21", one="B1-4")), "R:B1-4")


@pytest.mark.rule("SP-145")
def test_further_own_cells_do_not_matter() -> None:
    state = load(MID)
    assert len(drawing(state, 1)["own"]["p"]) == 6
    assert can(state, "R:B1-2")


@pytest.mark.rule("SP-146")
def test_the_gaps_of_a_card_may_be_own_cells() -> None:
    runes = {n: [f"A{n}-1", f"A{n}-2"] for n in "1234"} | {"1": ["A1-7", "A1-2"]}
    deck = {"options": {"deck": "advanced"}, "runes": runes}
    assert can(load(position_owning("00", "01", "02", "11", "21") | deck), "R:A1-7")


@pytest.mark.rule("SP-147")
def test_the_parts_of_a_shape_keep_their_exact_distance() -> None:
    runes = {n: [f"A{n}-1", f"A{n}-2"] for n in "1234"} | {"1": ["A1-7", "A1-2"]}
    deck = {"options": {"deck": "advanced"}, "runes": runes}
    assert can(load(position_owning("00", "01", "02", "21") | deck), "R:A1-7")
    assert not can(load(position_owning("00", "01", "02", "31") | deck), "R:A1-7")


@pytest.mark.rule("SP-148")
def test_shapes_do_not_wrap_around_the_border() -> None:
    assert not can(load(position_owning("00", "03", "10", "13", one="B1-2")), "R:B1-2")
    assert can(load(position_owning("00", "01", "10", "11", one="B1-2")), "R:B1-2")


@pytest.mark.rule("SP-149")
def test_a_claim_scores_the_level_of_the_card() -> None:
    before = load(MID, "S:B2-1/1@22")
    assert play(before, "R:B3-1").position()["score"] == {"k": 2, "p": 8}


@pytest.mark.rule("SP-150")
def test_a_claimed_card_can_be_cast_at_once() -> None:
    empty = MID | {"hands": {"k": ["B1-3"], "p": []}, "score": {"k": 2, "p": 3}}
    assert offers(load(empty), "cast") == []
    state = load(empty, "R:B2-2")
    assert state.position()["hands"]["p"] == ["B2-2"]
    assert can(state, "S:B2-2/2:12>32")


@pytest.mark.rule("SP-151")
def test_a_level_four_card_is_discarded_at_once() -> None:
    state = load(TEN, "R:B4-1")
    assert state.position()["score"]["p"] == 19
    assert state.position()["discard"][-1] == "B4-1"
    assert state.position()["hands"]["p"] == []


@pytest.mark.rule("SP-152")
def test_one_card_of_each_level_a_turn() -> None:
    state = load(MID, "R:B1-1")
    assert rule(state, "R:B1-2") == "SP-152"
    assert claims(state) == {"B2-2"}


@pytest.mark.rule("SP-153")
def test_levels_are_claimed_in_any_order() -> None:
    assert load(TEN, "R:B3-1", "R:B1-2", "R:B4-1", "R:B2-1").scores() == [0, 25]


@pytest.mark.rule("SP-154")
def test_the_same_tiles_serve_several_claims() -> None:
    assert load(MID, "R:B1-1", "R:B2-2").position()["score"]["p"] == 5 + 3


@pytest.mark.rule("SP-155")
def test_a_claim_changes_nothing_in_the_arena() -> None:
    before, after = load(MID), load(MID, "R:B1-1")
    assert (arena(after), mages(after, "k"), mages(after, "p")) == (arena(before), ["21"], ["12"])
    assert after.position()["used"] == {"mage": False, "upheaves": 0, "special": False, "levels": [1]}


@pytest.mark.rule("SP-156")
def test_what_happens_later_never_undoes_a_claim() -> None:
    state = load(MID, "R:B1-1", "U01L")
    assert state.position()["score"]["p"] == 6
    assert "B1-1" in state.position()["hands"]["p"]


@pytest.mark.rule("SP-157")
def test_a_shape_broken_before_it_is_claimed_gives_nothing() -> None:
    assert can(load(MID), "R:B1-2")
    assert not can(load(MID, "M12>22"), "R:B1-2")


@pytest.mark.rule("SP-158")
def test_claiming_is_optional() -> None:
    assert load(MID, "E").position()["score"] == {"k": 2, "p": 5}


@pytest.mark.rule("SP-159")
def test_of_two_matching_cards_of_a_level_the_player_picks_one() -> None:
    assert {"B1-1", "B1-2"} <= claims(load(MID))


@pytest.mark.rule("SP-160")
def test_a_card_just_claimed_may_complete_the_next_shape() -> None:
    state = load(MID | {"hands": {"k": ["B1-3"], "p": []}, "score": {"k": 2, "p": 3}})
    assert not can(state, "R:B3-1")
    play(state, "R:B1-2", "S:B1-2/1@22", "R:B3-1")
    assert state.position()["score"]["p"] == 3 + 1 + 3


@pytest.mark.rule("SP-161")
def test_the_place_of_a_claimed_card_stays_empty_until_the_turn_ends() -> None:
    state = load(MID, "R:B1-1")
    assert state.position()["runes"]["1"] == [None, "B1-2"]
    assert None not in play(state, "E").position()["runes"]["1"]


@pytest.mark.rule("SP-162")
def test_the_same_tiles_may_claim_the_level_again_next_turn() -> None:
    state = load(MID, "R:B1-1", "E", "E")
    assert state.position()["turn"] == "p"
    assert can(state, "R:B1-2")


@pytest.mark.rule("SP-163")
def test_a_card_the_rival_has_captured_cannot_be_taken() -> None:
    assert load(MID).position()["hands"]["k"] == ["B1-3"]
    assert rule(load(MID), "R:B1-3") == "SP-141"


@pytest.mark.rule("SP-164")
def test_forming_the_rivals_shape_gives_the_rival_nothing_before_their_turn() -> None:
    state = load(MID | {"turn": "k"})
    assert claims(state) == set()
    assert state.view(1)["legal"] == []
    assert rule(state, "R:B1-1") == "SP-142"


@pytest.mark.rule("SP-165")
def test_a_level_without_cards_is_simply_not_offered() -> None:
    position = MID | {
        "runes": MID["runes"] | {"4": [None, None]},
        "hands": {"k": [], "p": []},
        "discard": [f"B4-{n}" for n in range(1, 7)],
        "score": {"k": 12, "p": 12},
    }
    state = load(position)
    assert all(card[1] != "4" for card in claims(state))
    assert can(state, "E")
    assert play(state, "E").position()["runes"]["4"] == [None, None]


@pytest.mark.rule("SP-166")
def test_the_scores_are_the_levels_of_all_captured_and_discarded_cards() -> None:
    assert load(MID).position()["score"] == {"k": 2, "p": 5}
    for state in games():
        view = state.view(None)
        captured = view["hands"]["k"] + view["hands"]["p"] + view["discard"]
        assert sum(view["score"].values()) == sum(int(card[1]) for card in captured)


def test_the_view_shows_where_a_shape_lies_and_where_one_cell_is_missing() -> None:
    fits = drawing(load(MID), 1)["fits"]
    assert ["01", "11", "21", "31"] in fits["B1-1"]["whole"]
    assert {"cells": ["01", "02", "11", "12", "21", "22"], "missing": "22"} in fits["B3-1"]["near"]
    assert fits["B4-6"]["whole"] == []


def test_what_is_turned_up_after_a_claim_is_any_unseen_card_of_that_level() -> None:
    state = do(load(MID, "R:B1-1"), do="end")
    assert state.turn() == CHANCE
    assert [GAME.describe(a)["card"] for a in state.legal()] == ["B1-5", "B1-6", "B1-7"]
    assert offers(do(state, do="reveal", card="B1-6"), "end")
