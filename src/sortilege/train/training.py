"""Run a training in generations. Each one plays games, learns from them and saves the net.

Whenever a training stops, the file holds the net of the last complete generation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
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
from sortilege.plots.charts import training_chart
from sortilege.train import files
from sortilege.train.net import RATE, FloatNet, Positions, fit, join, random_net
from sortilege.train.selfplay import NUMBER_TYPES, RecordedGames, Task, play
from sortilege.train.tables import card_fingerprints, parse_sizes

MAX_MINUTES: Final = 7 * 24 * 60
MAX_HIDDEN: Final = 256  # units of the hidden layer
FIRST_PART: Final = 0.3  # of the time, for the first generation
FIRST_PART_QUICK: Final = 0.1  # if later generations are fast too (`Insight.quick_action`), because those teach more
LATER_GENERATIONS: Final = 6  # after the first
MIN_LATER_PART: Final = 0.3  # of the time of a generation must be left to begin another one
MIN_GENERATION_SECONDS: Final = 1e-3
LEARNING_PART: Final = 0.25  # of a generation's time, at least, for learning
MAX_POSITIONS: Final = 600_000  # of one generation: half a gigabyte
MAX_GAMES: Final = MAX_POSITIONS // 20  # of one task of a worker process
MIN_GENERATIONS: Final = 3  # learn from at least the last three generations
MIN_POSITIONS: Final = 400_000  # learn from at least so many positions, to avoid overfitting
FIRST_POSITIONS: Final = 60_000  # of the first generation that later ones learn from, if they are fast
TASK_SECONDS: Final = 4.0  # that a process plays before it returns its positions
MIN_TASK_SECONDS: Final = 0.05
ROUNDING_SAMPLES: Final = 500  # positions at which the rounding of the saved net is measured
EPOCHS: Final = 12
FIRST_EPOCHS: Final = 20
LATER_RATE: Final = 0.4  # times the first learning rate, to keep what was learned
BLOCKS: Final = "▁▂▃▄▅▆▇█"  # of the loss of a generation

Report = Callable[[str], None]


class TrainingLost(SortilegeError):
    """A worker process of the training ended unexpectedly."""


@dataclass(frozen=True)
class Plan:
    """The settings of a training. The constructor raises OptionError if they are invalid."""

    game: str  # the name of the game
    minutes: float  # for all table sizes together
    size: str | None = None  # sizes separated by commas, or "all"; default: the usual table
    out: Path | None = None  # default: the data folder
    resume: bool = False  # continue to train the nets in the file
    options: Options = field(default_factory=dict)  # fixed options; the others are drawn at random
    hidden: int = 32  # the number of hidden units of a net
    workers: int = 0  # 0: one per core
    seed: str = "train"

    def __post_init__(self) -> None:
        rules = game(self.game)
        if not 0 < self.minutes <= MAX_MINUTES:
            raise OptionError(f"--minutes is above 0 and at most {MAX_MINUTES:,}, not {self.minutes:g}")
        if self.hidden % 2 or not 2 <= self.hidden <= MAX_HIDDEN:
            raise OptionError(f"--hidden is an even number from 2 to {MAX_HIDDEN}, not {self.hidden}")
        if self.workers < 0:
            raise OptionError(f"the number of workers is 0 (one per core) or more, not {self.workers}")
        if self.path.is_dir() or (self.out is not None and not self.path.absolute().parent.is_dir()):
            raise OptionError(f"--out {self.path}: there is no folder for this file")
        rules.resolve_options(rules.seats[-1], self.options)
        if not rules.features().parts:
            raise OptionError(f"{self.game} has no features yet, so there is nothing to learn from (docs/games.md)")
        parse_sizes(rules, self.size, self.options)  # raises OptionError

    @property
    def rules(self) -> Game:
        return game(self.game)

    @property
    def cards(self) -> list[str]:
        """Return a fingerprint (hash) of each card set to play with, or [] for a game without exchangeable cards."""
        return card_fingerprints(self.rules, self.options)

    @property
    def path(self) -> Path:
        return self.out or own_path(self.rules, self.cards[0] if self.cards else "")

    @property
    def sizes(self) -> list[str]:
        return parse_sizes(self.rules, self.size, self.options)


def run(plan: Plan, report: Report, tick: Report = lambda what: None) -> Path:
    """Train a net for every table size of the plan, in equal parts of the time, and return the path of the file with
    the nets. Call `report` with a line of text after each generation, and `tick` with the progress every few
    seconds."""
    empty = files.empty_file(plan.rules, plan.rules.features(), plan.cards)
    file = files.open_file(plan.path, empty, plan.resume)
    pool = open_pool(plan.workers or os.cpu_count() or 1)
    try:
        for size in plan.sizes:
            seconds = 60 * plan.minutes / len(plan.sizes)
            Training(plan, size, file, pool, report, tick).run(seconds)
    except BrokenProcessPool:
        raise TrainingLost("a process that played died; try fewer --workers") from None
    finally:
        close_pool(pool)
    return plan.path


class Training:
    """The training of the net for one table size, in generations: play games, learn from them, save."""

    def __init__(self, plan: Plan, size: str, file: Object, pool: Any, report: Report, tick: Report) -> None:
        self.plan = plan
        self.size = size
        self.file = file
        self.pool = pool
        self.report = report
        self.tick = tick
        self.features = plan.rules.features()
        insight = plan.rules.insight()
        self.compares_sides = insight.net_compares_sides()
        self.plays_quickly = insight.evaluates_turn_ends()  # without a tree search, also in later generations
        self.nets: dict[str, Object] = file["nets"]
        self.saved: Object | None = self.nets.get(size) if plan.resume else None  # the present net; None at first
        previous = self.saved["trained"] if self.saved else {}  # statistics of the training to resume
        self.history: list[Object] = list(previous.get("history", []))  # one row for each generation
        self.games, self.positions = previous.get("games", 0), previous.get("positions", 0)
        self.minutes_before: float = previous.get("minutes", 0.0)
        self.window: list[Positions] = []  # the positions of the generations to learn from
        self.began = perf_counter()

    def run(self, seconds: float) -> None:
        """Run generations until the time is up, then write the chart of the losses as an SVG file."""
        first_part = FIRST_PART_QUICK if self.plays_quickly else FIRST_PART
        if self.saved is None:
            self.run_generation(None, first_part * seconds, FIRST_EPOCHS)
        seconds_each = max((1 - first_part) * seconds / LATER_GENERATIONS, MIN_GENERATION_SECONDS)
        while (seconds_left := self.began + seconds - perf_counter()) > MIN_LATER_PART * seconds_each:
            assert self.saved is not None
            self.run_generation(files.float_net(self.saved), min(seconds_left, seconds_each), EPOCHS)
        title = f"{self.plan.game}, size {self.size}"
        chart = self.plan.path.with_name(f"{self.plan.path.stem}-{self.size}.svg")
        chart.write_text(training_svg(title, self.history), encoding="utf-8")
        self.report(f"{title}: {summary_line(self.history)}; the curve is {chart}")

    def run_generation(self, net: FloatNet | None, seconds: float, epochs: int) -> None:
        """Run one generation: play games, learn from their positions, and save the net. Without a net, the bots play by
        the priors of the game, and the training begins with random weights."""
        number, deadline = len(self.history), perf_counter() + seconds
        batches = self.collect_games(number, (1 - LEARNING_PART) * seconds)
        self.add_to_window(positions_in(batches), number)
        positions = join(self.window)
        start_net = self.untrained_net(positions) if net is None else net
        rate = RATE if number == 0 else LATER_RATE * RATE
        trained, training_loss, loss = fit(start_net, positions, deadline - perf_counter(), epochs, number, rate)
        sides = {"compares": True} if self.compares_sides else {}
        saved = {**files.integer_net(trained), **sides}
        _, held_out = positions.split()
        rounding = files.max_rounding_error(trained, saved, self.features, positions, held_out[:ROUNDING_SAMPLES])
        shares = [share for batch in batches for share in batch.contest_shares]
        self.games += sum(batch.games for batch in batches)
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

    def add_to_window(self, positions: Positions, number: int) -> None:
        """Add the positions of the generation with this number to those to learn from, and drop old generations. If the
        bots play quickly, only a part of the first generation stays, because later ones teach more."""
        if number == 1 and self.plays_quickly and self.window:
            self.window = [self.window[0].first_games(FIRST_POSITIONS)]
        self.window = latest_generations([*self.window, positions])

    def untrained_net(self, positions: Positions) -> FloatNet:
        """Return a net with random weights. Features that occur in none of the positions have no effect."""
        net = random_net(int(self.features.size), self.plan.hidden, 1, positions.row_length())
        never_occurs = np.bincount(positions.indices, minlength=len(net.hidden_weights)) == 0
        net.hidden_weights[never_occurs] = 0
        return net

    def provenance(self, row: Object, training_loss: float, rounding: float) -> Object:
        """Return how the net was trained, for its file. `row` describes the last generation."""
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

    def collect_games(self, number: int, seconds: float) -> list[RecordedGames]:
        """Let the workers play games in generation `number` until the time is up or there are enough positions."""
        plan = self.plan
        deadline = perf_counter() + seconds
        workers = plan.workers or os.cpu_count() or 1
        net = None if self.saved is None else {key: self.saved[key] for key in self.saved if key != "trained"}
        batches: list[RecordedGames] = []
        positions, tasks = 0, 0
        running: set[Future[RecordedGames]] = set()
        while True:
            seconds_left = deadline - perf_counter()
            while len(running) < workers and (tasks == 0 or (seconds_left > 0 and positions < MAX_POSITIONS)):
                seed = f"{plan.seed}:{self.size}:{number}:{self.games}:{tasks}"
                task_seconds = min(TASK_SECONDS, max(seconds_left, MIN_TASK_SECONDS))
                task = Task(plan.game, self.size, plan.options, seed, task_seconds, MAX_GAMES, net)
                running.add(self.pool.submit(play, task))
                tasks += 1
            if not running:
                return batches
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                batches.append(future.result())
                positions += len(batches[-1].row_counts)
                self.tick(f"{plan.game}, size {self.size}, generation {number}: {positions:,} positions")


def latest_generations(window: list[Positions]) -> list[Positions]:
    """Return the fewest last generations that reach MIN_GENERATIONS and MIN_POSITIONS, or all of them."""
    generations = 0
    positions = 0
    while generations < len(window) and (generations < MIN_GENERATIONS or positions < MIN_POSITIONS):
        generations += 1
        positions += len(window[-generations])
    return window[len(window) - generations :]


def positions_in(batches: list[RecordedGames]) -> Positions:
    """Return the positions of all batches of games, joined in numpy arrays."""
    arrays = {
        name: np.concatenate([np.frombuffer(getattr(batch, name), number_type) for batch in batches])
        for name, number_type in NUMBER_TYPES.items()
    }
    return Positions(**arrays)


# ---------------------------------------------------------------- the progress of a training
def training_svg(title: str, history: Sequence[Object]) -> str:
    """Return an SVG chart of the loss and of the share of victories against random bots, by minutes."""
    losses = [(row["minutes"], row["loss"]) for row in history]
    shares = [(row["minutes"], row["share"]) for row in history if row["share"] is not None]
    return training_chart(title, losses, shares)


def summary_line(history: Sequence[Object]) -> str:
    """Return the losses of all generations as one line of text, for example "loss █▃▁ 0.6100 to 0.5000 in 3
    generations". Each bar is the loss of a generation."""
    losses = [row["loss"] for row in history]
    lowest = min(losses)
    span = max(losses) - lowest or 1.0  # 1.0 if all are equal
    highest_block = len(BLOCKS) - 1
    bars = "".join(BLOCKS[round((loss - lowest) / span * highest_block)] for loss in losses)
    return f"loss {bars} {losses[0]:.4f} to {losses[-1]:.4f} in {len(losses)} generations"
