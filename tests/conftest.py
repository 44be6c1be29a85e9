"""What holds for the whole suite: the same examples every run, and no test that depends on a clock."""

from typing import Any

from hypothesis import settings

from tests.interop.tools import missing

settings.register_profile("sortilege", deadline=None, derandomize=True, database=None)
settings.load_profile("sortilege")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for file, (tool, extra) in missing().items():
        terminalreporter.write_line(f"not run: tests/interop/{file} needs {tool} (pip install 'sortilege[{extra}]')")
