"""What bots know beyond the rules."""

from __future__ import annotations

from sortilege.games.spell.insight.insight import SpellInsight

__all__ = ["SpellInsight"]
