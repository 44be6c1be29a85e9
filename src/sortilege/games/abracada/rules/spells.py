"""What each spell does once its stone was there (AQ-401..460), and whether that ended the round."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.abracada.box import BLIZZARD, DRAGON, DREAM, FIREBALL, GHOST, LIVES, POTION, STORM
from sortilege.games.abracada.layout import (
    ACTIVE,
    CALL,
    EMPTIED,
    FOUND,
    IN,
    KILL,
    LAST_STANDING,
    LIFE,
    LYING,
    PHASE,
    SEATS,
    SIZE,
    SPELL,
    TAKEN,
    VARIANT_LAST,
    how_many_in,
    in_round,
    left_of,
    right_of,
)
from sortilege.games.abracada.rules.scoring import score
from sortilege.games.abracada.rules.setup import leave_pool


def wound(t: Cells, seat: i64, lives: i64) -> None:
    """AQ-008: a loss beyond what is left is ignored."""
    left = t[LIFE + seat] - lives
    if left <= 0:
        left = 0
        t[IN] -= 1
    t[LIFE + seat] = left


def heal(t: Cells, seat: i64, lives: i64) -> None:
    """AQ-402: life stops at six."""
    life = t[LIFE + seat] + lives
    if life > LIVES:
        life = LIVES
    t[LIFE + seat] = life


def wound_all_others(t: Cells, me: i64, lives: i64) -> None:
    seat: i64 = 0
    while seat < t[SEATS]:
        if seat != me and in_round(t, seat):
            wound(t, seat, lives)
        seat += 1


def resolve(t: Cells, die: i64) -> None:
    """The effect of a spell that was there (AQ-410..460), then whether it ended the round (AQ-404)."""
    me = t[ACTIVE]
    spell = t[SPELL]
    if spell == DRAGON:  # AQ-410
        wound_all_others(t, me, die)
    elif spell == GHOST:  # AQ-420
        heal(t, me, 1)
        wound_all_others(t, me, 1)
    elif spell == DREAM:  # AQ-425
        heal(t, me, die)
    elif spell == STORM:  # AQ-440, and only once where left and right are the same player (AQ-441, AQ-813)
        left = left_of(t, me)
        right = right_of(t, me)
        wound(t, left, 1)
        if right != left:
            wound(t, right, 1)
    elif spell == BLIZZARD:  # AQ-450
        wound(t, left_of(t, me), 1)
    elif spell == FIREBALL:  # AQ-455
        wound(t, right_of(t, me), 1)
    elif spell == POTION:  # AQ-460
        heal(t, me, 1)
    after_success(t)


def find_secret(t: Cells, spell: i64) -> None:
    """AQ-430: the singer brings one secret stone, seen by its holder only."""
    me = t[ACTIVE]
    leave_pool(t, spell)
    t[LYING] -= 1
    t[FOUND + me * 4 + t[TAKEN + me]] = spell
    t[TAKEN + me] += 1
    after_success(t)


def after_success(t: Cells) -> None:
    """AQ-601, AQ-602, AQ-810: has the round ended? An emptied hand comes before a kill (AQ-610)."""
    if t[SIZE + t[ACTIVE]] == 0:
        score(t, EMPTIED, t[ACTIVE])
    elif t[VARIANT_LAST] != 0:
        if how_many_in(t) == 1:
            score(t, LAST_STANDING, t[ACTIVE])
        else:
            t[PHASE] = CALL
    elif how_many_in(t) < t[SEATS]:
        score(t, KILL, t[ACTIVE])
    else:
        t[PHASE] = CALL
