"""Six letters that lead to the invitation of a table: to be said aloud, or typed on another device.

1. A code is a note of the store, so every server of that store knows it.
2. It is good while the table waits: it goes when the game begins, and when the table does.
3. A code alone is a weak secret (25 bits). The settings limit how often one address may try (`invite_code_rate`) and
   how many wrong codes all addresses may send together (`wrong_invite_code_rate`). Someone who guesses a code can at
   most take a seat, where everybody sees them and the host can free the seat again.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from sortilege.server import runtime
from sortilege.server.errors import MALFORMED, Denied
from sortilege.server.store import Store, StoreError, key_values
from sortilege.server.tables.state import TableState

# No vowels, so that no word comes about; nothing that is mistaken for something else, by eye or in a bad hand.
LETTERS: Final = "BCDFGHJKMNPRSTVWXZ"
LENGTH: Final = 6
A_CODE: Final = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
NOTE: Final = "code/"
ATTEMPTS: Final = 20  # that so many codes in a row are taken does not happen


async def new_code(store: Store, table: str) -> str:
    """A code that leads to this table from now on."""
    for _ in range(ATTEMPTS):
        code = runtime.token_of(LETTERS, LENGTH)
        if await key_values.put_if_absent(store, NOTE + code, table):
            return code
    raise StoreError("no free code was found for a table")


async def expire(store: Store, state: TableState) -> None:
    """The code leads nowhere once the game has begun."""
    if state.match is not None:
        await drop(store, state.opened.code)


async def drop(store: Store, code: str) -> None:
    """It leads nowhere any more. Should it stay noted, that is found out when somebody tries it."""
    if code:
        with suppress(StoreError):
            await key_values.delete(store, NOTE + code)


def read_code(code: str) -> str:
    """A code as it was handed out, however it was typed in. Denied if it cannot be a code."""
    letters = "".join(code.upper().replace("-", " ").split())
    if not A_CODE.fullmatch(letters):
        raise Denied(MALFORMED, "code_form")
    return letters
