"""What the first start and `sortilege doctor` say of an engine that is not compiled."""

import json
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from setup import units
from sortilege import _engine, doctor
from sortilege.server.workers import engine as server_engine
from sortilege.server.workers.engine import engine_status

BROKEN = 'sortilege/server/live/snapshot_cache.py:11: error: Cannot find module named "msgspec"'


@pytest.fixture
def installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package without machine code; returns where its record is looked for."""
    record = tmp_path / units.RECORD
    monkeypatch.setattr(_engine, "RECORD", record)
    monkeypatch.setattr(server_engine, "compiled", lambda: False)
    for name in ("SORTILEGE_ENGINE", "SORTILEGE_PURE", "SORTILEGE_COMPILE"):
        monkeypatch.delenv(name, raising=False)
    return record


class Target:
    """What hatchling gives the hook: where warnings go."""

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self.display_warning = self.warnings.append


def build_wheel(monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, str], Target]:
    """Run the hook as for a wheel; returns the text of each file that it adds to the package."""
    target = Target()
    monkeypatch.setenv("SORTILEGE_FRONTEND", "skip")
    monkeypatch.setattr(hatch_build.SortilegeBuildHook, "target_name", "wheel", raising=False)
    monkeypatch.setattr(hatch_build.SortilegeBuildHook, "app", target, raising=False)
    hook = object.__new__(hatch_build.SortilegeBuildHook)
    data: dict[str, Any] = {"force_include": {}}
    hook.initialize("standard", data)
    added = {name: Path(file).read_text(encoding="utf-8") for file, name in data["force_include"].items()}
    hook.finalize("standard", data, "")
    return added, target


def test_the_record_of_the_build_is_the_file_that_the_package_reads() -> None:
    assert _engine.RECORD.name == units.RECORD


def test_a_build_that_failed_to_compile_records_why(installed_package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(out: Path) -> None:
        raise hatch_build.CompileFailed(BROKEN + "\nFound 1 error in 1 file\n")

    monkeypatch.setattr(units, "why_not", lambda: "")
    monkeypatch.setattr(hatch_build, "compile_engine", fail)
    added, target = build_wheel(monkeypatch)
    installed_package.write_text(added[f"sortilege/{units.RECORD}"])
    assert engine_status() == f"interpreted: compiling it failed when it was installed: {BROKEN}"
    assert doctor.engine().words == engine_status() and doctor.compiler().words == units.compiler()
    assert len(target.warnings) == 1 and BROKEN in target.warnings[0]
    monkeypatch.setenv("SORTILEGE_COMPILE", "require")
    with pytest.raises(hatch_build.CompileFailed, match="msgspec"):
        build_wheel(monkeypatch)


def test_a_build_without_a_compiler_records_what_to_install(
    installed_package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "compiler", lambda: None)
    installed_package.write_text(build_wheel(monkeypatch)[0][f"sortilege/{units.RECORD}"])
    assert (
        "no C compiler was found (Debian: apt install gcc" in engine_status() and "install it again" in engine_status()
    )
    assert doctor.compiler().words.startswith("none found")


def test_a_wheel_without_machine_code_says_that_it_is_one(
    installed_package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SORTILEGE_COMPILE", "0")
    installed_package.write_text(build_wheel(monkeypatch)[0][f"sortilege/{units.RECORD}"])
    assert engine_status() == "interpreted: this package was built without machine code (SORTILEGE_COMPILE=0)"


def test_the_advice_to_install_a_compiler_appears_only_if_one_was_searched_for(
    installed_package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert engine_status() == "interpreted: it runs from its sources; `python3 run.py` compiles them"
    monkeypatch.setenv("SORTILEGE_PURE", "1")
    assert engine_status() == "interpreted: SORTILEGE_PURE asks for it"


def test_the_reason_of_run_py_is_printed_too(
    installed_package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SORTILEGE_ENGINE", str(tmp_path))
    (tmp_path / "state.json").write_text(json.dumps({"state": "none", "why": f"compiling it failed: {BROKEN}"}))
    assert engine_status() == f"interpreted: compiling it failed: {BROKEN}"
