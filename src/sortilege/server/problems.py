"""What the server answers when it cannot do what was asked: one sentence, and the rule where one is the reason."""

from __future__ import annotations

from typing import ClassVar

from sortilege.core.errors import SortilegeError
from sortilege.core.words import Text
from sortilege.server import metrics
from sortilege.server.messages.words import Problem
from sortilege.server.words import say

MALFORMED, NOT_YOURS, NOWHERE, TOO_LATE, TOO_LARGE, NOT_ALLOWED, TOO_MANY = 400, 403, 404, 409, 413, 422, 429
BROKEN, NOT_NOW, STORE_FULL = 500, 503, 507
LONGEST = 300  # characters of a sentence


class Denied(SortilegeError):
    """A request the table does not grant, for a reason in words.toml."""

    def __init__(self, status: int, reason: str, rule: str = "", **values: object) -> None:
        self.said = say(reason, **values)
        super().__init__(self.said.en, rule)
        self.status = status


class Unavailable(SortilegeError):
    """A service that the request needs does not work now."""

    reason: ClassVar[str] = "not_saved"  # a key of words.toml


class UnreadableLog(Denied):
    """The log of a table has a line that this version cannot decode or apply: a newer version wrote it, or it is
    damaged. The table is unavailable until a server can read it; no other table is affected."""

    def __init__(self) -> None:
        super().__init__(NOT_NOW, "unreadable")


def worded(error: SortilegeError) -> tuple[int, Text, str]:
    """Status, sentence and rule of any refusal of ours."""
    if isinstance(error, Denied):
        return error.status, error.said, error.rule
    if isinstance(error, Unavailable):
        return NOT_NOW, say(error.reason), ""
    return NOT_ALLOWED, by_the_game(error), error.rule


def by_the_game(error: SortilegeError) -> Text:
    """What the rules say. What they say to programs alone has no French, and is not shown to readers of French."""
    if isinstance(error.sentence, str):
        return say("by_the_game", english=error.sentence)
    return Text.build(lambda language: as_sentence(error.say(language)))


def as_sentence(said: str) -> str:
    """With a capital and a full stop, like all the server says."""
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!", "…")) else ".")


def shortened(sentence: str) -> str:
    """What somebody sent may be quoted in a sentence, but not at length."""
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"


def problem(error: SortilegeError) -> tuple[int, Problem]:
    """Return the HTTP status and the message for an error, and count it."""
    status, said, rule = worded(error)
    metrics.REFUSALS.add(status=str(status))
    return status, Problem(shortened(said.en), shortened(said.fr), rule)
