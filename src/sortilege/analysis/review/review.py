"""A review, computed in small steps. It can be interrupted after any step and continued later with the same result.

1. One world fixes the random draws of the whole game, and every state of the game is rolled out with the draws of its
   own turn. So the change of the curve at a log line is caused by that line and not by other luck.
2. First every point of the curve is computed with a few worlds (`SKETCH`), then the decisions with the biggest changes
   are evaluated, then everything else.
3. Where nothing is hidden, the effect of a decision is the change of the curve across it. Otherwise it is the mean
   change over all worlds that its seat could not distinguish; the remaining change is luck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sortilege.analysis.evaluate import check_limits
from sortilege.analysis.review.breakdown import break_down
from sortilege.analysis.review.decisions import Evaluation, evaluate_known, evaluate_open
from sortilege.analysis.review.effort import rollout_count, worlds_within
from sortilege.analysis.review.results import Moment, Result
from sortilege.analysis.review.timeline import Node, Timeline, timeline_of
from sortilege.core.match import Match
from sortilege.core.types import Object

SKETCH: Final = 16  # worlds for the first version of the curve
BIGGEST: Final = 3  # log lines in the list of the biggest changes


class Review:
    """The review of one finished match, perhaps incomplete."""

    def __init__(self, match: Match, seed: int = 0, worlds: int | None = None, saved: Object | None = None) -> None:
        """`saved`: continue from this result of `save`."""
        check_limits(seed, 0, worlds)
        self.timeline: Timeline = timeline_of(match)
        self.seed = seed if saved is None else saved["seed"]
        self.worlds = saved["worlds"] if saved is not None else worlds or worlds_within(self.timeline)
        # For the state before each log line: the number of worlds so far, and the sum of every seat's shares in them.
        self.counts: list[int] = [0] * len(self.timeline.nodes)
        self.sums: list[list[float]] = [[0.0] * self.timeline.seats for _ in self.timeline.nodes]
        self.evaluations: dict[int, tuple[Evaluation, Evaluation]] = {}  # known and open, by log index
        self.first: list[int] | None = None  # the biggest changes of the first version of the curve
        self.rollouts = self.timeline.open_rollouts(self.seed)
        if saved is not None:
            self.counts, self.sums, self.first = saved["counts"], saved["sums"], saved["first"]
            for at, known, opened in saved["findings"]:
                self.evaluations[at] = Evaluation(*known), Evaluation(*opened)

    # ------------------------------------------------------------ step by step
    def step(self) -> bool:
        """Do the next piece of work, which takes some milliseconds. Return False if the review is complete."""
        sketch = min(SKETCH, self.worlds)
        for at, count in enumerate(self.counts):
            if count < sketch:
                self.extend_point(at, sketch)
                return True
        if self.first is None:
            self.first = self.biggest()
        for at in self.first:
            if self.timeline.nodes[at].is_choice and at not in self.evaluations:
                self.evaluate(self.timeline.nodes[at])
                return True
        for at, count in enumerate(self.counts):
            if count < self.worlds:
                self.extend_point(at, self.worlds)
                return True
        left = [node for node in self.timeline.choices if node.at not in self.evaluations]
        if left:
            self.evaluate(max(left, key=lambda node: (self.swing(node.at), -node.at)))
        return bool(left)

    def extend_point(self, at: int, worlds: int) -> None:
        """Continue a point of the curve up to this number of worlds."""
        node, rollouts, sums = self.timeline.nodes[at], self.rollouts, self.sums[at]
        for number in range(self.counts[at], worlds):
            rollouts.enter_world(number)
            rollouts.roll_out_later(node.state, node.turn_number, node.seen)
            for seat in range(self.timeline.seats):
                sums[seat] += rollouts.win_probability(seat)
        self.counts[at] = worlds

    def evaluate(self, node: Node) -> None:
        """Evaluate a decision, both from what its seat knew and with hindsight."""
        known = evaluate_known(self.timeline, node, self.seed, self.worlds)
        opened = known if node.view is None else evaluate_open(self.timeline, node, self.seed, self.worlds)
        self.evaluations[node.at] = known, opened

    def progress(self) -> float:
        """Return which part of the work is done, 0 to 1."""
        on_curve = sum(self.counts)
        whole = rollout_count(self.timeline, self.worlds)
        on_decisions = max(0, whole - self.worlds * len(self.counts))
        done = on_curve + on_decisions * len(self.evaluations) / max(1, len(self.timeline.choices))
        return min(1.0, done / max(1, whole))

    def save(self) -> Object:
        """Return the present state of the review as JSON, to continue later."""
        evaluations = [[at, list(known), list(opened)] for at, (known, opened) in sorted(self.evaluations.items())]
        return {
            "seed": self.seed,
            "worlds": self.worlds,
            "counts": self.counts,
            "sums": self.sums,
            "first": self.first,
            "findings": evaluations,
        }

    # ------------------------------------------------------------ results so far
    def points(self) -> list[list[float]]:
        """Return every seat's share before each log line and at the end. Points that are not computed yet have equal
        shares."""
        even = [1 / max(2, self.timeline.sides)] * self.timeline.seats
        computed = [
            [total / count for total in sums] if count else even
            for sums, count in zip(self.sums, self.counts, strict=True)
        ]
        return [*computed, self.timeline.result]

    def swing(self, at: int) -> float:
        """Return the biggest change of any seat's share at this log line."""
        before, after = self.points_around(at)
        return max(abs(new - old) for old, new in zip(before, after, strict=True))

    def points_around(self, at: int) -> tuple[list[float], list[float]]:
        """Return every seat's share before and after this log line."""
        before = [total / self.counts[at] for total in self.sums[at]]
        if at + 1 == len(self.counts):
            return before, self.timeline.result
        return before, [total / self.counts[at + 1] for total in self.sums[at + 1]]

    def biggest(self, count: int = BIGGEST) -> list[int]:
        """Return the log lines with the biggest changes, biggest first; [] until every point of the curve is
        computed."""
        if not all(self.counts):
            return []
        lines = sorted(range(len(self.counts)), key=lambda at: (-self.swing(at), at))
        return lines[:count]

    def moments(self) -> list[Moment]:
        """Return the decisions evaluated so far."""
        return [self.moment(self.timeline.nodes[at], *self.evaluations[at]) for at in sorted(self.evaluations)]

    def moment(self, node: Node, known: Evaluation, opened: Evaluation) -> Moment:
        """Return the result of one evaluated decision."""
        game = self.timeline.game
        return {
            "at": node.at,
            "seat": node.by,
            "action": game.describe(node.action),
            "best": game.describe(known.best),
            "known": known.judgement,
            "open": opened.judgement,
        }

    def result(self) -> Result:
        """Return the whole review, or the results so far if it is incomplete."""
        points = self.points()
        start = self.timeline.even_start or points[0]
        hides = self.timeline.game.hides_information
        effects = {at: known.effect for at, (known, _) in self.evaluations.items() if hides}
        return {
            "game": self.timeline.game.name,
            "names": list(self.timeline.match.names),
            "start": start,
            "result": self.timeline.result,
            "books": break_down(self.timeline, start, points, effects),
            "curve": points[1:],
            "moments": self.moments(),
        }


def review(
    match: Match,
    seed: int = 0,
    worlds: int | None = None,
    progress: Callable[[Review], Any] = lambda _: None,
) -> Result:
    """Return the review of a finished match. The default number of worlds is what about a minute allows. The same seed
    and number of worlds give the same review. `progress` is called after every step."""
    unfinished = Review(match, seed, worlds)
    while unfinished.step():
        progress(unfinished)
    return unfinished.result()
