"""What bots know beyond the rules: the probabilities of unseen stones, and estimates of who will win."""

from __future__ import annotations

from sortilege.games.abracada.insight.beliefs import Decision
from sortilege.games.abracada.insight.dealer import Dealer
from sortilege.games.abracada.insight.judgement import AbracadaInsight

__all__ = ["AbracadaInsight", "Dealer", "Decision"]
