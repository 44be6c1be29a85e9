"""Who may do what: tokens, links, recovery codes, and the names people sit down with.

A token is 256 random bits; the table keeps its hash only. The invite and the spectator link are no credentials of a
seat and are kept as they are, so that they can be shown again. A recovery code has about 83 bits, in five groups that
can be said aloud.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Collection
from typing import Final, NamedTuple

from sortilege.server import runtime
from sortilege.server.events import Key
from sortilege.server.lookalikes import has_blanks, outline
from sortilege.server.problems import MALFORMED, Denied

LONGEST_NAME: Final = 24
UNNAMED: Final = "Mage"
BOT_NAMES: Final = (
    "Alma", "Basile", "Cléo", "Dorian", "Elouan", "Fantine", "Gaspard", "Hermine",
    "Isaure", "Jorik", "Kenza", "Lazare", "Mélisande", "Nestor", "Ondine", "Perceval",
)  # fmt: skip
PLAIN: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is mistaken for something else
CONSONANTS: Final = "bdfgjklmnprstvwz"
VOWELS: Final = "aeiou"
SPOKEN: Final = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)


class Viewer(NamedTuple):
    """Somebody looking at a table: from a seat, or (None) as a spectator."""

    seat: int | None
    host: bool
    key: str | None  # the hash of the token they came with; those without one may not see the links
    device: str = ""  # the hash of the key of the person's device, unless a token was sent on purpose

    def kind(self) -> tuple[int | None, bool, bool]:
        """All of a viewer that a snapshot depends on."""
        return self.seat, self.host, self.key is not None


class Secrets(NamedTuple):
    """What a person is handed when they sit down, shown once."""

    token: str
    recovery: str

    def key(self, seat: int | None, host: bool) -> Key:
        """What the table keeps of it."""
        return Key(hash_of(self.token), hash_of(self.recovery), seat, host)


def new_secrets() -> Secrets:
    return Secrets(new_token(), new_recovery())


def new_token() -> str:
    return runtime.token_urlsafe(32)


def new_table_name() -> str:
    """About 50 bits: a table's address cannot be guessed."""
    return runtime.token_of(PLAIN, 10)


def new_code() -> str:
    """The code of an invite or spectator link."""
    return runtime.token_of(PLAIN, 16)


def new_recovery() -> str:
    """Such as "bakod-dilun-merof-zutag-padis"."""
    return "-".join("".join(runtime.generator().choice(letters) for letters in SPOKEN) for _ in range(5))


def tidy_recovery(code: str) -> str:
    """A code as it was handed out, however it was typed in."""
    return "-".join(code.lower().replace("-", " ").split())


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def same(given: str, kept: str) -> bool:
    """Whether two link codes are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(given.encode(), kept.encode())


def tidy_name(name: str) -> str:
    """A person's name as the table shows it."""
    tidied = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidied:
        raise Denied(MALFORMED, "name_needed")
    if len(tidied) > LONGEST_NAME:
        raise Denied(MALFORMED, "name_too_long", most=LONGEST_NAME, length=len(tidied))
    if not tidied.isprintable() or has_blanks(tidied) or "{" in tidied or "}" in tidied:
        raise Denied(MALFORMED, "name_signs")
    return tidied


def unlike(name: str, others: Collection[str]) -> str:
    """The name, numbered if somebody at the table has it already, or one that looks like it."""
    taken = {outline(other) for other in others}
    if outline(name) not in taken:
        return name
    stem = name[: LONGEST_NAME - 3]
    return next(numbered for i in range(2, 99) if outline(numbered := f"{stem} {i}") not in taken)


def bot_name(others: Collection[str]) -> str:
    """A name for a bot that nobody at the table has."""
    names = [name for name in BOT_NAMES if name not in others] or [unlike(BOT_NAMES[0], others)]
    return runtime.generator().choice(names)
