"""What is wrong with a message or a request that cannot be read: the decoder's own words, told in both languages."""

from __future__ import annotations

import re
from typing import Final

from sortilege.core.phrases import fill
from sortilege.core.words import Text
from sortilege.server.words import words

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
