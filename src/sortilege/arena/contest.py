"""Define a contest and play one of its matches. The classes here are sent between processes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from sortilege.arena.entrants import Entrant, enter
from sortilege.arena.luck import ArenaMatch
from sortilege.core.engine.state import OVER
from sortilege.core.engine.timer import now
from sortilege.core.errors import IllegalAction, OptionError, SortilegeError
from sortilege.core.types import Action, Object, Options, View
from sortilege.games import game

MOST_MATCHES = 10_000_000


@dataclass(frozen=True)
class Plan:
    """What to play. The constructor raises OptionError if the settings are invalid, so that errors show at once."""

    game: str
    bots: tuple[str, ...]
    matches: int = 200
    seats: int | None = None  # default: the smallest table of two or more
    options: Options = field(default_factory=dict)
    milliseconds: float | None = None  # thinking time of bots whose name does not set one
    seed: str = "arena"
    records: bool = False  # whether results carry the record of their match
    duel: bool = False  # two bots: one seat for the first and the others for the second, then the reverse
    same_draws: bool = False  # the matches of a block draw the same even after the bots chose differently
    luck: bool = False  # whether to measure the luck of each side
    stop_at: float | None = None  # stop a duel when the first bot's score is known to be above or below this

    def __post_init__(self) -> None:
        rules = game(self.game)
        if self.seats is None:
            object.__setattr__(self, "seats", next((n for n in rules.seats if n >= 2), rules.seats[0]))
        rules.new(self.table, self.options)
        if len(self.bots) < 2:
            raise OptionError("an arena needs at least two bots, such as --bots apprentice,adept")
        if len(set(self.bots)) < len(self.bots):
            raise OptionError(f"a bot is named twice: {', '.join(self.bots)}")
        if not 1 <= self.matches <= MOST_MATCHES:
            raise OptionError(f"the number of matches is from 1 to {MOST_MATCHES:,}, not {self.matches}")
        if self.milliseconds is not None and not 0 < self.milliseconds <= 600_000:
            raise OptionError(f"the thinking time is from above 0 to 600,000 milliseconds, not {self.milliseconds}")
        if self.stop_at is not None:
            object.__setattr__(self, "duel", True)
            if not 0 < self.stop_at < 1:
                raise OptionError(
                    f"the score to decide about is between 0 and 1, such as --stop-at 0.55, not {self.stop_at}"
                )
        if self.duel and len(self.bots) != 2:
            raise OptionError(f"a duel is between two bots, not {len(self.bots)}: {', '.join(self.bots)}")
        for name in self.bots:
            enter(name, self.game, 0, None)

    @property
    def table(self) -> int:
        """Return the number of seats of every match."""
        assert self.seats is not None
        return self.seats

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side: seats that win and lose together and are played by one bot."""
        return game(self.game).sides(self.table)

    @property
    def total(self) -> int:
        """Return the maximum number of matches: `matches` rounded up to whole blocks."""
        return -(-self.matches // self.block) * self.block

    @property
    def block(self) -> int:
        """Return how many matches share a deal: one for each rotation of the table. In a duel of more than two sides,
        or of one, both bots take the single place in each rotation."""
        return duel_block(len(self.sides)) if self.duel else len(self.sides)


@dataclass(frozen=True)
class Fixture:
    """A match to be played."""

    number: int
    block: int
    lineup: tuple[int, ...]  # for each seat, an index into the plan's bots


@dataclass(frozen=True)
class Result:
    """The result of a match. `winners` are seats; `scores`, `decisions` and `seconds` are by seat; `luck` is by
    side."""

    number: int
    block: int
    lineup: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    nodes: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # thinking time
    luck: tuple[float, ...] | None = None  # see luck.py
    record: Object | None = None

    @property
    def holders(self) -> tuple[int, ...]:
        """Return the bot that plays each side."""
        return tuple(self.lineup[seats[0]] for seats in self.sides)

    def share(self, side: int) -> float:
        """Return the side's share of the victory. Without a winner all sides share it, but a player alone at the table
        has lost."""
        won = [self.won(other) for other in range(len(self.sides))]
        if not any(won):
            return 1 / len(won) if len(won) > 1 else 0.0
        return 1 / sum(won) if won[side] else 0.0

    def place(self, side: int) -> float:
        """Return the rank of a side, 1 for the winner. Tied sides get the mean of their ranks."""
        keys = [(self.won(other), self.score(other)) for other in range(len(self.sides))]
        better, level = sum(k > keys[side] for k in keys), keys.count(keys[side])
        return better + (level + 1) / 2

    def won(self, side: int) -> bool:
        """Return whether the side is among the winners."""
        return self.sides[side][0] in self.winners

    def score(self, side: int) -> int:
        """Return the score of a side; partners share one score."""
        return self.scores[self.sides[side][0]]


def duel_block(sides: int) -> int:
    """Return how many matches of a duel share a deal."""
    return sides if sides == 2 else 2 * sides


def seed_from(*parts: object) -> int:
    """Derive the seed of a bot from names and numbers, the same on every machine."""
    return int.from_bytes(hashlib.sha256(":".join(map(str, parts)).encode()).digest()[:7], "big")


def play(plan: Plan, fixture: Fixture) -> Result:
    """Play one match. All matches of a block start from the same deal, so that every bot gets the same luck."""
    names = [plan.bots[i] for i in fixture.lineup]
    seats = range(len(names))
    bots = [enter(names[s], plan.game, seed_from(plan.seed, fixture.number, s), plan.milliseconds) for s in seats]
    seed = f"{plan.seed}:{fixture.block}"
    match = ArenaMatch(
        *(game(plan.game), plan.table, plan.options, seed, names), same_draws=plan.same_draws, measured=plan.luck
    )
    decisions = [0] * len(names)
    seconds = [0.0] * len(names)
    while (turn := int(match.state.turn())) != OVER:
        view = match.state.view(turn)
        began = now()
        action = choice(names[turn], bots[turn], view)
        seconds[turn] += now() - began
        decisions[turn] += 1
        try:
            match.play(action, turn)
        except (IllegalAction, TypeError) as error:
            raise OptionError(f"the bot {names[turn]} chose {action!r}: {error}") from None
    outcome = match.state.outcome()
    assert outcome is not None
    return Result(
        fixture.number,
        fixture.block,
        fixture.lineup,
        plan.sides,
        tuple(outcome["winners"]),
        tuple(outcome["scores"]),
        len(match.ids),
        tuple(decisions),
        tuple(seconds),
        tuple(match.meter.luck) if match.meter else None,
        match.save() if plan.records else None,
    )


def choice(name: str, entrant: Entrant, view: View) -> Action:
    """Return the action a bot chooses. Raise OptionError with the bot's name if it fails, because a user's bot may
    raise any exception."""
    try:
        return entrant.bot.choose(view, entrant.milliseconds)
    except SortilegeError:
        raise
    except Exception as error:
        raise OptionError(f"the bot {name} failed: {type(error).__name__}: {error}") from error
