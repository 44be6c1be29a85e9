"""`sortilege replay` and `sortilege verify`: good records, and everything that is not one."""

import json
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege import Match
from sortilege.core.engine.playout import random_game
from sortilege.core.engine.state import OVER
from tests.cli.running import refused, run

GAME = sortilege.game("abracada")


def dragon_record(seed: int | str = 3) -> dict[str, Any]:
    """A finished match in which everybody calls the Dragon and the die shows 6."""
    match = Match(GAME, 3, {"die": [6]}, seed, ["Ann", "Bob", "Cid"])
    while match.state.turn() != OVER:
        match.play(match.state.legal()[0])
    return match.save()


def write_record(folder: Path, record: Any) -> str:
    path = folder / "record.json"
    path.write_text(json.dumps(record))
    return str(path)


# ---------------------------------------------------------------- replay
def test_replay_prints_the_game_from_the_first_line_to_the_last(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ran = run(capsys, "replay", write_record(tmp_path, dragon_record()))
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert lines[0] == "Abracada… Quoi ? · Ann, Bob and Cid"
    assert any("starts." in line for line in lines)
    assert any("calls 1, Dragon" in line for line in lines)
    assert lines[-1].startswith("Over: ")
    assert all(len(line) <= 80 for line in lines[-16:])


def test_replay_prints_french_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "annonce 1, Dragon" in run(capsys, "replay", write_record(tmp_path, dragon_record()), "--lang", "fr").out


def test_a_running_game_as_a_seat_saw_it_hides_what_that_seat_did_not_see(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = dragon_record()
    dealt = next(i for i, action in enumerate(record["log"]) if action["do"] == "call")
    path = write_record(tmp_path, {**record, "log": record["log"][:dealt], "outcome": None})
    own = json.loads(run(capsys, "replay", path, "--seat", "0", "--json").out)
    whole = json.loads(run(capsys, "replay", path, "--json").out)
    stones = [line["line"]["spell"] for line in own["lines"] if line["line"].get("to") == 0]
    assert stones == [None] * 5
    assert None not in [line["line"]["spell"] for line in whole["lines"] if line["line"]["do"] == "stone"]
    assert run(capsys, "replay", path, "--seat", "0").out.count("? ? ? ? ?") == 1


def test_json_has_every_line_and_the_outcome(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = dragon_record()
    replay = json.loads(run(capsys, "replay", write_record(tmp_path, record), "--json").out)
    assert len(replay["lines"]) == len(record["log"])
    assert replay["outcome"] == record["outcome"]
    assert replay["seats"] == ["Ann", "Bob", "Cid"]
    assert any(line["fr"] == "{0} commence." or line["en"] for line in replay["lines"])


def test_a_seat_that_was_not_there_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "seats 0 to 2, not 3" in refused(capsys, "replay", write_record(tmp_path, dragon_record()), "--seat", "3")


# ---------------------------------------------------------------- verify
def test_an_honest_record_is_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = dragon_record("a seed")
    path = write_record(tmp_path, record)
    ran = run(capsys, "verify", path)
    assert ran.code == 0
    assert "all 3 seats" not in ran.out
    assert f"all {len(record['log'])} steps are legal" in ran.out
    report = json.loads(run(capsys, "verify", path, "--json").out)
    assert report["verified"] is True
    assert report["lines"] == len(record["log"])
    assert report["draws"] == sum(action["do"] not in ("call", "end") for action in record["log"])
    assert report["commitment"] in ran.out


def test_an_exchanged_stone_is_detected_and_its_line_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = dragon_record()
    record["log"][3] = {"do": "stone", "spell": 8 if record["log"][3]["spell"] != 8 else 7}
    path = write_record(tmp_path, record)
    assert "log[3]: the seed draws" in refused(capsys, "verify", path)
    ran = run(capsys, "verify", path, "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["verified"] is False
    assert "log[3]" in json.loads(ran.out)["problem"]


def test_a_record_without_its_seed_cannot_be_verified_but_is_replayed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = write_record(tmp_path, {**dragon_record(), "seed": None})
    assert "has no seed" in refused(capsys, "verify", path)
    assert run(capsys, "replay", path).code == 0


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"sortilege": 2}, "records number 1, not 2"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": ["abracada"]}, "no game"),
        ({"seats": 3}, "seats"),
        ({"seats": ["Ann"]}, "AQ-101"),
        ({"options": {"wand": 1}}, "no option 'wand'"),
        ({"options": []}, "options"),
        ({"seed": 1.5}, "seed"),
        ({"log": {}}, "log"),
        ({"log": [{"do": "end"}]}, "log[0]"),
        ({"log": ["end"]}, "log[0]"),
        ({"log": [[[]]]}, "log[0]"),
        ({"outcome": {"winners": [2]}}, "outcome"),
        ({"start": {"game": "abracada"}}, "seats"),
        ({"start": 5}, "position"),
        ({"extra": 1}, "extra: a record has no such field"),
    ],
)
def test_a_record_with_something_wrong_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, change: dict[str, Any], fault: str
) -> None:
    path = write_record(tmp_path, {**dragon_record(), **change})
    line = refused(capsys, command, path)
    assert fault in line
    assert "record.json" in line


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("content", [[], 3, None, "text", {}, {"a": 1}])
def test_other_json_is_no_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, content: Any
) -> None:
    assert "not a Sortilege record" in refused(capsys, command, write_record(tmp_path, content))


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_files_that_cannot_be_read_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    assert "nowhere.json: no such file" in refused(capsys, command, str(tmp_path / "nowhere.json"))
    assert "is a directory" in refused(capsys, command, str(tmp_path))
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    assert "is not" in refused(capsys, command, str(tmp_path / "noise"))


def test_random_games_of_every_kind_are_replayed_and_verified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A record without a seed of ours still replays: its draws are in it."""
    for name in sortilege.games():
        game = sortilege.game(name)
        for seats in game.seats:
            start = game.new(seats)
            log = [game.describe(action) for action in random_game(start, seats)]
            for action in log:
                start.apply(game.find(action))
            record = Match(game, seats, seed=1).save()
            record |= {"log": log, "outcome": start.outcome(), "seed": None}
            ran = run(capsys, "replay", write_record(tmp_path, record))
            assert ran.code == 0
            assert "Over: " in ran.out
