"""What the host sees of a running server: its health, its numbers, its log."""

import io
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from sortilege.server.logs import JsonLines, Lines
from sortilege.server.routes.house import among
from sortilege.server.settings import Settings
from sortilege.server.store import Row, Step, StoreError
from sortilege.server.store.sqlite import SqliteStore
from tests.server.house import BOT, caller, new_table, place, serving, settled

LINE = re.compile(r'([a-z_]+)(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+]+')


async def test_the_numbers_are_what_prometheus_reads_and_name_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        made = await new_table(house, {"kind": "me", "name": "Zenobia"}, BOT, options={"first": 0})
        async with place(house, made["table"], made["token"]) as ada, caller(house) as client:
            await ada.until(settled)
            await ada.act()
            await ada.past(0)
            answer = await client.get("/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(line.startswith("# ") or LINE.fullmatch(line) for line in lines)
    for line in (one for one in lines if not one.startswith("#")):
        name = re.split(r"[{ ]", line)[0]
        assert f"# TYPE {name} " in answer.text and f"# HELP {name} " in answer.text
    assert "sortilege_tables 1\n" in answer.text and 'sortilege_sockets{of="players"} 1\n' in answer.text
    assert re.search(r'sortilege_moves_total\{game="abracada"\} [1-9]', answer.text)
    assert all(secret not in answer.text for secret in ("Zenobia", made["table"], made["token"]))


async def test_the_numbers_are_for_those_the_host_names(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=Settings(metrics_from=("192.0.2.0/24",))) as house, caller(house) as client:
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
    assert among(caller_address, allowed) is answer


class Ill(SqliteStore):
    """A store that cannot be read while it is ill."""

    ill = False

    async def look_up(self, step: Step) -> list[Row]:
        if self.ill:
            raise StoreError("the disk is gone")
        return await super().look_up(step)


async def test_health_looks_at_the_store(tmp_path: Path) -> None:
    store = Ill(tmp_path / "tables.sqlite3")
    async with serving(store) as house, caller(house) as client:
        well = await client.get("/api/health")
        assert well.status_code == 200 and well.json()["store"] and well.json()["bots"]
        store.ill = True
        ill = await client.get("/api/health")
        assert ill.status_code == 503 and ill.json()["status"] == "ailing" and not ill.json()["store"]
        store.ill = False
        assert (await client.get("/api/health")).status_code == 200


def logged(formatter: logging.Formatter, message: str, *values: Any) -> str:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    record = logging.LogRecord("sortilege.server", logging.ERROR, __file__, 1, message, values, None)
    handler.emit(record)
    return stream.getvalue()


@pytest.mark.parametrize("formatter", [Lines(), JsonLines()])
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
    assert "s3cr3t" not in logged(formatter, "it failed: %s", secret)


def test_a_line_for_programs_is_one_json_object() -> None:
    said = logged(JsonLines(), "table %s\nis gone", "ab12cd")
    assert said.count("\n") == 1
    line = json.loads(said)
    assert line["level"] == "error" and line["message"] == "table ab12cd\nis gone" and line["at"].endswith("Z")
