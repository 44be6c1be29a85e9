"""Self-play in worker processes: play for a few seconds and return the recorded positions.

The first generation plays what the game's insight priors highest, with some random actions. That is fast, hundreds or
thousands of games per second, and reaches many kinds of positions. Later generations search a little for every
decision, evaluated by the net of the generation before. In one of eight of these games only one side searches and the
others play at random; the chart shows its share of victory.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
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
from sortilege.train.recorder import CURIOUS, Notes, at_sight, marks, onlooker
from sortilege.train.tables import draw_table

SIMULATIONS: Final = 48
FOREVER: Final = 1e12
NOTES: Final = 10  # per game of the first generation; more would be too similar
CONTEST: Final = 8  # one in so many games is played against random bots


@dataclass(frozen=True)
class Task:
    """The work for a process."""

    game: str
    size: str
    options: Options  # fixed options; the others are drawn at random
    seed: str
    seconds: float
    most: int  # maximum number of games
    net: Object | None = None  # as saved in its file; None in the first generation


@dataclass
class Portion:
    """The result of a task. Arrays are sent between processes as bytes."""

    games: int = 0
    counts: bytes = b""  # uint16, by row: number of pairs
    stakes: bytes = b""  # float32, by row: its weight in the sum, negative for opponents
    indices: bytes = b""  # uint16
    values: bytes = b""  # int8
    rows: bytes = b""  # uint8, by moment: number of rows
    targets: bytes = b""  # float32, by moment
    lengths: bytes = b""  # uint32, by game: number of moments
    shares: list[float] = field(default_factory=list)  # of the side that searched, in games against random bots
    fair: list[float] = field(default_factory=list)  # its expected share if all played at random


def play(task: Task) -> Portion:
    """Play games until the time is up, at least one."""
    rules = game(task.game)
    rng = Random(task.seed)
    features, insight = rules.features(), rules.insight()
    weights = None if task.net is None else weights_of(task.net)
    notes = Notes(features, None)
    portion = Portion()
    began = perf_counter()
    interval = 8
    while True:
        seats, options = draw_table(rules, task.size, task.options, rng)
        side_of = rules.side_of(seats)
        state = rules.new(seats, options)
        if weights is None:
            nodes = at_sight(state, insight, Rng(rng.getrandbits(62)), notes, interval, side_of, [0] * seats)
            interval = max(1, round(nodes / NOTES / 1.3))
        else:
            insight.predictor = notes.predictor = Net(features, weights, side_of)
            sides = rules.sides(seats)
            contest = rng.randrange(CONTEST) == 0
            chosen = sides[rng.randrange(len(sides))] if contest else tuple(range(seats))
            if insight.evaluates_turn_ends():
                thinking = [int(seat in chosen) for seat in range(seats)]
                at_sight(state, insight, Rng(rng.getrandbits(62)), notes, 1, side_of, thinking)
            else:
                search_game(rules, state, insight, Rng(rng.getrandbits(62)), notes, chosen)
            if contest:
                portion.shares.append(final_share(state, chosen[0], side_of))
                portion.fair.append(1 / len(sides) if len(sides) > 1 else 0.0)
        portion.games += 1
        if portion.games >= task.most or perf_counter() - began >= task.seconds:
            break
    portion.counts = array("H", notes.counts).tobytes()
    portion.stakes = array("f", notes.stakes).tobytes()
    portion.rows = array("B", notes.rows).tobytes()
    portion.indices = array("H", notes.indices).tobytes()
    portion.values = array("b", notes.values).tobytes()
    portion.targets = array("f", notes.targets).tobytes()
    portion.lengths = array("I", notes.games).tobytes()
    return portion


def search_game(rules: Game, state: State, insight: Insight, rng: Rng, notes: Notes, thinking: tuple[int, ...]) -> None:
    """Play one game in which these seats search and the others play at random. Positions are noted at every decision,
    or at every quiet position if the net compares sides."""
    side_of = rules.side_of(int(state.seats))
    compares, start = insight.compares_sides(), state.bare_copy()
    legal, priors = blank(MAX_LEGAL), blank(MAX_LEGAL)
    while (turn := state.turn()) != OVER:
        if compares and insight.is_cutoff(state, start):
            notes.note_all(state, side_of)
        if turn == CHANCE:
            if insight.can_bootstrap(state):
                notes.end(marks(state, insight, side_of))
            action = state.draw(rng, legal)
        elif (n := state.fill_legal(legal)) == 1:
            action = legal[0]
        else:
            if not compares:
                notes.note(state, onlooker(turn, state.seats, rng))
            if turn not in thinking or rng.below(CURIOUS) == 0:
                insight.fill_priors(state, legal, n, priors)
                action = legal[rng.weighted_index(priors, n)]
            else:
                view = state.view(turn)
                dealer = rules.dealer(view)
                own = insight.quick_action_from_view(view, dealer, rng)
                action = own if own is not None else Search(insight, dealer, turn, rng).run(FOREVER, SIMULATIONS)
        state.apply(int(action))
    notes.end(marks(state, insight, side_of))
