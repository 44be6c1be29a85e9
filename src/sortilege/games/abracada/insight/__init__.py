"""What bots know beyond the rules: the odds of unseen stones, and judgement."""

from __future__ import annotations

from sortilege.games.abracada.insight.beliefs import Decision
from sortilege.games.abracada.insight.dealer import Dealer
from sortilege.games.abracada.insight.judgement import AbracadaInsight

__all__ = ["AbracadaInsight", "Dealer", "Decision"]
