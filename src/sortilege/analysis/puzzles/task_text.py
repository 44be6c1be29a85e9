"""The name and the task of a puzzle, in the words of its game."""

from __future__ import annotations

from collections.abc import Sequence

from sortilege.analysis.puzzles.phrases import phrase
from sortilege.core.contract.tasks import BEST
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.text.words import Text, words_in


def kind_texts(game: Game, kind: str, language: str) -> dict[str, str]:
    """Return the texts for puzzles of this kind, by key. If the game has no texts for the kind, return general texts.
    `kind` says what a puzzle asks for; `language` is "en" or "fr"."""
    general_texts = words_in(phrase.folder)[language]["puzzles"][BEST]
    texts: dict[str, str] = game.words[language].get("puzzles", {}).get(kind, general_texts)
    return texts


def kind_name(game: Game, kind: str) -> Text:
    return Text.build(lambda language: kind_texts(game, kind, language)["name"])


def task_text(game: Game, start: State, solution: Sequence[int], kind: str = "") -> Text:
    """Return what the solver is asked to do, for instance "Find the action that wins most." Puzzles of the `kind` BEST
    have a general text. The texts of other kinds contain numbers from the solution."""
    if kind == BEST:
        return Text.build(lambda language: kind_texts(game, BEST, language)["task"])
    end = start.clone()
    for action in solution:
        end.apply(action)
    task = game.tasks.task(start, solution, end)
    return Text.build(lambda language: kind_texts(game, task.kind, language)["task"].format(**task.values))
