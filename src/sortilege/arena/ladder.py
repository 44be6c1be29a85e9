"""The rows of the ladder: which duels tell how strong every level is, the most telling first.

Every game, at every size: each level against the one below, and against the outsiders; where one plays alone, at the
hardest setting. A row stops when it is decided whether its score is above its bar; a row without a bar is played to the
number of matches agreed beforehand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from sortilege.arena.contest import Plan
from sortilege.bots import LEVELS
from sortilege.core.playout import compiled
from sortilege.core.shapes import Options
from sortilege.games import game, names

CLEAR = 0.55  # what a level shall score at least against the one below, at a table of two
EVEN = 0.5
TIME = "200ms"  # of a decision against outsiders, for whoever would take longer
STEPS = tuple(zip(LEVELS[:0:-1], LEVELS[-2::-1], strict=True))  # every level and the one below, the strongest first
# Where one plays alone: the settings that are hardest. Other games have their own as they are.
SOLO: dict[str, tuple[Options, ...]] = {
    "spell": ({"mode": "solo", "difficulty": "hard"},),
    "spellbook": tuple({"handicap": 3, "lineup": lineup} for lineup in ("set1", "set2", "set3", "classic")),
}


@dataclass(frozen=True)
class Row:
    """One duel."""

    game: str
    seats: int
    first: str
    second: str
    bar: float | None = None
    options: str = "{}"  # JSON, so that rows can be compared and looked up

    @property
    def key(self) -> str:
        """What its results are kept under."""
        return f"{self.game} {self.seats} {self.options} {self.first}/{self.second}"

    @property
    def title(self) -> str:
        """The same, as a person reads it."""
        return f"{self.game}, {self.table}: {self.first}/{self.second}"

    @property
    def sides(self) -> int:
        """How many can win apart."""
        return len(game(self.game).sides(self.seats))

    @property
    def table(self) -> str:
        """What table it is played at."""
        if self.seats == 1:
            chosen = [
                value if type(value) is str else f"{name} {value}" for name, value in json.loads(self.options).items()
            ]
            return ", ".join(["alone", *(word for word in chosen if word != "solo")])
        sides = [len(side) for side in game(self.game).sides(self.seats)]
        return f"{self.seats} seats" if max(sides) == 1 else " against ".join(map(str, sides))

    def plan(self, matches: int) -> Plan:
        """The row as a contest. Raises OptionError where one of the two cannot play here."""
        bots, options = (self.first, self.second), json.loads(self.options)
        seed = f"ladder {self.key}"
        # Interpreted, to value every outcome of every draw would take longer than many a bot thinks.
        luck = compiled()
        return Plan(self.game, bots, matches, self.seats, options, seed=seed, duel=True, same_draws=True, luck=luck)


def rows() -> list[Row]:
    """Every row, in the order they are played."""
    found = [(stage, order, row) for name in names() for order, (stage, row) in enumerate(rows_of(name))]
    return [row for _, _, row in sorted(found, key=lambda item: item[:2])]


def rows_of(name: str) -> Iterator[tuple[int, Row]]:
    """The rows of one game, each with its stage: lower ones are played first."""
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


def chosen(games: list[str], seats: list[int], like: str) -> list[Row]:
    """The rows of these games and sizes, or of all, whose titles have this text in them."""
    found = [row for row in rows() if not games or row.game in games]
    return [row for row in found if (not seats or row.seats in seats) and like in row.title]
