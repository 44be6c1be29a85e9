"""The rulebook's worked example and chapter "Digital rulings"."""

import random

import pytest

from sortilege import CHANCE, IllegalAction, Match, bots
from tests.games.abracada.moves import END, GAME, at, call, legal, life, lift, play, roll, stone
from tests.games.abracada.pieces import disguises
from tests.shelf.tables import walk


@pytest.mark.rule("AQ-901")
def test_the_worked_example_of_the_rulebook() -> None:
    state = GAME.load(
        {
            "game": "abracada",
            "seats": 3,
            "options": {"low_call": "penalty"},
            "round": 1,
            "scores": [0, 0, 0],
            "life": [4, 6, 6],
            "hands": ["35487", "66788", "27785"],
            "board": [0, 0, 0, 0, 1, 1, 2, 2],
            "secrets": 4,
            "taken": ["", "", ""],
            "turn": {"seat": 0, "last": 0},
        }
    )
    play(state, call(3), roll(3))
    assert life(state) == [6, 6, 6]
    play(state, call(5))
    assert life(state) == [6, 5, 5]
    play(state, call(4))
    assert life(state) == [5, 5, 5]
    assert state.view(0)["log"][-1]["hit"] is None
    play(state, stone(8), stone(6))
    assert state.position()["hands"][0] == "48786"
    assert state.turn() == 1


@pytest.mark.rule("AQ-910")
def test_a_seat_calls_or_ends_and_nothing_else() -> None:
    for state in walk(GAME.new(3, {"low_call": "penalty"}), random.Random(910)):
        if state.turn() >= 0:
            assert {action["do"] for action in legal(state)} <= {"call", "end"}
        elif state.turn() == CHANCE:
            assert {action["do"] for action in legal(state)} <= {"first", "stone", "lift", "roll", "secret"}


@pytest.mark.rule("AQ-911")
def test_a_log_of_actions_replays_to_the_same_game() -> None:
    match, rng = Match(GAME, 3, seed=911), random.Random(911)
    for _ in range(20):
        match.play(rng.choice(match.state.legal()))
    state = GAME.new(3)
    for action in match.log:
        play(state, action)
    assert state.view(0) == match.state.view(0)
    assert list(state.cells) == list(match.state.cells)


@pytest.mark.rule("AQ-911")
def test_chance_is_never_a_decision_and_no_decision_is_chance() -> None:
    for action in (stone(8), roll(1), lift(0), {"do": "secret", "spell": 8}, {"do": "first", "seat": 0}):
        with pytest.raises(IllegalAction, match="AQ-911"):
            play(at(hands=["88", "66"], turn={"seat": 0}), action)
    for action in (call(8), END, roll(1)):
        with pytest.raises(IllegalAction, match="AQ-911"):
            play(at(hands=["88", "66"], turn={"seat": 0}, then=[call(8)]), action)


@pytest.mark.rule("AQ-912")
@pytest.mark.parametrize("level", ["random", "apprentice"])
def test_a_bot_decides_from_its_view_alone(level: str) -> None:
    position = at(hands=["35487", "66788", "27785"], taken=["", "5", ""], turn={"seat": 0}).position()
    choices = [
        bots.make("abracada", level, seed=1).choose(GAME.load(disguise).view(0))
        for disguise in [position, *disguises(position, 0)]
    ]
    assert len(choices) > 3
    assert all(choice == choices[0] for choice in choices)


@pytest.mark.rule("AQ-913")
def test_a_spectator_sees_no_standing_stone_and_no_secret() -> None:
    state = at(hands=["35487", "66788", "27785"], taken=["", "5", ""], turn={"seat": 0})
    view = state.view(None)
    assert view["hands"] == ["?????", "?????", "?????"]
    assert view["taken"] == ["", "?", ""]
    assert view["legal"] == []


@pytest.mark.rule("AQ-913")
def test_a_spectator_reads_no_face_in_the_log_either() -> None:
    match = Match(GAME, 4, seed=913)
    assert all(line["spell"] is None for line in match.state.view(None)["log"] if line["do"] == "stone")


@pytest.mark.rule("AQ-914")
@pytest.mark.parametrize(
    ("options", "last", "offered"),
    [
        ({}, 0, [call(n) for n in range(1, 9)]),
        ({}, 6, [END, call(6), call(7), call(8)]),
        ({"low_call": "penalty"}, 6, [END, *[call(n) for n in range(1, 9)]]),
        ({"easy": True}, 6, [END, *[call(n) for n in range(1, 9)]]),
    ],
)
def test_what_is_legal_does_not_depend_on_ones_own_stones(options: dict, last: int, offered: list) -> None:
    for hand in ("88888", "12345", "7", "66"):
        state = at(hands=[hand, "55"], options=options, turn={"seat": 0, "last": last})
        assert legal(state) == offered
        assert state.view(0)["legal"] == offered
