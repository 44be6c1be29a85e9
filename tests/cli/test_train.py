"""`sortilege train`: whatever is wrong is said in one line, before anything is played."""

from pathlib import Path

import pytest

from tests.cli.running import refused, run


def test_it_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Example: sortilege train spell --minutes 30" in " ".join(run(capsys, "train", "--help").out.split())


def test_without_numpy_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sortilege.cli.train.find_spec", lambda name: None)
    assert "pip install 'sortilege[train]'" in refused(capsys, "train", "spell", "--minutes", "1")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "--minutes", "1"], "no game 'chess'"),
        (["spell"], "--minutes"),
        (["spell", "--minutes", "0"], "--minutes is above 0"),
        (["spell", "--minutes", "nan"], "--minutes is above 0"),
        (["spell", "--minutes", "1", "--size", "5"], "no size '5'; it has 1, 2, or all"),
        (["spell", "--minutes", "1", "--hidden", "7"], "an even number"),
        (["spell", "--minutes", "1", "--workers", "-1"], "number of workers"),
        (["spell", "--minutes", "1", "--option", "deck=none"], "deck"),
        (["spell", "--minutes", "1", "--out", "/nowhere/at/all/net.json"], "there is no folder"),
        (["spell", "--minutes", "1", "--out", "net.json", "--resume"], "there is no"),
    ],
)
def test_an_invalid_training_plan_is_refused(
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numpy", reason="training needs numpy")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sortilege.core.engine.playout.compiled", lambda: True)
    assert sentence in refused(capsys, "train", *arguments)


def test_a_broken_file_is_not_resumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy", reason="training needs numpy")
    monkeypatch.setattr("sortilege.core.engine.playout.compiled", lambda: True)
    path = tmp_path / "net.json"
    path.write_text("{", encoding="utf-8")
    assert "not JSON" in refused(capsys, "train", "spell", "--minutes", "1", "--resume", "--out", str(path))
    assert path.read_text(encoding="utf-8") == "{"
