"""The daily puzzle, the daily solo game, and its par: the score that the archmage bot reaches in that game.

Par is computed once a day in the long worker of the pool, in time slices, so that reviews can go first between them. It
is stored in the data folder, so that a restart does not compute it again."""

from __future__ import annotations

import asyncio
import logging
from datetime import date
from pathlib import Path
from typing import Final

import msgspec
from litestar.di import NamedDependency

from sortilege.analysis.puzzles.daily import DailyPar, ParGame, SoloGame, puzzle_of, solo_of
from sortilege.analysis.puzzles.task_text import kind_name
from sortilege.core.data_folder import data_folder
from sortilege.core.types import Action
from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.learning.messages import Daily, DailyPuzzle, DailyTable
from sortilege.server.people import access_tokens, display_names
from sortilege.server.tables import events
from sortilege.server.tables.events import Occupant
from sortilege.server.tables.seats import viewers
from sortilege.server.workers.pool import Pool, Priority

SLICE: Final = 1.0  # seconds of playing before reviews may go first
NO_CLIENT: Final = ""  # the owner of the tasks in the worker pool
log = logging.getLogger("sortilege.server")


class DailyGames:
    """The puzzle and the solo game of each day, and the par of that game (the score that the archmage bot reaches)."""

    def __init__(self, pool: Pool, background: Background) -> None:
        self.background = background
        self.pool = pool
        self.pars: dict[date, DailyPar] = {}
        self.par_tasks: dict[date, asyncio.Task[None]] = {}  # the tasks that compute par

    def today(self) -> Daily:
        """Return the puzzle and the game of today. The first call of a day starts the computation of the game's par."""
        day = runtime.today()
        solo, game_and_puzzle = solo_of(day), puzzle_of(day)
        daily_puzzle = None
        if game_and_puzzle is not None:
            game, puzzle = game_and_puzzle
            daily_puzzle = DailyPuzzle(game.name, puzzle.id, kind_name(game, puzzle.kind), puzzle.level)
        return Daily(day.isoformat(), daily_puzzle, solo.game.name, self.par(day, solo))

    def opened_event(self, request: DailyTable) -> tuple[events.Opened, viewers.Secrets]:
        """Return the event that opens a table for the game of the day, and the seat token and recovery code of its
        player. The random seed is computed from the date, so that everybody plays the same game."""
        solo = solo_of(runtime.today())
        options = solo.game.new(1, solo.options).options
        secrets = viewers.new_secrets()
        opened = events.Opened(
            at=int(runtime.now()),
            game=solo.game.name,
            options=options,
            aids=False,
            seed=solo.seed,
            occupants=[Occupant("person", display_names.normalize_name(request.name or display_names.UNNAMED))],
            keys=[secrets.key(0, host=True)],
            invite=access_tokens.new_code(),
            watch=access_tokens.new_code(),
            rules=solo.game.rules,
            cards=solo.game.card_fingerprint(options),
        )
        return opened, secrets

    # ------------------------------------------------------------ par
    def par(self, day: date, solo: SoloGame) -> DailyPar | None:
        """Return the par of a day, which is the archmage bot's score in the game of the day. If it is not known yet,
        return None and start to compute it."""
        if day not in self.pars:
            stored = read_par(day)
            if stored is not None:
                self.pars[day] = stored
            elif day not in self.par_tasks:
                self.par_tasks[day] = self.background.spawn("daily par", self.compute_par(day, solo))
        return self.pars.get(day)

    async def compute_par(self, day: date, solo: SoloGame) -> None:
        """Let the archmage bot play the game of a day to its end, and store its score as the par of that day."""
        decisions: list[Action] = []
        par: DailyPar | None = None
        try:
            while par is None:
                decisions, par = await self.pool.run(Priority.PAR, NO_CLIENT, play_slice, solo, decisions, SLICE)
        except Exception:
            log.warning("today's par was not played to its end", exc_info=True)
            del self.par_tasks[day]  # so that the next request starts again
            return
        self.pars[day] = par
        write_par(day, par)


DailyGamesDep = NamedDependency[DailyGames]


# ---------------------------------------------------------------- in the worker process
_unfinished: dict[str, ParGame] = {}  # by seed; at most one


def play_slice(
    solo: SoloGame, decisions: list[Action], seconds: float, ms: float | None = None
) -> tuple[list[Action], DailyPar | None]:
    """Let the archmage bot play on in the daily game for about this many seconds, after the `decisions` that it has
    made before. Return all its decisions until now, and its score (None while the game is not over). `ms` is its
    thinking time for one decision; None is the bot's default."""
    game = _unfinished.pop(solo.seed, None)
    _unfinished.clear()
    if game is None or game.decisions != decisions:  # another process made the earlier decisions
        game = ParGame(solo, decisions)
    deadline = runtime.monotonic() + seconds
    while game.step(ms):
        if runtime.monotonic() >= deadline:
            break
    par = game.par()
    if par is None:
        _unfinished[solo.seed] = game
    return game.decisions, par


# ---------------------------------------------------------------- stored in the data folder
def par_path(day: date) -> Path:
    """Return the path of the file that stores the par of a day (the score of the archmage bot)."""
    return data_folder() / "daily" / f"{day.isoformat()}.json"


def read_par(day: date) -> DailyPar | None:
    """Return the stored par of a day, or None if it is not stored or cannot be read."""
    try:
        return msgspec.json.decode(par_path(day).read_bytes(), type=DailyPar)
    except (OSError, ValueError):
        return None


def write_par(day: date, par: DailyPar) -> None:
    """Store the par of a day in its file. If that fails, it is known only until the server stops."""
    try:
        par_path(day).parent.mkdir(parents=True, exist_ok=True)
        par_path(day).write_bytes(msgspec.json.encode(par))
    except OSError as error:
        log.warning("today's par is not kept: %s", error)
