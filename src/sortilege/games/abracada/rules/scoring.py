"""The end of a round, scoring, the next round and the end of the game (AQ-601..712, AQ-819..824)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import SUMMIT
from sortilege.games.abracada.rules.setup import deal, gather


def starter_after(t: Cells) -> i64:
    """AQ-709, AQ-823: the next seat clockwise that was in the round when the call that ended it was made."""
    seat = t[L.ACTIVE]
    while True:
        seat += 1
        if seat == t[L.SEATS]:
            seat = 0
        if t[L.STANDING] & L.SEAT_BIT[seat] != 0:
            return seat


def round_points(t: Cells, seat: i64, cause: i64, winner: i64) -> i64:
    """AQ-605..609, AQ-819, AQ-820: a seat earns 3, 1 or 0 points, in `last` 2 or 0, and one more per secret stone."""
    base: i64 = 0
    if t[L.VARIANT_LAST] != 0:
        if seat == winner:
            base = 2
    elif seat == winner:
        base = 3
    elif cause != L.EMPTIED and L.in_round(t, seat):
        base = 1
    if base == 0:  # AQ-606, AQ-614: no bonus for a seat without points
        return 0
    return base + t[L.TAKEN + seat]


def score(t: Cells, cause: i64, winner: i64) -> None:
    """AQ-711: record the cause, score the round and check for eight points. The table stays open until the stones are
    gathered."""
    t[L.NEXT] = starter_after(t)
    t[L.CAUSE] = cause
    t[L.PHASE] = L.GATHER
    seat: i64 = 0
    while seat < t[L.SEATS]:
        points = round_points(t, seat, cause, winner)
        t[L.POINTS + seat] = points
        t[L.SCORE + seat] += points
        if t[L.SCORE + seat] >= SUMMIT:
            t[L.PHASE] = L.DONE  # AQ-701
        seat += 1


def next_round(t: Cells, spell: i64) -> None:
    """AQ-708..710: gather all stones and deal the first one of the new round."""
    t[L.ACTIVE] = t[L.NEXT]
    gather(t)
    deal(t, spell)


def winners(t: Cells) -> list[int]:
    """AQ-703..707: of the players with eight points or more, those with the most points in the last round win, then
    those with the most lives; otherwise they share the victory."""
    best: i64 = -1
    won: list[int] = []
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if t[L.SCORE + seat] >= SUMMIT:
            merit = t[L.POINTS + seat] * 8 + t[L.LIFE + seat]
            if merit > best:
                best = merit
                won = []
            if merit == best:
                won.append(seat)
        seat += 1
    return won


def reason(t: Cells) -> str:
    """Return which criterion of AQ-703..706 decided the game."""
    finalists: list[int] = []
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if t[L.SCORE + seat] >= SUMMIT:
            finalists.append(seat)
        seat += 1
    if len(finalists) == 1:
        return "points"
    most = max([t[L.POINTS + i64(s)] for s in finalists])
    if len([s for s in finalists if t[L.POINTS + i64(s)] == most]) == 1:
        return "last round"
    if len(winners(t)) == 1:
        return "life"
    return "shared"
