"""The default number of worlds of a review: the highest of a few round numbers that its time allows.

A world is a complete state with a random future, in which the review plays its rollouts (simulated games).
"""

from __future__ import annotations

from time import thread_time
from typing import Final

from sortilege.analysis.evaluate import rollouts_for
from sortilege.analysis.review.decisions import CONTENDERS, selection_worlds
from sortilege.analysis.review.timeline import Timeline

CPU_SECONDS: Final = 40.0  # a review then takes about a minute on a slower machine
WORLD_NUMBERS: Final = (2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400)
SAMPLED_DECISIONS: Final = 6  # decisions at which the time of a rollout is measured
TIMED_ROLLOUTS: Final = 4  # at each of them


def worlds_within(timeline: Timeline, seconds: float = CPU_SECONDS) -> int:
    """Return the highest number of worlds with which a review probably takes no longer than this on one core."""
    seconds_each = seconds_per_rollout(timeline)
    fitting = [worlds for worlds in WORLD_NUMBERS if rollout_count(timeline, worlds) * seconds_each <= seconds]
    return max(fitting, default=WORLD_NUMBERS[0])


def rollout_count(timeline: Timeline, worlds: int) -> int:
    """Return the number of rollouts in a review with this number of worlds."""
    trial, selection = selection_worlds(worlds)
    evaluations = 2 if timeline.game.hides_information else 1  # without and with hindsight
    total = worlds * (len(timeline.nodes) + 1)
    for node in timeline.choices:
        rivals = len(node.legal) - 1
        selecting = trial * rivals + selection * min(rivals, CONTENDERS + 1)
        comparing = (1 + evaluations) * worlds
        total += evaluations * (selecting + comparing)
    return total


def seconds_per_rollout(timeline: Timeline) -> float:
    """Return the mean CPU time of a rollout, measured at several decisions of the game. The first rollout of each
    decision is not counted, because it fills caches."""
    total, count = 0.0, 0
    for node in timeline.choices[:: max(1, len(timeline.choices) // SAMPLED_DECISIONS)]:
        rollouts = rollouts_for(timeline.game, timeline.subject_without_hindsight(node), 0)
        for number in range(1 + TIMED_ROLLOUTS):
            began = thread_time()
            rollouts.value_after(rollouts.enter_world(number), node.action, node.actor)
            if number > 0:
                total += thread_time() - began
                count += 1
    return total / max(1, count)
