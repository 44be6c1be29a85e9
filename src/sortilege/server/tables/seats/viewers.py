"""Who looks at a table, and the secrets that a person gets with a seat."""

from __future__ import annotations

from typing import NamedTuple

from sortilege.server.people.access_tokens import hash_of, new_recovery, new_token
from sortilege.server.tables.events import Key


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
