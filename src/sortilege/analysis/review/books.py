"""The books of a game: where every seat's result comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sortilege.analysis.review.course import Course
from sortilege.analysis.review.shapes import SeatBook
from sortilege.core.state import CHANCE


def balance(
    course: Course,
    start: Sequence[float],
    points: Sequence[Sequence[float]],
    effects: Mapping[int, Sequence[float]],
) -> list[SeatBook]:
    """For every seat start + luck + own + others + rest = result.

    `points` are the shares before each line and at the end. `effects` says of decisions what they changed given what
    their seats knew: the remainder of such a change is luck. A decision that is not in it changed what the curve says.
    The rest is how far the curve's first point lies from the start.
    """
    books = []
    for seat in range(course.seats):
        luck = own = others = 0.0
        for node in course.nodes:
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
        rest = course.result[seat] - start[seat] - luck - own - others
        books.append(SeatBook(seat=seat, luck=luck, own=own, others=others, rest=rest))
    return books
