"""What bots know beyond the rules: what a table is worth (`judgement`, by the numbers of `weights`), how promising a
decision looks (`rating`), and what search asks (`answers`)."""

from __future__ import annotations

from sortilege.games.spellbook.insight.answers import SpellBookInsight

__all__ = ["SpellBookInsight"]
