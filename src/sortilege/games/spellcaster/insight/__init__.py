"""Knowledge of bots besides the rules: the probabilities of hidden cards, the value of card texts and of positions.

As in the rules, `t` is the state vector and `program` the compiled texts of the card set.
"""

from __future__ import annotations

from sortilege.games.spellcaster.insight.dealer import Dealer
from sortilege.games.spellcaster.insight.evaluation import SpellcasterInsight

__all__ = ["Dealer", "SpellcasterInsight"]
