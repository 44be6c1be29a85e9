"""The features of a seat, the observer: all stones except its own, and the probability that it has each spell.

Every feature is a flag. A section with flags for each seat begins with the observer and continues clockwise. After a
round is scored, only the scores and the next starter are written, because nothing else matters for the next round.

Every function that writes features appends pairs (index, value) to the buffer `into`. Its parameter `count` is the
number of pairs already in the buffer, and it returns the new number.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND, KINDS, LIVES, SECRETS, WINNING_SCORE
from sortilege.games.abracada.insight.odds import Odds
from sortilege.games.abracada.insight.prices import mean_roll

STEPS: Final = 12  # a probability is rounded to a multiple of 1 / STEPS
COPIES: Final = 4  # stones of a spell in a hand; more count as this many
SPELL_OPTIONS: Final = 9  # one of eight spells, or none; also a number of stones from 0 to 8
SCORE_OPTIONS: Final = 9  # a score of 0 to 8
PILE_OPTIONS: Final = 16  # 0 to 14 stones in the pile, or more
MIN_SEATS: Final = 2
PARTS: Final = [
    ("seats", 4),  # 2 to 5
    ("options", 3),  # last, easy, penalty
    ("die", 6),  # its mean, rounded down
    ("phase", 10),
    ("turn", 5),  # the active seat; after scoring: who begins the next round
    ("last", SPELL_OPTIONS),  # the spell last cast this turn
    ("resolving", 2 * SPELL_OPTIONS),  # a call waiting for chance: first if it failed, then if it succeeded
    ("score", 5 * SCORE_OPTIONS),  # for each of five seats: 0 to 8 points
    ("one more", 5),  # one point, plus one per secret stone, would win the game
    ("victory", 5),  # winning this round would win the game
    ("life", 5 * 7),
    ("taken", 5 * 5),  # secret stones
    ("size", 5 * 6),  # of the hand
    ("hands", 5 * KINDS * COPIES),  # empty for the observer
    ("barred", 5 * KINDS),  # how many stones of a seat cannot be this spell because of its failed call
    ("lying", 5),  # secret stones left in the middle
    ("pile", PILE_OPTIONS),
    ("unseen", KINDS * SPELL_OPTIONS),  # stones of each spell that the observer cannot see
    ("odds", KINDS * (STEPS + 1)),  # probability that the observer has each spell
]
# The index where each section begins.
SEATS_AT: Final = 0
VARIANT_LAST_AT: Final = 4
EASY_AT: Final = 5
PENALTY_AT: Final = 6
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
SECRETS_LEFT_AT: Final = 400
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
        """Append flags for the stones that the observer cannot see. For each spell, also append flags for the
        probability that the observer has a stone of it, rounded to a multiple of 1 / STEPS. Return the new number of
        pairs in `into`."""
        count = put(into, count, SECRETS_LEFT_AT + t[L.SECRETS_LEFT], 1)
        count = put_one_hot(into, count, PILE_AT, L.pile(t), PILE_OPTIONS)
        odds = self.odds
        odds.compute(t, observer, lowest=1)
        for spell in range(1, i64(KINDS + 1)):
            first_flag = UNSEEN_AT + (spell - 1) * SPELL_OPTIONS
            count = put(into, count, first_flag + odds.unseen[spell], 1)
        for spell in range(1, i64(KINDS + 1)):
            first_flag = ODDS_AT + (spell - 1) * (STEPS + 1)
            rounded_steps = i64(odds.probabilities[spell] * float(STEPS) + 0.5)
            count = put(into, count, first_flag + rounded_steps, 1)
        return count


def distance(t: Cells, observer: i64, other: i64) -> i64:
    """Return how many seats clockwise from the observer another seat is; 0 for the observer itself."""
    seats_away = other - observer
    if seats_away < 0:
        seats_away += t[L.SEATS]
    return seats_away


def seat_clockwise(t: Cells, observer: i64, seats_away: i64) -> i64:
    """Return the seat that is `seats_away` seats clockwise from the observer."""
    other = observer + seats_away
    if other >= t[L.SEATS]:
        other -= t[L.SEATS]
    return other


# ---------------------------------------------------------------- sections of the vector
def fill_match(t: Cells, observer: i64, into: Cells) -> i64:
    """Write the number of seats, the options, the phase, the active seat and the scores. Return the number of pairs."""
    phase = t[L.PHASE]
    if phase == L.LIFT:  # no seat may notice this chance node
        phase = L.CALL
    count = put(into, 0, SEATS_AT + t[L.SEATS] - MIN_SEATS, 1)
    if t[L.VARIANT_LAST] != 0:
        count = put(into, count, VARIANT_LAST_AT, 1)
    if t[L.EASY] != 0:
        count = put(into, count, EASY_AT, 1)
    if t[L.PENALTY] != 0:
        count = put(into, count, PENALTY_AT, 1)
    rounded_mean_roll = i64(mean_roll(t))  # 1 to 6
    count = put(into, count, DIE_AT + rounded_mean_roll - 1, 1)
    count = put(into, count, PHASE_AT + phase, 1)
    active = t[L.ACTIVE]
    if phase == L.GATHER:
        active = t[L.NEXT_STARTER]
    count = put(into, count, TURN_AT + distance(t, observer, active), 1)
    if phase == L.CALL:
        count = put(into, count, LAST_AT + t[L.LAST_SPELL], 1)
    elif phase == L.ROLL or phase == L.SECRET:
        count = put(into, count, RESOLVING_AT + SPELL_OPTIONS * t[L.HIT] + t[L.SPELL], 1)
    for seats_away in range(t[L.SEATS]):
        score = t[L.SCORE + seat_clockwise(t, observer, seats_away)]
        count = put_one_hot(into, count, SCORE_AT + SCORE_OPTIONS * seats_away, score, SCORE_OPTIONS)
    return count


def fill_seats(t: Cells, observer: i64, into: Cells, count: i64) -> i64:
    """Append flags for each seat: whether it would win the game as a survivor or winner of this round, its lives,
    secret stones and hand size. Return the new number of pairs in `into`."""
    winner_points: i64 = box.WINNER_POINTS
    if t[L.VARIANT_LAST] != 0:
        winner_points = box.WINNER_POINTS_IN_LAST
    count = fill_near_victory(t, observer, into, count, ONE_MORE_AT, box.SURVIVOR_POINTS)
    count = fill_near_victory(t, observer, into, count, VICTORY_AT, winner_points)
    count = fill_per_seat(t, observer, into, count, L.LIFE, LIFE_AT, LIVES + 1)
    count = fill_per_seat(t, observer, into, count, L.SECRETS_HELD, TAKEN_AT, SECRETS + 1)
    return fill_per_seat(t, observer, into, count, L.HAND_SIZE, SIZE_AT, HAND + 1)


def fill_near_victory(t: Cells, observer: i64, into: Cells, count: i64, first_flag: i64, points: i64) -> i64:
    """Append a flag for each seat that would win the game with `points` more points and one per secret stone.
    `first_flag` is the index of the observer's flag. Return the new number of pairs in `into`."""
    for seats_away in range(t[L.SEATS]):
        other = seat_clockwise(t, observer, seats_away)
        if t[L.SCORE + other] + points + t[L.SECRETS_HELD + other] >= WINNING_SCORE:
            count = put(into, count, first_flag + seats_away, 1)
    return count


def fill_per_seat(t: Cells, observer: i64, into: Cells, count: i64, seat_0_cell: i64, start: i64, width: i64) -> i64:
    """Append a flag for each seat that tells a number of the seat, such as its lives. The numbers are in the cells from
    `seat_0_cell` on. The flags begin at `start`, with `width` flags per seat. Return the new number of pairs."""
    for seats_away in range(t[L.SEATS]):
        number = t[seat_0_cell + seat_clockwise(t, observer, seats_away)]
        count = put(into, count, start + width * seats_away + number, 1)
    return count


def fill_stones(t: Cells, observer: i64, into: Cells, count: i64) -> i64:
    """Append how many stones of each spell the other seats have, and then, for every seat and spell, how many of the
    seat's stones cannot have this spell because of a failed call. Return the new number of pairs in `into`."""
    for seats_away in range(1, t[L.SEATS]):
        other = seat_clockwise(t, observer, seats_away)
        for spell in range(1, i64(KINDS + 1)):
            first_flag = HANDS_AT + seat_and_spell(seats_away, spell) * COPIES
            count = put_one_hot(into, count, first_flag, L.copies_in_hand(t, other, spell) - 1, COPIES)
    for seats_away in range(t[L.SEATS]):
        other = seat_clockwise(t, observer, seats_away)
        for spell in range(1, i64(KINDS + 1)):
            count = put(into, count, EXCLUDED_AT + seat_and_spell(seats_away, spell), count_excluded(t, other, spell))
    return count


def seat_and_spell(seats_away: i64, spell: i64) -> i64:
    """Return the index of a seat, `seats_away` clockwise from the observer, and a spell among all such pairs."""
    return seats_away * KINDS + spell - 1


def count_excluded(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones of a seat cannot have this spell, because the seat had them when it failed to call it."""
    dealt_before_failure = L.dealt_at_miss(t, seat, spell)
    excluded: i64 = 0
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + seat]:
        if L.serial_at(t, seat, slot) < dealt_before_failure:
            excluded += 1
        slot += 1
    return excluded
