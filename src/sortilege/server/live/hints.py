"""Hints and outlooks for the people at a table. A worker process computes them from the person's view alone.

1. A person gets an answer within a second: if no worker process is free in time, a quick hint from the heuristics alone
   is sent first and marked as such.
2. An answer is not sent if the table has changed since the request.
3. Each socket has at most one open request; a new one replaces it. All sockets together have at most
   MAX_OPEN_REQUESTS.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from typing import Any, Final

from litestar.di import NamedDependency

from sortilege.analysis import hint as analysis
from sortilege.analysis.outlook import outlook_in_words
from sortilege.core.types import Action, View
from sortilege.games import game as game_named
from sortilege.server.errors import BAD_REQUEST, FORBIDDEN, Denied
from sortilege.server.live.messages import ActionOutlook, Hint, Outlook
from sortilege.server.tables.table import Table
from sortilege.server.workers.pool import ConcurrencyLimit, Pool, Priority

FIRST_HINT_MS: Final = 200.0  # milliseconds of computing for the first hint
SECOND_HINT_MS: Final = 1200.0  # milliseconds of computing for the better hint that follows
QUICK_HINT_AFTER: Final = 0.45  # seconds without a first hint after which a quick hint is sent
BUSY_ABOVE: Final = 3  # with more open requests than this, no second hint is computed
MAX_OPEN_REQUESTS: Final = 40  # on this server; no more are accepted
MAX_ACTIONS: Final = 6  # in one request for outlooks
log = logging.getLogger("sortilege.server")


class Hints:
    """Computes hints and outlooks (the possible outcomes of actions) in the worker processes of one server, and limits
    how many such requests are open at the same time. The owners of requests share the workers fairly."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.open_requests = ConcurrencyLimit(MAX_OPEN_REQUESTS, MAX_OPEN_REQUESTS, "many_hints")

    async def hint(self, owner: str, game: str, view: View, milliseconds: float) -> Hint:
        """Return the best hint for this view that a worker process finds in a number of milliseconds."""
        return await self.pool.run(Priority.HINTS, owner, compute_hint, game, view, milliseconds)

    async def outlook(self, owner: str, game: str, view: View, actions: list[Action]) -> list[ActionOutlook]:
        """Return the possible outcomes of each of these actions. A worker process computes them from the view."""
        return await self.pool.run(Priority.HINTS, owner, compute_outlook, game, view, actions)


HintsDep = NamedDependency[Hints]


# ---------------------------------------------------------------- the requests of one socket
class HintRequests:
    """The requests of one viewer for hints and outlooks (the possible outcomes of actions). Only one request of a
    viewer is computed at a time: a new one cancels the previous one. Results are passed to `send`."""

    def __init__(self, hints: Hints, table: Table, send: Callable[[Hint | Outlook], None]) -> None:
        self.hints = hints
        self.table = table
        self.send = send
        self._task: asyncio.Task[None] | None = None
        self._release: Callable[[], None] = lambda: None  # tells `Hints.open_requests` that the request has ended

    async def request_hint(self, seat: int, step_number: int) -> bool:
        """Start to compute a hint for this seat, which is then sent to the client. Return False if the table is no
        longer at the step with this number, because then the client must first see what has changed."""
        view = await self._current_view(seat, step_number)
        if view is None:
            return False
        self._start(partial(self._send_hints, self.table.state.game.name, view, step_number))
        return True

    async def request_outlook(self, seat: int, step_number: int, actions: list[Action]) -> bool:
        """Start to compute the possible outcomes of these actions, which are then sent to the client. Return False if
        the table is no longer at the step with this number, because then the client must first see what has changed."""
        if not 1 <= len(actions) <= MAX_ACTIONS:
            raise Denied(BAD_REQUEST, "outlook_actions", most=MAX_ACTIONS)
        view = await self._current_view(seat, step_number)
        if view is None:
            return False
        game = self.table.state.game
        for action in actions:
            if action not in view["legal"]:
                raise game.refusal(self.table.state.started_match().state, game.find(action))
        self._start(partial(self._send_outlook, game.name, view, step_number, actions))
        return True

    async def _current_view(self, seat: int, step_number: int) -> View | None:
        """Return what this seat sees of the game; None if the table is no longer at the step with this number. Raise
        Denied if it is not the seat's turn, or if hints are not allowed at this table."""
        async with self.table.locked() as state:
            if not state.aids_allowed():
                raise Denied(FORBIDDEN, "aids_off")
            match = state.started_match()
            if state.step_number != step_number:
                return None
            state.check_turn(seat)
            view: View = match.state.view(seat)
            return view

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.cancel()
        release = self._release = self.hints.open_requests.take(self.table.owner)
        self._task = self.table.background.spawn("hint", work())
        self._task.add_done_callback(lambda _: release())

    async def _send_hints(self, game: str, view: View, step_number: int) -> None:
        try:
            async for hint in improving_hints(self.hints, self.table.owner, game, view):
                if self.table.state.step_number != step_number:
                    return
                hint.n = step_number
                self.send(hint)
        except Exception:
            log.exception("a hint at table %s failed", self.table.name)

    async def _send_outlook(self, game: str, view: View, step_number: int, actions: list[Action]) -> None:
        try:
            outlooks = await self.hints.outlook(self.table.owner, game, view, actions)
            if self.table.state.step_number == step_number:
                self.send(Outlook(step_number, outlooks))
        except Exception:
            log.exception("an outlook at table %s failed", self.table.name)

    def cancel(self) -> None:
        """Cancel the open request, if there is one."""
        if self._task is not None:
            self._task.cancel()
            self._task = None  # otherwise the traceback of the task and this object would keep each other in memory
        self._release()


async def improving_hints(hints: Hints, owner: str, game: str, view: View) -> AsyncIterator[Hint]:
    """Yield one to three hints for the same view, each computed with more time than the one before. The first comes
    within about a second. The last one is marked as `final`. It comes early if only one action is legal or the server
    is busy."""

    async def quick_hint() -> Hint:
        return await asyncio.to_thread(analysis.quick_hint, game_named(game), view)

    computing = asyncio.create_task(hints.hint(owner, game, view, FIRST_HINT_MS))
    try:
        await asyncio.wait([computing], timeout=QUICK_HINT_AFTER)
        if not computing.done():
            early_hint = await quick_hint()
            early_hint.final = False
            yield early_hint
        try:
            hint = await computing
        except Exception:
            log.exception("the hint for %s failed", game)
            yield await quick_hint()
            return
        is_only_action, is_busy = hint.sure == "only", len(hints.open_requests) > BUSY_ABOVE
        hint.final = is_only_action or is_busy
        yield hint
        if not hint.final:
            yield await hints.hint(owner, game, view, SECOND_HINT_MS)
    finally:
        computing.cancel()


# ---------------------------------------------------------------- in the worker process
def compute_hint(game: str, view: View, milliseconds: float) -> Hint:
    """Return the best hint for this view that is found in a number of milliseconds. Runs in a worker process."""
    return analysis.hint(game_named(game), view, milliseconds)


def compute_outlook(game: str, view: View, actions: list[Action]) -> list[ActionOutlook]:
    """Return the possible outcomes of each of these actions, as far as the view shows. Runs in a worker process."""
    return [outlook_in_words(game_named(game), view, action) for action in actions]
