"""SPELL as numbers. Runes count by the cells a side is short of them, never by their shapes, so that what was learned
with the stand-ins holds for the printed cards too. Everything is open here, so every seat knows the same."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.features import Features, put, put_one, put_steps
from sortilege.core.state import State
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.turn_cards import NO_CARD, missing_of
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.spells import can_activate
from sortilege.games.spell.rules.state import SpellState

LEADS: Final = 33  # from 16 points behind to 16 ahead
POINTS: Final = 18
SHORT: Final = 8  # a rune is 0 to 6 cells short; 7 where no card lies
LEVELS: Final = 4
HAND: Final = 4  # captured cards of a level that are told apart
TILES: Final = 7
CLOCK: Final = 14
PHASES: Final = 17

# what is said of each side, itself first
OF_A_SIDE: Final = [
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
# where each part begins
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
    """What both players see, from one's own side first; alone one plays purple against the script."""

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
        parts += [(f"my {name}", size) for name, size in OF_A_SIDE]
        parts += [(f"their {name}", size) for name, size in OF_A_SIDE]
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
    """Whose turn it is, how far the game has come, who leads."""
    phase = t[L.PHASE]
    mine: i64 = 0
    if t[L.SIDE] != me:
        mine = 1
    n = put_one(into, 0, MY_TURN, mine, 2)
    n = put_one(into, n, PHASE_AT, phase, PHASES)
    began: i64 = 0
    if t[L.GEM_HOLDER] != me:
        began = 1
    if phase > L.FIRST_PLAYER:
        n = put_one(into, n, MY_GEM, began, 2)
    clock = 2 * t[L.ROUND]
    if t[L.SIDE] != t[L.GEM_HOLDER]:
        clock += 1
    n = put_one(into, n, CLOCK_AT + mine * CLOCK, clock, CLOCK)
    n = put(into, n, TABLE_AT, t[L.SOLO])
    n = put(into, n, TABLE_AT + 1, t[L.HARD])
    n = put(into, n, TABLE_AT + 2, t[L.ASYMMETRIC])
    n = put(into, n, TABLE_AT + 3, t[L.TOURNAMENT])
    if t[L.ROUND] >= last_round(t):
        n = put(into, n, TABLE_AT + 4, 1)
    if phase == L.LAY_TILE:
        n = put_steps(into, n, LAID_AT, t[L.TILES_LAID], 16)
    lead = t[L.SCORE + me] - t[L.SCORE + 1 - me] + LEADS // 2
    if lead < 0:
        lead = 0
    return put_one(into, n, LEAD_AT, lead, LEADS)


def fill_turn(t: Cells, into: Cells, n: i64) -> i64:
    """What the side on turn has already done in it."""
    n = put(into, n, TURN_AT, t[L.MAGE_USED])
    n = put_steps(into, n, TURN_AT + 1, t[L.UPHEAVES_USED], 2)
    level: i64 = 1
    while level <= LEVELS:
        n = put(into, n, TURN_AT + 2 + level, (t[L.CLAIMED_LEVELS] >> level) & 1)
        level += 1
    n = put_steps(into, n, TURN_AT + 7, L.count_bits(t[L.ELEMENTALS + t[L.SIDE]]), 3)
    if t[L.SPECIAL] >= 0:
        n = put(into, n, TURN_AT + 10, 1)
    return n


def fill_piles(t: Cells, runes: Runes, into: Cells, n: i64) -> i64:
    """How many cards of each level are still to come."""
    level: i64 = 1
    while level <= LEVELS:
        n = put_steps(
            into, n, PILES_AT + (level - 1) * HAND, L.count_bits(t[L.FACE_DOWN] & runes.of_level[level]), HAND
        )
        level += 1
    return n


def fill_side(t: Cells, side: i64, runes: Runes, at: i64, into: Cells, n: i64) -> i64:
    """What a side has, and how near it is to the runes."""
    n = put_steps(into, n, at, t[L.SCORE + side], POINTS)
    at += POINTS
    ready = t[L.PHASE] > L.LAY_TILE or t[L.SOLO] != 0  # before, tiles lie on a larger grid
    if ready:
        n = put_steps(into, n, at, L.count_bits(t[L.TILES + side] & t[L.ACTIVE_TILES]), TILES)
        if t[L.MAGES + side] != 0 and can_activate(t, side, L.free_tiles(t)):
            n = put(into, n, at + TILES, 1)
    at += TILES + 1
    level: i64 = 1
    while level <= LEVELS:
        n = put_steps(into, n, at, t[L.CAPTURED + side * 4 + level], HAND)
        at += HAND
        level += 1
    n = put_one(into, n, at, t[L.AMULETS + side], 5)
    at += 5
    if not ready:
        return n
    return fill_runes(t, L.own_cells(t, side) & L.ARENA, runes, at, into, n)


def fill_runes(t: Cells, own: i64, runes: Runes, at: i64, into: Cells, n: i64) -> i64:
    """By level, how many cells these fall short of the nearer card, of the farther one, and on average of the pile."""
    low = runes.shortfalls(own, 0)
    high = runes.shortfalls(own, 1)
    level: i64 = 1
    while level <= LEVELS:
        one = open_short(low, high, t[L.TOP_CARD + level])
        other = open_short(low, high, t[L.SIDE_CARD + level])
        n = put_one(into, n, at, minimum(one, other), SHORT)
        at += SHORT
        level += 1
    level = 1
    while level <= LEVELS:
        one = open_short(low, high, t[L.TOP_CARD + level])
        other = open_short(low, high, t[L.SIDE_CARD + level])
        n = put_one(into, n, at, one + other - minimum(one, other), SHORT)
        at += SHORT
        level += 1
    level = 1
    while level <= LEVELS:
        n = put_one(into, n, at, pile_short(low, high, t[L.FACE_DOWN] & runes.of_level[level]), SHORT)
        at += SHORT
        level += 1
    return n


def minimum(one: i64, other: i64) -> i64:
    if one < other:
        return one
    return other


def open_short(low: i64, high: i64, card: i64) -> i64:
    """How many cells a card that lies open is short; 7 where none lies."""
    if card < 0:
        return NO_CARD
    return missing_of(low, high, card)


def pile_short(low: i64, high: i64, cards: i64) -> i64:
    """What these cards are short on average, rounded; 7 for none."""
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
