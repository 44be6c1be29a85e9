"""Looks for puzzles in the games of bots: cheap looks first, and what is left is looked at ever more closely.

A position makes a puzzle where
1. nothing is half done, and there are several actions to choose from, but not a crowd;
2. one of them is clearly best, given what the seat may know: in paired worlds the interval of its lead excludes zero by
   a margin worth solving. What is ambiguous is left;
3. who knows only the rules misses it, otherwise it teaches nothing; a search finds it, otherwise it is doubtful
   (difficulty.py says why);
4. the set has few like it yet: of the same answer, kind and difficulty, from the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Final, NamedTuple

from sortilege.analysis.evaluate import Candidate, candidates
from sortilege.analysis.puzzles.difficulty import difficulty, finds, finds_by_rules
from sortilege.analysis.puzzles.puzzle import Puzzle, fits
from sortilege.analysis.puzzles.weigh import FINALISTS, best_line, lead, ranked, weigh
from sortilege.bots import make
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.shapes import Position
from sortilege.core.state import State

LEAST_CHOICES: Final = 3
MARGIN: Final = 0.06  # of the victory, between the best and the second
SURE: Final = 0.02  # where the interval of that margin may begin
HOPELESS: Final = 0.15  # a position whose best action wins less is no fun
FIRST_LOOK: Final = 8  # worlds for every action
SECOND_LOOK: Final = 60  # worlds for the few best
ALONG: Final = 120  # worlds for the later steps of a line
FROM_ONE_GAME: Final = 3
LONGEST: Final = 500  # decisions of a game that are waited for
LEVEL: Final = "adept"  # who plays
THINKS: Final = 5.0  # milliseconds a decision


class Plan(NamedTuple):
    """How many puzzles are wanted, from which games, for how long."""

    game: Game
    wanted: int = 60
    minutes: float = 30
    seed: int = 1
    anew: bool = False  # weigh those kept from before once more


class Report(NamedTuple):
    """How far the mining is."""

    games: int
    positions: int  # looked at
    close: int  # of which looked at closely


def mine(
    plan: Plan, kept: list[Puzzle], keep: Callable[[list[Puzzle]], None], tell: Callable[[Report], None]
) -> list[Puzzle]:
    """A set of so many puzzles: those kept from before that still fit, and new ones. Every new one is handed to `keep`
    with all the others, so that a run that is broken off goes on where it was."""
    until = monotonic() + 60 * plan.minutes
    found = [puzzle for puzzle in kept if fits(plan.game, puzzle)]
    if plan.anew:
        found = [again for again in (renewed(plan.game, puzzle) for puzzle in found) if again is not None]
        keep(found)
    looked, close = 0, 0
    number = 1 + max((match_number(puzzle, plan.seed) for puzzle in kept), default=-1)
    while len(found) < plan.wanted and monotonic() < until:
        taken = 0
        for at, position in enumerate(positions(plan, number)):
            if taken == FROM_ONE_GAME or len(found) == plan.wanted or monotonic() >= until:
                break
            looked += 1
            puzzle = examine(plan.game, position, f"{plan.seed}-{number}-{at}", found, plan.wanted)
            if puzzle is not None:
                found.append(puzzle)
                taken += 1
                keep(found)
            close += puzzle is not None
            tell(Report(number, looked, close))
        number += 1
    return found


def match_number(puzzle: Puzzle, seed: int) -> int:
    """From which game of this seed it was taken; -1 for another seed's."""
    match puzzle.id.split("-"):
        case [one, number, _] if one == str(seed) and number.isdecimal():
            return int(number)
        case _:
            return -1


def positions(plan: Plan, number: int) -> Iterator[Position]:
    """The quiet points of one game of bots, as positions."""
    game = plan.game
    tables = game.tasks.tables or ((game.seats[0], {}),)
    seats, options = tables[number % len(tables)]
    match = Match(game, seats, options, f"puzzles {plan.seed} {number}")
    left = LONGEST
    bots = [make(game.name, LEVEL, 100 * number + seat) for seat in range(seats)]
    while match.state.turn() >= 0 and left > 0:
        left -= 1
        seat = match.state.turn()
        if LEAST_CHOICES <= len(match.state.legal()) <= game.tasks.most:
            with suppress(NotQuiet):
                yield match.state.position()
        match.play(bots[seat].choose(match.state.view(seat), THINKS), seat)


def examine(game: Game, position: Position, id: str, found: list[Puzzle], count: int) -> Puzzle | None:
    """The puzzle that a position makes, if it does."""
    try:
        state = game.load(position)
    except PositionError:  # play reached what a position cannot say alone
        return None
    if state.turn() < 0 or len(state.legal()) < LEAST_CHOICES:
        return None
    seed = sum(ord(sign) * 31**k for k, sign in enumerate(id)) % 1_000_000
    best = promising(game, state, seed + 1)
    if best is None or full_of(found, game, best, count) or finds_by_rules(game, state, best):
        return None
    most = max(2, count * 5 // 6)  # of one kind, and of one difficulty
    levels = Counter(one.level for one in found)
    if levels[1] >= most and finds(game, state, best, "apprentice"):  # the cheap looks come first
        return None
    weighed = weigh(game, state, seed)
    if weighed[0].action != best or not is_clear(weighed):
        return None
    line, end = best_line(game, state, best, seed, ALONG)
    kind = game.tasks.task(state, line, end).kind
    level = difficulty(game, state, best) if sum(one.kind == kind for one in found) < most else None
    if level is None or levels[level] >= most:
        return None
    return Puzzle(
        id=id,
        position=position,
        seat=state.turn(),
        kind=kind,
        level=level,
        best=tuple(game.describe(action) for action in line),
        share=round(weighed[0].mean, 4),
        second=round(weighed[1].mean, 4),
        seed=seed,
        cards=game.card_fingerprint(state.options),
    )


def is_clear(weighed: list[Candidate]) -> bool:
    """Whether the best is ahead by a margin worth solving, and that is certain."""
    gap = lead(weighed)
    return gap.low >= SURE and gap.mean >= MARGIN and weighed[0].mean >= HOPELESS


def renewed(game: Game, puzzle: Puzzle) -> Puzzle | None:
    """A puzzle with what the analysis says of it today; None where it no longer is one."""
    state = puzzle.start(game)
    first = game.find(puzzle.best[0])
    weighed = weigh(game, state, puzzle.seed, [first])
    if weighed[0].action != first or not is_clear(weighed):
        return None
    line, end = best_line(game, state, first, puzzle.seed, ALONG)
    return replace(
        puzzle,
        kind=game.tasks.task(state, line, end).kind,
        best=tuple(game.describe(action) for action in line),
        share=round(weighed[0].mean, 4),
        second=round(weighed[1].mean, 4),
    )


def promising(game: Game, state: State, seed: int) -> int | None:
    """The action that looks clearly best after two cheap looks, in worlds of their own; None where none does."""
    view = state.view(state.turn())
    rough = ranked(candidates(game, view, seed, worlds=FIRST_LOOK))
    if lead(rough).mean < MARGIN / 2 or rough[0].mean < HOPELESS:
        return None
    few = [one.action for one in rough[:FINALISTS]]
    better = ranked(candidates(game, view, seed, actions=few, worlds=SECOND_LOOK))
    gap = lead(better)
    return better[0].action if gap.mean >= MARGIN and gap.low > 0 else None


def full_of(found: list[Puzzle], game: Game, first: int, count: int) -> bool:
    """Whether the set has enough puzzles with this first action already."""
    answers = Counter(str(puzzle.best[0]) for puzzle in found)
    return answers[str(game.describe(first))] >= max(1, count // 6)
