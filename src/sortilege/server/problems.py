"""What the server answers when it cannot do what was asked: one sentence, and the rule where one is the reason."""

from __future__ import annotations

import re
from typing import Any

from sortilege.core.errors import IllegalAction, SortilegeError
from sortilege.server.messages import Problem, Refused, Said
from sortilege.server.store import StoreError
from sortilege.server.words import say

MALFORMED, NOT_YOURS, NOWHERE, TOO_LATE, TOO_LARGE, NOT_ALLOWED, TOO_MANY = 400, 403, 404, 409, 413, 422, 429
BROKEN, NOT_NOW = 500, 503
LONGEST = 300  # characters of a sentence
RULE_AT_END = re.compile(r"\(([A-Z]{2}-\d{3})\)$")


class Denied(SortilegeError):
    """A request the table does not grant, for a reason in words.toml."""

    def __init__(self, status: int, reason: str, rule: str = "", **values: Any) -> None:
        self.said = say(reason, **values)
        super().__init__(self.said.en)
        self.status = status
        self.rule = rule


def worded(error: SortilegeError) -> tuple[int, Said, str]:
    """Status, sentence and rule of any refusal of ours. What comes from the rules is English; a French sentence leads
    up to it."""
    if isinstance(error, Denied):
        return error.status, error.said, error.rule
    if isinstance(error, StoreError):
        return NOT_NOW, say("not_saved"), ""
    if isinstance(error, IllegalAction):
        return NOT_ALLOWED, by_rule(error.message, error.rule), error.rule
    rule = RULE_AT_END.search(str(error))
    named = rule.group(1) if rule else ""
    return NOT_ALLOWED, by_rule(str(error), named), named


def by_rule(why: str, rule: str) -> Said:
    return say("by_rule", why=why, rule=rule) if rule else say("by_the_game", why=why)


def shortened(sentence: str) -> str:
    """What somebody sent may be quoted in a sentence, but not at length."""
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"


def refused(error: SortilegeError) -> Refused:
    """A refusal for the socket."""
    _, said, rule = worded(error)
    return Refused(shortened(said.en), shortened(said.fr), rule)


def problem(error: SortilegeError) -> tuple[int, Problem]:
    """A refusal for HTTP."""
    status, said, rule = worded(error)
    return status, Problem(shortened(said.en), shortened(said.fr), rule)
