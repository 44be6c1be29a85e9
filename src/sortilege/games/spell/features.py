"""The features of a seat, which are the input of the trained nets. All seats know everything, so their features differ
only in the order of the two sides.

A card is described by the number of cells that a side needs to form it, not by its shape. So a net that was trained
with the stand-in cards is also valid for the printed cards.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot, put_thermometer
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import MAX_MISSING, MissingCells, Runes
from sortilege.games.spell.rules.spells import can_activate
from sortilege.games.spell.rules.state import SpellState

# numbers of values, or maximum counted numbers
LEADS: Final = 33  # from 16 points behind to 16 ahead
POINTS: Final = 18
MISSING: Final = 8  # numbers of missing cells: 0 to 6, and 7 if there is no card
LEVELS: Final = 4
HAND: Final = 4  # cards of a level
TILES: Final = 7
TURNS: Final = 14
PHASES: Final = 17
LAID: Final = 16
AMULETS: Final = 5

# the parts of each side; the observer's come first
SIDE_PARTS: Final = [
    ("points", POINTS),
    ("tiles awake", TILES),
    ("can wake", 1),
    ("captured", LEVELS * HAND),
    ("amulet", AMULETS),
    ("nearer rune short", LEVELS * MISSING),
    ("farther rune short", LEVELS * MISSING),
    ("pile short", LEVELS * MISSING),
]
PER_SIDE: Final = 143  # features of a side
# the offset of each part of SIDE_PARTS within the features of a side, whose first part has the points
TILES_OFFSET: Final = POINTS
ACTIVATION_OFFSET: Final = TILES_OFFSET + TILES
CAPTURED_OFFSET: Final = ACTIVATION_OFFSET + 1
AMULET_OFFSET: Final = CAPTURED_OFFSET + LEVELS * HAND
NEARER_OFFSET: Final = AMULET_OFFSET + AMULETS
FARTHER_OFFSET: Final = NEARER_OFFSET + LEVELS * MISSING
PILE_OFFSET: Final = FARTHER_OFFSET + LEVELS * MISSING
# the index where each part begins
MY_TURN: Final = 0
PHASE_AT: Final = 2
MY_GEM: Final = PHASE_AT + PHASES
TURNS_AT: Final = MY_GEM + 2
SOLO_AT: Final = TURNS_AT + 2 * TURNS
HARD_AT: Final = SOLO_AT + 1
ASYMMETRIC_AT: Final = HARD_AT + 1
TOURNAMENT_AT: Final = ASYMMETRIC_AT + 1
LAST_ROUND_AT: Final = TOURNAMENT_AT + 1
LAID_AT: Final = LAST_ROUND_AT + 1
LEAD_AT: Final = LAID_AT + LAID
TURN_AT: Final = LEAD_AT + LEADS
PILES_AT: Final = TURN_AT + 11
SIDES_AT: Final = PILES_AT + LEVELS * HAND
# the parts of what the side to move has used: mage, upheaves, levels, elementals, special tile
UPHEAVES_AT: Final = TURN_AT + 1
CLAIMS_AT: Final = UPHEAVES_AT + 2
ELEMENTALS_AT: Final = CLAIMS_AT + LEVELS
SPECIAL_AT: Final = ELEMENTALS_AT + 3


class SpellFeatures(Features):
    """The features of a seat in SPELL. In a solo game the player is purple and the scripted opponent black."""

    def __init__(self) -> None:
        parts = [
            ("whose turn", 2),
            ("phase", PHASES),
            ("who began", 2),
            ("turns begun, by who is next", 2 * TURNS),
            ("solo, hard, amulets, tournament, last round", 5),
            ("tiles laid", LAID),
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
        observer = seat
        if t[L.SOLO] != 0:
            observer = L.PURPLE
        length = fill_game(t, observer, into)
        length = fill_turn(t, into, length)
        length = fill_piles(t, state.runes, into, length)
        length = fill_side(t, observer, state.runes, SIDES_AT, into, length)
        return fill_side(t, 1 - observer, state.runes, SIDES_AT + PER_SIDE, into, length)


# Each of these functions appends its features to the `length` features that `into` already has, and returns the new
# length.
def fill_game(t: Cells, observer: i64, into: Cells) -> i64:
    """Write the features about the whole game: side to move, phase, gem holder (who plays first), turn, options, and
    the observer's lead. Return how many features `into` now has. A feature is a pair (index, value)."""
    phase = t[L.PHASE]
    mover = relation(t[L.SIDE], observer)
    length = put_one_hot(into, 0, MY_TURN, mover, 2)
    length = put_one_hot(into, length, PHASE_AT, phase, PHASES)
    if phase > L.FIRST_PLAYER:
        length = put_one_hot(into, length, MY_GEM, relation(t[L.GEM_HOLDER], observer), 2)
    turn = 2 * t[L.ROUND]
    if t[L.SIDE] != t[L.GEM_HOLDER]:
        turn += 1
    length = put_one_hot(into, length, TURNS_AT + mover * TURNS, turn, TURNS)
    length = put(into, length, SOLO_AT, t[L.SOLO])
    length = put(into, length, HARD_AT, t[L.HARD])
    length = put(into, length, ASYMMETRIC_AT, t[L.ASYMMETRIC])
    length = put(into, length, TOURNAMENT_AT, t[L.TOURNAMENT])
    if t[L.ROUND] >= last_round(t):
        length = put(into, length, LAST_ROUND_AT, 1)
    if phase == L.LAY_TILE:
        length = put_thermometer(into, length, LAID_AT, t[L.TILES_LAID], LAID)
    lead = t[L.SCORE + observer] - t[L.SCORE + 1 - observer]
    return put_one_hot(into, length, LEAD_AT, L.maximum(lead + LEADS // 2, 0), LEADS)


def relation(side: i64, observer: i64) -> i64:
    """Return 0 if a side is the observer's, 1 if it is the rival's."""
    if side == observer:
        return 0
    return 1


def fill_turn(t: Cells, into: Cells, length: i64) -> i64:
    """Write the features about what the side to move has used this turn: mage, upheaves, levels, elementals and special
    tile. `into` already has `length` features, pairs (index, value). Return the new number of features."""
    length = put(into, length, TURN_AT, t[L.MAGE_USED])
    length = put_thermometer(into, length, UPHEAVES_AT, t[L.UPHEAVES_USED], 2)
    for level in range(1, i64(LEVELS + 1)):
        if L.contains(t[L.CLAIMED_LEVELS], level):
            length = put(into, length, CLAIMS_AT + level - 1, 1)
    length = put_thermometer(into, length, ELEMENTALS_AT, L.count_bits(t[L.ELEMENTALS + t[L.SIDE]]), 3)
    if t[L.SPECIAL] != L.NONE:
        length = put(into, length, SPECIAL_AT, 1)
    return length


def fill_piles(t: Cells, runes: Runes, into: Cells, length: i64) -> i64:
    """Write the features about the number of face-down cards of each level. `into` already has `length` features.
    Return the new number of features."""
    for level in range(1, i64(LEVELS + 1)):
        cards = L.count_bits(t[L.FACE_DOWN] & runes.cards_of_level[level])
        length = put_thermometer(into, length, PILES_AT + (level - 1) * HAND, cards, HAND)
    return length


def fill_side(t: Cells, side: i64, runes: Runes, start: i64, into: Cells, length: i64) -> i64:
    """Write the features of a side: points, tiles, captured cards, amulet, and how many cells it needs to form the
    other cards. `start` is the index of the side's first feature. `into` already has `length` features. Return the new
    number of features."""
    length = put_thermometer(into, length, start, t[L.SCORE + side], POINTS)
    is_arena_complete = t[L.PHASE] > L.LAY_TILE or t[L.SOLO] != 0  # until then tiles are on the building grid
    if is_arena_complete:
        active_tiles = L.count_bits(t[L.TILES + side] & t[L.ACTIVE_TILES])
        length = put_thermometer(into, length, start + TILES_OFFSET, active_tiles, TILES)
        if t[L.MAGES + side] != 0 and can_activate(t, side):
            length = put(into, length, start + ACTIVATION_OFFSET, 1)
    for level in range(1, i64(LEVELS + 1)):
        index = start + CAPTURED_OFFSET + HAND * (level - 1)
        length = put_thermometer(into, length, index, t[L.captured_at(side, level)], HAND)
    length = put_one_hot(into, length, start + AMULET_OFFSET, t[L.AMULETS + side], AMULETS)
    if not is_arena_complete:
        return length
    return fill_missing(t, L.own_cells(t, side) & L.ARENA, runes, start, into, length)


def fill_missing(t: Cells, own_cells: i64, runes: Runes, start: i64, into: Cells, length: i64) -> i64:
    """Write the features about the cells that a side needs to form cards. For each level they are the numbers for the
    face-up card that needs fewer cells, for the other face-up card, and the average over the pile. `start` is the index
    of the side's first feature. Return the new number of features in `into`."""
    missing = MissingCells(runes)
    missing.read(own_cells)
    for level in range(1, i64(LEVELS + 1)):
        nearer = L.minimum(missing.for_card(t[L.TOP_CARD + level]), missing.for_card(t[L.SIDE_CARD + level]))
        length = put_one_hot(into, length, start + NEARER_OFFSET + MISSING * (level - 1), nearer, MISSING)
    for level in range(1, i64(LEVELS + 1)):
        farther = L.maximum(missing.for_card(t[L.TOP_CARD + level]), missing.for_card(t[L.SIDE_CARD + level]))
        length = put_one_hot(into, length, start + FARTHER_OFFSET + MISSING * (level - 1), farther, MISSING)
    for level in range(1, i64(LEVELS + 1)):
        average = average_missing(missing, t[L.FACE_DOWN] & runes.cards_of_level[level])
        length = put_one_hot(into, length, start + PILE_OFFSET + MISSING * (level - 1), average, MISSING)
    return length


def average_missing(missing: MissingCells, cards: i64) -> i64:
    """Return the average number of missing cells for the cards of a mask, rounded, or 7 for an empty mask."""
    total: i64 = 0
    count: i64 = 0
    card: i64 = 0
    while cards >> card != 0:
        if L.contains(cards, card):
            total += missing.for_card(card)
            count += 1
        card += 1
    if count == 0:
        return MAX_MISSING
    return (total + count // 2) // count  # rounds half up
