"""Settings of the whole test suite: hypothesis draws the same examples in every run, no test has a deadline, and none
reads the data folder or the terminal settings of the person who runs it."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from sortilege.games import problem_with
from tests.interop.tools import missing

HERE = Path(__file__).parent

# Rich and Typer read these variables, some of them on import: render as if without a terminal, 80 columns wide.
for variable in ("CLICOLOR_FORCE", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "TERMINAL_WIDTH", "TTY_COMPATIBLE"):
    os.environ.pop(variable, None)
os.environ |= {"COLUMNS": "80", "LINES": "24"}

settings.register_profile("sortilege", deadline=None, derandomize=True, database=None)
settings.load_profile("sortilege")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test an empty data folder of its own."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path / "kept"))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip the tests of a game that cannot be imported, so that the others run; tests/shelf/test_modules.py reports
    it."""
    return True if collection_path.parent == HERE / "games" and problem_with(collection_path.name) else None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for file, (tool, extra) in missing().items():
        terminalreporter.write_line(f"not run: tests/interop/{file} needs {tool} (pip install 'sortilege[{extra}]')")
