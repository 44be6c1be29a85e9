"""The bots of one table at play.

1. They go on by themselves: a step that could not be written is tried again, with longer and longer pauses, until it
   is; meanwhile the people at the table are told why nothing moves.
2. Where no seat is played by a person, they play only while somebody has a socket at the table, on any server: nobody
   waits for what they do. A person for whom a bot stands in does not play.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import Final

from sortilege.core.shapes import Action, View
from sortilege.server import runtime
from sortilege.server.background import Backoff
from sortilege.server.errors import UnreadableLog
from sortilege.server.tables.events import Event
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from sortilege.server.text import Level
from sortilege.server.workers.pool import Pool, Priority
from sortilege.server.workers.tasks import think

GLANCE: Final = 0.5  # seconds between looks whether the bots are for this server to play
logger = logging.getLogger("sortilege.server")


class Driver:
    """Lets the bots of a table play."""

    def __init__(self, table: Table, pool: Pool, pace: float, look_around: float) -> None:
        # Not a strong reference: the table owns its driver, and without a cycle an evicted table is freed at once.
        self.table: Table = weakref.proxy(table)
        self.pool = pool
        self.pace = pace  # seconds a bot's step takes at least, so that people can follow
        self.look_around = look_around  # seconds people have at a new table before its bots begin
        self._looked = asyncio.Event()  # people have looked around: the bots may begin
        self._looked.set()
        self._looking: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ when they begin
    def hold(self) -> None:
        """The table is new: people look around first."""
        self._looked.clear()

    def ready(self) -> None:
        """A person has looked around: the bots of a new table may begin."""
        if self.table.state.match is not None:
            self._looked.set()

    def let_look_around(self) -> None:
        """Bots do not begin at a new table before a person has come and looked around; where none is expected, or one
        has played, there is nothing to wait for."""
        state = self.table.state
        if self._looked.is_set() or state.match is None:
            return
        people = state.people()
        if not people or state.n or state.overdue() is not None:
            self._looked.set()
        elif self._looking is None and any(map(self.table.listener.is_connected, people)):
            self._looking = asyncio.get_running_loop().call_later(self.look_around, self._looked.set)

    # ------------------------------------------------------------ their steps
    def go_on(self) -> None:
        """Start the bots if it is a bot's turn, a person plays or watches, and they are not running already."""
        self.let_look_around()
        may_move = self.table.state.bot_to_move() is not None and self._somebody_waits()
        if may_move and (self._task is None or self._task.done()):
            self._task = self.table.background.keep("bots", self._drive)

    def _somebody_waits(self) -> bool:
        """Whether the bots should play on: a person plays in some seat, or somebody has the table open."""
        return bool(self.table.state.people()) or self.table.listener.is_watched()

    async def _drive(self) -> None:
        await self._looked.wait()
        pauses = Backoff()
        while True:
            try:
                if not self.table.peers.drives(self.table.name):
                    await asyncio.sleep(GLANCE)
                    if self.table.state.bot_to_move() is None or not self._somebody_waits():
                        return
                elif not await self._step():
                    return
                pauses = Backoff()
            except UnreadableLog:  # the bots go on when somebody opens the table and it can be read
                return
            except Exception as off:  # whatever it is, a table must not stand still for ever
                self._tell_of(off)
                await pauses.wait()

    def _tell_of(self, off: Exception) -> None:
        """The first failure is told to everybody; the next ones change nothing that could be said."""
        if not self.table.stuck:
            logger.error("the bots of table %s wait and try again", self.table.name, exc_info=off)
            self.table.stuck = True
            self.table.listener.refresh()

    async def _step(self) -> bool:
        """Play one action of the bot whose turn it is. Return False if it is no bot's turn or nobody plays or
        watches."""
        table = self.table
        async with table.locked() as state:
            seat = state.bot_to_move()
            level = None if seat is None else state.bot_level(seat)
            if seat is None or level is None or not self._somebody_waits():
                return False
            n, view = state.n, state.playing().state.view(seat)

        def decide(state: TableState) -> list[Event]:
            outdated = state.n != n or state.bot_to_move() != seat or state.bot_level(seat) != level
            return [] if outdated else [state.decision(seat, action)]

        action, _ = await asyncio.gather(self._choice(state.game.name, level, view), asyncio.sleep(self.pace))
        async with table.locked():
            await table.commit(decide)
        return True

    async def _choice(self, game: str, level: Level, view: View) -> Action:
        """Return the action that the bot chooses. If it fails or its choice is illegal, return a random legal action,
        so that the game goes on."""
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

    async def finished(self) -> None:
        """Wait until the bots have stopped, because it is a person's turn or nobody plays or watches."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self) -> None:
        """Stop the bots; the log has everything else."""
        if self._looking is not None:
            self._looking.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
