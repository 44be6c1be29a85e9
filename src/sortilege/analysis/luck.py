"""Luck that stays the same for every candidate: what chance brings hangs on the world, the turn, the kind of event and
how many of that kind came before it in the turn, never on what was drawn for something else.

Every outcome waits for a time of its own, the shorter the greater its weight; the first one comes. So each is as likely
as its weight says, and two tables on which nearly the same may come get the same in nearly every world, even where one
card less is in the pile.
"""

from __future__ import annotations

from math import log
from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.rng import WORD
from sortilege.core.state import WIDEST, State

FOREVER: Final = 1e300
WORDS: Final = 4294967296.0
MULTIPLIER: Final = 0x45D9F3B  # under 2**31, so that a product of words stays within 63 bits
STRIDE: Final = 0x61C88647


class Luck:
    """The luck of one world after another. `kinds` is what sort of event or decision each action id belongs to."""

    def __init__(self, kinds: Cells, sorts: int) -> None:
        self.kinds = kinds
        self.seen = blank(sorts)  # by kind: how many came in this turn
        self.world: i64 = 0
        self.salt: i64 = 0
        self.turn: i64 = 0
        self.legal = blank(WIDEST)
        self.weights = blank(WIDEST)

    def enter(self, world: i64, salt: i64) -> None:
        """A world begins, or begins again for another candidate: two words tell it from the others."""
        self.world = world
        self.salt = salt
        self.turn = 0
        self.forget()

    def go_to(self, turn: i64, seen: Cells) -> None:
        """As if so many turns had passed in this world, and so many events of each kind had come in this one: a game
        looked at later meets the luck it would have met."""
        self.turn = turn
        i: i64 = 0
        while i < len(seen):
            self.seen[i] = seen[i]
            i += 1

    def next_turn(self) -> None:
        self.turn += 1
        self.forget()

    def forget(self) -> None:
        i: i64 = 0
        while i < len(self.seen):
            self.seen[i] = 0
            i += 1

    def draw(self, state: State) -> i64:
        """What comes at this node of chance."""
        n = state.fill_weights(self.weights)
        state.fill_legal(self.legal)
        return self.legal[self.first(self.legal, self.weights, n)]

    def first(self, legal: Cells, weights: Cells, n: i64) -> i64:
        """The place of the outcome or decision that comes first; those of weight 0 never do."""
        key = self.key(self.kinds[legal[0]])
        best: i64 = 0
        least = FOREVER
        i: i64 = 0
        while i < n:
            if weights[i] > 0:
                word = scramble((key + legal[i] * STRIDE) & WORD)
                wait = -log((float(word) + 0.5) / WORDS) / float(weights[i])
                if wait < least:
                    least = wait
                    best = i
            i += 1
        return best

    def key(self, kind: i64) -> i64:
        """A word for the next event of a kind."""
        ordinal = self.seen[kind]
        self.seen[kind] = ordinal + 1
        turn = scramble((self.world + self.turn * STRIDE) & WORD)
        return scramble(turn ^ scramble((self.salt + (kind * 4096 + ordinal) * STRIDE) & WORD))


def scramble(word: i64) -> i64:
    """Another word that looks nothing like it: no two give the same."""
    word = ((word ^ (word >> 16)) * MULTIPLIER) & WORD
    word = ((word ^ (word >> 16)) * MULTIPLIER) & WORD
    return word ^ (word >> 16)
