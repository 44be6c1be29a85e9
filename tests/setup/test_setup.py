"""Starts that go wrong: each is one sentence that says what to do, and leaves nothing half done."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from setup import engine, environment, units
from sortilege import compiled
from sortilege.server.http.qr import qr, terminal_lines
from sortilege.server.workers.engine import switch_when_compiled
from sortilege.server.workers.pool import WorkerPool

ROOT = Path(__file__).parents[2]


def run_py(*arguments: str, **own: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "run.py"), *arguments]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=False)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ran = run_py("doctor", SORTILEGE_VENV=str(tmp_path / "file" / "venv"))
    assert ran.returncode == 1 and ran.stderr.count("\n") == 1 and "SORTILEGE_VENV" in ran.stderr


def test_without_a_network_the_first_start_says_so_and_keeps_no_stamp(tmp_path: Path) -> None:
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    ran = run_py("doctor", SORTILEGE_VENV=str(tmp_path / "où je joue"), **nowhere)
    assert ran.returncode == 1 and "look at the network and start again" in ran.stderr
    assert not list((tmp_path / "où je joue").glob(".installed-*"))


def test_a_missing_compiler_is_reported_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.delenv("SORTILEGE_COMPILE", raising=False)
    assert "no C compiler" in units.why_not()
    assert not engine.needed(tmp_path / "engine")
    assert "no C compiler" in engine.state(tmp_path / "engine")["why"]


def test_a_missing_header_is_reported_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "compiler", lambda: "cc")
    monkeypatch.setattr(units.sysconfig, "get_path", lambda _: str(tmp_path))
    assert "Python.h" in units.why_not()


def test_a_failed_compile_is_not_repeated_until_the_sources_change(tmp_path: Path) -> None:
    engine.write_state(tmp_path, state="none", failed=True, why="compiling it failed")
    assert not engine.needed(tmp_path)


def test_a_start_that_was_killed_leaves_no_lock_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path; from setup.environment import exclusive\n"
        "with exclusive(Path(sys.argv[2])): print('in', flush=True); sys.stdin.readline()"
    )
    command = [sys.executable, "-c", program, str(ROOT), str(tmp_path / "lock")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "in\n"
        process.kill()  # however its holder ends, the lock is free
        process.wait()
        with environment.exclusive(tmp_path / "lock", "waiting"):
            pass
    assert "waiting" not in capsys.readouterr().out


def test_an_extra_made_of_others_brings_theirs() -> None:
    needed = environment.requirements("dev")
    assert any(line.startswith("textual") for line in needed) and any(line.startswith("ruff") for line in needed)
    assert not any(line.startswith("sortilege") for line in needed)


def test_every_game_is_two_units_and_so_is_core() -> None:
    files_by_unit = units.unit_files()
    assert {"sortilege_core", "sortilege_abracada", "sortilege_spell", "sortilege_spell_table"} <= set(files_by_unit)
    assert sorted(unit for unit in files_by_unit if "core" in unit) == ["sortilege_core", "sortilege_core_table"]
    assert all(
        "/games/" not in path for path in files_by_unit["sortilege_core"] + files_by_unit["sortilege_core_table"]
    )
    assert not any(path.endswith("__init__.py") for unit in files_by_unit.values() for path in unit)


def test_a_complete_engine_is_not_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a second start wrote "compiling" while the first was ready, or was killed before it could say so."""
    monkeypatch.setattr(engine, "ENGINES", tmp_path)
    monkeypatch.setattr(units, "why_not", lambda: "")
    monkeypatch.setattr(engine, "build", lambda _: pytest.fail("compiled twice"))
    monkeypatch.delenv("SORTILEGE_COMPILE", raising=False)
    (tmp_path / "units").mkdir()
    (tmp_path / "one" / "whole").mkdir(parents=True)
    engine.write_state(tmp_path / "one", state="compiling")
    engine.compile_engine(tmp_path / "one")
    assert engine.state(tmp_path / "one")["state"] == "ready"
    assert not engine.needed(tmp_path / "one")


def test_units_are_kept_as_long_as_an_engine_that_used_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ENGINES", tmp_path)
    for number in range(engine.MAX_ENGINES + 2):  # each begins, uses its unit, and says later that it is ready
        built, unit, hour = tmp_path / f"engine-{number}", tmp_path / "units" / f"unit-{number}", 3600 * number
        unit.mkdir(parents=True)
        engine.write_state(built, state="ready")
        (built / "begun").touch()
        for path, minutes in ((built / "begun", 0), (unit, 1), (built, 2)):
            os.utime(path, (hour + 60 * minutes,) * 2)
        engine.tidy(built)
    left = {str(number) for number in range(2, engine.MAX_ENGINES + 2)}
    assert {path.name[-1] for path in tmp_path.glob("units/*")} == left
    assert {path.name[-1] for path in tmp_path.glob("engine-*")} == left


KEYS = (
    "import os, sys; sys.path.insert(0, sys.argv[1])\n"
    "from pathlib import Path; from setup import units\n"
    "os.chdir(units.SRC)\n"
    "print('keys', *(unit.key for unit in units.translate(Path(sys.argv[2]))))"
)


@pytest.mark.long
def test_a_change_in_one_game_recompiles_that_game_alone(tmp_path: Path) -> None:
    """By the digests under which units are kept; a second translation of the same sources gives the same ones."""
    pytest.importorskip("mypyc")
    copy = tmp_path / "copy"
    for name in ("src", "setup"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("static", "__pycache__", "*.so"))
    shutil.copy(ROOT / "pyproject.toml", copy)

    def keys(target: str) -> set[str]:
        command = [sys.executable, "-c", KEYS, str(copy), str(tmp_path / target)]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        return set(ran.stdout.partition("keys ")[2].split())

    before = keys("one")
    assert len(before) == len(units.unit_files()) and keys("two") == before
    for file in ("rules/ending.py", "rules/one_more.py"):  # one that is there, and a new one
        with open(copy / "src/sortilege/games/spell" / file, "a", encoding="utf-8") as module:
            module.write("\n\ndef one_more(number: int) -> int:\n    return number + 1\n")
    changed = {key.partition("-")[0] for key in keys("three") - before}
    assert "sortilege_spell" in changed <= {"sortilege_spell", "sortilege_spell_table"}


@pytest.mark.skipif(compiled(), reason="a compiled table has nothing to change over to")
async def test_bots_use_the_compiled_engine_once_it_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_ENGINE", str(tmp_path))
    (tmp_path / "state.json").write_text(json.dumps({"state": "compiling"}))
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "engine.json").write_text("{}")
    reports: list[str] = []
    pool = WorkerPool(1)
    waiting = asyncio.create_task(switch_when_compiled(pool, reports.append, poll_seconds=0.01))
    await asyncio.sleep(0.05)
    assert not reports
    (tmp_path / "state.json").write_text(json.dumps({"state": "ready", "seconds": 41}))
    await waiting
    await pool.close()
    assert len(reports) == 1 and "compiled in 41 s" in reports[0]


def test_a_code_of_an_address_has_its_patterns() -> None:
    square = qr("http://192.168.1.20:8421/")
    assert len(square) == 25 and square[17][8]  # version 2, and the module that is always dark
    assert square[0][:7] == [True] * 7 and square[18][18]
    assert len(terminal_lines(square)) == 15
    with pytest.raises(ValueError, match="106 bytes"):
        qr("x" * 107)
