"""The bot that does not think: every legal action equally likely."""

from __future__ import annotations

from random import Random

from sortilege.bots.bot import the_legal
from sortilege.core.shapes import Action, View


class RandomBot:
    """Draws lots."""

    def __init__(self, seed: int | None = None) -> None:
        self.lots = Random(seed)

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Any legal action."""
        return self.lots.choice(the_legal(view))
