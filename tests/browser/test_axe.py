"""axe-core looks over every page: nothing serious may remain, in either theme, on a desk and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest

import sortilege
from tests.browser.random_player import RandomPlayer
from tests.browser.test_me import add_device, new_code, register
from tests.browser.visitor import BOT, DESKTOP, FRIEND, ME, PHONE, TURN_PAGE, Visitor

pytestmark = pytest.mark.browser
LOOKS = pytest.mark.parametrize(("size", "theme"), [(DESKTOP, "night"), (PHONE, "day")], ids=["desk", "phone"])
GAMES = pytest.mark.parametrize("name", sortilege.games())
# what a person sees on a button must be in what a screen reader says of it; axe does not ask by itself
# and what is in order need not be told place by place, which takes longer than finding it
OPTIONS = {"rules": {"label-content-name-mismatch": {"enabled": True}}, "resultTypes": ["violations"]}
SEATS = {"spell": 2}
STEPS = 6  # decisions of everybody, so that pieces lie about and something has happened


def findings(page: Any) -> list[str]:
    """Return the serious violations that axe reports, each with the first element it concerns."""
    from axe_playwright_python.base import AXE_SCRIPT  # installed only where browser tests run

    if not page.evaluate("'axe' in window"):  # it stays in a page until the next load
        page.evaluate(AXE_SCRIPT)
    violations = page.evaluate("options => axe.run(document, options).then(results => results.violations)", OPTIONS)
    return [
        f"{violation['id']} ({len(violation['nodes'])}): {violation['nodes'][0]['html'][:160]}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
    ]


def sit(ada: Visitor, name: str) -> dict[str, Any]:
    """A table with bots, some steps on."""
    table = ada.sit([ME] + [BOT] * (SEATS.get(name, 3) - 1), game=name)
    player = RandomPlayer(ada.page.evaluate, ada.page.mouse.click)
    player.play(STEPS)
    return table


@LOOKS
def test_the_pages_before_a_game(visit: Callable[..., Visitor], size: tuple[int, int], theme: str) -> None:
    ada = visit(size=size, theme=theme)
    news = ("/new/abracada", "/new/spell", "/new/spellbook", "/new/spellcaster")
    for path in ("/", *news, "/puzzles/spell", "/daily", "/nonsense"):
        ada.go(path)
        ada.page.wait_for_selector("h1")
        assert findings(ada.page) == [], path
    rules = [f"/rules/{name}" for name in sortilege.games()]
    for path in (*rules, "/rules/spell#SP-132"):
        ada.go(path)
        ada.page.wait_for_selector(".chapter h2")
        assert findings(ada.page) == [], path
    created = ada.make_table([ME, FRIEND, BOT])
    ada.go("/me")
    ada.page.wait_for_selector("article")
    assert findings(ada.page) == [], "my games"
    add = ada.page.locator(".ways .buttons .s-btn").last
    add.click()
    ada.page.locator(".ways form").wait_for()
    assert findings(ada.page) == [], "a web hook to be added"
    for button in ada.page.locator("header .who .s-btn, [aria-labelledby=devices] .buttons .s-btn").all():
        button.click()
        ada.page.wait_for_selector("dialog[open]")
        assert findings(ada.page) == [], button.inner_text()
        ada.page.keyboard.press("Escape")
        ada.page.wait_for_selector("dialog[open]", state="detached")
    ada.go(f"/t/{created['table']}")
    ada.page.wait_for_selector("h1")
    assert findings(ada.page) == [], "the waiting room"
    bruno = visit(size=size, theme=theme, name="Bruno")
    bruno.go(created["invite"])
    bruno.page.wait_for_selector("h1")
    assert findings(bruno.page) == [], "the door"


@LOOKS
def test_a_code_and_the_list_of_devices(visit: Callable[..., Visitor], size: tuple[int, int], theme: str) -> None:
    bruno = visit(size=size, theme=theme, name="Bruno")
    register(bruno)
    add_device(bruno, visit)
    ada = visit(size=size, theme=theme)
    register(ada)
    ada.make_table([ME, BOT])
    ada.go("/")
    ada.go(f"/me#{new_code(bruno)}")
    ada.page.wait_for_selector(".owner")
    assert findings(ada.page) == [], "whose code it is"
    ada.page.locator("dialog .s-btn.main").click()
    ada.page.wait_for_selector(".question")
    assert findings(ada.page) == [], "the question before seats are left"
    register(bruno)
    bruno.page.locator("[data-device] .s-btn").wait_for()
    assert findings(bruno.page) == [], "two devices"
    bruno.page.locator("[data-device] .s-btn").click()
    bruno.page.wait_for_selector("dialog[open]")
    assert findings(bruno.page) == [], "a device to be signed out"


@LOOKS
def test_the_dialog_for_a_code(visit: Callable[..., Visitor], size: tuple[int, int], theme: str) -> None:
    ada = visit(size=size, theme=theme)
    ada.go("/")
    ada.page.get_by_role("button", name="Join with a code or link").click()
    ada.page.get_by_label("Code or link", exact=True).fill("BCD")
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("alert").wait_for()
    assert findings(ada.page) == []


@LOOKS
def test_people_among_themselves(visit: Callable[..., Visitor], size: tuple[int, int], theme: str) -> None:
    """Words, requests, a pause, open hands, clocks, an end by resignation."""
    ada, bruno = visit(size=size, theme=theme), visit(size=size, theme=theme, name="Bruno")
    clock = {"kind": "move", "seconds": 3600, "increment": 0, "at_zero": "move", "level": "apprentice"}
    created = ada.make_table([ME, FRIEND], {"first": 0}, talk="free", take_backs=True, clock=clock)
    bruno.go(created["invite"])
    bruno.page.get_by_role("button", name="Sit down").click()
    bruno.wait_for_table()
    ada.go(f"/t/{created['table']}")
    ada.wait_for_table()
    ada.page.get_by_label("A word to the others").click()
    ada.page.wait_for_selector("dialog[open]")
    assert findings(ada.page) == [], "the leaf"
    ada.page.get_by_role("button", name="Resign").click()
    assert findings(ada.page) == [], "the leaf, resigning"
    ada.page.get_by_role("button", name="To show all hands to everyone, players too").click()
    bruno.page.wait_for_selector(".act[data-tone=request]")
    assert findings(bruno.page) == findings(ada.page) == [], "a request"
    bruno.page.get_by_role("button", name="Agree").click()
    ada.page.wait_for_selector(".hands")
    bruno.page.get_by_label("A word to the others").click()
    bruno.page.get_by_role("button", name="Hello").click()
    ada.page.wait_for_selector(".chat-bubbles .word")
    assert findings(ada.page) == [], "a word, and open hands"
    for asks, answers in ((ada, bruno), (bruno, ada)):
        asks.page.get_by_label("A word to the others").click()
        if asks is ada:
            asks.page.get_by_role("button", name="To pause the game").click()
            answers.page.get_by_role("button", name="Agree").click()
            asks.page.get_by_role("button", name="Go on").wait_for()
            assert findings(asks.page) == [], "a pause"
    bruno.page.get_by_role("button", name="Resign", exact=True).click()
    bruno.page.get_by_role("button", name="Resign all the same").click()
    ada.page.wait_for_selector(TURN_PAGE)
    assert findings(ada.page) == [], "an end by resignation"
    ada.go(f"/replay/{created['table']}")
    ada.page.wait_for_selector(".remark")
    assert findings(ada.page) == [], "its replay"


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
    player = RandomPlayer(ada.page.evaluate, ada.page.mouse.click)
    assert player.play(10_000)
    ada.page.wait_for_selector(TURN_PAGE)
    assert findings(ada.page) == [], "the last page"
    ada.go(f"/replay/{table}")
    ada.page.wait_for_selector(".board")
    assert findings(ada.page) == [], "the replay"
