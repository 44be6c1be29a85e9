"""End of turn, of round and of game (SP-205 to SP-228, SP-334 to SP-336)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import box
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.runes import Runes


def end_turn(t: Cells, runes: Runes) -> None:
    """SP-205, SP-206, SP-210, SP-287: everything of this turn goes back; then the piles are refilled."""
    t[L.ELEMENTALS + t[L.SIDE]] = 0
    t[L.SPECIAL] = L.NOTHING
    t[L.MAGE_USED] = 0
    t[L.UPHEAVES] = 0
    t[L.CLAIMED] = 0
    t[L.CLOSED] = 0
    t[L.PHASE] = L.REVEAL
    if L.short_level(t, runes.of_level) == 0:
        pass_on(t)


def pass_on(t: Cells) -> None:
    """SP-211 to SP-213, SP-220: the other player's turn, or the round is complete and perhaps the game."""
    if t[L.SIDE] == t[L.GEM_HOLDER]:
        t[L.SIDE] = 1 - t[L.SIDE]
        t[L.PHASE] = L.PLAY
    elif finished(t):
        t[L.PHASE] = L.DONE
    else:
        t[L.ROUND] += 1
        t[L.SIDE] = t[L.GEM_HOLDER]
        t[L.PHASE] = L.PLAY


def last_round(t: Cells) -> i64:
    """SP-222, SP-335: the sixth round is the last, the fifth in hard solo."""
    if t[L.SOLO] != 0 and t[L.HARD] != 0:
        return box.HARD_ROUNDS
    return box.ROUNDS


def summit_reached(t: Cells) -> bool:
    """SP-221: somebody has 16 points."""
    return t[L.SCORE] >= box.SUMMIT or t[L.SCORE + 1] >= box.SUMMIT


def finished(t: Cells) -> bool:
    """Whether the round just completed was the last."""
    return summit_reached(t) or t[L.ROUND] >= last_round(t)


def winner(t: Cells) -> i64:
    """SP-225 to SP-227: more points win, a tie goes to the second player; SP-335: hard solo is won only with 16."""
    if t[L.SOLO] != 0 and t[L.HARD] != 0 and not summit_reached(t):
        return L.BLACK
    if t[L.SCORE] > t[L.SCORE + 1]:
        return L.BLACK
    if t[L.SCORE] < t[L.SCORE + 1]:
        return L.PURPLE
    return 1 - t[L.GEM_HOLDER]


def reason(t: Cells) -> str:
    """How the game was decided."""
    if t[L.SCORE] == t[L.SCORE + 1]:
        return "tie"
    if summit_reached(t):
        return "power"
    if t[L.SOLO] != 0 and t[L.HARD] != 0:
        return "time"
    return "rounds"
