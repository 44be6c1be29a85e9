"""What the terminal's page of Abracada… Quoi ? shows, and what it keeps to itself."""

from typing import Any

import sortilege
from sortilege.games.abracada import screen

GAME = sortilege.game("abracada")
WORDS = GAME.words["en"]
NAMES = ["Ada", "Bo", "Cy"]


def position(**changes: Any) -> dict[str, Any]:
    return {
        "game": "abracada",
        "seats": 3,
        "life": [4, 6, 1],
        "hands": ["35487", "66788", "27785"],
        "board": [0, 0, 0, 0, 1, 1, 2, 2],
        "turn": {"seat": 0, "last": 0},
        **changes,
    }


def page(seat: int | None, **changes: Any) -> list[str]:
    return screen.lines(GAME.load(position(**changes)).view(seat), WORDS, NAMES)


def test_your_own_stones_are_backs_and_the_others_lie_open() -> None:
    ada, bo, cy = page(0)[1:4]
    assert "? ? ? ? ?" in ada
    assert "6 6 7 8 8" in bo
    assert "2 7 7 8 5" in cy


def test_a_spectator_sees_no_stone() -> None:
    assert all("? ? ? ? ?" in line for line in page(None)[1:4])


def test_the_seats_start_with_yours_and_go_clockwise() -> None:
    lines = page(1)[1:4]
    assert [line.split()[0] if "▶" not in line else line.split()[1] for line in lines] == ["Bo", "Cy", "Ada"]
    assert lines[0].endswith("you")
    assert lines[1].endswith("at your left")
    assert lines[2].endswith("at your right")


def test_the_arrow_stands_with_whoever_is_to_move() -> None:
    assert [("▶" in line) for line in page(1)[1:4]] == [False, False, True]


def test_lives_are_hearts() -> None:
    ada, bo, cy = page(0)[1:4]
    assert "♥♥♥♥··" in ada
    assert "♥♥♥♥♥♥" in bo
    assert "♥·····" in cy


def test_each_spell_counts_the_stones_cast_seen_and_unseen() -> None:
    fireball = page(0)[-2]
    assert fireball.split()[:3] == ["7", "Fireball", "●●◐◐◐○○"]
    assert "unseen: 2" in fireball


def test_the_heading_says_how_high_the_next_call_must_be() -> None:
    assert "5 or higher" in page(0, turn={"seat": 0, "last": 5})[0]
    assert "higher" not in page(0)[0]


def test_lives_lost_since_your_last_call_stand_beside_the_hearts() -> None:
    state = GAME.load(position(hands=["55487", "66788", "27785"], life=[4, 6, 3]))
    state.apply(GAME.find({"do": "call", "spell": 5}))
    state.apply(state.legal()[0])  # which of the two left
    lines = screen.lines(state.view(0), WORDS, NAMES)[1:4]
    assert "−1" not in lines[0]
    assert "−1" in lines[1]
    assert "−1" in lines[2]


def test_choices_are_called_by_their_names_and_answer_to_their_numbers() -> None:
    calls = [{"do": "call", "spell": 5}, {"do": "end"}]
    assert [screen.label(action, WORDS, NAMES) for action in calls] == ["Storm", "Stop, refill"]
    assert [screen.key(action) for action in calls] == ["5", "0"]


def test_a_hit_a_miss_and_a_roll_have_signs_of_their_own() -> None:
    lines = [{"do": "call", "hit": True}, {"do": "call", "hit": False}, {"do": "roll", "die": 3}, {"do": "secret"}]
    assert [screen.mark(line) for line in lines] == ["✔", "✘", "⚂", "◆"]
