"""Advice over the live socket: a hint for the decision at hand, and what an action could bring."""

from __future__ import annotations

from msgspec import Struct

from sortilege.analysis.hint import Hint
from sortilege.analysis.outlook import ActionOutlook, Prospect
from sortilege.core.shapes import Object

__all__ = ["AskHint", "AskOutlook", "Hint", "Prospect", "ActionOutlook", "Outlook"]  # noqa: RUF022


class AskHint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """What would be good here? Asked looking at the snapshot with this n, by the seat that is to decide."""

    n: int


class AskOutlook(Struct, tag_field="type", tag="outlook", forbid_unknown_fields=True):
    """What could these actions of the sender bring? At most six, all legal now."""

    n: int
    actions: list[Object]


class Outlook(Struct, tag_field="type", tag="outlook"):
    """The answer to AskOutlook."""

    n: int
    actions: list[ActionOutlook]
