"""Analysis of decisions, for hints, reviews and puzzles. Unlike a bot it treats every candidate action alike.
docs/analysis.md explains its numbers. It imports core, games and bots."""

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
