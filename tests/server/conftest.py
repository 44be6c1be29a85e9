"""What several files here share."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from sortilege.server import runtime
from sortilege.server.app import make_app
from sortilege.server.settings import Settings
from sortilege.server.store import Store, store_at
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.workers import pool as worker_pool
from tests.server.postgres import cluster, empty, programs
from tests.server.server_fixture import PATIENCE, RandomBots, StoppedClock

STORES = ["sqlite", *(["postgres"] if programs() else [])]


@pytest.fixture(autouse=True)
def slow_workers_are_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of its own may take long to start where many tests run at once."""
    monkeypatch.setattr(worker_pool, "TIME_LIMIT", PATIENCE)


@pytest.fixture
def clock() -> Iterator[StoppedClock]:
    """The clocks of the server, which stand until the test moves them."""
    stopped = StoppedClock()
    with runtime.installed(stopped):
        yield stopped


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[AsyncTestClient[Litestar]]:
    """Somebody calling the application, with cookies, without a network. The bots take their time: an hour a step."""
    app = make_app(SqliteStore(tmp_path / "tables.sqlite3"), RandomBots(), Settings(bot_pace=3600))
    async with AsyncTestClient(app, base_url="http://table.test") as calling:
        yield calling


@pytest.fixture
def call(client: AsyncTestClient[Litestar]) -> Any:
    """`await call("POST", path, body)` answers status and JSON; `token=` speaks as that person, without cookies."""

    async def calling(verb: str, path: str, body: Any = None, token: str = "", **headers: str) -> tuple[int, Any]:
        if token:
            headers["authorization"] = f"Bearer {token}"
        answer = await client.request(verb, path, json=body, headers=headers)
        return answer.status_code, answer.json()

    return calling


@pytest.fixture
def refused(call: Any) -> Any:
    """`await refused(path, body, status, words)`: answered by one sentence in both languages, with these words."""

    async def asking(path: str, body: Any, status: int, words: str) -> None:
        answered, problem = await call("POST", path, body)
        assert answered == status
        assert words in problem["message"]
        assert problem["fr"]

    return asking


@pytest.fixture(scope="session")
def running_cluster() -> Iterator[str]:
    with cluster() as address:
        yield address


@pytest.fixture
def database(running_cluster: str) -> str:
    """The address of an empty PostgreSQL database: what earlier tests stored there would resume in this one."""
    empty(running_cluster)
    return running_cluster


@pytest.fixture(params=STORES)
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """A maker of stores that all keep the same tables, of each kind that can be tried here."""
    address = request.getfixturevalue("database") if request.param == "postgres" else None
    return lambda: store_at(address, tmp_path, PATIENCE)
