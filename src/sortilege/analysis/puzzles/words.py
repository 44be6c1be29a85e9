"""What a puzzle is called and what it asks, in the words of its game."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.analysis.puzzles.phrases import phrase
from sortilege.core.game import Game
from sortilege.core.state import State
from sortilege.core.tasks import BEST
from sortilege.core.words import Text, words_in


def words_about(game: Game, kind: str, language: str) -> dict[str, str]:
    """A game's own words for a kind, or the common ones."""
    common = words_in(phrase.folder)[language]["puzzles"]
    found: dict[str, str] = game.words[language].get("puzzles", {}).get(kind, common[BEST])
    return found


def kind_name(game: Game, kind: str) -> Text:
    """Return the name of a kind of puzzles."""
    return Text.build(lambda language: words_about(game, kind, language)["name"])


def task_text(game: Game, start: State, line: Sequence[int], kind: str = "") -> Text:
    """Return what the solver is asked to do; the `kind` BEST asks for nothing in particular."""
    if kind == BEST:
        return Text.build(lambda language: words_about(game, BEST, language)["task"])
    end = start.clone()
    for action in line:
        end.apply(action)
    task = game.tasks.task(start, line, end)
    return Text.build(lambda language: words_about(game, task.kind, language)["task"].format(**task.values))
