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
    """Return the action that a bot with this level and seed chooses for a view."""
    bot: Bot = cached_bot(game, level, seed)
    return bot.choose(view)


class BotProcess:
    """A worker process in which the bots of a session choose their actions, so that the interface stays responsive."""

    def __init__(self) -> None:
        self.pool = open_pool(1)

    def import_game(self, session: Session) -> None:
        """Let the process import the game of the session now, so that the first decision is fast."""
        self.pool.submit(import_game, session.match.game.name)

    def choose_action(self, session: Session) -> Future[Action]:
        """Start the decision of the bot whose turn it is, and return the future action."""
        return self.pool.submit(decide, *decision_arguments(session))

    def stop(self) -> None:
        """Stop the process, even while a bot is choosing."""
        close_pool(self.pool)


def import_game(game: str) -> None:
    """Import the modules of a game. Creating a bot imports all that its decisions need."""
    make(game, "random")


def decision_arguments(session: Session) -> tuple[str, str, int, View]:
    """Return the arguments of `decide` for the bot whose turn it is: game, level, seed and view."""
    seat, match = session.turn, session.match
    return match.game.name, session.levels[seat], bot_seed(match.seed, seat), match.state.view(seat)
