"""Readers for the fields of a position: each answers the value, or refuses it with its field, what it should be and the
rule. What a position means is its game's business."""

from __future__ import annotations

from collections.abc import Collection

from sortilege.core.errors import PositionError, quote
from sortilege.core.shapes import Untrusted

HEADING = ("game", "seats", "options", "then")  # what every position may have; core reads these itself


def check_keys(position: Untrusted, game: str, fields: Collection[str], required: Collection[str] = ()) -> None:
    """No field but these and the heading, and none of the required ones missing."""
    for key in position:
        if key not in fields and key not in HEADING:
            raise PositionError(key, f"a position of {game} has no such field")
    for key in required:
        if key not in position:
            raise PositionError(key, "is required")


def whole(field: str, value: Untrusted, low: int, high: int, rule: str = "") -> int:
    """A whole number within these bounds."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(field, f"is a whole number from {low} to {high}, not {quote(value)}", rule)
    return value


def items(field: str, value: Untrusted, length: int | None = None) -> list[Untrusted]:
    """A list, of this length where one is given."""
    if not isinstance(value, list):
        raise PositionError(field, f"is a list, not {quote(value)}")
    if length is not None and len(value) != length:
        raise PositionError(field, f"is a list of {length}")
    return value
