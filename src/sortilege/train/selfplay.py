"""Self-play in worker processes: play for a few seconds and return the recorded positions.

In the first generation the bots play the actions with the highest priors of the game's insight, and some random
actions. This is fast (hundreds or thousands of games per second) and reaches many kinds of positions. In later
generations the bots search a little for every decision, with the net of the generation before. One of eight of these
games is a contest: only one side searches, and the others play at random. The chart of the training shows how many
contests the searching side wins.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

from sortilege.bots.net import Net, final_share
from sortilege.bots.net_files import weights_of
from sortilege.bots.search import Search
from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER, State
from sortilege.core.game import Game
from sortilege.core.types import Object, Options
from sortilege.games import game
from sortilege.train.recorder import (
    EXPLORATION_INTERVAL,
    PositionRecorder,
    play_quick_game,
    seat_targets,
    seat_to_record,
)
from sortilege.train.tables import draw_table

SIMULATIONS: Final = 48  # of a search
NO_TIME_LIMIT: Final = 1e12  # milliseconds
POSITIONS_PER_GAME: Final = 10  # of the first generation; more would be too similar
RECORDED_DECISIONS: Final = 1.3  # divides the interval between records, because some events are never recorded
FIRST_INTERVAL: Final = 8  # between recorded decisions, until the length of a game is known
CONTEST_INTERVAL: Final = 8  # one in so many games is played against random bots
SEED_BITS: Final = 62
# The numbers in each field of `RecordedGames`, as type codes of both the module `array` and numpy.
NUMBER_TYPES: Final = {
    **dict.fromkeys(("pair_counts", "indices"), "H"),  # uint16
    **dict.fromkeys(("row_weights", "targets"), "f"),  # float32
    **{"values": "b", "row_counts": "B", "game_lengths": "I"},  # int8, uint8, uint32
}


@dataclass(frozen=True)
class Task:
    """A task of a worker process: play games at tables of one kind for some seconds."""

    game: str
    size: str  # the kind of table, for which there is one net (see Game.size)
    options: Options  # fixed options; the others are drawn at random
    seed: str
    seconds: float
    max_games: int
    net: Object | None = None  # the net with which the bots play, as saved in its file; None in the first generation


@dataclass
class RecordedGames:
    """The positions that a worker process has recorded, as bytes to send to the main process."""

    games: int  # the number of games played
    # For each contest (a game of one searching side against random bots): 1 if that side won, 0, or a share of 1.
    contest_shares: list[float]
    pair_counts: bytes  # by row of features
    row_weights: bytes  # by row
    indices: bytes  # by pair
    values: bytes  # by pair
    row_counts: bytes  # by position
    targets: bytes  # by position
    game_lengths: bytes  # by game: its number of positions


def play(task: Task) -> RecordedGames:
    """Play games until the time of the task is up or there are enough. Return the recorded positions."""
    rules = game(task.game)
    rng = Random(task.seed)
    features, insight = rules.features(), rules.insight()
    weights = None if task.net is None else weights_of(task.net)
    recorder = PositionRecorder(features, None)
    contest_shares: list[float] = []
    games = 0
    began = perf_counter()
    interval = FIRST_INTERVAL
    while games == 0 or (games < task.max_games and perf_counter() - began < task.seconds):
        games += 1
        seats, options = draw_table(rules, task.size, task.options, rng)
        side_of = rules.side_of(seats)
        state = rules.new(seats, options)
        if weights is None:
            game_rng = Rng(rng.getrandbits(SEED_BITS))
            events = play_quick_game(state, insight, game_rng, recorder, interval, side_of, [0] * seats)
            interval = max(1, round(events / POSITIONS_PER_GAME / RECORDED_DECISIONS))
            continue
        insight.predictor = recorder.predictor = Net(features, weights, side_of)
        sides = rules.sides(seats)
        is_contest = rng.randrange(CONTEST_INTERVAL) == 0
        searching_seats = sides[rng.randrange(len(sides))] if is_contest else tuple(range(seats))
        game_rng = Rng(rng.getrandbits(SEED_BITS))
        if insight.evaluates_turn_ends():
            uses_quick_action = [int(seat in searching_seats) for seat in range(seats)]
            play_quick_game(state, insight, game_rng, recorder, 1, side_of, uses_quick_action)
        else:
            play_with_search(rules, state, insight, game_rng, recorder, searching_seats)
        if is_contest:
            contest_shares.append(final_share(state, searching_seats[0], side_of))
    return pack(recorder, games, contest_shares)


def pack(recorder: PositionRecorder, games: int, contest_shares: list[float]) -> RecordedGames:
    """Return the positions of a recorder with each list of numbers converted to bytes."""
    packed = {name: array(code, getattr(recorder, name)).tobytes() for name, code in NUMBER_TYPES.items()}
    return RecordedGames(games=games, contest_shares=contest_shares, **packed)


def play_with_search(
    rules: Game, state: State, insight: Insight, rng: Rng, recorder: PositionRecorder, searching_seats: tuple[int, ...]
) -> None:
    """Play one game in which the seats in `searching_seats` search and the others play at random. A position is
    recorded at every decision, or at every quiet position if the net compares sides."""
    side_of = rules.side_of(int(state.seats))
    compares, start = insight.net_compares_sides(), state.bare_copy()
    legal, priors = blank(MAX_LEGAL), blank(MAX_LEGAL)
    while (turn := state.turn()) != OVER:
        if compares and insight.is_cutoff(state, start):
            recorder.record_all_seats(state, side_of)
        if turn == CHANCE:
            if insight.can_bootstrap(state):
                recorder.end_game(seat_targets(state, insight, side_of))
            action = state.draw(rng, legal)
        elif (count := state.fill_legal(legal)) == 1:
            action = legal[0]
        else:
            if not compares:
                recorder.record(state, seat_to_record(turn, state.seats, rng))
            if turn not in searching_seats or rng.below(EXPLORATION_INTERVAL) == 0:
                insight.fill_priors(state, legal, count, priors)
                action = legal[rng.weighted_index(priors, count)]
            else:
                view = state.view(turn)
                dealer = rules.dealer(view)
                quick_action = insight.quick_action_from_view(view, dealer, rng)
                if quick_action is not None:
                    action = quick_action
                else:
                    action = Search(insight, dealer, turn, rng).run(NO_TIME_LIMIT, SIMULATIONS)
        state.apply(int(action))
    recorder.end_game(seat_targets(state, insight, side_of))
