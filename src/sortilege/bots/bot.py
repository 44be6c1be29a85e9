"""Bot: the interface of programs that choose an action. Bots receive views, never states."""

from __future__ import annotations

from typing import Protocol

from sortilege.core.types import Action, View


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Return one of `view["legal"]`. The budget is thinking time in milliseconds; None is the level's default."""


def legal_actions(view: View) -> list[Action]:
    """Return the actions to choose from. Raise ValueError if the seat has nothing to decide."""
    legal: list[Action] = view["legal"]
    if not legal:
        raise ValueError("a bot was asked to choose where its seat has nothing to decide")
    return legal
