"""Common random numbers: every candidate action gets the same random draws in one world (a simulated future).

The result of a chance event depends on the world, the number of the turn, the kind of event and how many events of that
kind came before it in the turn. It does not depend on what was drawn for events of other kinds.

An outcome is selected by an exponential race. Every outcome gets a random waiting time, which is shorter on average the
greater its weight, and the shortest one wins, so each outcome is as likely as its weight says. Two states with nearly
the same possible outcomes get the same one in nearly every world, even if one card is missing from the second pile.
"""

from __future__ import annotations

from math import log
from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.rng import WORD
from sortilege.core.engine.state import MAX_LEGAL, State

LONGEST_WAIT: Final = 1e300
WORD_VALUES: Final = 4294967296.0  # the number of 32-bit words
MULTIPLIER: Final = 0x45D9F3B  # under 2**31, so that a product of words stays within 63 bits
STRIDE: Final = 0x61C88647  # the golden ratio of 2**32: its multiples are spread evenly over the words
MAX_EVENTS: Final = 4096  # events of one kind in a turn


class SharedLuck:
    """Makes the random draws of one world at a time. `kinds` has the kind of event or decision of each action id.
    `kind_count` is the number of kinds."""

    def __init__(self, kinds: Cells, kind_count: int) -> None:
        self.kinds = kinds
        self.event_counts = blank(kind_count)  # by kind: the number of events in the current turn
        self.world_key: i64 = 0
        self.world_salt: i64 = 0
        self.turn_number: i64 = 0
        self.legal = blank(MAX_LEGAL)
        self.weights = blank(MAX_LEGAL)

    def restart(self, world_key: i64, world_salt: i64) -> None:
        """Start a world, or restart it for the next candidate. The two random words identify the world."""
        self.world_key = world_key
        self.world_salt = world_salt
        self.turn_number = 0
        self.clear_event_counts()

    def skip_to(self, turn_number: i64, event_counts: Cells) -> None:
        """Continue as if `turn_number` turns had passed in the world, with these events in the current turn.
        `event_counts` has the number of events by kind. So a later position of a game gets the same draws as if it had
        been reached by a rollout."""
        self.turn_number = turn_number
        i: i64 = 0
        while i < len(event_counts):
            self.event_counts[i] = event_counts[i]
            i += 1

    def next_turn(self) -> None:
        self.turn_number += 1
        self.clear_event_counts()

    def clear_event_counts(self) -> None:
        i: i64 = 0
        while i < len(self.event_counts):
            self.event_counts[i] = 0
            i += 1

    def draw(self, state: State) -> i64:
        """Return the outcome of the chance event that the state waits for, as an action id."""
        count = state.fill_weights(self.weights)
        state.fill_legal(self.legal)
        return self.legal[self.select(self.legal, self.weights, count)]

    def select(self, legal: Cells, weights: Cells, count: i64) -> i64:
        """Return the index of the action with the shortest waiting time, among the first `count`. An action of weight 0
        is never selected."""
        key = self.event_key(self.kinds[legal[0]])
        fastest: i64 = 0
        shortest_wait = LONGEST_WAIT
        i: i64 = 0
        while i < count:
            if weights[i] > 0:
                word = scramble((key + legal[i] * STRIDE) & WORD)
                uniform = (float(word) + 0.5) / WORD_VALUES  # between 0 and 1
                wait = -log(uniform) / float(weights[i])
                if wait < shortest_wait:
                    shortest_wait = wait
                    fastest = i
            i += 1
        return fastest

    def event_key(self, kind: i64) -> i64:
        """Return a random 32-bit word for the next event of this kind, and count the event."""
        ordinal = self.event_counts[kind]
        self.event_counts[kind] = ordinal + 1
        turn_key = scramble((self.world_key + self.turn_number * STRIDE) & WORD)
        return scramble(turn_key ^ scramble((self.world_salt + (kind * MAX_EVENTS + ordinal) * STRIDE) & WORD))


def scramble(word: i64) -> i64:
    """Return the hash of a 32-bit word. The function is a bijection, so different words have different hashes."""
    word = ((word ^ (word >> 16)) * MULTIPLIER) & WORD
    word = ((word ^ (word >> 16)) * MULTIPLIER) & WORD
    return word ^ (word >> 16)
