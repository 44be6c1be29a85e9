"""A person with a browser: goes to pages, sits down, plays."""

import json
import random
from typing import Any

DESK, PHONE = (1280, 800), (390, 844)
ME, FRIEND, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "apprentice"}
LIT = "button.call[data-lit]"
EXPECTED = "the server responded with a status of 40"  # a page that asks whether it may come in is sometimes told no


def expect(thing: Any) -> Any:
    """Playwright's own, imported where there is a browser to expect something of."""
    from playwright.sync_api import expect as playwrights

    return playwrights(thing)


class Visitor:
    """One browser context and its page. Nothing travels on the screen (`pace="still"`) unless asked for."""

    def __init__(
        self,
        browser: Any,
        url: str,
        size: tuple[int, int] = DESK,
        language: str = "en",
        theme: str = "night",
        name: str = "Ada",
        pace: str = "still",
        **more: Any,
    ) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        settings = {"language": language, "theme": theme, "name": name, "pace": pace, "sound": False}
        self.context.add_init_script(f"localStorage.sortilege ??= JSON.stringify({json.dumps(settings)})")
        self.page = self.new_page()

    def new_page(self) -> Any:
        page = self.context.new_page()
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.on("pageerror", lambda off: self.complaints.append(str(off)))
        page.on("request", lambda asked: self._asked(asked.url))
        self.page = page
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and EXPECTED not in text:
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
        answer = self.page.request.post(f"{self.url}/api/tables", data=wish)
        assert answer.ok, answer.text()
        return answer.json()  # type: ignore[no-any-return]

    def sit(self, seats: list[dict[str, Any]], options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        """Make a table and look at it."""
        seated = self.make(seats, options, **more)
        self.go(f"/t/{seated['table']}")
        self.page.wait_for_selector(".board")
        return seated

    def look(self, table: str) -> dict[str, Any]:
        """What the server says about the table right now."""
        return self.page.request.get(f"{self.url}/api/tables/{table}").json()  # type: ignore[no-any-return]

    # ------------------------------------------------------------ playing
    def my_turn(self) -> None:
        """Wait until something may be called, turning the page between two rounds if need be."""
        self.page.wait_for_selector(f"{LIT}, .paper .btn.main")
        while self.page.locator(".paper .btn.main").count() and not self.over():
            self.page.locator(".paper .btn.main").click()
            self.page.wait_for_selector(f"{LIT}, .paper .btn.main")

    def over(self) -> bool:
        return bool(self.page.locator(".paper a[href^='/replay']").count())

    def call_something(self, rng: random.Random) -> None:
        """Call one of the lit spells, or stop where that is offered, and wait until the table has answered."""
        lit = self.page.locator(LIT)
        stop = self.page.locator(".act .btn.lit")
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
