"""Rivals: the bots of a sitting. They think in a process of their own, for a compiled search does not let go of the
interpreter while it thinks, and a thread would freeze the screen."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

from sortilege.bots import Bot, make
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.chance import Seed
from sortilege.core.game import Action, View
from sortilege.terminal.session import Sitting, bot_seed


@cache
def seated(game: str, level: str, seed: int) -> Bot:
    """The bot in a seat, made once per process."""
    return make(game, level, seed)


def decide(game: str, level: str, seed: int, view: View) -> Action:
    """What that bot does with this view."""
    return seated(game, level, seed).choose(view)


class Rivals:
    """Asked for a decision, answers with a promise of one."""

    def __init__(self) -> None:
        self.pool = open_pool(1)

    def wake(self, sitting: Sitting) -> None:
        """Have the process import the game while the person still looks at the table."""
        self.pool.submit(warm, sitting.match.game.name)

    def think(self, sitting: Sitting) -> Future[Action]:
        """What the bot whose turn it is will do."""
        return self.pool.submit(decide, *question(sitting))

    def dismiss(self) -> None:
        """No more questions, no more thoughts."""
        close_pool(self.pool)


def warm(game: str) -> None:
    make(game, "random")


def question(sitting: Sitting) -> tuple[str, str, int, View]:
    """What the bot to move needs to know, and nothing else."""
    seat = sitting.turn
    seed: Seed = sitting.match.seed
    return sitting.match.game.name, sitting.levels[seat], bot_seed(seed, seat), sitting.match.state.view(seat)
