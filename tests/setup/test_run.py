"""The arguments of run.py: which tests it starts, with which engine."""

import os
import sys

import pytest

import run


@pytest.fixture
def started_commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Let run.py install and start nothing; returns what it would have started."""
    commands: list[list[str]] = []
    monkeypatch.setattr(run, "install", lambda extra: commands.append(["install", extra]))
    monkeypatch.setattr(run, "freshen_bundle", lambda: commands.append(["bundle"]))
    monkeypatch.setattr(run, "prepare_engine", lambda command: commands.append(["engine"]))
    monkeypatch.setattr(run, "run_module", lambda module, args: commands.append([module, *args]) or 0)
    monkeypatch.delenv("SORTILEGE_PURE", raising=False)
    monkeypatch.setenv("SORTILEGE_PURE", "")  # so that what run.py sets is taken back after the test
    monkeypatch.chdir(run.ROOT)
    return commands


def test_a_quick_run_takes_fast_paths_with_the_interpreted_engine(
    monkeypatch: pytest.MonkeyPatch, started_commands: list[list[str]]
) -> None:
    monkeypatch.setattr(sys, "argv", ["run.py", "test", "--quick"])
    assert run.main() == 0
    assert os.environ["SORTILEGE_PURE"] == "1"
    assert started_commands[0] == ["install", "test"] and len(started_commands) == 2
    assert (
        started_commands[1][:3] == ["pytest", "-n", "auto"]
        and "-x" in started_commands[1]
        and "--quick" not in started_commands[1]
    )
    assert started_commands[1][-len(run.QUICK_PATHS) :] == list(run.QUICK_PATHS)
    assert all((run.ROOT / path).is_dir() for path in run.QUICK_PATHS)


def test_a_quick_run_takes_the_named_paths_instead() -> None:
    assert run.quick_arguments(["--quick", "tests/server/test_store.py", "-k", "line"]) == [
        "-x",
        "tests/server/test_store.py",
        "-k",
        "line",
    ]


def test_every_slow_file_is_one_of_a_game() -> None:
    for name in run.SLOW_FILES:
        assert list((run.ROOT / "tests/games").glob(f"*/{name}.py")), name


def test_an_ordinary_run_waits_for_the_engine(
    monkeypatch: pytest.MonkeyPatch, started_commands: list[list[str]]
) -> None:
    monkeypatch.setattr(sys, "argv", ["run.py", "test", "tests/core", "-n", "0"])
    assert run.main() == 0
    assert started_commands == [["install", "test"], ["bundle"], ["engine"], ["pytest", "tests/core", "-n", "0"]]
