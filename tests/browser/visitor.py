"""A person with a browser: opens pages, joins tables and plays."""

import json
import random
from typing import Any

PATIENCE = 120_000  # milliseconds before a wait fails, on the slowest machine
DESKTOP, PHONE = (1280, 800), (390, 844)
ME, FRIEND, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "apprentice"}
LIT = "button.call[data-lit]"
AT_TABLE = ".act:not([data-tone='lost'])"  # the socket is open, so the table accepts actions
TURN_PAGE = ".paper .s-btn.main"
EXPECTED = (
    "the server responded with a status of 40",  # a page may ask for a table that it may not see
    "the server responded with a status of 422",  # or for a table with options that do not go together
    "WebSocket is closed before the connection is established",  # and may be closed before its socket is open
)
# Keeps the HTML of every element that matches the selector and was visible at some moment.
WATCH_FOR = """selector => {
  window.noticed = []
  const shown = () => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility())
  const look = () => noticed.push(...shown().map(one => one.outerHTML))
  const every = { attributes: true, characterData: true, childList: true, subtree: true }
  new MutationObserver(look).observe(document.body, every)
}"""
# There is a page to turn, or one of these seats is to move after at least n steps.
SEAT_TO_MOVE = """([seats, n]) => {
  if (document.querySelector('.paper .s-btn.main')) return true
  const plate = document.querySelector('.plate[aria-current]')
  return plate && seats.includes(Number(plate.dataset.seat)) && Number(document.querySelector('.shell').dataset.n) >= n
}"""


def expect(locator: Any) -> Any:
    """Call Playwright's `expect`, imported only where browser tests run, with the patience of these tests."""
    from playwright.sync_api import expect as playwright_expect

    playwright_expect.set_options(timeout=PATIENCE)
    return playwright_expect(locator)


class Visitor:
    """One browser context and its page. By default nothing is animated (`pace="still"`), and the table does not ask for
    confirmation (`careful=False`)."""

    def __init__(
        self,
        browser: Any,
        url: str,
        size: tuple[int, int] = DESKTOP,
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
        preferences = {"language": language, "theme": theme, "pace": pace, "careful": careful, "sound": False}
        settings = json.dumps({"name": name, **preferences})
        self.context.add_init_script(f"localStorage.sortilege ??= JSON.stringify({settings})")
        self.page = self.new_page()

    def new_page(self) -> Any:
        page = self.context.new_page()
        page.on("console", lambda message: self._check_console(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._check_request(request.url))
        self.page = page
        return page

    def _check_console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(words in text for words in EXPECTED):
            self.complaints.append(text)

    def _check_request(self, url: str) -> None:
        if not url.startswith((self.url, "data:", "blob:")):
            self.complaints.append(f"a request to another server: {url}")

    def close(self) -> None:
        self.context.close()

    # ------------------------------------------------------------ going somewhere
    def go(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.url + path)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the page another size, and wait until it is laid out anew."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def make_table(
        self, seats: list[dict[str, Any]], options: dict[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """Make a table through the API, with this visitor's cookies; return the response."""
        request = {"game": "abracada", "seats": seats, "options": options or {}, "name": "Ada", **more}
        answer = self.page.request.post(f"{self.url}/api/tables", data=request, timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    def sit(self, seats: list[dict[str, Any]], options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """Make a table and open its page; return the response of the API."""
        created = self.make_table(seats, options, **more)
        self.go(f"/t/{created['table']}")
        self.wait_for_table()
        return created

    def wait_for_table(self) -> None:
        """Wait until the board is drawn and the socket is open."""
        self.page.wait_for_selector(".s-board-area > *")
        self.page.wait_for_selector(AT_TABLE)

    def fetch_table(self, table: str) -> dict[str, Any]:
        """Return what the server says about the table right now."""
        answer = self.page.request.get(f"{self.url}/api/tables/{table}", timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    # ------------------------------------------------------------ elements that are visible for a moment
    def watch_for(self, selector: str) -> None:
        """From now on, keep the HTML of every element that matches the selector and becomes visible."""
        self.page.evaluate(WATCH_FOR, selector)

    def wait_until_seen(self, text: str) -> None:
        """Wait until an element whose HTML contains this text has been visible since `watch_for`."""
        self.page.wait_for_function("text => noticed.some(html => html.includes(text))", arg=text)

    # ------------------------------------------------------------ playing
    def my_turn(self) -> None:
        """Wait until a spell may be called; between two rounds, turn the page first."""
        self.page.wait_for_selector(f"{LIT}, {TURN_PAGE}")
        while self.page.locator(TURN_PAGE).count() and not self.over():
            self.page.locator(TURN_PAGE).click()
            self.page.wait_for_selector(f"{LIT}, {TURN_PAGE}")

    def turn_of(self, seats: list[int], n: int = 0) -> int:
        """Wait until one of these seats is to move after at least n steps, turning pages between two rounds; return the
        seat."""
        while True:
            self.page.wait_for_function(SEAT_TO_MOVE, arg=[seats, n])
            if not self.page.locator(TURN_PAGE).count():
                return int(self.page.locator(".plate[aria-current]").get_attribute("data-seat"))
            assert not self.over(), "the game is over"
            self.page.locator(TURN_PAGE).click()

    def steps(self) -> int:
        """Return how many steps this visitor's page has shown."""
        return int(self.page.locator(".shell").get_attribute("data-n"))

    def until_over(self) -> None:
        """Turn every page between two rounds of a game that others play, until the game is over."""
        while not self.over():
            self.page.locator(TURN_PAGE).wait_for()
            if not self.over():
                self.page.locator(TURN_PAGE).click()

    def over(self) -> bool:
        return bool(self.page.locator(".paper a[href^='/replay']").count())

    def call_something(self, rng: random.Random) -> None:
        """Call a random lit spell, or stop if that is possible, and wait until the page shows the result."""
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
