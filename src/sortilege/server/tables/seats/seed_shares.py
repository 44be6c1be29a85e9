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


def check_or_draw_share(sent: str) -> str:
    """Return the share of the random seed that a person sent, after checking it. If they sent "", draw a share for them
    that begins with SERVER_PREFIX. Raise Denied if a share does not consist of 32 to 64 hexadecimal digits."""
    if not sent:
        return SERVER_PREFIX + runtime.token_hex(16)
    if not SHARE.fullmatch(sent):
        raise Denied(BAD_REQUEST, "luck_form")
    return sent


def fingerprint(share: str) -> str:
    """Return the SHA-256 fingerprint of a seed share, which everybody may see before the game ends; "" for a seat
    without a share."""
    return chance.commitment(share) if share else ""


def seed_parts(server_half: str, shares: list[str] | None) -> Object | None:
    """Return the parts of the random seed as a record stores them. Return None if `shares` is None, because then the
    server alone chose the seed."""
    return None if shares is None else {"half": server_half, "shares": list(shares)}
