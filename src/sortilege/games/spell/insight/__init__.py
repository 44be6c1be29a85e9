"""What bots know beyond the rules: the search of whole turns, and the evaluation of states."""

from __future__ import annotations

from sortilege.games.spell.insight.insight import SpellInsight

__all__ = ["SpellInsight"]
