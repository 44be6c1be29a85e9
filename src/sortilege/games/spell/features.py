"""The features of a seat. All seats know everything, so they differ only in the order of the sides.

A card counts by the number of cells that a side misses to form it, not by its shape, so that a net trained with the
stand-in cards is valid for the printed ones.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot, put_thermometer
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.turn_cards import NO_CARD, missing_of
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.setup import maximum, minimum
from sortilege.games.spell.rules.spells import can_activate
from sortilege.games.spell.rules.state import SpellState

LEADS: Final = 33  # from 16 points behind to 16 ahead
POINTS: Final = 18
SHORT: Final = 8  # numbers of missing cells: 0 to 6, and 7 if there is no card
LEVELS: Final = 4
HAND: Final = 4  # maximum counted cards of a level
TILES: Final = 7
CLOCK: Final = 14
PHASES: Final = 17

# the parts of each side; the observer's come first
SIDE_PARTS: Final = [
    ("points", POINTS),
    ("tiles awake", TILES),
    ("can wake", 1),
    ("captured", LEVELS * HAND),
    ("amulet", 5),
    ("nearer rune short", LEVELS * SHORT),
    ("farther rune short", LEVELS * SHORT),
    ("pile short", LEVELS * SHORT),
]
PER_SIDE: Final = 143
# the index where each part begins
MY_TURN: Final = 0
PHASE_AT: Final = 2
MY_GEM: Final = PHASE_AT + PHASES
CLOCK_AT: Final = MY_GEM + 2
TABLE_AT: Final = CLOCK_AT + 2 * CLOCK
LAID_AT: Final = TABLE_AT + 5
LEAD_AT: Final = LAID_AT + 16
TURN_AT: Final = LEAD_AT + LEADS
PILES_AT: Final = TURN_AT + 11
SIDES_AT: Final = PILES_AT + LEVELS * HAND


class SpellFeatures(Features):
    """The features of a seat in SPELL. In solo the player is purple and the script is black."""

    def __init__(self) -> None:
        parts = [
            ("whose turn", 2),
            ("phase", PHASES),
            ("who began", 2),
            ("turns begun, by who is next", 2 * CLOCK),
            ("solo, hard, amulets, tournament, last round", 5),
            ("tiles laid", 16),
            ("lead", LEADS),
            ("used in this turn", 11),
            ("piles", LEVELS * HAND),
        ]
        parts += [(f"my {name}", size) for name, size in SIDE_PARTS]
        parts += [(f"their {name}", size) for name, size in SIDE_PARTS]
        super().__init__(parts)

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        assert isinstance(state, SpellState)
        t = state.cells
        me = seat
        if t[L.SOLO] != 0:
            me = L.PURPLE
        n = fill_moment(t, me, into)
        n = fill_turn(t, into, n)
        n = fill_piles(t, state.runes, into, n)
        n = fill_side(t, me, state.runes, SIDES_AT, into, n)
        return fill_side(t, 1 - me, state.runes, SIDES_AT + PER_SIDE, into, n)


def fill_moment(t: Cells, me: i64, into: Cells) -> i64:
    """Write whose turn it is, the phase, the round, the kind of game and the lead."""
    phase = t[L.PHASE]
    mover: i64 = 0  # 0 for the observer, 1 for the rival
    if t[L.SIDE] != me:
        mover = 1
    n = put_one_hot(into, 0, MY_TURN, mover, 2)
    n = put_one_hot(into, n, PHASE_AT, phase, PHASES)
    holder: i64 = 0
    if t[L.GEM_HOLDER] != me:
        holder = 1
    if phase > L.FIRST_PLAYER:
        n = put_one_hot(into, n, MY_GEM, holder, 2)
    turn = 2 * t[L.ROUND]
    if t[L.SIDE] != t[L.GEM_HOLDER]:
        turn += 1
    n = put_one_hot(into, n, CLOCK_AT + mover * CLOCK, turn, CLOCK)
    n = put(into, n, TABLE_AT, t[L.SOLO])
    n = put(into, n, TABLE_AT + 1, t[L.HARD])
    n = put(into, n, TABLE_AT + 2, t[L.ASYMMETRIC])
    n = put(into, n, TABLE_AT + 3, t[L.TOURNAMENT])
    if t[L.ROUND] >= last_round(t):
        n = put(into, n, TABLE_AT + 4, 1)
    if phase == L.LAY_TILE:
        n = put_thermometer(into, n, LAID_AT, t[L.TILES_LAID], 16)
    lead = t[L.SCORE + me] - t[L.SCORE + 1 - me] + LEADS // 2
    if lead < 0:
        lead = 0
    return put_one_hot(into, n, LEAD_AT, lead, LEADS)


def fill_turn(t: Cells, into: Cells, n: i64) -> i64:
    """Write what the side on turn has used this turn."""
    n = put(into, n, TURN_AT, t[L.MAGE_USED])
    n = put_thermometer(into, n, TURN_AT + 1, t[L.UPHEAVES_USED], 2)
    level: i64 = 1
    while level <= LEVELS:
        n = put(into, n, TURN_AT + 2 + level, (t[L.CLAIMED_LEVELS] >> level) & 1)
        level += 1
    n = put_thermometer(into, n, TURN_AT + 7, L.count_bits(t[L.ELEMENTALS + t[L.SIDE]]), 3)
    if t[L.SPECIAL] >= 0:
        n = put(into, n, TURN_AT + 10, 1)
    return n


def fill_piles(t: Cells, runes: Runes, into: Cells, n: i64) -> i64:
    """Write the number of face-down cards of each level."""
    level: i64 = 1
    while level <= LEVELS:
        cards = L.count_bits(t[L.FACE_DOWN] & runes.of_level[level])
        n = put_thermometer(into, n, PILES_AT + (level - 1) * HAND, cards, HAND)
        level += 1
    return n


def fill_side(t: Cells, side: i64, runes: Runes, at: i64, into: Cells, n: i64) -> i64:
    """Write the points, tiles, cards and amulet of a side, and how many cells it misses for the cards."""
    n = put_thermometer(into, n, at, t[L.SCORE + side], POINTS)
    at += POINTS
    is_complete = t[L.PHASE] > L.LAY_TILE or t[L.SOLO] != 0  # until then tiles are on the building grid
    if is_complete:
        n = put_thermometer(into, n, at, L.count_bits(t[L.TILES + side] & t[L.ACTIVE_TILES]), TILES)
        if t[L.MAGES + side] != 0 and can_activate(t, side, L.free_tiles(t)):
            n = put(into, n, at + TILES, 1)
    at += TILES + 1
    level: i64 = 1
    while level <= LEVELS:
        n = put_thermometer(into, n, at, t[L.CAPTURED + side * 4 + level], HAND)
        at += HAND
        level += 1
    n = put_one_hot(into, n, at, t[L.AMULETS + side], 5)
    at += 5
    if not is_complete:
        return n
    return fill_runes(t, L.own_cells(t, side) & L.ARENA, runes, at, into, n)


def fill_runes(t: Cells, own: i64, runes: Runes, at: i64, into: Cells, n: i64) -> i64:
    """Write for each level how many cells the own cells miss for the two face-up cards, the smaller number first, and
    on average for the cards of the pile."""
    low = runes.shortfalls(own, 0)
    high = runes.shortfalls(own, 1)
    part: i64 = 0
    while part < 3:
        level: i64 = 1
        while level <= LEVELS:
            top = missing_or_no_card(low, high, t[L.TOP_CARD + level])
            side = missing_or_no_card(low, high, t[L.SIDE_CARD + level])
            missing = minimum(top, side)
            if part == 1:
                missing = maximum(top, side)
            elif part == 2:
                missing = average_missing(low, high, t[L.FACE_DOWN] & runes.of_level[level])
            n = put_one_hot(into, n, at, missing, SHORT)
            at += SHORT
            level += 1
        part += 1
    return n


def missing_or_no_card(low: i64, high: i64, card: i64) -> i64:
    """Return the number of missing cells of a face-up card, NO_CARD if its place is empty."""
    if card < 0:
        return NO_CARD
    return missing_of(low, high, card)


def average_missing(low: i64, high: i64, cards: i64) -> i64:
    """Return the rounded average number of missing cells of these cards, NO_CARD if there are none."""
    total: i64 = 0
    n: i64 = 0
    card: i64 = 0
    while cards >> card != 0:
        if (cards >> card) & 1 != 0:
            total += missing_of(low, high, card)
            n += 1
        card += 1
    if n == 0:
        return NO_CARD
    return (2 * total + n) // (2 * n)
