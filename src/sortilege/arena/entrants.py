"""Entrants: the names a contest knows bots by.

adept, master, random …   a level, with its own thinking time (or that of `--ms`)
master@50                 a level with 50 milliseconds for every decision
search:400                tree search with exactly 400 simulations for every decision: the same on every machine
package.module:name       a bot of your own: `name(game, seed)` answers an object with `choose(view, budget_ms)`
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from sortilege.bots import LEVELS, Bot, make
from sortilege.bots.search import Search
from sortilege.core.errors import OptionError
from sortilege.core.rng import Rng
from sortilege.core.shapes import Action, View
from sortilege.games import game

FOREVER = 1e12  # milliseconds


class Entrant(NamedTuple):
    """A bot ready to play one match, and its thinking time."""

    bot: Bot
    milliseconds: float | None


class CountedSearch:
    """Tree search by number of simulations instead of by the clock."""

    def __init__(self, game_name: str, simulations: int, seed: int) -> None:
        self.game = game(game_name)
        self.insight = self.game.insight()
        self.simulations = simulations
        self.seed = seed

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """What most of the simulations tried. The clock is never asked."""
        legal: list[Action] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        rng = Rng(self.seed * 1_000_003 + len(view["log"]))
        search = Search(self.insight, self.game.dealer(view), view["you"], rng)
        return self.game.describe(search.run(FOREVER, self.simulations))


def enter(name: str, game_name: str, seed: int, milliseconds: float | None) -> Entrant:
    """The bot of this name; OptionError says what a name may be."""
    level, at, own_time = name.partition("@")
    if at:
        return Entrant(make(game_name, level, seed), time_in(own_time, name))
    if level in LEVELS or level == "random":
        return Entrant(make(game_name, level, seed), milliseconds)
    kind, colon, rest = name.partition(":")
    if kind == "search" and rest.isdecimal() and 0 < int(rest) < 10**9:
        return Entrant(CountedSearch(game_name, int(rest), seed), None)
    if colon and rest and kind != "search":
        return Entrant(own_bot(kind, rest, game_name, seed), milliseconds)
    raise OptionError(
        f"there is no bot {name!r}; there are {', '.join(LEVELS)}, random, LEVEL@MILLISECONDS, search:SIMULATIONS "
        "and package.module:name"
    )


def time_in(text: str, name: str) -> float:
    try:
        milliseconds = float(text)
    except ValueError:
        milliseconds = 0.0
    if not 0 < milliseconds <= 600_000:
        raise OptionError(f"{name!r}: the thinking time is a number of milliseconds above 0, not {text!r}")
    return milliseconds


def own_bot(module: str, name: str, game_name: str, seed: int) -> Bot:
    """A bot from outside."""
    try:
        maker = getattr(import_module(module), name)
        bot: Bot = maker(game_name, seed)
    except (ImportError, AttributeError, TypeError, ValueError) as off:
        raise OptionError(f"the bot {module}:{name} cannot be made: {off}") from None
    if not callable(getattr(bot, "choose", None)):
        raise OptionError(f"the bot {module}:{name} has no choose(view, budget_ms)")
    return bot
