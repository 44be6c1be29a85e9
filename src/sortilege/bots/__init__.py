"""Players that are programs: `make("abracada", "master").choose(view)`."""

from __future__ import annotations

from sortilege.bots.bot import Bot
from sortilege.bots.levels import LEVELS as _LEVELS
from sortilege.bots.levels import LevelBot
from sortilege.bots.random import RandomBot
from sortilege.core.errors import OptionError, quote
from sortilege.core.text.phrases import shared
from sortilege.games import game

LEVELS = tuple(_LEVELS)  # from the weakest to the strongest

__all__ = ["LEVELS", "Bot", "make"]


def make(game_name: str, level: str, seed: int | None = None) -> Bot:
    """Return a bot for this game. `level` is one of LEVELS or "random". The default seed is random."""
    bot_game = game(game_name)
    if level == "random":
        return RandomBot(seed)
    if level not in LEVELS:
        raise OptionError(shared("no_level", given=quote(level), levels=LEVELS))
    return LevelBot(bot_game, level, seed)
