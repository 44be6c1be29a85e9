"""Create the bots of a contest from their names on the command line.

adept, master, random …   a level, with its usual thinking time or the thinking time of `--ms`
search, plain, ismcts     tree searches: the search of our levels, the simple one of bots/plain.py, and OpenSpiel's
master@50, plain@200ms    with 50 or 200 milliseconds for every decision
search:400, plain:400 …   a search with exactly 400 simulations for every decision: the same on every machine
package.module:name       a user's bot: `name(game, seed)` returns an object with `choose(view, budget_ms)`
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from sortilege.bots import LEVELS, Bot, make
from sortilege.bots.net_files import net_for
from sortilege.bots.plain import PlainSearch
from sortilege.bots.search import Search
from sortilege.core.engine.rng import Rng, numbered_rng
from sortilege.core.engine.timer import now
from sortilege.core.errors import OptionError
from sortilege.core.game import Dealer
from sortilege.core.types import Action, View
from sortilege.games import game

NO_TIME_LIMIT = 1e12  # milliseconds
NO_SIMULATION_LIMIT = 1 << 40
DEFAULT_TIME = 200.0  # milliseconds, for a search without a limit of time or simulations
MAX_TIME = 600_000  # milliseconds
MAX_SIMULATIONS = 10**9
OPENSPIEL_MODULES = ("pyspiel", "open_spiel", "numpy", "absl")


class Entrant(NamedTuple):
    """A bot that takes part in a contest, with its thinking time."""

    bot: Bot
    milliseconds: float | None  # for a decision; None: the bot's usual time


class SearchBot:
    """A bot that makes every decision by tree search, limited by time or by a number of simulations (simulated games).
    With a number of simulations the bot ignores the clock, so that its play is reproducible."""

    def __init__(self, game_name: str, seed: int, simulations: int | None = None) -> None:
        self.game = game(game_name)
        self.seed = seed
        self.simulations = simulations
        self.insight = self.game.insight()

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Return the action that most simulations tried. `budget_ms` does not matter if their number is fixed."""
        start = now()
        legal: list[Action] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        rng = numbered_rng(self.seed, len(view["log"]))
        milliseconds = DEFAULT_TIME if budget_ms is None else budget_ms
        if self.simulations:
            milliseconds = NO_TIME_LIMIT
        best = self.search(view, self.game.dealer(view), rng, deadline=start + milliseconds / 1000)
        return self.game.describe(best)

    def search(self, view: View, dealer: Dealer, rng: Rng, deadline: float) -> int:
        """Return the id of the best action, found by tree search until the time `deadline` (of `now`, in seconds)."""
        self.insight.predictor = net_for(self.game, view["seats"], view["options"])
        milliseconds = 1000 * (deadline - now())
        return Search(self.insight, dealer, view["you"], rng).run(milliseconds, self.simulations or NO_SIMULATION_LIMIT)


class PlainBot(SearchBot):
    """A bot that searches with no knowledge of the game but its rules, as a baseline for other bots."""

    def search(self, view: View, dealer: Dealer, rng: Rng, deadline: float) -> int:
        """Return the id of the best action, found by random games until the time `deadline` (of `now`, in seconds)."""
        search = PlainSearch(dealer, self.game.side_of(view["seats"]), rng)
        return search.run(deadline, self.simulations or NO_SIMULATION_LIMIT)


def openspiel_bot(game_name: str, seed: int, simulations: int | None = None) -> Bot:
    """Return a bot that uses the information-set search of OpenSpiel, a library of game-playing algorithms. Raise
    OptionError if OpenSpiel is not installed."""
    try:
        module = import_module("sortilege.interop.ismcts")
    except ImportError as error:
        is_openspiel_missing = error.name is not None and error.name.startswith(OPENSPIEL_MODULES)
        if not is_openspiel_missing:  # a fault of our own module
            raise
        raise OptionError("the bot ismcts needs OpenSpiel: pip install 'sortilege[research]'") from None
    bot: Bot = module.SpielBot(game_name, seed, simulations, DEFAULT_TIME)
    return bot


SEARCHES: dict[str, Callable[[str, int, int | None], Bot]] = {
    "search": SearchBot,
    "plain": PlainBot,
    "ismcts": openspiel_bot,
}


def make_entrant(name: str, game_name: str, seed: int, default_ms: float | None) -> Entrant:
    """Create the bot with this name, such as "adept", "master@200ms", "search:1000" or "package.module:name". Raise
    OptionError if no such bot exists. `default_ms` is the thinking time of a bot whose name does not set one."""
    base_name, at_sign, time_text = name.partition("@")
    if at_sign:
        milliseconds = parse_milliseconds(time_text, name)
        return Entrant(named_bot(base_name, game_name, seed), milliseconds)
    if name in SEARCHES or name in LEVELS or name == "random":
        return Entrant(named_bot(name, game_name, seed), default_ms)
    before_colon, _, after_colon = name.partition(":")
    if before_colon not in SEARCHES and after_colon:
        return Entrant(user_bot(before_colon, after_colon, game_name, seed), default_ms)
    has_simulations = after_colon.isdecimal() and 0 < int(after_colon) < MAX_SIMULATIONS
    if before_colon in SEARCHES and has_simulations:
        return Entrant(SEARCHES[before_colon](game_name, seed, int(after_colon)), milliseconds=None)
    raise OptionError(
        f"there is no bot {name!r}; there are {', '.join(LEVELS)}, random, {', '.join(SEARCHES)}, any of them "
        "@MILLISECONDS, a search with :SIMULATIONS, and package.module:name"
    )


def named_bot(name: str, game_name: str, seed: int) -> Bot:
    """Create a tree search or the bot of a level. Raise OptionError if there is none of this name."""
    if name in SEARCHES:
        return SEARCHES[name](game_name, seed, None)  # without a fixed number of simulations
    return make(game_name, name, seed)


def parse_milliseconds(text: str, name: str) -> float:
    """Parse the thinking time at the end of a bot's name: "200ms" and "200" are 200.0 milliseconds. Raise OptionError
    with this name if the time is invalid."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms)?", text)
    milliseconds = float(match[1]) if match else 0.0
    if not 0 < milliseconds <= MAX_TIME:
        raise OptionError(f"{name!r}: the thinking time is a number of milliseconds above 0, not {text!r}")
    return milliseconds


def user_bot(module: str, name: str, game_name: str, seed: int) -> Bot:
    """Import and create a bot written by a user. Raise OptionError if this fails or the bot has no method `choose`."""
    try:
        bot: Bot = getattr(import_module(module), name)(game_name, seed)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise OptionError(f"the bot {module}:{name} cannot be made: {error}") from None
    if not callable(getattr(bot, "choose", None)):
        raise OptionError(f"the bot {module}:{name} has no choose(view, budget_ms)")
    return bot
