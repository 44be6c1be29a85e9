"""Hints: a person asks, a worker process computes, from that person's view alone. The event loop only waits.

1. A second never passes without an answer: where no process is free, or it is still starting, a first glance is sent,
   and marked as such.
2. An answer to what is past is never sent.
3. Each socket has one question under way; another replaces it. Of all sockets there are at most MOST_WAITING.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from typing import Any, Final

from litestar.di import NamedDependency

from sortilege.analysis import hint as analysis
from sortilege.analysis.outlook import prospects
from sortilege.core.shapes import Action, View
from sortilege.games import game as game_named
from sortilege.server.errors import MALFORMED, NOT_YOURS, Denied
from sortilege.server.live.messages import ActionOutlook, Hint, Outlook
from sortilege.server.tables.table import Table
from sortilege.server.workers.pool import ConcurrencyLimit, Pool, Priority

FIRST_LOOK: Final = 200.0  # milliseconds of thinking
SECOND_LOOK: Final = 1200.0
PATIENCE: Final = 0.45  # seconds until a first glance is answered in place of the first look
CROWD: Final = 3  # so many questions of others under way, and nobody gets a second look
MOST_WAITING: Final = 40  # questions under way; no more are accepted
MOST_ACTIONS: Final = 6
log = logging.getLogger("sortilege.server")


class Hints:
    """The hints of one server: limits the open questions and passes them to the worker pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.places = ConcurrencyLimit(MOST_WAITING, MOST_WAITING, "many_hints")

    async def hint(self, owner: str, game: str, view: View, ms: float) -> Hint:
        """Return the best hint that `ms` milliseconds of computing give."""
        return await self.pool.run(Priority.HINTS, owner, think, game, view, ms)

    async def outlook(self, owner: str, game: str, view: View, actions: list[Action]) -> list[ActionOutlook]:
        """What these actions could bring."""
        return await self.pool.run(Priority.HINTS, owner, look_ahead, game, view, actions)


HintsDep = NamedDependency[Hints]


# ---------------------------------------------------------------- one person's questions
class Counsel:
    """The questions of one socket, one at a time."""

    def __init__(self, hints: Hints, table: Table, answer: Callable[[Hint | Outlook], None]) -> None:
        self.hints = hints
        self.table = table
        self.answer = answer
        self._asked: asyncio.Task[None] | None = None
        self._give_place_back: Callable[[], None] = lambda: None

    async def ask_hint(self, seat: int, n: int) -> bool:
        """False when it was asked looking at another state than the present one."""
        view = await self._view(seat, n)
        if view is None:
            return False
        self._begin(partial(self._give_hint, self.table.state.game.name, view, n))
        return True

    async def ask_outlook(self, seat: int, n: int, actions: list[Action]) -> bool:
        """The same for what actions could bring."""
        if not 1 <= len(actions) <= MOST_ACTIONS:
            raise Denied(MALFORMED, "outlook_actions", most=MOST_ACTIONS)
        view = await self._view(seat, n)
        if view is None:
            return False
        game = self.table.state.game
        for action in actions:
            if action not in view["legal"]:
                raise game.refusal(self.table.state.playing().state, game.find(action))
        self._begin(partial(self._give_outlook, game.name, view, n, actions))
        return True

    async def _view(self, seat: int, n: int) -> View | None:
        async with self.table.locked() as state:
            if not state.aids_allowed():
                raise Denied(NOT_YOURS, "aids_off")
            state.playing()
            if n != state.n:
                return None
            state.check_turn(seat)
            view: View = state.playing().state.view(seat)
            return view

    def _begin(self, answer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.leave()
        give_place_back = self._give_place_back = self.hints.places.take(self.table.owner)
        self._asked = self.table.background.spawn("hint", answer())
        self._asked.add_done_callback(lambda _: give_place_back())

    async def _give_hint(self, game: str, view: View, n: int) -> None:
        try:
            async for hint in hints(self.hints, self.table.owner, game, view):
                if self.table.state.n != n:
                    return
                hint.n = n
                self.answer(hint)
        except Exception:
            log.exception("a hint at table %s failed", self.table.name)

    async def _give_outlook(self, game: str, view: View, n: int, actions: list[Action]) -> None:
        try:
            found = await self.hints.outlook(self.table.owner, game, view, actions)
            if self.table.state.n == n:
                self.answer(Outlook(n, found))
        except Exception:
            log.exception("an outlook at table %s failed", self.table.name)

    def leave(self) -> None:
        """Nobody waits for the answer any more."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None  # a cancelled task refers to this object by its traceback: no cycle keeps the table
        self._give_place_back()


async def hints(by: Hints, owner: str, game: str, view: View) -> AsyncIterator[Hint]:
    """Yield better and better hints; the last one is marked as final. The first comes within a second."""
    first = asyncio.create_task(by.hint(owner, game, view, FIRST_LOOK))
    try:
        await asyncio.wait([first], timeout=PATIENCE)
        if not first.done():
            glance = await asyncio.to_thread(analysis.first_glance, game_named(game), view)
            glance.final = False
            yield glance
        try:
            hint = await first
        except Exception:
            log.exception("the hint for %s failed", game)
            yield await asyncio.to_thread(analysis.first_glance, game_named(game), view)
            return
        hint.final = hint.sure == "only" or len(by.places) > CROWD
        yield hint
        if not hint.final:
            yield await by.hint(owner, game, view, SECOND_LOOK)
    finally:
        first.cancel()


# ---------------------------------------------------------------- in the process
def think(game: str, view: View, ms: float) -> Hint:
    """One hint, in so much time."""
    return analysis.hint(game_named(game), view, ms)


def look_ahead(game: str, view: View, actions: list[Action]) -> list[ActionOutlook]:
    """Return what each of these actions could bring."""
    return [prospects(game_named(game), view, action) for action in actions]
