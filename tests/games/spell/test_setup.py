"""Chapter "Setup (symmetric)"."""

import pytest

from sortilege import CHANCE, Match
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from tests.games.spell.board import REF, can, do, load, rule, walk


def new_game(**options: object) -> State:
    """Return a game before the first tile is laid."""
    return next(s for s in walk(GAME.new(2, options), 7) if s.view(None)["phase"] == "lay")


@pytest.mark.rule("SP-020")
def test_a_game_starts_in_round_one() -> None:
    assert GAME.new(2).view(None)["round"] == 1


@pytest.mark.rule("SP-021")
def test_each_player_has_one_mage_and_two_elementals() -> None:
    view = new_game().view(None)
    assert view["reserve"] == {"k": 2, "p": 2}
    assert {side: len(m) for side, m in view["building"]["mages"].items()} == {"k": 1, "p": 1}


@pytest.mark.rule("SP-022")
def test_both_scores_start_at_nought() -> None:
    assert GAME.new(2).scores() == [0, 0]
    assert GAME.new(2).view(None)["score"] == {"k": 0, "p": 0}


@pytest.mark.rule("SP-023")
def test_only_the_chosen_deck_is_used() -> None:
    assert {name[0] for name in new_game(deck="basic").view(None)["cards"]} == {"B"}
    assert {name[0] for name in new_game(deck="advanced").view(None)["cards"]} == {"A"}
    assert rule(load(REF), "R:A1-1") == "SP-023"


@pytest.mark.rule("SP-024")
def test_each_pile_holds_its_own_level_and_is_drawn_from_evenly() -> None:
    view = new_game().view(None)
    assert [len(pile) for pile in view["piles"].values()] == [5, 5, 4, 4]
    assert all(card[1] == level for level, pile in view["piles"].items() for card in pile)
    state = GAME.new(2, {"first": "k"})
    assert [GAME.describe(a) for a in state.legal()] == [{"do": "reveal", "card": f"B1-{n}"} for n in range(1, 8)]
    assert state.weights() == [1] * 7


@pytest.mark.rule("SP-025")
def test_the_first_card_goes_beside_the_pile_and_the_second_lies_on_it() -> None:
    state = GAME.new(2, {"first": "k"})
    for card in ("B1-4", "B1-2", "B2-7"):
        do(state, do="reveal", card=card)
    assert state.view(None)["runes"]["1"] == ["B1-2", "B1-4"]
    assert state.view(None)["runes"]["2"] == [None, "B2-7"]


@pytest.mark.rule("SP-026")
def test_visible_cards_belong_to_whoever_forms_them_first() -> None:
    changes = {"runes": REF["runes"] | {"1": ["B1-1", "B1-5"]}, "mages": {"k": ["30"], "p": ["20"]}}
    assert can(load(REF | changes | {"arena": ["KKKK", "pppp", "PppN", "kkk."], "turn": "k"}), "R:B1-1")
    assert can(load(REF | changes | {"arena": ["PPPP", "kkkk", "KkkN", "ppp."], "turn": "p"}), "R:B1-1")


@pytest.mark.rule("SP-027")
def test_seven_tiles_of_each_colour_all_end_in_the_arena() -> None:
    start = new_game(first="p")
    assert sorted(start.view(None)["building"]["tiles"].values()) == ["K", "N", "P"]
    *_, complete = (s for s in walk(start, 1) if s.view(None)["phase"] == "play" and s.view(None)["round"] == 1)
    tiles = "".join(complete.view(None)["arena"]).lower()
    assert (tiles.count("k"), tiles.count("p")) == (7, 7)


@pytest.mark.rule("SP-028")
def test_the_neutral_tile_lies_between_an_active_black_and_an_active_purple_one() -> None:
    assert new_game().view(None)["building"]["tiles"] == {"0,-1": "K", "0,0": "N", "0,1": "P"}


@pytest.mark.rule("SP-029")
def test_the_line_is_always_the_row_black_neutral_purple() -> None:
    for first in ("k", "p"):
        assert list(new_game(first=first).view(None)["building"]["tiles"].values()) == ["K", "N", "P"]


@pytest.mark.rule("SP-030")
def test_each_mage_starts_on_its_own_tile_of_the_line() -> None:
    assert new_game().view(None)["building"]["mages"] == {"k": ["0,-1"], "p": ["0,1"]}


@pytest.mark.rule("SP-031")
def test_there_is_no_special_tile_in_symmetric_play() -> None:
    assert rule(load(REF), "X:L0") == "SP-031"


@pytest.mark.rule("SP-032")
def test_chance_or_an_option_says_who_holds_the_gem() -> None:
    state = GAME.new(2)
    assert state.turn() == CHANCE
    assert [GAME.describe(a) for a in state.legal()] == [{"do": "first", "side": "k"}, {"do": "first", "side": "p"}]
    assert state.weights() == [1, 1]
    starts = [Match(GAME, seed=seed).state.view(None)["gem"] for seed in range(60)]
    assert 15 < starts.count("k") < 45
    assert GAME.new(2, {"first": "p"}).view(None)["gem"] == "p"


@pytest.mark.rule("SP-032")
def test_nobody_is_shown_with_the_gem_before_chance_has_given_it() -> None:
    state = GAME.new(2)
    view = state.view(0)
    assert view["gem"] is None
    assert GAME.imagine(view, Rng(1)).view(0) == view
    assert {side: do(state.clone(), do="first", side=side).view(0)["gem"] for side in "kp"} == {"k": "k", "p": "p"}


@pytest.mark.rule("SP-033")
def test_nothing_is_used_when_the_game_starts() -> None:
    clear = {"mage": False, "upheaves": 0, "special": False, "levels": []}
    assert GAME.new(2).view(None)["used"] == clear
    assert load(REF).position()["used"] == clear
