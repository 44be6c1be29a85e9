"""The end of a round, scoring, the next round and the end of the game (AQ-601..712, AQ-819..824)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import SURVIVOR_POINTS, WINNER_POINTS, WINNER_POINTS_IN_LAST, WINNING_SCORE
from sortilege.games.abracada.rules.setup import deal, gather

NOBODY: Final = -1  # as the winner of a round


def starter_after(t: Cells) -> i64:
    """Return the starter of the next round: the next seat clockwise in the round at the last call (AQ-709, AQ-823)."""
    seat = t[L.ACTIVE]
    while True:
        seat += 1
        if seat == t[L.SEATS]:
            seat = 0
        if t[L.IN_AT_CALL] & L.SEAT_BIT[seat] != 0:
            return seat


def round_points(t: Cells, seat: i64, cause: i64, winner: i64) -> i64:
    """Return the points that a seat gets for a round: the points of a winner or survivor, plus one per secret stone
    (AQ-605..609, AQ-819, AQ-820). `winner` is the seat that won the round, or NOBODY."""
    base: i64 = 0
    if t[L.VARIANT_LAST] != 0:
        if seat == winner:
            base = WINNER_POINTS_IN_LAST
    elif seat == winner:
        base = WINNER_POINTS
    elif cause != L.EMPTIED and L.in_round(t, seat):
        base = SURVIVOR_POINTS
    if base == 0:  # AQ-606, AQ-614: no bonus for a seat without points
        return 0
    return base + t[L.SECRETS_HELD + seat]


def score(t: Cells, cause: i64, winner: i64) -> None:
    """End the round, add its points to the scores, and end the game if a seat has eight points. All stones stay visible
    until the next round begins (AQ-711). `winner` is the seat that won the round, or NOBODY."""
    t[L.NEXT_STARTER] = starter_after(t)
    t[L.CAUSE] = cause
    t[L.PHASE] = L.GATHER
    for seat in range(t[L.SEATS]):
        points = round_points(t, seat, cause, winner)
        t[L.POINTS + seat] = points
        t[L.SCORE + seat] += points
        if t[L.SCORE + seat] >= WINNING_SCORE:
            t[L.PHASE] = L.DONE  # AQ-701


def next_round(t: Cells, spell: i64) -> None:
    """Gather all stones and deal the first stone of the new round, which has this spell (AQ-708..710)."""
    t[L.ACTIVE] = t[L.NEXT_STARTER]
    gather(t)
    deal(t, spell)


def winners(t: Cells) -> list[int]:
    """Return the winners. Of the seats with eight points or more, the seat with the most points in the last round wins.
    A tie is broken by the most lives; seats that are still tied share the victory (AQ-703..707)."""
    seats = finalists(t)
    if len(seats) < 2:
        return seats
    most_points = max([t[L.POINTS + i64(seat)] for seat in seats])
    seats = [seat for seat in seats if t[L.POINTS + i64(seat)] == most_points]
    most_lives = max([t[L.LIFE + i64(seat)] for seat in seats])
    return [seat for seat in seats if t[L.LIFE + i64(seat)] == most_lives]


def finalists(t: Cells) -> list[int]:
    """Return the seats with enough points to win the game."""
    return [seat for seat in range(t[L.SEATS]) if t[L.SCORE + i64(seat)] >= WINNING_SCORE]


def reason(t: Cells) -> str:
    """Return the criterion that decided the game (AQ-703..706), as a key of words.toml."""
    points = [t[L.POINTS + i64(seat)] for seat in finalists(t)]
    if len(points) == 1:
        return "points"
    if points.count(max(points)) == 1:
        return "last round"
    if len(winners(t)) == 1:
        return "life"
    return "shared"
