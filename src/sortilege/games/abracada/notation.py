"""How a table is written in positions, views and the log: a stone is the digit of its spell, one whose spell is hidden
is "?"; a row of stones is a string, left to right."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict

from sortilege.core.cells import Cells
from sortilege.core.shapes import Options
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import AbracadaOptions

HIDDEN: Final = "?"
SERIALS: Final = 64  # more than there are stones in a round

Cause: TypeAlias = Literal["running", "emptied", "kill", "self", "last"]
CAUSES: Final[tuple[Cause, ...]] = ("running", "emptied", "kill", "self", "last")  # as layout counts them


class Caller(TypedDict):
    """A seat is about to call."""

    seat: int
    last: int  # the spell it last cast this turn, 0 for none


def hand(t: Cells, seat: int) -> str:
    """The stones before a seat."""
    return "".join(str(L.spell_at(t, seat, i)) for i in range(t[L.SIZE + seat]))


def secret_stones(t: Cells, seat: int) -> str:
    """The secret stones a seat holds, oldest first."""
    return "".join(str(t[L.FOUND + seat * 4 + i]) for i in range(t[L.TAKEN + seat]))


def spell_of(stone: str) -> int:
    """The spell of a written stone, 0 where it is hidden."""
    return 0 if stone == HIDDEN else int(stone)


def stone_ids(t: Cells, seat: int) -> list[int]:
    """Names for the stones of a hand that follow them as they move and tell nothing else (AQ-012)."""
    return [t[L.ROUND] * SERIALS + t[L.HANDS + seat * 5 + i] // 16 for i in range(t[L.SIZE + seat])]


def serial_of(stone_id: int) -> int:
    """Which stone of its round it is."""
    return stone_id % SERIALS


def options_of(options: Options) -> AbracadaOptions:
    """Settled options as a view and a position have them: a copy, which is the reader's own."""
    return {
        "variant": options["variant"],
        "easy": options["easy"],
        "low_call": options["low_call"],
        "die": list(options["die"]),
        "first": options["first"],
    }
