"""Scoring (SB-170..176), ties (SB-185..189), and the comparison with the solo opponent (SB-212, SB-213)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L

# FAMILIAR[k]: the points of a board with k stored tokens (SB-174)
FAMILIAR: Final = vec[i64]([0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18])
# the points of each spell at levels 3, 4, 5 (SB-171); 0 where they vary
# fmt: off
POINTS: Final = vec[i64](
    [
        1, 2, 3, 2, 3, 4, 0, 2, 5,
        3, 4, 5, 4, 4, 4, 2, 3, 4,
        1, 2, 3, 3, 4, 5, 3, 4, 6,
        2, 4, 6, 3, 4, 5, 2, 2, 0,
        2, 4, 6, 4, 6, 8, 4, 5, 6,
        4, 4, 4, 3, 6, 0, 2, 3, 6,
        3, 5, 7, 0, 0, 0, 0, 0, 0,
    ]
)
# fmt: on


def board_points(t: Cells, seat: i64) -> i64:
    """SB-174: return the points of a Familiar board: the lowest value still visible."""
    return FAMILIAR[t[L.board_of(seat) + L.SIZE]]


def spell_points(t: Cells, seat: i64, colour: i64) -> i64:
    """SB-171..173: return the points of a learned spell at its present level."""
    level = L.level_of(t, seat, colour)
    if level == 0:
        return 0
    spell = L.spell_of(t, colour)
    if colour == box.BLACK and spell == box.FEAST and level == 5:
        return colours_stored(t, seat)
    if colour == box.YELLOW:
        if spell == box.KNOWLEDGE:
            return knowledge_points(t, seat, level)
        if spell == box.COMMUNION and level == 4:  # SB-590, SB-602
            return t[L.board_of(seat) + L.BY_RUNE + L.rune_of(t, seat, box.YELLOW)]
    return POINTS[spell * 3 + level - 3]


def colours_stored(t: Cells, seat: i64) -> i64:
    """SB-430: return the number of different colours on a seat's board."""
    n: i64 = 0
    row = L.board_of(seat) + 3
    end = row + L.BY_RUNE
    while row < end:
        if t[row] > 0:
            n += 1
        row += 4
    return n


def knowledge_points(t: Cells, seat: i64, level: i64) -> i64:
    """SB-580..585: return the points of Knowledge: 1 or 2 for each other learned spell."""
    n: i64 = 0
    colour: i64 = 0
    while colour < box.COLOURS:
        other = L.level_of(t, seat, colour)
        if colour != box.YELLOW and other > 0:
            n += 1
            if level == 5 or (level == 4 and other >= 4):
                n += 1
        colour += 1
    return n


def score(t: Cells, seat: i64) -> i64:
    """SB-170: return the points of board and spells. Tokens in the pool, on the altar and in the box do not count
    (SB-175)."""
    points = board_points(t, seat)
    colour: i64 = 0
    while colour < box.COLOURS:
        points += spell_points(t, seat, colour)
        colour += 1
    return points


def opponent_points(t: Cells) -> i64:
    """SB-212: return the solo opponent's points: the value reached on its track, and 1 for each token in its lower
    area."""
    k = t[L.TRACK + L.SIZE]
    if k < 4:
        return t[L.LOWER + L.SIZE]
    return 14 + 2 * (k - 4) + t[L.LOWER + L.SIZE]


def merit(t: Cells, seat: i64) -> i64:
    """SB-185..187: return the rank of a seat as one number, from its points, then its learned spells, then its pool
    tokens."""
    return score(t, seat) * 256 + L.spells_learned(t, seat) * 16 + L.pool_size(t, seat)


def winners(t: Cells) -> list[int]:
    """SB-185..189: return the seats with the highest rank. In a solo game the player needs more points than the
    opponent (SB-213)."""
    won: list[int] = []
    if L.is_solo(t):
        if score(t, 0) > opponent_points(t):
            won.append(0)
        return won
    best: i64 = -1
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if merit(t, seat) > best:
            best = merit(t, seat)
            won = []
        if merit(t, seat) == best:
            won.append(seat)
        seat += 1
    return won


def reason(t: Cells) -> str:
    """Return what decided the game: the first criterion that only the winner meets best."""
    if L.is_solo(t):
        ahead = score(t, 0) - opponent_points(t)
        if ahead == 0:
            return "tie"
        return "points" if ahead > 0 else "opponent"
    best = winners(t)
    if len(best) > 1:
        return "shared"
    mine = merit(t, best[0])
    close = "points"
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if seat != best[0] and merit(t, seat) // 256 == mine // 256:
            if merit(t, seat) // 16 == mine // 16:
                return "pool"
            close = "spells"
        seat += 1
    return close
