"""The default number of worlds of a review: the highest of a few round numbers that its time allows."""

from __future__ import annotations

from time import thread_time
from typing import Final

from sortilege.analysis.evaluate import rollouts_for
from sortilege.analysis.review.decisions import CONTENDERS, selection_worlds
from sortilege.analysis.review.timeline import Timeline

BUDGET: Final = 40.0  # seconds of CPU time, so that a review takes about a minute on a slower machine
STEPS: Final = (2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400)
SAMPLED_DECISIONS: Final = 6  # decisions at which the time of a rollout is measured
TRIALS: Final = 4


def worlds_within(timeline: Timeline, seconds: float = BUDGET) -> int:
    """Return the highest number of worlds with which a review probably takes no longer than this on one core."""
    each = seconds_per_rollout(timeline)
    fitting = [worlds for worlds in STEPS if rollout_count(timeline, worlds) * each <= seconds]
    return max(fitting, default=STEPS[0])


def rollout_count(timeline: Timeline, worlds: int) -> int:
    """Return the number of rollouts in a review with this number of worlds."""
    short, longer = selection_worlds(worlds)
    evaluations = 2 if timeline.game.hides_information else 1
    total = worlds * (len(timeline.nodes) + 1)
    for node in timeline.choices:
        rivals = len(node.legal) - 1
        total += evaluations * (short * rivals + longer * min(rivals, CONTENDERS + 1) + (1 + evaluations) * worlds)
    return total


def seconds_per_rollout(timeline: Timeline) -> float:
    """Return the mean CPU time of a rollout, measured at several decisions of the game. The first rollout of each only
    warms up and is not counted."""
    total, count = 0.0, 0
    for node in timeline.choices[:: max(1, len(timeline.choices) // SAMPLED_DECISIONS)]:
        rollouts = rollouts_for(timeline.game, timeline.subject_known(node), 0)
        for number in range(1 + TRIALS):
            began = thread_time()
            rollouts.value_after(rollouts.enter_world(number), node.action, node.by)
            if number > 0:
                total += thread_time() - began
                count += 1
    return total / max(1, count)
