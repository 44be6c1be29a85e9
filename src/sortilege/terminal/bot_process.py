"""Run the bots of a session in a process of their own. A compiled search holds the interpreter lock while it thinks, so
a thread would freeze the screen."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

from sortilege.bots import Bot, make
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.types import Action, View
from sortilege.terminal.session import Session, bot_seed

cached_bot = cache(make)  # each process creates the bot of a seat once


def decide(game: str, level: str, seed: int, view: View) -> Action:
    """Return the action that the bot with this level and seed chooses for a view."""
    bot: Bot = cached_bot(game, level, seed)
    return bot.choose(view)


class BotProcess:
    """The worker process in which the bots of a session think."""

    def __init__(self) -> None:
        self.pool = open_pool(1)

    def import_game(self, session: Session) -> None:
        """Import the game in the process now, so that the first decision is fast."""
        self.pool.submit(import_game, session.match.game.name)

    def choose_action(self, session: Session) -> Future[Action]:
        """Let the bot whose turn it is choose an action, and return the action as a future."""
        return self.pool.submit(decide, *decision_arguments(session))

    def stop(self) -> None:
        """Stop the process, even while a bot thinks."""
        close_pool(self.pool)


def import_game(game: str) -> None:
    """Create a bot of the game, which imports the game."""
    make(game, "random")


def decision_arguments(session: Session) -> tuple[str, str, int, View]:
    """Return the arguments of `decide` for the bot whose turn it is: its game, level, seed and view."""
    seat, match = session.turn, session.match
    return match.game.name, session.levels[seat], bot_seed(match.seed, seat), match.state.view(seat)
