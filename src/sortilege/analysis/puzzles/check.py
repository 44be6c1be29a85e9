"""Checks of a puzzle: its position loads, its solution is legal and contains a choice, and the analysis still finds its
first action clearly best."""

from __future__ import annotations

from typing import Final

from sortilege.analysis.puzzles.comparison import FINE_WORLDS, is_end, lead, rank_actions
from sortilege.analysis.puzzles.phrases import phrase
from sortilege.analysis.puzzles.puzzle_file import Puzzle, PuzzleError
from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence

LEAST_CHOICES: Final = 2
TOLERANCE: Final = 0.05  # how far a share may differ from the one in the file


def check_puzzle(game: Game, puzzle: Puzzle, worlds: int = FINE_WORLDS) -> None:
    """Raise PuzzleError with the puzzle and the reason if it is not sound."""

    def error(code: str, **values: object) -> PuzzleError:
        why: Sentence = phrase(code, **values)
        return PuzzleError(phrase("puzzle_fails", game=game.name, id=quote(puzzle.id), why=why))

    state = puzzle.start(game)
    if len(state.legal()) < LEAST_CHOICES:
        raise error("puzzle_forced")
    end = play_solution(game, puzzle, state)
    if not is_end(game, state, end):
        raise error("puzzle_short")
    solution = [game.find(action) for action in puzzle.best]
    if game.tasks.task(state, solution, end).kind != puzzle.kind:
        raise error("puzzle_kind", kind=quote(puzzle.kind))
    best, second, *_ = ordered = rank_actions(game, state, puzzle.seed, keep=solution[:1], worlds=worlds)
    if best.action != solution[0]:
        raise error("puzzle_other", other=game.screen.label(game.describe(best.action), game.words["en"], []))
    if lead(ordered).low <= 0:
        raise error("puzzle_close")
    if abs(best.mean - puzzle.share) > TOLERANCE or abs(second.mean - puzzle.second) > TOLERANCE:
        raise error("puzzle_shares", share=f"{best.mean:.3f}", second=f"{second.mean:.3f}")


def play_solution(game: Game, puzzle: Puzzle, start: State) -> State:
    """Return the state after the puzzle's solution. Raise PuzzleError if one of its actions is not legal."""
    state = start.clone()
    for number, action in enumerate(puzzle.best):
        try:
            if number and is_end(game, start, state):
                raise PuzzleError(phrase("puzzle_long"))
            state.apply(game.find(action))
        except (IllegalAction, PuzzleError) as error:
            values = {"game": game.name, "id": quote(puzzle.id), "n": number + 1, "why": error}
            raise PuzzleError(phrase("puzzle_line", **values)) from None
    return state
