"""How many worlds a review takes when nobody says: as many as its time allows, out of a few round numbers."""

from __future__ import annotations

from time import thread_time
from typing import Final

from sortilege.analysis.evaluate import imagine
from sortilege.analysis.review.course import Course
from sortilege.analysis.review.judge import CONTENDERS, looks

BUDGET: Final = 40.0  # seconds of work; a minute is promised, and machines differ
STEPS: Final = (2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400)
PLACES: Final = 6  # of the game at which the work is measured
TRIALS: Final = 4


def worlds_within(course: Course, seconds: float = BUDGET) -> int:
    """The most worlds whose work is expected to be done in so many seconds on one core."""
    each = seconds_per_play(course)
    fitting = [worlds for worlds in STEPS if plays(course, worlds) * each <= seconds]
    return max(fitting, default=STEPS[0])


def plays(course: Course, worlds: int) -> int:
    """How often a world is played on in a review of so many worlds."""
    short, longer = looks(worlds)
    lights = 2 if course.game.hides else 1
    total = worlds * (len(course.nodes) + 1)
    for node in course.judged:
        rivals = len(node.legal) - 1
        total += lights * (short * rivals + longer * min(rivals, CONTENDERS + 1) + (1 + lights) * worlds)
    return total


def seconds_per_play(course: Course) -> float:
    """What one takes, measured here and there in the game; the first ones warm up and do not count."""
    judged = course.judged
    total, count = 0.0, 0
    for node in judged[:: max(1, len(judged) // PLACES)]:
        imagined = imagine(course.game, course.known(node), 0)
        for number in range(1 + TRIALS):
            began = thread_time()
            imagined.play(imagined.enter(number), node.action, node.by)
            if number > 0:
                total += thread_time() - began
                count += 1
    return total / max(1, count)
