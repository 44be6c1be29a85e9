"""`.ci/run` fails for a test that failed once and passed alone, unless tests/unsteady.toml lists it with its cause."""

import sys
from pathlib import Path

import pytest

from setup.unsteady import ROOT, listed_causes, run_tests

PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "xdist")
UNSTEADY = """
from pathlib import Path

def test_steady():
    assert True

def test_unsteady():
    seen = Path(__file__).with_name("seen")
    before = seen.exists()
    seen.touch()
    assert before
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tests" / "unsteady.toml").touch()
    return tmp_path


def test_a_test_that_passes_alone_fails_the_run(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "tests" / "test_one.py").write_text(UNSTEADY)
    assert run_tests([], PYTEST, project) == 1
    assert "UNSTEADY tests/test_one.py::test_unsteady: not listed" in capfd.readouterr().out
    assert run_tests([], PYTEST, project) == 0, "steady from now on"


def test_a_test_that_is_listed_and_passes_alone_does_not_fail_the_run(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "tests" / "test_one.py").write_text(UNSTEADY)
    (project / "tests" / "unsteady.toml").write_text('"tests/test_one.py::test_unsteady" = "it counts its runs"\n')
    assert run_tests([], PYTEST, project) == 0
    assert "UNSTEADY tests/test_one.py::test_unsteady: it counts its runs" in capfd.readouterr().out


def test_a_test_that_fails_twice_fails_the_run_though_it_is_listed(project: Path) -> None:
    (project / "tests" / "test_one.py").write_text("def test_broken():\n    assert False\n")
    (project / "tests" / "unsteady.toml").write_text('"tests/test_one.py::test_broken" = "it is broken"\n')
    assert run_tests([], PYTEST, project) == 1


def test_a_run_without_tests_fails(project: Path) -> None:
    assert run_tests(["tests/none"], PYTEST, project) != 0


def test_every_test_that_is_listed_exists_and_has_a_cause() -> None:
    for name, cause in listed_causes().items():
        file, _, function = name.partition("::")
        assert f"def {function.partition('[')[0].rpartition('::')[2]}(" in (ROOT / file).read_text(encoding="utf-8")
        assert len(cause.split()) > 3, name


def test_ci_runs_every_test_through_unsteady_py() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "setup/unsteady.py" in script and "run.py test" not in script
    assert "-m build" in script
