"""What both worlds ask of a game: how many actions there are, what a victory is worth, and views as text or numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final
from zlib import crc32

from sortilege.core.shapes import View
from sortilege.core.state import State

FEATURES: Final = 4096
UNSEEN: Final = ("log", "legal", "options")  # parts of a view that features leave out


def returns(state: State) -> list[float]:
    """What the outcome is worth to each seat: 1 for a victory, and the sum of all is 0; a victory shared is shared, a
    draw is 0 for everybody. Alone at the table: 1 or -1. All 0 until the game is over."""
    seats = int(state.seats)
    outcome = state.outcome()
    if outcome is None:
        return [0.0] * seats
    winners = outcome["winners"]
    if seats == 1:
        return [1.0 if winners else -1.0]
    if not winners:
        return [0.0] * seats
    return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]


def information(view: View) -> str:
    """All a seat knows with perfect recall: the whole view, its log included, as JSON with sorted keys."""
    return json.dumps(view, sort_keys=True, ensure_ascii=False)


def observation(view: View) -> str:
    """What a seat sees at this moment: the view without its log."""
    return json.dumps({key: value for key, value in view.items() if key != "log"}, sort_keys=True, ensure_ascii=False)


def features(view: View) -> list[float]:
    """A view as FEATURES numbers, for any game alike: every fact in it ("hands.1.0 is 3") sets one of them to 1 or -1,
    chosen by a checksum of the fact (feature hashing). Facts that fall on one place add up. The log is left out."""
    out = [0.0] * FEATURES
    for fact in facts({key: value for key, value in view.items() if key not in UNSEEN}, ""):
        mark = crc32(fact.encode())
        out[mark % FEATURES] += 1.0 if mark >> 31 else -1.0
    return out


def facts(thing: object, path: str) -> Iterator[str]:
    """Every leaf of a view with the way to it; a text counts letter by letter, because hands are written so."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield from facts(value, f"{path}.{key}")
    elif isinstance(thing, (list, tuple)) or (isinstance(thing, str) and len(thing) > 1):
        for i, value in enumerate(thing):
            yield from facts(value, f"{path}.{i}")
    elif thing is not None and thing is not False and thing != "":  # 0 is a fact
        yield f"{path}={thing}"
