"""Puzzles: positions from play where one line is clearly best. Mined, measured and checked by the analysis; kept as
data in each game's folder (docs/puzzles.md)."""

from __future__ import annotations

from sortilege.analysis.puzzles.puzzle import Puzzle, PuzzleError, PuzzleSet, puzzles_of

__all__ = ["Puzzle", "PuzzleError", "PuzzleSet", "puzzles_of"]
