"""What a host may set, and where."""

import re
from pathlib import Path

import pytest

from sortilege.server.settings import FILE, STANDARD, Rate, Settings, SettingsError, every_setting, read_settings
from tests.cli.running import run
from tests.docs.pages import ROOT


def test_the_command_line_counts_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('looks = [7, 1]\nport = 9000\nspectators = 3\ntrusted_proxies = ["10.0.0.0/8"]\n')
    environment = {"SORTILEGE_LOOKS": "8,2", "SORTILEGE_SPECTATORS": "4", "SORTILEGE_PURE": "1", "SORTILEGE_STORE": ""}
    found = read_settings({"spectators": "5"}, environment, folder=tmp_path)
    assert found == Settings(looks=Rate(8, 2), port=9000, spectators=5, trusted_proxies=("10.0.0.0/8",)), (
        "each from the nearest place"
    )
    assert read_settings({}, {}, folder=tmp_path / "nowhere") == STANDARD


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("looks", "0,1", "at least 1 at once"),
        ("looks", "5", "length 2"),
        ("port", "x", "int"),
        ("trusted_proxies", "me", "does not appear to be"),
        ("public_address", "play.example", "https://play.example"),
        ("request_seconds", "-1", ">= 0.1"),
        ("nosuch", "1", "no such setting"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_with_where_it_stands(
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


def test_a_named_file_must_be_there_and_be_toml(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings({}, {}, file=tmp_path / "nowhere.toml")
    (tmp_path / "bad.toml").write_text("looks = = 1")
    with pytest.raises(SettingsError, match="not a TOML file"):
        read_settings({}, {"SORTILEGE_CONFIG": str(tmp_path / "bad.toml")})


def test_the_page_lists_every_setting_with_its_default() -> None:
    page = (ROOT / "docs/settings.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (?:`(.*?)`|–) \| (.*?) \|$", page, re.MULTILINE)
    assert rows == [(one.name, one.default, one.words) for one in every_setting()]


def test_a_wrong_setting_ends_the_start_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "serve", "--no-open", "--set", "looks=often")
    assert ran.code != 0 and ran.err.count("\n") == 1 and "--set looks cannot be" in ran.err


def test_every_setting_is_listed_as_it_now_is_and_no_password_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "serve", "--settings", "--set", "spectators=12", "--set", "store=postgres://me:secret@there/db")
    assert ran.code == 0 and re.search(r"^spectators +12 ", ran.out, re.MULTILINE) and "secret" not in ran.out
    assert len(ran.out.splitlines()) == len(every_setting())
