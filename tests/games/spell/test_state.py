"""Chapter "State"."""

import pytest

from sortilege import CHANCE, Match, OptionError
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from tests.games.spell.board import MID, REF, TEN, actions, arena, can, cells, games, load, offers, play, rule, walk


@pytest.mark.rule("SP-001")
def test_there_are_two_sides_black_and_purple() -> None:
    view = GAME.new(2).view(None)
    assert list(view["score"]) == ["k", "p"]
    assert GAME.seats == (1, 2)
    with pytest.raises(OptionError, match="SP-001"):
        GAME.new(3)


@pytest.mark.rule("SP-002")
def test_the_tournament_goes_with_both_ways_to_play_and_solo_with_neither_amulets_nor_it() -> None:
    assert GAME.new(2, {"mode": "asymmetric", "tournament": True}).options["tournament"] is True
    assert GAME.new(2, {"tournament": True}).options["mode"] == "symmetric"
    for seats, mode in ((1, "asymmetric"), (1, "symmetric"), (2, "solo")):
        with pytest.raises(OptionError, match="SP-002"):
            GAME.new(seats, {"mode": mode})


@pytest.mark.rule("SP-003")
def test_a_finished_arena_holds_seven_tiles_of_each_colour_for_good() -> None:
    for state in games():
        if state.view(None)["arena"]:
            tiles = arena(state)
            assert tiles.count("K") + tiles.count("k") == 7
            assert tiles.count("P") + tiles.count("p") == 7


@pytest.mark.rule("SP-004")
def test_the_neutral_tile_is_never_activated() -> None:
    state = load(REF)
    assert cells(state, "activate") == {"22"}
    assert rule(state, "A12+11") == "SP-111"
    assert all(arena(s).count("N") == 1 for s in games(2) if s.view(None)["arena"])


@pytest.mark.rule("SP-005")
def test_an_arena_is_four_by_four_with_one_hole() -> None:
    assert load(REF).view(None)["arena"][3][3] == "."
    for state in games():
        rows = state.view(None)["arena"]
        if rows:
            assert [len(row) for row in rows] == [4, 4, 4, 4]
            assert arena(state).count(".") == 1


@pytest.mark.rule("SP-006")
def test_no_two_figures_ever_share_a_cell() -> None:
    for start in (REF, MID):
        for action in load(start).legal():
            after = load(start)
            after.apply(action)
            assert len(figures(after)) == len(set(figures(after)))
    for state in games():
        assert len(figures(state)) == len(set(figures(state)))


def figures(state: State) -> list[str]:
    view = state.view(None)
    return [cell for zone in ("mages", "elementals") for side in "kp" for cell in view[zone][side]]


@pytest.mark.rule("SP-007")
def test_no_figure_ever_stands_in_the_hole() -> None:
    for action in load(REF).legal():
        after = load(REF)
        after.apply(action)
        assert arena_at(after, "33") != "." or "33" not in figures(after)
    for state in games():
        assert all(arena_at(state, cell) != "." for cell in figures(state))


def arena_at(state: State, cell: str) -> str:
    tile: str = state.view(None)["arena"][int(cell[0])][int(cell[1])]
    return tile


@pytest.mark.rule("SP-008")
def test_every_level_shows_two_cards_after_the_set_up() -> None:
    state = next(s for s in walk(GAME.new(2), 1) if s.view(None)["phase"] == "lay")
    assert [len([c for c in level if c]) for level in state.view(None)["runes"].values()] == [2, 2, 2, 2]


@pytest.mark.rule("SP-009")
def test_both_players_and_a_spectator_see_the_same_table_and_nobody_an_order() -> None:
    for state in games(3):
        views = [state.view(seat) for seat in (*range(state.seats), None)]
        for view in views:
            assert all(level == sorted(level) for level in view["piles"].values())
        own = {"you": None, "legal": []}  # who looks, and what they may do
        assert all(view | own == views[0] | own for view in views)


@pytest.mark.rule("SP-010")
def test_captured_cards_pile_up_without_limit() -> None:
    state = load(TEN, "R:B1-2", "R:B2-1", "R:B3-1")
    assert state.position()["hands"]["p"] == ["B1-2", "B2-1", "B3-1"]


@pytest.mark.rule("SP-011")
def test_nothing_comes_back_from_the_discards() -> None:
    spent = [f"B1-{n}" for n in (3, 4, 5, 6, 7)]
    state = load(MID | {"discard": [*spent[1:], "B3-5"], "score": {"k": 2, "p": 8}}, "R:B1-1", "E")
    assert state.position()["runes"]["1"] == [None, "B1-2"]
    assert state.view(None)["piles"]["1"] == []
    assert [c for c in state.position()["discard"] if c[1] == "1"] == spent[1:]


@pytest.mark.rule("SP-012")
def test_scores_start_at_nought_never_fall_and_pass_sixteen() -> None:
    assert load(TEN, "R:B4-1").position()["score"]["p"] == 19
    scores = [0, 0]
    for state in walk(GAME.new(2, {"tournament": True}), 3):
        assert all(now >= then for now, then in zip(state.scores(), scores, strict=True))
        scores = state.scores()


@pytest.mark.rule("SP-013")
def test_the_gem_never_changes_hands() -> None:
    holders = {s.view(None)["gem"] for s in walk(GAME.new(2, {"first": "p"}), 4)}
    assert holders == {"p"}


@pytest.mark.rule("SP-014")
def test_active_tiles_never_become_fewer() -> None:
    for seed in range(3):
        active = [0, 0]
        for state in walk(GAME.new(2, {"tournament": seed == 1}), seed):
            if state.view(None)["arena"]:
                now = [arena(state).count("K"), arena(state).count("P")]
                assert all(a >= b for a, b in zip(now, active, strict=True))
                active = now


@pytest.mark.rule("SP-015")
def test_between_turns_no_elemental_and_no_special_tile_is_in_play() -> None:
    state = load(MID, "S:B2-1/1@22", "E")
    assert state.position()["elementals"] == {"k": [], "p": []}
    for state in games(2):
        view = state.view(None)
        if view["phase"] == "reveal":
            assert (view["elementals"], view["special"]) == ({"k": [], "p": []}, {"k": None, "p": None})


@pytest.mark.rule("SP-016")
def test_every_upheave_leaves_the_hole_on_the_border() -> None:
    loose = REF | {"options": {"keep_border_hole": True}}  # the 39 slides, and ten holes that stay
    choices = offers(load(loose), "upheave")
    assert len(choices) == 49
    for choice in choices:
        rows = load(loose, f"U{choice['lift']}{choice['side']}").view(None)["arena"]
        assert "." not in rows[1][1:3] + rows[2][1:3]


@pytest.mark.rule("SP-017")
def test_no_card_is_ever_in_two_places_or_in_none() -> None:
    for state in games():
        view = state.view(None)
        seen = [card for level in view["runes"].values() for card in level if card]
        seen += [card for level in view["piles"].values() for card in level]
        seen += view["hands"]["k"] + view["hands"]["p"] + view["discard"]
        assert sorted(seen) == sorted(view["cards"])
        assert len(seen) == 26


@pytest.mark.rule("SP-018")
def test_chance_is_the_cards_the_gem_and_the_amulets_so_a_turn_can_be_taken_back_step_by_step() -> None:
    drawn = {do for s in games() if s.turn() == CHANCE for do in [GAME.describe(s.legal()[0])["do"]]}
    assert drawn == {"first", "amulet", "reveal", "gem"}
    match = Match(GAME, start=MID, seed=1)
    before = match.state.position()
    for move in (a for m in ("R:B1-2", "S:B1-2/1@22", "R:B3-1", "U00R") for a in actions(m)):
        match.play(move)
    for _ in range(5):
        match.undo()
    assert match.state.position() == before
    assert Match(GAME, seed=5).log == Match(GAME, seed=5).log


@pytest.mark.rule("SP-019")
def test_a_turn_scores_at_most_ten_and_nobody_passes_twenty_five() -> None:
    state = load(TEN, "R:B1-2", "R:B2-1", "R:B3-1", "R:B4-1")
    assert state.scores() == [0, 25]
    assert offers(state, "claim") == []
    play(state, "E", "E")
    assert state.outcome() == {"winners": [1], "scores": [0, 25], "reason": "power"}
    assert not can(load(REF), "R:B1-3")
