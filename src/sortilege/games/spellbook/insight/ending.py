"""Estimates whether a seat should trigger the end of the game by filling its board or book. Each later seat of the
round then has one last Day. All values are in hundredths of a point."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.weights import LAST_DAY_MARGIN, ONE_POINT
from sortilege.games.spellbook.rules.learning import payable_with_triples
from sortilege.games.spellbook.rules.scoring import BOARD_POINTS, SPELL_POINTS, opponent_points, score

WIN_BONUS: Final = 800  # for ending a game that is won
LOSS_PENALTY: Final = -500  # for ending a game that is lost
SOLO_NIGHT_GAIN: Final = 2  # points that the solo opponent may gain on its track in the Night
# Rounds after which bots no longer avoid the end of the game. Otherwise all could wait for each other for ever.
MAX_WAITING_ROUNDS: Final = 25


def ending_bonus(t: Cells, seat: i64, constants: Cells) -> i64:
    """Return the value of triggering the end of the game, in hundredths of a point: a bonus if the seat will probably
    win, a penalty if a rival can catch up on its last Day (turn). `constants` are weights of the evaluation."""
    if L.is_solo(t):
        return solo_ending_bonus(t)
    own_score = ONE_POINT * score(t, seat)
    for rival in range(t[L.SEATS]):
        if rival == seat:
            continue
        expected_score = ONE_POINT * score(t, rival) + last_day_gain(t, rival, seat, constants)
        if expected_score >= own_score:
            return loss_penalty(t)
    return WIN_BONUS


def loss_penalty(t: Cells) -> i64:
    """Return the penalty for ending a lost game. It is 0 if waiting would not help any more."""
    if t[L.DAY] > MAX_WAITING_ROUNDS * t[L.SEATS] or L.supply(t) == 0:
        return 0
    return LOSS_PENALTY


def solo_ending_bonus(t: Cells) -> i64:
    """Return the value of ending a solo game today: a bonus for a win, a penalty for an avoidable loss."""
    if score(t, 0) > opponent_points(t) + SOLO_NIGHT_GAIN:
        return WIN_BONUS
    is_last_day = L.count(t, L.TRACK) >= box.SOLO_SPACES - 1
    if is_last_day:
        return 0
    return LOSS_PENALTY


def last_day_gain(t: Cells, seat: i64, ending_seat: i64, constants: Cells) -> i64:
    """Estimate how much a seat can still gain after `ending_seat` has triggered the end (SB-163)."""
    if L.place_in_round(t, seat) < L.place_in_round(t, ending_seat):
        return 0
    gain: i64 = 0
    if L.supply(t) > 0:
        gain = constants[LAST_DAY_MARGIN]
    stored = L.count(t, L.board_of(seat))
    if stored < box.SPACES:
        gain += ONE_POINT * (BOARD_POINTS[stored + 1] - BOARD_POINTS[stored])
    return gain + ONE_POINT * best_learnable_points(t, seat)


def best_learnable_points(t: Cells, seat: i64) -> i64:
    """Return the points of the best spell that a seat can pay for and has not learned, or 0."""
    most_points: i64 = 0
    for colour in range(i64(box.COLOURS)):
        units = payable_with_triples(t, L.pool_of(seat), colour)  # a spell costs one unit per level
        if units >= box.MIN_LEVEL and L.level_of(t, seat, colour) == 0:
            effect = L.effect_of(L.spell_of(t, colour), L.smaller(units, box.MAX_LEVEL))
            most_points = L.larger(most_points, SPELL_POINTS[effect])
    return most_points
