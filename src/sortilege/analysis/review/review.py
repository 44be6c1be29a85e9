"""A review, computed in small steps. It can be interrupted after any step and continued later with the same result.

1. The curve has every seat's win probability before each log line: the mean over many rollouts (simulated games), each
   with its own random draws for the whole game. `worlds` is the number of rollouts for a point. All points use the same
   draws, so the change of the curve at a log line is caused by this line and not by other luck.
2. First every point of the curve is computed with a few rollouts (`SKETCH_ROLLOUTS`), then the decisions with the
   biggest changes are evaluated, then everything else.
3. In a game that hides nothing, the effect of a decision is the change of the curve at its log line. Otherwise it is
   the mean change over all states that the seat could not distinguish. The remaining change is luck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import thread_time
from typing import Any, Final

from sortilege.analysis.evaluate import check_limits, rollouts_for
from sortilege.analysis.review.decisions import (
    CONTENDERS,
    Evaluation,
    evaluate_with_hindsight,
    evaluate_without_hindsight,
    selection_worlds,
)
from sortilege.analysis.review.results import Moment, Result, SeatBook
from sortilege.analysis.review.timeline import Node, Timeline, timeline_of
from sortilege.core.engine.state import CHANCE
from sortilege.core.match import Match
from sortilege.core.types import Object

SKETCH_ROLLOUTS: Final = 16  # for each point in the first version of the curve
BIGGEST: Final = 3  # log lines in the list of the biggest changes
CPU_SECONDS: Final = 40.0  # a review then takes about a minute on a slower machine
WORLD_NUMBERS: Final = (2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400)
SAMPLED_DECISIONS: Final = 6  # decisions at which the time of a rollout is measured
TIMED_ROLLOUTS: Final = 4  # at each of them


class Review:
    """The review of one finished match. Call `step` until the review is complete; results are available before."""

    def __init__(self, match: Match, seed: int = 0, worlds: int | None = None, saved: Object | None = None) -> None:
        """Begin a review, or continue an interrupted one from the object `saved` that `save` returned."""
        check_limits(seed, 0, worlds)
        self.timeline: Timeline = timeline_of(match)
        if saved is not None:
            seed, worlds = saved["seed"], saved["worlds"]
        self.seed: int = seed
        self.worlds: int = worlds or worlds_within(self.timeline)
        # By log index, for the state before the log line: the number of rollouts so far, and the sums of their results.
        self.counts: list[int] = [0] * len(self.timeline.nodes)
        self.sums: list[list[float]] = [[0.0] * self.timeline.seats for _ in self.timeline.nodes]
        self.evaluations: dict[int, tuple[Evaluation, Evaluation]] = {}  # without and with hindsight, by log index
        self.first: list[int] | None = None  # the biggest changes of the first version of the curve
        self.rollouts = self.timeline.true_state_rollouts(self.seed)
        if saved is not None:
            self.counts, self.sums, self.first = saved["counts"], saved["sums"], saved["first"]
            for log_index, known, opened in saved["findings"]:
                self.evaluations[log_index] = Evaluation(*known), Evaluation(*opened)

    # ------------------------------------------------------------ step by step
    def step(self) -> bool:
        """Do the next piece of work, which takes some milliseconds. Return False if the review is complete."""
        if self.extend_curve(min(SKETCH_ROLLOUTS, self.worlds)):
            return True
        if self.first is None:
            self.first = self.biggest()
        for log_index in self.first:
            node = self.timeline.nodes[log_index]
            if node.is_choice and log_index not in self.evaluations:
                self.evaluate(node)
                return True
        if self.extend_curve(self.worlds):
            return True
        remaining = [node for node in self.timeline.choices if node.log_index not in self.evaluations]
        if remaining:
            self.evaluate(max(remaining, key=lambda node: (self.swing(node.log_index), -node.log_index)))
        return bool(remaining)

    def extend_curve(self, worlds: int) -> bool:
        """Compute the first point of the curve with fewer than `worlds` rollouts; return False if there is none."""
        for node in self.timeline.nodes:
            rollouts_done = self.counts[node.log_index]
            if rollouts_done < worlds:
                sums = self.sums[node.log_index]
                for number in range(rollouts_done, worlds):
                    self.rollouts.sample_state(number)
                    self.rollouts.roll_out_later(node.state, node.turn_number, node.event_counts)
                    for seat in range(self.timeline.seats):
                        sums[seat] += self.rollouts.win_probability(seat)
                self.counts[node.log_index] = worlds
                return True
        return False

    def evaluate(self, node: Node) -> None:
        """Evaluate a decision, both from what its seat could know and with hindsight. In a game that hides nothing,
        both evaluations are the same."""
        known = evaluate_without_hindsight(self.timeline, node, self.seed, self.worlds)
        opened = known if node.view is None else evaluate_with_hindsight(self.timeline, node, self.seed, self.worlds)
        self.evaluations[node.log_index] = known, opened

    def progress(self) -> float:
        """Return which part of the work is done, 0 to 1."""
        all_rollouts = rollout_count(self.timeline, self.worlds)
        rollouts_of_decisions = max(0, all_rollouts - self.worlds * len(self.counts))
        evaluated = len(self.evaluations) / max(1, len(self.timeline.choices))
        done = sum(self.counts) + rollouts_of_decisions * evaluated
        return min(1.0, done / max(1, all_rollouts))

    def save(self) -> Object:
        """Return the present state of the review as JSON, to continue later."""
        evaluations = [
            [log_index, list(known), list(opened)] for log_index, (known, opened) in sorted(self.evaluations.items())
        ]
        return {
            "seed": self.seed,
            "worlds": self.worlds,
            "counts": self.counts,
            "sums": self.sums,
            "first": self.first,
            "findings": evaluations,
        }

    # ------------------------------------------------------------ results so far
    def point(self, log_index: int) -> list[float]:
        """Return a point of the curve: every seat's win probability before this log line or, for the index after the
        last line, the final result. Return equal win probabilities if the point has not been computed yet."""
        if log_index == len(self.counts):
            return self.timeline.result
        rollouts_done = self.counts[log_index]
        if rollouts_done == 0:
            return [1 / max(2, self.timeline.sides)] * self.timeline.seats
        return [total / rollouts_done for total in self.sums[log_index]]

    def swing(self, log_index: int) -> float:
        """Return the biggest change of any seat's win probability at this log line."""
        before, after = self.points_around(log_index)
        return max(abs(new - old) for old, new in zip(before, after, strict=True))

    def points_around(self, log_index: int) -> tuple[list[float], list[float]]:
        """Return every seat's win probability before and after this log line."""
        return self.point(log_index), self.point(log_index + 1)

    def biggest(self, count: int = BIGGEST) -> list[int]:
        """Return the indices of the log lines that changed the win probabilities most, the biggest change first. Return
        [] until every point of the curve has been computed."""
        if not all(self.counts):
            return []
        log_indices = range(len(self.counts))
        return sorted(log_indices, key=lambda log_index: (-self.swing(log_index), log_index))[:count]

    def moments(self) -> list[Moment]:
        """Return the results of all decisions that are evaluated so far."""
        return [self.moment(log_index) for log_index in sorted(self.evaluations)]

    def moment(self, log_index: int) -> Moment:
        """Return the result of one evaluated decision."""
        game, node = self.timeline.game, self.timeline.nodes[log_index]
        known, opened = self.evaluations[log_index]
        return {
            "at": node.log_index,
            "seat": node.actor,
            "action": game.describe(node.action),
            "best": game.describe(known.best),
            "known": known.judgement,
            "open": opened.judgement,
        }

    def result(self) -> Result:
        """Return the whole review, or the results so far if it is incomplete."""
        curve = [self.point(log_index) for log_index in range(len(self.counts) + 1)]
        start = self.timeline.even_start or curve[0]
        effects = {}
        if self.timeline.game.hides_information:
            effects = {log_index: known.effect for log_index, (known, _) in self.evaluations.items()}
        return {
            "game": self.timeline.game.name,
            "names": list(self.timeline.match.names),
            "start": start,
            "result": self.timeline.result,
            "books": break_down(self.timeline, start, curve, effects),
            "curve": curve[1:],
            "moments": self.moments(),
        }


def break_down(
    timeline: Timeline, start: Sequence[float], curve: Sequence[Sequence[float]], effects: Mapping[int, Sequence[float]]
) -> list[SeatBook]:
    """Break every seat's result down by cause, so that start + luck + own + others + rest = result.

    `curve` has the win probabilities by seat before each log line and at the end. `effects` has, by log index, how much
    a decision changed each seat's win probability, given what the deciding seat knew; the remaining change of the curve
    is luck. A decision that is not in `effects` caused the whole change of the curve.
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


def review(
    match: Match, seed: int = 0, worlds: int | None = None, progress: Callable[[Review], Any] = lambda _: None
) -> Result:
    """Return the review of a finished match. `worlds` is the number of rollouts (simulated games) for every position;
    by default it is chosen so that the review takes about a minute. The same `seed` and `worlds` give the same review.
    Call `progress` after every step."""
    match_review = Review(match, seed, worlds)
    while match_review.step():
        progress(match_review)
    return match_review.result()


# ---------------------------------------------------------------- the default number of rollouts for a position
def worlds_within(timeline: Timeline, seconds: float = CPU_SECONDS) -> int:
    """Return the highest value of `worlds` with which a review probably takes at most `seconds` on one core."""
    seconds_each = seconds_per_rollout(timeline)
    fitting = [worlds for worlds in WORLD_NUMBERS if rollout_count(timeline, worlds) * seconds_each <= seconds]
    return max(fitting, default=WORLD_NUMBERS[0])


def rollout_count(timeline: Timeline, worlds: int) -> int:
    """Return the total number of rollouts in a review with `worlds` rollouts for every position. A decision needs
    rollouts to select the best alternative, and then to compare the played action with this alternative. If the game
    hides information, a decision is evaluated twice, without and with hindsight, and each comparison also needs
    rollouts from the state before the action."""
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
    """Measure the mean CPU time of a rollout at several decisions of the game. The first rollout of each decision is
    not counted, because it also fills caches."""
    total, count = 0.0, 0
    for node in timeline.choices[:: max(1, len(timeline.choices) // SAMPLED_DECISIONS)]:
        rollouts = rollouts_for(timeline.game, timeline.subject_without_hindsight(node), 0)
        for number in range(1 + TIMED_ROLLOUTS):
            began = thread_time()
            rollouts.value_after(rollouts.sample_state(number), node.action, node.actor)
            if number > 0:
                total += thread_time() - began
                count += 1
    return total / max(1, count)
