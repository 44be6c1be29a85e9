"""axe-core looks over every page: nothing serious may remain, in either theme, on a desk and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest

import sortilege
from tests.browser.presser import Presser
from tests.browser.visitor import BOT, DESK, FRIEND, ME, PHONE, TURN_PAGE, Visitor

pytestmark = pytest.mark.browser
LOOKS = pytest.mark.parametrize(("size", "theme"), [(DESK, "night"), (PHONE, "day")], ids=["desk", "phone"])
GAMES = pytest.mark.parametrize("name", sortilege.games())
# what a person sees on a button must be in what a screen reader says of it; axe does not ask by itself
OPTIONS = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
SEATS = {"spell": 2}
STEPS = 6  # decisions of everybody, so that pieces lie about and something has happened


def findings(page: Any) -> list[str]:
    """What axe finds serious, each with the first place where it stands."""
    from axe_playwright_python.sync_playwright import Axe  # there with the browsers only

    return [
        f"{found['id']} ({len(found['nodes'])}): {found['nodes'][0]['html'][:160]}"
        for found in Axe().run(page, options=OPTIONS).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]


def sit(ada: Visitor, name: str) -> dict[str, Any]:
    """A table with bots, some steps on."""
    seated = ada.sit([ME] + [BOT] * (SEATS.get(name, 3) - 1), game=name)
    presser = Presser(ada.page.evaluate, ada.page.mouse.click)
    presser.play(STEPS)
    return seated


@LOOKS
def test_the_pages_before_a_game(visit: Callable[..., Visitor], size: tuple[int, int], theme: str) -> None:
    ada = visit(size=size, theme=theme)
    for path in ("/", "/new/abracada", "/new/spell", "/new/spellbook", "/new/spellcaster", "/nonsense"):
        ada.go(path)
        ada.page.wait_for_selector("h1")
        assert findings(ada.page) == [], path
    made = ada.make([ME, FRIEND, BOT])
    ada.go(f"/t/{made['table']}")
    ada.page.wait_for_selector("h1")
    assert findings(ada.page) == [], "the waiting room"
    bruno = visit(size=size, theme=theme, name="Bruno")
    bruno.go(made["invite"])
    bruno.page.wait_for_selector("h1")
    assert findings(bruno.page) == [], "the door"


@LOOKS
@GAMES
def test_a_board_and_its_leaves(visit: Callable[..., Visitor], name: str, size: tuple[int, int], theme: str) -> None:
    ada = visit(size=size, theme=theme)
    sit(ada, name)
    assert findings(ada.page) == []
    for key in ("l", "?"):
        ada.page.keyboard.press(key)
        ada.page.wait_for_selector("dialog[open]")
        assert findings(ada.page) == [], key
        ada.page.keyboard.press("Escape")
        ada.page.wait_for_selector("dialog[open]", state="detached")


@LOOKS
def test_the_end_and_the_replay(visit: Callable[..., Visitor], size: tuple[int, int], theme: str) -> None:
    ada = visit(size=size, theme=theme)
    table = ada.sit([ME, BOT], game="spellcaster")["table"]
    presser = Presser(ada.page.evaluate, ada.page.mouse.click)
    assert presser.play(10_000)
    ada.page.wait_for_selector(TURN_PAGE)
    assert findings(ada.page) == [], "the last page"
    ada.go(f"/replay/{table}")
    ada.page.wait_for_selector(".board")
    assert findings(ada.page) == [], "the replay"
