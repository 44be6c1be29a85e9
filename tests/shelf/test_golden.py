"""Golden playthroughs: the stored match of each game gives the same results as when it was written."""

import json
import os
import subprocess
import sys
from pathlib import Path

from sortilege import Match
from sortilege.core.game import Game
from tests.shelf import golden

ROOT = Path(__file__).parents[2]


def test_the_golden_match_replays_as_recorded(game: Game) -> None:
    stored = json.loads(golden.path_of(game).read_text())
    replayed = golden.nodes(game, stored["record"], every=19)
    for n, (now, then) in enumerate(zip(replayed, stored["nodes"], strict=True)):
        assert now == {key: then[key] for key in now}, f"node {n} of {golden.path_of(game)}"
    assert Match.load(stored["record"], verify=True).save() == stored["record"]


def test_this_engine_plays_the_games_on_file(game: Game) -> None:
    """Compiled or interpreted, whichever runs here: both are held to the same file."""
    assert golden.digest(game) == json.loads(golden.path_of(game).read_text())["digest"]


def test_the_other_engine_plays_identical_games(game: Game) -> None:
    """Sources against machine code. Where nothing is compiled, the sources in a second process."""
    pure = bool(os.environ.get("SORTILEGE_PURE"))
    environment = {**os.environ, "SORTILEGE_PURE": "" if pure else "1", "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-m", "tests.shelf.golden", "digest", game.name]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    answer = json.loads(ran.stdout)
    assert answer["digest"] == golden.digest(game, imagining=True)
    if not pure:
        assert answer["compiled"] is False


def test_a_changed_game_would_be_noticed(game: Game) -> None:
    """The views that are compared are no constants: another moment of the match looks otherwise."""
    record = json.loads(golden.path_of(game).read_text())["record"]
    views = [now["views"] for now in golden.nodes(game, record, every=19) if "views" in now]
    assert len(set(views)) > len(views) * 0.9 > 0
