"""The features of a seat, the observer: all stones except its own, and the probability that it has each spell.

They are flags. Sections with flags per seat begin with the observer and go on clockwise. After a round is scored, only
the scores and the next starter are written, because nothing else matters for the next round.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND, KINDS, LIVES, SECRETS, SUMMIT
from sortilege.games.abracada.insight.odds import Odds
from sortilege.games.abracada.insight.prices import mean_roll

STEPS: Final = 12  # a probability is rounded to a multiple of 1 / STEPS
COPIES: Final = 4  # stones of a spell in a hand; more count as this many
SPELL_OPTIONS: Final = 9  # one of eight spells, or none; also a number of stones from 0 to 8
PARTS: Final = [
    ("seats", 4),  # 2 to 5
    ("options", 3),  # last, easy, penalty
    ("die", 6),  # its mean, rounded down
    ("phase", 10),
    ("turn", 5),  # the active seat; after scoring: who begins the next round
    ("last", SPELL_OPTIONS),  # the spell last cast this turn
    ("resolving", 2 * SPELL_OPTIONS),  # a call waiting for chance: first if it failed, then if it succeeded
    ("score", 5 * 9),
    ("one more", 5),  # the base of one point in this round would win the game
    ("victory", 5),  # winning this round would win the game
    ("life", 5 * 7),
    ("taken", 5 * 5),
    ("size", 5 * 6),
    ("hands", 5 * KINDS * COPIES),  # empty for the observer
    ("barred", 5 * KINDS),  # how many stones of a seat cannot be this spell because of its failed call
    ("lying", 5),  # secret stones left in the middle
    ("pile", 16),
    ("unseen", KINDS * SPELL_OPTIONS),  # stones of each spell that the observer cannot see
    ("odds", KINDS * (STEPS + 1)),  # probability that the observer has each spell
]
# The index where each section begins.
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
    """The features of a seat in Abracada… Quoi ?

    In this module `n` is the number of features written so far. Every function returns the new number.
    """

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
        return self.fill_unseen(t, seat, into, n)

    def fill_unseen(self, t: Cells, seat: i64, into: Cells, n: i64) -> i64:
        """Write the stones that the observer `seat` cannot see, and the probability that it has each spell."""
        n = put(into, n, LYING_AT + t[L.SECRETS_LEFT], 1)
        n = put_one_hot(into, n, PILE_AT, L.pile(t), 16)
        odds = self.odds
        odds.compute(t, seat, 1)
        spell: i64 = 1
        while spell <= KINDS:
            n = put(into, n, UNSEEN_AT + (spell - 1) * SPELL_OPTIONS + odds.unseen[spell], 1)
            spell += 1
        spell = 1
        while spell <= KINDS:
            step = i64(odds.chances[spell] * float(STEPS) + 0.5)  # rounded
            n = put(into, n, ODDS_AT + (spell - 1) * (STEPS + 1) + step, 1)
            spell += 1
        return n


def distance(t: Cells, seat: i64, other: i64) -> i64:
    """Return how many places clockwise of the observer `seat` another seat is."""
    places = other - seat
    if places < 0:
        places += t[L.SEATS]
    return places


def seat_at(t: Cells, seat: i64, places: i64) -> i64:
    """Return the seat that is so many places clockwise of the observer `seat`."""
    other = seat + places
    if other >= t[L.SEATS]:
        other -= t[L.SEATS]
    return other


# ---------------------------------------------------------------- sections of the vector
def fill_match(t: Cells, seat: i64, into: Cells) -> i64:
    """Write the number of seats, the options, the phase, whose turn it is and the scores."""
    phase = t[L.PHASE]
    if phase == L.LIFT:  # no seat may notice this chance node
        phase = L.CALL
    n = put(into, 0, t[L.SEATS] - 2, 1)  # the first section: 2 to 5 seats
    if t[L.VARIANT_LAST] != 0:
        n = put(into, n, OPTIONS_AT, 1)
    if t[L.EASY] != 0:
        n = put(into, n, OPTIONS_AT + 1, 1)
    if t[L.PENALTY] != 0:
        n = put(into, n, OPTIONS_AT + 2, 1)
    n = put(into, n, DIE_AT - 1 + i64(mean_roll(t)), 1)  # a mean of 1 to 6
    n = put(into, n, PHASE_AT + phase, 1)
    if phase == L.GATHER:
        n = put(into, n, TURN_AT + distance(t, seat, t[L.NEXT_STARTER]), 1)
    else:
        n = put(into, n, TURN_AT + distance(t, seat, t[L.ACTIVE]), 1)
    if phase == L.CALL:
        n = put(into, n, LAST_AT + t[L.LAST_SPELL], 1)
    elif phase == L.ROLL or phase == L.SECRET:
        n = put(into, n, RESOLVING_AT + SPELL_OPTIONS * t[L.HIT] + t[L.SPELL], 1)
    places: i64 = 0
    while places < t[L.SEATS]:
        n = put_one_hot(into, n, SCORE_AT + 9 * places, t[L.SCORE + seat_at(t, seat, places)], SUMMIT + 1)
        places += 1
    return n


def fill_seats(t: Cells, seat: i64, into: Cells, n: i64) -> i64:
    """Write how near each seat is to winning the game, its lives, secret stones and hand size."""
    n = fill_near_victory(t, seat, into, n, ONE_MORE_AT, 1)
    if t[L.VARIANT_LAST] != 0:
        n = fill_near_victory(t, seat, into, n, VICTORY_AT, 2)
    else:
        n = fill_near_victory(t, seat, into, n, VICTORY_AT, 3)
    n = fill_each(t, seat, into, n, L.LIFE, LIFE_AT, LIVES + 1)
    n = fill_each(t, seat, into, n, L.SECRETS_HELD, TAKEN_AT, SECRETS + 1)
    return fill_each(t, seat, into, n, L.HAND_SIZE, SIZE_AT, HAND + 1)


def fill_near_victory(t: Cells, seat: i64, into: Cells, n: i64, start: i64, points: i64) -> i64:
    """Flag the seats that would win with this many points plus their secret stones. The section begins at `start`."""
    places: i64 = 0
    while places < t[L.SEATS]:
        other = seat_at(t, seat, places)
        if t[L.SCORE + other] + points + t[L.SECRETS_HELD + other] >= SUMMIT:
            n = put(into, n, start + places, 1)
        places += 1
    return n


def fill_each(t: Cells, seat: i64, into: Cells, n: i64, cell: i64, start: i64, width: i64) -> i64:
    """Write a one-hot code of a number for each seat. `cell` has the number of seat 0; the section begins at `start`
    and has `width` flags per seat."""
    places: i64 = 0
    while places < t[L.SEATS]:
        n = put(into, n, start + width * places + t[cell + seat_at(t, seat, places)], 1)
        places += 1
    return n


def fill_stones(t: Cells, seat: i64, into: Cells, n: i64) -> i64:
    """Write the stones of the other seats, and what failed calls tell about every seat."""
    places: i64 = 1
    while places < t[L.SEATS]:
        other = seat_at(t, seat, places)
        spell: i64 = 1
        while spell <= KINDS:
            start = HANDS_AT + (places * KINDS + spell - 1) * COPIES
            n = put_one_hot(into, n, start, L.copies_in_hand(t, other, spell) - 1, COPIES)
            spell += 1
        places += 1
    places = 0
    while places < t[L.SEATS]:
        other = seat_at(t, seat, places)
        spell = 1
        while spell <= KINDS:
            n = put(into, n, EXCLUDED_AT + places * KINDS + spell - 1, count_excluded(t, other, spell))
            spell += 1
        places += 1
    return n


def count_excluded(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones of a seat cannot be this spell, because they stood there when the seat failed to call
    it."""
    dealt = L.dealt_at_miss(t, seat, spell)
    stones: i64 = 0
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + seat]:
        if L.serial_at(t, seat, slot) < dealt:  # dealt before that call
            stones += 1
        slot += 1
    return stones
