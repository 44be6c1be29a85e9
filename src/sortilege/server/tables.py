"""Tables: every one this server has in memory. A table comes in when somebody asks for it and goes when nobody has
for a while; its log stays in the store.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from typing import Final

from sortilege import game
from sortilege.core import chance
from sortilege.core.shapes import Position
from sortilege.server import events, seats
from sortilege.server.bots import Thinkers
from sortilege.server.events import Chair, Key
from sortilege.server.messages import NewTable, SeatPass, SeatPlan
from sortilege.server.problems import NOT_ALLOWED, NOT_YOURS, NOWHERE, TOO_LATE, Denied
from sortilege.server.seats import hash_of, same
from sortilege.server.snapshot import invite_path, watch_path
from sortilege.server.store import Store
from sortilege.server.table import Table
from sortilege.server.table_state import TableState

A_NAME: Final = re.compile("[a-z0-9]{6,16}")
FORGET_AFTER: Final = 120.0  # seconds without anybody
PACE: Final = 0.35  # seconds between the steps of bots
LOOK_AROUND: Final = 4.0  # seconds before they begin at a new table, unless a person is ready earlier


class Tables:
    """All live tables."""

    def __init__(self, store: Store, thinkers: Thinkers, pace: float = PACE, look_around: float = LOOK_AROUND) -> None:
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.look_around = look_around
        self.by_name: dict[str, Table] = {}
        self._sweeper: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ opening and closing
    async def open(self) -> None:
        await self.store.open(self._changed)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        for table in self.by_name.values():
            await table.close()
        await self.thinkers.close()
        await self.store.close()

    def _changed(self, name: str | None, length: int) -> None:
        """Some server wrote to this table, or (None) to any."""
        for table in self.by_name.values() if name is None else filter(None, [self.by_name.get(name)]):
            table.note_length(length if name is not None else None)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(FORGET_AFTER / 4)
            await self.forget(time.monotonic() - FORGET_AFTER)

    async def forget(self, since: float) -> None:
        """Let go of the tables nobody has looked at since then."""
        for table in [one for one in self.by_name.values() if not one.onlookers and one.contact < since]:
            del self.by_name[table.name]
            await table.close()

    # ------------------------------------------------------------ tables
    async def table(self, name: str) -> Table:
        """The table of this name, read from its log if need be. Its bots go on when somebody asks for it."""
        if not A_NAME.fullmatch(name):
            raise Denied(NOWHERE, "no_table")
        table = self.by_name.get(name) or self._place(name)
        table.contact = time.monotonic()
        try:
            async with table.turn():
                table.drive()
        except Denied:
            self.by_name.pop(name, None)
            raise
        return table

    def _place(self, name: str) -> Table:
        self.by_name[name] = Table(name, self.store, self.thinkers, self.pace, self.look_around)
        return self.by_name[name]

    async def _new(self, opened: events.Opened) -> Table:
        table = Table(seats.new_table_name(), self.store, self.thinkers, self.pace, self.look_around)
        await table.open(opened)
        self.by_name[table.name] = table
        return table

    async def new(self, wish: NewTable) -> SeatPass:
        """Open a table as its maker wishes."""
        chairs, mine = plan_chairs(wish)
        options = game(wish.game).new(len(chairs), wish.options).options
        person = seats.new_secrets()
        opened = events.Opened(
            at=int(time.time()),
            game=wish.game,
            options=options,
            aids=wish.aids,
            seed=chance.new_seed(),
            chairs=chairs,
            keys=[person.key(mine, host=True)],
            invite=seats.new_code(),
            watch=seats.new_code(),
            rules=game(wish.game).rules,
            cards=game(wish.game).card_print(options),
        )
        table = await self._new(opened)
        return seat_pass(table, person.token, person.recovery)

    async def rematch(self, old: Table, token: str) -> SeatPass:
        """The next table of the same people; made by whoever asks first, the others follow."""
        if not old.state.over():
            raise Denied(TOO_LATE, "rematch_not_yet")
        if old.state.rematch is None:
            again = reopen(old.state, list(old.state.keys.values()))
            table = await self._new(again)
            if await old.follow(table.name, again.watch) != table.name:  # somebody was faster: this one stays empty
                del self.by_name[table.name]
                await table.close()
        assert old.state.rematch is not None
        return seat_pass(await self.table(old.state.rematch.table), token, "")

    async def retry(self, old: Table, token: str | None) -> SeatPass:
        """A copy of the table for the one person who plays there: their last turn once more, with new luck."""
        async with old.turn() as state:
            key = old.key(token) if token is not None else None
            seat = key.seat if key is not None else None
            why = state.why_no_copy(seat)
            if why is not None:
                raise Denied(TOO_LATE, "no_copy", why=why)
            assert key is not None and seat is not None and token is not None
            mine = Key(key.token, key.recovery, seat, host=True)
            copy = reopen(state, [mine], state.before_turn(seat))
        return seat_pass(await self._new(copy), token, "")


def plan_chairs(wish: NewTable) -> tuple[list[Chair], int | None]:
    """The chairs of a new table, and the maker's seat."""
    mine = [seat for seat, plan in enumerate(wish.seats) if plan.kind == "me"]
    if len(mine) > 1:
        raise Denied(NOT_ALLOWED, "one_seat_each")
    if len(wish.seats) > 16:
        raise Denied(NOT_ALLOWED, "too_many_seats")
    chairs: list[Chair] = []
    for plan in wish.seats:
        chairs.append(plan_chair(plan, wish.name, [chair.name for chair in chairs]))
    places = list(range(len(chairs)))
    if wish.lot:
        random.SystemRandom().shuffle(places)
    return [chairs[at] for at in places], places.index(mine[0]) if mine else None


def plan_chair(plan: SeatPlan, maker: str, others: list[str]) -> Chair:
    if plan.kind == "open":
        return Chair("open")
    if plan.kind == "bot":
        name = seats.tidy_name(plan.name) if plan.name else seats.bot_name([*others, maker])
        return Chair("bot", seats.unlike(name, others), plan.level)
    return Chair("person", seats.unlike(seats.tidy_name(plan.name or maker or seats.UNNAMED), others))


def reopen(old: TableState, keys: list[Key], start: Position | None = None) -> events.Opened:
    """Another table played in the same way by the same people, for those with these keys."""
    return events.Opened(
        at=int(time.time()),
        game=old.opened.game,
        options=old.opened.options,
        aids=old.opened.aids,
        seed=chance.new_seed(),
        chairs=[without_stand_in(chair) for chair in old.chairs],
        keys=keys,
        invite=seats.new_code(),
        watch=seats.new_code(),
        start=start,
        rules=old.game.rules,
        cards=old.game.card_print(old.opened.options),
    )


def without_stand_in(chair: Chair) -> Chair:
    """The chair at a rematch: whoever a bot stood in for sits in it themselves again."""
    return Chair("person", chair.name) if chair.kind == "person" else chair


def seat_pass(table: Table, token: str, recovery: str) -> SeatPass:
    """What somebody with this token is told when they sit down."""
    key = table.state.keys[hash_of(token)]
    return SeatPass(table.name, key.seat, token, recovery, invite_path(table), watch_path(table), key.host)


def check_invite(table: Table, invite: str) -> None:
    if not same(invite, table.state.opened.invite):
        raise Denied(NOT_YOURS, "wrong_invite")
