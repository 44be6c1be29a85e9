"""Screen: how a game draws itself in a terminal, in at most 80 columns and 17 lines, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sortilege.core.shapes import Action, Line, Untrusted, View, Words

DOT = "·"
NAME = 24  # columns of a name


def score_lines(view: View, words: Words, names: list[str]) -> list[str]:
    """The scores, a mark at whoever is to act, and every number of the position that the words know to name."""
    turn = view["turn"]
    marks = ["▶" if turn and turn["seat"] == seat else " " for seat in range(view["seats"])]
    scores = zip(marks, names, view["scores"], strict=True)
    numbers = (view.get("position") or {}).items()
    below = [words["screen"][key].format(n=n) for key, n in numbers if type(n) is int and key in words["screen"]]
    return [*(f" {mark} {name[:NAME]:<{NAME}} {score:>5}" for mark, name, score in scores), *(f"   {n}" for n in below)]


def verb_label(action: Action, words: Words, names: list[str]) -> str:
    """An action by its verb, for games in which no two choices share one."""
    return str(words["screen"][action["do"]].format(**action))


@dataclass(frozen=True)
class Screen:
    """The functions of a game's `screen` room. Names are those of the seats, in order."""

    # Untrusted stands for the game's own View, Line and Action, which its functions declare.
    lines: Callable[[Untrusted, Words, list[str]], list[str]] = score_lines  # the table
    label: Callable[[Untrusted, Words, list[str]], str] = verb_label  # an action, as a choice
    key: Callable[[Untrusted], str] | None = None  # an action's own key; without it choices are counted
    mark: Callable[[Untrusted], str] | None = None  # a sign before the sentence of a log line

    def mark_of(self, line: Line) -> str:
        """The sign before a line's sentence."""
        return DOT if self.mark is None else self.mark(line)

    def keys_of(self, legal: Sequence[Action]) -> list[str]:
        """A key for each action: the game's own where they all differ, otherwise numbers from 1."""
        keys = [] if self.key is None else [self.key(action) for action in legal]
        return keys if len(set(keys)) == len(legal) else [str(i) for i in range(1, len(legal) + 1)]
