"""Tables: every one this server has in memory. A table comes in when somebody asks for it and goes when nobody has
for a while; its log stays in the store.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from typing import Final, Protocol

from sortilege import game
from sortilege.core import chance
from sortilege.core.shapes import Position
from sortilege.server import events, invite_codes, runtime, seats, undo
from sortilege.server.audience import Audience, audience_of, observe_peers, presence_for_peers
from sortilege.server.background import Background
from sortilege.server.clock import check_plan
from sortilege.server.driver import Driver
from sortilege.server.events import Chair, Key
from sortilege.server.health import StoreHealth, WatchedStore
from sortilege.server.hints import Hints
from sortilege.server.limits import Sockets
from sortilege.server.luck import share_of
from sortilege.server.messages.seats import NewTable, SeatPass, SeatPlan
from sortilege.server.messages.shelf import HealthParts
from sortilege.server.notices.desk import Desk
from sortilege.server.notices.ways import without_table
from sortilege.server.pages import STATIC
from sortilege.server.peers import Peers
from sortilege.server.presence import agreed_absence
from sortilege.server.problems import NOT_ALLOWED, NOT_YOURS, NOWHERE, TOO_LATE, Denied
from sortilege.server.quota import StoreQuota
from sortilege.server.resuming import Resuming, bots_may_move
from sortilege.server.reviews import stored_as
from sortilege.server.seats import hash_of, same
from sortilege.server.settings import STANDARD, Settings
from sortilege.server.store import Store, StoreError
from sortilege.server.table import Table
from sortilege.server.table_state import TableState, returned
from sortilege.server.timekeeper import Now, Timekeeper
from sortilege.server.worker_pool import Pool

log = logging.getLogger("sortilege.server")
A_NAME: Final = re.compile("[a-z0-9]{6,16}")
JUST_NOW: Final = 5.0  # seconds in which whoever asked for a table may still be at it


class TableCache(Protocol):
    """A cache of data computed from table logs."""

    def forget(self, table: str) -> None:
        """Drop everything of this table."""


class Tables:
    """All live tables."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        settings: Settings = STANDARD,
        now: Now = runtime.now,
        background: Background | None = None,
    ) -> None:
        self.background = background or Background()
        self.store = store = WatchedStore(store)
        self.store_health = StoreHealth(self.store, self.background)
        self.now = now
        self.clocks = Timekeeper(store, now)
        self.pool = pool
        self.hints = Hints(pool)
        self.settings = settings
        self.by_name: dict[str, Table] = {}
        self.caches: Sequence[TableCache] = ()
        self.sockets = Sockets(settings)
        self.quota = StoreQuota(store, settings.store_megabytes * 2**20)
        self.peers = Peers(store, self._presence, self._others_moved)
        self.notices = Desk(self)
        self.resuming = Resuming(store, self._in_any_memory, self._resume)
        self._looking: asyncio.Task[None] | None = None
        self._look_again = False
        self._sweeper: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ opening and closing
    async def open(self) -> None:
        await self.store.open(self._changed, self.background)
        self.peers.open(self.background)
        await self.clocks.open(self._look_at_clock, self.background)
        await self.notices.open()
        self.resuming.open(self.background)
        self._sweeper = self.background.keep("sweeper of idle tables", self._sweep)

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self.background.close()
        await self.clocks.close()
        for table in self.by_name.values():
            await table.close()
            self._unload(table)
        await self.resuming.close()
        await self.peers.close()
        if self._looking is not None:
            self._looking.cancel()
        await self.pool.close()
        await self.store.close()

    def health(self) -> HealthParts:
        """Report which parts of the server work, without asking the store."""
        store, bots = self.store_health.ok(), not any(table.stuck for table in self.by_name.values())
        return HealthParts(
            pages=(STATIC / "index.html").exists(),
            store=None if self.store.shared else store,
            shared_store=store if self.store.shared else None,
            bots=bots,
            background=not self.background.failing,
        )

    def _changed(self, name: str | None, length: int) -> None:
        """Some server wrote to this table, or (None) to any: then it is looked which ones have become longer."""
        self.peers.stir()
        if name is None:
            self._look_again = True
            if self._looking is None or self._looking.done():
                self._looking = self.background.spawn("look at lengths", self._look_at_lengths())
        elif (table := self.by_name.get(name)) is not None:
            table.note_length(length)

    async def _look_at_lengths(self) -> None:
        try:
            while self._look_again:  # more may be written while it is looked
                self._look_again = False
                for name, length in (await self.store.lengths(list(self.by_name))).items():
                    if name in self.by_name:
                        self.by_name[name].note_length(length)
        except StoreError as off:
            log.warning("what other servers wrote could not be looked at: %s", off)

    def _presence(self) -> dict[str, list[int]]:
        """Return the tables in memory here with the seats that are connected, and mark hidden pages and watched
        tables."""
        return presence_for_peers(self.by_name.values())

    def _others_moved(self, names: set[str]) -> None:
        """At these tables somebody came or went, at another server."""
        observe_peers(self.by_name, names)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(self.settings.keep_seconds / 4, JUST_NOW))
            now = runtime.monotonic()
            await self.forget(now - self.settings.keep_seconds, now - JUST_NOW)

    async def forget(self, since: float, but_not_since: float = 0.0) -> None:
        """Let go of the tables nobody has looked at since then; of those that too many were looked at after, too, the
        oldest first, save those somebody asked for just now."""
        idle = sorted((one for one in self.by_name.values() if one.idle()), key=lambda one: one.contact)
        surplus = len(idle) - self.settings.idle_tables
        for k, table in enumerate(idle):
            if table.contact < since or (k < surplus and table.contact < but_not_since):
                del self.by_name[table.name]
                self._unload(table)
                await table.close()

    def _unload(self, table: Table) -> None:
        """Remove the note that a table's bots are to be resumed, if it is a person's turn as the table leaves
        memory."""
        known = table.is_read() and table.showable()  # otherwise the state may be ahead of the log
        if known and table.state.bot_to_move() is None and not self.peers.have(table.name):
            self.resuming.set(table.name, False)

    def _in_any_memory(self, name: str) -> bool:
        return name in self.by_name or self.peers.have(name)

    async def _resume(self, name: str) -> None:
        await (await self.table(name)).driver.finished()

    def _moved(self, table: Table) -> None:
        """Update the note for resuming and the notices, because the turn may have changed."""
        self.resuming.set(table.name, bots_may_move(table.state))
        if self.settings.notices:
            self.notices.stir(table.name, table)

    async def _look_at_clock(self, name: str) -> None:
        await (await self.table(name)).look_at_clock()

    # ------------------------------------------------------------ tables
    def sign_out(self, devices: set[str]) -> None:
        """Close the sockets of these devices (hashes of their keys) at this server."""
        for table in self.by_name.values():
            audience_of(table).sign_out(devices)

    async def table(self, name: str) -> Table:
        """The table of this name, read from its log if need be. Its bots go on when somebody asks for it."""
        if not A_NAME.fullmatch(name):
            raise Denied(NOWHERE, "no_table")
        table = self.by_name.get(name)
        if table is None:
            table = self._place(name)
        table.contact = runtime.monotonic()
        if table.is_read():  # another server may have written since, and its notice may still be on its way
            table.learn_length((await self.store.lengths([name])).get(name, 0))
        try:
            async with table.locked():
                table.driver.go_on()
        except Denied:
            self.by_name.pop(name, None)
            table.listener.refresh()
            raise
        return table

    async def remove(self, table: Table) -> None:
        """Delete a table with everything that is stored or cached about it. The log is deleted last: if the store fails
        before that, the table can be removed again."""
        name = table.name
        await table.close()
        await self.drop_review(name)
        await self.store.change(without_table(name))
        await invite_codes.drop(self.store, table.state.opened.code)
        await audience_of(table).presence.delete()
        await table.delete()
        self.by_name.pop(name, None)
        self.resuming.set(name, False)
        self.clocks.set(name, None, over=True)
        self.drop_caches(name)

    def drop_caches(self, name: str) -> None:
        """Drop what this server has computed from the log of a table."""
        for cache in self.caches:
            cache.forget(name)

    async def drop_review(self, name: str) -> None:
        """Delete the review of a table. The caches come first, so that a review under way is not stored afterwards."""
        self.drop_caches(name)
        await self.store.remove(stored_as(name))

    def make(self, name: str) -> Table:
        """Create a table object without reading its log or adding it to `by_name`."""
        settings = self.settings
        table = Table(name, self.store, settings, self.clocks, self.peers, self.background)
        table.listener = Audience(table)
        table.driver = Driver(table, self.pool, settings.bot_pace, settings.look_around)
        table.on_change = self._moved
        table.on_names_removed = self.drop_caches
        return table

    def _place(self, name: str) -> Table:
        self.by_name[name] = self.make(name)
        return self.by_name[name]

    async def _new(self, opened: events.Opened, name: str = "") -> Table:
        await self.quota.check()
        table = self.make(name or seats.new_table_name())
        await table.open(opened)
        self.by_name[table.name] = table
        return table

    async def new(self, wish: NewTable) -> SeatPass:
        """Open a table as its maker wishes."""
        await self.quota.check()  # before a code for it is stored
        check_plan(wish.clock)
        absence = agreed_absence(wish.absence, wish.clock)
        chairs, mine = plan_chairs(wish)
        options = game(wish.game).new(len(chairs), wish.options).options
        person, name = seats.new_secrets(), seats.new_table_name()
        waits = any(chair.kind == "open" for chair in chairs)
        opened = events.Opened(
            at=int(self.now()),
            game=wish.game,
            options=options,
            aids=wish.aids,
            seed=chance.new_seed(),
            chairs=chairs,
            keys=[person.key(mine, host=True)],
            invite=seats.new_code(),
            watch=seats.new_code(),
            rules=game(wish.game).rules,
            cards=game(wish.game).card_fingerprint(options),
            clock=wish.clock,
            talk=wish.talk,
            take_backs=wish.take_backs,
            code=await invite_codes.new_code(self.store, name) if waits else "",
            shares=shares_for(chairs, mine, share_of(wish.luck)),
            absence=absence,
        )
        return await self.new_with(opened, person, name)

    async def new_with(self, opened: events.Opened, person: seats.Secrets, name: str = "") -> SeatPass:
        """Open a table as it is written, for the person who made it."""
        table = await self._new(opened, name)
        return seat_pass(table, table.state.keys[hash_of(person.token)], person.token, person.recovery)

    async def rematch(self, old: Table, key: Key, token: str, share: str) -> SeatPass:
        """The next table of the same people; made by whoever asks first, the others follow."""
        if not old.state.over():
            raise Denied(TOO_LATE, "rematch_not_yet")
        if old.state.rematch is None:
            again = reopen(old.state, list(old.state.keys.values()), share, key.seat)
            table = await self._new(again)
            if await old.follow(table.name, again.watch) != table.name:  # somebody was faster
                await self.remove(table)
        assert old.state.rematch is not None
        return seat_pass(await self.table(old.state.rematch.table), key, token, "")

    async def retry(self, old: Table, key: Key | None, token: str, share: str) -> SeatPass:
        """A copy of the table for the one person who plays there: their last turn once more, with new luck."""
        async with old.locked() as state:
            seat = key.seat if key is not None else None
            why = undo.why_no_copy(state, seat)
            if why is not None:
                raise Denied(TOO_LATE, "no_copy", why=why)
            assert key is not None and seat is not None
            mine = Key(key.token, key.recovery, seat, host=True)
            copy = reopen(state, [mine], share, seat, undo.before_turn(state, seat))
        return seat_pass(await self._new(copy), mine, token, "")

    async def start_from(self, opened: events.Opened, person: seats.Secrets) -> SeatPass:
        """A table that begins in the midst of a game, for this person."""
        return seat_pass(await self._new(opened), opened.keys[0], person.token, person.recovery)


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
        runtime.generator().shuffle(places)
    return [chairs[at] for at in places], places.index(mine[0]) if mine else None


def plan_chair(plan: SeatPlan, maker: str, others: list[str]) -> Chair:
    if plan.kind == "open":
        return Chair("open")
    if plan.kind == "bot":
        name = seats.tidy_name(plan.name) if plan.name else seats.bot_name([*others, maker])
        return Chair("bot", seats.unlike(name, others), plan.level)
    return Chair("person", seats.unlike(seats.tidy_name(plan.name or maker or seats.UNNAMED), others))


def shares_for(chairs: list[Chair], mine: int | None, share: str) -> list[str]:
    """The luck of a new table as far as its people sit already: the share of whoever makes it, and drawn ones for those
    who are not asked (at a rematch)."""
    others = [share_of("") if chair.kind == "person" else "" for chair in chairs]
    return [share if seat == mine else other for seat, other in enumerate(others)]


def reopen(
    old: TableState, keys: list[Key], share: str, mine: int | None, start: Position | None = None
) -> events.Opened:
    """Another table played in the same way by the same people, for those with these keys; whoever asked for it adds
    their share to its luck."""
    chairs = [without_stand_in(chair) for chair in old.chairs]
    return events.Opened(
        at=int(old.now()),
        game=old.opened.game,
        options=old.opened.options,
        aids=old.opened.aids,
        seed=chance.new_seed(),
        chairs=chairs,
        keys=keys,
        invite=seats.new_code(),
        watch=seats.new_code(),
        start=start,
        rules=old.game.rules,
        cards=old.game.card_fingerprint(old.opened.options),
        clock=old.opened.clock,
        talk=old.opened.talk,
        take_backs=old.opened.take_backs,
        absence=old.opened.absence,
        shares=shares_for(chairs, mine, share),
    )


def without_stand_in(chair: Chair) -> Chair:
    """The chair at a rematch: whoever a bot stood in for sits in it themselves again."""
    return returned(chair) if chair.kind == "person" else chair


def seat_pass(table: Table, key: Key, token: str, recovery: str) -> SeatPass:
    """What somebody with this key is told when they sit down."""
    return SeatPass(table.name, key.seat, token, recovery, table.invite_path(), table.watch_path(), key.host)


def check_invite(table: Table, invite: str) -> None:
    if not same(invite, table.state.opened.invite):
        raise Denied(NOT_YOURS, "wrong_invite")
