"""The features of a seat: all stones but its own, and the probability that it holds each spell.

Flags per seat, the observer first, then clockwise. Once a round is scored only what outlasts it is written: the scores
and who begins.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS, SUMMIT
from sortilege.games.abracada.insight.odds import Odds
from sortilege.games.abracada.insight.prices import mean_roll

STEPS: Final = 12  # resolution of probabilities
COPIES: Final = 4  # maximum counted copies of a spell in a hand
PARTS: Final = [
    ("seats", 4),  # 2 to 5
    ("options", 3),  # last, easy, penalty
    ("die", 6),  # its mean, rounded down
    ("phase", 10),
    ("turn", 5),  # the active seat; after scoring: who begins the next round
    ("last", 9),  # the spell last cast this turn
    ("resolving", 18),  # a call waiting for chance: failed or not, and the spell
    ("score", 5 * 9),
    ("one more", 5),  # one point in this round would win the match
    ("victory", 5),  # winning this round would win the match
    ("life", 5 * 7),
    ("taken", 5 * 5),
    ("size", 5 * 6),
    ("hands", 5 * 8 * COPIES),  # empty for the observer
    ("barred", 5 * 8),  # how many stones of a seat cannot be this spell because of its failed call
    ("lying", 5),
    ("pile", 16),
    ("unseen", 8 * 9),  # stones of each spell that the observer cannot see
    ("odds", 8 * (STEPS + 1)),  # probability that the observer holds each spell
]
# The index where each part begins.
OPTIONS_AT: Final = 4
DIE_AT: Final = 7
PHASE_AT: Final = 13
TURN_AT: Final = 23
LAST_AT: Final = 28
RESOLVING_AT: Final = 37
SCORE_AT: Final = 55
ONE_MORE_AT: Final = 100
VICTORY_AT: Final = 105
LIFE_AT: Final = 110
TAKEN_AT: Final = 145
SIZE_AT: Final = 170
HANDS_AT: Final = 200
EXCLUDED_AT: Final = 360
LYING_AT: Final = 400
PILE_AT: Final = 405
UNSEEN_AT: Final = 421
ODDS_AT: Final = 493


class AbracadaFeatures(Features):
    """The features of a seat in Abracada… Quoi ?"""

    def __init__(self) -> None:
        super().__init__(PARTS)
        self.odds = Odds()

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        t = state.cells
        n = fill_match(t, seat, into)
        if t[L.PHASE] == L.GATHER or t[L.PHASE] == L.DONE:
            return n
        n = fill_seats(t, seat, into, n)
        n = fill_stones(t, seat, into, n)
        return self.fill_own(t, seat, into, n)

    def fill_own(self, t: Cells, seat: i64, into: Cells, n: i64) -> i64:
        """Write the unseen stones and the probability that the seat holds each spell."""
        n = put(into, n, LYING_AT + t[L.LYING], 1)
        n = put_one_hot(into, n, PILE_AT, L.pile(t), 16)
        odds = self.odds
        odds.compute(t, seat, 1)
        spell: i64 = 1
        while spell <= KINDS:
            n = put(into, n, UNSEEN_AT + (spell - 1) * 9 + odds.unseen[spell], 1)
            spell += 1
        spell = 1
        while spell <= KINDS:
            step = i64(odds.chances[spell] * float(STEPS) + 0.5)
            n = put(into, n, ODDS_AT + (spell - 1) * (STEPS + 1) + step, 1)
            spell += 1
        return n


def place(t: Cells, seat: i64, other: i64) -> i64:
    """Return how many places clockwise of the observer a seat is."""
    away = other - seat
    if away < 0:
        away += t[L.SEATS]
    return away


def seat_at(t: Cells, seat: i64, away: i64) -> i64:
    """Return the seat that is `away` places clockwise of the observer."""
    other = seat + away
    if other >= t[L.SEATS]:
        other -= t[L.SEATS]
    return other


# ---------------------------------------------------------------- parts of the vector
def fill_match(t: Cells, seat: i64, into: Cells) -> i64:
    """Write the table size and options, whose turn it is, the phase and the scores."""
    phase = t[L.PHASE]
    if phase == L.LIFT:  # no seat may notice this chance node
        phase = L.CALL
    n = put(into, 0, t[L.SEATS] - 2, 1)
    if t[L.VARIANT_LAST] != 0:
        n = put(into, n, OPTIONS_AT, 1)
    if t[L.EASY] != 0:
        n = put(into, n, OPTIONS_AT + 1, 1)
    if t[L.PENALTY] != 0:
        n = put(into, n, OPTIONS_AT + 2, 1)
    n = put(into, n, DIE_AT - 1 + i64(mean_roll(t)), 1)
    n = put(into, n, PHASE_AT + phase, 1)
    if phase == L.GATHER:
        n = put(into, n, TURN_AT + place(t, seat, t[L.NEXT]), 1)
    else:
        n = put(into, n, TURN_AT + place(t, seat, t[L.ACTIVE]), 1)
    if phase == L.CALL:
        n = put(into, n, LAST_AT + t[L.LAST], 1)
    elif phase == L.ROLL or phase == L.SECRET:
        n = put(into, n, RESOLVING_AT + 9 * t[L.HIT] + t[L.SPELL], 1)
    away: i64 = 0
    while away < t[L.SEATS]:
        n = put_one_hot(into, n, SCORE_AT + 9 * away, t[L.SCORE + seat_at(t, seat, away)], SUMMIT + 1)
        away += 1
    return n


def fill_seats(t: Cells, seat: i64, into: Cells, n: i64) -> i64:
    """Write how near each seat is to winning, its lives, secret stones and hand size."""
    n = fill_near_victory(t, seat, into, n, ONE_MORE_AT, 1)
    if t[L.VARIANT_LAST] != 0:
        n = fill_near_victory(t, seat, into, n, VICTORY_AT, 2)
    else:
        n = fill_near_victory(t, seat, into, n, VICTORY_AT, 3)
    n = fill_each(t, seat, into, n, L.LIFE, LIFE_AT, 7)
    n = fill_each(t, seat, into, n, L.TAKEN, TAKEN_AT, 5)
    return fill_each(t, seat, into, n, L.SIZE, SIZE_AT, 6)


def fill_near_victory(t: Cells, seat: i64, into: Cells, n: i64, at: i64, points: i64) -> i64:
    """Flag the seats that would win with this many points plus their secret stones."""
    away: i64 = 0
    while away < t[L.SEATS]:
        other = seat_at(t, seat, away)
        if t[L.SCORE + other] + points + t[L.TAKEN + other] >= SUMMIT:
            n = put(into, n, at + away, 1)
        away += 1
    return n


def fill_each(t: Cells, seat: i64, into: Cells, n: i64, cell: i64, at: i64, width: i64) -> i64:
    """Write a one-hot code of a cell for each seat."""
    away: i64 = 0
    while away < t[L.SEATS]:
        n = put(into, n, at + width * away + t[cell + seat_at(t, seat, away)], 1)
        away += 1
    return n


def fill_stones(t: Cells, seat: i64, into: Cells, n: i64) -> i64:
    """Write the stones of the other seats, and what failed calls tell about every seat."""
    away: i64 = 1
    while away < t[L.SEATS]:
        other = seat_at(t, seat, away)
        spell: i64 = 1
        while spell <= KINDS:
            at = HANDS_AT + (away * 8 + spell - 1) * COPIES
            n = put_one_hot(into, n, at, L.copies_in_hand(t, other, spell) - 1, COPIES)
            spell += 1
        away += 1
    away = 0
    while away < t[L.SEATS]:
        other = seat_at(t, seat, away)
        spell = 1
        while spell <= KINDS:
            n = put(into, n, EXCLUDED_AT + away * 8 + spell - 1, count_excluded(t, other, spell))
            spell += 1
        away += 1
    return n


def count_excluded(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones of a seat cannot be this spell, because they stood there when the seat called it and
    failed."""
    since = L.dealt_at_miss(t, seat, spell)
    stones: i64 = 0
    if since > 0:
        i: i64 = 0
        while i < t[L.SIZE + seat]:
            if t[L.HANDS + seat * 5 + i] >> 4 < since:
                stones += 1
            i += 1
    return stones
