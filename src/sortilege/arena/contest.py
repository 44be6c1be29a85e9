"""Define a contest and play one of its matches. The classes here are sent between processes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from math import ceil

from sortilege.arena.entrants import Entrant, make_entrant
from sortilege.arena.luck import ArenaMatch, Sides
from sortilege.core.engine.state import OVER
from sortilege.core.engine.timer import now
from sortilege.core.errors import IllegalAction, OptionError, SortilegeError
from sortilege.core.game import Game
from sortilege.core.types import Action, Object, Options, View
from sortilege.games import game

MAX_MATCHES = 10_000_000
MAX_MILLISECONDS = 600_000
SEED_BYTES = 7


@dataclass(frozen=True)
class Plan:
    """The settings of a contest between bots. The constructor raises OptionError if they are invalid."""

    game: str
    bots: tuple[str, ...]
    matches: int = 200
    seats: int | None = None  # default: the smallest table of two or more
    options: Options = field(default_factory=dict)
    milliseconds: float | None = None  # thinking time of bots whose name does not set one
    seed: str = "arena"
    records: bool = False  # whether results contain the record of their match
    duel: bool = False  # compare two bots: one seat for the first bot, the others for the second, then the reverse
    same_draws: bool = False  # matches from one deal draw the same cards, even if the bots played differently
    luck: bool = False  # whether to measure the luck of each side
    stop_at: float | None = None  # stop a duel when the first bot's score is known to be above or below this

    def __post_init__(self) -> None:
        if self.seats is None:
            smallest = next((seats for seats in self.rules.seats if seats >= 2), self.rules.seats[0])
            object.__setattr__(self, "seats", smallest)  # the dataclass is frozen
        if self.stop_at is not None:
            object.__setattr__(self, "duel", True)
        self.rules.new(self.seat_count, self.options)  # raises OptionError
        if len(self.bots) < 2:
            raise OptionError("an arena needs at least two bots, such as --bots apprentice,adept")
        if len(set(self.bots)) < len(self.bots):
            raise OptionError(f"a bot is named twice: {', '.join(self.bots)}")
        if not 1 <= self.matches <= MAX_MATCHES:
            raise OptionError(f"the number of matches is from 1 to {MAX_MATCHES:,}, not {self.matches}")
        if self.milliseconds is not None and not 0 < self.milliseconds <= MAX_MILLISECONDS:
            raise OptionError(
                f"the thinking time is from above 0 to {MAX_MILLISECONDS:,} milliseconds, not {self.milliseconds}"
            )
        if self.stop_at is not None and not 0 < self.stop_at < 1:
            raise OptionError(
                f"the score to decide about is between 0 and 1, such as --stop-at 0.55, not {self.stop_at}"
            )
        if self.duel and len(self.bots) != 2:
            raise OptionError(f"a duel is between two bots, not {len(self.bots)}: {', '.join(self.bots)}")
        for name in self.bots:
            make_entrant(name, self.game, seed=0, default_ms=None)  # raises OptionError

    @property
    def rules(self) -> Game:
        return game(self.game)

    @property
    def seat_count(self) -> int:
        assert self.seats is not None  # set by the constructor
        return self.seats

    @property
    def sides(self) -> Sides:
        """Return the seats of each side. The seats of a side win and lose together and are played by one bot."""
        return self.rules.sides(self.seat_count)

    @property
    def total_matches(self) -> int:
        """Return the maximum number of matches, which is `matches` rounded up to whole blocks."""
        return ceil(self.matches / self.block_size) * self.block_size

    @property
    def block_size(self) -> int:
        """Return the number of matches in a block. The matches of a block start from the same deal."""
        return duel_block_size(len(self.sides)) if self.duel else len(self.sides)


def duel_block_size(sides: int) -> int:
    """Return the number of matches in a block of a duel. In a block, each bot plays each side once, against the other
    bot on all other sides. At a table of two sides, both bots do so in the same matches."""
    return sides if sides == 2 else 2 * sides


@dataclass(frozen=True)
class Fixture:
    """One match of a contest that is still to be played."""

    number: int  # the number of the match in the contest
    block: int  # the number of the deal, which several matches share
    lineup: tuple[int, ...]  # for each seat, an index into the plan's bots


@dataclass(frozen=True)
class Result:
    """The result of a match between bots. The ladder's journal file stores it as JSON with these keys."""

    number: int  # the number of the match
    block: int  # the number of the deal, which several matches share
    lineup: tuple[int, ...]  # for each seat, an index into the plan's bots
    sides: Sides  # the seats of each side
    winners: tuple[int, ...]  # seats
    scores: tuple[int, ...]  # by seat
    nodes: int  # number of decisions and chance events
    decisions: tuple[int, ...]  # by seat
    seconds: tuple[float, ...]  # thinking time by seat
    luck: tuple[float, ...] | None = None  # by side: how much win probability it gained by draws; None: not measured
    record: Object | None = None  # None unless the plan asks for records

    @property
    def bot_by_side(self) -> tuple[int, ...]:
        """Return the bot that plays each side, as an index into the plan's bots."""
        return tuple(self.lineup[seats[0]] for seats in self.sides)

    def share(self, side: int) -> float:
        """Return a side's share of the victory: 1 for the only winner, 0.5 for each of two winners, 0 for a loser. If
        nobody won, all sides have equal shares, but a player alone at the table has lost."""
        side_count = len(self.sides)
        winners = [number for number in range(side_count) if self.won(number)]
        if side in winners:
            return 1 / len(winners)
        is_draw = not winners and side_count > 1
        return 1 / side_count if is_draw else 0.0

    def rank(self, side: int) -> float:
        """Return the rank of a side, 1 for the winner. Tied sides get the mean of their ranks."""
        standings = [(self.won(number), self.score(number)) for number in range(len(self.sides))]
        better_sides = sum(standing > standings[side] for standing in standings)
        tied_sides = standings.count(standings[side])  # the side itself included
        return better_sides + (tied_sides + 1) / 2

    def won(self, side: int) -> bool:
        return self.sides[side][0] in self.winners

    def score(self, side: int) -> int:
        """Return the score of a side. Its seats share one score."""
        return self.scores[self.sides[side][0]]


def seed_from(*parts: object) -> int:
    """Derive the seed of a bot from names and numbers. Every machine derives the same seed."""
    digest = hashlib.sha256(":".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:SEED_BYTES], "big")


def play_match(plan: Plan, fixture: Fixture) -> Result:
    """Play one match of a contest between bots, and return its result. Raise OptionError if a bot fails."""
    names = [plan.bots[bot] for bot in fixture.lineup]
    entrants = [
        make_entrant(name, plan.game, seed_from(plan.seed, fixture.number, seat), plan.milliseconds)
        for seat, name in enumerate(names)
    ]
    deal_seed = f"{plan.seed}:{fixture.block}"
    match = ArenaMatch(plan.rules, plan.seat_count, plan.options, deal_seed, names, plan.same_draws, plan.luck)
    decisions = [0] * len(names)
    seconds = [0.0] * len(names)
    while (seat := int(match.state.turn())) != OVER:
        view = match.state.view(seat)
        start = now()
        action = choose_action(names[seat], entrants[seat], view)
        seconds[seat] += now() - start
        decisions[seat] += 1
        try:
            match.play(action, seat)
        except (IllegalAction, TypeError) as error:
            raise OptionError(f"the bot {names[seat]} chose {action!r}: {error}") from None
    outcome = match.state.outcome()
    assert outcome is not None
    return Result(
        number=fixture.number,
        block=fixture.block,
        lineup=fixture.lineup,
        sides=plan.sides,
        winners=tuple(outcome["winners"]),
        scores=tuple(outcome["scores"]),
        nodes=len(match.ids),
        decisions=tuple(decisions),
        seconds=tuple(seconds),
        luck=tuple(match.meter.luck) if match.meter else None,
        record=match.save() if plan.records else None,
    )


def choose_action(name: str, entrant: Entrant, view: View) -> Action:
    """Return the action that a bot chooses. If the bot raises an exception, raise OptionError with the bot's name."""
    try:
        return entrant.bot.choose(view, entrant.milliseconds)
    except SortilegeError:
        raise
    except Exception as error:
        raise OptionError(f"the bot {name} failed: {type(error).__name__}: {error}") from error
