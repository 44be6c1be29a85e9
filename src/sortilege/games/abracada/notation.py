"""How a table is written in positions, views and the log: a stone as the digit of its spell, or "?" if it is hidden,
and a hand as a string of stones from left to right, such as "4?8"."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict, cast

from sortilege.core.engine.cells import Cells
from sortilege.core.types import Options
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import AbracadaOptions

HIDDEN: Final = "?"
SERIALS: Final = 64  # stone ids per round, more than there are stones

Cause: TypeAlias = Literal["running", "emptied", "kill", "self", "last"]
CAUSES: Final[tuple[Cause, ...]] = ("running", "emptied", "kill", "self", "last")  # numbered as in layout


class Caller(TypedDict):
    """The seat that is about to call."""

    seat: int
    last: int  # the last spell it cast in this turn, 0 for none


def hand(t: Cells, seat: int) -> str:
    """Return all stones in the hand of a seat as a string of digits from left to right, one digit per spell."""
    return "".join(str(L.spell_at(t, seat, slot)) for slot in range(t[L.HAND_SIZE + seat]))


def secret_stones(t: Cells, seat: int) -> str:
    """Return the secret stones of a seat as a string of digits, oldest first."""
    return "".join(str(t[L.secret_cell(seat, i)]) for i in range(t[L.SECRETS_HELD + seat]))


def spell_of(stone: str) -> int:
    """Return the spell of a stone that is written as a digit, or 0 if the stone is hidden ("?")."""
    return 0 if stone == HIDDEN else int(stone)


def stone_ids(t: Cells, seat: int) -> list[int]:
    """Return the ids of the stones in a hand. They stay the same when stones move, and reveal no spell (AQ-012)."""
    return [t[L.ROUND] * SERIALS + L.serial_at(t, seat, slot) for slot in range(t[L.HAND_SIZE + seat])]


def serial_of(stone_id: int) -> int:
    """Return the serial number of a stone: how many stones were dealt before it in its round."""
    return stone_id % SERIALS


def copy_options(options: Options) -> AbracadaOptions:
    """Return an independent copy of the options of a table, for a view or a position."""
    return cast("AbracadaOptions", {**options, "die": list(options["die"])})
