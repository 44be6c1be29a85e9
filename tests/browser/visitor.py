"""A person with a browser: goes to pages, sits down, plays."""

import json
import random
from typing import Any

PATIENCE = 120_000  # milliseconds a test waits for what should come, on the slowest machine
DESK, PHONE = (1280, 800), (390, 844)
ME, FRIEND, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "apprentice"}
LIT = "button.call[data-lit]"
AT_TABLE = ".act:not([data-tone='lost'])"  # the line is open: what may be done can be done
TURN_PAGE = ".paper .s-btn.main"
EXPECTED = (
    "the server responded with a status of 40",  # a page that asks whether it may come in is sometimes told no
    "the server responded with a status of 422",  # and one that wishes for a table that cannot be, too
    "WebSocket is closed before the connection is established",  # and one may be left before its line is open
)
# What shows itself for a while only is noticed by the page, however seldom it is looked at from outside.
NOTICE = """where => {
  window.noticed = []
  const shown = () => [...document.querySelectorAll(where)].filter(one => one.checkVisibility())
  const look = () => noticed.push(...shown().map(one => one.outerHTML))
  const every = { attributes: true, characterData: true, childList: true, subtree: true }
  new MutationObserver(look).observe(document.body, every)
}"""
# A page to turn, or else one of these seats to move at a table that has come so far.
WAITS = """([seats, n]) => {
  if (document.querySelector('.paper .s-btn.main')) return true
  const plate = document.querySelector('.plate[aria-current]')
  return plate && seats.includes(Number(plate.dataset.seat)) && Number(document.querySelector('.shell').dataset.n) >= n
}"""


def expect(thing: Any) -> Any:
    """Playwright's own, imported where there is a browser to expect something of."""
    from playwright.sync_api import expect as playwrights

    playwrights.set_options(timeout=PATIENCE)
    return playwrights(thing)


class Visitor:
    """One browser context and its page. Nothing travels on the screen (`pace="still"`) and the table does not ask twice
    (`careful=False`) unless wanted."""

    def __init__(
        self,
        browser: Any,
        url: str,
        size: tuple[int, int] = DESK,
        language: str = "en",
        theme: str = "night",
        name: str = "Ada",
        pace: str = "still",
        careful: bool = False,
        **more: Any,
    ) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        self.context.set_default_timeout(PATIENCE)
        taste = {"language": language, "theme": theme, "pace": pace, "careful": careful, "sound": False}
        settings = {"name": name, **taste}
        kept = json.dumps(settings)
        self.context.add_init_script(f"localStorage.sortilege ??= JSON.stringify({kept})")
        self.page = self.new_page()

    def new_page(self) -> Any:
        page = self.context.new_page()
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.on("pageerror", lambda off: self.complaints.append(str(off)))
        page.on("request", lambda asked: self._asked(asked.url))
        self.page = page
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(words in text for words in EXPECTED):
            self.complaints.append(text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"a request left the house: {url}")

    def leave(self) -> None:
        self.context.close()

    # ------------------------------------------------------------ going somewhere
    def go(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.url + path)

    def make(self, seats: list[dict[str, Any]], options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """A table by the API, with this visitor's cookies; answers what the maker is told."""
        wish = {"game": "abracada", "seats": seats, "options": options or {}, "name": "Ada", **more}
        answer = self.page.request.post(f"{self.url}/api/tables", data=wish, timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    def sit(self, seats: list[dict[str, Any]], options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """Make a table and look at it."""
        seated = self.make(seats, options, **more)
        self.go(f"/t/{seated['table']}")
        self.sat()
        return seated

    def sat(self) -> None:
        """Until the table is there and its line open."""
        self.page.wait_for_selector(".s-board-area > *")
        self.page.wait_for_selector(AT_TABLE)

    def look(self, table: str) -> dict[str, Any]:
        """Return what the server says about the table right now."""
        answer = self.page.request.get(f"{self.url}/api/tables/{table}", timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    # ------------------------------------------------------------ what does not stay
    def notice(self, where: str) -> None:
        """From now on, whatever shows itself there is remembered."""
        self.page.evaluate(NOTICE, where)

    def noticed(self, what: str) -> None:
        """Wait until something with these words or marks has shown itself there."""
        self.page.wait_for_function("what => noticed.some(seen => seen.includes(what))", arg=what)

    # ------------------------------------------------------------ playing
    def my_turn(self) -> None:
        """Wait until something may be called, turning the page between two rounds if need be."""
        self.page.wait_for_selector(f"{LIT}, {TURN_PAGE}")
        while self.page.locator(TURN_PAGE).count() and not self.over():
            self.page.locator(TURN_PAGE).click()
            self.page.wait_for_selector(f"{LIT}, {TURN_PAGE}")

    def turn_of(self, seats: list[int], n: int = 0) -> int:
        """Which of these seats is to move after n steps, once this visitor's table shows it; pages between two rounds
        are turned."""
        while True:
            self.page.wait_for_function(WAITS, arg=[seats, n])
            if not self.page.locator(TURN_PAGE).count():
                return int(self.page.locator(".plate[aria-current]").get_attribute("data-seat"))
            assert not self.over(), "the game is over"
            self.page.locator(TURN_PAGE).click()

    def steps(self) -> int:
        """How many steps this visitor's table has shown."""
        return int(self.page.locator(".shell").get_attribute("data-n"))

    def until_over(self) -> None:
        """Turn the pages of a game that others play, up to the last."""
        while not self.over():
            self.page.locator(TURN_PAGE).wait_for()
            if not self.over():
                self.page.locator(TURN_PAGE).click()

    def over(self) -> bool:
        return bool(self.page.locator(".paper a[href^='/replay']").count())

    def call_something(self, rng: random.Random) -> None:
        """Call one of the lit spells, or stop where that is offered, and wait until the table has answered."""
        lit = self.page.locator(LIT)
        stop = self.page.locator(".act .s-btn.lit")
        before = self.page.locator(".lines li").count(), self.page.locator("[role=log]").inner_text()
        if stop.count() and rng.random() < 0.5:
            stop.click()
        else:
            lit.nth(rng.randrange(lit.count())).click()
        self.page.wait_for_function(
            "([n, said]) => document.querySelectorAll('.lines li').length !== n"
            " || document.querySelector('[role=log]').innerText !== said || document.querySelector('.paper')",
            arg=list(before),
        )
