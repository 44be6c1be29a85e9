"""The difficulty of a puzzle: the weakest bot that chooses the first action of its solution.

1  the apprentice, but not a bot that knows only the rules
2  the adept, but not the apprentice
3  the master, but not the adept
4  the archmage, but not the master
5  the archmage only with three times its usual time

A puzzle is rejected if a bot that knows only the rules solves it, because it teaches nothing. It is also rejected if no
bot solves it: the solution may be good only against the simple opponents that the analysis assumes.
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
PLAIN_SIMULATIONS: Final = 40  # random games of the bot that knows only the rules
LONGER: Final = 3  # times the usual thinking time
NO_TIME_LIMIT: Final = 1e18  # seconds


def difficulty(game: Game, state: State, action: int) -> int | None:
    """Rate a puzzle from 1 (easy) to 5 (hard) by the weakest bot level that chooses the right action. Return None if no
    level does, or if the apprentice does and the master does not: the apprentice may have been lucky."""
    if bot_chooses(game, state, action, "apprentice"):
        return 1 if bot_chooses(game, state, action, "master") else None
    if bot_chooses(game, state, action, "adept"):
        return 2
    if bot_chooses(game, state, action, "master"):
        return 3
    is_solved_by_a_bot = bot_chooses(game, state, action, "archmage", time_factor=LONGER)
    if not is_solved_by_a_bot:
        return None
    return 4 if bot_chooses(game, state, action, "archmage") else 5


def bot_chooses(game: Game, state: State, action: int, level: str, time_factor: int = 1) -> bool:
    """Return whether a bot of this level chooses the action if it may think `time_factor` times as long as usual."""
    bot = make(game.name, level, SEED)
    milliseconds = time_factor * LEVELS[level].milliseconds
    return game.find(bot.choose(state.view(state.turn()), milliseconds)) == action


def plain_search_chooses(game: Game, state: State, action: int) -> bool:
    """Return whether a short search with random games, which knows only the rules, chooses the action."""
    dealer = game.dealer(state.view(state.turn()))
    simulations = max(PLAIN_SIMULATIONS, 2 * len(state.legal()))
    search = PlainSearch(dealer, game.side_of(state.seats), Rng(SEED))
    return search.run(NO_TIME_LIMIT, simulations) == action
