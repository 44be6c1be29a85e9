"""The command as a whole: help, version, bad command lines, and a start that is light."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sortilege.server.run
from sortilege.cli import app, complain, one_line, parse_options, parse_seed
from sortilege.core.data_folder import DATA_VARIABLE, data_folder
from sortilege.server.settings import Settings
from tests.cli.running import refused, run

COMMANDS = ("serve", "play", "replay", "verify", "arena", "bench")


def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert {command.callback.__name__ for command in app.registered_commands if command.callback} >= set(COMMANDS)
    for name in COMMANDS:
        ran = run(capsys, name, "--help")
        assert ran.code == 0
        assert f"Example: sortilege {name}" in " ".join(ran.out.split())
        assert not ran.err


def test_the_help_of_all_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "--help")
    assert all(name in ran.out for name in COMMANDS)
    assert "Example: sortilege play" in ran.out


def test_the_version_says_whether_the_engine_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "--version")
    assert ran.out in (f"sortilege {sortilege.__version__} ({engine})\n" for engine in ("compiled", "interpreted"))


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["conjure"], "No such command 'conjure'"),
        (["play", "--wand", "3"], "No such option: --wand"),
        (["serve", "--port", "many"], "--port"),
        (["serve", "--port", "70000"], "--port"),
        (["verify"], "Missing argument"),
        (["arena", "--matches"], "--matches"),
        (["bench", "--seconds", "0"], "--seconds"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_points_to_the_help(
    capsys: pytest.CaptureFixture[str], arguments: list[str], fault: str
) -> None:
    line = refused(capsys, *arguments)
    assert fault in line
    assert "--help)" in line


def test_without_a_command_it_serves_locally_and_opens_the_browser(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Any] = []
    monkeypatch.setenv(DATA_VARIABLE, "elsewhere")  # --data names another one, until this test is over
    monkeypatch.setattr(sortilege.server.run, "serve", lambda *arguments: calls.append(arguments) or 0)
    assert run(capsys).code == 0
    assert run(capsys, "serve", "--host", "0.0.0.0", "--port", "80", "--data", "d", "--no-open").code == 0
    assert calls == [(Settings(), True), (Settings(host="0.0.0.0", port=80), False)]
    assert data_folder() == Path("d").absolute()


def test_a_server_that_could_not_start_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sortilege.server.run, "serve", lambda *arguments: 1)
    assert run(capsys, "serve").code == 1


def test_the_help_loads_neither_server_nor_screen_nor_bots() -> None:
    """What a command needs is loaded by that command, so that the start stays quick."""
    code = "import sys, sortilege.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = (
        "litestar",
        "uvicorn",
        "textual",
        "rich",
        "asyncio",
        "multiprocessing",
        "sortilege.bots",
        "sortilege.arena",
    )
    assert not set(heavy) & set(loaded)


def test_lessons_are_listed_in_a_known_language_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--lang is en or fr, not 'xx'" in refused(capsys, "lessons", "list", "--lang", "xx")


def test_an_error_line_has_no_breaks_no_codes_and_an_end() -> None:
    assert one_line("a\nb\x1b[31m\tc") == "a b [31m c"
    assert len(one_line("x" * 10_000)) == 400


def test_a_fault_of_ours_is_one_line_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(sortilege.server.run, "serve", fail)
    assert "ZeroDivisionError: oh (a fault of the program" in refused(capsys, "serve")


def test_an_interruption_is_reported_with_exit_code_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sortilege.server.run, "serve", interrupt)
    ran = run(capsys, "serve")
    assert (ran.code, ran.err) == (130, "sortilege: interrupted\n")


def test_options_are_json_where_they_read_as_json() -> None:
    texts = ["variant=last", "easy=True", "die=[1,2]", "first=0", "deck=a=b", "empty="]
    assert parse_options(texts) == {
        "variant": "last",
        "easy": True,
        "die": [1, 2],
        "first": 0,
        "deck": "a=b",
        "empty": "",
    }


def test_a_seed_of_digits_is_a_number() -> None:
    assert parse_seed("7") == 7
    assert parse_seed("seven") == "seven"
    assert parse_seed("9" * 30) == "9" * 30
    assert parse_seed(None) is None


def test_complaining_answers_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert complain("no", 3) == 3
    assert capsys.readouterr().err == "sortilege: no\n"


def test_former_names_of_options_still_work_and_are_not_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    former = {
        ("arena",): "--until",
        ("calibrate",): "--keep",
        ("ladder",): "--older",
        ("puzzles", "mine"): "--anew",
    }
    for command, option in former.items():
        assert option not in run(capsys, *command, "--help").out
    line = refused(capsys, "arena", "--bots", "random,adept", "--until", "2")
    assert "--stop-at" in line
