"""Run the bots of a session in a process of their own. A compiled search holds the interpreter lock while it thinks, so
a thread would freeze the screen."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

from sortilege.bots import Bot, make
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.chance import Seed
from sortilege.core.types import Action, View
from sortilege.terminal.session import Session, bot_seed


@cache
def rival(game: str, level: str, seed: int) -> Bot:
    """Return the bot of a seat; each process creates it once."""
    return make(game, level, seed)


def decide(game: str, level: str, seed: int, view: View) -> Action:
    """Return the action that this bot chooses for a view."""
    return rival(game, level, seed).choose(view)


class Rivals:
    """A worker process that chooses the bots' actions."""

    def __init__(self) -> None:
        self.pool = open_pool(1)

    def wake(self, session: Session) -> None:
        """Make the process import the game now, so that the first decision is fast."""
        self.pool.submit(warm, session.match.game.name)

    def think(self, session: Session) -> Future[Action]:
        """Ask the bot whose turn it is for an action."""
        return self.pool.submit(decide, *question(session))

    def dismiss(self) -> None:
        """Stop the process, even while a bot thinks."""
        close_pool(self.pool)


def warm(game: str) -> None:
    """Create a bot once, which imports the game."""
    make(game, "random")


def question(session: Session) -> tuple[str, str, int, View]:
    """Return the arguments of `decide` for the bot to move: its game, level, seed and view."""
    seat = session.turn
    seed: Seed = session.match.seed
    return session.match.game.name, session.levels[seat], bot_seed(seed, seat), session.match.state.view(seat)
