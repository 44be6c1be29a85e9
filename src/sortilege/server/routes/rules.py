"""The rules of a game, to leaf through before sitting down and at the table."""

from __future__ import annotations

import asyncio

from litestar import get
from litestar.params import FromPath

from sortilege.games import game as game_named
from sortilege.learn.rulebook import Rules, rules_of
from sortilege.server.credentials import Call
from sortilege.server.guards import limited


@get("/api/rules/{game:str}", guards=[limited("reading")], tags=["lessons"])
async def get_rules(request: Call, game: FromPath[str]) -> Rules:
    """The players' rules and the ledger, in every language."""
    return await asyncio.to_thread(rules_of, game_named(game))


ROUTES = [get_rules]
