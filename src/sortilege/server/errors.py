"""The errors that the server answers with: an HTTP status and one sentence in every language, with the rule if a rule
is the reason. Errors of the JSON decoder are translated here too.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sortilege.core.errors import SortilegeError
from sortilege.core.phrases import fill
from sortilege.core.words import Text
from sortilege.server import metrics
from sortilege.server.text import Problem, say, words

BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_LARGE, UNPROCESSABLE, TOO_MANY = 400, 403, 404, 409, 413, 422, 429
INTERNAL, UNAVAILABLE, STORE_FULL = 500, 503, 507
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
        super().__init__(UNAVAILABLE, "unreadable")


def worded(error: SortilegeError) -> tuple[int, Text, str]:
    """Status, sentence and rule of any refusal of ours."""
    if isinstance(error, Denied):
        return error.status, error.said, error.rule
    if isinstance(error, Unavailable):
        return UNAVAILABLE, say(error.reason), ""
    return UNPROCESSABLE, by_the_game(error), error.rule


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


WHERE: Final = re.compile(r" - at (`.*`)$")
FAULTS: Final = {
    "missing": re.compile(r"Object missing required field (?P<given>`.*`)"),
    "unknown": re.compile(r"Object contains unknown field (?P<given>`.*`)"),
    "type": re.compile(r"Expected (?P<wanted>`.*`), got (?P<given>`.*`)"),
    "kind": re.compile(r"Expected (?P<wanted>`.*`)"),
    "value": re.compile(r"Invalid (?:enum )?value (?P<given>.*)"),
    "json": re.compile(r"JSON is malformed.*|Input data was truncated|Invalid UTF-8.*"),
}


def decode_error(english: str) -> Text:
    """Translate a decoding error into every language. Quoted parts of the request are kept on one line."""
    english = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in english)
    where = WHERE.search(english)
    said = WHERE.sub("", english)
    at = f" ({where[1]})" if where else ""
    for code, fault in FAULTS.items():
        found = fault.fullmatch(said)
        if found is not None:
            return phrase(code, at=at, **found.groupdict())
    return phrase("other", english=english)


def phrase(code: str, **values: object) -> Text:
    return Text.build(lambda language: fill(words()[language]["misread"][code], values, words()[language], language))
