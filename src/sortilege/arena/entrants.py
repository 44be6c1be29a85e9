"""Bots by the names that users give them in a contest.

adept, master, random …   a level, with its own thinking time (or that of `--ms`)
search, plain, ismcts     tree searches without a level: ours, a simple one (bots/plain.py), and OpenSpiel's
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
from sortilege.bots.plain import PlainSearch
from sortilege.bots.search import Search
from sortilege.bots.trained import net_for
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.timer import now
from sortilege.core.errors import OptionError
from sortilege.core.game import Dealer
from sortilege.core.types import Action, View
from sortilege.games import game

FOREVER = 1e12  # milliseconds
UNLIMITED = 1 << 40  # simulations
USUAL_TIME = 200.0  # milliseconds, for a search without a limit of time or simulations
LONGEST_TIME = 600_000


class Entrant(NamedTuple):
    """A bot ready to play one match, with its thinking time."""

    bot: Bot
    milliseconds: float | None


class Searcher:
    """A tree search without a level, limited by time or by a number of simulations. With simulations it never reads the
    clock, so that its play is reproducible."""

    def __init__(self, game_name: str, seed: int, simulations: int | None = None) -> None:
        self.game = game(game_name)
        self.seed = seed
        self.simulations = simulations
        self.insight = self.game.insight()

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Return the action that most simulations tried."""
        began = now()
        legal: list[Action] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        rng = Rng(self.seed * 1_000_003 + len(view["log"]))
        time = USUAL_TIME if budget_ms is None else budget_ms
        until = began + (FOREVER if self.simulations else time) / 1000
        return self.game.describe(self.decide(view, self.game.dealer(view), rng, until))

    def decide(self, view: View, dealer: Dealer, rng: Rng, until: float) -> int:
        """Search with the engine's own tree search and return the id of the best action."""
        self.insight.predictor = net_for(self.game, view["seats"], view["options"])
        milliseconds = 1000 * (until - now())
        return Search(self.insight, dealer, view["you"], rng).run(milliseconds, self.simulations or UNLIMITED)


class PlainBot(Searcher):
    """The simple search of bots/plain.py, as a baseline."""

    def decide(self, view: View, dealer: Dealer, rng: Rng, until: float) -> int:
        return PlainSearch(dealer, self.game.side_of(view["seats"]), rng).run(until, self.simulations or UNLIMITED)


def open_spiel(game_name: str, seed: int, simulations: int | None = None) -> Bot:
    """Return OpenSpiel's information-set search. The module is imported by name because OpenSpiel is optional."""
    try:
        module = import_module("sortilege.interop.ismcts")
    except ImportError as error:
        if error.name is None or not error.name.startswith(("pyspiel", "open_spiel", "numpy", "absl")):
            raise
        raise OptionError("the bot ismcts needs OpenSpiel: pip install 'sortilege[research]'") from None
    bot: Bot = module.SpielBot(game_name, seed, simulations, USUAL_TIME)
    return bot


SEARCHES: dict[str, Callable[[str, int, int | None], Bot]] = {
    "search": Searcher,
    "plain": PlainBot,
    "ismcts": open_spiel,
}
OUTSIDERS = ("plain", "ismcts")


def enter(name: str, game_name: str, seed: int, milliseconds: float | None) -> Entrant:
    """Return the bot of this name with its thinking time. Raise OptionError with the possible names if there is
    none."""
    who, at, own_time = name.partition("@")
    if at:
        milliseconds = time_in(own_time, name)
    if who in SEARCHES:
        return Entrant(SEARCHES[who](game_name, seed, None), milliseconds)
    if at or who in LEVELS or who == "random":
        return Entrant(make(game_name, who, seed), milliseconds)
    kind, colon, detail = name.partition(":")
    if kind in SEARCHES and detail.isdecimal() and 0 < int(detail) < 10**9:
        return Entrant(SEARCHES[kind](game_name, seed, int(detail)), None)
    if colon and detail and kind not in SEARCHES:
        return Entrant(own_bot(kind, detail, game_name, seed), milliseconds)
    raise OptionError(
        f"there is no bot {name!r}; there are {', '.join(LEVELS)}, random, {', '.join(SEARCHES)}, any of them "
        "@MILLISECONDS, a search with :SIMULATIONS, and package.module:name"
    )


def time_in(text: str, name: str) -> float:
    """Parse milliseconds, with or without the unit "ms"."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms)?", text)
    milliseconds = float(match[1]) if match else 0.0
    if not 0 < milliseconds <= LONGEST_TIME:
        raise OptionError(f"{name!r}: the thinking time is a number of milliseconds above 0, not {text!r}")
    return milliseconds


def own_bot(module: str, name: str, game_name: str, seed: int) -> Bot:
    """Import and create a user's bot."""
    try:
        maker = getattr(import_module(module), name)
        bot: Bot = maker(game_name, seed)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise OptionError(f"the bot {module}:{name} cannot be made: {error}") from None
    if not callable(getattr(bot, "choose", None)):
        raise OptionError(f"the bot {module}:{name} has no choose(view, budget_ms)")
    return bot
