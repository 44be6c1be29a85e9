"""Bad input: every impossible position and option is refused in one sentence that names the field and the rule."""

from typing import Any

import pytest

import sortilege
from sortilege import IllegalAction, Match, OptionError, PositionError, UnknownGame
from tests.games.abracada.moves import END, GAME, at, call, play

GOOD: dict[str, Any] = {
    "game": "abracada",
    "seats": 3,
    "options": {},
    "round": 1,
    "scores": [0, 0, 0],
    "life": [4, 6, 6],
    "hands": ["35487", "66788", "27785"],
    "board": [0, 0, 0, 0, 1, 1, 2, 2],
    "secrets": 4,
    "taken": ["", "", ""],
    "turn": {"seat": 0, "last": 0},
}
OVER = GOOD | {"scores": [8, 3, 0], "points": [3, 1, 0], "life": [4, 6, 0], "turn": None}


def test_the_position_of_the_contract_loads() -> None:
    defaults = {
        "variant": "standard",
        "easy": False,
        "low_call": "refuse",
        "die": [1, 1, 2, 2, 3, 3],
        "first": "random",
    }
    assert GAME.load(GOOD).position() == GOOD | {"options": defaults}
    assert GAME.load(OVER).position() == OVER | {"options": defaults}


def test_omitted_fields_describe_a_fresh_round() -> None:
    short = {"game": "abracada", "seats": 2, "hands": ["5", "66"], "turn": {"seat": 1}}
    full = GAME.load(short).position()
    assert full["round"] == 1
    assert full["scores"] == [0, 0]
    assert full["life"] == [6, 6]
    assert full["board"] == [0] * 8
    assert full["secrets"] == 4
    assert full["taken"] == ["", ""]
    assert full["turn"] == {"seat": 1, "last": 0}


def test_omitted_secrets_are_the_stones_nobody_took() -> None:
    assert at(hands=["5", "66"], taken=["78", "3"], turn={"seat": 0}).position()["secrets"] == 1


@pytest.mark.parametrize("key", ["seats", "hands", "turn"])
def test_a_missing_required_field_is_named(key: str) -> None:
    with pytest.raises(PositionError, match=rf"^{key}: "):
        GAME.load({k: v for k, v in GOOD.items() if k != key})


IMPOSSIBLE: list[tuple[str, str, dict[str, Any]]] = [
    # field and rule the refusal names, and the change that calls for it
    ("hands", "AQ-001", {"hands": ["11", "66788", "27785"]}),
    ("hands", "AQ-001", {"hands": ["88", "66788", "27785"], "board": [0, 0, 0, 0, 0, 0, 0, 8]}),
    ("hands", "AQ-001", {"taken": ["1", "1", ""]}),
    ("board[0]", "AQ-001", {"board": [2, 0, 0, 0, 0, 0, 0, 0]}),
    ("board[7]", "AQ-001", {"board": [0, 0, 0, 0, 0, 0, 0, -1]}),
    ("board[2]", "AQ-001", {"board": [0, 0, True, 0, 0, 0, 0, 0]}),
    ("board", "", {"board": [0] * 7}),
    ("hands[0]", "AQ-010", {"hands": ["354876", "66788", "27785"]}),
    ("hands[1]", "AQ-009", {"hands": ["35487", "", "27785"]}),
    ("hands[0]", "AQ-001", {"hands": ["35a87", "66788", "27785"]}),
    ("hands[0]", "AQ-001", {"hands": ["35087", "66788", "27785"]}),
    ("hands[0]", "AQ-001", {"hands": ["3549", "66788", "27785"]}),
    ("hands[0]", "AQ-001", {"hands": [35487, "66788", "27785"]}),
    ("hands[0]", "AQ-001", {"hands": ["٣٤", "66788", "27785"]}),
    ("hands", "", {"hands": ["35487", "66788"]}),
    ("life[0]", "AQ-008", {"life": [7, 6, 6]}),
    ("life[0]", "AQ-008", {"life": [-1, 6, 6]}),
    ("life[0]", "AQ-008", {"life": [0, 6, 6]}),
    ("life[0]", "AQ-008", {"life": [-1, 6, 6], "options": {"variant": "last"}}),
    ("life[2]", "AQ-008", {"life": [6, 6, 6.0]}),
    ("life", "", {"life": [6, 6, 6, 6]}),
    ("life", "AQ-810", {"life": [6, 0, 0], "options": {"variant": "last"}}),
    ("turn.seat", "AQ-811", {"life": [0, 6, 6], "options": {"variant": "last"}}),
    ("turn.seat", "", {"turn": {"seat": 3}}),
    ("turn.seat", "", {"turn": {"seat": -1}}),
    ("turn.seat", "", {"turn": {"seat": True}}),
    ("turn.last", "AQ-301", {"turn": {"seat": 0, "last": 9}}),
    ("turn", "", {"turn": {"last": 3}}),
    ("turn", "", {"turn": {"seat": 0, "phase": "call"}}),
    ("turn", "", {"turn": 0}),
    ("secrets", "AQ-110", {"secrets": 5}),
    ("secrets", "AQ-110", {"secrets": -1}),
    ("secrets", "AQ-110", {"secrets": 4, "taken": ["3", "", ""]}),
    ("secrets", "AQ-002", {"board": [1, 1, 2, 3, 3, 4, 2, 3], "secrets": 4}),
    ("taken", "AQ-110", {"taken": ["345", "56", ""], "secrets": 0}),
    ("taken[0]", "AQ-110", {"taken": ["34566", "", ""], "secrets": 0}),
    ("taken[1]", "AQ-001", {"taken": ["", "9", ""]}),
    ("taken", "", {"taken": ["", ""]}),
    ("scores[1]", "AQ-701", {"scores": [0, 8, 0]}),
    ("scores[0]", "AQ-701", {"scores": [-1, 0, 0]}),
    ("scores", "", {"scores": [0, 0]}),
    ("round", "", {"round": 0}),
    ("round", "", {"round": "1"}),
    ("points", "", {"points": [3, 0, 0]}),
    ("game", "", {"game": "spell"}),
    ("seats", "AQ-101", {"seats": 6}),
    ("seats", "AQ-101", {"seats": True}),
    ("options", "", {"options": {"easy": 1}}),
    ("options", "", {"options": {"fast": True}}),
    ("options", "", {"options": []}),
    ("moves", "", {"moves": []}),
]


@pytest.mark.rule("AQ-001", "AQ-002", "AQ-008", "AQ-009", "AQ-010", "AQ-110", "AQ-701", "AQ-810", "AQ-811")
@pytest.mark.parametrize(("field", "rule", "change"), IMPOSSIBLE, ids=lambda v: str(v)[:40])
def test_an_impossible_position_is_refused_by_field_and_rule(field: str, rule: str, change: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as refused:
        GAME.load(GOOD | change)
    assert refused.value.field == field
    assert str(refused.value).startswith(f"{field}: ")
    assert rule in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.rule("AQ-701")
@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("points", {"points": [3, 1]}),
        ("points[0]", {"points": [8, 1, 0]}),
        ("points[2]", {"points": [3, 1, 1]}),
        ("scores", {"scores": [7, 3, 0]}),
        ("scores[0]", {"scores": [15, 3, 0]}),
    ],
)
def test_an_impossible_end_is_refused(field: str, change: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as refused:
        GAME.load(OVER | change)
    assert refused.value.field == field


@pytest.mark.rule("AQ-701")
def test_an_end_without_its_points_is_refused_and_so_is_a_move_after_it() -> None:
    with pytest.raises(PositionError, match=r"^points: "):
        GAME.load({k: v for k, v in OVER.items() if k != "points"})
    state = GAME.load(OVER)
    with pytest.raises(IllegalAction, match="AQ-701"):
        play(state, call(8))
    with pytest.raises(PositionError, match=r"^then\[0\].*AQ-701"):
        GAME.load(OVER | {"then": [END]})
    assert state.outcome() == {"winners": [0], "scores": [8, 3, 0], "reason": "points"}


@pytest.mark.rule("AQ-301")
def test_an_illegal_action_in_then_names_its_place_and_its_rule() -> None:
    with pytest.raises(PositionError, match=r"^then\[2\]: .*\(AQ-301\)"):
        GAME.load(GOOD | {"then": [call(5), call(7), call(4)]})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("variant", "Standard"),
        ("variant", None),
        ("easy", 1),
        ("easy", "true"),
        ("easy", None),
        ("low_call", True),
        ("low_call", "strict"),
        ("first", 3),
        ("first", -1),
        ("first", True),
        ("first", "0"),
        ("first", 1.0),
        ("die", [1, 2, 7]),
        ("die", (1, 2, 3)),
    ],
)
def test_a_wrong_option_is_named_with_the_allowed_values(option: str, value: object) -> None:
    with pytest.raises(OptionError, match=rf"option {option} is "):
        GAME.new(3, {option: value})


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"'strict'.*variant, easy, low_call, die, first"):
        GAME.new(3, {"strict": True})
    for wrong in ([], "easy", 3, [("easy", True)]):
        with pytest.raises(OptionError, match="options"):
            GAME.new(3, wrong)  # type: ignore[arg-type]


def test_a_default_die_cannot_be_altered_through_a_game() -> None:
    GAME.new(2).options["die"].append(6)
    assert GAME.new(2).options["die"] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("name", ["chess", "", "Abracada", None, 3, ["abracada"], "../abracada"])
def test_an_unknown_game_is_named_with_those_there_are(name: object) -> None:
    with pytest.raises(UnknownGame, match="abracada"):
        sortilege.game(name)  # type: ignore[arg-type]


@pytest.mark.rule("AQ-205")
def test_a_match_takes_no_move_out_of_turn_nor_after_the_end() -> None:
    match = Match(GAME, start=at(hands=["8", "66"], scores=[7, 0], turn={"seat": 0}).position(), seed=1)
    before = match.save()
    with pytest.raises(IllegalAction, match=r"seat 0's turn.*AQ-205"):
        match.play(call(6), seat=1)
    assert match.save() == before
    match.play(call(8), seat=0)
    with pytest.raises(IllegalAction, match="over"):
        match.play(call(8), seat=1)
