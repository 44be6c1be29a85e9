"""The settings of a server: where they are read from, and how invalid ones are reported."""

import logging
import re
from pathlib import Path

import pytest

from sortilege.server.settings import (
    FILE,
    RENAMED,
    STANDARD,
    Rate,
    Settings,
    SettingsError,
    every_setting,
    parse_assignments,
    read_settings,
)
from tests.cli.running import run
from tests.docs.pages import ROOT


def test_the_command_line_overrides_the_environment_and_the_environment_overrides_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('read_rate = [7, 1]\nport = 9000\nspectators = 3\ntrusted_proxies = ["10.0.0.0/8"]\n')
    environment = {
        "SORTILEGE_READ_RATE": "8,2",
        "SORTILEGE_SPECTATORS": "4",
        "SORTILEGE_PURE": "1",
        "SORTILEGE_STORE": "",
    }
    settings = read_settings({"spectators": "5"}, environment, folder=tmp_path)
    assert settings == Settings(read_rate=Rate(8, 2), port=9000, spectators=5, trusted_proxies=("10.0.0.0/8",))
    assert read_settings({}, {}, folder=tmp_path / "nowhere") == STANDARD


def test_the_former_name_of_a_setting_still_works_everywhere_and_gives_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_text("keep_seconds = 60\n")
    environment = {"SORTILEGE_LOOKS": "8,2"}
    settings = read_settings(parse_assignments(["idle-tables=9"]), environment, folder=tmp_path)
    assert settings == Settings(table_ttl=60.0, read_rate=Rate(8, 2), max_idle_tables=9)
    where = [f"keep_seconds in {tmp_path / FILE}", "SORTILEGE_LOOKS", "--set idle_tables"]
    new = ["table_ttl", "read_rate", "max_idle_tables"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 3
    assert [record.getMessage() for record in caplog.records] == [
        f"{place}: this setting is now called {name}; the old name works in this version only."
        for place, name in zip(where, new, strict=True)
    ]


def test_the_current_name_of_a_setting_takes_precedence_over_its_former_name(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("table_ttl = 70\nkeep_seconds = 60\n")
    assert read_settings({}, {}, folder=tmp_path).table_ttl == 70
    assert read_settings({}, {"SORTILEGE_KEEP_SECONDS": "80"}, folder=tmp_path).table_ttl == 80, "the environment first"


def test_an_invalid_value_under_a_former_name_is_reported_with_that_name() -> None:
    with pytest.raises(SettingsError, match=r"^--set looks cannot be 'often'"):
        read_settings({"looks": "often"}, {})


def test_every_former_name_stands_for_a_setting() -> None:
    assert set(RENAMED.values()) <= set(Settings.__struct_fields__)
    assert not set(RENAMED) & set(Settings.__struct_fields__)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("read_rate", "0,1", "at least 1 at once"),
        ("read_rate", "5", "length 2"),
        ("port", "x", "int"),
        ("trusted_proxies", "me", "does not appear to be"),
        ("public_address", "play.example", "https://play.example"),
        ("request_timeout", "-1", ">= 0.1"),
        ("nosuch", "1", "no such setting"),
    ],
)
def test_an_invalid_setting_is_reported_with_the_place_where_it_was_set(
    tmp_path: Path, name: str, value: str, why: str
) -> None:
    with pytest.raises(SettingsError, match=f"^--set {name}.*{re.escape(why)}"):
        read_settings({name: value}, {})
    (tmp_path / FILE).write_text(f"{name} = {value!r}\n")
    with pytest.raises(SettingsError, match=f"^{name} in .*{FILE}"):
        read_settings({}, {}, folder=tmp_path)
    if name != "nosuch":
        with pytest.raises(SettingsError, match=f"^SORTILEGE_{name.upper()} "):
            read_settings({}, {f"SORTILEGE_{name.upper()}": value})


def test_a_settings_file_that_was_named_must_exist_and_be_toml(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings({}, {}, file=tmp_path / "nowhere.toml")
    (tmp_path / "bad.toml").write_text("read_rate = = 1")
    with pytest.raises(SettingsError, match="not a TOML file"):
        read_settings({}, {"SORTILEGE_CONFIG": str(tmp_path / "bad.toml")})


def test_the_page_lists_every_setting_with_its_default() -> None:
    page = (ROOT / "docs/settings.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (?:`(.*?)`|–) \| (.*?) \|$", page, re.MULTILINE)
    assert rows == [(setting.name, setting.default, setting.description) for setting in every_setting()]


def test_an_invalid_setting_ends_the_start_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "serve", "--no-open", "--set", "read_rate=often")
    assert ran.code != 0 and ran.err.count("\n") == 1 and "--set read_rate cannot be" in ran.err


def test_every_setting_is_listed_with_its_current_value_but_without_a_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ran = run(capsys, "serve", "--settings", "--set", "spectators=12", "--set", "store=postgres://me:secret@there/db")
    assert ran.code == 0 and re.search(r"^spectators +12 ", ran.out, re.MULTILINE) and "secret" not in ran.out
    assert len(ran.out.splitlines()) == len(every_setting())
