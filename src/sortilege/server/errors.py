"""The errors that the server returns: an HTTP status, one sentence in every language, and the id of the rule if a rule
is the reason. Errors of the JSON decoder are translated here too.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sortilege.core.errors import SortilegeError
from sortilege.core.text.phrases import fill
from sortilege.core.text.words import Text
from sortilege.server import metrics
from sortilege.server.text import Problem, say, words

BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_LARGE, UNPROCESSABLE, TOO_MANY = 400, 403, 404, 409, 413, 422, 429
INTERNAL, UNAVAILABLE, STORE_FULL = 500, 503, 507
LONGEST: Final = 300  # characters of a sentence


class Denied(SortilegeError):
    """A refused request. `reason` is the key of its sentence in words.toml, with `values` filled in."""

    def __init__(self, status: int, reason: str, rule: str = "", **values: object) -> None:
        self.text = say(reason, **values)
        super().__init__(self.text.en, rule)
        self.status = status


class Unavailable(SortilegeError):
    """A service that the request needs, such as the store, does not work now."""

    reason: ClassVar[str] = "not_saved"  # a key of words.toml


class UnreadableLog(Denied):
    """The log of a table has a line that this version cannot decode or apply, because a newer version wrote it or it is
    damaged. The table is unavailable until a server can read it. Other tables are not affected."""

    def __init__(self) -> None:
        super().__init__(UNAVAILABLE, "unreadable")


def describe_error(error: SortilegeError) -> tuple[int, Text, str]:
    """Return the HTTP status, the sentence and the rule id of an error."""
    if isinstance(error, Denied):
        return error.status, error.text, error.rule
    if isinstance(error, Unavailable):
        return UNAVAILABLE, say(error.reason), ""
    return UNPROCESSABLE, game_refusal(error), error.rule


def game_refusal(error: SortilegeError) -> Text:
    """Return the sentence of an error that a game raised. If it exists only in English, French readers get a general
    sentence instead."""
    if isinstance(error.sentence, str):
        return say("by_the_game", english=error.sentence)
    return Text.build(lambda language: as_sentence(error.say(language)))


def as_sentence(text: str) -> str:
    """Return the text with a capital first letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!", "…")) else ".")


def shortened(sentence: str) -> str:
    """Cut a sentence after LONGEST characters, because it may quote long input."""
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"


def problem(error: SortilegeError) -> tuple[int, Problem]:
    """Return the HTTP status and the message of an error, and count the error in the metrics."""
    status, text, rule = describe_error(error)
    metrics.REFUSALS.add(status=str(status))
    return status, Problem(shortened(text.en), shortened(text.fr), rule)


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
    """Translate an error message of the JSON decoder into every language. Control characters in quoted parts of the
    request are replaced."""
    english = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in english)
    where = WHERE.search(english)
    message = WHERE.sub("", english)
    at = f" ({where[1]})" if where else ""
    for code, fault in FAULTS.items():
        match = fault.fullmatch(message)
        if match is not None:
            return phrase(code, at=at, **match.groupdict())
    return phrase("other", english=english)


def phrase(code: str, **values: object) -> Text:
    """Return a sentence of the group `misread` in words.toml, with values filled in."""
    return Text.build(lambda language: fill(words()[language]["misread"][code], values, words()[language], language))
