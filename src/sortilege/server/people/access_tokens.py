"""Creates the secrets that give access to tables and seats: seat tokens, link codes and recovery codes.

A seat token has 256 random bits; tables store its hash only. The codes of the invite link and the spectator link give
no seat and are stored as they are, so that they can be shown again. A recovery code has about 83 bits, in five groups
that can be read aloud.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from sortilege.server import runtime

PLAIN: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is mistaken for something else
CONSONANTS: Final = "bdfgjklmnprstvwz"
VOWELS: Final = "aeiou"
SPOKEN: Final = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)


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
