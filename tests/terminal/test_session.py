"""A person at a table with bots: names, choices, undo, and a record that is always on disk."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import Match, OptionError, RecordError
from sortilege.core.contract.screen import Screen
from sortilege.core.text.phrases import HERE
from sortilege.core.text.words import LANGUAGES, words_in
from sortilege.terminal.bot_process import decide, decision_arguments
from sortilege.terminal.records import MAX_BYTES, new_path, read_record, write_record
from sortilege.terminal.session import (
    Session,
    choices_of,
    level_in,
    new_session,
    resume_session,
    short_name,
    texts_by_language,
)
from tests.shelf.test_words import gaps
from tests.terminal.games import SHORT, short_game

GAME = sortilege.game("abracada")


def play_on(session: Session, steps: int) -> None:
    """So many decisions, the person always taking the first choice."""
    for _ in range(steps):
        if not session.over:
            mine = session.turn == session.seat
            session.play(session.choices()[0].action if mine else decide(*decision_arguments(session)))


def sentences_in(words: Any) -> list[str]:
    return list(words.values()) if isinstance(words, dict) else words if isinstance(words, list) else [words]


def test_both_languages_of_the_terminal_have_the_same_keys_and_the_same_gaps() -> None:
    english, french = (texts_by_language()[language] for language in LANGUAGES)
    assert list(english) == list(french)
    for key, sentence in english.items():
        if isinstance(sentence, dict):
            assert list(sentence) == list(french[key])
        for one, translated in zip(sentences_in(sentence), sentences_in(french[key]), strict=True):
            assert gaps(one) - {"english"} == gaps(translated), key


def test_every_reason_against_undo_has_words() -> None:
    match = Match(GAME, 2, SHORT, 1)
    reasons = texts_by_language()["fr"]["undo"]
    assert set(reasons) == set(words_in(HERE)["fr"]["undo"])  # core's own
    assert match.why_no_undo() in reasons
    match.play({"do": "call", "spell": 1})
    assert match.why_no_undo(0) in reasons
    assert match.why_no_undo(1) in reasons


def test_a_new_table_seats_the_person_among_bots_of_the_level() -> None:
    session = new_session(GAME, 4, "master", seat=2, name="Zoë")
    assert session.match.names == ["Morgane (master)", "Viviane (master)", "Zoë", "Circe (master)"]
    assert session.names == ["Morgane", "Viviane", "Zoë", "Circe"]
    assert session.levels == {0: "master", 1: "master", 3: "master"}


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="seats 0 to 2, not 3"):
        new_session(GAME, 3, seat=3)


def test_the_record_is_on_disk_before_the_next_step(tmp_path: Path) -> None:
    session = short_game(tmp_path / "deep" / "game.json")
    for _ in range(6):
        play_on(session, 1)
        assert read_record(tmp_path / "deep" / "game.json") == session.match.save()


def test_a_saved_game_goes_on_with_the_same_bots_and_the_same_draws(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = short_game(path)
    play_on(first, 4)
    second = resume_session(read_record(path), "adept", "en", None, path)
    assert second.seat == 0
    assert second.levels == {1: "random", 2: "random"}
    assert second.match.save() == first.match.save()
    for session in (first, second):
        session.match.play({"do": "call", "spell": 8}) if not session.over else None
    assert second.match.save() == first.match.save()


def test_a_record_of_people_is_resumed_with_bots_of_the_named_level() -> None:
    record = Match(GAME, 3, SHORT, 5, ["Ann", "Bob", "Cid"]).save()
    session = resume_session(record, "master", "en", 1, None)
    assert session.seat == 1
    assert session.levels == {0: "master", 2: "master"}


def test_a_disk_that_cannot_be_written_is_reported_and_spoils_no_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    session = short_game(tmp_path / "file" / "game.json")
    play_on(session, 2)
    assert "could not be saved" in session.closing_message()
    assert len(session.match.ids) > 0


def test_choices_have_the_games_own_keys() -> None:
    session = short_game()
    assert [choice.key for choice in session.choices()] == list("12345678")


def test_choices_are_counted_where_a_game_has_no_keys_or_they_clash() -> None:
    bare = Screen(lines=lambda view, words, names: [], label=lambda action, words, names: str(action["do"]))
    clashing = replace(bare, key=lambda action: "x")
    for screen in (bare, clashing):
        choices = choices_of(screen, [{"do": "a"}, {"do": "b"}], {}, [])
        assert [(choice.key, choice.label) for choice in choices] == [("1", "a"), ("2", "b")]


def test_others_have_no_choices_while_it_is_not_their_turn() -> None:
    session = new_session(GAME, 3, "random", {"first": 1}, 3)
    assert session.turn == 1
    assert session.choices() == []
    assert session.status() == "Morgane is thinking…"


def test_the_log_is_printed_with_names_and_signs_in_either_language() -> None:
    session = short_game()
    session.play({"do": "call", "spell": 1})
    assert any(line.startswith(("✔ Merlin calls 1", "✘ Merlin calls 1")) for line in session.log_sentences())
    assert any(line.startswith("⚅ The die shows 6") for line in session.log_sentences())
    session.switch_language()
    assert any("Le dé donne 6" in line for line in session.log_sentences())
    session.switch_language()
    assert session.language == "en"


def test_an_undo_that_is_refused_says_why_and_one_that_is_fair_is_done() -> None:
    """Only a call that is too low shows nothing, and only with an empty pile does nothing follow it."""
    options = {"low_call": "penalty"}
    empty = {"board": [1, 2, 3, 4, 3, 6, 7, 6], "secrets": 0, "hands": ["55", "88"], "turn": {"seat": 0}}
    start = {"game": "abracada", "seats": 2, "options": options, **empty}
    session = Session(Match(GAME, names=["Ann", "Bob (random)"], start=start), 0, "random", "en", None)
    session.play({"do": "call", "spell": 5})
    assert session.undo().startswith("This step cannot be taken back")
    before = session.match.save()
    session.play({"do": "call", "spell": 4})
    assert session.turn == 1
    assert session.undo() == "Your last step is taken back."
    assert session.match.save() == before
    assert session.turn == 0


def test_the_end_names_the_winner_and_the_reason() -> None:
    session = short_game()
    play_on(session, 10_000)
    outcome = session.match.state.outcome()
    assert outcome is not None
    assert session.status().startswith("Over: ")
    assert all(session.names[seat] in session.status() for seat in outcome["winners"])
    assert session.ending({"winners": [0, 1], "reason": "shared"}) == "Over: Merlin and Morgane win, a shared victory."
    assert session.ending({"winners": [], "reason": "other"}) == "Over: nobody wins, other."


def test_playing_again_keeps_the_people_and_the_options_and_takes_a_new_record(tmp_path: Path) -> None:
    session = short_game(tmp_path / "game.json")
    rematch = session.rematch()
    assert rematch.match.names == session.match.names
    assert rematch.match.state.options == session.match.state.options
    assert rematch.levels == session.levels
    assert rematch.match.seed != session.match.seed
    assert rematch.path is not None
    assert rematch.path.parent == tmp_path
    assert rematch.path != session.path


@pytest.mark.parametrize(
    ("name", "shortened"),
    [
        ("Morgane (adept)", "Morgane"),
        ("Ann (of Arc)", "Ann (of Arc)"),
        ("x\x1b[31m\n", "x[31m"),
        ("", "?"),
        ("魔" * 9, "魔" * 6),
    ],
)
def test_a_name_is_shown_without_level_codes_or_overlength(name: str, shortened: str) -> None:
    assert short_name(name) == shortened


def test_the_level_of_a_bot_is_read_from_its_name() -> None:
    assert level_in("Morgane (archmage)") == "archmage"
    assert level_in("Morgane") is None


# ---------------------------------------------------------------- records
def test_two_games_of_one_second_get_two_files(tmp_path: Path) -> None:
    first = new_path(tmp_path, "abracada")
    write_record(first, {})
    assert new_path(tmp_path, "abracada") != first


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe\x00", "is not text"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe", "is not text"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 5000, "is not JSON"),
        (b" " * (MAX_BYTES + 1), "too large"),
    ],
    ids=["empty", "cut off", "utf-16", "binary", "nested", "long number", "huge"],
)
def test_an_invalid_record_is_refused_in_one_sentence(tmp_path: Path, content: bytes, fault: str) -> None:
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
