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

# the parts of each side; the observer's come first
SIDE_PARTS: Final = [
    ("points", POINTS),
    ("tiles awake", TILES),
    ("can wake", 1),
    ("captured", LEVELS * HAND),
    ("amulet", 5),
    ("nearer rune short", LEVELS * MISSING),
    ("farther rune short", LEVELS * MISSING),
    ("pile short", LEVELS * MISSING),
]
PER_SIDE: Final = 143  # features of a side
# the index where each part begins
MY_TURN: Final = 0
PHASE_AT: Final = 2
MY_GEM: Final = PHASE_AT + PHASES
TURNS_AT: Final = MY_GEM + 2
TABLE_AT: Final = TURNS_AT + 2 * TURNS
LAID_AT: Final = TABLE_AT + 5
LEAD_AT: Final = LAID_AT + 16
TURN_AT: Final = LEAD_AT + LEADS
PILES_AT: Final = TURN_AT + 11
SIDES_AT: Final = PILES_AT + LEVELS * HAND
# the parts of what the side on turn has used: mage, upheaves, levels, elementals, special tile
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
        observer = seat
        if t[L.SOLO] != 0:
            observer = L.PURPLE
        length = fill_game(t, observer, into)
        length = fill_turn(t, into, length)
        length = fill_piles(t, state.runes, into, length)
        length = fill_side(t, observer, state.runes, SIDES_AT, into, length)
        return fill_side(t, 1 - observer, state.runes, SIDES_AT + PER_SIDE, into, length)


# Each of these functions appends its features to the `length` features that `into` already has, and returns the new
# length. `index` is the number of the first feature that the function may write.
def fill_game(t: Cells, observer: i64, into: Cells) -> i64:
    """Write the features about the whole game: side on turn, phase, round, kind of game, and the observer's lead.
    Return the number of pairs (index, value) that are now in `into`."""
    phase = t[L.PHASE]
    mover: i64 = 0  # 0 for the observer, 1 for the rival
    if t[L.SIDE] != observer:
        mover = 1
    length = put_one_hot(into, 0, MY_TURN, mover, 2)
    length = put_one_hot(into, length, PHASE_AT, phase, PHASES)
    holder: i64 = 0
    if t[L.GEM_HOLDER] != observer:
        holder = 1
    if phase > L.FIRST_PLAYER:
        length = put_one_hot(into, length, MY_GEM, holder, 2)
    turn = 2 * t[L.ROUND]
    if t[L.SIDE] != t[L.GEM_HOLDER]:
        turn += 1
    length = put_one_hot(into, length, TURNS_AT + mover * TURNS, turn, TURNS)
    length = put(into, length, TABLE_AT, t[L.SOLO])  # five features in the order of the part's name
    length = put(into, length, TABLE_AT + 1, t[L.HARD])
    length = put(into, length, TABLE_AT + 2, t[L.ASYMMETRIC])
    length = put(into, length, TABLE_AT + 3, t[L.TOURNAMENT])
    if t[L.ROUND] >= last_round(t):
        length = put(into, length, TABLE_AT + 4, 1)
    if phase == L.LAY_TILE:
        length = put_thermometer(into, length, LAID_AT, t[L.TILES_LAID], 16)
    lead = t[L.SCORE + observer] - t[L.SCORE + 1 - observer]
    return put_one_hot(into, length, LEAD_AT, L.maximum(lead + LEADS // 2, 0), LEADS)


def fill_turn(t: Cells, into: Cells, length: i64) -> i64:
    """Write what the side on turn has used this turn: mage, upheaves, levels, elementals and special tile. `into`
    already has `length` pairs (index, value); return the new length."""
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
    """Write the number of face-down cards of each level, after `length` pairs in `into`, and return the new length."""
    for level in range(1, i64(LEVELS + 1)):
        cards = L.count_bits(t[L.FACE_DOWN] & runes.cards_of_level[level])
        length = put_thermometer(into, length, PILES_AT + (level - 1) * HAND, cards, HAND)
    return length


def fill_side(t: Cells, side: i64, runes: Runes, index: i64, into: Cells, length: i64) -> i64:
    """Write the features of a side: points, tiles, captured cards, amulet, and missing cells of the other cards.
    `index` is where the features of this side begin. Return the new length of `into`."""
    length = put_thermometer(into, length, index, t[L.SCORE + side], POINTS)
    index += POINTS
    is_complete = t[L.PHASE] > L.LAY_TILE or t[L.SOLO] != 0  # until then tiles are on the building grid
    if is_complete:
        length = put_thermometer(into, length, index, L.count_bits(t[L.TILES + side] & t[L.ACTIVE_TILES]), TILES)
        if t[L.MAGES + side] != 0 and can_activate(t, side):
            length = put(into, length, index + TILES, 1)
    index += TILES + 1
    for level in range(1, i64(LEVELS + 1)):
        length = put_thermometer(into, length, index, t[L.captured_at(side, level)], HAND)
        index += HAND
    length = put_one_hot(into, length, index, t[L.AMULETS + side], 5)
    index += 5
    if not is_complete:
        return length
    return fill_missing(t, L.own_cells(t, side) & L.ARENA, runes, index, into, length)


def fill_missing(t: Cells, own: i64, runes: Runes, index: i64, into: Cells, length: i64) -> i64:
    """Write for each level how many cells a side misses to form a card: for the face-up card that is nearer to being
    formed, for the other face-up card, and the average of the pile's cards. `own` is the mask of the side's own cells,
    and `index` is where these features begin. Return the new length of `into`."""
    missing = MissingCells(runes)
    missing.read(own)
    for level in range(1, i64(LEVELS + 1)):
        nearer = L.minimum(missing.for_card(t[L.TOP_CARD + level]), missing.for_card(t[L.SIDE_CARD + level]))
        length = put_one_hot(into, length, index, nearer, MISSING)
        index += MISSING
    for level in range(1, i64(LEVELS + 1)):
        farther = L.maximum(missing.for_card(t[L.TOP_CARD + level]), missing.for_card(t[L.SIDE_CARD + level]))
        length = put_one_hot(into, length, index, farther, MISSING)
        index += MISSING
    for level in range(1, i64(LEVELS + 1)):
        average = average_missing(missing, t[L.FACE_DOWN] & runes.cards_of_level[level])
        length = put_one_hot(into, length, index, average, MISSING)
        index += MISSING
    return length


def average_missing(missing: MissingCells, cards: i64) -> i64:
    """Return the average number of missing cells for the cards of a mask, rounded, or 7 for an empty mask."""
    total: i64 = 0
    count: i64 = 0
    card: i64 = 0
    while cards >> card != 0:
        if (cards >> card) & 1 != 0:
            total += missing.for_card(card)
            count += 1
        card += 1
    if count == 0:
        return MAX_MISSING
    return (2 * total + count) // (2 * count)
