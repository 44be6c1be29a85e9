"""Plays the bots of one table.

1. An action that could not be stored is tried again, with longer and longer pauses. Meanwhile the snapshots say why
   nothing moves.
2. If no person plays at the table, because all seats are bots or bots play for the people, the bots play only while
   somebody has a socket at the table, on any server.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import Final

from sortilege.core.types import Action, View
from sortilege.server import runtime
from sortilege.server.background import Backoff
from sortilege.server.errors import UnreadableLog
from sortilege.server.tables.events import Event
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from sortilege.server.text import Level
from sortilege.server.workers.pool import Pool, Priority
from sortilege.server.workers.tasks import think

POLL_SECONDS: Final = 0.5  # between two checks whether this server plays the bots of the table
logger = logging.getLogger("sortilege.server")


class Driver:
    """Plays the bots of a table, one action after the other, in a background task. Implements `BotDriver`."""

    def __init__(self, table: Table, pool: Pool, pace: float, start_delay: float) -> None:
        # The table refers to its driver. A weak reference avoids a cycle, so that an unused table is freed at once.
        self.table: Table = weakref.proxy(table)
        self.pool = pool
        self.pace = pace  # minimum number of seconds that a bot takes for an action, so that people can follow
        self.start_delay = start_delay  # seconds that people have to look at a new table before its bots begin
        self._can_start = asyncio.Event()  # not set while the bots of a new table wait
        self._can_start.set()
        self._start_timer: asyncio.TimerHandle | None = None  # sets `_can_start` after `start_delay`
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ the beginning of a game
    def delay_start(self) -> None:
        self._can_start.clear()

    def allow_start(self) -> None:
        if self.table.state.match is not None:
            self._can_start.set()

    def _update_delay(self) -> None:
        """Decide when the bots of a new table may begin: `start_delay` seconds after the first person connects, but at
        once if no person plays, a decision was made already or somebody's time is up."""
        state = self.table.state
        if self._can_start.is_set() or state.match is None:
            return
        seats_of_people = state.active_people()
        has_begun = state.step_number > 0 or state.overdue() is not None
        if has_begun or not seats_of_people:
            self._can_start.set()
        elif self._start_timer is None and any(map(self.table.listener.is_connected, seats_of_people)):
            self._start_timer = asyncio.get_running_loop().call_later(self.start_delay, self._can_start.set)

    # ------------------------------------------------------------ actions of bots
    def start(self) -> None:
        """Start the task that plays the bots, unless it runs already or no bot should play now."""
        self._update_delay()
        if self._bots_should_play() and (self._task is None or self._task.done()):
            self._task = self.table.background.keep("bots", self._play_until_done)

    def _bots_should_play(self) -> bool:
        """Return whether it is the turn of a bot, and somebody plays at the table or watches it."""
        state = self.table.state
        has_people = bool(state.active_people()) or self.table.listener.is_watched()
        return state.bot_to_move() is not None and has_people

    async def _play_until_done(self) -> None:
        """Play the bots until it is a person's turn. Wait while another server plays them or the store fails."""
        await self._can_start.wait()
        backoff = Backoff()
        while True:
            try:
                if not self.table.peers.plays_bots(self.table.name):
                    await asyncio.sleep(POLL_SECONDS)
                    if not self._bots_should_play():
                        return
                elif not await self._play_action():
                    return
                backoff = Backoff()
            except UnreadableLog:  # the bots start again when somebody opens the table and it can be read
                return
            except Exception as error:  # any error, because a table must never stop for good
                self._report_stuck(error)
                await backoff.wait()

    def _report_stuck(self, error: Exception) -> None:
        """Log an error that keeps the bots from playing, and show everybody at the table that the bots are stuck. Of
        several errors in a row, report only the first."""
        if not self.table.stuck:
            logger.error("the bots of table %s wait and try again", self.table.name, exc_info=error)
            self.table.stuck = True
            self.table.listener.refresh()

    async def _play_action(self) -> bool:
        """Play one action of the bot whose turn it is. Return False if no bot should play now."""
        table = self.table
        async with table.locked() as state:
            seat = state.bot_to_move()
            level = None if seat is None else state.bot_level(seat)
            if seat is None or level is None or not self._bots_should_play():
                return False
            step_number, view = state.step_number, state.started_match().state.view(seat)
        action, _ = await asyncio.gather(self._choose(state.game.name, level, view), asyncio.sleep(self.pace))

        def decide(state: TableState) -> list[Event]:
            is_same_step = state.step_number == step_number
            is_same_bot = state.bot_to_move() == seat and state.bot_level(seat) == level
            return [state.decision(seat, action)] if is_same_step and is_same_bot else []

        async with table.locked():
            await table.commit(decide)
        return True

    async def _choose(self, game: str, level: Level, view: View) -> Action:
        """Return the action that a bot of this level chooses for the seat that has this view of the game. If the bot
        fails or its choice is illegal, return a random legal action, so that the game goes on."""
        legal: list[Action] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        try:
            action = await self.pool.run(Priority.BOTS, self.table.owner, think, game, level, view)
            if action in legal:
                return action
            logger.error("the %s of %s chose %r, which is not legal", level, game, action)
        except Exception:
            logger.exception("the %s of %s did not choose", level, game)
        return runtime.generator().choice(legal)

    async def wait(self) -> None:
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self) -> None:
        if self._start_timer is not None:
            self._start_timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
