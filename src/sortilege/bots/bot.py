"""Bot: whoever picks an action from a view. Bots get nothing but views."""

from __future__ import annotations

from typing import Protocol

from sortilege.core.shapes import Action, View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """One of `view["legal"]`. The budget is thinking time in milliseconds; None is the level's own."""


def the_legal(view: View) -> list[Action]:
    """The actions to choose from; asking a bot out of turn is an error of the caller."""
    legal: list[Action] = view["legal"]
    if not legal:
        raise ValueError("a bot was asked to choose where its seat has nothing to decide")
    return legal
