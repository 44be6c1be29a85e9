"""The crystals of both sides while the evaluation follows a text step by step."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import WINNING_SAPPHIRES
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import values


@mypyc_attr(acyclic=True, free_list_len=1)  # created for every text: allocation took half of that time
class CrystalCounts:
    """The crystals at one step of a text, from the perspective of the side that carries it out."""

    def __init__(self) -> None:
        self.energy: i64 = 0
        self.their_energy: i64 = 0
        self.sapphires: i64 = 0
        self.their_sapphires: i64 = 0
        self.their_ward: i64 = 0
        self.other_value = 0.0  # the value of everything except energy and sapphires

    def copy(self) -> CrystalCounts:
        """Return a copy."""
        new = CrystalCounts()
        new.energy = self.energy
        new.their_energy = self.their_energy
        new.sapphires = self.sapphires
        new.their_sapphires = self.their_sapphires
        new.their_ward = self.their_ward
        new.other_value = self.other_value
        return new

    def win_value(self) -> float:
        """Return WIN if this side has won, -WIN if the rival has, otherwise 0 (SC-501, SC-510, SC-513)."""
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
        """Return the value of these crystals and of everything else that the text has brought."""
        return self.other_value + values.crystal_balance(
            self.energy, self.their_energy, self.sapphires, self.their_sapphires
        )


def current_counts(t: Cells, side: i64) -> CrystalCounts:
    """Return the crystals that both sides have now."""
    counts = CrystalCounts()
    counts.energy = t[L.ENERGY + side]
    counts.their_energy = t[L.ENERGY + 1 - side]
    counts.sapphires = t[L.SAPPHIRES + side]
    counts.their_sapphires = t[L.SAPPHIRES + 1 - side]
    counts.their_ward = t[L.WARD + 1 - side]
    return counts


def apply_crystal_step(step: i64, n: i64, counts: CrystalCounts) -> None:
    """Apply a step that changes crystals or actions."""
    if step == opcodes.DAMAGE:
        damage(counts, n)
    elif step == opcodes.GAIN_ENERGY:
        counts.energy += n
    elif step == opcodes.GAIN_SAPPHIRES:
        counts.sapphires += n
    elif step == opcodes.LOSE_ENERGY:
        counts.energy -= n
    elif step == opcodes.RIVAL_LOSES_SAPPHIRES:
        counts.their_sapphires -= smaller(n, counts.their_sapphires)
    elif step == opcodes.RIVAL_GAINS_ENERGY:
        counts.their_energy += n
    elif step == opcodes.RIVAL_GAINS_SAPPHIRES:
        counts.their_sapphires += n
    elif step == opcodes.STEAL_SAPPHIRES:
        n = smaller(n, counts.their_sapphires)
        counts.their_sapphires -= n
        counts.sapphires += n
    elif step == opcodes.STEAL_ENERGY:
        before = counts.their_energy
        damage(counts, n)
        counts.energy += before - counts.their_energy
    elif step == opcodes.GAIN_WARD:
        counts.other_value += values.WARD_POINT * float(n)
    else:  # opcodes.GAIN_ACTIONS
        counts.other_value += values.EXTRA_ACTION * float(n)


def damage(counts: CrystalCounts, n: i64) -> None:
    """Damage the rival; ward is used up first."""
    warded = smaller(n, counts.their_ward)
    counts.their_ward -= warded
    counts.their_energy -= smaller(n - warded, counts.their_energy)


def smaller(a: i64, b: i64) -> i64:
    """Return the smaller of two numbers."""
    if a < b:
        return a
    return b
