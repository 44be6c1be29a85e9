"""Seed shares: every person who sits down contributes random digits to the seed, so that nobody, not even the server,
can choose it alone. docs/fair-play.md explains what this guarantees."""

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
    """Return the share that a person sent, after checking its form. If it is "", draw one and mark it as drawn by the
    server."""
    if not sent:
        return SERVER_PREFIX + runtime.token_hex(16)
    if not SHARE.fullmatch(sent):
        raise Denied(BAD_REQUEST, "luck_form")
    return sent


def fingerprint(share: str) -> str:
    """Return the fingerprint of a share, which everybody may see before the game ends; "" for a seat without one."""
    return chance.commitment(share) if share else ""


def seed_parts(server_half: str, shares: list[str] | None) -> Object | None:
    """Return the parts of the seed as a record stores them; None if the seed is not made of parts."""
    return None if shares is None else {"half": server_half, "shares": list(shares)}
