"""Screen: how a game is drawn in a terminal, in at most 80 columns and 17 lines, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sortilege.core.types import Action, Line, Untrusted, View, Words

DOT = "·"
NAME = 24  # columns of a name


def score_lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Return the default drawing: one line per seat with its score and a mark for the seat to move, then every number
    of the position that the `screen` words name."""
    turn = view["turn"]
    marks = ["▶" if turn and turn["seat"] == seat else " " for seat in range(view["seats"])]
    scores = zip(marks, names, view["scores"], strict=True)
    numbers = (view.get("position") or {}).items()
    below = [words["screen"][key].format(n=n) for key, n in numbers if type(n) is int and key in words["screen"]]
    return [*(f" {mark} {name[:NAME]:<{NAME}} {score:>5}" for mark, name, score in scores), *(f"   {n}" for n in below)]


def verb_label(action: Action, words: Words, names: list[str]) -> str:
    """Label an action by its verb alone, for games where all legal actions have different verbs."""
    return str(words["screen"][action["do"]].format(**action))


@dataclass(frozen=True)
class Screen:
    """The functions by which a game is drawn in a terminal. `names` are the players' names by seat."""

    # Untrusted: the game's functions declare their own View, Line and Action.
    lines: Callable[[Untrusted, Words, list[str]], list[str]] = score_lines  # draw the table
    label: Callable[[Untrusted, Words, list[str]], str] = verb_label  # label an action in the menu
    key: Callable[[Untrusted], str] | None = None  # the key for an action; None: number the actions
    mark: Callable[[Untrusted], str] | None = None  # the symbol before a log line

    def mark_of(self, line: Line) -> str:
        """Return the symbol before a log line."""
        return DOT if self.mark is None else self.mark(line)

    def keys_of(self, legal: Sequence[Action]) -> list[str]:
        """Return a key for each action: the game's own if all differ, otherwise numbers from 1."""
        keys = [] if self.key is None else [self.key(action) for action in legal]
        return keys if len(set(keys)) == len(legal) else [str(i) for i in range(1, len(legal) + 1)]
