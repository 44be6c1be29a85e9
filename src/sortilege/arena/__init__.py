"""Let bots play many matches against each other, and compute how strong each one is and how certain that is."""

from sortilege.arena.contest import Plan, Result
from sortilege.arena.report import summary
from sortilege.arena.workers import run

__all__ = ["Plan", "Result", "run", "summary"]
