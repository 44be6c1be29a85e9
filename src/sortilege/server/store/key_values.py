"""Notes: what servers keep for themselves beside the logs, under a name each. A new one takes the place of the old."""

from __future__ import annotations

from typing import Final

from sortilege.server.store.protocol import Step, Store

KEEP: Final = "INSERT INTO sortilege_note VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET body = excluded.body"
KEEP_NEW: Final = "INSERT INTO sortilege_note VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name"
LET_GO: Final = "DELETE FROM sortilege_note WHERE name = $1"
FIND: Final = "SELECT name, body FROM sortilege_note WHERE name >= $1 AND name < $2"


async def keep(store: Store, name: str, body: str) -> None:
    """On disk when this returns."""
    await store.change([Step(KEEP, (name, body))])


async def keep_new(store: Store, name: str, body: str) -> bool:
    """Whether there was none of this name, so that it is kept now."""
    return bool((await store.change([Step(KEEP_NEW, (name, body))]))[0])


async def let_go(store: Store, name: str) -> None:
    await store.change([Step(LET_GO, (name,))])


async def find(store: Store, prefix: str) -> dict[str, str]:
    """The notes whose names begin so."""
    rows = await store.look_up(Step(FIND, (prefix, prefix + "\U0010ffff")))
    return {str(name): str(body) for name, body in rows}
