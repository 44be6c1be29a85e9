"""The log: lines that are sufficient to move every piece, and sentences in both languages."""

from typing import Any

from sortilege.core.engine.state import State
from sortilege.games.spell import GAME, screen
from sortilege.games.spell.box import DECKS
from sortilege.games.spell.deck import load_deck
from tests.games.spell.board import MID, REF, TEN, asymmetric, do, games, load
from tests.games.spell.test_solo import S2, SOLO, after_end_turn


def last(state: State) -> dict[str, Any]:
    line: dict[str, Any] = state.view(None)["log"][-1]
    return line


def last_sentence(state: State, language: str = "en") -> str:
    return GAME.say(last(state), language)


def test_a_claim_tells_card_points_place_and_the_cells_that_formed_it() -> None:
    line = last(load(TEN, "R:B3-1"))
    assert (line["by"], line["who"], line["seat"], line["level"], line["points"]) == (1, "p", 1, 3, 3)
    assert (line["place"], line["score"]) == ("top", {"k": 0, "p": 18})
    assert line["cells"] == ["00", "01", "02", "10", "11", "12"]
    assert last_sentence(load(TEN, "R:B3-1")) == "{1} claims Slab: +3."
    assert last_sentence(load(TEN, "R:B3-1"), "fr") == "{1} prend Dalle\u00a0: +3."


def test_a_cast_tells_which_card_was_used_and_what_it_did() -> None:
    state = do(load(MID), do="cast", level=2, spell=2)
    assert (last(state)["card"], last(state)["name"]) == ("B2-1", "levitate")
    assert last_sentence(state) == "{1} spends Pee for Levitation."
    do(state, do="levitate", **{"from": "12", "to": "30"})
    assert last_sentence(state) == "{1} flies from c2 to a4."


def test_every_rune_of_the_box_has_a_name_in_both_languages() -> None:
    names = {name for deck in DECKS for name in load_deck(deck).titles.values()}
    assert len(names) == 52
    for language in ("en", "fr"):
        assert set(GAME.words[language]["runes"]) == names


def test_a_rune_without_a_name_is_told_by_its_level_and_shape() -> None:
    line = last(load(TEN, "R:B3-1"))
    line = line | {"rune": line["rune"] | {"name": ""}}
    assert GAME.say(line) == "{1} claims level 3 (6 cells, 2 by 3): +3."
    assert GAME.say(line, "fr") == "{1} prend niveau 3 (6 cases, 2 sur 3)\u00a0: +3."


def test_an_owners_rune_is_called_as_its_owner_calls_it() -> None:
    line = last(load(TEN, "R:B3-1"))
    line = line | {"rune": line["rune"] | {"name": "Grand-mère"}}
    assert [GAME.say(line, language) for language in ("en", "fr")] == [
        "{1} claims Grand-mère: +3.",
        "{1} prend Grand-mère\u00a0: +3.",
    ]


def test_the_view_and_the_terminal_name_the_runes() -> None:
    view = load(TEN).view(1)
    assert view["names"]["B3-1"] == "Slab"
    drawn = "\n".join(screen.lines(view, GAME.words["fr"], ["Ada", "Bruno"]))
    assert "B3-1 Dalle" in drawn


def test_doppelgangers_first_spell_is_told_as_what_it_is() -> None:
    twins = asymmetric(MID, "extralimitae", "doppelganger") | {"mages": {"k": ["21"], "p": ["12", "00"]}}
    state = do(load(twins), do="cast", level=2, spell=1)
    assert last(state)["name"] == "extra"
    assert last_sentence(state, "fr") == "{1} dépense Fanion\u00a0: Pas de plus."


def test_a_summon_that_displaces_is_told_with_the_push() -> None:
    state = load(asymmetric(MID, "extralimitae", "trielementaris"), "S:B2-1/1@21>22")
    summon, push = state.view(None)["log"][-2:]
    assert summon["displaces"] is True
    assert (push["from"], push["to"], push["of"]) == ("21", "22", "k")
    assert GAME.say(push) == "The mage on b3 is pushed to c3."


def test_a_special_tile_is_told_by_the_row_or_column_it_lies_at() -> None:
    mine = asymmetric(REF, "bilevitagramaton", "extralimitae")
    places = {place: last_sentence(load(mine, f"X:{place}")) for place in ("T2", "R0")}
    assert places == {
        "T2": "{1} lays the special tile above column c.",
        "R0": "{1} lays the special tile right of row 1.",
    }


def test_the_end_of_a_turn_tells_what_goes_back_and_who_begins() -> None:
    line = last(load(MID, "S:B2-1/1@22", "E"))
    assert line["elementals"] == ["22"]
    assert line["begins"] == {"who": "k", "seat": 0, "round": 4}


def test_a_revealed_card_tells_where_it_lies() -> None:
    state = do(load(MID, "R:B1-2"), do="end")
    assert "begins" not in last(state)
    line = last(do(state, do="reveal", card="B1-7"))
    assert (line["level"], line["place"], line["moved"], line["dealt"]) == (1, "top", "B1-1", False)
    assert line["begins"]["who"] == "k"


def test_the_last_line_tells_how_the_game_ended() -> None:
    over = load(TEN | {"round": 6}, "E", "E")
    assert last(over)["ended"] == {"winner": "p", "seat": 1, "score": {"k": 0, "p": 15}, "reason": "rounds"}
    assert last_sentence(over) == (
        "{0} ends the turn. The duel is over. {1} wins, more points after the last round: black 0, purple 15."
    )


def test_the_script_tells_what_it_did_and_which_of_its_lines_made_it() -> None:
    state = do(after_end_turn(SOLO | S2), do="move", **{"from": "31", "to": "32"})
    line = last(state)
    assert (line["by"], line["who"], line["seat"], line["rule"]) == (0, "k", None, "SP-307")
    assert line["script"] == [{"do": "lift", "at": "22", "kind": "inactive_mine", "rule": "SP-316"}]
    assert last_sentence(state) == (
        "The opponent's mage goes from b4 to c4: no tile to wake, so it heads for the nearest purple tile. "
        "It lifts the tile on c3: no purple tile that is awake is free in the middle, so one asleep."
    )
    do(state, do="gem", to="up")
    assert last(state)["tiles"] == [["22", "13"], ["32", "22"]]
    assert last(state)["riders"] == [{"figure": "mage", "of": "k", "from": "32", "to": "22"}]
    assert last_sentence(state, "fr") == "La gemme pointe vers le haut."


def test_tiles_and_riders_told_move_the_arena_from_one_view_to_the_next() -> None:
    """Return the arena and the figures after the moves of a line."""
    before: dict[str, Any] = {}
    moved = 0
    for state in games():
        view = state.view(None)
        line = view["log"][-1] if view["log"] else {}
        if "tiles" in line and before["arena"]:
            tiles = {f"{r}{c}": before["arena"][r][c] for r in range(4) for c in range(4)}
            after = tiles | {line["hole"]: "."} | {to: tiles[start] for start, to in line["tiles"]}
            assert ["".join(after[f"{r}{c}"] for c in range(4)) for r in range(4)] == view["arena"]
            rides = {(ride["figure"], ride["of"], ride["from"]): ride["to"] for ride in line["riders"]}
            for side in "kp":
                mages = [rides.get(("mage", side, cell), cell) for cell in before["mages"][side]]
                assert sorted(mages) == view["mages"][side]
            moved += 1
        before = view
    assert moved > 20
