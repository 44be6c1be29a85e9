"""The effect of each spell (AQ-401..460), and whether it ended the round."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.rules.scoring import score
from sortilege.games.abracada.rules.setup import remove_from_pool


def wound(t: Cells, seat: i64, lives: i64) -> None:
    """Take this many lives from a seat, at most all it has. A seat without lives is out of the round (AQ-008)."""
    remaining = t[L.LIFE + seat] - lives
    if remaining <= 0:
        remaining = 0
        t[L.PLAYERS_IN] -= 1
    t[L.LIFE + seat] = remaining


def heal(t: Cells, seat: i64, lives: i64) -> None:
    """Give lives to a seat, up to six in all (AQ-402)."""
    life = t[L.LIFE + seat] + lives
    if life > box.LIVES:
        life = box.LIVES
    t[L.LIFE + seat] = life


def wound_all_others(t: Cells, own_seat: i64, lost_lives: i64) -> None:
    """Take this number of lives from every seat in the round except the own seat."""
    for seat in range(t[L.SEATS]):
        if seat != own_seat and L.in_round(t, seat):
            wound(t, seat, lost_lives)


def resolve(t: Cells, die: i64) -> None:
    """Apply the effect of the spell just cast (AQ-410..460), then end the round if necessary (AQ-404). `die` is the
    number rolled for a dragon or a dream; for other spells it is 0."""
    active_seat = t[L.ACTIVE]
    spell = t[L.SPELL]
    if spell == box.DRAGON:  # AQ-410
        wound_all_others(t, active_seat, die)
    elif spell == box.GHOST:  # AQ-420
        heal(t, active_seat, 1)
        wound_all_others(t, active_seat, 1)
    elif spell == box.DREAM:  # AQ-425
        heal(t, active_seat, die)
    elif spell == box.STORM:  # AQ-440; only once if both neighbours are the same player (AQ-441, AQ-813)
        left = L.left_of(t, active_seat)
        right = L.right_of(t, active_seat)
        wound(t, left, 1)
        if right != left:
            wound(t, right, 1)
    elif spell == box.BLIZZARD:  # AQ-450
        wound(t, L.left_of(t, active_seat), 1)
    elif spell == box.FIREBALL:  # AQ-455
        wound(t, L.right_of(t, active_seat), 1)
    elif spell == box.POTION:  # AQ-460
        heal(t, active_seat, 1)
    after_success(t)


def give_secret(t: Cells, spell: i64) -> None:
    """Give the active seat a secret stone of this spell, which other seats do not see (AQ-430)."""
    active_seat = t[L.ACTIVE]
    remove_from_pool(t, spell)
    t[L.SECRETS_LEFT] -= 1
    t[L.secret_cell(active_seat, t[L.SECRETS_HELD + active_seat])] = spell
    t[L.SECRETS_HELD + active_seat] += 1
    after_success(t)


def after_success(t: Cells) -> None:
    """End the round if the active seat emptied its hand, took a player's last life or is the only seat left; otherwise
    it may call again (AQ-601, AQ-602, AQ-810). An empty hand takes precedence over a kill (AQ-610)."""
    active_seat = t[L.ACTIVE]
    if t[L.HAND_SIZE + active_seat] == 0:
        score(t, L.EMPTIED, active_seat)
    elif t[L.VARIANT_LAST] != 0 and t[L.PLAYERS_IN] == 1:
        score(t, L.LAST_STANDING, active_seat)
    elif t[L.VARIANT_LAST] == 0 and t[L.PLAYERS_IN] < t[L.SEATS]:
        score(t, L.KILL, active_seat)
    else:
        t[L.PHASE] = L.CALL
