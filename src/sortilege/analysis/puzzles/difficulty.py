"""How hard a puzzle is: who finds its first action. Not by taste, but by asking the bots.

1  the apprentice finds it at first sight, but who knows nothing beyond the rules does not
2  the apprentice misses it, the adept finds it
3  the adept misses it, the master finds it
4  the master misses it, the archmage finds it
5  the archmage finds it only with three times its usual time
What even those find who know nothing but the rules is no puzzle: it teaches nothing. And what no search finds is
doubtful: the analysis lets everybody go on at first sight, and a line may live on that alone; a search does not.
"""

from __future__ import annotations

from typing import Final

from sortilege.bots import make
from sortilege.bots.levels import LEVELS
from sortilege.bots.plain import PlainSearch
from sortilege.core.game import Game
from sortilege.core.rng import Rng
from sortilege.core.state import State

SEED: Final = 1
GLANCE: Final = 40  # games played out at random by who knows the rules alone
LONGER: Final = 3
FOREVER: Final = 1e18


def difficulty(game: Game, state: State, action: int) -> int | None:
    """1 to 5 for what the rules alone do not tell; None where no search finds it."""
    if finds(game, state, action, "apprentice"):
        return 1 if finds(game, state, action, "master") else None
    if finds(game, state, action, "adept"):
        return 2
    if finds(game, state, action, "master"):
        return 3
    if not finds(game, state, action, "archmage", LONGER):  # the longer look first: it decides whether there is one
        return None
    return 4 if finds(game, state, action, "archmage") else 5


def finds(game: Game, state: State, action: int, level: str, times: int = 1) -> bool:
    """Whether a bot of this level chooses it, in so many times its time."""
    bot = make(game.name, level, SEED)
    return game.find(bot.choose(state.view(state.turn()), times * LEVELS[level].milliseconds)) == action


def finds_by_rules(game: Game, state: State, action: int) -> bool:
    """The same for a short search that plays out at random."""
    seat = state.turn()
    sides = {member: side for side, members in enumerate(sorted(game.sides(state.seats))) for member in members}
    side_of = [sides[one] for one in range(state.seats)]
    dealer = game.dealer(state.view(seat))
    most = max(GLANCE, 2 * len(state.legal()))
    return PlainSearch(dealer, side_of, Rng(SEED)).run(FOREVER, most) == action
