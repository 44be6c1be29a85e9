"""The computation of bot moves, which runs in worker processes. A worker receives a view and a level and returns an
action. It never receives a state, so it cannot know hidden information."""

from __future__ import annotations

from functools import cache

from sortilege.bots import Bot, make
from sortilege.core.types import Action, View


@cache
def _bot(game: str, level: str) -> Bot:
    return make(game, level)


def think(game: str, level: str, view: View) -> Action:
    """Return the action that a bot of this level chooses for this view. Runs in a worker process."""
    return _bot(game, level).choose(view)
