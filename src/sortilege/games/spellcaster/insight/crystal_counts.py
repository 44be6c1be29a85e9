"""The crystals of both sides while a text is carried out in thought, step by step."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import WINNING_SAPPHIRES
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import values


@mypyc_attr(acyclic=True, free_list_len=1)  # one is made for every text that is read: half of that was finding memory
class CrystalCounts:
    """The crystals as they stand within a text, seen from the side that carries it out."""

    def __init__(self) -> None:
        self.energy: i64 = 0
        self.their_energy: i64 = 0
        self.sapphires: i64 = 0
        self.their_sapphires: i64 = 0
        self.their_ward: i64 = 0
        self.other_value = 0.0  # everything that is no crystal, by its price

    def copy(self) -> CrystalCounts:
        new = CrystalCounts()
        new.energy = self.energy
        new.their_energy = self.their_energy
        new.sapphires = self.sapphires
        new.their_sapphires = self.their_sapphires
        new.their_ward = self.their_ward
        new.other_value = self.other_value
        return new

    def win_value(self) -> float:
        """WIN, or -WIN when the rival has won, or 0 (SC-501, SC-510, SC-513)."""
        if self.energy <= 0 and self.their_energy > 0:
            return -values.WIN
        if self.their_energy <= 0:
            return values.WIN
        if self.sapphires >= WINNING_SAPPHIRES:
            return values.WIN
        if self.their_sapphires >= WINNING_SAPPHIRES:
            return -values.WIN
        return 0.0

    def value(self) -> float:
        return self.other_value + values.crystal_balance(
            self.energy, self.their_energy, self.sapphires, self.their_sapphires
        )


def current_counts(t: Cells, side: i64) -> CrystalCounts:
    """What the sides have now."""
    counts = CrystalCounts()
    counts.energy = t[L.ENERGY + side]
    counts.their_energy = t[L.ENERGY + 1 - side]
    counts.sapphires = t[L.SAPPHIRES + side]
    counts.their_sapphires = t[L.SAPPHIRES + 1 - side]
    counts.their_ward = t[L.WARD + 1 - side]
    return counts


def apply_crystal_step(step: i64, n: i64, counts: CrystalCounts) -> None:
    """Steps that change crystals at once."""
    if step == opcodes.DMG:
        damage(counts, n)
    elif step == opcodes.HEAL:
        counts.energy += n
    elif step == opcodes.SAPH:
        counts.sapphires += n
    elif step == opcodes.LOSE_E:
        counts.energy -= n
    elif step == opcodes.RLOSE_S:
        counts.their_sapphires -= smaller(n, counts.their_sapphires)
    elif step == opcodes.RHEAL:
        counts.their_energy += n
    elif step == opcodes.RSAPH:
        counts.their_sapphires += n
    elif step == opcodes.STEAL_S:
        n = smaller(n, counts.their_sapphires)
        counts.their_sapphires -= n
        counts.sapphires += n
    elif step == opcodes.STEAL_E:
        before = counts.their_energy
        damage(counts, n)
        counts.energy += before - counts.their_energy
    elif step == opcodes.WARD:
        counts.other_value += values.WARD_POINT * float(n)
    else:  # opcodes.MORE_ACTIONS
        counts.other_value += values.EXTRA_ACTION * float(n)


def damage(counts: CrystalCounts, n: i64) -> None:
    """Damage, the ward first."""
    warded = smaller(n, counts.their_ward)
    counts.their_ward -= warded
    counts.their_energy -= smaller(n - warded, counts.their_energy)


def smaller(a: i64, b: i64) -> i64:
    if a < b:
        return a
    return b
