"""What the host sees of a running server: its health, its numbers, its log."""

import asyncio
import io
import json
import logging
import re
import warnings
from pathlib import Path
from typing import Any

import httpx
import pytest

from sortilege import doctor
from sortilege.server.background import Background
from sortilege.server.logs import JsonFormatter, TextFormatter, configure_logging
from sortilege.server.settings import Settings
from sortilege.server.status import is_in_networks
from sortilege.server.store import Row, Statement, StoreError, health
from sortilege.server.store.sqlite import SqliteStore
from tests.server.server_fixture import BOT, FRIEND, ME, caller, new_table, place, serving, sit, waits_for_person

LINE = re.compile(r'([a-z_]+)(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+]+')


async def test_the_numbers_are_what_prometheus_reads_and_name_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, {"kind": "me", "name": "Zenobia"}, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada, caller(server) as client:
            await ada.until(waits_for_person)
            await ada.act()
            await ada.past(0)
            answer = await client.get("/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(line.startswith("# ") or LINE.fullmatch(line) for line in lines)
    for line in (text for text in lines if not text.startswith("#")):
        name = re.split(r"[{ ]", line)[0]
        assert f"# TYPE {name} " in answer.text and f"# HELP {name} " in answer.text
    assert "sortilege_tables 1\n" in answer.text and 'sortilege_sockets{of="players"} 1\n' in answer.text
    assert re.search(r'sortilege_moves_total\{game="abracada"\} [1-9]', answer.text)
    assert all(secret not in answer.text for secret in ("Zenobia", created["table"], created["token"]))


async def test_the_numbers_are_for_those_the_host_names(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=Settings(metrics_from=("192.0.2.0/24",))) as server, caller(server) as client:
        answer = await client.get("/metrics")
        assert answer.status_code == 403 and "host" in answer.json()["message"]


@pytest.mark.parametrize(
    ("caller_address", "allowed", "answer"),
    [
        ("127.0.0.1", ("127.0.0.1", "::1"), True),
        ("::ffff:127.0.0.1", ("127.0.0.1",), True),
        ("10.1.2.3", ("127.0.0.1",), False),
        ("10.1.2.3", ("10.0.0.0/8",), True),
        ("anything", ("*",), True),
        ("testclient", ("127.0.0.1",), False),
    ],
)
def test_networks_are_understood(caller_address: str, allowed: tuple[str, ...], answer: bool) -> None:
    assert is_in_networks(caller_address, allowed) is answer


class Ill(SqliteStore):
    """A store that cannot be read, or not be written, or does not answer, while the test says so."""

    unreadable = unwritable = frozen = False

    async def look_up(self, step: Statement) -> list[Row]:
        if self.frozen:
            await asyncio.Event().wait()
        if self.unreadable:
            raise StoreError("the disk is gone")
        return await super().look_up(step)

    async def append(self, table: str, at: int, lines: list[bytes]) -> None:
        self.check_writable()
        await super().append(table, at, lines)

    async def change(self, steps: list[Statement]) -> list[list[Row]]:
        self.check_writable()
        return await super().change(steps)

    def check_writable(self) -> None:
        if self.unwritable:
            raise StoreError("the disk is full")


class SharedIll(Ill):
    """The same as a database that other servers use."""

    shared = True


async def health_of(client: httpx.AsyncClient, part: str = "") -> tuple[int, dict[str, Any]]:
    answer = await client.get("/api/health", params={"part": part} if part else {})
    return answer.status_code, answer.json()


@pytest.mark.parametrize(("kind", "part"), [(Ill, "store"), (SharedIll, "shared_store")])
async def test_a_store_that_cannot_be_read_degrades_the_server_and_pages_are_served(
    tmp_path: Path, kind: type[Ill], part: str
) -> None:
    store = kind(tmp_path / "tables.sqlite3")
    async with serving(store) as server, caller(server) as client:
        status, well = await health_of(client)
        assert status == 200 and well["status"] == "ok" and well["parts"][part] and well["parts"]["pages"]
        assert [name for name, works in well["parts"].items() if works is None] == [
            "shared_store" if part == "store" else "store"
        ]
        store.unreadable = True
        status, ill = await health_of(client)
        assert status == 200 and ill["status"] == "degraded" and not ill["parts"][part], "a proxy keeps the server"
        assert (await client.get("/")).status_code == (await client.get("/api/rules/spell")).status_code == 200
        statuses = {name: (await health_of(client, name))[0] for name in (part, "all", "pages", "bots")}
        assert statuses == {part: 503, "all": 503, "pages": 200, "bots": 200}, "a monitor asks for a part"
        store.unreadable = False
        assert (await health_of(client, "all"))[1]["status"] == "ok"


async def test_health_answers_soon_though_the_shared_database_is_frozen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PROBE_TIMEOUT", 0.01)
    store = SharedIll(tmp_path / "tables.sqlite3")
    async with serving(store) as server, caller(server) as client:
        store.frozen = True
        for _ in range(3):
            status, ill = await health_of(client)
            assert status == 200 and not ill["parts"]["shared_store"]


async def test_a_full_disk_is_seen_after_a_person_s_move_and_until_something_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "WRITE_INTERVAL", 0.0)
    store = Ill(tmp_path / "tables.sqlite3")
    async with serving(store) as server, caller(server) as client:
        created = await new_table(server, ME, FRIEND, options={"first": 0})
        await sit(server, created, "Bo")
        async with place(server, created["table"], created["token"]) as ada:
            store.unwritable = True
            await ada.act()
            await ada.receive_kind()
            for _ in range(2):
                _, ill = await health_of(client)
                assert ill["status"] == "degraded" and not ill["parts"]["store"] and ill["parts"]["bots"]
            assert 'sortilege_health{part="store"} 0' in (await client.get("/metrics")).text
            store.unwritable = False
            _, well = await health_of(client)  # it has tried to write
            assert well["status"] == "ok" and well["parts"]["store"]
            assert 'sortilege_health{part="store"} 1' in (await client.get("/metrics")).text


async def test_a_failing_background_task_degrades_the_server_and_is_named(tmp_path: Path) -> None:
    tasks, failed = Background(), asyncio.Event()

    async def failing() -> None:
        failed.set()
        raise ValueError("again and again")

    async with serving(tmp_path, background=tasks) as server, caller(server) as client:
        tasks.keep("test failure", failing)
        await failed.wait()
        status, ill = await health_of(client)
        assert status == 200 and ill["status"] == "degraded" and not ill["parts"]["background"]
        assert ill["failing"] == ["test failure"] and (await health_of(client, "background"))[0] == 503


async def test_a_part_that_no_server_has_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as client:
        status, problem = await health_of(client, "leather")
        assert status == 400 and problem["message"] and problem["fr"]


async def test_the_doctor_says_which_part_does_not_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Ill(tmp_path / "tables.sqlite3")
    monkeypatch.setenv("no_proxy", "*")
    async with serving(store) as server:
        monkeypatch.setattr(doctor, "load_settings", lambda: Settings(public_address=f"http://{server}"))
        fine = await asyncio.to_thread(doctor.public_address)
        assert fine.fine and fine.words == f"http://{server} answers"
        store.unreadable = True
        bad = await asyncio.to_thread(doctor.public_address)
        assert not bad.fine and bad.words.endswith("does not work: store")


def format_record(formatter: logging.Formatter, message: str, *values: Any) -> str:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    record = logging.LogRecord("sortilege.server", logging.ERROR, __file__, 1, message, values, None)
    handler.emit(record)
    return stream.getvalue()


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
@pytest.mark.parametrize(
    "secret",
    [
        "GET /t/ab?token=s3cr3ts3cr3t",
        "?join=s3cr3ts3cr3t",
        "Authorization: Bearer s3cr3ts3cr3t",
        "postgres://me:s3cr3ts3cr3t@db/x",
    ],
)
def test_no_secret_is_in_a_line_of_the_log(formatter: logging.Formatter, secret: str) -> None:
    assert "s3cr3t" not in format_record(formatter, "it failed: %s", secret)


def test_a_json_log_line_is_one_json_object() -> None:
    output = format_record(JsonFormatter(), "table %s\nis gone", "ab12cd")
    assert output.count("\n") == 1
    line = json.loads(output)
    assert line["level"] == "error" and line["message"] == "table ab12cd\nis gone" and line["at"].endswith("Z")


@pytest.mark.parametrize("sent", ["a\nERROR forged", "a\rforged", "\x1b[2Jforged", "a\u2028forged", "a\x85forged"])
def test_user_input_cannot_begin_a_line_of_the_log(sent: str) -> None:
    assert format_record(TextFormatter(), "it failed: %s", sent).isascii()
    assert format_record(TextFormatter(), "it failed: %s", sent).removesuffix("\n").isprintable()
    assert "forged" in format_record(TextFormatter(), "it failed: %s", sent)


def test_the_lines_of_a_trace_are_indented_under_their_own() -> None:
    stream = io.StringIO()
    writing = logging.StreamHandler(stream)
    writing.setFormatter(TextFormatter())
    try:
        raise ValueError("first\n2026-11-18 ERROR forged")
    except ValueError as error:
        failure = (ValueError, error, error.__traceback__)
    writing.emit(logging.LogRecord("sortilege.server", logging.ERROR, __file__, 1, "it failed", None, failure))
    first, *trace = stream.getvalue().splitlines()
    assert first.endswith("it failed") and trace and all(line.startswith("    ") for line in trace)


def test_warnings_of_python_are_lines_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        configure_logging(as_json=True)
        warnings.simplefilter("always")  # pytest puts the filters back
        warnings.warn("old ways", DeprecationWarning, stacklevel=1)
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before
        root.setLevel(level)
    line = json.loads(capsys.readouterr().err)
    assert line["level"] == "warning" and "old ways" in line["message"]
