"""Common random numbers: the same random draws for every candidate in one world.

The result of a chance event depends on the world, the number of the turn, the kind of event and how many events of that
kind came before it in the turn. It does not depend on what was drawn for events of other kinds.

An outcome is selected by an exponential race: every outcome gets a random waiting time, shorter on average the greater
its weight, and the shortest one wins. Each outcome is thus as likely as its weight says. Two states with nearly the
same possible outcomes get the same one in nearly every world, even if one card is missing from the pile of the second.
"""

from __future__ import annotations

from math import log
from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.rng import WORD
from sortilege.core.engine.state import MAX_LEGAL, State

FOREVER: Final = 1e300
WORDS: Final = 4294967296.0
MULTIPLIER: Final = 0x45D9F3B  # under 2**31, so that a product of words stays within 63 bits
STRIDE: Final = 0x61C88647


class SharedLuck:
    """The random draws of one world at a time. `kinds` is the kind of event or decision of each action id; `kind_count`
    is the number of kinds."""

    def __init__(self, kinds: Cells, kind_count: int) -> None:
        self.kinds = kinds
        self.seen = blank(kind_count)  # by kind: the number of events in the current turn
        self.world: i64 = 0
        self.salt: i64 = 0
        self.turn_number: i64 = 0
        self.legal = blank(MAX_LEGAL)
        self.weights = blank(MAX_LEGAL)

    def restart(self, world: i64, salt: i64) -> None:
        """Start a world, or restart it for the next candidate. The two random words identify the world."""
        self.world = world
        self.salt = salt
        self.turn_number = 0
        self.clear_seen()

    def skip_to(self, turn_number: i64, seen: Cells) -> None:
        """Continue as if this many turns had passed in the world, with these numbers of events in the current turn. So
        a later position of a game gets the draws that it would have had."""
        self.turn_number = turn_number
        i: i64 = 0
        while i < len(seen):
            self.seen[i] = seen[i]
            i += 1

    def next_turn(self) -> None:
        self.turn_number += 1
        self.clear_seen()

    def clear_seen(self) -> None:
        i: i64 = 0
        while i < len(self.seen):
            self.seen[i] = 0
            i += 1

    def draw(self, state: State) -> i64:
        """Return the outcome of a chance node."""
        n = state.fill_weights(self.weights)
        state.fill_legal(self.legal)
        return self.legal[self.select(self.legal, self.weights, n)]

    def select(self, legal: Cells, weights: Cells, n: i64) -> i64:
        """Return the index of the outcome or decision with the shortest waiting time. One of weight 0 is never
        selected."""
        key = self.event_key(self.kinds[legal[0]])
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

    def event_key(self, kind: i64) -> i64:
        """Return a random word for the next event of this kind, and count the event."""
        ordinal = self.seen[kind]
        self.seen[kind] = ordinal + 1
        turn = scramble((self.world + self.turn_number * STRIDE) & WORD)
        return scramble(turn ^ scramble((self.salt + (kind * 4096 + ordinal) * STRIDE) & WORD))


def scramble(word: i64) -> i64:
    """Hash a 32-bit word. The function is a bijection, so different words have different hashes."""
    word = ((word ^ (word >> 16)) * MULTIPLIER) & WORD
    word = ((word ^ (word >> 16)) * MULTIPLIER) & WORD
    return word ^ (word >> 16)
