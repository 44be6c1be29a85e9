"""What makes a puzzle sound, looked at anew: its position loads, its line is legal and leaves a choice, and the
analysis still finds its first action clearly best."""

from __future__ import annotations

from typing import Final

from sortilege.analysis.puzzles.phrases import phrase
from sortilege.analysis.puzzles.puzzle import Puzzle, PuzzleError
from sortilege.analysis.puzzles.weigh import FINELY, is_end, lead, weigh
from sortilege.core.errors import IllegalAction, quote
from sortilege.core.game import Game
from sortilege.core.phrases import Sentence
from sortilege.core.state import State

LEAST_CHOICES: Final = 2
NEAR: Final = 0.05  # how far a share may lie from the one that was written down


def check_puzzle(game: Game, puzzle: Puzzle, worlds: int = FINELY) -> None:
    """PuzzleError names the puzzle and what does not hold."""

    def off(code: str, **values: object) -> PuzzleError:
        why: Sentence = phrase(code, **values)
        return PuzzleError(phrase("puzzle_fails", game=game.name, id=quote(puzzle.id), why=why))

    state = puzzle.start(game)
    if len(state.legal()) < LEAST_CHOICES:
        raise off("puzzle_forced")
    end = played(game, puzzle, state)
    if not is_end(game, state, end):
        raise off("puzzle_short")
    line = [game.find(action) for action in puzzle.best]
    if game.tasks.task(state, line, end).kind != puzzle.kind:
        raise off("puzzle_kind", kind=quote(puzzle.kind))
    weighed = weigh(game, state, puzzle.seed, keep=line[:1], worlds=worlds)
    if weighed[0].action != line[0]:
        raise off("puzzle_other", other=game.screen.label(game.describe(weighed[0].action), game.words["en"], []))
    if lead(weighed).low <= 0:
        raise off("puzzle_close")
    if abs(weighed[0].mean - puzzle.share) > NEAR or abs(weighed[1].mean - puzzle.second) > NEAR:
        raise off("puzzle_shares", share=f"{weighed[0].mean:.3f}", second=f"{weighed[1].mean:.3f}")


def played(game: Game, puzzle: Puzzle, start: State) -> State:
    """The state at the end of its line; PuzzleError where a step is not legal."""
    state = start.clone()
    for number, action in enumerate(puzzle.best):
        try:
            if number and is_end(game, start, state):
                raise PuzzleError(phrase("puzzle_long"))
            state.apply(game.find(action))
        except (IllegalAction, PuzzleError) as wrong:
            values = {"game": game.name, "id": quote(puzzle.id), "n": number + 1, "why": wrong}
            raise PuzzleError(phrase("puzzle_line", **values)) from None
    return state
