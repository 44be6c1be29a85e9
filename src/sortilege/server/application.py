"""The application: creates all services, connects them, and opens and closes them in order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from litestar.di import NamedDependency

from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.http.limits import Limits, SocketCounter
from sortilege.server.learning.daily import DailyGames
from sortilege.server.learning.lessons import Lessons
from sortilege.server.learning.puzzles import Puzzles
from sortilege.server.live.audience import Audience, presence_for_peers, update_from_peers
from sortilege.server.live.hints import Hints
from sortilege.server.notifications.watcher import NotificationWatcher
from sortilege.server.peers import Peers
from sortilege.server.people.identity import People
from sortilege.server.review.records import Records
from sortilege.server.review.replay import Replays
from sortilege.server.review.reviews import Reviews
from sortilege.server.settings import STANDARD, Settings
from sortilege.server.store import Store
from sortilege.server.store.health import StoreHealth, WatchedStore
from sortilege.server.tables.bot_driver import Driver
from sortilege.server.tables.clocks.timekeeper import Timekeeper
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.resuming import BotResumer, bots_can_move
from sortilege.server.tables.table import Table
from sortilege.server.workers.pool import Pool


class Application:
    """All services of one server, such as its store, tables, people and pool of worker processes."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        settings: Settings = STANDARD,
        now: Callable[[], float] = runtime.now,
        background: Background | None = None,
    ) -> None:
        self.settings = settings
        self.now = now
        self.pool = pool
        self.background = background or Background()
        self.store = WatchedStore(store)
        self.store_health = StoreHealth(self.store, self.background)
        self.limits = Limits(settings)
        self.sockets = SocketCounter(settings)
        self.people = People(self.store)
        self.clocks = Timekeeper(self.store, now)
        tables = TableRegistry(self.store, settings, self.clocks, self.background)
        tables.make_listener = Audience
        tables.make_driver = partial(Driver, pool=pool, pace=settings.bot_pace, start_delay=settings.bot_start_delay)
        tables.peers = Peers(
            self.store, lambda: presence_for_peers(tables.by_name.values()), partial(update_from_peers, tables.by_name)
        )
        self.tables, self.peers = tables, tables.peers
        self.resuming = BotResumer(self.store, tables.is_loaded_anywhere, self._resume)
        self.hints = Hints(pool)
        self.reviews = Reviews(self.store, pool, self.background)
        self.replays = Replays(settings.replay_memory * 2**20)
        self.records = Records(tables)
        self.lessons = Lessons()
        self.puzzles = Puzzles(pool)
        self.daily_games = DailyGames(pool, self.background)
        self.notices = NotificationWatcher(tables)
        tables.on_change = [self._update_resume_flag, *([self.notices.note_change] if settings.notices else [])]
        tables.on_evict = [self._on_evict]
        tables.on_delete = [self.reviews.delete, self.notices.subscriptions.delete_table, self._delete_resume_flag]
        tables.on_names_removed = [self.reviews.forget, self.puzzles.forget, self.replays.forget]

    # ------------------------------------------------------------ starting and stopping
    async def open(self) -> None:
        """Open the store and start all background tasks."""
        await self.store.open(self._on_write, self.background)
        self.peers.open(self.background)
        await self.clocks.open(self._check_clock, self.background)
        await self.notices.open()
        self.resuming.open(self.background)
        self.tables.open()
        await self.people.sweep()
        self.background.keep("record expiry", self.records.sweep_forever)

    async def close(self) -> None:
        """Stop all background tasks, then close the pool and the store."""
        await self.background.close()
        await self.clocks.close()
        await self.tables.close()
        await self.resuming.close()
        await self.peers.close()
        self.tables.stop_reading()
        await self.pool.close()
        await self.store.close()

    # ------------------------------------------------------------ connections between services
    def _on_write(self, table: str | None, length: int) -> None:
        """Start reading new lines of a table's log, because a server has written to the store. The log now has `length`
        lines. `table` is None if the logs of any tables may have new lines."""
        self.peers.note_activity()
        self.tables.read_new_lines(table, length)

    async def _check_clock(self, name: str) -> None:
        await (await self.tables.load(name)).check_clock()

    async def _resume(self, name: str) -> None:
        await (await self.tables.load(name)).driver.wait()

    def _update_resume_flag(self, table: Table) -> None:
        """Store the resume flag of a table: whether its bots have to play on after a restart."""
        self.resuming.set_resume_flag(table.name, bots_can_move(table.state))

    def _on_evict(self, table: Table) -> None:
        """Handle a table that leaves the memory of this server. Delete its resume flag if no bot is to move there,
        unless another server has the table in memory."""
        if table.state.bot_to_move() is None and not self.peers.is_loaded(table.name):
            self.resuming.set_resume_flag(table.name, needed=False)

    async def _delete_resume_flag(self, name: str) -> None:
        self.resuming.set_resume_flag(name, needed=False)


ApplicationDep = NamedDependency[Application]
