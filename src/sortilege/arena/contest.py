"""One contest: what is to be played, and playing one match of it. Everything here travels between processes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from sortilege.arena.entrants import Entrant, enter
from sortilege.arena.luck import ArenaMatch
from sortilege.core.clock import now
from sortilege.core.errors import IllegalAction, OptionError, SortilegeError
from sortilege.core.shapes import Action, Object, Options, View
from sortilege.core.state import OVER
from sortilege.games import game

MOST_MATCHES = 10_000_000


@dataclass(frozen=True)
class Plan:
    """What is to be played. Raises OptionError where it makes no sense, before anything is played."""

    game: str
    bots: tuple[str, ...]
    matches: int = 200
    seats: int | None = None  # the smallest table of two or more when not said
    options: Options = field(default_factory=dict)
    milliseconds: float | None = None  # thinking time of bots that do not name their own
    seed: str = "arena"
    records: bool = False  # whether results carry the record of their match
    duel: bool = False  # two bots: one of the first among the second, and one of the second among the first
    same_draws: bool = False  # matches of a block meet the same luck also after they were played differently
    luck: bool = False  # whether what chance gave is measured
    until: float | None = None  # a duel that stops when the score of the first bot is known to be above or below

    def __post_init__(self) -> None:
        found = game(self.game)
        if self.seats is None:
            object.__setattr__(self, "seats", next((n for n in found.seats if n >= 2), found.seats[0]))
        found.new(self.table, self.options)
        if len(self.bots) < 2:
            raise OptionError("an arena needs at least two bots, such as --bots apprentice,adept")
        if len(set(self.bots)) < len(self.bots):
            raise OptionError(f"a bot is named twice: {', '.join(self.bots)}")
        if not 1 <= self.matches <= MOST_MATCHES:
            raise OptionError(f"the number of matches is from 1 to {MOST_MATCHES:,}, not {self.matches}")
        if self.milliseconds is not None and not 0 < self.milliseconds <= 600_000:
            raise OptionError(f"the thinking time is from above 0 to 600,000 milliseconds, not {self.milliseconds}")
        if self.until is not None:
            object.__setattr__(self, "duel", True)
            if not 0 < self.until < 1:
                raise OptionError(
                    f"the score to decide about is between 0 and 1, such as --until 0.55, not {self.until}"
                )
        if self.duel and len(self.bots) != 2:
            raise OptionError(f"a duel is between two bots, not {len(self.bots)}: {', '.join(self.bots)}")
        for name in self.bots:
            enter(name, self.game, 0, None)

    @property
    def table(self) -> int:
        """How many seats every match has."""
        assert self.seats is not None
        return self.seats

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together: one bot holds them all."""
        return game(self.game).sides(self.table)

    @property
    def total(self) -> int:
        """How many matches are played at most: whole blocks."""
        return -(-self.matches // self.block) * self.block

    @property
    def block(self) -> int:
        """How many matches share a deal: every rotation of the table; in a duel of more than two sides, or of one,
        with either bot as the single one."""
        return duel_block(len(self.sides)) if self.duel else len(self.sides)


@dataclass(frozen=True)
class Fixture:
    """One match to be played: its number, the block of rotations it belongs to, and which bot sits where."""

    number: int
    block: int
    lineup: tuple[int, ...]  # by seat, an index into the plan's bots


@dataclass(frozen=True)
class Result:
    """One match played. Lists are by seat; victory is by side, which is one seat but in team games."""

    number: int
    block: int
    lineup: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    nodes: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # thought about them
    luck: tuple[float, ...] | None = None  # by side: what chance gave, see luck.py
    record: Object | None = None

    @property
    def holders(self) -> tuple[int, ...]:
        """The bot of every side."""
        return tuple(self.lineup[seats[0]] for seats in self.sides)

    def share(self, side: int) -> float:
        """The side's share of the victory. A game nobody won is a draw of all; alone at the table it is a loss."""
        won = [self.won(other) for other in range(len(self.sides))]
        if not any(won):
            return 1 / len(won) if len(won) > 1 else 0.0
        return 1 / sum(won) if won[side] else 0.0

    def place(self, side: int) -> float:
        """1 for the winner; sides that are level share the middle of their places."""
        keys = [(self.won(other), self.score(other)) for other in range(len(self.sides))]
        better, level = sum(k > keys[side] for k in keys), keys.count(keys[side])
        return better + (level + 1) / 2

    def won(self, side: int) -> bool:
        """Whether the side is among the winners."""
        return self.sides[side][0] in self.winners

    def score(self, side: int) -> int:
        """What the side scored: partners have all they have in common."""
        return self.scores[self.sides[side][0]]


def duel_block(sides: int) -> int:
    """The matches of a duel that share a deal."""
    return sides if sides == 2 else 2 * sides


def number_from(*parts: object) -> int:
    """A seed for a bot from names and numbers, the same on every machine."""
    return int.from_bytes(hashlib.sha256(":".join(map(str, parts)).encode()).digest()[:7], "big")


def play(plan: Plan, fixture: Fixture) -> Result:
    """One match. The matches of a block start from the same deal, so that luck falls on every bot alike."""
    names = [plan.bots[i] for i in fixture.lineup]
    seats = range(len(names))
    bots = [enter(names[s], plan.game, number_from(plan.seed, fixture.number, s), plan.milliseconds) for s in seats]
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
        except (IllegalAction, TypeError) as off:
            raise OptionError(f"the bot {names[turn]} chose {action!r}: {off}") from None
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
    """What a bot does; a bot of somebody's own may fail in any way, and is then named."""
    try:
        return entrant.bot.choose(view, entrant.milliseconds)
    except SortilegeError:
        raise
    except Exception as off:
        raise OptionError(f"the bot {name} failed: {type(off).__name__}: {off}") from off
