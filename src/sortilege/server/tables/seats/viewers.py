"""The viewer of a table (a seat or a spectator), and the secrets that a person receives with a seat."""

from __future__ import annotations

from typing import NamedTuple

from sortilege.server.people.access_tokens import hash_of, new_recovery, new_token
from sortilege.server.tables.events import Key


class Viewer(NamedTuple):
    """The role in which somebody views a table."""

    seat: int | None  # None: a spectator
    host: bool  # whether they may hand seats to bots and free them
    key: str | None  # the hash of the viewer's token; viewers without one may not see the links
    device: str = ""  # the hash of the key of their device; "" if it is unknown, or if the request has its own token

    def kind(self) -> tuple[int | None, bool, bool]:
        """Return what a snapshot depends on, as a cache key: the viewer's seat, whether they are the host, and whether
        they have a token. Viewers with the same result get the same snapshots."""
        return self.seat, self.host, self.key is not None


class Secrets(NamedTuple):
    """The token and recovery code that a person receives when they sit down. The server stores only their hashes."""

    token: str
    recovery: str

    def key(self, seat: int | None, host: bool) -> Key:
        """Return the key that the table stores for a person with these secrets: the hashes of the token and the
        recovery code, the person's seat (None if they only watch), and whether they are the host."""
        return Key(hash_of(self.token), hash_of(self.recovery), seat, host)


def new_secrets() -> Secrets:
    """Return new random secrets for a person who gets a seat."""
    return Secrets(new_token(), new_recovery())
