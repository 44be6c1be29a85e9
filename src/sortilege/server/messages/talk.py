"""What people say to each other, and what they ask each other for."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Sign = Literal[
    "hello", "luck", "nice", "wow", "oops", "sorry", "thanks", "thinking", "hurry", "back_soon", "well_played", "again"
]
Talk = Literal["signs", "free"]  # the set phrases alone, or free text as well
Matter = Literal["end", "pause", "out", "undo", "turn", "open"]


class Word(Struct, omit_defaults=True):
    """Something somebody said: a sign, whose words the page has in every language, or free text."""

    id: int  # counted from 0 at each table
    seat: int
    sign: Sign | None = None
    text: str = ""


class Request(Struct):
    """What somebody asks of the others: to end the game, to pause it, to let a bot play for a seat that is gone; to
    take back the last step or turn of who asks (`undo`, `turn`), which lapses when a person plays on; or to let
    spectators see all hands (`open`)."""

    matter: Matter
    by: int
    about: int | None  # the seat that is gone
    wait: list[int]  # the seats that have not answered yet


class Ending(Struct):
    """How a game ended before its own end: all agreed, or a seat resigned."""

    why: Literal["agreed", "resigned"]
    seat: int | None


class Say(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/say: one of the two."""

    sign: Sign | None = None
    text: str = ""


class Ask(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/ask. `resume`, `resign` and `close` (no more open hands) need nobody's consent."""

    matter: Literal["end", "pause", "out", "undo", "turn", "open", "resume", "resign", "close"]
    about: int | None = None


class Answer(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/answer: to what is asked."""

    yes: bool
