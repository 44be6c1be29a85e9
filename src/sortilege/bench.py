"""Measures the speed of the engine. `run` measures, `lines` formats the result; `sortilege bench` and bench/engine.py
use both.

Every number is measured twice in one run, with the engine as installed and with the same files interpreted (a child
process with SORTILEGE_PURE=1), and compared with pyspiel's own games if open_spiel is installed. Times are CPU time of
the thread, so that a busy machine does not distort them.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from random import Random
from time import thread_time
from typing import Any, Final, TypeAlias

import sortilege
from sortilege.bots.levels import UNLIMITED
from sortilege.bots.search import Search
from sortilege.core.engine.playout import play_many
from sortilege.core.engine.state import CHANCE, OVER
from sortilege.core.engine.timer import now
from sortilege.core.game import Game
from sortilege.core.types import Object

Rates = dict[str, float]  # measure -> number per second
Progress = Callable[[str], None]

MEASURES: Final = {
    "playout": "nodes in whole random games inside the engine",
    "stepping": "nodes stepped from Python: turn, legal, apply",
    "wandering": "nodes of a random player in Python, chance drawn by weight",
    "clone": "clones of a state in the middle of a match",
    "search": "search simulations",
}
RIVALS: Final = ("hearts", "pig(players=4)", "backgammon")
_source = Random(1)
RANDOM: Final = [_source.random() for _ in range(4096)]  # drawn in advance, so that only the engine is measured
# Any: pyspiel has no types.
Rival: TypeAlias = Any


# ---------------------------------------------------------------- the whole report
def run(games: Sequence[str], seconds: float = 1.0, progress: Progress = print) -> Object:
    """Measure these games for about `seconds` per number. `progress` is called with the name of each measurement."""
    report: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "compiled": sortilege.compiled(),
        "games": {},
        "pyspiel": {},
    }
    for name in games:
        progress(f"{name}: the engine as installed")
        here = measure(name, seconds)
        progress(f"{name}: interpreted")
        pure = measure_interpreted(name, seconds)
        report["games"][name] = {
            "rates": here,
            "interpreted": pure,
            "times_interpreted": {key: here[key] / pure[key] for key in here},
        }
    if find_spec("pyspiel"):
        for rival in RIVALS:
            progress(f"pyspiel: {rival}")
            report["pyspiel"][rival] = measure_rival(rival, seconds)
        for name in games:
            report["games"][name]["times_pyspiel"] = speed_ratios(report["games"][name]["rates"], report["pyspiel"])
    return report


def speed_ratios(rates: Rates, rivals: dict[str, Rates]) -> dict[str, dict[str, float]]:
    """Return for each pyspiel game how many times faster these rates are."""
    return {rival: {key: rates[key] / its[key] for key in its} for rival, its in rivals.items()}


def lines(report: Object) -> list[str]:
    """Format the report as a table of at most 100 columns."""
    engine = "compiled" if report["compiled"] else "interpreted"
    out = [f"Python {report['python']} on {report['machine']}, engine {engine}; all numbers are per second"]
    for name, game in report["games"].items():
        rivals = "".join(f"{'× ' + rival.partition('(')[0]:>14}" for rival in report["pyspiel"])
        out += ["", f"{name:<24}{'':>12}{'× interpreted':>16}{rivals}"]
        for key, rate in game["rates"].items():
            against = [game["times_pyspiel"][rival][key] for rival in report["pyspiel"]]
            out.append(
                f"  {key:<22}{short(rate):>12}{game['times_interpreted'][key]:>16.1f}"
                + "".join(f"{times:>14.1f}" for times in against)
            )
    for rival, rates in report["pyspiel"].items():
        measured = ", ".join(f"{key} {short(rate)}" for key, rate in rates.items())
        out += ["", f"pyspiel {rival.partition('(')[0]}: {measured}"]
    return [*out, "", *(f"{key}: {meaning}" for key, meaning in MEASURES.items())]


def short(rate: float) -> str:
    """Format a rate with three digits."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= size:
            decimals = 2 if rate < 10 * size else 1 if rate < 100 * size else 0
            return f"{rate / size:.{decimals}f} {unit}"
    return f"{rate:.0f}"


# ---------------------------------------------------------------- our games
def measure(name: str, seconds: float) -> Rates:
    """Measure one game in this process, at its largest table of at most four seats."""
    game = sortilege.game(name)
    seats = max(n for n in game.seats if n <= 4)
    return {
        "playout": playouts(game, seats, seconds),
        "stepping": stepping(game, seats, seconds),
        "wandering": wandering(game, seats, seconds),
        "clone": clones(game, seats, seconds),
        "search": simulations(game, seats, seconds),
    }


def measure_interpreted(name: str, seconds: float) -> Rates:
    """Measure one game with the interpreted engine, in a child process."""
    command = [sys.executable, "-m", "sortilege.bench", name, str(seconds)]
    pure = os.environ | {"SORTILEGE_PURE": "1"}
    child = subprocess.run(command, env=pure, capture_output=True, text=True, check=True)
    rates: Rates = json.loads(child.stdout)
    return rates


def rate_of(seconds: float, work: Callable[[int], int]) -> float:
    """Return units of work per second. `work(k)` does the k-th portion and returns how many units that were."""
    work(0)  # warm-up, not counted
    units, k = 0, 1
    start = thread_time()
    while True:
        units += work(k)
        k += 1
        elapsed = thread_time() - start
        if elapsed >= seconds:
            return units / elapsed


def playouts(game: Game, seats: int, seconds: float) -> float:
    start = game.new(seats)
    games = 200 if sortilege.compiled() else 2
    return rate_of(seconds, lambda k: play_many(start, games, k))


def stepping(game: Game, seats: int, seconds: float) -> float:
    start = game.new(seats)

    def one_game(k: int) -> int:
        state = start.clone()
        turn, legal, apply = state.turn, state.legal, state.apply
        nodes = k
        while turn() != OVER:
            actions = legal()
            apply(actions[int(RANDOM[nodes & 4095] * len(actions))])
            nodes += 1
        return nodes - k

    return rate_of(seconds, one_game)


def wandering(game: Game, seats: int, seconds: float) -> float:
    start, rng = game.new(seats), sortilege.Rng(1)

    def one_game(k: int) -> int:
        state = start.clone()
        turn, legal, apply, chance = state.turn, state.legal, state.apply, state.chance
        nodes = k
        while (player := turn()) != OVER:
            if player == CHANCE:
                chance(rng)
            else:
                actions = legal()
                apply(actions[int(RANDOM[nodes & 4095] * len(actions))])
            nodes += 1
        return nodes - k

    return rate_of(seconds, one_game)


def first_decision_of(game: Game, seats: int) -> sortilege.Match:
    """Return a match at its first decision."""
    return sortilege.Match(game, seats=seats, seed=1)


def clones(game: Game, seats: int, seconds: float) -> float:
    state = first_decision_of(game, seats).state

    def a_thousand(k: int) -> int:
        clone = state.clone
        for _ in range(1000):
            clone()
        return 1000

    return rate_of(seconds, a_thousand)


def simulations(game: Game, seats: int, seconds: float) -> float:
    state = first_decision_of(game, seats).state
    seat = state.turn()
    search = Search(game.insight(), game.dealer(state.view(seat)), seat, sortilege.Rng(1))
    search.run(0, 1)
    before = int(search.simulations)
    began = thread_time()
    search.run((now() - search.start + seconds) * 1000, UNLIMITED)
    return (int(search.simulations) - before) / (thread_time() - began)


# ---------------------------------------------------------------- pyspiel's games
def measure_rival(name: str, seconds: float) -> Rates:
    """Measure a pyspiel game: driven from Python, and in the faster of its own two C++ loops."""
    import pyspiel

    game = pyspiel.load_game(name)
    return {
        "playout": max(rival_matches(pyspiel, game, seconds), rival_rollouts(pyspiel, game, seconds)),
        "stepping": rival_stepping(game, seconds),
        "wandering": rival_wandering(game, seconds),
        "clone": rival_clones(game, seconds),
        "search": rival_simulations(pyspiel, game, seconds),
    }


def rival_stepping(game: Rival, seconds: float) -> float:
    def one_game(k: int) -> int:
        state = game.new_initial_state()
        turn, legal, apply = state.current_player, state.legal_actions, state.apply_action
        nodes = k
        while turn() != -4:  # pyspiel.PlayerId.TERMINAL
            actions = legal()
            apply(actions[int(RANDOM[nodes & 4095] * len(actions))])
            nodes += 1
        return nodes - k

    return rate_of(seconds, one_game)


def rival_wandering(game: Rival, seconds: float) -> float:
    random_source = Random(1)

    def one_game(k: int) -> int:
        state = game.new_initial_state()
        turn, legal, apply, outcomes = (
            state.current_player,
            state.legal_actions,
            state.apply_action,
            state.chance_outcomes,
        )
        nodes = k
        while (player := turn()) != -4:  # pyspiel.PlayerId.TERMINAL
            if player == -1:  # pyspiel.PlayerId.CHANCE
                actions, chances = zip(*outcomes(), strict=True)
                apply(random_source.choices(actions, chances)[0])
            else:
                actions = legal()
                apply(actions[int(RANDOM[nodes & 4095] * len(actions))])
            nodes += 1
        return nodes - k

    return rate_of(seconds, one_game)


def rival_clones(game: Rival, seconds: float) -> float:
    state = first_decision(game)

    def a_thousand(k: int) -> int:
        for _ in range(1000):
            state.clone()
        return 1000

    return rate_of(seconds, a_thousand)


def first_decision(game: Rival) -> Rival:
    random_source = Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random_source.choice(state.legal_actions()))
    return state


def rival_matches(pyspiel: Rival, game: Rival, seconds: float) -> float:
    """Measure whole games between uniformly random bots, the loop in C++."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]

    def one_game(k: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, k)
        return len(state.history())

    return rate_of(seconds, one_game)


def rival_rollouts(pyspiel: Rival, game: Rival, seconds: float) -> float:
    """Measure the random rollouts of pyspiel's tree search, 200 at a time, from the first decision."""
    start = first_decision(game)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    lengths = []
    for k in range(40):
        state = start.clone()
        pyspiel.evaluate_bots(state, bots, k)
        lengths.append(len(state.history()) - len(start.history()))
    nodes = 200 * sum(lengths) // len(lengths)

    def rollouts(k: int) -> int:
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(200, k), 2.0, 1, 100, False, k, False).step(start)
        return nodes

    return rate_of(seconds, rollouts)


def rival_simulations(pyspiel: Rival, game: Rival, seconds: float) -> float:
    """Measure pyspiel's tree search with one random rollout per simulation."""
    start = first_decision(game)

    def a_hundred(k: int) -> int:
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, k), 2.0, 100, 100, False, k, False).step(start)
        return 100

    return rate_of(seconds, a_hundred)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
