"""Starting and stopping the table."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import sortilege
from sortilege.server import run
from sortilege.server.settings import Settings
from sortilege.server.store.sqlite import SqliteStore
from tests.server.server_fixture import PATIENCE

SOURCE = str(Path(sortilege.__file__).parents[1])


def start_server(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "sortilege", "serve", "--no-open", *arguments]
    pipe = subprocess.PIPE
    engine = {name: value for name, value in os.environ.items() if name in ("SORTILEGE_ENGINE", "SORTILEGE_PURE")}
    own = {"PYTHONPATH": SOURCE, **engine, **environment}
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=own)


def address_of(server: "subprocess.Popen[str]") -> str:
    """Where a server that has just been started is to be found."""
    assert server.stdout is not None
    while (match := re.search(r"http://127\.0\.0\.1:\d+/", line := server.stdout.readline())) is None:
        assert line, "the server ended without a welcome"
    return match[0]


def test_the_start_prints_the_address_and_how_to_stop_it(tmp_path: Path) -> None:
    with start_server("--port", "0", "--data", str(tmp_path / "new")) as server:
        assert server.stdout is not None
        lines = [server.stdout.readline() for _ in range(10)]
        server.send_signal(signal.SIGINT)
        output, errors = server.communicate(timeout=PATIENCE)
    welcome = "".join(lines)
    assert re.search(r"http://127\.0\.0\.1:\d+/", welcome)
    assert ("compiled" if sortilege.compiled() else "interpreted") in welcome
    assert str(tmp_path / "new" / "tables.sqlite3") in welcome and "Ctrl-C" in welcome
    assert "Stopped" in output and errors == "" and server.returncode == 0


def test_everything_printed_is_json_where_the_host_wants_json(tmp_path: Path) -> None:
    json_log = {"SORTILEGE_LOG_JSON": "true"}
    with start_server("--port", "0", "--data", str(tmp_path), **json_log) as server:
        assert server.stdout is not None
        welcome = server.stdout.readline()
        server.send_signal(signal.SIGINT)
        printed, errors = server.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in (welcome + printed + errors).splitlines()]
    assert all({"at", "level", "logger", "message"} <= set(line) for line in lines)
    assert str(tmp_path / "tables.sqlite3") in lines[0]["message"] and lines[0]["level"] == "info"
    assert re.search(r"http://127\.0\.0\.1:\d+/", lines[0]["message"])
    assert "Stopped" in lines[-1]["message"]


def test_a_failed_start_is_logged_as_json_where_the_host_configured_json(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    json_log = {"SORTILEGE_LOG_JSON": "true"}
    with socket.create_server(("127.0.0.1", 0)) as busy_socket:
        port = str(busy_socket.getsockname()[1])
        starts = [("--port", port, "--data", str(tmp_path)), ("--port", "0", "--data", str(tmp_path / "file"))]
        for arguments in starts:
            with start_server(*arguments, **json_log) as server:
                _, errors = server.communicate(timeout=PATIENCE)
            assert server.returncode == 1 and json.loads(errors)["level"] == "error"


def test_a_busy_port_is_reported_in_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy_socket:
        port = str(busy_socket.getsockname()[1])
        with start_server("--port", port, "--data", str(tmp_path)) as server:
            output, wrong = server.communicate(timeout=PATIENCE)
    assert server.returncode == 1 and output == ""
    assert wrong.count("\n") == 1 and f"Port {port} is taken" in wrong


def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with start_server("--port", "0", "--data", str(tmp_path / "file")) as server:
        _, wrong = server.communicate(timeout=PATIENCE)
    assert server.returncode == 1 and wrong.count("\n") == 1 and "cannot be used" in wrong


def test_an_odd_store_is_one_clear_line(tmp_path: Path) -> None:
    with start_server("--port", "0", "--data", str(tmp_path), SORTILEGE_STORE="mysql://here") as server:
        _, wrong = server.communicate(timeout=PATIENCE)
    assert server.returncode == 1 and wrong.count("\n") == 1 and "SORTILEGE_STORE" in wrong


def test_without_a_configured_port_the_next_free_one_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    first = run.listen("127.0.0.1", None)
    assert first is not None
    with first:
        port = first.getsockname()[1]
        monkeypatch.setattr(run, "PORT", port)
        second = run.listen("127.0.0.1", None)
        assert second is not None
        with second:
            assert port < second.getsockname()[1] < port + run.PORTS
        assert run.listen("127.0.0.1", port) is None


def test_a_host_that_is_not_ours_has_no_door() -> None:
    assert run.listen("192.0.2.1", 0) is None


def test_the_browser_is_opened_where_there_are_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(run, "show_in_browser", opened.append)
    run.welcome(SqliteStore(Path("tables")), Settings(host="0.0.0.0"), 8421, open_browser=True)
    run.welcome(SqliteStore(Path("tables")), Settings(), 8421, open_browser=False)
    assert opened == ["http://localhost:8421/"]
