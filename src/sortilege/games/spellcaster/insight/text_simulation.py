"""The crystals of both sides while the evaluation carries out the text of a card step by step."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import WINNING_SAPPHIRES
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import values


@mypyc_attr(acyclic=True, free_list_len=1)  # created for every text: allocation took half of that time
class TextSimulation:
    """A simulation of one side carrying out a card's text now: the crystals of both sides after some of its steps."""

    def __init__(self) -> None:
        self.side: i64 = 0  # the side that carries the text out
        self.card: i64 = 0  # the card with the text
        self.multiplier: i64 = 1  # of the amounts in the text
        self.energy: i64 = 0
        self.rival_energy: i64 = 0
        self.sapphires: i64 = 0
        self.rival_sapphires: i64 = 0
        self.rival_ward: i64 = 0
        self.other_value = 0.0  # the value of everything gained except energy and sapphires

    def copy(self) -> TextSimulation:
        """Return a copy of this simulation, so that each branch of a card's text can be simulated on its own."""
        new = TextSimulation()
        new.side = self.side
        new.card = self.card
        new.multiplier = self.multiplier
        new.energy = self.energy
        new.rival_energy = self.rival_energy
        new.sapphires = self.sapphires
        new.rival_sapphires = self.rival_sapphires
        new.rival_ward = self.rival_ward
        new.other_value = self.other_value
        return new

    def win_value(self) -> float:
        """Return WIN if this side has won, -WIN if the rival has, otherwise 0 (SC-501, SC-510, SC-513)."""
        if self.rival_energy <= 0:
            return values.WIN
        if self.energy <= 0:
            return -values.WIN
        if self.sapphires >= WINNING_SAPPHIRES:
            return values.WIN
        if self.rival_sapphires >= WINNING_SAPPHIRES:
            return -values.WIN
        return 0.0

    def value(self) -> float:
        """Return the value of this side's lead in crystals, plus that of everything else that the text has changed."""
        return self.other_value + values.crystal_lead(
            self.energy, self.rival_energy, self.sapphires, self.rival_sapphires
        )

    def damage(self, amount: i64) -> None:
        """Damage the rival, which first loses its ward and then energy (SC-801, SC-813)."""
        ward_lost = smaller(amount, self.rival_ward)
        self.rival_ward -= ward_lost
        self.rival_energy -= smaller(amount - ward_lost, self.rival_energy)

    def apply_crystal_step(self, step: i64, amount: i64) -> None:
        """Apply a step that changes crystals or actions. The own side's ward and actions only add a value."""
        if step == opcodes.DAMAGE:
            self.damage(amount)
        elif step == opcodes.GAIN_ENERGY:
            self.energy += amount
        elif step == opcodes.GAIN_SAPPHIRES:
            self.sapphires += amount
        elif step == opcodes.LOSE_ENERGY:
            self.energy -= amount
        elif step == opcodes.RIVAL_LOSES_SAPPHIRES:
            self.rival_sapphires -= smaller(amount, self.rival_sapphires)
        elif step == opcodes.RIVAL_GAINS_ENERGY:
            self.rival_energy += amount
        elif step == opcodes.RIVAL_GAINS_SAPPHIRES:
            self.rival_sapphires += amount
        elif step == opcodes.STEAL_SAPPHIRES:
            stolen = smaller(amount, self.rival_sapphires)
            self.rival_sapphires -= stolen
            self.sapphires += stolen
        elif step == opcodes.STEAL_ENERGY:
            rival_energy_before = self.rival_energy
            self.damage(amount)
            self.energy += rival_energy_before - self.rival_energy
        elif step == opcodes.GAIN_WARD:
            self.other_value += values.WARD_POINT * float(amount)
        else:  # opcodes.GAIN_ACTIONS
            self.other_value += values.EXTRA_ACTION * float(amount)


def begin_simulation(t: Cells, side: i64, card: i64) -> TextSimulation:
    """Return a simulation of a card's text before its first step, with the current crystals of both sides."""
    simulation = TextSimulation()
    simulation.side = side
    simulation.card = card
    simulation.energy = t[L.ENERGY + side]
    simulation.rival_energy = t[L.ENERGY + 1 - side]
    simulation.sapphires = t[L.SAPPHIRES + side]
    simulation.rival_sapphires = t[L.SAPPHIRES + 1 - side]
    simulation.rival_ward = t[L.WARD + 1 - side]
    return simulation


def smaller(a: i64, b: i64) -> i64:
    """Return the smaller of two integers. The built-in `min` is slow in compiled code."""
    if a < b:
        return a
    return b
