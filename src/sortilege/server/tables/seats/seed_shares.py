"""Seed shares. The random seed of a game is computed from random digits of the server (the `half`) and random digits of
every person who sits down (their share), so that nobody, not even the server, can choose the seed alone.
docs/fair-play.md explains what this guarantees.
"""

from __future__ import annotations

import re
from typing import Final

from sortilege.core import chance
from sortilege.core.types import Object
from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, Denied

SHARE: Final = re.compile("[0-9a-fA-F]{32,64}")
SERVER_PREFIX: Final = "server-"  # begins a share that the server drew, because the client sent none


def check_or_draw_share(sent_share: str) -> str:
    """Return a person's share: the digits that they contribute to the random seed. If they sent "", draw a share, which
    begins with SERVER_PREFIX. Raise Denied if they sent anything but 32 to 64 hexadecimal digits."""
    if not sent_share:
        return SERVER_PREFIX + runtime.token_hex(16)
    if not SHARE.fullmatch(sent_share):
        raise Denied(BAD_REQUEST, "luck_form")
    return sent_share


def fingerprint(share: str) -> str:
    """Return the public SHA-256 fingerprint of a person's contribution to the random seed; "" if there is none."""
    return chance.commitment(share) if share else ""


def seed_parts(server_half: str, shares: list[str] | None) -> Object | None:
    """Return what the random seed of a match was computed from, as a record stores it: the random digits of the server
    and those of each seat (`shares`). Return None if `shares` is None: the server alone chose the seed."""
    return None if shares is None else {"half": server_half, "shares": list(shares)}
