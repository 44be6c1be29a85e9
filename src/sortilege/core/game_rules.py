"""The types that the log and the default functions of a game use instead of `Game`. They cannot import the module
`game`, because that module imports them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from sortilege.core.engine.state import State
from sortilege.core.types import Action, Line, Untrusted


class Opening(NamedTuple):
    """What the first log line of a turn tells about the turn: its seat, and its round (in some games called Day)."""

    seat: int | None  # None for the set-up or a scripted opponent
    chapter: int = 0  # the round or Day of the turn; 0 if the game has none
    scripted: bool = False  # whether it is the turn of a scripted opponent, who has no seat


class Part(NamedTuple):
    """A log line or, if the line belongs to two turns, the part of it that belongs to one of them."""

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
