"""Measures the speed of the engine. `run` measures, `lines` formats the result. `sortilege bench` and bench/engine.py
use both.

Every number is measured twice: with the engine as installed, and with the same files interpreted (in a child process
with SORTILEGE_PURE=1). If open_spiel is installed, the numbers are compared with those of three games of pyspiel, its
Python package. Times are CPU time of the thread, so that a busy machine does not distort them.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from random import Random
from time import thread_time
from typing import Any, Final, NamedTuple, TypeAlias

import sortilege
from sortilege.bots.levels import UNLIMITED
from sortilege.bots.search import Search
from sortilege.core.engine.playout import play_many
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.engine.timer import now
from sortilege.core.game import Game
from sortilege.core.types import Object

Rates = dict[str, float]  # by measure: the number per second
Progress = Callable[[str], None]

MEASURES: Final = {
    "playout": "nodes in whole random games inside the engine",
    "stepping": "nodes stepped from Python: turn, legal, apply",
    "wandering": "nodes of a random player in Python, chance drawn by weight",
    "clone": "clones of a state in the middle of a match",
    "search": "search simulations",
}
PYSPIEL_GAMES: Final = ("hearts", "pig(players=4)", "backgammon")
PYSPIEL_OVER: Final = -4  # pyspiel.PlayerId.TERMINAL; PlayerId.CHANCE is -1, like our CHANCE
_source = Random(1)
RANDOM: Final = [_source.random() for _ in range(4096)]  # drawn in advance, so that only the engine is measured
LAST_INDEX: Final = 4095  # of RANDOM; `draw & LAST_INDEX` starts again after it
# Any: pyspiel has no types.
PyspielGame: TypeAlias = Any
PyspielState: TypeAlias = Any


# ---------------------------------------------------------------- the whole report
def run(games: Sequence[str], seconds: float = 1.0, progress: Progress = print) -> Object:
    """Measure the speed of these games, and return a report. Each measurement takes about `seconds`. Call `progress`
    with a text before each group of measurements."""
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "compiled": sortilege.compiled(),
        "games": {},
        "pyspiel": {},
    }
    for name in games:
        progress(f"{name}: the engine as installed")
        installed = measure(name, seconds)
        progress(f"{name}: interpreted")
        interpreted = measure_interpreted(name, seconds)
        report["games"][name] = {
            "rates": installed,
            "interpreted": interpreted,
            "times_interpreted": speed_ratios(installed, interpreted),
        }
    if find_spec("pyspiel"):
        for name in PYSPIEL_GAMES:
            progress(f"pyspiel: {name}")
            report["pyspiel"][name] = measure_pyspiel(name, seconds)
        for game in report["games"].values():
            game["times_pyspiel"] = {
                name: speed_ratios(game["rates"], rates) for name, rates in report["pyspiel"].items()
            }
    return report


def speed_ratios(rates: Rates, slower_rates: Rates) -> Rates:
    """Return for each measure how many times higher `rates` are than `slower_rates`."""
    return {key: rates[key] / slower_rates[key] for key in slower_rates}


def lines(report: Object) -> list[str]:
    """Format a report as a table of at most 100 columns."""
    engine = "compiled" if report["compiled"] else "interpreted"
    table = [f"Python {report['python']} on {report['machine']}, engine {engine}; all numbers are per second"]
    for name, game in report["games"].items():
        headings = "".join(f"{'× ' + other.partition('(')[0]:>14}" for other in report["pyspiel"])
        table += ["", f"{name:<24}{'':>12}{'× interpreted':>16}{headings}"]
        for key, rate in game["rates"].items():
            ratios = "".join(f"{game['times_pyspiel'][other][key]:>14.1f}" for other in report["pyspiel"])
            table.append(f"  {key:<22}{rate_text(rate):>12}{game['times_interpreted'][key]:>16.1f}{ratios}")
    for name, rates in report["pyspiel"].items():
        measured = ", ".join(f"{key} {rate_text(rate)}" for key, rate in rates.items())
        table += ["", f"pyspiel {name.partition('(')[0]}: {measured}"]
    return [*table, "", *(f"{key}: {meaning}" for key, meaning in MEASURES.items())]


def rate_text(rate: float) -> str:
    """Format a rate with three digits: "1.23 M", "45.6 k", "789"."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= size:
            integer_digits = len(str(int(rate / size)))
            return f"{rate / size:.{max(0, 3 - integer_digits)}f} {unit}"
    return f"{rate:.0f}"


# ---------------------------------------------------------------- measuring
def measure_interpreted(name: str, seconds: float) -> Rates:
    """Measure one game with the interpreted engine, in a child process."""
    command = [sys.executable, "-m", "sortilege.bench", name, str(seconds)]
    environment = os.environ | {"SORTILEGE_PURE": "1"}
    child = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    rates: Rates = json.loads(child.stdout)
    return rates


def rate_of(seconds: float, work: Callable[[int], int]) -> float:
    """Return units of work per second. `work(seed)` does work and returns how many units; seeds are 0, 1, 2 and so
    on."""
    work(0)  # warm-up, not counted
    units, seed = 0, 1
    start = thread_time()
    while True:
        units += work(seed)
        seed += 1
        elapsed = thread_time() - start
        if elapsed >= seconds:
            return units / elapsed


class Driver(NamedTuple):
    """The functions by which a measurement plays one game. The game is one of ours or one of pyspiel."""

    turn: Callable[[], int]
    legal: Callable[[], Sequence[int]]
    apply: Callable[[int], object]
    draw_chance: Callable[[], object]  # draw a chance outcome by weight and apply it


def stepping_rate(new_game: Callable[[], Driver], over: int, seconds: float) -> float:
    """Return how many nodes (decisions and chance events) per second Python plays. All actions and all chance outcomes
    are equally likely. `over` is the value of `turn` at the end of a game."""

    def one_game(seed: int) -> int:
        turn, legal, apply, _ = new_game()
        draw = seed
        while turn() != over:
            actions = legal()
            apply(actions[int(RANDOM[draw & LAST_INDEX] * len(actions))])
            draw += 1
        return draw - seed

    return rate_of(seconds, one_game)


def wandering_rate(new_game: Callable[[], Driver], over: int, seconds: float) -> float:
    """Return how many nodes (decisions and chance events) per second Python plays. All actions are equally likely, and
    chance outcomes are drawn by weight. `over` is the value of `turn` at the end of a game."""

    def one_game(seed: int) -> int:
        turn, legal, apply, draw_chance = new_game()
        draw = seed
        while (player := turn()) != over:
            if player == CHANCE:
                draw_chance()
            else:
                actions = legal()
                apply(actions[int(RANDOM[draw & LAST_INDEX] * len(actions))])
            draw += 1
        return draw - seed

    return rate_of(seconds, one_game)


def clone_rate(clone: Callable[[], object], seconds: float) -> float:
    """Return the clones per second of a state."""

    def a_thousand(seed: int) -> int:
        for _ in range(1000):
            clone()
        return 1000

    return rate_of(seconds, a_thousand)


# ---------------------------------------------------------------- our games
def measure(name: str, seconds: float) -> Rates:
    """Measure one game in this process, with at most four seats."""
    game = sortilege.game(name)
    start = game.new(max(number for number in game.seats if number <= 4))
    rng = sortilege.Rng(1)
    middle = sortilege.Match(game, seats=start.seats, seed=1).state  # after the first chance outcomes
    games = 200 if sortilege.compiled() else 2

    def new_game() -> Driver:
        state = start.clone()
        return Driver(state.turn, state.legal, state.apply, partial(state.chance, rng))

    return {
        "playout": rate_of(seconds, lambda seed: play_many(start, games, seed)),
        "stepping": stepping_rate(new_game, OVER, seconds),
        "wandering": wandering_rate(new_game, OVER, seconds),
        "clone": clone_rate(middle.clone, seconds),
        "search": simulation_rate(game, middle, seconds),
    }


def simulation_rate(game: Game, state: State, seconds: float) -> float:
    """Return how many simulations of the tree search run per second at this state."""
    seat = state.turn()
    search = Search(game.insight(), game.dealer(state.view(seat)), seat, sortilege.Rng(1))
    search.run(0, 1)  # warm-up, not counted
    before = int(search.simulations)
    start = thread_time()
    search.run((now() - search.start + seconds) * 1000, UNLIMITED)
    return (int(search.simulations) - before) / (thread_time() - start)


# ---------------------------------------------------------------- pyspiel's games
def measure_pyspiel(name: str, seconds: float) -> Rates:
    """Measure a game of pyspiel. Of pyspiel's two C++ loops for playouts, the faster one counts."""
    import pyspiel

    game = pyspiel.load_game(name)
    random_source = Random(1)

    def new_game() -> Driver:
        state = game.new_initial_state()

        def draw_chance() -> None:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random_source.choices(outcomes, chances)[0])

        return Driver(state.current_player, state.legal_actions, state.apply_action, draw_chance)

    return {
        "playout": max(pyspiel_games(pyspiel, game, seconds), pyspiel_rollouts(pyspiel, game, seconds)),
        "stepping": stepping_rate(new_game, PYSPIEL_OVER, seconds),
        "wandering": wandering_rate(new_game, PYSPIEL_OVER, seconds),
        "clone": clone_rate(pyspiel_first_decision(game).clone, seconds),
        "search": pyspiel_simulations(pyspiel, game, seconds),
    }


def pyspiel_first_decision(game: PyspielGame) -> PyspielState:
    """Return a state at its first decision."""
    random_source = Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random_source.choice(state.legal_actions()))
    return state


def pyspiel_games(pyspiel: Any, game: PyspielGame, seconds: float) -> float:
    """Measure whole games between uniformly random bots, with the loop in C++."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def one_game(seed: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return len(state.history())

    return rate_of(seconds, one_game)


def pyspiel_rollouts(pyspiel: Any, game: PyspielGame, seconds: float) -> float:
    """Measure the random rollouts of pyspiel's tree search, 200 at a time, from the first decision. pyspiel does not
    tell the length of these rollouts, so the mean length of 40 other random games is assumed."""
    start = pyspiel_first_decision(game)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    lengths = []
    for seed in range(40):
        state = start.clone()
        pyspiel.evaluate_bots(state, bots, seed)
        lengths.append(len(state.history()) - len(start.history()))
    nodes = 200 * sum(lengths) // len(lengths)

    def rollouts(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(200, seed)
        pyspiel_search(pyspiel, game, evaluator, 1, seed).step(start)
        return nodes

    return rate_of(seconds, rollouts)


def pyspiel_simulations(pyspiel: Any, game: PyspielGame, seconds: float) -> float:
    """Measure pyspiel's tree search with one random rollout per simulation."""
    start = pyspiel_first_decision(game)

    def a_hundred(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        pyspiel_search(pyspiel, game, evaluator, 100, seed).step(start)
        return 100

    return rate_of(seconds, a_hundred)


def pyspiel_search(pyspiel: Any, game: PyspielGame, evaluator: Any, simulations: int, seed: int) -> Any:
    """Return pyspiel's tree search with exploration constant 2, 100 MB of memory, no solver and no output."""
    return pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, seed, False)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
