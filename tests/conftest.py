"""What holds for the whole suite: the same examples every run, no test that depends on a clock, none that meets what
the person running it has kept, or the terminal they run it in."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from sortilege.games import why_not
from tests.interop.tools import missing

HERE = Path(__file__).parent

# Read by those who draw tables and help, some of them when they are imported: nobody's terminal, 80 columns wide.
for look in ("CLICOLOR_FORCE", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "TERMINAL_WIDTH", "TTY_COMPATIBLE"):
    os.environ.pop(look, None)
os.environ |= {"COLUMNS": "80", "LINES": "24"}

settings.register_profile("sortilege", deadline=None, derandomize=True, database=None)
settings.load_profile("sortilege")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has a data folder of its own, empty at first."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path / "kept"))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A half-made game must not stop the tests of the others: tests/shelf/test_rooms.py says what it lacks."""
    return True if collection_path.parent == HERE / "games" and why_not(collection_path.name) else None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for file, (tool, extra) in missing().items():
        terminalreporter.write_line(f"not run: tests/interop/{file} needs {tool} (pip install 'sortilege[{extra}]')")
