"""Creates the secrets that give access to tables and seats: seat tokens, link codes and recovery codes.

A seat token has 256 random bits, and tables store only its hash. The codes of the invite link and the spectator link
are stored in plain text, so that they can be shown again. A recovery code has about 83 random bits, in five made-up
words that can be read aloud.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from sortilege.server import runtime

UNAMBIGUOUS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that look alike
CONSONANTS: Final = "bdfgjklmnprstvwz"
VOWELS: Final = "aeiou"
TABLE_NAME_LENGTH, LINK_CODE_LENGTH = 10, 16  # characters
TOKEN_BYTES: Final = 32
WORD_LETTERS: Final = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)  # the choices for each letter of a word
RECOVERY_WORDS: Final = 5


def new_token() -> str:
    """Return a new random token."""
    return runtime.token_urlsafe(TOKEN_BYTES)


def new_table_name() -> str:
    """Return a random name for a game table. The name has about 50 random bits, so that nobody can guess it."""
    return runtime.token_of(UNAMBIGUOUS, TABLE_NAME_LENGTH)


def new_code() -> str:
    """Return a new code for an invite link or a spectator link."""
    return runtime.token_of(UNAMBIGUOUS, LINK_CODE_LENGTH)


def new_recovery() -> str:
    """Return a new recovery code, such as "bakod-dilun-merof-zutag-padis"."""
    return "-".join(_new_word() for _ in range(RECOVERY_WORDS))


def _new_word() -> str:
    return "".join(runtime.generator().choice(letters) for letters in WORD_LETTERS)


def normalize_recovery(code: str) -> str:
    """Return a recovery code in its original form, with small letters and hyphens: " Bakod dilun" -> "bakod-dilun"."""
    return "-".join(code.lower().replace("-", " ").split())


def hash_of(secret: str) -> str:
    """Return the SHA-256 hash of a secret as hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def equal_secrets(sent: str, stored: str) -> bool:
    """Whether two secrets are equal. The time of the comparison does not depend on the position of the first
    difference, so that attackers cannot measure it to guess a secret character by character."""
    return hmac.compare_digest(sent.encode(), stored.encode())
