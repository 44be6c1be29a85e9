"""A game that `sortilege new-game` has just written: its board is built into the bundle and played."""

from pathlib import Path

import pytest

from tests.cli.test_new_game import NAME, ROOT, python, with_new_game

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")]
BUILD = "import hatch_build; raise SystemExit(hatch_build.npm('run', 'build'))"


def test_a_new_board_is_built_and_played(tmp_path: Path) -> None:
    checkout = with_new_game(tmp_path)
    if (ROOT / "web" / "node_modules").exists():
        (checkout / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        built = python(checkout, "-c", BUILD)
    else:
        built = python(checkout, "hatch_build.py")
    assert built.returncode == 0, built.stdout + built.stderr
    where = ["tests/browser/test_every_game.py", "-m", "browser", "-k", NAME]
    played = python(checkout, "-m", "pytest", "-p", "no:cacheprovider", *where)
    assert played.returncode == 0, played.stdout[-5000:]
