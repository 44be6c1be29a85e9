"""Common random numbers: all candidate actions get the same random draws in the rollouts from one sampled state, so
that no candidate looks better because of luck.

The result of a chance event depends on the sampled state, the number of the turn, the kind of event and how many events
of this kind came before in the turn. The result does not depend on what was drawn for events of other kinds.

An outcome is selected by an exponential race: every outcome gets a random waiting time, on average shorter for a
greater weight, and the outcome with the shortest time is selected. So each outcome is as likely as its weight says. And
two states with nearly the same possible outcomes nearly always get the same outcome, even if one card is missing from
the second pile.
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
    """Makes the random draws of rollouts (simulated games). Rollouts that restart with the same two words get the same
    draws, even after different actions."""

    def __init__(self, kinds: Cells, kind_count: int) -> None:
        self.kinds = kinds  # by action id: the kind of event or decision
        self.event_counts = blank(kind_count)  # by kind: the number of events in the current turn
        self.draw_key: i64 = 0
        self.draw_salt: i64 = 0
        self.turn_number: i64 = 0
        self.legal = blank(MAX_LEGAL)  # buffer
        self.weights = blank(MAX_LEGAL)  # buffer

    def restart(self, draw_key: i64, draw_salt: i64) -> None:
        """Begin a rollout (a simulated game). All its draws are computed from these two random 32-bit words."""
        self.draw_key = draw_key
        self.draw_salt = draw_salt
        self.turn_number = 0
        self.clear_event_counts()

    def skip_to(self, turn_number: i64, event_counts: Cells) -> None:
        """Continue with the draws that follow after `turn_number` whole turns and, in the turn after them,
        `event_counts[kind]` events of each kind."""
        self.turn_number = turn_number
        kind: i64 = 0
        while kind < len(event_counts):
            self.event_counts[kind] = event_counts[kind]
            kind += 1

    def next_turn(self) -> None:
        self.turn_number += 1
        self.clear_event_counts()

    def clear_event_counts(self) -> None:
        kind: i64 = 0
        while kind < len(self.event_counts):
            self.event_counts[kind] = 0
            kind += 1

    def draw(self, state: State) -> i64:
        """Draw the outcome of the chance event in a state, and return its action id."""
        count = state.fill_weights(self.weights)
        state.fill_legal(self.legal)
        return self.legal[self.select(self.legal, self.weights, count)]

    def select(self, legal: Cells, weights: Cells, count: i64) -> i64:
        """Select one of the first `count` actions at random by weight, and return its index. Each action gets a random
        waiting time, on average shorter for a greater weight, and the shortest time wins. The time depends only on the
        event and the action id, so the same action is likely to win again in a similar state."""
        event_key = self.next_event_key(self.kinds[legal[0]])
        fastest: i64 = 0
        shortest_wait = LONGEST_WAIT
        i: i64 = 0
        while i < count:
            if weights[i] > 0:
                word = numbered_word(event_key, legal[i])
                uniform = (float(word) + 0.5) / WORD_VALUES  # between 0 and 1
                wait = -log(uniform) / float(weights[i])
                if wait < shortest_wait:
                    shortest_wait = wait
                    fastest = i
            i += 1
        return fastest

    def next_event_key(self, kind: i64) -> i64:
        """Return the 32-bit random word for the next event of this kind in the turn, and count the event."""
        event_number = self.event_counts[kind]
        self.event_counts[kind] = event_number + 1
        turn_key = numbered_word(self.draw_key, self.turn_number)
        return scramble(turn_key ^ numbered_word(self.draw_salt, kind * MAX_EVENTS + event_number))


def numbered_word(key: i64, number: i64) -> i64:
    """Return one of the random 32-bit words that belong to `key`, which is itself a 32-bit word."""
    return scramble((key + number * STRIDE) & WORD)


def scramble(word: i64) -> i64:
    """Return a hash of a 32-bit word, which is itself a 32-bit word. Different words have different hashes."""
    mixed = ((word ^ (word >> 16)) * MULTIPLIER) & WORD
    mixed = ((mixed ^ (mixed >> 16)) * MULTIPLIER) & WORD
    return mixed ^ (mixed >> 16)
