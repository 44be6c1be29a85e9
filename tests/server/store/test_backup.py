"""Copies of the tables: taken under a running server, put back when none runs."""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from sortilege.server.store import StoreError
from sortilege.server.store.backup import back_up, check, restore_database
from sortilege.server.store.sqlite import MIGRATIONS, SqliteStore
from sortilege.server.tables import events
from sortilege.server.tables.state import TableState
from tests.cli.running import run
from tests.server.server_fixture import BOT, ME, new_table, place, play_out, serving, waits_for_person


async def test_a_copy_taken_under_a_running_server_is_whole_and_can_be_put_back(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3"
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, options={"first": 0})
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(1), 4)
            await ada.until(waits_for_person)
            n = ada.now["n"]
            assert back_up(file, copy) == 1
            await play_out([ada], random.Random(2), 3)
            assert ada.now["n"] > n
    assert restore_database(copy, file)[0] == 1
    store = SqliteStore(file)
    await store.open(lambda *_: None)
    restored = TableState.from_log([events.decode(line) for line in await store.read(created["table"])])
    await store.close()
    assert restored.step_number == n
    assert check(tmp_path / "tables.before-restore.sqlite3") == 1
    if os.name == "posix":
        assert copy.stat().st_mode & 0o077 == 0 and file.stat().st_mode & 0o077 == 0


async def test_nothing_is_put_back_under_a_running_server(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3"
    async with serving(tmp_path) as server:
        await new_table(server, ME, BOT)
        back_up(file, copy)
        before = file.stat().st_ino
        with pytest.raises(StoreError, match="stop it first"):
            restore_database(copy, file)
        await new_table(server, ME, BOT)  # and the server goes on
    assert file.stat().st_ino == before and check(file) == 2


def test_an_invalid_backup_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    file, odd = tmp_path / "tables.sqlite3", tmp_path / "odd"
    odd.write_bytes(b"SQLite format 3\0 and then nothing of it" * 50)
    with pytest.raises(StoreError, match="no copy of tables"):
        restore_database(odd, file)
    with pytest.raises(StoreError, match="not there"):
        restore_database(tmp_path / "none", file)
    newer = tmp_path / "newer.sqlite3"
    base = sqlite3.connect(newer)
    base.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    base.close()
    with pytest.raises(StoreError, match="newer Sortilege"):
        restore_database(newer, file)
    assert not file.exists()


def test_the_backup_commands_print_their_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    base = sqlite3.connect(tmp_path / "tables.sqlite3")
    base.execute("CREATE TABLE line (tab TEXT, n INTEGER, body BLOB NOT NULL, PRIMARY KEY (tab, n)) WITHOUT ROWID")
    base.execute("INSERT INTO line VALUES ('a', 0, x'61'), ('b', 0, x'62')")
    base.commit()
    base.close()
    copy = tmp_path / "copy.sqlite3"
    assert "a copy of 2 tables" in run(capsys, "backup", str(copy)).out
    repeated = run(capsys, "backup", str(copy))
    assert repeated.code == 1 and "is there already" in repeated.err
    assert "Back in place: 2 tables." in run(capsys, "restore", str(copy)).out
    monkeypatch.setenv("SORTILEGE_STORE", "postgres://somebody:secret@localhost/tables")
    elsewhere = run(capsys, "backup", str(tmp_path / "other"))
    assert elsewhere.code == 1 and "pg_dump" in elsewhere.err and "secret" not in elsewhere.err
