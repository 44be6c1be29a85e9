"""Functions that check the fields of a position. Each function returns the value of a field, or raises PositionError
with the name of the field, the expected value and the rule."""

from __future__ import annotations

from collections.abc import Collection

from sortilege.core.errors import PositionError, quote
from sortilege.core.types import Untrusted

HEADING = ("game", "seats", "options", "then")  # fields that Game.load reads


def check_keys(position: Untrusted, game: str, fields: Collection[str], required: Collection[str] = ()) -> None:
    """Raise PositionError if a position has an unknown field, or if a required field is missing."""
    for key in position:
        if key not in fields and key not in HEADING:
            raise PositionError(key, f"a position of {game} has no such field")
    for key in required:
        if key not in position:
            raise PositionError(key, "is required")


def read_integer(field: str, value: Untrusted, low: int, high: int, rule: str = "") -> int:
    """Return a field's value if it is an integer from `low` to `high`, the limits of `rule`, or raise PositionError."""
    if type(value) is not int or not low <= value <= high:
        raise PositionError(field, f"is a whole number from {low} to {high}, not {quote(value)}", rule)
    return value


def read_list(field: str, value: Untrusted, length: int | None = None) -> list[Untrusted]:
    """Return a field's value if it is a list of `length` items (None: any number). Otherwise raise PositionError."""
    if not isinstance(value, list):
        raise PositionError(field, f"is a list, not {quote(value)}")
    if length is not None and len(value) != length:
        raise PositionError(field, f"is a list of {length}")
    return value
