"""A person at a table with bots: names, choices, undo, and a record that is always on disk."""

import json
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import Match, OptionError, RecordError
from sortilege.core.phrases import HERE
from sortilege.core.words import LANGUAGES, words_in
from sortilege.terminal.records import LARGEST, fresh_path, read_record, write_record
from sortilege.terminal.rivals import decide, question
from sortilege.terminal.session import (
    Sitting,
    all_words,
    choices_of,
    level_in,
    shortened,
    sit_again,
    sit_down,
)
from tests.shelf.test_words import gaps
from tests.terminal.games import SHORT, short_game

GAME = sortilege.game("abracada")


def play_on(sitting: Sitting, steps: int) -> None:
    """So many decisions, the person always taking the first choice."""
    for _ in range(steps):
        if not sitting.over:
            mine = sitting.turn == sitting.seat
            sitting.play(sitting.choices()[0].action if mine else decide(*question(sitting)))


def said_in(words: Any) -> list[str]:
    return list(words.values()) if isinstance(words, dict) else words if isinstance(words, list) else [words]


def test_both_languages_of_the_terminal_have_the_same_keys_and_the_same_gaps() -> None:
    english, french = (all_words()[language] for language in LANGUAGES)
    assert list(english) == list(french)
    for key, sentence in english.items():
        if isinstance(sentence, dict):
            assert list(sentence) == list(french[key])
        for one, other in zip(said_in(sentence), said_in(french[key]), strict=True):
            assert gaps(one) - {"english"} == gaps(other), key


def test_every_reason_against_undo_can_be_told() -> None:
    match = Match(GAME, 2, SHORT, 1)
    told = all_words()["fr"]["undo"]
    assert set(told) == set(words_in(HERE)["fr"]["undo"])  # core's own
    assert match.why_no_undo() in told
    match.play({"do": "call", "spell": 1})
    assert match.why_no_undo(0) in told
    assert match.why_no_undo(1) in told


def test_a_new_table_seats_the_person_among_bots_of_the_level() -> None:
    sitting = sit_down(GAME, 4, "master", seat=2, name="Zoë")
    assert sitting.match.names == ["Morgane (master)", "Viviane (master)", "Zoë", "Circe (master)"]
    assert sitting.names == ["Morgane", "Viviane", "Zoë", "Circe"]
    assert sitting.levels == {0: "master", 1: "master", 3: "master"}


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="seats 0 to 2, not 3"):
        sit_down(GAME, 3, seat=3)


def test_the_record_is_on_disk_before_the_next_step(tmp_path: Path) -> None:
    sitting = short_game(tmp_path / "deep" / "game.json")
    for _ in range(6):
        play_on(sitting, 1)
        assert read_record(tmp_path / "deep" / "game.json") == sitting.match.save()


def test_a_saved_game_goes_on_with_the_same_bots_and_the_same_draws(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = short_game(path)
    play_on(first, 4)
    second = sit_again(read_record(path), "adept", "en", None, path)
    assert second.seat == 0
    assert second.levels == {1: "random", 2: "random"}
    assert second.match.save() == first.match.save()
    for sitting in (first, second):
        sitting.match.play({"do": "call", "spell": 8}) if not sitting.over else None
    assert second.match.save() == first.match.save()


def test_a_record_of_people_alone_is_taken_up_with_bots_of_the_level_named() -> None:
    record = Match(GAME, 3, SHORT, 5, ["Ann", "Bob", "Cid"]).save()
    sitting = sit_again(record, "master", "en", 1, None)
    assert sitting.seat == 1
    assert sitting.levels == {0: "master", 2: "master"}


def test_a_disk_that_cannot_be_written_is_told_and_spoils_no_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    sitting = short_game(tmp_path / "file" / "game.json")
    play_on(sitting, 2)
    assert "could not be saved" in sitting.farewell()
    assert len(sitting.match.ids) > 0


def test_choices_have_the_games_own_keys() -> None:
    sitting = short_game()
    assert [choice.key for choice in sitting.choices()] == list("12345678")


def test_choices_are_counted_where_a_game_has_no_keys_or_they_clash() -> None:
    class Bare:
        @staticmethod
        def label(action: dict[str, Any], words: Any, names: Any) -> str:
            return str(action["do"])

    class Clashing(Bare):
        @staticmethod
        def key(action: dict[str, Any]) -> str:
            return "x"

    for screen in (Bare, Clashing):
        choices = choices_of(screen, [{"do": "a"}, {"do": "b"}], {}, [])
        assert [(choice.key, choice.label) for choice in choices] == [("1", "a"), ("2", "b")]


def test_others_have_no_choices_while_it_is_not_their_turn() -> None:
    sitting = sit_down(GAME, 3, "random", {"first": 1}, 3)
    assert sitting.turn == 1
    assert sitting.choices() == []
    assert sitting.status() == "Morgane is thinking…"


def test_the_story_is_told_with_names_and_signs_in_either_language() -> None:
    sitting = short_game()
    sitting.play({"do": "call", "spell": 1})
    assert any(line.startswith(("✔ Merlin calls 1", "✘ Merlin calls 1")) for line in sitting.story())
    assert any(line.startswith("⚅ The die shows 6") for line in sitting.story())
    sitting.switch_language()
    assert any("Le dé donne 6" in line for line in sitting.story())
    sitting.switch_language()
    assert sitting.language == "en"


def test_an_undo_that_is_refused_says_why_and_one_that_is_fair_is_done() -> None:
    """Only a call that is too low shows nothing, and only with an empty pile does nothing follow it."""
    options = {"low_call": "penalty"}
    empty = {"board": [1, 2, 3, 4, 3, 6, 7, 6], "secrets": 0, "hands": ["55", "88"], "turn": {"seat": 0}}
    start = {"game": "abracada", "seats": 2, "options": options, **empty}
    sitting = Sitting(Match(GAME, names=["Ann", "Bob (random)"], start=start), 0, "random", "en", None)
    sitting.play({"do": "call", "spell": 5})
    assert sitting.undo().startswith("This step cannot be taken back")
    before = sitting.match.save()
    sitting.play({"do": "call", "spell": 4})
    assert sitting.turn == 1
    assert sitting.undo() == "Your last step is taken back."
    assert sitting.match.save() == before
    assert sitting.turn == 0


def test_the_end_names_the_winner_and_the_reason() -> None:
    sitting = short_game()
    play_on(sitting, 10_000)
    outcome = sitting.match.state.outcome()
    assert outcome is not None
    assert sitting.status().startswith("Over: ")
    assert all(sitting.names[seat] in sitting.status() for seat in outcome["winners"])
    assert sitting.ending({"winners": [0, 1], "reason": "shared"}) == "Over: Merlin and Morgane win, a shared victory."
    assert sitting.ending({"winners": [], "reason": "other"}) == "Over: nobody wins, other."


def test_playing_again_keeps_the_people_and_the_options_and_takes_a_new_record(tmp_path: Path) -> None:
    sitting = short_game(tmp_path / "game.json")
    again = sitting.again()
    assert again.match.names == sitting.match.names
    assert again.match.state.options == sitting.match.state.options
    assert again.levels == sitting.levels
    assert again.match.seed != sitting.match.seed
    assert again.path is not None
    assert again.path.parent == tmp_path
    assert again.path != sitting.path


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Morgane (adept)", "Morgane"),
        ("Ann (of Arc)", "Ann (of Arc)"),
        ("x\x1b[31m\n", "x[31m"),
        ("", "?"),
        ("魔" * 9, "魔" * 6),
    ],
)
def test_a_name_is_shown_without_level_codes_or_overlength(name: str, shown: str) -> None:
    assert shortened(name) == shown


def test_the_level_of_a_bot_is_read_from_its_name() -> None:
    assert level_in("Morgane (archmage)") == "archmage"
    assert level_in("Morgane") is None


# ---------------------------------------------------------------- records
def test_two_games_of_one_second_get_two_files(tmp_path: Path) -> None:
    first = fresh_path(tmp_path, "abracada")
    write_record(first, {})
    assert fresh_path(tmp_path, "abracada") != first


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe\x00", "is not text"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe", "is not text"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 5000, "is not JSON"),
        (b" " * (LARGEST + 1), "too large"),
    ],
    ids=["empty", "cut off", "utf-16", "binary", "nested", "long number", "huge"],
)
def test_what_is_no_record_is_refused_in_one_sentence(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=fault):
        read_record(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nowhere\.json: no such file"):
        read_record(tmp_path / "nowhere.json")


def test_a_record_is_utf8_json_on_one_line(tmp_path: Path) -> None:
    write_record(tmp_path / "r.json", {"seats": ["Zoë"]})
    text = (tmp_path / "r.json").read_text(encoding="utf-8")
    assert json.loads(text) == {"seats": ["Zoë"]}
    assert "Zoë" in text
    assert list(tmp_path.iterdir()) == [tmp_path / "r.json"]
