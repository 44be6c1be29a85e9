"""Advice over the live socket: a hint for the decision at hand, and what an action could bring."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.shapes import Object
from sortilege.server.messages.words import Text

Sure = Literal["only", "clear", "close", "glance"]


class AskHint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """What would be good here? Asked looking at the snapshot with this n, by the seat that is to decide."""

    n: int


class AskOutlook(Struct, tag_field="type", tag="outlook", forbid_unknown_fields=True):
    """What could these actions of the sender bring? At most six, all legal now."""

    n: int
    actions: list[Object]


class Hint(Struct, tag_field="type", tag="hint"):
    """Where to look, what to do and why, made from the sender's view alone. `{0}`, `{1}`, … in its texts stand for the
    names of the seats. A first one comes within a second; where there was time to look again, a better one follows."""

    n: int
    action: Object
    then: list[Object]  # the sender's next decisions of the same turn, as far as no chance comes between
    equals: list[Object]  # what the action could not be told from
    sure: Sure  # all there is, clearly better, too close to call, or only glanced at so far
    worlds: int  # in how many imagined worlds it was compared
    where: Text
    what: Text
    why: Text
    plan: Text | None  # what the whole turn is for
    final: bool  # false: a better one follows


class Prospect(Struct):
    """One thing an action can bring."""

    chance: float
    share: float | None  # of victory then, 0 to 1; null where it was met in too few imagined worlds to say
    en: str
    fr: str


class ActionOutlook(Struct):
    """All an action can bring, the likeliest first."""

    action: Object
    what: Text
    exact: bool  # the chances are counted; otherwise they are means over imagined worlds
    worlds: int
    prospects: list[Prospect]  # empty: nothing is left to chance
    others: int  # how many less likely ones are left out
    rest: float  # and the chance of them all


class Outlook(Struct, tag_field="type", tag="outlook"):
    """The answer to AskOutlook."""

    n: int
    actions: list[ActionOutlook]
