"""Rivals: the bots of a session. They think in a process of their own, for a compiled search does not let go of the
interpreter while it thinks, and a thread would freeze the screen."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

from sortilege.bots import Bot, make
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.chance import Seed
from sortilege.core.shapes import Action, View
from sortilege.terminal.session import Session, bot_seed


@cache
def rival(game: str, level: str, seed: int) -> Bot:
    """The bot in a seat, made once per process."""
    return make(game, level, seed)


def decide(game: str, level: str, seed: int, view: View) -> Action:
    """What that bot does with this view."""
    return rival(game, level, seed).choose(view)


class Rivals:
    """Asked for a decision, answers with a promise of one."""

    def __init__(self) -> None:
        self.pool = open_pool(1)

    def wake(self, session: Session) -> None:
        """Have the process import the game while the person still looks at the table."""
        self.pool.submit(warm, session.match.game.name)

    def think(self, session: Session) -> Future[Action]:
        """What the bot whose turn it is will do."""
        return self.pool.submit(decide, *question(session))

    def dismiss(self) -> None:
        """No more questions, no more thoughts."""
        close_pool(self.pool)


def warm(game: str) -> None:
    make(game, "random")


def question(session: Session) -> tuple[str, str, int, View]:
    """What the bot to move needs to know, and nothing else."""
    seat = session.turn
    seed: Seed = session.match.seed
    return session.match.game.name, session.levels[seat], bot_seed(seed, seat), session.match.state.view(seat)
