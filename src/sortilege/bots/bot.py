"""Bot: the interface of programs that choose actions. Bots receive views, never states."""

from __future__ import annotations

from typing import Protocol

from sortilege.core.types import Action, View


class Bot(Protocol):
    """A player that is a program. It sees only what its seat may know."""

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Return one of the actions in `view["legal"]` within `budget_ms` milliseconds; None means the usual thinking
        time of the bot."""


def legal_actions(view: View) -> list[Action]:
    """Return the legal actions in a view. Raise ValueError if there are none, because it is not the seat's turn."""
    legal: list[Action] = view["legal"]
    if not legal:
        raise ValueError("a bot was asked to choose where its seat has nothing to decide")
    return legal
