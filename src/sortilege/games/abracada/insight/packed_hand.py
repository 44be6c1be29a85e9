"""A possible hand of a seat as one integer. The lowest SPELL_BITS bits contain the spell of the stone in slot 0, the
next bits the spell in slot 1, and so on."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND
from sortilege.games.abracada.layout import SPELL_BITS, SPELL_MASK


def spell_in(hand: i64, slot: i64) -> i64:
    """Return the spell of the stone in a slot, 0 for an empty slot."""
    return (hand >> (SPELL_BITS * slot)) & SPELL_MASK


def with_spell(hand: i64, slot: i64, spell: i64) -> i64:
    """Return the hand with a stone of this spell in a slot that was empty."""
    return hand | (spell << (SPELL_BITS * slot))


def has_slot(slots: i64, slot: i64) -> bool:
    """Return whether a bit mask of slots contains this slot."""
    return (slots >> slot) & 1 != 0


def count_spells(hand: i64, slots: i64) -> i64:
    """Return the number of stones of each spell in these slots (a bit mask), packed into one integer like the cell
    HELD."""
    held: i64 = 0
    slot: i64 = 0
    while slot < HAND:
        if has_slot(slots, slot):
            held += L.HELD_UNIT[spell_in(hand, slot)]
        slot += 1
    return held


def swap_spells(hand: i64, slot: i64, other_slot: i64) -> i64:
    """Return the hand with the stones of two slots swapped."""
    differing_bits = spell_in(hand, slot) ^ spell_in(hand, other_slot)
    return hand ^ (differing_bits << (SPELL_BITS * slot)) ^ (differing_bits << (SPELL_BITS * other_slot))
