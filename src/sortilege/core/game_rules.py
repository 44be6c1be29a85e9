"""The part of `Game` that the log and the default functions of a game use, as a type. They cannot import `Game`,
because it imports them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from sortilege.core.engine.state import State
from sortilege.core.types import Action, Line, Untrusted


class Opening(NamedTuple):
    """Whose turn it is and in which chapter of the game, as known from the first log line of the turn."""

    seat: int | None  # None for the set-up or a scripted opponent
    chapter: int = 0  # the round or Day of the turn; 0 if the game has none
    scripted: bool = False  # whether it is the turn of a scripted opponent, who has no seat


class Part(NamedTuple):
    """A log line, or the part of it that belongs to one turn if the line is split between two turns."""

    line: Line
    opens: Opening | None = None  # the turn that begins with this part, if any


class GameRules(Protocol):
    """The fields of `Game` that its log and default functions use. Their comments are in `Game`."""

    @property
    def name(self) -> str: ...
    @property
    def hides_information(self) -> bool: ...
    @property
    def turn_rule(self) -> str: ...
    @property
    def describe(self) -> Callable[[Untrusted], Action]: ...
    @property
    def turn_of(self) -> Callable[[State], tuple[int, ...]]: ...
    @property
    def line(self) -> Callable[[State, int, State], Line]: ...
    @property
    def visible_line(self) -> Callable[[Untrusted, int | None, State], Line | None]: ...
    @property
    def is_final(self) -> Callable[[Untrusted, int | None, State], bool]: ...
    @property
    def split_line(self) -> Callable[[Untrusted, Opening | None], list[Part]]: ...
    def load(self, position: Untrusted) -> State: ...
