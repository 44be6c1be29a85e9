"""The bots of a table: when they play, and whose share of the worker pool they use."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sortilege.server.application import Application
from sortilege.server.live.audience import audience_of
from sortilege.server.settings import Settings
from sortilege.server.store import Store
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening
from sortilege.server.tables.messages import NewTable, SeatPlan
from sortilege.server.tables.seats import seating
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.table import UNATTENDED, Table
from sortilege.server.workers.pool import Priority
from tests.server.server_fixture import (
    BOT,
    ME,
    PATIENCE,
    RandomBots,
    SilentSocket,
    caller,
    code,
    new_table,
    place,
    serving,
    waits_for_person,
)

PERSON, BOT_PLAN = SeatPlan("me", "Ada"), SeatPlan("bot", level="apprentice")
HOST = Viewer(0, host=True, key=None)


class Owners(RandomBots):
    """Records the owner of every task."""

    def __init__(self) -> None:
        super().__init__()
        self.owners: list[str] = []

    async def run(self, priority: Priority, owner: str, function: Callable[..., Any], *args: Any) -> Any:
        self.owners.append(owner)
        return await super().run(priority, owner, function, *args)


@asynccontextmanager
async def running_application(store: Store | Path, pool: RandomBots | None = None) -> AsyncIterator[Application]:
    database = SqliteStore(store / "tables.sqlite3") if isinstance(store, Path) else store
    application = Application(database, pool or RandomBots(), Settings(bot_pace=0, bot_start_delay=0))
    await application.open()
    yield application
    await application.close()


async def create_table(application: Application, *seats: SeatPlan, first: int = 0) -> Table:
    return await application.tables.load(
        (await opening.create_new(application.tables, NewTable("abracada", list(seats), {"first": first}))).table
    )


async def until(good: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not good():
            await asyncio.sleep(0)


# ---------------------------------------------------------------- bots among themselves
async def test_bots_among_themselves_pause_until_somebody_opens_the_table(tmp_path: Path) -> None:
    async with running_application(tmp_path) as application:
        table = await create_table(application, BOT_PLAN, BOT_PLAN)
        await table.driver.wait()
        assert table.state.step_number == 0
        await application.tables.load(table.name)  # a request without a socket does not wait for them
        await table.driver.wait()
        assert table.state.step_number == 0
        audience_of(table).join(SilentSocket())
        await until(table.state.over)


async def test_bots_among_themselves_stop_when_the_last_socket_leaves(tmp_path: Path) -> None:
    class Slow(RandomBots):
        """Disconnects all viewers while a bot thinks."""

        async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
            for socket in list(audience_of(table).sockets):
                audience_of(table).leave(socket)
            return await super().choose(game, level, view)

    async with running_application(tmp_path, Slow()) as application:
        table = await create_table(application, BOT_PLAN, BOT_PLAN)
        for _ in range(2):
            n = table.state.step_number
            audience_of(table).join(SilentSocket())
            await table.driver.wait()
            assert table.state.step_number == n + 1  # the step under way is finished, and no other is begun


async def test_bots_play_on_for_a_person_who_is_not_connected(tmp_path: Path) -> None:
    async with running_application(tmp_path) as application:
        table = await create_table(application, PERSON, BOT_PLAN, first=1)
        table.driver.allow_start()
        await table.driver.wait()
        assert table.state.step_number > 0
        assert table.state.bot_to_move() is None


async def test_where_bots_stand_in_for_everybody_they_pause_too(tmp_path: Path) -> None:
    async with running_application(tmp_path) as application:
        table = await create_table(application, PERSON, BOT_PLAN)
        await seating.hand_over(table, HOST, 0, "apprentice")
        await table.driver.wait()
        assert table.state.step_number == 0
        audience_of(table).join(SilentSocket(0))
        await until(table.state.over)


async def test_a_stand_in_plays_on_while_another_person_plays(tmp_path: Path) -> None:
    async with running_application(tmp_path) as application:
        table = await create_table(application, PERSON, SeatPlan("open"))
        await seating.sit(table, "Bo", 1, seating.viewers.new_secrets(), "")
        await seating.hand_over(table, HOST, 0, "apprentice")
        table.driver.allow_start()
        await until(lambda: table.state.step_number > 0)


async def test_a_spectator_at_another_server_lets_bots_play_on(new_store: Callable[[], Store]) -> None:
    async with running_application(new_store()) as first, running_application(new_store()) as second:
        name = (await create_table(first, BOT_PLAN, BOT_PLAN)).name
        here, there = [await application.tables.load(name) for application in (first, second)]
        for application in (first, second, first):
            await application.peers.sync()
        drives, watches = (here, there) if first.peers.plays_bots(name) else (there, here)
        assert drives.state.step_number == 0
        audience_of(watches).join(SilentSocket())
        await until(drives.state.over)


# ---------------------------------------------------------------- whose turns they take
async def test_the_bots_of_a_table_belong_to_the_network_that_opened_it(tmp_path: Path) -> None:
    pool = Owners()
    async with serving(tmp_path, pool) as server:
        created = await new_table(server, ME, BOT, options={"first": 1})
        async with place(server, created["table"], created["token"]) as ada:
            await ada.until(waits_for_person)
    assert set(pool.owners) == {"127.0.0.1"}


async def test_a_request_over_http_makes_its_network_the_owner_too(tmp_path: Path) -> None:
    pool = Owners()
    async with serving(tmp_path, pool) as server:
        created = await new_table(server, BOT, BOT, name="Ada")
        async with caller(server) as client:
            path, watch = f"/api/tables/{created['table']}", {"watch": code(created["watch"])}
            assert (await client.get(path, params={"watch": "wrong"})).status_code == 403
            assert (await client.get(path, params=watch)).status_code == 200
        async with place(server, created["table"], **watch) as spectator:
            await spectator.until(lambda now: now["phase"] == "over")
    assert set(pool.owners) == {"127.0.0.1"}


async def test_whoever_has_a_key_owns_a_table_before_a_spectator(tmp_path: Path) -> None:
    async with running_application(tmp_path) as application:
        table = await create_table(application, PERSON, BOT_PLAN)
        for network, has_key, owner in (
            ("spectator", False, "spectator"),
            ("another spectator", False, "spectator"),
            ("player", True, "player"),
            ("another player", True, "player"),
        ):
            table.set_owner(network, has_key)
            assert table.owner == owner


async def test_tables_that_nobody_opened_since_the_start_share_one_owner(tmp_path: Path) -> None:
    async with running_application(tmp_path) as application:
        names = [(await create_table(application, PERSON, BOT_PLAN)).name for _ in range(2)]
    async with running_application(tmp_path) as application:
        assert {(await application.tables.load(name)).owner for name in names} == {UNATTENDED}


async def test_a_decision_without_a_choice_needs_no_worker(tmp_path: Path) -> None:
    pool = Owners()
    async with running_application(tmp_path, pool) as application:
        table = await create_table(application, PERSON, BOT_PLAN)
        view = {"legal": [{"do": "end"}]}
        assert await table.driver._choose("abracada", "archmage", view) == {"do": "end"}
    assert not pool.owners
