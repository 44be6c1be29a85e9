"""The layout of the state, one name per cell, and small functions that read it.

A stone in a hand is `serial * 16 + spell`. The serial number counts the stones dealt in this round. It is public, so it
tells nothing about the spell, and it lets a client follow a stone that moves (AQ-011, AQ-012). The draw pile and the
secret stones in the middle are one pool of unseen stones, stored as counts. In a sampled or hypothetical table, spell 0
is an unknown stone. It moves like any other stone and stays counted in the pool.

The cells HELD, DEALT_AT_MISS and DEALT_AT_CAST contain a number for each spell, packed into one integer.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada.box import HAND, SECRETS

# phases: what the table waits for
FIRST: Final = 0  # chance: who starts
DEAL: Final = 1  # chance: the next stone dealt to a seat
SHOW: Final = 2  # chance: the next stone turned up
CALL: Final = 3  # a seat: call, or end
LIFT: Final = 4  # chance: which of several equal stones leaves
ROLL: Final = 5  # chance: the die
SECRET: Final = 6  # chance: the secret stone that the owl brings
REFILL: Final = 7  # chance: the next stone drawn at the end of a turn
GATHER: Final = 8  # chance: the round is scored and open; the first stone of the next round follows
DONE: Final = 9

# why a round ended
RUNNING: Final = 0
EMPTIED: Final = 1
KILL: Final = 2
SELF: Final = 3
LAST_STANDING: Final = 4

# cells; where there is one per seat, the name is that of seat 0
SEATS: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2
LAST_SPELL: Final = 3  # the last spell cast in this turn, 0 for none
SPELL: Final = 4  # the spell being resolved
DEALT_TO: Final = 4  # the same cell in the phase DEAL: the seat being dealt to
HIT: Final = 5  # 1 if the call of that spell succeeded
ROUND: Final = 6
SECRETS_LEFT: Final = 7  # secret stones left in the middle
UNSEEN: Final = 8  # stones in the pile and the middle together
DEALT: Final = 9  # serial of the next stone
IN_AT_CALL: Final = 10  # bit mask (SEAT_BIT) of the seats that were in the round when the last call was made
CAUSE: Final = 11  # why the last round ended
VARIANT_LAST: Final = 12  # 1 in the variant `last`, 0 in `standard`
EASY: Final = 13  # 1 if spells may be called in any order
PENALTY: Final = 14  # 1 if a call that is too low costs a life, 0 if it is refused
NEXT_STARTER: Final = 15  # who starts the next round
DIE: Final = 15  # DIE + face: how many sides of the die show this face; cells 16 to 21
LIFE: Final = 22  # each seat's lives; 0: it is out of the round
SCORE: Final = 27
POINTS: Final = 32  # each seat's points from the last scored round
HAND_SIZE: Final = 37  # the number of stones in each seat's hand
SECRETS_HELD: Final = 42  # the number of secret stones that each seat took
HANDS: Final = 47  # five slots per seat
SECRET_CELLS: Final = 72  # four cells per seat: the spells of its secret stones, oldest first
BOARD: Final = 91  # BOARD + spell: stones on the row of this spell
POOL: Final = 100  # POOL + spell: unseen stones
PLAYERS_IN: Final = 109  # the number of players still in the round
HELD: Final = 110  # per seat: the number of stones of each spell; redundant with HANDS, but faster
DEALT_AT_MISS: Final = 115  # per seat and spell: how many stones had been dealt when it last failed to call the spell
DEALT_AT_CAST: Final = 120  # per seat and spell: how many stones had been dealt when it last cast the spell
CELLS: Final = 125  # their number

SPELL_BITS: Final = 4  # the low bits of a stone contain its spell
SPELL_MASK: Final = 15
HELD_BITS: Final = 4  # per spell in HELD
HELD_MASK: Final = 15
DEALT_BITS: Final = 6  # per spell in DEALT_AT_MISS and DEALT_AT_CAST
DEALT_MASK: Final = 63
SEAT_BIT: Final = vec[i64]([1, 2, 4, 8, 16])
# By spell: what one stone adds to HELD.
HELD_UNIT: Final = vec[i64]([0, 1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28, 1 << 32])


def pile(t: Cells) -> i64:
    """Return the size of the draw pile: the unseen stones without the secret stones in the middle."""
    return t[UNSEEN] - t[SECRETS_LEFT]


def hand_cell(seat: i64, slot: i64) -> i64:
    """Return the cell of the stone in a slot of a seat's hand. Slots count from the left, from 0."""
    return HANDS + seat * HAND + slot


def stone(serial: i64, spell: i64) -> i64:
    """Return the integer that represents a stone in a hand: its serial number, then its spell in the lowest bits."""
    return (serial << SPELL_BITS) + spell


def spell_at(t: Cells, seat: i64, slot: i64) -> i64:
    return t[HANDS + seat * HAND + slot] & SPELL_MASK


def serial_at(t: Cells, seat: i64, slot: i64) -> i64:
    return t[HANDS + seat * HAND + slot] >> SPELL_BITS


def secret_cell(seat: i64, index: i64) -> i64:
    """Return the cell that contains the spell of one of a seat's secret stones; index 0 is the oldest stone."""
    return SECRET_CELLS + seat * SECRETS + index


def in_round(t: Cells, seat: i64) -> bool:
    return t[LIFE + seat] > 0


def left_of(t: Cells, seat: i64) -> i64:
    """Return the nearest seat clockwise that is still in the round (AQ-812). In the variant `standard` all are."""
    neighbour = seat + 1
    if neighbour == t[SEATS]:
        neighbour = 0
    while t[LIFE + neighbour] == 0 and neighbour != seat:
        neighbour += 1
        if neighbour == t[SEATS]:
            neighbour = 0
    return neighbour


def right_of(t: Cells, seat: i64) -> i64:
    """Return the nearest seat counter-clockwise that is still in the round (AQ-812)."""
    neighbour = seat
    while True:
        neighbour -= 1
        if neighbour < 0:
            neighbour = t[SEATS] - 1
        if t[LIFE + neighbour] > 0 or neighbour == seat:
            return neighbour


def copies_in(spell_counts: i64, spell: i64) -> i64:
    """Return how many stones of a spell a hand has. `spell_counts` is one integer with HELD_BITS bits per spell."""
    return (spell_counts >> (HELD_BITS * spell)) & HELD_MASK


def copies_in_hand(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones of a spell are in the hand of a seat."""
    return copies_in(t[HELD + seat], spell)


def dealt_at_miss(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones had been dealt when the seat last called this spell without having it; 0 if it never did.
    Stones with lower serial numbers were in its hand at that time, so they have other spells."""
    return (t[DEALT_AT_MISS + seat] >> (DEALT_BITS * spell)) & DEALT_MASK


def dealt_at_cast(t: Cells, seat: i64, spell: i64) -> i64:
    """Return how many stones had been dealt when the seat last cast this spell; 0 if it never did. Older stones in its
    hand (lower serial numbers) have it less often, because chance could have taken them (AQ-209)."""
    return (t[DEALT_AT_CAST + seat] >> (DEALT_BITS * spell)) & DEALT_MASK


def remember_miss(t: Cells, seat: i64, spell: i64, dealt: i64) -> None:
    """Record that a seat called a spell without having it. `dealt` stones had been dealt by then."""
    # Adding the difference replaces the bits of this spell.
    t[DEALT_AT_MISS + seat] += (dealt - dealt_at_miss(t, seat, spell)) << (DEALT_BITS * spell)


def remember_cast(t: Cells, seat: i64, spell: i64, dealt: i64) -> None:
    """Record that a seat cast a spell. `dealt` stones had been dealt by then."""
    # Adding the difference replaces the bits of this spell.
    t[DEALT_AT_CAST + seat] += (dealt - dealt_at_cast(t, seat, spell)) << (DEALT_BITS * spell)


def record_seats_in_round(t: Cells) -> None:
    """Store which seats are in the round at this call, because one of them starts the next round (AQ-823)."""
    t[IN_AT_CALL] = 0
    for seat in range(t[SEATS]):
        if in_round(t, seat):
            t[IN_AT_CALL] |= SEAT_BIT[seat]


def update_counts(t: Cells) -> None:
    """Recompute the cells that follow from lives and hands, after a table was set up cell by cell."""
    record_seats_in_round(t)
    t[PLAYERS_IN] = 0
    for seat in range(t[SEATS]):
        if in_round(t, seat):
            t[PLAYERS_IN] += 1
        t[HELD + seat] = 0
        slot: i64 = 0
        while slot < t[HAND_SIZE + seat]:
            t[HELD + seat] += HELD_UNIT[spell_at(t, seat, slot)]
            slot += 1
