"""The crystals of both sides while a text is carried out in thought, step by step."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import SUMMIT
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import prices


@mypyc_attr(acyclic=True, free_list_len=1)  # one is made for every text that is read: half of that was finding memory
class Purse:
    """The crystals as they stand within a text, seen from the side that carries it out."""

    def __init__(self) -> None:
        self.energy: i64 = 0
        self.their_energy: i64 = 0
        self.sapphires: i64 = 0
        self.their_sapphires: i64 = 0
        self.their_ward: i64 = 0
        self.rest = 0.0  # everything that is no crystal, by its price

    def copy(self) -> Purse:
        new = Purse()
        new.energy = self.energy
        new.their_energy = self.their_energy
        new.sapphires = self.sapphires
        new.their_sapphires = self.their_sapphires
        new.their_ward = self.their_ward
        new.rest = self.rest
        return new

    def won(self) -> float:
        """WIN, or -WIN when the rival has won, or 0 (SC-501, SC-510, SC-513)."""
        if self.energy <= 0 and self.their_energy > 0:
            return -prices.WIN
        if self.their_energy <= 0:
            return prices.WIN
        if self.sapphires >= SUMMIT:
            return prices.WIN
        if self.their_sapphires >= SUMMIT:
            return -prices.WIN
        return 0.0

    def worth(self) -> float:
        return self.rest + prices.crystals(self.energy, self.their_energy, self.sapphires, self.their_sapphires)


def purse_of(t: Cells, side: i64) -> Purse:
    """What the sides have now."""
    purse = Purse()
    purse.energy = t[L.ENERGY + side]
    purse.their_energy = t[L.ENERGY + 1 - side]
    purse.sapphires = t[L.SAPPHIRES + side]
    purse.their_sapphires = t[L.SAPPHIRES + 1 - side]
    purse.their_ward = t[L.WARD + 1 - side]
    return purse


def count_out(step: i64, n: i64, purse: Purse) -> None:
    """Steps that change crystals at once."""
    if step == opcodes.DMG:
        hit(purse, n)
    elif step == opcodes.HEAL:
        purse.energy += n
    elif step == opcodes.SAPH:
        purse.sapphires += n
    elif step == opcodes.LOSE_E:
        purse.energy -= n
    elif step == opcodes.RLOSE_S:
        purse.their_sapphires -= least(n, purse.their_sapphires)
    elif step == opcodes.RHEAL:
        purse.their_energy += n
    elif step == opcodes.RSAPH:
        purse.their_sapphires += n
    elif step == opcodes.STEAL_S:
        n = least(n, purse.their_sapphires)
        purse.their_sapphires -= n
        purse.sapphires += n
    elif step == opcodes.STEAL_E:
        before = purse.their_energy
        hit(purse, n)
        purse.energy += before - purse.their_energy
    elif step == opcodes.WARD:
        purse.rest += prices.WARDED * float(n)
    else:  # opcodes.MORE_ACTIONS
        purse.rest += prices.AGAIN * float(n)


def hit(purse: Purse, n: i64) -> None:
    """Damage, the ward first."""
    warded = least(n, purse.their_ward)
    purse.their_ward -= warded
    purse.their_energy -= least(n - warded, purse.their_energy)


def least(a: i64, b: i64) -> i64:
    if a < b:
        return a
    return b
