"""A real Chromium in front of the real application on loopback. Every visitor is watched: an error on the console or a
request that leaves the house fails the test.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sortilege.core import chance
from tests.browser.house import House
from tests.browser.visitor import PATIENCE, Visitor

# The same engine without a desktop's windows around it comes first: it takes half the time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium where there is one, otherwise the one Playwright brought along."""
    found = os.environ.get("SORTILEGE_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    where = {"executable_path": found} if found else {}
    flags = ["--no-sandbox", "--disable-dev-shm-usage"]
    return {**browser_type_launch_args, **where, "args": flags, "timeout": PATIENCE}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The application on a free port; its bots answer at once."""
    with House(Path(tmp_path_factory.mktemp("tables"))) as open_house:
        yield open_house


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is dealt as at the last run, so that a whole game comes to what its test looks for."""
    monkeypatch.setattr(chance, "new_seed", lambda: "seed 1")
    monkeypatch.setattr(chance, "mix", lambda half, shares: half)  # nobody adds to it


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
