"""How a table is written in positions, views and the log: a stone is the digit of its spell, or "?" if it is hidden; a
row of stones is a string, from left to right."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.core.types import Options
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import AbracadaOptions

HIDDEN: Final = "?"
SERIALS: Final = 64  # more than the stones of a round

Cause: TypeAlias = Literal["running", "emptied", "kill", "self", "last"]
CAUSES: Final[tuple[Cause, ...]] = ("running", "emptied", "kill", "self", "last")  # numbered as in layout


class Caller(TypedDict):
    """The seat that is about to call."""

    seat: int
    last: int  # the last spell it cast in this turn, 0 for none


def hand(t: Cells, seat: int) -> str:
    """Return the stones of a seat."""
    return "".join(str(L.spell_at(t, seat, i)) for i in range(t[L.SIZE + seat]))


def secret_stones(t: Cells, seat: int) -> str:
    """Return the secret stones of a seat, oldest first."""
    return "".join(str(t[L.FOUND + seat * 4 + i]) for i in range(t[L.TAKEN + seat]))


def spell_of(stone: str) -> int:
    """Return the spell of a written stone, 0 if it is hidden."""
    return 0 if stone == HIDDEN else int(stone)


def stone_ids(t: Cells, seat: int) -> list[int]:
    """Return ids for the stones of a hand. They follow a stone as it moves and reveal nothing else (AQ-012)."""
    return [t[L.ROUND] * SERIALS + t[L.HANDS + seat * 5 + i] // 16 for i in range(t[L.SIZE + seat])]


def serial_of(stone_id: int) -> int:
    """Return the serial number of a stone within its round."""
    return stone_id % SERIALS


def options_of(options: Options) -> AbracadaOptions:
    """Return a copy of the options for a view or a position."""
    return {
        "variant": options["variant"],
        "easy": options["easy"],
        "low_call": options["low_call"],
        "die": list(options["die"]),
        "first": options["first"],
    }
