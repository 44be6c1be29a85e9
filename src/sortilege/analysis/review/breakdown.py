"""The breakdown of every seat's result into luck and decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sortilege.analysis.review.results import SeatBook
from sortilege.analysis.review.timeline import Timeline
from sortilege.core.engine.state import CHANCE


def break_down(
    timeline: Timeline,
    start: Sequence[float],
    curve: Sequence[Sequence[float]],
    effects: Mapping[int, Sequence[float]],
) -> list[SeatBook]:
    """Return the parts of every seat's result, so that start + luck + own + others + rest = result.

    `curve` has the win probabilities by seat before each log line and at the end. `effects` has, by log index, the
    change of each seat's win probability that a decision caused, given what its seat knew. The remaining change is
    luck. A decision that is not in `effects` caused the whole change of the curve. The rest is the difference between
    the beginning of the curve and `start`.
    """
    books = []
    for seat in range(timeline.seats):
        luck = own = others = 0.0
        for node in timeline.nodes:
            change = curve[node.log_index + 1][seat] - curve[node.log_index][seat]
            if node.actor == CHANCE:
                luck += change
                continue
            effect = effects[node.log_index][seat] if node.log_index in effects else change
            luck += change - effect
            if node.actor == seat:
                own += effect
            else:
                others += effect
        rest = timeline.result[seat] - start[seat] - luck - own - others
        books.append(SeatBook(seat=seat, luck=luck, own=own, others=others, rest=rest))
    return books
