"""Chapter "Amulets (asymmetric)"."""

import pytest

from sortilege import CHANCE
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from tests.games.spell.board import (
    MID,
    REF,
    Position,
    actions,
    arena,
    asymmetric,
    can,
    cells,
    claims,
    do,
    load,
    mages,
    offers,
    own,
    play,
    refused,
    rule,
    walk,
)

AMULETS = ["doppelganger", "trielementaris", "extralimitae", "bilevitagramaton"]


def game_with_amulets(k: str, p: str, **options: object) -> State:
    """Return an asymmetric game with these amulets before the first tile; purple holds the gem."""
    state = GAME.new(2, {"mode": "asymmetric", "first": "p", **options})
    do(do(state, do="amulet", amulet=k), do="amulet", amulet=p)
    while state.turn() == CHANCE:
        state.apply(state.legal()[0])
    return state


def after_setup(state: State) -> State:
    """Play the first legal action in every choice of the set-up but the last one."""
    while state.view(None)["phase"] in ("lay", "stand"):
        state.apply(state.legal()[0])
    return state


def at_target(state: State, level: int, spell: int) -> State:
    return do(state, do="cast", level=level, spell=spell)


@pytest.mark.rule("SP-240")
def test_a_game_in_which_no_power_is_used_is_the_symmetric_game() -> None:
    *_, played = walk(GAME.new(2, {"first": "p"}), 11)
    state = GAME.new(2, {"mode": "asymmetric", "first": "p"})
    do(do(state, do="amulet", amulet="bilevitagramaton"), do="amulet", amulet="extralimitae")
    for action in played.history:
        state.apply(action)
    assert state.outcome() == played.outcome()
    assert state.position()["arena"] == played.position()["arena"]


@pytest.mark.rule("SP-241")
def test_one_amulet_is_dealt_to_black_then_one_to_purple() -> None:
    state = GAME.new(2, {"mode": "asymmetric", "first": "k"})
    assert [GAME.describe(a)["amulet"] for a in state.legal()] == AMULETS
    assert state.weights() == [1, 1, 1, 1]
    do(state, do="amulet", amulet="extralimitae")
    assert [GAME.describe(a)["amulet"] for a in state.legal()] == [a for a in AMULETS if a != "extralimitae"]
    do(state, do="amulet", amulet="doppelganger")
    assert state.view(None)["amulets"] == {"k": "extralimitae", "p": "doppelganger"}
    assert GAME.describe(state.legal()[0])["do"] == "reveal"


@pytest.mark.rule("SP-242")
def test_the_sides_of_an_amulet_are_no_choice() -> None:
    verbs = {GAME.describe(a)["do"] for s in walk(GAME.new(2, {"mode": "asymmetric"}), 2) for a in s.legal()}
    assert "side" not in verbs
    assert GAME.new(2, {"mode": "asymmetric", "first": "k"}).weights() == [1, 1, 1, 1]  # four cards, not eight sides


@pytest.mark.rule("SP-243")
def test_an_amulet_says_how_many_figures_its_owner_has() -> None:
    reserve = [game_with_amulets(a, AMULETS[i - 1]).view(None)["reserve"]["k"] for i, a in enumerate(AMULETS)]
    assert reserve == [0, 3, 2, 2]


@pytest.mark.rule("SP-244")
def test_the_two_amulets_always_differ() -> None:
    for k in AMULETS:
        for p in AMULETS:
            if k == p:
                state = GAME.new(2, {"mode": "asymmetric", "first": "k"})
                assert refused(do(state, do="amulet", amulet=k), do="amulet", amulet=p) == "SP-241"
            else:
                assert game_with_amulets(k, p).view(None)["amulets"] == {"k": k, "p": p}


# ---------------------------------------------------------------- Doppelgänger

TWINS = asymmetric(REF, "extralimitae", "doppelganger") | {"mages": {"k": ["10"], "p": ["12", "22"]}}


def twins(*hand: str, **changes: object) -> Position:
    """Return REF with Doppelgänger and these captured cards for purple."""
    points = sum(int(card[1]) for card in hand)
    return TWINS | {"hands": {"k": [], "p": list(hand)}, "score": {"k": 0, "p": points}} | changes


@pytest.mark.rule("SP-250")
def test_doppelganger_has_two_mages_and_summons_nothing() -> None:
    state = load(twins("B1-1"))
    assert mages(state, "p") == ["12", "22"]
    assert state.view(None)["reserve"]["p"] == 0
    assert refused(at_target(state, 1, 1), do="summon", at="00") == "SP-084"


@pytest.mark.rule("SP-251")
def test_both_mages_stay_for_the_whole_game() -> None:
    assert mages(load(TWINS, "E", "E"), "p") == ["12", "22"]


@pytest.mark.rule("SP-252")
def test_the_second_mage_starts_on_a_sleeping_own_tile() -> None:
    state = after_setup(game_with_amulets("doppelganger", "extralimitae"))
    assert (state.view(None)["phase"], state.turn()) == ("second", 0)
    rows = state.view(None)["arena"]
    assert len(cells(state, "stand")) == 6
    assert all(rows[int(cell[0])][int(cell[1])] == "k" for cell in cells(state, "stand"))
    assert rule(state, f"P{mages(state, 'k')[0]}") == "SP-252"
    state.apply(state.legal()[0])
    assert state.position()["turn"] == "p"


@pytest.mark.rule("SP-253")
def test_in_a_tournament_the_second_mage_comes_last() -> None:
    state = after_setup(game_with_amulets("extralimitae", "doppelganger", tournament=True))
    assert [len(mages(state, side)) for side in "kp"] == [1, 1]
    assert (state.turn(), len(cells(state, "stand"))) == (1, 4)
    state.apply(state.legal()[0])
    assert len(state.position()["mages"]["p"]) == 2


@pytest.mark.rule("SP-254")
def test_the_tiles_under_both_mages_are_own_cells() -> None:
    assert own(load(TWINS), "p") == {"12", "22"}


@pytest.mark.rule("SP-255")
def test_the_first_spell_is_an_extra_mage_action() -> None:
    start = twins("B1-1", mages={"k": ["10"], "p": ["12", "01"]})
    assert arena(load(start, "S:B1-1/1=A12+22")) == "kpkp/KNPk/pkPk/kpp."
    assert mages(load(start, "S:B1-1/1=M12>23"), "p") == ["01", "23"]


@pytest.mark.rule("SP-256")
def test_extra_actions_neither_need_nor_use_the_marker() -> None:
    state = load(twins("B1-1", "B1-2"), "M12>13")
    assert can(state, "S:B1-1/1=M13>12")
    play(state, "S:B1-1/1=M13>12", "S:B1-2/1=A22+32")
    fresh = load(twins("B1-1"), "S:B1-1/1=M12>13")
    assert fresh.position()["used"]["mage"] is False
    assert can(fresh, "M13>12")


@pytest.mark.rule("SP-257")
def test_either_mage_may_act() -> None:
    assert cells(load(TWINS), "move", "from") == {"12", "22"}
    assert cells(at_target(load(twins("B1-1")), 1, 1), "move", "from") == {"12", "22"}


@pytest.mark.rule("SP-258")
def test_one_mage_may_take_all_the_actions() -> None:
    state = load(twins("B1-1"), "M12>13")
    assert can(state, "S:B1-1/1=M13>03")
    assert can(state, "S:B1-1/1=M22>21")


@pytest.mark.rule("SP-259")
def test_the_two_mages_block_each_other() -> None:
    state = load(TWINS)
    assert len([a for a in offers(state, "move") if a["from"] == "12"]) == 7
    assert [a for a in offers(state, "activate") if a["from"] == "12"] == []
    assert not {"12", "22"} & cells(state, "upheave", "lift")
    assert rule(state, "A12+22") == "SP-114"


@pytest.mark.rule("SP-260")
def test_higher_cards_give_the_extra_action_too() -> None:
    for card in ("B2-2", "B3-1"):
        assert can(load(twins(card)), f"S:{card}/1=M12>13")


@pytest.mark.rule("SP-261")
def test_levitation_moves_either_mage() -> None:
    state = at_target(load(twins("B2-2")), 2, 2)
    assert cells(state, "levitate", "from") == {"12", "22"}
    assert len(offers(state, "levitate")) == 2 * 12


@pytest.mark.rule("SP-262")
def test_an_enemy_force_field_moves_the_mage_its_caster_picks() -> None:
    black = TWINS | {"turn": "k", "hands": {"k": ["B3-1"], "p": []}, "score": {"k": 3, "p": 0}}
    assert cells(at_target(load(black), 3, 3), "force", "from") == {"12", "22"}
    assert mages(load(black, "S:B3-1/3:22>21"), "p") == ["12", "21"]


# ---------------------------------------------------------------- Trielementaris


def with_trielementaris(*hand: str, **changes: object) -> Position:
    """Return REF with Trielementaris and these captured cards for purple."""
    points = sum(int(card[1]) for card in hand)
    hands = {"hands": {"k": [], "p": list(hand)}, "score": {"k": 0, "p": points}}
    return asymmetric(REF, "extralimitae", "trielementaris") | hands | changes


@pytest.mark.rule("SP-270")
def test_trielementaris_has_three_elementals() -> None:
    state = load(with_trielementaris("B1-1", "B1-2", "B1-4", "B1-6"), "S:B1-1/1@00", "S:B1-2/1@01", "S:B1-4/1@02")
    assert state.position()["elementals"]["p"] == ["00", "01", "02"]
    assert refused(state, do="cast", level=1, spell=1) == "SP-183"


@pytest.mark.rule("SP-271")
def test_it_may_summon_under_an_enemy_mage() -> None:
    places = cells(at_target(load(with_trielementaris("B1-1")), 1, 1), "summon")
    assert "10" in places
    assert len(places) == 14


@pytest.mark.rule("SP-272")
def test_that_mage_is_pushed_one_step_and_the_elemental_takes_its_place() -> None:
    state = load(with_trielementaris("B1-1"), "S:B1-1/1@10>21")
    assert state.position()["elementals"]["p"] == ["10"]
    assert mages(state, "k") == ["21"]
    assert "10" in own(state, "p")
    assert rule(load(with_trielementaris("B1-1")), "S:B1-1/1@10>32") == "SP-272"


@pytest.mark.rule("SP-273")
def test_the_caster_picks_where_the_mage_goes() -> None:
    corner = with_trielementaris("B1-1", mages={"k": ["00"], "p": ["12"]}, elementals={"k": [], "p": ["01", "11"]})
    state = do(at_target(load(corner), 1, 1), do="summon", at="00")
    assert state.turn() == 1
    assert offers(state, "push") == [{"do": "push", "to": "10"}]


@pytest.mark.rule("SP-274")
def test_a_mage_with_nowhere_to_go_cannot_be_summoned_under() -> None:
    caught = with_trielementaris("B1-1", mages={"k": ["03"], "p": ["12"]}, elementals={"k": [], "p": ["02", "13"]})
    assert "03" not in cells(at_target(load(caught), 1, 1), "summon")
    assert rule(load(caught), "S:B1-1/1@03") == "SP-274"


@pytest.mark.rule("SP-275")
def test_it_does_not_summon_under_own_figures_or_elementals() -> None:
    start = with_trielementaris("B1-1", elementals={"k": [], "p": ["01"]})
    assert rule(load(start), "S:B1-1/1@12") == "SP-275"
    assert rule(load(start), "S:B1-1/1@01") == "SP-275"


@pytest.mark.rule("SP-276")
def test_either_mage_of_doppelganger_may_be_the_target() -> None:
    start = asymmetric(REF, "trielementaris", "doppelganger") | {
        "turn": "k",
        "mages": {"k": ["10"], "p": ["12", "22"]},
        "hands": {"k": ["B1-1"], "p": []},
        "score": {"k": 1, "p": 0},
    }
    assert {"12", "22"} <= cells(at_target(load(start), 1, 1), "summon")
    assert mages(load(start, "S:B1-1/1@22>21"), "p") == ["12", "21"]


# ---------------------------------------------------------------- Extralimitae apertio

BEYOND = asymmetric(REF, "bilevitagramaton", "extralimitae")


@pytest.mark.rule("SP-280")
def test_only_its_owner_has_a_special_tile() -> None:
    assert offers(load(BEYOND), "special")
    assert rule(load(BEYOND | {"turn": "k"}), "X:L0") == "SP-280"


@pytest.mark.rule("SP-281")
def test_it_is_placed_once_a_turn_at_any_point() -> None:
    start = asymmetric(MID, "bilevitagramaton", "extralimitae")
    state = load(start, "R:B1-1", "X:T2")
    assert state.position()["used"]["special"] is True
    assert state.position()["used"]["mage"] is False
    assert offers(state, "special") == []
    assert can(load(start), "E")


@pytest.mark.rule("SP-282")
def test_it_lies_on_one_of_sixteen_outside_cells() -> None:
    places = {f"{edge}{i}" for edge in "TBLR" for i in range(4)}
    assert cells(load(BEYOND), "special") == places  # R3 and B3 lie beside the hole
    assert refused(load(BEYOND), do="special", at="T4") == "SP-282"


@pytest.mark.rule("SP-283")
def test_a_placed_tile_is_an_own_cell() -> None:
    assert own(load(BEYOND, "X:T2"), "p") == {"12", "T2"}


@pytest.mark.rule("SP-284")
def test_shapes_go_on_outside_the_arena() -> None:
    row = BEYOND | {"arena": ["PPPk", "ppkk", "ppkk", "kkN."], "mages": {"k": ["30"], "p": ["00"]}}
    position = row | {"runes": REF["runes"] | {"1": ["B1-1", "B1-5"]}}
    assert claims(load(position)) == set()
    assert "B1-1" in claims(load(position, "X:L0"))
    assert "B1-1" not in claims(load(position, "X:L1"))
    assert "B1-5" in claims(load(position, "X:T0"))
    assert load(position, "X:L0", "R:B1-1").view(None)["log"][-1]["cells"] == ["00", "01", "02", "L0"]


@pytest.mark.rule("SP-285")
def test_tiles_slide_past_it() -> None:
    state = load(BEYOND, "X:T1", "U11U")
    assert arena(state) == "k.kp/KpPk/pkpk/kppN"
    assert state.position()["special"] == {"k": None, "p": "T1"}


@pytest.mark.rule("SP-286")
def test_once_placed_it_stays_where_it_is() -> None:
    assert rule(load(BEYOND, "X:T2"), "X:L0") == "SP-286"


@pytest.mark.rule("SP-287")
def test_it_goes_back_at_the_end_of_the_turn() -> None:
    state = load(BEYOND, "X:T2", "E")
    assert state.position()["special"] == {"k": None, "p": None}
    assert can(play(state, "E"), "X:L0")


@pytest.mark.rule("SP-288")
def test_no_figure_stands_on_it() -> None:
    beside = BEYOND | {"mages": {"k": ["10"], "p": ["02"]}}
    assert cells(load(beside), "move", "to") == cells(load(beside, "X:T2"), "move", "to")
    assert refused(load(beside, "X:T2"), do="move", **{"from": "02", "to": "-12"}) == "SP-105"


# ---------------------------------------------------------------- Bilevitagramaton

TWICE = asymmetric(MID, "extralimitae", "bilevitagramaton")


@pytest.mark.rule("SP-295")
def test_bilevitagramaton_upheaves_twice() -> None:
    state = load(TWICE, "U32R")
    assert can(state, "U32R")
    assert rule(play(state, "U32R"), "U32R") == "SP-295"
    assert rule(load(TWICE | {"turn": "k"}, "U32R"), "U32R") == "SP-120"


@pytest.mark.rule("SP-296")
def test_anything_may_happen_between_the_two() -> None:
    state = load(TWICE, "U32R", "R:B1-1", "M12>13", "U32R")
    assert state.position()["used"] == {"mage": True, "upheaves": 2, "special": False, "levels": [1]}


@pytest.mark.rule("SP-297")
def test_the_second_use_is_back_every_turn() -> None:
    state = load(TWICE, "U32R", "U32R", "E", "E", "U32R")
    assert can(state, "U32R")


def test_the_shorthand_of_the_ledger_reads_every_spell() -> None:
    assert actions("S:B1-3/1@00>10")[1:] == [{"do": "summon", "at": "00"}, {"do": "push", "to": "10"}]
    assert actions("S:B3-1/3:21>32")[1:] == [{"do": "force", "from": "21", "to": "32"}]
