"""A bot that chooses every legal action with equal probability."""

from __future__ import annotations

from random import Random

from sortilege.bots.bot import legal_actions
from sortilege.core.types import Action, View


class RandomBot:
    """Chooses uniformly at random."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = Random(seed)

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Return a random legal action."""
        return self.random.choice(legal_actions(view))
