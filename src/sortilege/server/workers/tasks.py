"""The bots of all tables think in worker processes. A worker gets a view and a level and returns an action; it never
gets a state."""

from __future__ import annotations

from functools import cache

from sortilege.bots import Bot, make
from sortilege.core.shapes import Action, View


@cache
def _bot(game: str, level: str) -> Bot:
    return make(game, level)


def think(game: str, level: str, view: View) -> Action:
    """One decision, in the time this level takes. Called in a worker process."""
    return _bot(game, level).choose(view)
