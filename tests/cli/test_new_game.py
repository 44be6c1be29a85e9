"""`sortilege new-game`: a game made in a copy of the checkout, played everywhere, and thrown away."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sortilege
from tests.cli.running import refused

ROOT = Path(__file__).parents[2]
NAME = "piglet"
FOLDERS = [f"src/sortilege/games/{NAME}/", f"tests/games/{NAME}/", f"web/src/games/{NAME}/"]
GENERATED = ("golden.json", "types.ts")  # by tools, from what somebody wrote
MATCH = f"""
from sortilege import OVER, Match, game
from sortilege.bots import make
match, bots = Match(game("{NAME}"), seed=1), [make("{NAME}", level, seed=1) for level in ("apprentice", "adept")]
while (seat := match.state.turn()) != OVER:
    match.play(bots[seat].choose(match.state.view(seat), 1), seat)
assert Match.load(match.save(), verify=True).state.outcome()["winners"]
"""
HALF = """
import sortilege
assert "half" not in sortilege.games() and "abracada" in sortilege.games()
"""

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")


def git(folder: Path, *words: str) -> list[str]:
    ran = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def copy_checkout(folder: Path) -> None:
    """All that is in this checkout and not ignored, in a repository of its own."""
    for name in git(ROOT, "ls-files", "-co", "--exclude-standard"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", "-A")


def python(checkout: Path, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """Python on the sources of that checkout."""
    own = {**os.environ, "PYTHONPATH": str(checkout / "src"), "SORTILEGE_DATA": str(checkout / ".data")}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=checkout, env=own, input=lines, capture_output=True, text=True, check=False)


def with_new_game(folder: Path) -> Path:
    """A copy of the checkout, and the new game in it."""
    copy_checkout(folder)
    ran = python(folder, "-m", "sortilege", "new-game", NAME)
    assert ran.returncode == 0, ran.stderr
    return folder


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_new_game(tmp_path_factory.mktemp("copy"))


def test_it_is_three_folders_and_nothing_else(checkout: Path) -> None:
    changed = [line for line in git(checkout, "status", "--porcelain") if not line.startswith("A  ")]
    assert changed == [f"?? {folder}" for folder in FOLDERS]


def test_a_whole_game_is_under_250_lines(checkout: Path) -> None:
    files = [path for folder in FOLDERS for path in (checkout / folder).rglob("*.*") if path.suffix != ".pyc"]
    assert {path.name for path in files} >= {"RULES.md", "rules.py", "words.toml", "Board.svelte", *GENERATED}
    sources = [path.read_text(encoding="utf-8") for path in files if path.name not in GENERATED]
    assert sum(text.count("\n") for text in sources) < 250
    assert not any(mark in text for text in sources for mark in ("__game__", "__Title__", "XX-"))


def test_every_test_that_runs_over_all_games_passes_for_a_new_game(checkout: Path) -> None:
    """Its rules, the shelf, bots, terminal and server: all that is run once for each game."""
    where = ["tests/games", "tests/shelf", "tests/bots", "tests/terminal", "tests/server"]
    ran = python(checkout, "-m", "pytest", "-p", "no:cacheprovider", *where, "-k", NAME)
    assert ran.returncode == 0, ran.stdout[-5000:]


def test_it_is_played_by_bots(checkout: Path) -> None:
    ran = python(checkout, "-c", MATCH)
    assert ran.returncode == 0, ran.stderr


def test_it_is_played_in_the_terminal(checkout: Path) -> None:
    ran = python(checkout, "-m", "sortilege", "play", NAME, "--plain", "--seats", "2", lines="2\n1\n" * 500)
    assert ran.returncode == 0, ran.stderr
    assert "Over: " in ran.stdout


def test_an_incomplete_game_is_left_out_with_one_sentence_and_breaks_no_other(checkout: Path) -> None:
    for folder in ("src/sortilege/games/half", "tests/games/half"):
        (checkout / folder).mkdir()
    try:
        (checkout / "src/sortilege/games/half/RULES.md").touch()
        (checkout / "src/sortilege/games/half/__init__.py").write_text("from nowhere import GAME\n")
        (checkout / "tests/games/half/test_rules.py").write_text("import sortilege\n\nGAME = sortilege.game('half')\n")
        ran = python(checkout, "-c", HALF)
        assert (ran.returncode, ran.stderr.count("\n")) == (0, 1), ran.stderr
        assert "the game half cannot be played: its folder cannot be imported (ModuleNotFoundError: " in ran.stderr
        others = "tests/games", "--ignore-glob=tests/games/spell*", "tests/shelf/test_modules.py"
        tests = python(checkout, "-m", "pytest", "-p", "no:cacheprovider", *others, "-k", f"half or {NAME}")
        assert tests.returncode == 1, tests.stdout
        assert [line.split(" - ")[0] for line in tests.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))] == [
            "FAILED tests/shelf/test_modules.py::test_every_folder_with_a_ledger_is_a_game_on_the_shelf[half]"
        ]
    finally:
        for folder in ("src/sortilege/games/half", "tests/games/half"):
            shutil.rmtree(checkout / folder)


# ---------------------------------------------------------------- refused
def test_a_bad_name_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for name in ("Pig", "3d", "a-b", "p", "../pig", "games.pig", "class", "x" * 21):
        assert "a game is named with" in refused(capsys, "new-game", name)


def test_a_name_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "docs")
    for name in sortilege.games():
        assert f"there is already a folder src/sortilege/games/{name}" in refused(capsys, "new-game", name)


def test_no_game_is_made_outside_a_checkout(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "is no checkout of Sortilege" in refused(capsys, "new-game", "pig")
    assert not list(tmp_path.rglob("*.py"))
