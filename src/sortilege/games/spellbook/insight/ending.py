"""Estimates whether a seat should trigger the end of the game by filling its board or book. Each later seat of the
round then has one last Day. All values are in hundredths of a point."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.weights import LAST_DAY_MARGIN
from sortilege.games.spellbook.rules.learning import payable_with_triples
from sortilege.games.spellbook.rules.scoring import BOARD_POINTS, SPELL_POINTS, opponent_points, score

WIN_BONUS: Final = 800  # for ending a game that is won
LOSS_PENALTY: Final = -500  # for ending a game that is lost
SOLO_NIGHT_GAIN: Final = 2  # points that the solo opponent may gain on its track in the Night
# Rounds after which bots no longer avoid the end of the game. Otherwise all could wait for each other for ever.
MAX_WAITING_ROUNDS: Final = 25


def ending_bonus(t: Cells, seat: i64, constants: Cells) -> i64:
    """Return the bonus or penalty, in addition to the score, for a seat that has triggered the end of the game.
    `constants` are the constants of a `Weights`."""
    if L.is_solo(t):
        return solo_ending_bonus(t)
    own_score = 100 * score(t, seat)
    for rival in range(t[L.SEATS]):
        if rival != seat and 100 * score(t, rival) + last_day_gain(t, rival, seat, constants) >= own_score:
            if t[L.DAY] > MAX_WAITING_ROUNDS * t[L.SEATS] or L.supply(t) == 0:
                return 0
            return LOSS_PENALTY
    return WIN_BONUS


def solo_ending_bonus(t: Cells) -> i64:
    """Return the bonus or penalty for ending a solo game today."""
    if score(t, 0) > opponent_points(t) + SOLO_NIGHT_GAIN:
        return WIN_BONUS
    if L.count(t, L.TRACK) >= box.SOLO_SPACES - 1:
        return 0  # the game ends today in any case
    return LOSS_PENALTY


def last_day_gain(t: Cells, seat: i64, ending_seat: i64, constants: Cells) -> i64:
    """Estimate what a seat may still gain after `ending_seat` has triggered the end: nothing if it has no Day left in
    the last round (SB-163)."""
    if L.place_in_round(t, seat) < L.place_in_round(t, ending_seat):
        return 0
    gain: i64 = 0
    if L.supply(t) > 0:
        gain = constants[LAST_DAY_MARGIN]
    stored = L.count(t, L.board_of(seat))
    if stored < box.SPACES:
        gain += 100 * (BOARD_POINTS[stored + 1] - BOARD_POINTS[stored])
    return gain + 100 * best_learnable_points(t, seat)


def best_learnable_points(t: Cells, seat: i64) -> i64:
    """Return the points of the best spell that a seat can pay for, or 0."""
    best: i64 = 0
    for colour in range(i64(box.COLOURS)):
        level = payable_with_triples(t, L.pool_of(seat), colour)
        if level >= box.MIN_LEVEL and L.level_of(t, seat, colour) == 0:
            effect = L.effect_of(L.spell_of(t, colour), L.smaller(level, box.MAX_LEVEL))
            best = L.larger(best, SPELL_POINTS[effect])
    return best
