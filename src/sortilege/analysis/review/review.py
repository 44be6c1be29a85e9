"""A review, step by step: it may be left after any step and go on later, and ends with the same numbers.

1. Every world is one sequence of luck for the whole game, met by every state of it at its own turn. So the changes from
   line to line are due to what happened there and not to other luck.
2. A look at the whole game comes first (`SKETCH` worlds), then the decisions that swung it most, then all the rest.
3. Where nothing is hidden, a decision's effect is the change of the curve across it. Where something is, it is what
   the decision changed on average over all its seat could not see; the rest of the change is luck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sortilege.analysis.evaluate import check_effort
from sortilege.analysis.review.books import balance
from sortilege.analysis.review.course import Course, Node, course_of
from sortilege.analysis.review.effort import plays, worlds_within
from sortilege.analysis.review.judge import Finding, judge_known, judge_open
from sortilege.analysis.review.shapes import Moment, Result
from sortilege.core.match import Match
from sortilege.core.shapes import Object

SKETCH: Final = 16  # worlds of the first look
FEW: Final = 3  # moments that mattered most


class Review:
    """The review of one finished match, under way."""

    def __init__(self, match: Match, seed: int = 0, worlds: int | None = None, kept: Object | None = None) -> None:
        """`kept` is what `keep` answered: the review goes on from there."""
        check_effort(seed, 0, worlds)
        self.course: Course = course_of(match)
        self.seed = seed if kept is None else kept["seed"]
        self.worlds = kept["worlds"] if kept is not None else worlds or worlds_within(self.course)
        # For the state before line k, and last the end: the sum of every side's shares over the first so many worlds.
        self.counts: list[int] = [0] * len(self.course.nodes)
        self.sums: list[list[float]] = [[0.0] * self.course.seats for _ in self.course.nodes]
        self.findings: dict[int, tuple[Finding, Finding]] = {}
        self.first: list[int] | None = None  # what the first look found biggest
        self.imagined = self.course.worlds(self.seed)
        if kept is not None:
            self.counts, self.sums, self.first = kept["counts"], kept["sums"], kept["first"]
            self.findings = {at: (Finding(*known), Finding(*opened)) for at, known, opened in kept["findings"]}

    # ------------------------------------------------------------ step by step
    def step(self) -> bool:
        """Do the next piece of work, some milliseconds; False when there is none left."""
        sketch = min(SKETCH, self.worlds)
        for at, count in enumerate(self.counts):
            if count < sketch:
                return self.look(at, sketch)
        if self.first is None:
            self.first = self.biggest()
        for at in self.first:
            if self.course.nodes[at].judged and at not in self.findings:
                return self.judge(self.course.nodes[at])
        for at, count in enumerate(self.counts):
            if count < self.worlds:
                return self.look(at, self.worlds)
        left = [node for node in self.course.judged if node.at not in self.findings]
        if left:
            return self.judge(max(left, key=lambda node: (self.swing(node.at), -node.at)))
        return False

    def look(self, at: int, until: int) -> bool:
        """A point of the curve in more worlds."""
        node, imagined, sums = self.course.nodes[at], self.imagined, self.sums[at]
        for number in range(self.counts[at], until):
            imagined.enter(number)
            imagined.play_later(node.state, node.turn, node.seen)
            for seat in range(self.course.seats):
                sums[seat] += imagined.share(seat)
        self.counts[at] = until
        return True

    def judge(self, node: Node) -> bool:
        """A decision in both lights."""
        known = judge_known(self.course, node, self.seed, self.worlds)
        opened = known if node.view is None else judge_open(self.course, node, self.seed, self.worlds)
        self.findings[node.at] = known, opened
        return True

    def progress(self) -> float:
        """How much of the work is done, 0 to 1."""
        looked = sum(self.counts)
        whole = plays(self.course, self.worlds)
        judging = max(0, whole - self.worlds * len(self.counts))
        done = looked + judging * len(self.findings) / max(1, len(self.course.judged))
        return min(1.0, done / max(1, whole))

    def keep(self) -> Object:
        """All that is known so far, as JSON."""
        findings = [[at, list(known), list(opened)] for at, (known, opened) in sorted(self.findings.items())]
        return {
            "seed": self.seed,
            "worlds": self.worlds,
            "counts": self.counts,
            "sums": self.sums,
            "first": self.first,
            "findings": findings,
        }

    # ------------------------------------------------------------ what is known so far
    def points(self) -> list[list[float]]:
        """Every seat's share before each line and at the end; before the first look the even start stands in."""
        even = [1 / max(2, len(self.course.sides))] * self.course.seats
        known = [
            [one / count for one in sums] if count else even for sums, count in zip(self.sums, self.counts, strict=True)
        ]
        return [*known, self.course.result]

    def swing(self, at: int) -> float:
        """How far the line moved anybody's chances."""
        points = self.points_around(at)
        return max(abs(after - before) for before, after in zip(*points, strict=True))

    def points_around(self, at: int) -> tuple[list[float], list[float]]:
        here = [one / self.counts[at] for one in self.sums[at]]
        if at + 1 == len(self.counts):
            return here, self.course.result
        return here, [one / self.counts[at + 1] for one in self.sums[at + 1]]

    def biggest(self, count: int = FEW) -> list[int]:
        """The lines that moved the chances most, the biggest first; [] before the first look is done."""
        if not all(self.counts):
            return []
        lines = sorted(range(len(self.counts)), key=lambda at: (-self.swing(at), at))
        return lines[:count]

    def moments(self) -> list[Moment]:
        """The decisions judged so far."""
        return [self.moment(self.course.nodes[at], *self.findings[at]) for at in sorted(self.findings)]

    def moment(self, node: Node, known: Finding, opened: Finding) -> Moment:
        game = self.course.game
        return {
            "at": node.at,
            "seat": node.by,
            "action": game.describe(node.action),
            "best": game.describe(known.best),
            "known": known.judgement,
            "open": opened.judgement,
        }

    def result(self) -> Result:
        """The whole review; of one that is not done, what is known so far."""
        points = self.points()
        start = self.course.even or points[0]
        effects = {at: known.effect for at, (known, _) in self.findings.items() if self.course.game.hides}
        return {
            "game": self.course.game.name,
            "names": list(self.course.match.names),
            "start": start,
            "result": self.course.result,
            "books": balance(self.course, start, points, effects),
            "curve": points[1:],
            "moments": self.moments(),
        }


def review(
    match: Match,
    seed: int = 0,
    worlds: int | None = None,
    progress: Callable[[Review], Any] = lambda _: None,
) -> Result:
    """The review of a finished match: as many worlds as said, or as a minute allows. The same seed and number of
    worlds give the same review. `progress` is called after every step."""
    under_way = Review(match, seed, worlds)
    while under_way.step():
        progress(under_way)
    return under_way.result()
