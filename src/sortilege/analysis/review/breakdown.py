"""The breakdown of every seat's result into luck and decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sortilege.analysis.review.results import SeatBook
from sortilege.analysis.review.timeline import Timeline
from sortilege.core.engine.state import CHANCE


def break_down(
    timeline: Timeline,
    start: Sequence[float],
    points: Sequence[Sequence[float]],
    effects: Mapping[int, Sequence[float]],
) -> list[SeatBook]:
    """Return the parts of every seat's result, so that start + luck + own + others + rest = result.

    `points` are the shares before each log line and at the end. `effects` has the changes by seat that a decision
    caused given what its seat knew; the remaining change is luck. A decision that is not in `effects` caused the whole
    change of the curve. The rest is the difference between the first point of the curve and `start`.
    """
    books = []
    for seat in range(timeline.seats):
        luck = own = others = 0.0
        for node in timeline.nodes:
            change = points[node.at + 1][seat] - points[node.at][seat]
            if node.by == CHANCE:
                luck += change
                continue
            effect = effects[node.at][seat] if node.at in effects else change
            luck += change - effect
            if node.by == seat:
                own += effect
            else:
                others += effect
        rest = timeline.result[seat] - start[seat] - luck - own - others
        books.append(SeatBook(seat=seat, luck=luck, own=own, others=others, rest=rest))
    return books
