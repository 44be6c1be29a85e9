"""Scoring (SB-170..176), ties (SB-185..189), and the comparison with the solo opponent (SB-212, SB-213)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L

# the points of a Familiar board, by the number of stored tokens (SB-174)
BOARD_POINTS: Final = vec[i64]([0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18])
# the points of each effect, that is of each spell at levels 3, 4 and 5 (SB-171); 0 where they vary
# fmt: off
SPELL_POINTS: Final = vec[i64](
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


FEAST_SCORING_LEVEL: Final = 5  # at which Feast scores 1 point for each stored colour (SB-430)
COMMUNION_SCORING_LEVEL: Final = 4  # at which Communion scores 1 point for each stored token of its rune (SB-590)
TRACK_START: Final = 4  # SB-212: tokens on the solo opponent's track from which it scores
TRACK_START_POINTS: Final = 14
TRACK_POINTS_PER_TOKEN: Final = 2
RANK_BASE: Final = 16  # more than any number of learned spells or pool tokens


def board_points(t: Cells, seat: i64) -> i64:
    """Return the points of a seat's Familiar board, which depend on the number of stored tokens (SB-174)."""
    return BOARD_POINTS[L.count(t, L.board_of(seat))]


def spell_points(t: Cells, seat: i64, colour: i64) -> i64:
    """Return the points of a seat's spell of a colour, or 0 if the seat has not learned it (SB-171..173)."""
    level = L.level_of(t, seat, colour)
    if level == 0:
        return 0
    spell = L.spell_of(t, colour)
    if spell == box.FEAST and level == FEAST_SCORING_LEVEL:
        return colours_stored(t, seat)
    if spell == box.KNOWLEDGE:
        return knowledge_points(t, seat, level)
    if spell == box.COMMUNION and level == COMMUNION_SCORING_LEVEL:  # SB-602
        return L.count_rune(t, L.board_of(seat), L.card_rune(t, seat, colour))
    return SPELL_POINTS[L.effect_of(spell, level)]


def colours_stored(t: Cells, seat: i64) -> i64:
    """Return the number of different colours on a seat's board (SB-430)."""
    board = L.board_of(seat)
    colours: i64 = 0
    for colour in range(i64(box.COLOURS)):
        if L.count_colour(t, board, colour) > 0:
            colours += 1
    return colours


def knowledge_points(t: Cells, seat: i64, knowledge_level: i64) -> i64:
    """Return the points of the yellow spell Knowledge at a level: 1 for each other spell that the seat has learned. At
    level 4, a spell of level 4 or 5 counts 2; at level 5, every spell counts 2 (SB-580..585)."""
    points: i64 = 0
    for colour in range(i64(box.COLOURS)):
        level = L.level_of(t, seat, colour)
        if colour != box.YELLOW and level > 0:
            points += knowledge_points_of_spell(knowledge_level, level)
    return points


def knowledge_points_of_spell(knowledge_level: i64, level: i64) -> i64:
    """Return the points of Knowledge at a level for one other learned spell, whose level is `level`: 1 or 2."""
    if knowledge_level == box.MAX_LEVEL:
        return 2
    if knowledge_level == box.MAX_LEVEL - 1 and level >= box.MAX_LEVEL - 1:
        return 2
    return 1


def score(t: Cells, seat: i64) -> i64:
    """Return a seat's score: the points of its board and spells (SB-170). Tokens in its pool do not count (SB-175)."""
    points = board_points(t, seat)
    for colour in range(i64(box.COLOURS)):
        points += spell_points(t, seat, colour)
    return points


def opponent_points(t: Cells) -> i64:
    """Return the solo opponent's points: those of its track, and 1 for each token in its lower area. A track with up to
    3 tokens has 0 points, with 4 tokens 14 points, and each further token adds 2 (SB-212)."""
    points = L.count(t, L.LOWER)
    track_tokens = L.count(t, L.TRACK)
    if track_tokens >= TRACK_START:
        points += TRACK_START_POINTS + TRACK_POINTS_PER_TOKEN * (track_tokens - TRACK_START)
    return points


# ---------------------------------------------------------------- the end
def points_and_spells(t: Cells, seat: i64) -> i64:
    """Return a number to rank seats by: points first, then the number of spells (SB-185, SB-186)."""
    return score(t, seat) * RANK_BASE + L.spells_learned(t, seat)


def ranking(t: Cells, seat: i64) -> i64:
    """Return a number to rank seats by: points first, then spells, then pool tokens (SB-185..187)."""
    return points_and_spells(t, seat) * RANK_BASE + L.count(t, L.pool_of(seat))


def winners(t: Cells) -> list[int]:
    """Return the winning seats: those that rank highest (SB-185..189), or a solo player who leads (SB-213)."""
    best_seats: list[int] = []
    if L.is_solo(t):
        if score(t, 0) > opponent_points(t):
            best_seats.append(0)
        return best_seats
    best: i64 = -1
    for seat in range(t[L.SEATS]):
        seat_ranking = ranking(t, seat)
        if seat_ranking > best:
            best = seat_ranking
            best_seats = []
        if seat_ranking == best:
            best_seats.append(seat)
    return best_seats


def reason(t: Cells) -> str:
    """Return what decided the game: "points", "spells" or "pool", the first criterion by which the winner is ahead of
    all others; "shared" if several seats win. In a solo game: "points" for a win, "opponent" for a loss, or "tie"."""
    if L.is_solo(t):
        lead = score(t, 0) - opponent_points(t)
        if lead == 0:
            return "tie"
        return "points" if lead > 0 else "opponent"
    best_seats = winners(t)
    if len(best_seats) > 1:
        return "shared"
    winner: i64 = best_seats[0]
    criterion = "points"
    for seat in range(t[L.SEATS]):
        if seat != winner and score(t, seat) == score(t, winner):
            if points_and_spells(t, seat) == points_and_spells(t, winner):
                return "pool"
            criterion = "spells"
    return criterion
