"""The interpreted rules are compared with the compiled ones again once a file that the comparison reads changes."""

from pathlib import Path

import pytest

from setup import parity, unsteady


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The test runs that parity.py started, in a project with one rule and no stamp."""
    started: list[list[str]] = []
    monkeypatch.setenv("SORTILEGE_PURE", "")
    monkeypatch.setattr(parity, "STAMP", tmp_path / "parity.sha256")
    monkeypatch.setattr(parity, "digest", lambda root=tmp_path: digest_of(root))
    monkeypatch.setattr(unsteady, "run_tests", lambda arguments: started.append(arguments) or 0)
    (tmp_path / "src/sortilege/core").mkdir(parents=True)
    (tmp_path / "src/sortilege/core/rules.py").write_text("LIVES = 6")
    return started


digest_of = parity.digest


def test_the_tests_run_once_as_long_as_nothing_changes(runs: list[list[str]]) -> None:
    assert parity.main() == parity.main() == 0
    assert runs == [list(parity.TESTS)]


def test_the_tests_run_again_after_a_change(runs: list[list[str]], tmp_path: Path) -> None:
    parity.main()
    (tmp_path / "src/sortilege/core/rules.py").write_text("LIVES = 7")
    parity.main()
    assert len(runs) == 2


def test_a_failure_is_not_stamped(runs: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unsteady, "run_tests", lambda arguments: 1)
    assert parity.main() == 1
    assert not parity.STAMP.exists()


def test_bytecode_is_not_part_of_the_digest(runs: list[list[str]], tmp_path: Path) -> None:
    before = digest_of(tmp_path)
    (tmp_path / "src/sortilege/core/rules.pyc").write_bytes(b"")
    assert digest_of(tmp_path) == before
