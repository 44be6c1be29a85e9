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

CLEAR = 0.55  # the score a level should reach against the level below, at a table of two
EVEN = 0.5
TIME = "200ms"  # time of a decision against baselines, for levels that would take longer
STEPS = tuple(zip(LEVELS[:0:-1], LEVELS[-2::-1], strict=True))  # (level, level below), the strongest first
# The hardest settings for one player. Games that are not listed are played with their defaults.
SOLO: dict[str, tuple[Options, ...]] = {
    "spell": ({"mode": "solo", "difficulty": "hard"},),
    "spellbook": tuple({"handicap": 3, "lineup": lineup} for lineup in ("set1", "set2", "set3", "classic")),
}


@dataclass(frozen=True)
class Row:
    """One duel of the ladder."""

    game: str
    seats: int
    first: str
    second: str
    bar: float | None = None
    options: str = "{}"  # JSON, so that rows can be compared and looked up

    @property
    def key(self) -> str:
        """Return the key under which the journal stores the results."""
        return f"{self.game} {self.seats} {self.options} {self.first}/{self.second}"

    @property
    def title(self) -> str:
        """Return the row's name for people."""
        return f"{self.game}, {self.table}: {self.first}/{self.second}"

    @property
    def sides(self) -> int:
        """Return the number of sides, that is of players or teams that can win separately."""
        return len(game(self.game).sides(self.seats))

    @property
    def table(self) -> str:
        """Describe the table: its seats, its teams, or the settings of a game for one player."""
        if self.seats == 1:
            settings = [
                value if type(value) is str else f"{name} {value}" for name, value in json.loads(self.options).items()
            ]
            return ", ".join(["alone", *(word for word in settings if word != "solo")])
        sides = [len(side) for side in game(self.game).sides(self.seats)]
        return f"{self.seats} seats" if max(sides) == 1 else " against ".join(map(str, sides))

    def plan(self, matches: int) -> Plan:
        """Return the row as a contest. Raise OptionError if one of the bots cannot play it."""
        bots, options = (self.first, self.second), json.loads(self.options)
        seed = f"ladder {self.key}"
        # With the interpreted engine, evaluating every outcome of every draw would take longer than some bots think.
        luck = compiled()
        return Plan(self.game, bots, matches, self.seats, options, seed=seed, duel=True, same_draws=True, luck=luck)


def rows() -> list[Row]:
    """Return all rows in the order they are played."""
    staged = [(stage, order, row) for name in names() for order, (stage, row) in enumerate(rows_of(name))]
    return [row for _, _, row in sorted(staged, key=lambda item: item[:2])]


def rows_of(name: str) -> Iterator[tuple[int, Row]]:
    """Yield the rows of one game with their stages; lower stages are played first."""
    sizes = [seats for seats in game(name).seats if seats > 1]
    timed = {level: level if level in LEVELS[:2] else f"{level}@{TIME}" for level in LEVELS}
    best = LEVELS[-1]
    for seats in sizes:
        small = seats == sizes[0]
        yield 0 if small else 4, Row(name, seats, timed[best], f"plain@{TIME}")
        for upper, lower in STEPS:
            yield 1 if small else 3, Row(name, seats, upper, lower, CLEAR if small else EVEN)
        yield 4 if small else 6, Row(name, seats, timed[best], f"ismcts@{TIME}", EVEN)
        yield 4 if small else 6, Row(name, seats, LEVELS[0], "random", CLEAR if small else EVEN)
        for level in LEVELS[-2::-1]:
            yield 5 if small else 7, Row(name, seats, timed[level], f"plain@{TIME}", EVEN)
            yield 5 if small else 7, Row(name, seats, timed[level], f"ismcts@{TIME}", EVEN)
    if 1 in game(name).seats:
        for options in SOLO.get(name, ({},)):
            text = json.dumps(options)
            yield 2, Row(name, 1, LEVELS[3], LEVELS[2], options=text)
            yield 2, Row(name, 1, LEVELS[1], LEVELS[0], options=text)
            yield 5, Row(name, 1, timed[best], f"plain@{TIME}", options=text)


def chosen(games: list[str], seats: list[int], text: str) -> list[Row]:
    """Return the rows of these games and sizes whose title contains the text. An empty list means all."""
    selected = [row for row in rows() if not games or row.game in games]
    return [row for row in selected if (not seats or row.seats in seats) and text in row.title]
