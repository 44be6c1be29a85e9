"""Everybody's share of the luck: what a person who sits down adds to the seed, so that nobody can have chosen it.
docs/fair-play.md says what that promises, and what it does not."""

from __future__ import annotations

import re
from typing import Final

from sortilege.core import chance
from sortilege.core.shapes import Object
from sortilege.server import runtime
from sortilege.server.errors import BAD_REQUEST, Denied

A_SHARE: Final = re.compile("[0-9a-fA-F]{32,64}")
BY_SERVER: Final = "server-"  # how a share begins that the server drew for somebody whose program sent none


def share_of(given: str) -> str:
    """The share a person sent; one drawn here, and marked as such, where they sent none."""
    if not given:
        return BY_SERVER + runtime.token_hex(16)
    if not A_SHARE.fullmatch(given):
        raise Denied(BAD_REQUEST, "luck_form")
    return given


def print_of(share: str) -> str:
    """Return the fingerprint of a share, which is shown to everybody before the end; "" for an empty seat."""
    return chance.commitment(share) if share else ""


def in_record(half: str, shares: list[str] | None) -> Object | None:
    """What a record says of it."""
    return None if shares is None else {"half": half, "shares": list(shares)}
