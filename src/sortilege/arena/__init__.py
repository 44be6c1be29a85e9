"""Bots against bots, by the thousand: who is stronger, by how much, and how sure that is."""

from sortilege.arena.contest import Plan, Result
from sortilege.arena.report import summary
from sortilege.arena.workers import run

__all__ = ["Plan", "Result", "run", "summary"]
