"""What bots know beyond the rules: what a table is worth at first sight (`judgement`, by the numbers of `weights`), how
promising a decision looks (`rating`, `picks`), who will win (`shares`, with what a net has learned in net.json), how to
search for a decision (`plans`), and what bots ask (`answers`)."""

from __future__ import annotations

from sortilege.games.spellbook.insight.insight import SpellBookInsight

__all__ = ["SpellBookInsight"]
