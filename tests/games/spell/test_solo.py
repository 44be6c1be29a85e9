"""Chapter "Solo mode": the set-up, and the mage and the upheave of the script."""

import random

import pytest

from sortilege import CHANCE, Match, OptionError, PositionError
from sortilege.core.engine.cells import copy
from sortilege.games.spell import GAME, deck, layout
from sortilege.games.spell.rules import solo
from sortilege.games.spell.rules.arena import SLIDING_CELLS
from tests.games.spell.board import arena, cells, do, load, mages, offers, walk
from tests.games.spell.solo import SOLO, after_end_turn, play_round

S2 = {"arena": ["kkpp", "pPk.", "kNpk", "pKpk"], "mages": {"k": ["31"], "p": ["11"]}}
S4 = {"arena": ["pkkp", "Kppk", "Nkpk", "Ppk."], "mages": {"k": ["00"], "p": ["30"]}}


@pytest.mark.rule("SP-300")
def test_solo_takes_either_deck_and_no_amulets() -> None:
    for name in ("basic", "advanced"):
        assert GAME.new(1, {"deck": name}).options["mode"] == "solo"
    with pytest.raises(PositionError, match="SP-300"):
        load(SOLO | {"amulets": {"k": "doppelganger", "p": "extralimitae"}})


@pytest.mark.rule("SP-301")
def test_the_human_is_purple_and_first() -> None:
    state = Match(GAME, 1, seed=1).state
    assert (state.turn(), state.position()["turn"], state.position()["gem"]) == (0, "p", "p")
    with pytest.raises(OptionError, match="SP-301"):
        GAME.new(1, {"first": "k"})
    with pytest.raises(PositionError, match="SP-301"):
        load(SOLO | {"gem": "k"})


@pytest.mark.rule("SP-302")
def test_the_arena_lies_ready_as_the_chosen_set_up_says() -> None:
    match = Match(GAME, 1, {"setup": "S2"}, seed=1)
    assert arena(match.state) == "kkpp/pPk./kNpk/pKpk"
    assert (mages(match.state, "k"), mages(match.state, "p")) == (["31"], ["11"])
    assert [line["do"] for line in match.log] == ["reveal"] * 8
    with pytest.raises(OptionError, match="SP-302"):
        GAME.new(1, {"tournament": True})


@pytest.mark.rule("SP-303")
def test_the_humans_turn_is_the_usual_one() -> None:
    assert load(SOLO).legal() == load(SOLO | {"seats": 2}).legal()


@pytest.mark.rule("SP-304")
def test_the_opponent_neither_claims_nor_casts() -> None:
    for seed in range(3):
        *_, state = walk(GAME.new(1, {"setup": f"S{seed + 1}"}), seed)
        lines = [line for line in state.view(None)["log"] if line["who"] == "k"]
        assert {line["do"] for line in lines} <= {"move", "activate", "lift", "gem", "reveal"}
        assert state.position()["hands"]["k"] == []
    with pytest.raises(PositionError, match="SP-304"):
        load(SOLO | {"hands": {"k": ["B1-7"], "p": []}, "score": {"k": 1, "p": 0}})


@pytest.mark.rule("SP-305")
def test_the_script_plays_mage_then_upheave_then_cards() -> None:
    state = play_round(load(SOLO | {"round": 3}))
    lines = [(line["do"], [step["do"] for step in line.get("script", [])]) for line in state.view(None)["log"]]
    assert lines == [("end", []), ("activate", ["lift"]), ("gem", []), ("reveal", []), ("reveal", [])]
    assert state.view(None)["log"][2]["taken"] == ["B1-2", "B2-2"]


@pytest.mark.rule("SP-306")
def test_it_activates_a_sleeping_black_tile_beside_its_mage() -> None:
    state = after_end_turn(SOLO)
    assert offers(state, "move") == []
    assert cells(state, "activate") == {"03", "23"}
    assert arena(do(state, do="activate", **{"from": "13", "at": "23"})) == "pkpk/kPNK/pkpK/kpp."


@pytest.mark.rule("SP-307")
def test_it_moves_only_when_there_is_nothing_to_activate() -> None:
    state = after_end_turn(SOLO | S2)
    assert offers(state, "activate") == []
    assert {a["from"] for a in offers(state, "move")} == {"31"}


WOOD = {"arena": ["Kk.p", "kKPp", "Pkkp", "ppkN"]}


@pytest.mark.rule("SP-308")
def test_its_targets_are_purple_tiles_that_nobody_stands_on() -> None:
    state = after_end_turn(SOLO | WOOD | {"mages": {"k": ["30"], "p": ["31"]}})
    assert mages(state, "k") == ["20"]
    (step, lift) = state.view(None)["log"][-1]["script"]
    assert step == {"do": "move", "from": "30", "to": "20", "rule": "SP-307"}
    assert lift["do"] == "lift"


@pytest.mark.rule("SP-309")
def test_distance_is_counted_in_steps_around_hole_and_mage() -> None:
    state = after_end_turn(SOLO | WOOD | {"mages": {"k": ["01"], "p": ["12"]}})
    assert cells(state, "move", "to") == {"10", "11"}


@pytest.mark.rule("SP-310")
def test_among_equally_near_targets_sleeping_ones_come_first() -> None:
    state = after_end_turn(SOLO | {"arena": ["K.Pk", "KKNp", "pkPk", "ppkp"], "mages": {"k": ["00"], "p": ["33"]}})
    assert cells(state, "move", "to") == {"10", "11"}


@pytest.mark.rule("SP-311")
def test_a_step_begins_a_shortest_way_and_lands_on_a_target_next_to_it() -> None:
    assert cells(after_end_turn(SOLO | S2), "move", "to") == {"22", "30", "32"}


@pytest.mark.rule("SP-312")
def test_what_the_script_leaves_open_the_human_decides() -> None:
    state = after_end_turn(SOLO)
    assert state.turn() == 0
    assert state.view(0)["phase"] == "script mage"
    assert len(state.legal()) == 2
    assert state.view(0)["side"] == "k"


@pytest.mark.rule("SP-313")
def test_with_nowhere_to_go_its_mage_stays_and_the_turn_goes_on() -> None:
    t = copy(load(SOLO | S4).cells)  # no such position can be loaded: elementals all around its mage
    t[layout.ACTIVE_TILES] = t[layout.TILES]
    t[layout.ELEMENTALS] = sum(1 << cell for cell in (1, 4, 5))
    t[layout.SIDE] = layout.BLACK
    solo.play_turn(t)
    assert t[layout.MAGES] == 1
    assert t[layout.PHASE] in (layout.GEM_DIRECTION, layout.SCRIPT_UPHEAVE)


@pytest.mark.rule("SP-314")
def test_every_turn_of_the_opponent_has_exactly_one_upheave() -> None:
    *_, state = walk(GAME.new(1), 5)
    log = state.view(None)["log"]
    assert sum(line["do"] == "gem" for line in log) == sum(line["do"] == "end" for line in log) == 6


@pytest.mark.rule("SP-315")
def test_it_lifts_a_free_central_tile() -> None:
    for seed in range(4):
        *_, state = walk(GAME.new(1, {"setup": f"S{seed + 1}"}), seed)
        lifted = {line["lift"] for line in state.view(None)["log"] if line["do"] == "gem"}
        assert lifted <= {"11", "12", "21", "22"}
    assert mages(load(SOLO), "p") == ["11"]
    assert after_end_turn(SOLO | {"mages": {"k": ["32"], "p": ["11"]}}).view(None)["target"] != "11"


@pytest.mark.rule("SP-316")
def test_purple_awake_comes_first_then_asleep_then_neutral_then_black() -> None:
    state = do(after_end_turn(SOLO), do="activate", **{"from": "13", "at": "03"})
    assert state.view(None)["target"] == "22"  # (1,1) P holds the mage
    away = do(after_end_turn(SOLO | {"mages": {"k": ["13"], "p": ["00"]}}), do="activate", **{"from": "13", "at": "03"})
    assert away.view(None)["target"] == "11"
    kinds = {"PkNk": "11", "pkNK": "11", "KkNk": "21", "KkkK": "12 21", "KKKK": "11 12 21 22"}
    assert {tiles: lifted(tiles) for tiles in kinds} == kinds


def lifted(tiles: str) -> str:
    """Return the cells that the script may lift if these are the four central tiles."""
    rest = list("PPPPPPPNKKKKKKK.")
    for tile in tiles:
        same = {"K": "Kk", "k": "Kk", "P": "Pp", "p": "Pp", "N": "N"}[tile]
        rest.remove(next(r for r in rest if r in same))
    border = iter("".join(rest[1:]))
    first = rest[0]
    rows = [
        first + "".join(next(border) for _ in range(3)),
        next(border) + tiles[:2] + next(border),
        next(border) + tiles[2:] + next(border),
        "".join(next(border) for _ in range(4)),
    ]
    black = next(f"{r}{c}" for r in (0, 3) for c in range(4) if rows[r][c] == "K")
    purple = next(f"{r}{c}" for r in (0, 3) for c in range(4) if rows[r][c] in "PN")
    cells_ = load(SOLO | {"arena": rows, "mages": {"k": [black], "p": [purple]}}).cells
    return " ".join(f"{c // 4}{c % 4}" for c in range(16) if solo.lift_choices(cells_) >> c & 1)


@pytest.mark.rule("SP-317")
def test_printed_owner_and_face_decide() -> None:
    state = load(SOLO | {"arena": ["pkpk", "PPNK", "pkkk", "pkp."], "mages": {"k": ["13"], "p": ["22"]}})
    assert solo.lift_choices(state.cells) == 1 << 5
    left = load(SOLO | {"arena": ["PPPP", "pKkK", "pKkN", "pkk."], "mages": {"k": ["13"], "p": ["22"]}}, "M22>23")
    assert solo.lift_choices(left.cells) == (1 << 6) | (1 << 10)  # the k it has just left is a k like the other


@pytest.mark.rule("SP-318")
def test_equal_tiles_are_chosen_by_the_human_before_the_gem_is_shown() -> None:
    state = after_end_turn(SOLO | S4)
    assert state.view(None)["phase"] == "script lift"
    assert cells(state, "lift") == {"11", "12", "22"}
    assert state.turn() == 0
    assert do(state, do="lift", at="12").turn() == CHANCE


@pytest.mark.rule("SP-319")
def test_the_gem_points_one_of_four_ways_evenly() -> None:
    state = do(after_end_turn(SOLO | S4), do="lift", at="12")
    assert [GAME.describe(a) for a in state.legal()] == [
        {"do": "gem", "to": w} for w in ("up", "down", "left", "right")
    ]
    assert state.weights() == [1, 1, 1, 1]


@pytest.mark.rule("SP-320")
def test_tiles_move_the_way_the_gem_points() -> None:
    ready = do(after_end_turn(SOLO), do="activate", **{"from": "13", "at": "03"})
    after = {way: arena(do(ready.clone(), do="gem", to=way)) for way in ("up", "down", "left", "right")}
    assert after == {
        "up": "pkpK/kPNK/pkpk/kp.p",
        "down": "pk.K/kPpK/pkNk/kppp",
        "left": "pkpK/kPNK/pkk./kppp",
        "right": "pkpK/kPNK/.pkk/kppp",
    }


@pytest.mark.rule("SP-321")
def test_every_direction_has_something_to_slide() -> None:
    ready = do(after_end_turn(SOLO | S4), do="lift", at="11")
    for lift in (5, 6, 9, 10):
        assert all(SLIDING_CELLS[lift * 8 + solo.GEM_SIDES[way]] for way in range(4))
    for way in ("up", "down", "left", "right"):
        assert len(do(ready.clone(), do="gem", to=way).view(None)["log"][-1]["tiles"]) > 1


@pytest.mark.rule("SP-322")
def test_a_free_central_tile_always_exists() -> None:
    state = after_end_turn(SOLO | {"arena": ["pkpk", "k.NK", "pkPk", "kppp"], "mages": {"k": ["12"], "p": ["21"]}})
    while state.view(None)["phase"] == "script mage":
        state.apply(state.legal()[0])
    assert state.view(None)["target"] in ("12", "22")
    state = load(SOLO | {"arena": ["pkpk", "k.NK", "pkPk", "kppp"], "mages": {"k": ["12"], "p": ["21"]}})
    assert solo.lift_choices(state.cells) == 1 << 10


@pytest.mark.rule("SP-323")
def test_slides_carry_both_mages() -> None:
    state = do(after_end_turn(SOLO | S2), do="move", **{"from": "31", "to": "32"})
    assert state.view(None)["target"] == "22"
    do(state, do="gem", to="up")
    assert arena(state) == "kkpp/pPkp/kNpk/pK.k"
    assert mages(state, "k") == ["22"]


def test_a_silent_step_is_in_no_log_but_told_with_the_line_before_it() -> None:
    match = Match(GAME, start=SOLO | S4, seed=2)
    match.play({"do": "end"})
    assert match.log == [{"do": "end"}]
    (step,) = match.state.view(0)["log"][0]["script"]
    assert step == {"do": "activate", "from": "00", "at": "01", "rule": "SP-306"}


def test_the_opponent_always_finds_a_step() -> None:
    """The case of SP-313 does not occur in practice: over many random turns the script never rests."""
    rng = random.Random(1)
    for seed in range(6):
        for state in walk(GAME.new(1, {"setup": rng.choice(list(deck.load_deck("basic").setups))}), seed):
            for line in state.view(None)["log"][-1:]:
                assert all(step["do"] != "rest" for step in line.get("script", []))
