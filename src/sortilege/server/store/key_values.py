"""Key-value pairs that servers store beside the logs, such as which tables have running clocks."""

from __future__ import annotations

from typing import Final

from sortilege.server.store.protocol import Statement, Store

PUT: Final = "INSERT INTO sortilege_note VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET body = excluded.body"
PUT_IF_ABSENT: Final = "INSERT INTO sortilege_note VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name"
DELETE: Final = "DELETE FROM sortilege_note WHERE name = $1"
LAST_CHARACTER: Final = "\U0010ffff"  # every name that begins with a prefix is sorted before prefix + LAST_CHARACTER
FIND: Final = "SELECT name, body FROM sortilege_note WHERE name >= $1 AND name < $2"


async def put(store: Store, name: str, body: str) -> None:
    """Store a value under a name, in place of the previous value. The value is on disk when the call returns."""
    await store.change([Statement(PUT, (name, body))])


async def put_if_absent(store: Store, name: str, body: str) -> bool:
    """Store a value under a name, unless the name has a value already. Return whether it was stored."""
    [stored_names] = await store.change([Statement(PUT_IF_ABSENT, (name, body))])
    return bool(stored_names)


async def delete(store: Store, name: str) -> None:
    """Delete the value of a name. Does nothing if there is none."""
    await store.change([Statement(DELETE, (name,))])


async def find_by_prefix(store: Store, prefix: str) -> dict[str, str]:
    """Return all names that begin with the prefix, with their values."""
    rows = await store.look_up(Statement(FIND, (prefix, prefix + LAST_CHARACTER)))
    return {str(name): str(body) for name, body in rows}
