"""Invite codes: six letters that lead to the invite link of a table, to be said aloud or typed on another device.

1. A code is stored as a key of the store, so every server that uses the store knows it.
2. A code is valid while the table waits for players. It is deleted when the game begins or the table is deleted.
3. A code alone is a weak secret (25 bits). The settings limit how often one address may try (`invite_code_rate`) and
   how many wrong codes all addresses may send together (`wrong_invite_code_rate`). Someone who guesses a code can at
   most take a seat, where everybody sees them and the host can free the seat again.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, Denied
from sortilege.server.store import Store, StoreError, key_values
from sortilege.server.tables.state import TableState

# No vowels, so that no code is a word, and no letters that are easily confused in print or handwriting.
LETTERS: Final = "BCDFGHJKMNPRSTVWXZ"
LENGTH: Final = 6
CODE: Final = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
KEY_PREFIX: Final = "code/"  # of the key that is stored for each code; its value is the name of the table
MAX_ATTEMPTS: Final = 20  # the probability that so many random codes in a row are in use is negligible


async def new_code(store: Store, table: str) -> str:
    """Draw a random invite code that no table has, store it for this table and return it."""
    for _ in range(MAX_ATTEMPTS):
        code = runtime.token_of(LETTERS, LENGTH)
        if await key_values.put_if_absent(store, KEY_PREFIX + code, table):
            return code
    raise StoreError("no free code was found for a table")


async def find(store: Store, code: str) -> str | None:
    """Return the name of the table with this invite code; None if no table has it."""
    key = KEY_PREFIX + code
    return (await key_values.find_by_prefix(store, key)).get(key)


async def expire(store: Store, state: TableState) -> None:
    """Delete the invite code of a table if its game has begun."""
    if state.match is not None:
        await drop(store, state.opened.code)


async def drop(store: Store, code: str) -> None:
    """Delete an invite code; "" stands for none. Errors of the store are ignored."""
    if code:
        with suppress(StoreError):
            await key_values.delete(store, KEY_PREFIX + code)


def read_code(code: str) -> str:
    """Return the stored form of an invite code that a person typed, "BCDFGH" for "bcd-fgh". Raise Denied if it has
    none."""
    letters = "".join(code.upper().replace("-", " ").split())
    if not CODE.fullmatch(letters):
        raise Denied(BAD_REQUEST, "code_form")
    return letters
