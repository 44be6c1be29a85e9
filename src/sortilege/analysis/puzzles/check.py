"""Checks that a puzzle is sound.

Its position loads, its solution is legal and contains a choice, and the analysis still rates its first action clearly
best.
"""

from __future__ import annotations

from typing import Final

from sortilege.analysis.puzzles.comparison import RANKING_WORLDS, is_end, lead_of_best, rank_actions
from sortilege.analysis.puzzles.phrases import phrase
from sortilege.analysis.puzzles.puzzle_file import Puzzle, PuzzleError
from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence

MIN_CHOICES: Final = 2  # legal actions
TOLERANCE: Final = 0.05  # how far a win probability may differ from the one in the file


def check_puzzle(game: Game, puzzle: Puzzle, worlds: int = RANKING_WORLDS) -> None:
    """Raise PuzzleError if the puzzle is not sound. A sound puzzle has several legal actions, and its solution ends
    where the task ends. A new analysis with `worlds` sampled states finds that the first action of the solution is
    clearly best, and finds nearly the same win probabilities."""

    def error(code: str, **values: object) -> PuzzleError:
        reason: Sentence = phrase(code, **values)
        return PuzzleError(phrase("puzzle_fails", game=game.name, id=quote(puzzle.id), why=reason))

    start = puzzle.start(game)
    if len(start.legal()) < MIN_CHOICES:
        raise error("puzzle_forced")
    end = play_solution(game, puzzle, start)
    if not is_end(game, start, end):
        raise error("puzzle_short")
    solution = [game.find(action) for action in puzzle.best]
    if game.tasks.task(start, solution, end).kind != puzzle.kind:
        raise error("puzzle_kind", kind=quote(puzzle.kind))
    ranking = rank_actions(game, start, puzzle.seed, keep=[solution[0]], worlds=worlds)
    best, second = ranking[0], ranking[1]
    if best.action != solution[0]:
        raise error("puzzle_other", other=game.screen.label(game.describe(best.action), game.words["en"], []))
    if lead_of_best(ranking).low <= 0:
        raise error("puzzle_close")
    if abs(best.mean - puzzle.share) > TOLERANCE or abs(second.mean - puzzle.second) > TOLERANCE:
        raise error("puzzle_shares", share=f"{best.mean:.3f}", second=f"{second.mean:.3f}")


def play_solution(game: Game, puzzle: Puzzle, start: State) -> State:
    """Return the state after the puzzle's solution. Raise PuzzleError if an action of the solution is not legal or
    comes after the end of the task."""

    def error(number: int, reason: Sentence | IllegalAction) -> PuzzleError:
        return PuzzleError(phrase("puzzle_line", game=game.name, id=quote(puzzle.id), n=number, why=reason))

    state = start.clone()
    for number, action in enumerate(puzzle.best, 1):
        if number > 1 and is_end(game, start, state):
            raise error(number, phrase("puzzle_long"))
        try:
            state.apply(game.find(action))
        except IllegalAction as refusal:
            raise error(number, refusal) from None
    return state
