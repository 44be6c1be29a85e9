"""Every refusal the product can utter: one sentence, and the rule behind it where a rule is the reason."""

from __future__ import annotations

from typing import Any

QUOTED = 60  # characters


def quoted(value: Any) -> str:
    """A wrong value as a refusal quotes it, cut where nobody would read on."""
    said = repr(value)
    return said if len(said) <= QUOTED else f"{said[:QUOTED]}…"


class SortilegeError(Exception):
    """The common ancestor: whoever shows errors to people catches this and prints `str(error)`."""


class UnknownGame(SortilegeError):
    """Asked for a game that is not on the shelf."""


class OptionError(SortilegeError):
    """A table size or option the game does not have."""


class PositionError(SortilegeError):
    """A position that cannot lie on the table; names the field and, where there is one, the rule."""

    def __init__(self, field: str, message: str, rule: str = "") -> None:
        super().__init__(f"{field}: {message}" + (f" ({rule})" if rule else ""))
        self.field = field
        self.rule = rule


class IllegalAction(SortilegeError):
    """An action the rules do not allow now. The state is untouched."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule
        self.message = message


class NotQuiet(SortilegeError):
    """A position was asked for while something is half done."""


class CannotUndo(SortilegeError):
    """A step that may not be taken back; says why."""


class RecordError(SortilegeError):
    """A record that cannot be read, replayed or verified; names the line."""
