"""The day on this server: what is played today, and par, for which the archmage plays the game itself, once a day, in
the long worker of the pool. It plays a slice at a time, so that reviews go first in between. Par is kept in the data
folder, so that a restart need not play it again."""

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
from sortilege.core.folder import data_folder
from sortilege.core.shapes import Action
from sortilege.server import runtime
from sortilege.server.background import Background
from sortilege.server.learning.messages import Daily, DailyPuzzle, DailyTable
from sortilege.server.people import access_tokens, display_names
from sortilege.server.tables import events
from sortilege.server.tables.events import Chair
from sortilege.server.tables.seats import viewers
from sortilege.server.workers.pool import Pool, Priority

SLICE: Final = 1.0  # seconds of playing before reviews may go first
OWNER: Final = ""  # par is nobody's own
log = logging.getLogger("sortilege.server")


class Days:
    """The present day, and par where it is known."""

    def __init__(self, pool: Pool, background: Background | None = None) -> None:
        self.background = background or Background()
        self.pool = pool
        self.pars: dict[date, DailyPar] = {}
        self.playing: dict[date, asyncio.Task[None]] = {}

    def now(self) -> Daily:
        """What is played today; par is begun to be played if nobody has asked before."""
        day = runtime.today()
        chosen, solo = puzzle_of(day), solo_of(day)
        puzzle = None
        if chosen is not None:
            found, one = chosen
            puzzle = DailyPuzzle(found.name, one.id, kind_name(found, one.kind), one.level)
        par = self.par(day, solo)
        return Daily(day.isoformat(), puzzle, solo.game.name, par)

    def table(self, wish: DailyTable) -> tuple[events.Opened, viewers.Secrets]:
        """A new table for today's game. The luck of every other table is drawn when it is made; this one's is the
        day's, as its seed says to everybody."""
        solo = solo_of(runtime.today())
        options = solo.game.new(1, solo.options).options
        person = viewers.new_secrets()
        opened = events.Opened(
            at=int(runtime.now()),
            game=solo.game.name,
            options=options,
            aids=False,
            seed=solo.seed,
            chairs=[Chair("person", display_names.normalize_name(wish.name or display_names.UNNAMED))],
            keys=[person.key(0, host=True)],
            invite=access_tokens.new_code(),
            watch=access_tokens.new_code(),
            rules=solo.game.rules,
            cards=solo.game.card_fingerprint(options),
        )
        return opened, person

    # ------------------------------------------------------------ par
    def par(self, day: date, solo: SoloGame) -> DailyPar | None:
        """Par of a day; None while it is being played."""
        if day not in self.pars:
            kept = read_par(day)
            if kept is not None:
                self.pars[day] = kept
            elif day not in self.playing:
                self.playing[day] = self.background.spawn("daily par", self.set_par(day, solo))
        return self.pars.get(day)

    async def set_par(self, day: date, solo: SoloGame) -> None:
        decisions: list[Action] = []
        par: DailyPar | None = None
        try:
            while par is None:
                decisions, par = await self.pool.run(Priority.PAR, OWNER, play_on, solo, decisions, SLICE)
        except Exception:  # the next request begins again
            log.warning("today's par was not played to its end", exc_info=True)
            del self.playing[day]
            return
        self.pars[day] = par
        write_par(day, par)

    async def close(self) -> None:
        for task in self.playing.values():
            task.cancel()
        await asyncio.gather(*self.playing.values(), return_exceptions=True)


DaysDep = NamedDependency[Days]


# ---------------------------------------------------------------- in the worker
_under_way: dict[str, ParGame] = {}  # by seed; one at most


def play_on(
    solo: SoloGame, decisions: list[Action], seconds: float, ms: float | None = None
) -> tuple[list[Action], DailyPar | None]:
    """Continue the game after these decisions for so many seconds. Return all decisions, and par once the game is
    over."""
    game = _under_way.pop(solo.seed, None)
    _under_way.clear()
    if game is None or game.decisions != decisions:  # it was begun in another process, or once before
        game = ParGame(solo, decisions)
    until = runtime.monotonic() + seconds
    while game.step(ms) and runtime.monotonic() < until:
        pass
    par = game.par()
    if par is None:
        _under_way[solo.seed] = game
    return game.decisions, par


# ---------------------------------------------------------------- kept in the data folder


def par_path(day: date) -> Path:
    return data_folder() / "daily" / f"{day.isoformat()}.json"


def read_par(day: date) -> DailyPar | None:
    """Par as it was kept; None where it was not, or cannot be read."""
    try:
        return msgspec.json.decode(par_path(day).read_bytes(), type=DailyPar)
    except (OSError, ValueError):
        return None


def write_par(day: date, par: DailyPar) -> None:
    """Keep it; where that cannot be done, it is known until the server stops."""
    try:
        par_path(day).parent.mkdir(parents=True, exist_ok=True)
        par_path(day).write_bytes(msgspec.json.encode(par))
    except OSError as off:
        log.warning("today's par is not kept: %s", off)
