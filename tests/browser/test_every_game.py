"""Every board on the shelf, played by somebody who presses whatever is lit until the game is over."""

from collections.abc import Callable

import pytest

import sortilege
from tests.browser.random_player import RandomPlayer
from tests.browser.visitor import BOT, ME, Visitor

pytestmark = pytest.mark.browser
ENOUGH = 3_000  # steps: no game takes so many


@pytest.mark.parametrize("name", sortilege.games())
def test_whatever_is_lit_leads_to_the_end(visit: Callable[..., Visitor], name: str) -> None:
    ada = visit()
    seats = max(2, sortilege.game(name).seats[0])
    ada.sit([ME] + [BOT] * (seats - 1), game=name)
    assert RandomPlayer(ada.page.evaluate, ada.page.mouse.click).play(ENOUGH)
