"""Generate great_turns.json: positions whose best turn scores ten or six points, found by exhaustive search.

python -m tests.games.spell.make_great_turns > tests/games/spell/great_turns.json
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from sortilege.core.engine.state import State
from sortilege.games.spell import GAME

COUNTS = {10: 8, 6: 4}


def random_position(rng: random.Random) -> dict[str, Any]:
    """Return a position with many active tiles, so that long turns are possible."""
    tiles = ["K"] * 7 + ["P"] * 7 + ["N", "."]
    tiles = [t.lower() if t in "KP" and rng.random() < 0.3 else t for t in tiles]
    rng.shuffle(tiles)
    while tiles.index(".") in (5, 6, 9, 10):
        rng.shuffle(tiles)
    free = [i for i, t in enumerate(tiles) if t != "."]
    k, p = rng.sample(free, 2)
    numbers = {1: 7, 2: 7, 3: 6, 4: 6}
    runes = {str(n): [f"B{n}-{i}" for i in rng.sample(range(1, most + 1), 2)] for n, most in numbers.items()}
    return {
        "game": "spell",
        "seats": 2,
        "options": {},
        "arena": ["".join(tiles[row * 4 : row * 4 + 4]) for row in range(4)],
        "mages": {"k": [f"{k // 4}{k % 4}"], "p": [f"{p // 4}{p % 4}"]},
        "turn": "k",
        "round": 2,
        "gem": "k",
        "runes": runes,
    }


def best_points(state: State, most: int) -> int | None:
    """Return the maximum points of a turn by exhaustive search, or None if there are too many states."""
    seen = {tuple(state.cells)}
    queue = [state]
    score, best = state.scores()[0], 0
    while queue:
        here = queue.pop()
        best = max(best, here.scores()[0] - score)
        for action in here.legal():
            if GAME.describe(action)["do"] == "end":
                continue
            after = here.bare_copy()
            after.do(action)
            key = tuple(after.cells)
            if key not in seen:
                seen.add(key)
                queue.append(after)
        if len(seen) > most:
            return None
    return best


def main() -> None:
    rng = random.Random(7)
    positions: dict[int, list[dict[str, Any]]] = {points: [] for points in COUNTS}
    tried = 0
    while any(len(positions[points]) < n for points, n in COUNTS.items()):
        position = random_position(rng)
        points = best_points(GAME.load(position), 60_000)
        tried += 1
        if points in positions and len(positions[points]) < COUNTS[points]:
            positions[points].append(position)
        print(f"{tried} tried, found { {p: len(v) for p, v in positions.items()} }", end="\r", file=sys.stderr)
    turns = [{"points": points, "position": position} for points, group in positions.items() for position in group]
    print(json.dumps(turns, indent=1))


if __name__ == "__main__":
    main()
