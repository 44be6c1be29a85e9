"""Measure how fast SPELL's bots search whole turns, compared with the interpreted engine and with trying every action.

    python bench/turns.py                     about ten seconds
    python bench/turns.py --seconds 3 --json

All numbers of a report are taken in one run, so its ratios hold on a busy machine too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from typing import Any, Final

import sortilege
from sortilege import bench
from sortilege.bots import make
from sortilege.games.spell.insight.lookahead import NO_DEADLINE, Lookahead, search_turns
from sortilege.games.spell.insight.planner import SEARCH_NODES
from sortilege.games.spell.insight.turn_search import TurnSearch
from sortilege.games.spell.rules.state import SpellState

OPTIONS: Final[tuple[dict[str, Any], ...]] = ({}, {"tournament": True}, {"mode": "asymmetric", "tournament": True})
MEASURES: Final = {
    "ends": "places a turn can end in, found and judged",
    "stepping": "the same places reached by trying every action with the engine alone",
    "looks": "looks at the rival's best reply",
}


def positions(matches: int) -> list[SpellState]:
    """Return the states at the beginning of each turn in matches between fast bots."""
    states: list[SpellState] = []
    for seed, options in enumerate(OPTIONS[:matches]):
        match = sortilege.Match(sortilege.game("spell"), 2, options, seed=seed)
        bots = [make("spell", "apprentice", seed=seat) for seat in range(2)]
        turn = None
        while match.state.turn() != sortilege.OVER:
            view = match.state.view(match.state.turn())
            if view["phase"] == "play" and turn != (view["round"], view["side"]):
                turn = (view["round"], view["side"])
                table = match.state.bare_copy()
                assert isinstance(table, SpellState)
                states.append(table)
            match.play(bots[match.state.turn()].choose(view, 50))
    return states


def measure(seconds: float, matches: int) -> dict[str, Any]:
    """Measure in this process: rates per second, and the duration of one search."""
    tables = positions(matches)
    turns = {id(t.runes): TurnSearch(t.runes) for t in tables}
    ahead = {id(t.runes): Lookahead(t.runes) for t in tables}
    took: list[float] = []

    def one_search(k: int) -> int:
        table = tables[k % len(tables)]
        began = time.perf_counter()
        search_turns(turns[id(table.runes)], table, SEARCH_NODES, NO_DEADLINE)
        took.append(1000 * (time.perf_counter() - began))
        return int(turns[id(table.runes)].nodes.size)

    def one_look(k: int) -> int:
        table = tables[k % len(tables)]
        ahead[id(table.runes)].estimate(table.bare_copy(), 0, 1, k)
        return 1

    rates = {
        "ends": bench.rate_of(seconds, one_search),
        "stepping": bench.rate_of(seconds, lambda k: count_states(tables[k % len(tables)], 400)),
        "looks": bench.rate_of(seconds, one_look),
    }
    took.sort()
    return {"rates": rates, "ms": [took[len(took) * part // 10] for part in (5, 9)], "positions": len(tables)}


def count_states(table: SpellState, most: int) -> int:
    """Return how many distinct states a breadth-first search of the turn finds, up to `most`."""
    seen = {tuple(table.cells)}
    waiting = [table]
    while waiting and len(seen) < most:
        here = waiting.pop()
        for action in here.legal():
            if action != 0:  # the end of the turn
                after = here.bare_copy()
                after.do(action)
                key = tuple(after.cells)
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
    return len(seen)


def measure_interpreted(seconds: float, matches: int) -> dict[str, Any]:
    """Measure with the interpreted engine, in a child process."""
    command = [sys.executable, __file__, "--seconds", str(seconds), "--matches", str(matches), "--here"]
    pure = os.environ | {"SORTILEGE_PURE": "1"}
    child = subprocess.run(command, env=pure, capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(child.stdout)
    return report


def lines(here: dict[str, Any], pure: dict[str, Any]) -> list[str]:
    """Format the report as a table."""
    engine = "compiled" if sortilege.compiled() else "interpreted"
    out = [f"SPELL, {here['positions']} positions, engine {engine}; numbers are per second", ""]
    out.append(f"{'':<24}{'':>12}{'× interpreted':>16}{'× stepping':>14}")
    for key, rate in here["rates"].items():
        against = f"{rate / here['rates']['stepping']:>14.1f}" if key == "ends" else ""
        out.append(f"  {key:<22}{bench.rate_text(rate):>12}{rate / pure['rates'][key]:>16.1f}{against}")
    half, most = here["ms"]
    out += [
        "",
        f"a whole turn, {SEARCH_NODES} ends at most: half within {half:.1f} ms, nine in ten within {most:.1f} ms",
    ]
    return [*out, "", *(f"{key}: {meaning}" for key, meaning in MEASURES.items())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="per number (default 1)")
    parser.add_argument("--matches", type=int, default=len(OPTIONS), choices=(1, 2, 3), help="to take positions from")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # this engine only: the child's part
    arguments = parser.parse_args()
    here = measure(arguments.seconds, arguments.matches)
    if arguments.here:
        print(json.dumps(here))
        return
    pure = measure_interpreted(arguments.seconds, arguments.matches)
    print(json.dumps({"here": here, "interpreted": pure}, indent=1) if arguments.json else "\n".join(lines(here, pure)))


if __name__ == "__main__":
    main()
