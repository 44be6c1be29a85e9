"""A real Chromium in front of the real application on loopback. Every visitor is watched: an error on the console or a
request that leaves the house fails the test.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.house import House
from tests.browser.visitor import Visitor


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium where there is one, otherwise the one Playwright brought along."""
    found = os.environ.get("SORTILEGE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    where = {"executable_path": found} if found else {}
    return {**browser_type_launch_args, **where, "args": ["--no-sandbox", "--disable-dev-shm-usage"]}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The application on a free port; its bots answer at once."""
    with House(Path(tmp_path_factory.mktemp("tables"))) as open_house:
        yield open_house


@pytest.fixture
def visit(browser: Any, house: House) -> Iterator[Callable[..., Visitor]]:
    """`visit()` is a person with a browser of their own; see Visitor for what they can be like."""
    came: list[Visitor] = []

    def visiting(**kind: Any) -> Visitor:
        came.append(Visitor(browser, house.url, **kind))
        return came[-1]

    yield visiting
    for visitor in came:
        visitor.leave()
        assert visitor.complaints == []
