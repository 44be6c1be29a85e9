"""Screen: how a game is drawn in a terminal, in at most 80 columns and 17 lines, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sortilege.core.types import Action, Line, Untrusted, View, Words

DOT = "·"
NAME_WIDTH = 24  # columns


def score_lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Draw a table as lines of text in the default way: one line per seat with a mark for the seat to move, then each
    number of the position that has a phrase in the `screen` table of the words. `names` are by seat."""
    turn = view["turn"]
    lines = []
    for seat, (name, score) in enumerate(zip(names, view["scores"], strict=True)):
        mark = "▶" if turn and turn["seat"] == seat else " "
        lines.append(f" {mark} {name[:NAME_WIDTH]:<{NAME_WIDTH}} {score:>5}")
    position = view.get("position") or {}
    for key, value in position.items():
        if type(value) is int and key in words["screen"]:
            lines.append(f"   {words['screen'][key].format(n=value)}")
    return lines


def verb_label(action: Action, words: Words, names: list[str]) -> str:
    """Return the default label of an action in the terminal's menu, which is the phrase for its verb. A game needs its
    own labels if two actions with the same verb can be legal at the same time."""
    return str(words["screen"][action["do"]].format(**action))


@dataclass(frozen=True)
class Screen:
    """The functions that draw a game in a terminal. Their list of texts is the players' names by seat."""

    # Untrusted: the game's functions declare their own View, Line and Action.
    lines: Callable[[Untrusted, Words, list[str]], list[str]] = score_lines  # draws the table
    label: Callable[[Untrusted, Words, list[str]], str] = verb_label  # returns the label of an action in the menu
    key: Callable[[Untrusted], str] | None = None  # returns the key for an action; None: actions are numbered
    mark: Callable[[Untrusted], str] | None = None  # returns the symbol before a log line; None: a dot

    def mark_of(self, line: Line) -> str:
        """Return the symbol that is shown before a log line: the game's own symbol, otherwise a dot."""
        return DOT if self.mark is None else self.mark(line)

    def keys_of(self, legal: Sequence[Action]) -> list[str]:
        """Return a keyboard key for each action: the game's own keys if all differ, otherwise the numbers from 1."""
        own_keys = [] if self.key is None else [self.key(action) for action in legal]
        if len(set(own_keys)) == len(legal):
            return own_keys
        return [str(number) for number, _ in enumerate(legal, start=1)]
