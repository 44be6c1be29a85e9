"""Fixtures for tests with a real Chromium and the real application on loopback.

A test fails if a visitor's console shows an error, or if a page sends a request to another server.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sortilege.core import chance
from tests.browser.live_server import LiveServer
from tests.browser.visitor import PATIENCE, Visitor

# The headless shell comes first: it needs half the time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the system's Chromium if there is one, otherwise the one that Playwright installed."""
    executable = os.environ.get("SORTILEGE_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    path = {"executable_path": executable} if executable else {}
    flags = ["--no-sandbox", "--disable-dev-shm-usage"]
    return {**browser_type_launch_args, **path, "args": flags, "timeout": PATIENCE}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Run the application on a free port; all tests of a process share it."""
    with LiveServer(Path(tmp_path_factory.mktemp("tables"))) as running:
        yield running


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every table alike, so that a whole game reaches the same positions in every run."""
    monkeypatch.setattr(chance, "new_seed", lambda: "seed 1")
    monkeypatch.setattr(chance, "mix_seed", lambda half, shares: half)  # without the shares of the seats


@pytest.fixture
def visit(browser: Any, server: LiveServer) -> Iterator[Callable[..., Visitor]]:
    """Return a function that makes a visitor with a browser context of their own; it takes the options of Visitor."""
    visitors: list[Visitor] = []

    def make_visitor(**options: Any) -> Visitor:
        visitors.append(Visitor(browser, server.url, **options))
        return visitors[-1]

    yield make_visitor
    for visitor in visitors:
        visitor.close()
        assert visitor.complaints == []
