"""The difficulty of a puzzle, measured: which bots find its first action?

1  the apprentice finds it at first glance, but a bot that knows only the rules does not
2  the apprentice misses it, the adept finds it
3  the adept misses it, the master finds it
4  the master misses it, the archmage finds it
5  the archmage finds it only with three times its usual time

A puzzle that a bot with no knowledge beyond the rules finds is rejected, because it teaches nothing. One that no search
finds is rejected as doubtful: in a rollout all seats play first choices, and the action may be good only against those.
"""

from __future__ import annotations

from typing import Final

from sortilege.bots import make
from sortilege.bots.levels import LEVELS
from sortilege.bots.plain import PlainSearch
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.game import Game

SEED: Final = 1
PLAIN_GAMES: Final = 40  # random games of the bot that knows only the rules
LONGER: Final = 3
FOREVER: Final = 1e18


def difficulty(game: Game, state: State, action: int) -> int | None:
    """Rate a puzzle from 1 (easy) to 5 (hard) by the weakest bot level that finds the action; None if no search finds
    it."""
    if finds(game, state, action, "apprentice"):
        return 1 if finds(game, state, action, "master") else None
    if finds(game, state, action, "adept"):
        return 2
    if finds(game, state, action, "master"):
        return 3
    if not finds(game, state, action, "archmage", LONGER):  # first, because it decides whether the puzzle is kept
        return None
    return 4 if finds(game, state, action, "archmage") else 5


def finds(game: Game, state: State, action: int, level: str, times: int = 1) -> bool:
    """Return whether a bot of this level chooses the action, with a multiple of its usual time."""
    bot = make(game.name, level, SEED)
    return game.find(bot.choose(state.view(state.turn()), times * LEVELS[level].milliseconds)) == action


def finds_by_rules(game: Game, state: State, action: int) -> bool:
    """Return whether a short search with random playouts, which knows only the rules, chooses the action."""
    dealer = game.dealer(state.view(state.turn()))
    simulations = max(PLAIN_GAMES, 2 * len(state.legal()))
    return PlainSearch(dealer, game.side_of(state.seats), Rng(SEED)).run(FOREVER, simulations) == action
