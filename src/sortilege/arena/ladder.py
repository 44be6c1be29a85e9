"""The rows of the ladder: the duels that measure how strong every level is, the most informative first.

For every game and table size each level plays against the level below and against baselines. Games for one player use
the hardest settings. A row with a bar stops when its score is known to be above or below; a row without a bar is played
to a fixed number of matches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from sortilege.arena.contest import Plan
from sortilege.bots import LEVELS
from sortilege.core.engine.playout import compiled
from sortilege.core.types import Options
from sortilege.games import game, names

CLEARLY_BETTER = 0.55  # the score a level should reach against the level below, at a table of two
EVEN = 0.5
DECISION_TIME = "200ms"  # thinking time against baselines, for levels that would take longer
LEVEL_PAIRS = tuple(zip(LEVELS[:0:-1], LEVELS[-2::-1], strict=True))  # (level, level below), the strongest first
# The hardest settings for one player. Games that are not listed are played with their defaults.
SOLO: dict[str, tuple[Options, ...]] = {
    "spell": ({"mode": "solo", "difficulty": "hard"},),
    "spellbook": tuple({"handicap": 3, "lineup": lineup} for lineup in ("set1", "set2", "set3", "classic")),
}


@dataclass(frozen=True)
class Row:
    """One duel of the ladder. `bar` is the score to decide about; None to play a fixed number of matches."""

    game: str
    seats: int
    bot: str
    opponent: str
    bar: float | None = None
    options: str = "{}"  # JSON, so that rows can be compared and looked up

    @property
    def key(self) -> str:
        """Return the key under which the journal stores the results."""
        return f"{self.game} {self.seats} {self.options} {self.bot}/{self.opponent}"

    @property
    def title(self) -> str:
        """Return the row's name for people."""
        return f"{self.game}, {self.table}: {self.bot}/{self.opponent}"

    @property
    def sides(self) -> int:
        """Return the number of sides, that is of players or teams that can win separately."""
        return len(game(self.game).sides(self.seats))

    @property
    def table(self) -> str:
        """Describe the table: its seats, its teams, or the settings of a game for one player."""
        if self.seats == 1:
            values = json.loads(self.options).items()
            settings = [value if type(value) is str else f"{name} {value}" for name, value in values]
            return ", ".join(["alone", *(setting for setting in settings if setting != "solo")])
        side_sizes = [len(side) for side in game(self.game).sides(self.seats)]
        return f"{self.seats} seats" if max(side_sizes) == 1 else " against ".join(map(str, side_sizes))

    def plan(self, matches: int) -> Plan:
        """Return the row as a contest. Raise OptionError if one of the bots cannot play it."""
        return Plan(
            self.game,
            (self.bot, self.opponent),
            matches,
            self.seats,
            json.loads(self.options),
            seed=f"ladder {self.key}",
            duel=True,
            same_draws=True,
            luck=compiled(),  # interpreted, evaluating every outcome of every draw takes longer than some bots think
        )


def all_rows() -> list[Row]:
    """Return all rows in the order they are played: by stage, and within a stage the games in turn."""
    staged = [(stage, order, row) for name in names() for order, (stage, row) in enumerate(staged_rows(name))]
    return [row for _, _, row in sorted(staged, key=lambda entry: entry[:2])]


def staged_rows(name: str) -> Iterator[tuple[int, Row]]:
    """Yield the rows of one game with their stages; lower stages are played first."""
    plain, ismcts = f"plain@{DECISION_TIME}", f"ismcts@{DECISION_TIME}"
    weakest, *_, best = LEVELS
    timed = {level: level if level in LEVELS[:2] else f"{level}@{DECISION_TIME}" for level in LEVELS}
    sizes = [seats for seats in game(name).seats if seats > 1]
    for seats in sizes:
        smallest = seats == sizes[0]
        best_stage, pair_stage, extremes_stage, baseline_stage = (0, 1, 4, 5) if smallest else (4, 3, 6, 7)
        bar = CLEARLY_BETTER if smallest else EVEN
        yield best_stage, Row(name, seats, timed[best], plain)
        for upper, lower in LEVEL_PAIRS:
            yield pair_stage, Row(name, seats, upper, lower, bar)
        yield extremes_stage, Row(name, seats, timed[best], ismcts, EVEN)
        yield extremes_stage, Row(name, seats, weakest, "random", bar)
        for level in LEVELS[-2::-1]:
            yield baseline_stage, Row(name, seats, timed[level], plain, EVEN)
            yield baseline_stage, Row(name, seats, timed[level], ismcts, EVEN)
    if 1 in game(name).seats:
        for options in SOLO.get(name, ({},)):
            text = json.dumps(options)
            yield 2, Row(name, 1, LEVELS[3], LEVELS[2], options=text)
            yield 2, Row(name, 1, LEVELS[1], LEVELS[0], options=text)
            yield 5, Row(name, 1, timed[best], plain, options=text)


def select_rows(games: list[str], seats: list[int], text: str) -> list[Row]:
    """Return the rows of these games and sizes whose title contains the text. An empty list means all."""
    return [
        row
        for row in all_rows()
        if (not games or row.game in games) and (not seats or row.seats in seats) and text in row.title
    ]
