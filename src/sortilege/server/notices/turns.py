"""Whose turn is waited for, and what was already told of it.

A turn is one time that the decision comes to a seat, counted from the start of the match: the same number on every
server and after every start, and after a step was taken back and made again. It is noted before anybody is told, and
of all servers the one that marks it first tells it: nobody is told twice.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sortilege.server.store import Step, Store
from sortilege.server.table import Table


class Turn(NamedTuple):
    """The turn of a person at a table."""

    seat: int
    number: int


def waiting_seat(table: Table) -> int | None:
    """The seat of the person whom others wait for; None where a bot is to move, nobody, or nobody else plays."""
    state = table.state
    if state.match is None or state.over() or state.paused() or state.misfit or state.bot_to_move() is not None:
        return None
    if sum(chair.kind == "person" for chair in state.chairs) < 2:
        return None
    seat = state.match.state.turn()
    return seat if seat >= 0 else None


class Turns:
    """What is noted of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def note(self, table: str, turn: Turn, seen: bool = False) -> None:
        """This turn is to be told, or (`seen`) need not be."""
        await self.store.change([Step(NOTE, (table, *turn, int(seen)))])

    async def claim(self, table: str, turn: Turn) -> bool:
        """Whether it was still to be told; from now on it is not."""
        return bool((await self.store.change([Step(CLAIM, (table, *turn))]))[0])

    async def is_open(self, table: str, turn: Turn) -> bool:
        """Whether it is still to be told."""
        return bool(await self.store.look_up(Step(OPEN, (table, *turn))))

    async def unsent(self) -> list[str]:
        """The tables with turns that are still to be told."""
        return [str(table) for (table,) in await self.store.look_up(Step(UNSENT))]

    async def drop(self, table: str) -> None:
        await self.store.change([Step(DROP, (table,))])


NOTE: Final = """
INSERT INTO sortilege_notice (tab, seat, turn, sent) VALUES ($1, $2, $3, $4)
ON CONFLICT (tab, seat) DO UPDATE SET turn = excluded.turn, sent = excluded.sent
WHERE excluded.turn > sortilege_notice.turn
"""
CLAIM: Final = """
UPDATE sortilege_notice SET sent = 1 WHERE tab = $1 AND seat = $2 AND turn = $3 AND sent = 0 RETURNING tab
"""
OPEN: Final = "SELECT tab FROM sortilege_notice WHERE tab = $1 AND seat = $2 AND turn = $3 AND sent = 0"
UNSENT: Final = "SELECT DISTINCT tab FROM sortilege_notice WHERE sent = 0"
DROP: Final = "DELETE FROM sortilege_notice WHERE tab = $1"
