"""The four boards in Firefox, wherever one is installed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import sortilege
from tests.browser.firefox import EXECUTABLE, Firefox
from tests.browser.live_server import LiveServer
from tests.browser.random_player import RandomPlayer
from tests.browser.visitor import BOT, ME

pytestmark = [pytest.mark.browser, pytest.mark.skipif(EXECUTABLE is None, reason="there is no Firefox on this machine")]
SETTINGS = {"language": "en", "theme": "night", "name": "Ada", "pace": "still", "sound": False}
MAKE = """fetch('/api/tables', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: {} }})
  .then(answer => answer.json())"""
STEPS = 12  # decisions of everybody at the table
READY = "document.querySelector(\".act:not([data-tone='lost'])\") !== null"


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with Firefox(Path(tmp_path_factory.mktemp("firefox"))) as firefox:
        yield firefox


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
@pytest.mark.parametrize("name", sortilege.games())
def test_a_board_is_played(fox: Firefox, server: LiveServer, name: str, size: tuple[int, int]) -> None:
    fox.size(*size)
    fox.go(server.url)
    fox.evaluate(f"localStorage.setItem('sortilege', {json.dumps(json.dumps(SETTINGS))})")
    wish = json.dumps({"game": name, "seats": [ME, BOT], "options": {}, "name": "Ada"})
    table = fox.evaluate(MAKE.format(json.dumps(wish)))["table"]
    fox.go(f"{server.url}/t/{table}")
    while not fox.evaluate(READY):
        fox.evaluate("new Promise(done => setTimeout(done, 30))")
    RandomPlayer(fox.evaluate, fox.press).play(STEPS)
