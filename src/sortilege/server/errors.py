"""The errors that the server returns: an HTTP status, one sentence in every language, and the id of the rule if a rule
is the reason. Error messages of the JSON decoder are translated here too.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from sortilege.core.errors import SortilegeError
from sortilege.core.text.phrases import fill
from sortilege.core.text.words import Text
from sortilege.server import metrics
from sortilege.server.text import Problem, sentence, words

BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, TOO_LARGE, UNPROCESSABLE, TOO_MANY = 400, 403, 404, 409, 413, 422, 429
INTERNAL, UNAVAILABLE, STORE_FULL = 500, 503, 507
LONGEST_SENTENCE: Final = 300  # characters


class Denied(SortilegeError):
    """The server refuses a request with this HTTP status. `reason` is the key of the sentence in words.toml, `values`
    replace its placeholders, and `rule` is the id of the game rule behind the refusal ("" if there is none)."""

    def __init__(self, status: int, reason: str, rule: str = "", **values: object) -> None:
        self.text = sentence(reason, **values)
        super().__init__(self.text.en, rule)
        self.status = status


class Unavailable(SortilegeError):
    """A service that the request needs, such as the store, does not work now."""

    reason: ClassVar[str] = "not_saved"  # the key of the sentence in words.toml


class UnreadableLog(Denied):
    """The log of a table has a line that this version cannot decode or apply, because a newer version wrote the line or
    the line is damaged. Only this table is unavailable, until a server can read it."""

    def __init__(self) -> None:
        super().__init__(UNAVAILABLE, "unreadable")


def game_refusal(error: SortilegeError) -> Text:
    """Return the sentence of an error that a game raised. If the error has only an English sentence, insert it into a
    general sentence in each language."""
    if isinstance(error.sentence, str):
        return sentence("by_the_game", english=error.sentence)
    return Text.build(lambda language: as_sentence(error.say(language)))


def as_sentence(text: str) -> str:
    """Return the text with a capital first letter, and with a full stop unless it ends with a punctuation mark."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!", "…")) else ".")


def shortened(sentence: str) -> str:
    """Return a sentence without its end if it is longer than LONGEST_SENTENCE, as when it quotes long input."""
    return sentence if len(sentence) <= LONGEST_SENTENCE else sentence[: LONGEST_SENTENCE - 1] + "…"


def status_and_problem(error: SortilegeError) -> tuple[int, Problem]:
    """Return the HTTP status of an error and the message for the client. Count the error in the metrics."""
    if isinstance(error, Denied):
        status, text = error.status, error.text
    elif isinstance(error, Unavailable):
        status, text = UNAVAILABLE, sentence(error.reason)
    else:
        status, text = UNPROCESSABLE, game_refusal(error)
    metrics.REFUSALS.add(status=str(status))
    return status, Problem(shortened(text.en), shortened(text.fr), error.rule)


LOCATION: Final = re.compile(r" - at (`.*`)$")
# The error messages of msgspec, by the key of their translation in the section `misread` of words.toml.
DECODE_ERRORS: Final = {
    "missing": re.compile(r"Object missing required field (?P<given>`.*`)"),
    "unknown": re.compile(r"Object contains unknown field (?P<given>`.*`)"),
    "type": re.compile(r"Expected (?P<wanted>`.*`), got (?P<given>`.*`)"),
    "kind": re.compile(r"Expected (?P<wanted>`.*`)"),
    "value": re.compile(r"Invalid (?:enum )?value (?P<given>.*)"),
    "json": re.compile(r"JSON is malformed.*|Input data was truncated|Invalid UTF-8.*"),
}


def translate_decode_error(english: str) -> Text:
    """Translate an error message of msgspec, such as "Expected `int`, got `str` - at `$.seat`", into every language.
    Control characters in the message are replaced, because it may quote the request."""
    printable = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in english)
    location = LOCATION.search(printable)
    message = LOCATION.sub("", printable)
    location_in_brackets = f" ({location[1]})" if location else ""
    for key, pattern in DECODE_ERRORS.items():
        match = pattern.fullmatch(message)
        if match is not None:
            return decode_error_text(key, at=location_in_brackets, **match.groupdict())
    return decode_error_text("other", english=printable)


def decode_error_text(key: str, **values: object) -> Text:
    """Return the sentence that says why a request cannot be decoded. The section `misread` of words.toml has the
    sentence under this key, and `values` replace its placeholders."""
    return Text.build(lambda language: fill(words()[language]["misread"][key], values, words()[language], language))
