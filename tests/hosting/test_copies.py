"""Backup, restore and doctor as docs/hosting.md says, beside the unit of hosting/: they run as root, the service does
not."""

import configparser
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sortilege.server.store.backup import back_up, restore_database
from sortilege.server.store.sqlite import SqliteStore
from tests.hosting.test_hosting import HOSTING, ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SERVICE = 65534  # a user that owns nothing else
as_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can write for others")


def unit() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(HOSTING / "sortilege.service")
    return parser["Service"]


def commands() -> list[str]:
    """Every command of the page that is run beside the unit: the program of /opt, with its arguments."""
    return re.findall(r"/opt/sortilege/bin/(sortilege [^`\n]*)", PAGE)


async def make_tables(folder: Path) -> Path:
    """Tables as a server that was killed leaves them: with its journal."""
    file = folder / "tables.sqlite3"
    store = SqliteStore(file)
    await store.open(lambda _table, _length: None)
    await store.append("abc", 0, [b"{}"])
    await store.close()
    return file


def test_the_commands_beside_the_unit_name_its_folder() -> None:
    folder = f"/var/lib/{unit()['StateDirectory']}"
    assert unit()["Environment"] == f"SORTILEGE_DATA={folder}"
    named = {command.split()[1]: command for command in commands()}
    assert set(named) >= {"backup", "restore", "doctor"}
    for command in named.values():
        assert f"--data {folder}" in command, command


async def test_the_line_for_cron_makes_a_copy(tmp_path: Path) -> None:
    """As cron runs it: by sh, with its own % and next to nothing in the environment."""
    (tmp_path / "data").mkdir()
    await make_tables(tmp_path / "data")
    (line,) = re.findall(r"^0 4 \* \* \* (.*)$", PAGE, re.MULTILINE)
    program = f"{shlex.quote(sys.executable)} -m sortilege"
    line = line.replace("/opt/sortilege/bin/sortilege", program).replace("\\%", "%")
    line = line.replace("/var/lib/sortilege", str(tmp_path / "data")).replace("/var/backups", str(tmp_path))
    own = {"PATH": os.defpath, "HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(["sh", "-c", line], env=own, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    (copy,) = tmp_path.glob("sortilege-2*.sqlite3")
    with closing(sqlite3.connect(copy)) as base:
        assert base.execute("SELECT count(*) FROM line").fetchone() == (1,)


@as_root
async def test_files_that_root_restores_belong_to_the_service(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    file = await make_tables(data)
    assert back_up(file, tmp_path / "copy.sqlite3") == 1
    for path in (data, *data.iterdir()):
        os.chown(path, SERVICE, SERVICE)
    restore_database(tmp_path / "copy.sqlite3", file)
    assert len(list(data.iterdir())) >= 2, "the tables, and those that were there before"
    assert {(path.stat().st_uid, path.stat().st_gid) for path in data.iterdir()} == {(SERVICE, SERVICE)}
    assert (tmp_path / "copy.sqlite3").stat().st_uid == 0, "what lies elsewhere stays root's"


@as_root
@pytest.mark.parametrize("command", ["backup", "doctor"])
async def test_root_leaves_no_file_of_its_own_in_the_service_s_folder(command: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    await make_tables(data)
    for path in (data, *data.iterdir()):
        os.chown(path, SERVICE, SERVICE)
    arguments = [command, "--data", str(data), *([str(tmp_path / "copy")] if command == "backup" else [])]
    own = {name: value for name, value in os.environ.items() if name != "SORTILEGE_DATA"}
    ran = subprocess.run(
        [sys.executable, "-m", "sortilege", *arguments], env=own, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert command == "backup" or (f"{data} (" in ran.stdout and "1 table, sound" in ran.stdout)
    assert {path.stat().st_uid for path in data.iterdir()} == {SERVICE}
