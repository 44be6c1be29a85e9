"""The data that helps to draw a view, compared with the rules."""

from pathlib import Path
from typing import Any

import pytest

from sortilege import CHANCE, OVER
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from sortilege.games.spell.board import FORMING_VERBS
from tests.games.spell.board import MID, REF, TEN, asymmetric, claims, do, drawing, games, load, offers, walk
from tests.games.spell.solo import SOLO, play_round


# ---------------------------------------------------------------- what an action would form
def claimable_after(state: State, action: dict[str, Any]) -> set[str]:
    """Return the cards that may be claimed after an action and, for a push, after the first place for the mage."""
    after = do(state.clone(), **action)
    while after.view(None)["phase"] != "play":
        after.apply(after.legal()[0])
    return claims(after)


def claimable_now(state: State) -> set[str]:
    """Return the cards that are formed now, even if a spell waits for its target."""
    fits = drawing(state, state.turn())["fits"]
    return {card for card, fit in fits.items() if fit["whole"] and not fit["spent"]}


def test_each_action_is_listed_with_the_runes_it_would_form() -> None:
    checked = 0
    for n, state in enumerate(games(6)):
        if n % 7 or state.turn() in (CHANCE, OVER):
            continue
        view = state.view(state.turn())
        forms = drawing(state, state.turn())["forms"]
        formed = {tuple(sorted(form["action"].items())): set(form["runes"]) for form in forms}
        assert all(form["action"] in view["legal"] for form in forms)
        if view["phase"] not in ("play", "summon", "push", "levitate", "extra"):
            assert formed == {}
            continue
        now = claimable_now(state)
        for action in view["legal"]:
            if action["do"] in FORMING_VERBS:
                assert formed.get(tuple(sorted(action.items())), now) == claimable_after(state, action), action
                checked += 1
    assert checked > 500


@pytest.mark.parametrize("first", ["", "X:L0"])
def test_a_special_tile_is_reckoned_with_wherever_it_lies(first: str) -> None:
    state = load(asymmetric(MID, "trielementaris", "extralimitae"), *([first] if first else []))
    formed = {tuple(sorted(form["action"].items())): set(form["runes"]) for form in drawing(state, 1)["forms"]}
    now = claims(state)
    for verb in FORMING_VERBS - {"summon", "push", "levitate"}:
        for action in offers(state, verb):
            assert formed.get(tuple(sorted(action.items())), now) == claimable_after(state, action), action


def test_only_the_side_to_move_sees_what_actions_form() -> None:
    state = load(MID)
    assert drawing(state, 1)["forms"]
    assert drawing(state, 0)["forms"] == drawing(state, None)["forms"] == []


def test_a_captured_card_is_listed_with_the_spells_it_can_be_cast_as() -> None:
    state = load(asymmetric(MID, "doppelganger", "trielementaris") | {"mages": {"k": ["21", "30"], "p": ["12"]}})
    spells = drawing(state, 1)["spells"]
    assert spells["p"] == {"1": ["summon"], "2": ["levitate", "summon"], "3": ["force", "levitate", "summon"]}
    assert spells["k"]["2"] == ["levitate", "extra"]
    cast = {action["spell"] for action in state.view(1)["legal"] if action["do"] == "cast"}
    assert cast == {1, 2}  # the card of level 2, as its own spell or a lower one


# ---------------------------------------------------------------- laying
@pytest.mark.parametrize("tournament", [False, True])
def test_the_face_of_the_next_tile_is_shown_before_it_is_laid(tournament: bool) -> None:
    announced, laid = [], []
    for state in walk(GAME.new(2, {"tournament": tournament, "first": "k"}), 5):
        view = state.view(0)
        if view["building"]:
            laying = drawing(state, 0)["laying"]
            announced.append(laying["next"])
            rows, columns = laying["rows"], laying["columns"]
            for action in state.view(state.turn())["legal"]:
                row, column = (int(part) for part in action["at"].split(","))
                assert rows[0] <= row <= rows[1]
                assert columns[0] <= column <= columns[1]
        laid = [line["tile"] for line in view["log"] if line["do"] == "lay"]
        if view["arena"]:
            break
    assert announced == laid
    assert len(announced) == 12
    assert any(tile.isupper() for tile in announced) == tournament


# ---------------------------------------------------------------- the solo opponent
def test_the_claims_of_the_script_in_each_round_are_announced_beforehand() -> None:
    normal, hard = load(SOLO), load(SOLO | {"options": {"difficulty": "hard"}})
    levels, points = (
        [[take[key] for take in drawing(state, 0)["script"]["takes"]] for state in (normal, hard)]
        for key in ("level", "points")
    )
    assert levels == [[0, 0, 2, 3, 3, 4], [0, 0, 3, 3, 3]]
    assert points == [[0, 0, 3, 6, 6, 10], [0, 0, 6, 6, 6]]
    assert drawing(normal, 0)["script"]["next"] == []
    third = load(SOLO | {"round": 3})
    assert drawing(third, 0)["script"]["next"] == ["B1-2", "B2-2"]
    gem = next(line for line in play_round(third).view(None)["log"] if line["do"] == "gem")
    assert gem["taken"] == ["B1-2", "B2-2"]


def test_the_scripts_next_steps_are_announced_as_they_then_come() -> None:
    steps = 0
    for seed in range(4):
        for state in walk(GAME.new(1, {"setup": f"S{seed + 1}"}), seed):
            view = state.view(0)
            if view["phase"] != "play" or view["used"]["levels"]:
                continue
            script, after = drawing(state, 0)["script"], do(state.clone(), do="end")
            question = after.view(0)
            if question["phase"] == "script mage":
                assert {action["do"] for action in question["legal"]} == {script["mage"]["do"]}
                assert (
                    sorted(action.get("at") or action["to"] for action in question["legal"]) == script["mage"]["cells"]
                )
            else:
                silent = question["log"][-1]["script"]
                assert silent[0]["do"] == script["mage"]["do"]
                assert [silent[0].get("at") or silent[0].get("to")] == (script["mage"]["cells"] or [None])
                lifts = [silent[1]["at"]] if len(silent) > 1 else sorted(action["at"] for action in question["legal"])
                assert lifts == script["lift"]
            steps += 1
    assert steps > 20


def test_with_two_players_there_is_no_script_to_tell() -> None:
    assert drawing(load(MID), 0)["script"] is None


# ---------------------------------------------------------------- the end in sight
def test_the_last_round_is_announced_while_it_is_played() -> None:
    assert drawing(load(MID), 0)["last"] is False
    assert drawing(load(TEN), 0)["last"] is False
    assert drawing(load(TEN, "R:B1-2"), 0)["last"] is True
    assert drawing(load(MID | {"round": 6}), 0)["last"] is True
    alone = [load(SOLO | {"options": {"difficulty": way}}) for way in ("normal", "hard")]
    assert [drawing(state, 0)["rounds"] for state in alone] == [6, 5]


def test_the_board_has_the_sides_with_16_points_and_whether_the_turn_closes_the_round() -> None:
    claimed = drawing(load(TEN, "R:B1-2"), 0)
    assert (claimed["summit"], claimed["reached"], claimed["closes_round"]) == (16, ["p"], False)
    assert drawing(load(TEN, "R:B1-2", "E"), 0)["closes_round"]


# ---------------------------------------------------------------- who is who
def test_each_side_is_listed_with_its_seat_and_the_script_with_none() -> None:
    assert drawing(load(MID), None)["seats"] == {"k": 0, "p": 1}
    assert drawing(load(SOLO), 0)["seats"] == {"k": None, "p": 0}


def test_shapes_are_looked_for_with_the_viewers_eyes_or_those_of_the_side_on_turn() -> None:
    assert [drawing(load(MID), seat)["perspective"] for seat in (0, 1, None)] == ["k", "p", "p"]


def test_only_the_owner_of_extralimitae_has_a_special_tile() -> None:
    assert drawing(load(MID), 1)["special_tiles"] == []
    assert drawing(load(asymmetric(MID, "trielementaris", "extralimitae")), 1)["special_tiles"] == ["p"]


# ---------------------------------------------------------------- the cards
def test_only_the_shapes_of_the_box_are_stand_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    GAME.add_cards("mine", GAME.card_file("basic"))
    standins = {name: load(REF | {"options": {"deck": name}}).view(0)["standin"] for name in ("basic", "mine")}
    assert standins == {"basic": True, "mine": False}


def test_a_table_is_drawn_with_its_own_deck_though_the_file_was_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    GAME.add_cards("mine", GAME.card_file("basic"))
    state = load(MID | {"options": {"deck": "mine"}})
    before = drawing(state, 1)
    GAME.add_cards("mine", GAME.card_file("advanced"))
    assert drawing(state, 1) == before
    assert list(GAME.imagine(state.view(1), Rng(1)).cells) == list(state.cells)
