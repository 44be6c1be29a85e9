"""Summaries of turns: one sentence per turn, with a turn of opponent own for the scripted opponent."""

from sortilege.core.engine.state import State
from sortilege.core.log import log_of
from sortilege.core.turns import Turn, turns_in
from sortilege.games.spell import GAME
from tests.games.spell.board import MID, REF, TEN, do, load
from tests.games.spell.solo import SOLO, play_round


def turns(state: State) -> list[Turn]:
    return turns_in(GAME, log_of(state, None))


def summaries(state: State, language: str = "en") -> list[str]:
    return [GAME.summarise(turn, language) for turn in turns(state)]


def test_a_turn_tells_deeds_runes_and_points() -> None:
    state = do(load(TEN, "R:B3-1", "R:B1-2"), do="end")
    assert summaries(state) == ["{1}: claimed Slab and Square, +4"]
    assert summaries(state, "fr") == ["{1}\u00a0: prend Dalle et Carré, +4"]


def test_a_spell_is_summarised_by_its_effect() -> None:
    state = do(load(MID), do="cast", level=2, spell=2)
    assert summaries(state) == ["{1}: cast Levitation"]
    do(state, do="levitate", **{"from": "12", "to": "30"})
    assert summaries(state) == ["{1}: flew to a4"]


def test_an_empty_turn_is_summarised_as_such_and_the_new_runes_belong_to_the_side_that_ended_it() -> None:
    state = do(load(MID, "R:B1-2"), do="end")
    do(state, do="reveal", card="B1-7")
    do(state, do="end")
    assert [(turn.opening.seat, GAME.summarise(turn)) for turn in turns(state)] == [
        (1, "{1}: claimed Square, +1"),
        (0, "{0}: did nothing"),
    ]


def test_a_new_round_begins_with_its_first_turn() -> None:
    state = do(do(load(REF), do="end"), do="end")
    do(state, do="end")
    chapters = [turn.opening.chapter for turn in turns(state)]
    assert chapters[-1] == chapters[0] + 1


def test_the_scripted_turn_holds_all_the_opponent_did_and_nothing_else() -> None:
    """Its first steps are in the human's line, and the cards it takes in the line of the gem."""
    state = play_round(
        load(SOLO | {"round": 3, "mages": {"k": ["33"], "p": ["11"]}, "arena": ["pkpk", "kPNk", "pkp.", "kppK"]})
    )
    human, opponent = turns(state)
    assert not human.opening.scripted
    assert [GAME.say(line) for line in human.lines] == ["{0} ends the turn."]
    assert opponent.opening.scripted
    text = " ".join(GAME.say(line) for line in opponent.lines)
    assert "{0}" not in text
    for step in ("The opponent", "It lifts the tile on", "The gem points up.", "The opponent takes Square and Queue"):
        assert step in text
    summary = GAME.summarise(opponent)
    assert summary.startswith("The opponent: ")
    assert "lifted" in summary
    assert summary.endswith("slid up, took Square and Queue, +3")
