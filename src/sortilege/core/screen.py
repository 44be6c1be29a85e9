"""Screen: how a game draws itself in a terminal, at most 80 columns wide, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sortilege.core.shapes import Action, Line, Untrusted, Words

DOT = "·"


@dataclass(frozen=True)
class Screen:
    """The functions of a game's `screen` room. Names are those of the seats, in order."""

    # Untrusted stands for the game's own View, Line and Action, which its functions declare.
    lines: Callable[[Untrusted, Words, list[str]], list[str]]  # the table
    label: Callable[[Untrusted, Words, list[str]], str]  # an action, as a choice
    key: Callable[[Untrusted], str] | None = None  # an action's own key; without it choices are counted
    mark: Callable[[Untrusted], str] | None = None  # a sign before the sentence of a log line

    def mark_of(self, line: Line) -> str:
        """The sign before a line's sentence."""
        return DOT if self.mark is None else self.mark(line)

    def keys_of(self, legal: Sequence[Action]) -> list[str]:
        """A key for each action: the game's own where they all differ, otherwise numbers from 1."""
        keys = [] if self.key is None else [self.key(action) for action in legal]
        return keys if len(set(keys)) == len(legal) else [str(i) for i in range(1, len(legal) + 1)]
