"""The course of a training: generation after generation, play, learn, write. Whatever ends it, the file holds the last
generation that was finished."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import isnan
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

import sortilege
from sortilege.bots.processes import close_pool, open_pool
from sortilege.bots.trained import own_path
from sortilege.core.errors import OptionError, SortilegeError
from sortilege.core.game import Game
from sortilege.core.shapes import Object, Options
from sortilege.games import game
from sortilege.train import curve, files
from sortilege.train.net import RATE, FloatNet, Positions, fit, fresh_net, joined
from sortilege.train.selfplay import Portion, Task, play
from sortilege.train.tables import known_cards, wanted_sizes

LONGEST: Final = 7 * 24 * 60  # minutes
BY_LOT: Final = 0.3  # of the time of a size goes into the first generation …
BRIEFLY: Final = 0.1  # … or so much where a game can be practised quickly (`Insight.play`): that teaches far more
LATER: Final = 6  # generations, in the rest of it
LEARNING: Final = 0.25  # of a generation's time goes into learning, and what playing leaves of its own
MOST_POSITIONS: Final = 600_000  # of one generation: what fits in a few minutes and half a gigabyte
WINDOW: Final = 3  # generations that are learned from together, or more …
AT_SIGHT: Final = 60_000  # positions of the first generation that the next ones learn from there
AMPLE: Final = 400_000  # … where these are fewer positions: few of them, learned by heart, would drive out the rest
PORTION: Final = 4.0  # seconds a process plays before it is heard
EPOCHS: Final = 12
FIRST_EPOCHS: Final = 20
GENTLY: Final = 0.4  # of the first generation's rate: what was learned is not to be lost

Heard = Callable[[str], None]


class TrainingLost(SortilegeError):
    """A process that played died."""


@dataclass(frozen=True)
class Plan:
    """What is to be trained. Raises OptionError where it makes no sense, before anything is played."""

    game: str
    minutes: float
    size: str | None = None  # the usual table when not said; several with commas; all
    out: Path | None = None  # where the owner's own nets are, when not said
    resume: bool = False
    options: Options = field(default_factory=dict)
    hidden: int = 32
    workers: int = 0  # one per core
    seed: str = "train"

    def __post_init__(self) -> None:
        found = game(self.game)
        if not 0 < self.minutes <= LONGEST:
            raise OptionError(f"--minutes is above 0 and at most {LONGEST:,}, not {self.minutes:g}")
        if self.hidden % 2 or not 2 <= self.hidden <= 256:
            raise OptionError(f"--hidden is an even number from 2 to 256, not {self.hidden}")
        if self.workers < 0:
            raise OptionError(f"the number of workers is 0 (one per core) or more, not {self.workers}")
        if self.path.is_dir() or (self.out is not None and not self.path.absolute().parent.is_dir()):
            raise OptionError(f"--out {self.path}: there is no folder for this file")
        found.settle(found.seats[-1], self.options)
        if not found.features().parts:
            raise OptionError(f"{self.game} has no features yet, so there is nothing to learn from (docs/games.md)")
        wanted_sizes(found, self.size, self.options)

    @property
    def found(self) -> Game:
        return game(self.game)

    @property
    def cards(self) -> list[str]:
        """The sets of cards that are played."""
        return known_cards(self.found, self.options)

    @property
    def path(self) -> Path:
        """Where the net goes."""
        return self.out or own_path(self.found, self.cards[0] if self.cards else "")

    @property
    def sizes(self) -> list[str]:
        return wanted_sizes(self.found, self.size, self.options)


def run(plan: Plan, heard: Heard, tick: Heard = lambda what: None) -> Path:
    """Train every size of the plan, each for its part of the time; answers the file. `heard` gets a line for every
    generation, `tick` what is being done every few seconds."""
    file = files.started(plan.path, files.heading(plan.found, plan.found.features(), plan.cards), plan.resume)
    pool = open_pool(plan.workers or os.cpu_count() or 1)
    try:
        for size in plan.sizes:
            Training(plan, size, file, pool, heard, tick).run(60 * plan.minutes / len(plan.sizes))
    except BrokenProcessPool:
        raise TrainingLost("a process that played died; try fewer --workers") from None
    finally:
        close_pool(pool)
    return plan.path


class Training:
    """The training of one size."""

    def __init__(self, plan: Plan, size: str, file: Object, pool: Any, heard: Heard, tick: Heard) -> None:
        self.plan, self.size, self.file, self.pool, self.heard, self.tick = plan, size, file, pool, heard, tick
        self.features = plan.found.features()
        insight = plan.found.insight()
        self.compares, self.quick = insight.compares(), insight.hands_over()
        self.held: Object | None = file["nets"].get(size) if plan.resume else None
        before = self.held["trained"] if self.held else {}
        self.history: list[Object] = list(before.get("history", []))
        self.games, self.positions = before.get("games", 0), before.get("positions", 0)
        self.minutes_before: float = before.get("minutes", 0.0)
        self.nets: dict[str, Object] = file["nets"]
        self.window: list[Positions] = []
        self.began = perf_counter()

    def run(self, seconds: float) -> None:
        """All generations, then the curve."""
        first = BRIEFLY if self.quick else BY_LOT
        if self.held is None:
            self.generation(None, first * seconds, FIRST_EPOCHS)
        each = max((1 - first) * seconds / LATER, 1e-3)
        while (left := self.began + seconds - perf_counter()) > 0.3 * each:
            assert self.held is not None
            self.generation(files.floats(self.held), min(left, each), EPOCHS)
        title = f"{self.plan.game}, size {self.size}"
        drawn = self.plan.path.with_name(f"{self.plan.path.stem}-{self.size}.svg")
        drawn.write_text(curve.drawing(title, self.history), encoding="utf-8")
        self.heard(f"{title}: {curve.line(self.history)}; the curve is {drawn}")

    def generation(self, net: FloatNet | None, seconds: float, epochs: int) -> None:
        """Play, learn, write. The first begins with a net that knows nothing."""
        number, until = len(self.history), perf_counter() + seconds
        portions = self.played(number, (1 - LEARNING) * seconds)
        if number == 1 and self.quick and self.window:
            self.window = [self.window[0].first_games(AT_SIGHT)]
        self.window = recent([*self.window, positions_in(portions)])
        positions = joined(self.window)
        if net is None:
            net = fresh_net(int(self.features.size), self.plan.hidden, 1, positions.length())
            net.first[np.bincount(positions.indices, minlength=len(net.first)) == 0] = 0  # never seen: says nothing
        rate = RATE if number == 0 else GENTLY * RATE
        net, learned, loss = fit(net, positions, until - perf_counter(), epochs, number, rate)
        held = {**files.whole(net), **({"compares": True} if self.compares else {})}
        _, rows = positions.split()
        rounding = files.worst_rounding(net, held, self.features, positions, rows[:500])
        shares = [share for portion in portions for share in portion.shares]
        self.games += sum(portion.games for portion in portions)
        self.positions += len(self.window[-1])
        row = {
            "games": self.games,
            "positions": self.positions,
            "minutes": round(self.minutes_before + (perf_counter() - self.began) / 60, 3),
            "loss": round(learned if isnan(loss) else loss, 5),
            "share": round(float(np.mean(shares)), 4) if shares else None,
            "contests": len(shares),
        }
        self.history.append(row)
        self.held = self.nets[self.size] = {**held, "trained": self.provenance(row, learned, rounding)}
        files.write(self.plan.path, self.file)
        against = f", {row['share']:.0%} of {len(shares)} against lots" if shares else ""
        self.heard(
            f"{self.plan.game}, size {self.size}, generation {number}: {self.games:,} games, "
            f"{self.positions:,} positions, loss {learned:.4f}, held out {row['loss']:.4f}{against}, "
            f"{row['minutes']:.1f} minutes"
        )

    def provenance(self, row: Object, learned: float, rounding: float) -> Object:
        """Where the net comes from."""
        return {
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "engine": sortilege.__version__,
            "rules": self.plan.found.rules,
            "seed": self.plan.seed,
            "options": self.plan.options,
            **{key: row[key] for key in ("games", "positions", "minutes", "loss")},
            "loss_learned": round(learned, 5),
            "rounding": round(rounding, 5),
            "history": self.history,
        }

    def played(self, number: int, seconds: float) -> list[Portion]:
        """Portions of games from all processes, until the time is up or there is enough."""
        plan = self.plan
        until = perf_counter() + seconds
        workers = plan.workers or os.cpu_count() or 1
        net = None if self.held is None else {key: self.held[key] for key in self.held if key != "trained"}
        done: list[Portion] = []
        notes, asked = 0, 0
        waiting: set[Future[Portion]] = set()
        while True:
            left = until - perf_counter()
            while len(waiting) < workers and (asked == 0 or (left > 0 and notes < MOST_POSITIONS)):
                seed = f"{plan.seed}:{self.size}:{number}:{self.games}:{asked}"
                most = max(1, MOST_POSITIONS // 20)
                task = Task(plan.game, self.size, plan.options, seed, min(PORTION, max(left, 0.05)), most, net)
                waiting.add(self.pool.submit(play, task))
                asked += 1
            if not waiting:
                return done
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                done.append(future.result())
                notes += len(done[-1].rows)
                self.tick(f"{plan.game}, size {self.size}, generation {number}: {notes:,} positions")


def recent(window: list[Positions]) -> list[Positions]:
    """The last generations, as many as are to be learned from."""
    kept = 0
    while kept < len(window) and (kept < WINDOW or sum(map(len, window[len(window) - kept :])) < AMPLE):
        kept += 1
    return window[len(window) - kept :]


def positions_in(portions: list[Portion]) -> Positions:
    """All that was noted, in arrays."""

    def gather(name: str, kind: str) -> Any:
        return np.concatenate([np.frombuffer(getattr(portion, name), kind) for portion in portions])

    kinds = {"counts": "u2", "stakes": "f4", "indices": "u2", "values": "i1", "rows": "u1", "targets": "f4"}
    return Positions(*(gather(name, kinds.get(name, "u4")) for name in Positions.NAMES))
