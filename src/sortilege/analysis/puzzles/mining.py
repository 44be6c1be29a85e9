"""Mining: searches games between bots for puzzles. Cheap tests come first. Positions that pass are analysed in detail.

A position makes a puzzle if
1. no action is only partly resolved, and there are several legal actions, but not too many;
2. one action is clearly best, given what the seat can see: it leads in win probability by a sufficient margin;
3. a strong bot chooses this action, but a bot that knows only the rules does not, so the puzzle teaches something;
4. the set has few similar puzzles: with the same first action, kind or difficulty, or from the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Final, NamedTuple, TypedDict

from msgspec import structs

from sortilege.analysis.evaluate import Candidate, candidates, ranked
from sortilege.analysis.puzzles.comparison import FINALISTS, best_sequence, lead_of_best, rank_actions
from sortilege.analysis.puzzles.difficulty import bot_chooses, difficulty, plain_search_chooses
from sortilege.analysis.puzzles.puzzle_file import Puzzle, fits
from sortilege.analysis.seeds import puzzle_seed
from sortilege.bots import make
from sortilege.core.engine.state import State
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Action, Position

MIN_CHOICES: Final = 3  # legal actions
MIN_LEAD: Final = 0.06  # the win probability by which the best action must lead the second-best
MIN_ROUGH_LEAD: Final = MIN_LEAD / 2  # the same in the first cheap analysis
MIN_CERTAIN_LEAD: Final = 0.02  # the lower bound of the lead's confidence interval must reach this
MIN_WIN_PROBABILITY: Final = 0.15  # after the best action; positions that are almost lost are no fun
ROUGH_WORLDS: Final = 8  # sampled states from which the first cheap analysis tries every action
FINALIST_WORLDS: Final = 60  # sampled states from which the second cheap analysis tries the best few actions
LATER_WORLDS: Final = 120  # sampled states for the later actions of a solution
MAX_FROM_ONE_GAME: Final = 3  # puzzles
MAX_DECISIONS: Final = 500  # after so many decisions a game is abandoned
MAX_SIMILAR: Final = 5 / 6  # the part of a set that may be of one kind or difficulty
MAX_SAME_ACTION: Final = 1 / 6  # the part of a set that may have the same first action
LEVEL: Final = "adept"  # of the bots that play the games
BOT_MS: Final = 5.0  # milliseconds per decision


class MiningPlan(NamedTuple):
    """How many puzzles to find, in which games, within which time."""

    game: Game
    puzzles: int = 60  # in the complete set
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
    """Search games between bots for new puzzles, and return the whole set: the new puzzles and the existing ones that
    fit the present cards. A repeated run with the same seed continues after the last game that had a puzzle. Call
    `save` with the set after each new puzzle. Call `report` with the progress after each position."""
    deadline = monotonic() + 60 * plan.minutes
    puzzles = [puzzle for puzzle in existing if fits(plan.game, puzzle)]
    if plan.reanalyse:
        reanalysed = (reanalyse(plan.game, puzzle) for puzzle in puzzles)
        puzzles = [puzzle for puzzle in reanalysed if puzzle is not None]
        save(puzzles)

    def is_finished() -> bool:
        return len(puzzles) >= plan.puzzles or monotonic() >= deadline

    examined_count, new_count = 0, 0
    game_number = 1 + max((match_number(puzzle, plan.seed) for puzzle in existing), default=-1)
    while not is_finished():
        from_this_game = 0
        for index, position in enumerate(positions(plan, game_number)):
            if is_finished() or from_this_game == MAX_FROM_ONE_GAME:
                break
            examined_count += 1
            puzzle = examine(plan.game, position, f"{plan.seed}-{game_number}-{index}", puzzles, plan.puzzles)
            if puzzle is not None:
                puzzles.append(puzzle)
                from_this_game += 1
                new_count += 1
                save(puzzles)
            report(Report(game_number, examined_count, new_count))
        game_number += 1
    return puzzles


def match_number(puzzle: Puzzle, seed: int) -> int:
    """Return the number of the game in which a puzzle was found with this seed, or -1 if it was found with another. A
    puzzle id such as "1-17-4" has the seed 1, the game number 17 and the number of the position."""
    match puzzle.id.split("-"):
        case [seed_text, number, _] if seed_text == str(seed) and number.isdecimal():
            return int(number)
        case _:
            return -1


def positions(plan: MiningPlan, game_number: int) -> Iterator[Position]:
    """Play one game between bots and yield the positions in which a seat has several legal actions."""
    game = plan.game
    tables = game.tasks.tables or ((game.seats[0], {}),)  # pairs (number of seats, options)
    seats, options = tables[game_number % len(tables)]
    match = Match(game, seats, options, f"puzzles {plan.seed} {game_number}")
    bots = [make(game.name, LEVEL, seed=100 * game_number + seat) for seat in range(seats)]
    for _ in range(MAX_DECISIONS):
        seat = match.state.turn()
        if seat < 0:  # the game is over
            return
        has_suitable_choice = MIN_CHOICES <= len(match.state.legal()) <= game.tasks.max_choices
        if has_suitable_choice:
            with suppress(NotQuiet):  # an action is only partly resolved, which a position cannot describe
                yield match.state.position()
        match.play(bots[seat].choose(match.state.view(seat), BOT_MS), seat)


def examine(game: Game, position: Position, id: str, puzzles: list[Puzzle], set_size: int) -> Puzzle | None:
    """Make a puzzle with this id of a position, or return None if the position is not suitable for a set that has some
    `puzzles` already and shall have `set_size`. The id also determines the seed of the analysis."""
    try:
        state = game.load(position)
    except PositionError:  # a state that play can reach, but a position cannot describe
        return None
    if state.turn() < 0 or len(state.legal()) < MIN_CHOICES:
        return None
    seed = puzzle_seed(id)
    screening_seed = seed + 1  # other sampled states than those of the analysis
    best = clearly_best_action(game, state, screening_seed)
    if best is None or has_enough(puzzles, game, best, set_size) or plain_search_chooses(game, state, best):
        return None
    max_similar = max(2, int(set_size * MAX_SIMILAR))
    by_level = Counter(puzzle.level for puzzle in puzzles)
    has_enough_easy = by_level[1] >= max_similar
    if has_enough_easy and bot_chooses(game, state, best, "apprentice"):
        return None  # tested first, because the analysis below takes longer
    analysed = analyse_solution(game, state, best, seed)
    by_kind = Counter(puzzle.kind for puzzle in puzzles)
    if analysed is None or by_kind[analysed["kind"]] >= max_similar:
        return None
    level = difficulty(game, state, best)
    if level is None or by_level[level] >= max_similar:
        return None
    cards = game.card_fingerprint(state.options)
    return Puzzle(id=id, position=position, seat=state.turn(), level=level, seed=seed, cards=cards, **analysed)


class AnalysedSolution(TypedDict):
    """The fields of a Puzzle that the analysis determines."""

    kind: str  # what the puzzle asks for
    best: tuple[Action, ...]  # the actions of the solution
    share: float  # the win probability after the best action
    second: float  # the win probability after the second-best action


def analyse_solution(
    game: Game, state: State, first: int, seed: int, keep: Sequence[int] = ()
) -> AnalysedSolution | None:
    """Find the solution of a puzzle that should begin with the action `first`. Return None if this action is not
    clearly the best one. The actions in `keep` are compared with it even if they are not promising."""
    ranking = rank_actions(game, state, seed, keep)
    if ranking[0].action != first or not is_best_clear(ranking):
        return None
    sequence, end = best_sequence(game, state, first, seed, LATER_WORLDS)
    return {
        "kind": game.tasks.task(state, sequence, end).kind,
        "best": tuple(game.describe(action) for action in sequence),
        "share": round(ranking[0].mean, 4),
        "second": round(ranking[1].mean, 4),
    }


def is_best_clear(ranking: list[Candidate]) -> bool:
    """Return whether the best action leads by a sufficient and certain margin, and the position is not almost lost."""
    lead = lead_of_best(ranking)
    return lead.low >= MIN_CERTAIN_LEAD and lead.mean >= MIN_LEAD and ranking[0].mean >= MIN_WIN_PROBABILITY


def reanalyse(game: Game, puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with the results of a new analysis, or None if it is no longer suitable."""
    first = game.find(puzzle.best[0])
    analysed = analyse_solution(game, puzzle.start(game), first, puzzle.seed, [first])
    return None if analysed is None else structs.replace(puzzle, **analysed)


def clearly_best_action(game: Game, state: State, seed: int) -> int | None:
    """Return the clearly best action of a position by a cheap analysis, or None if there is none. First all actions are
    tried from a few sampled states. If one action leads, the best few actions are tried from more sampled states."""
    view = state.view(state.turn())
    rough_ranking = ranked(candidates(game, view, seed, worlds=ROUGH_WORLDS))
    if lead_of_best(rough_ranking).mean < MIN_ROUGH_LEAD or rough_ranking[0].mean < MIN_WIN_PROBABILITY:
        return None
    finalists = [candidate.action for candidate in rough_ranking[:FINALISTS]]
    ranking = ranked(candidates(game, view, seed, actions=finalists, worlds=FINALIST_WORLDS))
    lead = lead_of_best(ranking)
    is_clear = lead.mean >= MIN_LEAD and lead.low > 0
    return ranking[0].action if is_clear else None


def has_enough(puzzles: list[Puzzle], game: Game, first: int, set_size: int) -> bool:
    """Return whether a set that shall have `set_size` puzzles needs no more puzzles that begin with the action `first`.
    At most the part MAX_SAME_ACTION of a set begins with the same action, so that the puzzles are varied."""
    first_action = game.describe(first)
    same_first = sum(puzzle.best[0] == first_action for puzzle in puzzles)
    return same_first >= max(1, int(set_size * MAX_SAME_ACTION))
