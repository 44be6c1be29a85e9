"""Mining: searches games between bots for puzzles. Cheap tests come first; positions that pass are analysed in detail.

A position makes a puzzle if
1. no action is only partly resolved, and there are several legal actions, but not too many;
2. one of them is clearly best, given what the seat can see: the interval of its lead excludes zero by a margin worth
   solving. Ambiguous positions are rejected;
3. a bot that knows only the rules misses it, so that it teaches something, and a search finds it (difficulty.py);
4. the set has few similar puzzles: with the same answer, kind or difficulty, or from the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any, Final, NamedTuple

from sortilege.analysis.evaluate import Candidate, candidates, ranked
from sortilege.analysis.puzzles.comparison import FINALISTS, best_sequence, lead, rank_actions
from sortilege.analysis.puzzles.difficulty import difficulty, finds, finds_by_rules
from sortilege.analysis.puzzles.puzzle_file import Puzzle, fits
from sortilege.analysis.seeds import puzzle_seed
from sortilege.bots import make
from sortilege.core.engine.state import State
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Position

LEAST_CHOICES: Final = 3
MARGIN: Final = 0.06  # the least lead of the best action over the second
LEAST_LEAD: Final = 0.02  # the least lower bound of the lead's interval
HOPELESS: Final = 0.15  # positions whose best action has a lower share are no fun
FIRST_LOOK: Final = 8  # worlds for every action
SECOND_LOOK: Final = 60  # worlds for the best few
STEP_WORLDS: Final = 120  # worlds for the later actions of a solution
FROM_ONE_GAME: Final = 3
LONGEST: Final = 500  # decisions after which a game is abandoned
LEVEL: Final = "adept"  # of the bots that play the games
BOT_MS: Final = 5.0  # milliseconds per decision


class MiningPlan(NamedTuple):
    """How many puzzles to find, in which games, within which time."""

    game: Game
    puzzles: int = 60
    minutes: float = 30
    seed: int = 1
    reanalyse: bool = False  # first analyse the existing puzzles again


class Report(NamedTuple):
    """The progress of the mining."""

    games: int
    positions: int  # examined
    puzzles: int  # accepted


def mine(
    plan: MiningPlan, existing: list[Puzzle], save: Callable[[list[Puzzle]], None], report: Callable[[Report], None]
) -> list[Puzzle]:
    """Return a set of puzzles: the existing ones that still fit, and new ones. After each new puzzle the whole set is
    passed to `save`, so that an interrupted run can be continued."""
    until = monotonic() + 60 * plan.minutes
    puzzles = [puzzle for puzzle in existing if fits(plan.game, puzzle)]
    if plan.reanalyse:
        renewed = (reanalyse(plan.game, puzzle) for puzzle in puzzles)
        puzzles = [puzzle for puzzle in renewed if puzzle is not None]
        save(puzzles)
    examined, new = 0, 0
    number = 1 + max((match_number(puzzle, plan.seed) for puzzle in existing), default=-1)
    while len(puzzles) < plan.puzzles and monotonic() < until:
        from_this_game = 0
        for at, position in enumerate(positions(plan, number)):
            if from_this_game == FROM_ONE_GAME or len(puzzles) == plan.puzzles or monotonic() >= until:
                break
            examined += 1
            puzzle = examine(plan.game, position, f"{plan.seed}-{number}-{at}", puzzles, plan.puzzles)
            if puzzle is not None:
                puzzles.append(puzzle)
                from_this_game += 1
                new += 1
                save(puzzles)
            report(Report(number, examined, new))
        number += 1
    return puzzles


def match_number(puzzle: Puzzle, seed: int) -> int:
    """Return the number of the game that a puzzle was found in; -1 if the game had another seed."""
    match puzzle.id.split("-"):
        case [seed_text, number, _] if seed_text == str(seed) and number.isdecimal():
            return int(number)
        case _:
            return -1


def positions(plan: MiningPlan, number: int) -> Iterator[Position]:
    """Play one game between bots and yield its decisions as positions."""
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
        match.play(bots[seat].choose(match.state.view(seat), BOT_MS), seat)


def examine(game: Game, position: Position, id: str, puzzles: list[Puzzle], count: int) -> Puzzle | None:
    """Return the puzzle that a position makes, or None if it is not suitable. `puzzles` are those in the set already;
    `count` is the size of the complete set."""
    try:
        state = game.load(position)
    except PositionError:  # a state that play can reach, but a position cannot describe
        return None
    if state.turn() < 0 or len(state.legal()) < LEAST_CHOICES:
        return None
    seed = puzzle_seed(id)
    best = promising(game, state, seed + 1)
    if best is None or has_enough(puzzles, game, best, count) or finds_by_rules(game, state, best):
        return None
    most = max(2, count * 5 // 6)  # puzzles of one kind or one difficulty
    levels = Counter(puzzle.level for puzzle in puzzles)
    if levels[1] >= most and finds(game, state, best, "apprentice"):  # cheaper than the analysis below
        return None
    analysed = analyse_solution(game, state, best, seed)
    if analysed is None:
        return None
    level = difficulty(game, state, best) if sum(one.kind == analysed["kind"] for one in puzzles) < most else None
    if level is None or levels[level] >= most:
        return None
    cards = game.card_fingerprint(state.options)
    return Puzzle(id=id, position=position, seat=state.turn(), level=level, seed=seed, cards=cards, **analysed)


def analyse_solution(
    game: Game, state: State, first: int, seed: int, keep: Sequence[int] = ()
) -> dict[str, Any] | None:
    """Return the kind, solution and shares of a puzzle whose best action is `first`; None if that action is not clearly
    best. The actions in `keep` are always compared."""
    ordered = rank_actions(game, state, seed, keep)
    if ordered[0].action != first or not is_clear(ordered):
        return None
    sequence, end = best_sequence(game, state, first, seed, STEP_WORLDS)
    return {
        "kind": game.tasks.task(state, sequence, end).kind,
        "best": tuple(game.describe(action) for action in sequence),
        "share": round(ordered[0].mean, 4),
        "second": round(ordered[1].mean, 4),
    }


def is_clear(ordered: list[Candidate]) -> bool:
    """Return whether the best action certainly leads by a margin worth solving."""
    gap = lead(ordered)
    return gap.low >= LEAST_LEAD and gap.mean >= MARGIN and ordered[0].mean >= HOPELESS


def reanalyse(game: Game, puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with the results of a new analysis; None if it is no longer suitable."""
    first = game.find(puzzle.best[0])
    analysed = analyse_solution(game, puzzle.start(game), first, puzzle.seed, [first])
    return None if analysed is None else replace(puzzle, **analysed)


def promising(game: Game, state: State, seed: int) -> int | None:
    """Return the action that is clearly best in two cheap analyses, in worlds of their own; None if there is none."""
    view = state.view(state.turn())
    rough = ranked(candidates(game, view, seed, worlds=FIRST_LOOK))
    if lead(rough).mean < MARGIN / 2 or rough[0].mean < HOPELESS:
        return None
    finalists = [candidate.action for candidate in rough[:FINALISTS]]
    better = ranked(candidates(game, view, seed, actions=finalists, worlds=SECOND_LOOK))
    gap = lead(better)
    return better[0].action if gap.mean >= MARGIN and gap.low > 0 else None


def has_enough(puzzles: list[Puzzle], game: Game, first: int, count: int) -> bool:
    """Return whether the set already has enough puzzles with this first action."""
    answers = Counter(str(puzzle.best[0]) for puzzle in puzzles)
    return answers[str(game.describe(first))] >= max(1, count // 6)
