"""Where this host keeps its data."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sortilege.core.contract import cards
from sortilege.core.data_folder import data_folder, set_data_folder
from sortilege.terminal import records


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"XDG_DATA_HOME": "/somewhere"}, "/somewhere/sortilege"),
        ("linux", {"XDG_DATA_HOME": ""}, "/home/ada/.local/share/sortilege"),
        ("darwin", {}, "/home/ada/Library/Application Support/Sortilege"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Sortilege"),
        ("win32", {"LOCALAPPDATA": ""}, "/home/ada/AppData/Local/Sortilege"),
        ("linux", {"SORTILEGE_DATA": "/mine", "XDG_DATA_HOME": "/somewhere"}, "/mine"),
    ],
)
def test_the_data_folder_is_the_configured_one_or_the_systems_default(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], folder: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    monkeypatch.delenv("SORTILEGE_DATA", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert data_folder() == Path(folder)


def test_a_new_data_folder_holds_for_cards_records_and_child_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", "/elsewhere")
    monkeypatch.chdir(tmp_path)
    set_data_folder(Path("here"))
    assert data_folder() == tmp_path / "here"
    assert cards.install("spell", "mine", "").is_relative_to(tmp_path / "here")
    assert records.records_folder().is_relative_to(tmp_path / "here")
    command = [sys.executable, "-c", "from sortilege.core.data_folder import data_folder; print(data_folder())"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    printed = subprocess.run(command, env=env, cwd="/", capture_output=True, text=True, check=True).stdout
    assert Path(printed.strip()) == tmp_path / "here"
