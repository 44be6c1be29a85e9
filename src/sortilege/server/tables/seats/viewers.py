"""The viewer of a table (a seat or a spectator), and the secrets that a person receives with a seat."""

from __future__ import annotations

from typing import NamedTuple

from sortilege.server.people.access_tokens import hash_of, new_recovery, new_token
from sortilege.server.tables.events import Key


class Viewer(NamedTuple):
    """Somebody who has a table open, and their rights there."""

    seat: int | None  # None: a spectator
    host: bool  # whether they may hand seats to bots and free them
    key: str | None  # the hash of the viewer's seat token; None: no token, so they are not shown the links of the table
    device: str = ""  # the hash of the key of their device; "" if it is unknown, or if the request has its own token

    def snapshot_key(self) -> tuple[int | None, bool, bool]:
        """Return a cache key for the viewer's snapshots of the table: their seat, whether they are the host, and
        whether they have a seat token. Viewers with the same key get the same snapshots."""
        has_token = self.key is not None
        return self.seat, self.host, has_token


class Secrets(NamedTuple):
    """The seat token and recovery code that a person receives when they sit down. The server stores only hashes."""

    token: str
    recovery: str

    def key(self, seat: int | None, host: bool) -> Key:
        """Return the key that a table stores for the person with these secrets. `seat` None: they only watch."""
        return Key(hash_of(self.token), hash_of(self.recovery), seat, host)


def new_secrets() -> Secrets:
    """Return a random seat token and recovery code for a person who sits down at a table."""
    return Secrets(new_token(), new_recovery())
