"""The day on this server: what is played today, and par, for which the archmage plays the game itself, once a day, in a
process that gives way to everything else. Par is kept in the data folder, so that a restart need not play it again."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from sortilege.analysis.puzzles.daily import Par, SoloGame, play_par, puzzle_of, solo_of
from sortilege.analysis.puzzles.words import kind_name
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.folder import data_folder
from sortilege.server import events, seats
from sortilege.server.background import Background
from sortilege.server.events import Chair
from sortilege.server.messages.daily import Daily, DailyPar, DailyPuzzle, DailyTable
from sortilege.server.messages.words import Text

GIVES_WAY: Final = 19  # as nice as can be
log = logging.getLogger("sortilege.server")


def today() -> date:
    """By universal time, so that it is the same day for everybody."""
    return datetime.now(UTC).date()


class Days:
    """The present day, and par where it is known."""

    def __init__(
        self,
        play: Callable[[SoloGame], Par] | None = None,
        clock: Callable[[], date] = today,
        background: Background | None = None,
    ) -> None:
        """`play` sets par in this process; None: in a process of its own."""
        self.background = background or Background()
        self.play = play
        self.clock = clock
        self.pars: dict[date, Par] = {}
        self.playing: dict[date, asyncio.Task[None]] = {}

    def now(self) -> Daily:
        """What is played today; par is begun to be played if nobody has asked before."""
        day = self.clock()
        chosen, solo = puzzle_of(day), solo_of(day)
        puzzle = None
        if chosen is not None:
            found, one = chosen
            puzzle = DailyPuzzle(found.name, one.id, Text(**kind_name(found, one.kind)), one.level)
        par = self.par(day, solo)
        return Daily(day.isoformat(), puzzle, solo.game.name, None if par is None else DailyPar(*par))

    def table(self, wish: DailyTable) -> tuple[events.Opened, seats.Secrets]:
        """A new table for today's game. The luck of every other table is drawn when it is made; this one's is the
        day's, as its seed says to everybody."""
        solo = solo_of(self.clock())
        options = solo.game.new(1, solo.options).options
        person = seats.new_secrets()
        opened = events.Opened(
            at=int(time.time()),
            game=solo.game.name,
            options=options,
            aids=False,
            seed=solo.seed,
            chairs=[Chair("person", seats.tidy_name(wish.name or seats.UNNAMED))],
            keys=[person.key(0, host=True)],
            invite=seats.new_code(),
            watch=seats.new_code(),
            rules=solo.game.rules,
            cards=solo.game.card_print(options),
        )
        return opened, person

    # ------------------------------------------------------------ par
    def par(self, day: date, solo: SoloGame) -> Par | None:
        """Par of a day; None while it is being played."""
        if day not in self.pars:
            kept = read_par(day)
            if kept is not None:
                self.pars[day] = kept
            elif day not in self.playing:
                self.playing[day] = self.background.spawn("daily par", self.set_par(day, solo))
        return self.pars.get(day)

    async def set_par(self, day: date, solo: SoloGame) -> None:
        if self.play is not None:
            par = await asyncio.to_thread(self.play, solo)
        else:
            pool = open_pool(1)
            try:
                par = await asyncio.wrap_future(pool.submit(play_gently, solo))
            except Exception:  # a lost process is no reason to trouble anybody: the next one who asks begins again
                log.warning("today's par was not played to its end", exc_info=True)
                del self.playing[day]
                return
            finally:
                close_pool(pool)
        self.pars[day] = par
        write_par(day, par)

    async def close(self) -> None:
        for task in self.playing.values():
            task.cancel()
        await asyncio.gather(*self.playing.values(), return_exceptions=True)


def play_gently(solo: SoloGame) -> Par:
    """In the process of its own."""
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    return play_par(solo)


def par_path(day: date) -> Path:
    return data_folder() / "daily" / f"{day.isoformat()}.json"


def read_par(day: date) -> Par | None:
    """Par as it was kept; None where it was not, or cannot be read."""
    try:
        kept = json.loads(par_path(day).read_text(encoding="utf-8"))
        return Par(int(kept["score"]), bool(kept["won"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_par(day: date, par: Par) -> None:
    """Keep it; where that cannot be done, it is known until the server stops."""
    try:
        par_path(day).parent.mkdir(parents=True, exist_ok=True)
        par_path(day).write_text(json.dumps(par._asdict()), encoding="utf-8")
    except OSError as off:
        log.warning("today's par is not kept: %s", off)
