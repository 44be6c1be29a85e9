"""What the server answers when it cannot do what was asked: one sentence, and the rule where one is the reason."""

from __future__ import annotations

import re

from sortilege.core.errors import IllegalAction, SortilegeError
from sortilege.server.messages import Problem, Refused

MALFORMED, NOT_YOURS, NOWHERE, TOO_LATE, NOT_ALLOWED, TOO_MANY, BROKEN = 400, 403, 404, 409, 422, 429, 500
UNEXPECTED = "Something went wrong at the table's end; nothing was changed. Please try again."
LONGEST = 300  # characters of a sentence
RULE_AT_END = re.compile(r"\(([A-Z]{2}-\d{3})\)$")


class Denied(SortilegeError):
    """A request the table does not grant."""

    def __init__(self, status: int, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.rule = rule


def worded(error: SortilegeError) -> tuple[int, str, str]:
    """Status, sentence and rule of any refusal of ours; what somebody sent may be quoted in it, but not at length."""
    status, message, rule = _parts(error)
    return status, message if len(message) <= LONGEST else message[: LONGEST - 1] + "…", rule


def _parts(error: SortilegeError) -> tuple[int, str, str]:
    if isinstance(error, Denied):
        return error.status, error.message, error.rule
    if isinstance(error, IllegalAction):
        return NOT_ALLOWED, error.message, error.rule
    rule = RULE_AT_END.search(str(error))
    return NOT_ALLOWED, str(error), rule.group(1) if rule else ""


def refused(error: SortilegeError) -> Refused:
    """A refusal for the socket."""
    _, message, rule = worded(error)
    return Refused(message, rule)


def problem(error: SortilegeError) -> tuple[int, Problem]:
    """A refusal for HTTP."""
    status, message, rule = worded(error)
    return status, Problem(message, rule)
