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

from sortilege.analysis import hint as analysis
from sortilege.analysis.outlook import prospects
from sortilege.core.shapes import Action, View
from sortilege.games import game as game_named
from sortilege.server.messages.hints import ActionOutlook, Hint, Outlook, Prospect
from sortilege.server.messages.words import Text
from sortilege.server.problems import MALFORMED, NOT_YOURS, Denied
from sortilege.server.table import Table
from sortilege.server.worker_pool import Places, Pool, Priority

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
        self.places = Places(MOST_WAITING, MOST_WAITING, "many_hints")

    async def hint(self, owner: str, game: str, view: View, ms: float) -> analysis.Hint:
        """Return the best hint that `ms` milliseconds of computing give."""
        return await self.pool.run(Priority.HINTS, owner, think, game, view, ms)

    async def outlook(self, owner: str, game: str, view: View, actions: list[Action]) -> list[ActionOutlook]:
        """What these actions could bring."""
        return await self.pool.run(Priority.HINTS, owner, look_ahead, game, view, actions)


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
            async for found, final in hints(self.hints, self.table.owner, game, view):
                if self.table.state.n != n:
                    return
                self.answer(hint_message(found, n, final))
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


async def hints(by: Hints, owner: str, game: str, view: View) -> AsyncIterator[tuple[analysis.Hint, bool]]:
    """Better and better hints, and whether each is the last. The first is there within a second, come what may."""
    first = asyncio.create_task(by.hint(owner, game, view, FIRST_LOOK))
    try:
        await asyncio.wait([first], timeout=PATIENCE)
        if not first.done():
            yield await asyncio.to_thread(analysis.first_glance, game_named(game), view), False
        try:
            found = await first
        except Exception:
            log.exception("the hint for %s failed", game)
            yield await asyncio.to_thread(analysis.first_glance, game_named(game), view), True
            return
        enough = found["sure"] == "only" or len(by.places) > CROWD
        yield found, enough
        if not enough:
            yield await by.hint(owner, game, view, SECOND_LOOK), True
    finally:
        first.cancel()


def hint_message(found: analysis.Hint, n: int, final: bool) -> Hint:
    return Hint(
        n=n,
        action=found["action"],
        then=found["then"],
        equals=found["equals"],
        sure=found["sure"],
        worlds=found["worlds"],
        where=Text(**found["where"]),
        what=Text(**found["what"]),
        why=Text(**found["why"]),
        plan=None if found["plan"] is None else Text(**found["plan"]),
        final=final,
    )


# ---------------------------------------------------------------- in the process
def think(game: str, view: View, ms: float) -> analysis.Hint:
    """One hint, in so much time."""
    return analysis.hint(game_named(game), view, ms)


def look_ahead(game: str, view: View, actions: list[Action]) -> list[ActionOutlook]:
    """What each of these actions could bring."""
    return [action_outlook(game, view, action) for action in actions]


def action_outlook(name: str, view: View, action: Action) -> ActionOutlook:
    found = game_named(name)
    ahead = prospects(found, view, action)
    return ActionOutlook(
        action=action,
        what=Text(**found.what(view, action)),
        exact=ahead["exact"],
        worlds=ahead["worlds"],
        prospects=[Prospect(one["chance"], one["share"], **one["text"]) for one in ahead["prospects"]],
        others=ahead["others"],
        rest=ahead["rest"],
    )
