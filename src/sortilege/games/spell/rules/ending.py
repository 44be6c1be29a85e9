"""End of turn, of round and of game (SP-205 to SP-228, SP-334 to SP-336)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell.box import HARD_ROUNDS, ROUNDS, SUMMIT
from sortilege.games.spell.layout import (
    BLACK,
    CLAIMED,
    CLOSED,
    DONE,
    ELEMENTALS,
    GEM_HOLDER,
    HARD,
    MAGE_USED,
    NOTHING,
    PHASE,
    PLAY,
    PURPLE,
    REVEAL,
    ROUND,
    SCORE,
    SIDE,
    SOLO,
    SPECIAL,
    UPHEAVES,
    short_level,
)
from sortilege.games.spell.rules.runes import Runes


def end_turn(t: Cells, runes: Runes) -> None:
    """SP-205, SP-206, SP-210, SP-287: everything of this turn goes back; then the piles are refilled."""
    t[ELEMENTALS + t[SIDE]] = 0
    t[SPECIAL] = NOTHING
    t[MAGE_USED] = 0
    t[UPHEAVES] = 0
    t[CLAIMED] = 0
    t[CLOSED] = 0
    t[PHASE] = REVEAL
    if short_level(t, runes.of_level) == 0:
        pass_on(t)


def pass_on(t: Cells) -> None:
    """SP-211 to SP-213, SP-220: the other player's turn, or the round is complete and perhaps the game."""
    if t[SIDE] == t[GEM_HOLDER]:
        t[SIDE] = 1 - t[SIDE]
        t[PHASE] = PLAY
    elif finished(t):
        t[PHASE] = DONE
    else:
        t[ROUND] += 1
        t[SIDE] = t[GEM_HOLDER]
        t[PHASE] = PLAY


def last_round(t: Cells) -> i64:
    """SP-222, SP-335: the sixth round is the last, the fifth in hard solo."""
    if t[SOLO] != 0 and t[HARD] != 0:
        return HARD_ROUNDS
    return ROUNDS


def summit_reached(t: Cells) -> bool:
    """SP-221: somebody has 16 points."""
    return t[SCORE] >= SUMMIT or t[SCORE + 1] >= SUMMIT


def finished(t: Cells) -> bool:
    """Whether the round just completed was the last."""
    return summit_reached(t) or t[ROUND] >= last_round(t)


def winner(t: Cells) -> i64:
    """SP-225 to SP-227: more points win, a tie goes to the second player; SP-335: hard solo is won only with 16."""
    if t[SOLO] != 0 and t[HARD] != 0 and not summit_reached(t):
        return BLACK
    if t[SCORE] > t[SCORE + 1]:
        return BLACK
    if t[SCORE] < t[SCORE + 1]:
        return PURPLE
    return 1 - t[GEM_HOLDER]


def reason(t: Cells) -> str:
    """How the game was decided."""
    if t[SCORE] == t[SCORE + 1]:
        return "tie"
    if summit_reached(t):
        return "power"
    if t[SOLO] != 0 and t[HARD] != 0:
        return "time"
    return "rounds"
