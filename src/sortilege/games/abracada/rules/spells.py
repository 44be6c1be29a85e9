"""The effect of each spell whose call succeeded (AQ-401..460), and whether it ended the round."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.rules.scoring import score
from sortilege.games.abracada.rules.setup import remove_from_pool


def wound(t: Cells, seat: i64, lives: i64) -> None:
    """AQ-008: the seat loses lives; a loss beyond its last life is ignored."""
    left = t[L.LIFE + seat] - lives
    if left <= 0:
        left = 0
        t[L.IN] -= 1
    t[L.LIFE + seat] = left


def heal(t: Cells, seat: i64, lives: i64) -> None:
    """AQ-402: the seat gains lives, up to six in all."""
    life = t[L.LIFE + seat] + lives
    if life > box.LIVES:
        life = box.LIVES
    t[L.LIFE + seat] = life


def wound_all_others(t: Cells, me: i64, lives: i64) -> None:
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if seat != me and L.in_round(t, seat):
            wound(t, seat, lives)
        seat += 1


def resolve(t: Cells, die: i64) -> None:
    """AQ-410..460: apply the effect of a successful call, then check whether the round ended (AQ-404)."""
    me = t[L.ACTIVE]
    spell = t[L.SPELL]
    if spell == box.DRAGON:  # AQ-410
        wound_all_others(t, me, die)
    elif spell == box.GHOST:  # AQ-420
        heal(t, me, 1)
        wound_all_others(t, me, 1)
    elif spell == box.DREAM:  # AQ-425
        heal(t, me, die)
    elif spell == box.STORM:  # AQ-440; only once if both neighbours are the same player (AQ-441, AQ-813)
        left = L.left_of(t, me)
        right = L.right_of(t, me)
        wound(t, left, 1)
        if right != left:
            wound(t, right, 1)
    elif spell == box.BLIZZARD:  # AQ-450
        wound(t, L.left_of(t, me), 1)
    elif spell == box.FIREBALL:  # AQ-455
        wound(t, L.right_of(t, me), 1)
    elif spell == box.POTION:  # AQ-460
        heal(t, me, 1)
    after_success(t)


def find_secret(t: Cells, spell: i64) -> None:
    """AQ-430: the owl brings one secret stone, which only its holder sees."""
    me = t[L.ACTIVE]
    remove_from_pool(t, spell)
    t[L.LYING] -= 1
    t[L.FOUND + me * 4 + t[L.TAKEN + me]] = spell
    t[L.TAKEN + me] += 1
    after_success(t)


def after_success(t: Cells) -> None:
    """AQ-601, AQ-602, AQ-810: check whether the round ended. An emptied hand takes precedence over a kill (AQ-610)."""
    if t[L.SIZE + t[L.ACTIVE]] == 0:
        score(t, L.EMPTIED, t[L.ACTIVE])
    elif t[L.VARIANT_LAST] != 0:
        if L.how_many_in(t) == 1:
            score(t, L.LAST_STANDING, t[L.ACTIVE])
        else:
            t[L.PHASE] = L.CALL
    elif L.how_many_in(t) < t[L.SEATS]:
        score(t, L.KILL, t[L.ACTIVE])
    else:
        t[L.PHASE] = L.CALL
