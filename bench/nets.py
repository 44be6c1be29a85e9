"""Measure how fast a net evaluates a state, compared with computing features, a playout, and plain Python.

    python bench/nets.py                      a second for each number
    python bench/nets.py --seconds 0.1 spell

All numbers of a report are taken in one run, so its ratios hold on a busy machine too.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
from array import array
from collections.abc import Callable
from time import thread_time
from typing import Any

import sortilege
from sortilege.bots.net import Net
from sortilege.bots.net_files import SHIPPED, net_for, read
from sortilege.core.engine.cells import blank
from sortilege.core.engine.playout import random_game
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, State


def middle_state(game: Any, seats: int) -> State:
    """Return the state at the last decision before the middle of a random game."""
    state = game.new(seats)
    actions = random_game(state, 1)
    for action in actions[: len(actions) // 2]:
        state.do(action)
    while state.turn() == CHANCE:
        state.do(random.Random(1).choice(state.legal()))
    return state


def microseconds(work: Callable[[], object], seconds: float) -> float:
    """Return the CPU time of one call."""
    began, calls = thread_time(), 0
    while thread_time() - began < seconds:
        for _ in range(10):
            work()
        calls += 10
    return (thread_time() - began) / calls * 1e6


def plain(held: Any, net: Net, state: State) -> int:
    """Evaluate the net in plain Python."""
    hidden, numbers = held["hidden"], array("h", base64.b64decode(held["weights"]))
    known = net.features.dense(state, 0)
    total = held["end"]
    for unit in range(hidden):
        value = held["bias"][unit] + sum(numbers[i * hidden + unit] * v for i, v in enumerate(known) if v)
        total += min(max(value, 0), held["top"]) * numbers[len(numbers) - hidden + unit]
    return int(total)


def report(name: str, seconds: float) -> list[str]:
    """Yield the measurements of every table size that has a net."""
    game = sortilege.game(name)
    lines = []
    for seats in game.seats:
        options = game.resolve_options(seats, {})
        net = net_for(game, seats, options)
        if net is None:
            continue
        held = read(game.folder / SHIPPED).nets[game.net_kind(seats, options)]
        state, into, scratch = middle_state(game, seats), blank(2 * net.features.size), blank(512)
        active = net.features.fill(state, 0, into)
        judged = microseconds(lambda net=net, state=state: net.win_probability(state, 0), seconds)
        filled = microseconds(lambda net=net, state=state, into=into: net.features.fill(state, 0, into), seconds)
        slow = microseconds(lambda held=held, net=net, state=state: plain(held, net, state), seconds)
        played = microseconds(lambda state=state, s=scratch: state.bare_copy().play_out(Rng(1), s), seconds)
        lines.append(
            f"{name:12} {seats} seats: {active} of {net.features.size} features, judged in {judged:.1f} µs "
            f"({filled / judged:.0%} of it features); {played / judged:.0f} x faster than a random game to the end, "
            f"{slow / judged:.0f} x plain Python"
        )
    return lines or [f"{name:12} has no net"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sortilege.games())
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--json", action="store_true", help="print the lines as JSON")
    arguments = parser.parse_args()
    lines = ["compiled" if sortilege.compiled() else "interpreted"]
    lines += [line for game in arguments.games for line in report(game, arguments.seconds)]
    print(json.dumps(lines, ensure_ascii=False) if arguments.json else "\n".join(lines))
