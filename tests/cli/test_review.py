"""`sortilege review`: text, JSON, a page; and what is not a finished game."""

import json
from pathlib import Path

import pytest

import sortilege
from sortilege import Match
from tests.analysis.review.games import record
from tests.cli.running import refused, run


@pytest.fixture
def record_file(tmp_path: Path) -> str:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record("spellcaster", 3, 14)))
    return str(path)


def test_the_text_has_curve_moments_totals_and_mistakes(capsys: pytest.CaptureFixture[str], record_file: str) -> None:
    for lang, words in (("en", ["What mattered most", "own decisions"]), ("fr", ["compté le plus", "ses décisions"])):
        ran = run(capsys, "review", record_file, "--worlds", "2", "--lang", lang)
        assert (ran.code, ran.err) == (0, "")
        assert all(word in ran.out for word in words)
        assert all(name in ran.out for name in ("P0", "P1", "P2"))
        assert "{" not in ran.out


def test_json_is_the_review_and_nothing_else(capsys: pytest.CaptureFixture[str], record_file: str) -> None:
    first = run(capsys, "review", record_file, "--json", "--worlds", "2", "--seed", "3")
    second = run(capsys, "review", record_file, "--json", "--worlds", "2", "--seed", "3")
    assert first == second and first.code == 0
    review = json.loads(first.out)
    assert list(review) == ["game", "names", "start", "result", "books", "curve", "moments"]
    assert len(review["curve"]) == len(record("spellcaster", 3, 14)["log"])


def test_the_page_loads_nothing_from_elsewhere(
    capsys: pytest.CaptureFixture[str], record_file: str, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    ran = run(capsys, "review", record_file, "--worlds", "1", "--html", str(page), "--lang", "fr")
    assert (ran.code, ran.out) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert '<html lang="fr">' in text and "<polyline" in text and "Chance et jeu" in text
    assert "http" not in text and "src=" not in text and "<script" not in text


def test_a_name_in_a_record_stays_a_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, page = tmp_path / "r.json", tmp_path / "p.html"
    path.write_text(json.dumps({**record("spellcaster", 2, 6), "seats": ["<b>Ann</b>", "{0}"]}))
    assert run(capsys, "review", str(path), "--worlds", "1", "--html", str(page)).code == 0
    assert "<b>Ann" not in page.read_text(encoding="utf-8")


def test_a_record_that_cannot_be_reviewed_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "r.json"
    path.write_text(json.dumps(Match(sortilege.game("spell"), 2, seed=1).save()))
    assert "not over" in refused(capsys, "review", str(path))
    assert "terminée" in refused(capsys, "review", str(path), "--lang", "fr")
    path.write_text("{")
    assert str(path) in refused(capsys, "review", str(path))
    path.write_text(json.dumps(record("spellcaster", 2, 6)))
    assert "folder" in refused(capsys, "review", str(path), "--html", str(tmp_path / "none" / "x.html"))
    assert "worlds" in refused(capsys, "review", str(path), "--worlds", "0")
