"""The features of a seat, the observer: all stones except its own, and the probability that it has each spell.

Every feature is a flag. A section with flags for each seat begins with the observer and continues clockwise. After a
round is scored, only the scores and the next starter are written, because nothing else matters for the next round.

Parameters: `into` is the buffer to write to, and `count` the number of features already in it. Every function that
writes features returns the new count.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND, KINDS, LIVES, SECRETS, WINNING_SCORE
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
    ("score", 5 * 9),  # for each of five seats: 0 to 8 points
    ("one more", 5),  # one point, plus one per secret stone, would win the game
    ("victory", 5),  # winning this round would win the game
    ("life", 5 * 7),
    ("taken", 5 * 5),  # secret stones
    ("size", 5 * 6),  # of the hand
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
    """The features of a seat in Abracada… Quoi ?, which a net uses to predict the winner."""

    def __init__(self) -> None:
        super().__init__(PARTS)
        self.odds = Odds()

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        t = state.cells
        count = fill_match(t, seat, into)
        if t[L.PHASE] == L.GATHER or t[L.PHASE] == L.DONE:
            return count
        count = fill_seats(t, seat, into, count)
        count = fill_stones(t, seat, into, count)
        return self.fill_unseen(t, seat, into, count)

    def fill_unseen(self, t: Cells, observer: i64, into: Cells, count: i64) -> i64:
        """Write the stones that the observer cannot see, and for each spell the probability, in STEPS steps, that the
        observer has at least one stone of it."""
        count = put(into, count, LYING_AT + t[L.SECRETS_LEFT], 1)
        count = put_one_hot(into, count, PILE_AT, L.pile(t), 16)
        odds = self.odds
        odds.compute(t, observer, 1)
        spell: i64 = 1
        while spell <= KINDS:
            count = put(into, count, UNSEEN_AT + (spell - 1) * SPELL_OPTIONS + odds.unseen[spell], 1)
            spell += 1
        spell = 1
        while spell <= KINDS:
            step = i64(odds.probabilities[spell] * float(STEPS) + 0.5)  # rounded
            count = put(into, count, ODDS_AT + (spell - 1) * (STEPS + 1) + step, 1)
            spell += 1
        return count


def distance(t: Cells, observer: i64, other: i64) -> i64:
    """Return how many places clockwise of the observer another seat is."""
    places = other - observer
    if places < 0:
        places += t[L.SEATS]
    return places


def seat_at(t: Cells, observer: i64, places: i64) -> i64:
    """Return the seat that is so many places clockwise of the observer."""
    other = observer + places
    if other >= t[L.SEATS]:
        other -= t[L.SEATS]
    return other


# ---------------------------------------------------------------- sections of the vector
def fill_match(t: Cells, observer: i64, into: Cells) -> i64:
    """Write the number of seats, the options, the phase, whose turn it is and the scores. Return the new `count`."""
    phase = t[L.PHASE]
    if phase == L.LIFT:  # no seat may notice this chance node
        phase = L.CALL
    count = put(into, 0, t[L.SEATS] - 2, 1)  # the first section: 2 to 5 seats
    if t[L.VARIANT_LAST] != 0:
        count = put(into, count, OPTIONS_AT, 1)
    if t[L.EASY] != 0:
        count = put(into, count, OPTIONS_AT + 1, 1)
    if t[L.PENALTY] != 0:
        count = put(into, count, OPTIONS_AT + 2, 1)
    count = put(into, count, DIE_AT - 1 + i64(mean_roll(t)), 1)  # a mean of 1 to 6
    count = put(into, count, PHASE_AT + phase, 1)
    if phase == L.GATHER:
        count = put(into, count, TURN_AT + distance(t, observer, t[L.NEXT_STARTER]), 1)
    else:
        count = put(into, count, TURN_AT + distance(t, observer, t[L.ACTIVE]), 1)
    if phase == L.CALL:
        count = put(into, count, LAST_AT + t[L.LAST_SPELL], 1)
    elif phase == L.ROLL or phase == L.SECRET:
        count = put(into, count, RESOLVING_AT + SPELL_OPTIONS * t[L.HIT] + t[L.SPELL], 1)
    places: i64 = 0
    while places < t[L.SEATS]:
        count = put_one_hot(
            into, count, SCORE_AT + 9 * places, t[L.SCORE + seat_at(t, observer, places)], WINNING_SCORE + 1
        )
        places += 1
    return count


def fill_seats(t: Cells, observer: i64, into: Cells, count: i64) -> i64:
    """Write for each seat which points would win the game, its lives, secret stones and hand size.
    `count` is the number of pairs (index, value) in `into`; return the new `count`."""
    count = fill_near_victory(t, observer, into, count, ONE_MORE_AT, 1)
    if t[L.VARIANT_LAST] != 0:  # the winner of a round gets two points instead of three
        count = fill_near_victory(t, observer, into, count, VICTORY_AT, 2)
    else:
        count = fill_near_victory(t, observer, into, count, VICTORY_AT, 3)
    count = fill_each(t, observer, into, count, L.LIFE, LIFE_AT, LIVES + 1)
    count = fill_each(t, observer, into, count, L.SECRETS_HELD, TAKEN_AT, SECRETS + 1)
    return fill_each(t, observer, into, count, L.HAND_SIZE, SIZE_AT, HAND + 1)


def fill_near_victory(t: Cells, observer: i64, into: Cells, count: i64, start: i64, points: i64) -> i64:
    """Flag every seat that would win the game with `points` and its secret stones. The section begins at `start`.
    Return the new `count`."""
    places: i64 = 0
    while places < t[L.SEATS]:
        other = seat_at(t, observer, places)
        if t[L.SCORE + other] + points + t[L.SECRETS_HELD + other] >= WINNING_SCORE:
            count = put(into, count, start + places, 1)
        places += 1
    return count


def fill_each(t: Cells, observer: i64, into: Cells, count: i64, cell: i64, start: i64, width: i64) -> i64:
    """Write a number of each seat, such as its lives, as a one-hot code. `cell` contains the number of seat 0, followed
    by those of the other seats. `start` is the index of the section, which has `width` flags per seat. Return
    the new `count`."""
    places: i64 = 0
    while places < t[L.SEATS]:
        count = put(into, count, start + width * places + t[cell + seat_at(t, observer, places)], 1)
        places += 1
    return count


def fill_stones(t: Cells, observer: i64, into: Cells, count: i64) -> i64:
    """Write the stones of the other seats, and for every seat how many stones a failed call excludes from a spell.
    Return the new `count`."""
    places: i64 = 1
    while places < t[L.SEATS]:
        other = seat_at(t, observer, places)
        spell: i64 = 1
        while spell <= KINDS:
            start = HANDS_AT + (places * KINDS + spell - 1) * COPIES
            count = put_one_hot(into, count, start, L.copies_in_hand(t, other, spell) - 1, COPIES)
            spell += 1
        places += 1
    places = 0
    while places < t[L.SEATS]:
        other = seat_at(t, observer, places)
        spell = 1
        while spell <= KINDS:
            count = put(into, count, EXCLUDED_AT + places * KINDS + spell - 1, count_excluded(t, other, spell))
            spell += 1
        places += 1
    return count


def count_excluded(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones of a seat cannot be of this spell, because the seat failed to call it after the deal."""
    dealt = L.dealt_at_miss(t, seat, spell)
    stones: i64 = 0
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + seat]:
        if L.serial_at(t, seat, slot) < dealt:  # dealt before the failed call
            stones += 1
        slot += 1
    return stones
