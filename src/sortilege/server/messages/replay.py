"""Looking back at a finished match."""

from __future__ import annotations

from msgspec import Struct

from sortilege.core.shapes import Object
from sortilege.server.messages.table import LogLine, TurnLine
from sortilege.server.messages.talk import Ending


class Moment(Struct):
    """One moment of a finished match: the line of the action that led there (null at the start, or where this seat may
    never know of it), the turns of the log from `turns_from` on, and the table as the seat saw it."""

    line: LogLine | None
    turns: list[TurnLine]
    turns_from: int
    view: Object
    board: Object


class Replay(Struct):
    """GET /api/tables/{table}/replay?seat=&at=&count=: some moments of a finished match, at most 100."""

    game: str
    names: list[str]
    seat: int | None  # whose eyes; None: a spectator's; -1: everything is open
    at: int  # number of the first moment here
    of: int  # how many there are: one more than the log has actions
    frames: list[Moment]
    ended: Ending | None = None  # the game was over before its own end
    taken_back: int = 0  # how often something was taken back by agreement: what is shown is what was played in the end
