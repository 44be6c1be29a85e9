"""Run a training in generations: play, learn, save. Whenever a training stops, the file holds the last complete
generation."""

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
from sortilege.bots.net_files import own_path
from sortilege.bots.processes import close_pool, open_pool
from sortilege.core.errors import OptionError, SortilegeError
from sortilege.core.game import Game
from sortilege.core.types import Object, Options
from sortilege.games import game
from sortilege.train import curve, files
from sortilege.train.net import RATE, FloatNet, Positions, fit, fresh_net, joined
from sortilege.train.selfplay import Portion, Task, play
from sortilege.train.tables import known_cards, wanted_sizes

LONGEST: Final = 7 * 24 * 60  # minutes
FIRST_PART: Final = 0.3  # part of the time for the first generation …
FIRST_PART_QUICK: Final = 0.1  # … if later generations are fast too (`Insight.quick_action`), because those teach more
LATER: Final = 6  # generations after the first
LEARNING: Final = 0.25  # part of a generation's time for learning, at least
MAX_POSITIONS: Final = 600_000  # of one generation: half a gigabyte
WINDOW: Final = 3  # learn from at least the last three generations …
FIRST_POSITIONS: Final = 60_000  # of the first generation that later ones learn from, if they are fast
MIN_POSITIONS: Final = 400_000  # … and from at least so many positions, to avoid overfitting
PORTION: Final = 4.0  # seconds that a process plays before it returns its positions
EPOCHS: Final = 12
FIRST_EPOCHS: Final = 20
LATER_RATE: Final = 0.4  # times the first learning rate, to keep what was learned

Report = Callable[[str], None]


class TrainingLost(SortilegeError):
    """A worker process died."""


@dataclass(frozen=True)
class Plan:
    """The settings of a training. The constructor raises OptionError if they are invalid."""

    game: str
    minutes: float
    size: str | None = None  # sizes separated by commas, or "all"; default: the usual table
    out: Path | None = None  # default: the data folder
    resume: bool = False
    options: Options = field(default_factory=dict)
    hidden: int = 32
    workers: int = 0  # 0: one per core
    seed: str = "train"

    def __post_init__(self) -> None:
        rules = game(self.game)
        if not 0 < self.minutes <= LONGEST:
            raise OptionError(f"--minutes is above 0 and at most {LONGEST:,}, not {self.minutes:g}")
        if self.hidden % 2 or not 2 <= self.hidden <= 256:
            raise OptionError(f"--hidden is an even number from 2 to 256, not {self.hidden}")
        if self.workers < 0:
            raise OptionError(f"the number of workers is 0 (one per core) or more, not {self.workers}")
        if self.path.is_dir() or (self.out is not None and not self.path.absolute().parent.is_dir()):
            raise OptionError(f"--out {self.path}: there is no folder for this file")
        rules.resolve_options(rules.seats[-1], self.options)
        if not rules.features().parts:
            raise OptionError(f"{self.game} has no features yet, so there is nothing to learn from (docs/games.md)")
        wanted_sizes(rules, self.size, self.options)

    @property
    def rules(self) -> Game:
        """Return the game to train."""
        return game(self.game)

    @property
    def cards(self) -> list[str]:
        """Return the fingerprints of the card sets to play with."""
        return known_cards(self.rules, self.options)

    @property
    def path(self) -> Path:
        """Return the file of the net."""
        return self.out or own_path(self.rules, self.cards[0] if self.cards else "")

    @property
    def sizes(self) -> list[str]:
        """Return the table sizes to train."""
        return wanted_sizes(self.rules, self.size, self.options)


def run(plan: Plan, report: Report, tick: Report = lambda what: None) -> Path:
    """Train all sizes of the plan, with an equal part of the time each, and return the file. `report` gets a line per
    generation, `tick` a description of the current activity every few seconds."""
    file = files.open_file(plan.path, files.empty_file(plan.rules, plan.rules.features(), plan.cards), plan.resume)
    pool = open_pool(plan.workers or os.cpu_count() or 1)
    try:
        for size in plan.sizes:
            Training(plan, size, file, pool, report, tick).run(60 * plan.minutes / len(plan.sizes))
    except BrokenProcessPool:
        raise TrainingLost("a process that played died; try fewer --workers") from None
    finally:
        close_pool(pool)
    return plan.path


class Training:
    """The training of one table size."""

    def __init__(self, plan: Plan, size: str, file: Object, pool: Any, report: Report, tick: Report) -> None:
        self.plan, self.size, self.file, self.pool, self.report, self.tick = plan, size, file, pool, report, tick
        self.features = plan.rules.features()
        insight = plan.rules.insight()
        self.compares, self.quick = insight.compares_sides(), insight.evaluates_turn_ends()
        self.saved: Object | None = file["nets"].get(size) if plan.resume else None
        previous = self.saved["trained"] if self.saved else {}
        self.history: list[Object] = list(previous.get("history", []))
        self.games, self.positions = previous.get("games", 0), previous.get("positions", 0)
        self.minutes_before: float = previous.get("minutes", 0.0)
        self.nets: dict[str, Object] = file["nets"]
        self.window: list[Positions] = []
        self.began = perf_counter()

    def run(self, seconds: float) -> None:
        """Run all generations, then write the chart."""
        first = FIRST_PART_QUICK if self.quick else FIRST_PART
        if self.saved is None:
            self.generation(None, first * seconds, FIRST_EPOCHS)
        each = max((1 - first) * seconds / LATER, 1e-3)
        while (remaining := self.began + seconds - perf_counter()) > 0.3 * each:
            assert self.saved is not None
            self.generation(files.floats(self.saved), min(remaining, each), EPOCHS)
        title = f"{self.plan.game}, size {self.size}"
        chart = self.plan.path.with_name(f"{self.plan.path.stem}-{self.size}.svg")
        chart.write_text(curve.drawing(title, self.history), encoding="utf-8")
        self.report(f"{title}: {curve.line(self.history)}; the curve is {chart}")

    def generation(self, net: FloatNet | None, seconds: float, epochs: int) -> None:
        """Play, learn and save. Without a net, play the first generation by the game's own ratings."""
        number, until = len(self.history), perf_counter() + seconds
        portions = self.play(number, (1 - LEARNING) * seconds)
        if number == 1 and self.quick and self.window:
            self.window = [self.window[0].first_games(FIRST_POSITIONS)]
        self.window = recent([*self.window, positions_in(portions)])
        positions = joined(self.window)
        if net is None:
            net = fresh_net(int(self.features.size), self.plan.hidden, 1, positions.length())
            net.first[np.bincount(positions.indices, minlength=len(net.first)) == 0] = (
                0  # features that never occur have no effect
            )
        rate = RATE if number == 0 else LATER_RATE * RATE
        net, training_loss, loss = fit(net, positions, until - perf_counter(), epochs, number, rate)
        saved = {**files.whole(net), **({"compares": True} if self.compares else {})}
        _, rows = positions.split()
        rounding = files.worst_rounding(net, saved, self.features, positions, rows[:500])
        shares = [share for portion in portions for share in portion.shares]
        self.games += sum(portion.games for portion in portions)
        self.positions += len(self.window[-1])
        row = {
            "games": self.games,
            "positions": self.positions,
            "minutes": round(self.minutes_before + (perf_counter() - self.began) / 60, 3),
            "loss": round(training_loss if isnan(loss) else loss, 5),
            "share": round(float(np.mean(shares)), 4) if shares else None,
            "contests": len(shares),
        }
        self.history.append(row)
        self.saved = self.nets[self.size] = {**saved, "trained": self.provenance(row, training_loss, rounding)}
        files.write(self.plan.path, self.file)
        against = f", {row['share']:.0%} of {len(shares)} against lots" if shares else ""
        self.report(
            f"{self.plan.game}, size {self.size}, generation {number}: {self.games:,} games, "
            f"{self.positions:,} positions, loss {training_loss:.4f}, held out {row['loss']:.4f}{against}, "
            f"{row['minutes']:.1f} minutes"
        )

    def provenance(self, row: Object, training_loss: float, rounding: float) -> Object:
        """Return how the net was trained, for its file."""
        return {
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "engine": sortilege.__version__,
            "rules": self.plan.rules.rules,
            "seed": self.plan.seed,
            "options": self.plan.options,
            **{key: row[key] for key in ("games", "positions", "minutes", "loss")},
            "loss_learned": round(training_loss, 5),
            "rounding": round(rounding, 5),
            "history": self.history,
        }

    def play(self, number: int, seconds: float) -> list[Portion]:
        """Collect portions of games from all processes, until the time is up or there are enough positions."""
        plan = self.plan
        until = perf_counter() + seconds
        workers = plan.workers or os.cpu_count() or 1
        net = None if self.saved is None else {key: self.saved[key] for key in self.saved if key != "trained"}
        done: list[Portion] = []
        notes, tasks = 0, 0
        waiting: set[Future[Portion]] = set()
        while True:
            remaining = until - perf_counter()
            while len(waiting) < workers and (tasks == 0 or (remaining > 0 and notes < MAX_POSITIONS)):
                seed = f"{plan.seed}:{self.size}:{number}:{self.games}:{tasks}"
                most = max(1, MAX_POSITIONS // 20)
                task = Task(plan.game, self.size, plan.options, seed, min(PORTION, max(remaining, 0.05)), most, net)
                waiting.add(self.pool.submit(play, task))
                tasks += 1
            if not waiting:
                return done
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                done.append(future.result())
                notes += len(done[-1].rows)
                self.tick(f"{plan.game}, size {self.size}, generation {number}: {notes:,} positions")


def recent(window: list[Positions]) -> list[Positions]:
    """Return the last generations: at least WINDOW, and at least MIN_POSITIONS positions if there are as many."""
    count = 0
    while count < len(window) and (count < WINDOW or sum(map(len, window[len(window) - count :])) < MIN_POSITIONS):
        count += 1
    return window[len(window) - count :]


def positions_in(portions: list[Portion]) -> Positions:
    """Join the positions of all portions in numpy arrays."""

    def gather(name: str, kind: str) -> Any:
        return np.concatenate([np.frombuffer(getattr(portion, name), kind) for portion in portions])

    kinds = {"counts": "u2", "stakes": "f4", "indices": "u2", "values": "i1", "rows": "u1", "targets": "f4"}
    return Positions(*(gather(name, kinds.get(name, "u4")) for name in Positions.NAMES))
