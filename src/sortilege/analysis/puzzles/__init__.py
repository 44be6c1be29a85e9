"""Puzzles: positions from games between bots in which one sequence of actions is clearly best. The analysis mines,
rates and checks them; each game's folder stores its set (docs/puzzles.md)."""

from __future__ import annotations

from sortilege.analysis.puzzles.puzzle_file import Puzzle, PuzzleError, PuzzleSet, puzzles_of

__all__ = ["Puzzle", "PuzzleError", "PuzzleSet", "puzzles_of"]
