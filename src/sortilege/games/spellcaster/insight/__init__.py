"""What bots know beyond the rules: where hidden cards may lie, what texts bring, what a position is worth."""

from __future__ import annotations

from sortilege.games.spellcaster.insight.dealer import Dealer
from sortilege.games.spellcaster.insight.evaluation import SpellcasterInsight

__all__ = ["Dealer", "SpellcasterInsight"]
