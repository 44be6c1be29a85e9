"""A possible hand of a seat as one integer. The lowest SPELL_BITS bits contain the spell of the stone in slot 0, the
next bits the spell in slot 1, and so on."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND
from sortilege.games.abracada.layout import SPELL_BITS, SPELL_MASK


def spell_in(hand: i64, slot: i64) -> i64:
    """Return the spell of the stone in a slot of a packed hand (one integer); 0 for an empty slot."""
    return (hand >> (SPELL_BITS * slot)) & SPELL_MASK


def with_spell(hand: i64, slot: i64, spell: i64) -> i64:
    """Return the packed hand (one integer) with a stone of this spell in a slot that was empty."""
    return hand | (spell << (SPELL_BITS * slot))


def has_slot(slots: i64, slot: i64) -> bool:
    """Return whether a bit mask of slots contains this slot."""
    return (slots >> slot) & 1 != 0


def count_spells(hand: i64, slots: i64) -> i64:
    """Return how many stones of each spell are in these slots (a bit mask) of a packed hand. The numbers are packed
    into one integer, with HELD_BITS bits per spell, which `copies_in` reads."""
    spell_counts: i64 = 0
    for slot in range(i64(HAND)):
        if has_slot(slots, slot):
            spell_counts += L.HELD_UNIT[spell_in(hand, slot)]
    return spell_counts


def swap_spells(hand: i64, slot: i64, other_slot: i64) -> i64:
    """Return the packed hand (one integer) with the stones of two slots swapped."""
    differing_bits = spell_in(hand, slot) ^ spell_in(hand, other_slot)
    return hand ^ (differing_bits << (SPELL_BITS * slot)) ^ (differing_bits << (SPELL_BITS * other_slot))
