"""An analysis apart from the bots, for hints, reviews and puzzles: fair to every candidate. docs/analysis.md says what
its numbers mean."""

from __future__ import annotations

from sortilege.analysis.evaluate import Candidate, analyse, analysis_of, candidates, chances
from sortilege.analysis.explain import explain
from sortilege.analysis.intervals import Interval, difference
from sortilege.analysis.outlook import outlook

__all__ = [
    "Candidate",
    "Interval",
    "analyse",
    "analysis_of",
    "candidates",
    "chances",
    "difference",
    "explain",
    "outlook",
]
