"""The rows of the ladder: the duels that measure how strong every bot level is, the most informative first.

For every game and table size, each level plays against the level below and against baselines. Games for one player use
the hardest settings. A row with a threshold stops as soon as its score is known to be above or below the threshold. A
row without a threshold is played to a fixed number of matches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sortilege.arena.contest import Plan
from sortilege.bots import LEVELS
from sortilege.core.engine.playout import compiled
from sortilege.core.types import Options
from sortilege.games import game, names

CLEARLY_BETTER = 0.55  # the score a level should reach against the level below, at a table of two
EVEN = 0.5
DECISION_TIME = "200ms"  # thinking time against baselines, for levels that would take longer
WEAKEST, WEAK, *_, STRONGEST = LEVELS
BELOW_STRONGEST = LEVELS[-2::-1]  # all other levels, the strongest first
LEVEL_PAIRS = tuple((upper, lower) for lower, upper in pairwise(LEVELS))[::-1]  # the strongest first
# The hardest settings for one player. Games that are not listed are played with their defaults.
SOLO: dict[str, tuple[Options, ...]] = {
    "spell": ({"mode": "solo", "difficulty": "hard"},),
    "spellbook": tuple({"handicap": 3, "lineup": lineup} for lineup in ("set1", "set2", "set3", "classic")),
}


class Stages(NamedTuple):
    """For each kind of duel at one table size: in which stage of the ladder it is played. Stage 0 is played first."""

    strongest: int  # the strongest level against the plain search
    level_pairs: int  # every level against the level below
    extremes: int  # the strongest level against OpenSpiel, the weakest one against random play
    baselines: int  # the other levels against both searches


SMALLEST_TABLE = Stages(0, 1, 4, 5)
LARGER_TABLES = Stages(4, 3, 6, 7)
SOLO_PAIRS_STAGE, SOLO_BASELINE_STAGE = 2, 5


@dataclass(frozen=True)
class Row:
    """One row of the ladder: a duel of two bots in one game at one table size."""

    game: str
    seats: int
    bot: str
    opponent: str
    threshold: float | None = None  # stop when the score is known to be above or below; None: play all matches
    options: str = "{}"  # JSON, so that rows can be compared and looked up

    @property
    def key(self) -> str:
        """Return the key under which the journal stores the results, such as "spell 2 {} master/adept"."""
        return f"{self.game} {self.seats} {self.options} {self.bot}/{self.opponent}"

    @property
    def title(self) -> str:
        """Return the name of the row, such as "spell, 2 seats: master/adept"."""
        return f"{self.game}, {self.table}: {self.bot}/{self.opponent}"

    @property
    def sides(self) -> int:
        """Return the number of sides. A side is a player, or a team that wins and loses together."""
        return len(game(self.game).sides(self.seats))

    @property
    def table(self) -> str:
        """Describe the table: "alone" with the settings of the game, "3 seats" or, for teams, "2 against 2"."""
        if self.seats == 1:
            options = {name: value for name, value in json.loads(self.options).items() if value != "solo"}
            settings = [value if type(value) is str else f"{name} {value}" for name, value in options.items()]
            return ", ".join(["alone", *settings])
        side_sizes = [len(side) for side in game(self.game).sides(self.seats)]
        has_teams = max(side_sizes) > 1
        return " against ".join(map(str, side_sizes)) if has_teams else f"{self.seats} seats"

    def plan(self, matches: int) -> Plan:
        """Return the row as a contest. Raise OptionError if one of the bots cannot play it."""
        return Plan(
            game=self.game,
            bots=(self.bot, self.opponent),
            matches=matches,
            seats=self.seats,
            options=json.loads(self.options),
            seed=f"ladder {self.key}",
            duel=True,
            same_draws=True,
            luck=compiled(),  # interpreted, evaluating every outcome of every draw takes longer than some bots think
        )


def all_rows() -> list[Row]:
    """Return all rows (duels) of the ladder in the order in which they are played: by stage and, within a stage, the
    first row of every game, then the second of every game and so on."""
    staged = [(stage, index, row) for name in names() for index, (stage, row) in enumerate(staged_rows(name))]
    staged.sort(key=lambda entry: entry[:2])  # by stage and index
    return [row for _, _, row in staged]


def staged_rows(name: str) -> Iterator[tuple[int, Row]]:
    """Yield the rows (duels) of one game for all table sizes, each with the number of its stage."""
    plain, ismcts = f"plain@{DECISION_TIME}", f"ismcts@{DECISION_TIME}"
    sizes = [seats for seats in game(name).seats if seats > 1]
    for seats in sizes:
        is_smallest = seats == sizes[0]
        stages = SMALLEST_TABLE if is_smallest else LARGER_TABLES
        threshold = CLEARLY_BETTER if is_smallest else EVEN
        yield stages.strongest, Row(name, seats, with_baseline_time(STRONGEST), plain)
        for upper, lower in LEVEL_PAIRS:
            yield stages.level_pairs, Row(name, seats, upper, lower, threshold)
        yield stages.extremes, Row(name, seats, with_baseline_time(STRONGEST), ismcts, EVEN)
        yield stages.extremes, Row(name, seats, WEAKEST, "random", threshold)
        for level in BELOW_STRONGEST:
            yield stages.baselines, Row(name, seats, with_baseline_time(level), plain, EVEN)
            yield stages.baselines, Row(name, seats, with_baseline_time(level), ismcts, EVEN)
    if 1 in game(name).seats:
        for solo_options in SOLO.get(name, ({},)):
            options = json.dumps(solo_options)
            yield SOLO_PAIRS_STAGE, Row(name, 1, *LEVEL_PAIRS[0], options=options)
            yield SOLO_PAIRS_STAGE, Row(name, 1, *LEVEL_PAIRS[-1], options=options)
            yield SOLO_BASELINE_STAGE, Row(name, 1, with_baseline_time(STRONGEST), plain, options=options)


def with_baseline_time(level: str) -> str:
    """Return the name of the bot that plays at this level, but thinks no longer than the baselines. The two weakest
    levels keep their own, shorter time."""
    return level if level in (WEAKEST, WEAK) else f"{level}@{DECISION_TIME}"


def select_rows(games: list[str], seats: list[int], text: str) -> list[Row]:
    """Return the rows of these games and table sizes whose title contains the text. An empty list means all."""
    rows = [row for row in all_rows() if text in row.title]
    if games:
        rows = [row for row in rows if row.game in games]
    if seats:
        rows = [row for row in rows if row.seats in seats]
    return rows
