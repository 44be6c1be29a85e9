"""`sortilege bench`: a table or JSON, nothing else on the output."""

import json

import pytest

from tests.cli.running import refused, run


def test_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    ran = run(capsys, "bench", "abracada", "--seconds", "0.01")
    assert ran.code == 0
    assert "abracada" in ran.out
    assert all(len(line) <= 100 for line in ran.out.splitlines())


def test_json_is_the_whole_report(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "bench", "abracada", "--seconds", "0.01", "--json").out)
    assert list(report["games"]) == ["abracada"]
    assert report["games"]["abracada"]["rates"]["playout"] > 0


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no game 'chess'" in refused(capsys, "bench", "chess")
