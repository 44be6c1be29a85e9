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
from sortilege.analysis.review.results import Moment, Result, SeatBreakdown
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
    """The review of a finished match: a curve of the win probabilities, and an evaluation of each decision. Call `step`
    until the review is complete; the results so far are available at any time."""

    def __init__(self, match: Match, seed: int = 0, worlds: int | None = None, saved: Object | None = None) -> None:
        """Begin a review, or continue an interrupted one from the object `saved` that `save` returned."""
        check_limits(seed, 0, worlds)
        self.timeline: Timeline = timeline_of(match)
        self.seed: int = seed if saved is None else saved["seed"]
        self.worlds: int = (worlds or worlds_within(self.timeline)) if saved is None else saved["worlds"]
        # By log index, for the state before the log line: the number of rollouts so far, and the sums of their results.
        self.counts: list[int] = [0] * len(self.timeline.nodes)
        self.sums: list[list[float]] = [[0.0] * self.timeline.seats for _ in self.timeline.nodes]
        self.sketch_biggest: list[int] | None = None  # the biggest changes of the sketch; None until it is complete
        self.evaluations: dict[int, tuple[Evaluation, Evaluation]] = {}  # by log index: without and with hindsight
        self.rollouts = self.timeline.true_state_rollouts(self.seed)
        if saved is not None:
            self.counts, self.sums, self.sketch_biggest = saved["counts"], saved["sums"], saved["first"]
            for log_index, known, opened in saved["findings"]:
                self.evaluations[log_index] = Evaluation(*known), Evaluation(*opened)

    # ------------------------------------------------------------ step by step
    def step(self) -> bool:
        """Do the next piece of work, which takes some milliseconds: first for a sketch of the curve, then for the
        decisions with the biggest changes, then for everything else. Return False if the review is complete."""
        if self.compute_next_point(min(SKETCH_ROLLOUTS, self.worlds)):
            return True
        if self.sketch_biggest is None:
            self.sketch_biggest = self.biggest()
        for log_index in self.sketch_biggest:
            node = self.timeline.nodes[log_index]
            if node.is_choice and log_index not in self.evaluations:
                self.evaluate(node)
                return True
        if self.compute_next_point(self.worlds):
            return True
        remaining = [node for node in self.timeline.choices if node.log_index not in self.evaluations]
        if remaining:
            self.evaluate(max(remaining, key=lambda node: (self.swing(node.log_index), -node.log_index)))
        return bool(remaining)

    def compute_next_point(self, rollouts_needed: int) -> bool:
        """Add rollouts (simulated games) to the first point of the curve that has too few. Return False if there is
        none."""
        for node in self.timeline.nodes:
            rollouts_done = self.counts[node.log_index]
            if rollouts_done < rollouts_needed:
                sums = self.sums[node.log_index]
                for number in range(rollouts_done, rollouts_needed):
                    self.rollouts.sample_state(number)
                    self.rollouts.roll_out_position(node.state, node.turn_number, node.event_counts)
                    for seat in range(self.timeline.seats):
                        sums[seat] += self.rollouts.win_probability(seat)
                self.counts[node.log_index] = rollouts_needed
                return True
        return False

    def evaluate(self, node: Node) -> None:
        """Evaluate a decision, both from what its seat could know and with hindsight. In a game that hides nothing,
        both evaluations are the same."""
        known = evaluate_without_hindsight(self.timeline, node, self.seed, self.worlds)
        hides_information = node.view is not None
        opened = evaluate_with_hindsight(self.timeline, node, self.seed, self.worlds) if hides_information else known
        self.evaluations[node.log_index] = known, opened

    def progress(self) -> float:
        """Return which part of the work is done, 0 to 1."""
        rollouts_of_review = rollout_count(self.timeline, self.worlds)
        rollouts_of_decisions = max(0, rollouts_of_review - self.worlds * len(self.counts))
        evaluated_part = len(self.evaluations) / max(1, len(self.timeline.choices))
        rollouts_done = sum(self.counts) + rollouts_of_decisions * evaluated_part
        return min(1.0, rollouts_done / max(1, rollouts_of_review))

    def save(self) -> Object:
        """Return the present state of the review as a JSON object, with which it can be continued later."""
        evaluations = [
            [log_index, list(known), list(opened)] for log_index, (known, opened) in sorted(self.evaluations.items())
        ]
        return {
            "seed": self.seed,
            "worlds": self.worlds,
            "counts": self.counts,
            "sums": self.sums,
            "first": self.sketch_biggest,
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
            even_share = 1 / max(2, self.timeline.sides)  # in a solo game, victory and defeat are equally likely
            return [even_share] * self.timeline.seats
        return [total / rollouts_done for total in self.sums[log_index]]

    def swing(self, log_index: int) -> float:
        """Return the biggest change of any seat's win probability at this log line."""
        before, after = self.points_around(log_index)
        return max(abs(new - old) for old, new in zip(before, after, strict=True))

    def points_around(self, log_index: int) -> tuple[list[float], list[float]]:
        """Return every seat's win probability before and after this log line."""
        return self.point(log_index), self.point(log_index + 1)

    def biggest(self, count: int = BIGGEST) -> list[int]:
        """Return the indices of the `count` log lines that changed the win probabilities most, the biggest change
        first. Return [] until every point of the curve has been computed."""
        is_curve_computed = all(rollouts_done > 0 for rollouts_done in self.counts)
        if not is_curve_computed:
            return []
        log_indices = range(len(self.counts))
        return sorted(log_indices, key=lambda log_index: (-self.swing(log_index), log_index))[:count]

    def moments(self) -> list[Moment]:
        """Return the results of all decisions that are evaluated so far, in the order of the log."""
        return [self.moment(log_index) for log_index in sorted(self.evaluations)]

    def moment(self, log_index: int) -> Moment:
        """Return the evaluation of the decision at this log line."""
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
            effects = {log_index: evaluation.effect for log_index, (evaluation, _) in self.evaluations.items()}
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
) -> list[SeatBreakdown]:
    """Explain every seat's result as a sum: the win probability at the start, and its changes by cause (luck, own
    decisions, decisions of others, the rest).

    `curve` has every seat's win probability before each log line and at the end. The change at a chance event is luck.
    `effects` says, by log index and seat, which part of the change a decision caused; the other part is luck. A
    decision that is not in `effects` caused the whole change.
    """
    breakdowns = []
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
        breakdowns.append(SeatBreakdown(seat=seat, luck=luck, own=own, others=others, rest=rest))
    return breakdowns


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
    """Return the largest number of rollouts (simulated games) for each position of a game with which a review probably
    takes at most `seconds` on one core."""
    seconds_each = seconds_per_rollout(timeline)
    fitting = [worlds for worlds in WORLD_NUMBERS if rollout_count(timeline, worlds) * seconds_each <= seconds]
    return max(fitting, default=WORLD_NUMBERS[0])


def rollout_count(timeline: Timeline, worlds: int) -> int:
    """Return the total number of rollouts (simulated games) in a review with `worlds` rollouts for every position. A
    decision needs rollouts to select the best alternative, and more to compare it with the played action. If the game
    hides information, each decision is evaluated twice, and each comparison also starts from before the action."""
    trial_worlds, contender_worlds = selection_worlds(worlds)
    evaluations = 2 if timeline.game.hides_information else 1  # without and with hindsight
    total = worlds * (len(timeline.nodes) + 1)
    for node in timeline.choices:
        alternatives = len(node.legal) - 1
        contenders = min(alternatives, CONTENDERS + 1)
        selecting = trial_worlds * alternatives + contender_worlds * contenders
        comparing = (1 + evaluations) * worlds
        total += evaluations * (selecting + comparing)
    return total


def seconds_per_rollout(timeline: Timeline) -> float:
    """Measure the mean CPU time of a rollout (a simulated game) at several decisions of the game. The first rollout of
    each decision is not counted, because it also fills caches."""
    total, count = 0.0, 0
    interval = max(1, len(timeline.choices) // SAMPLED_DECISIONS)
    for node in timeline.choices[::interval]:
        rollouts = rollouts_for(timeline.game, timeline.subject_without_hindsight(node), seed=0)
        for number in range(1 + TIMED_ROLLOUTS):
            began = thread_time()
            rollouts.value_after(rollouts.sample_state(number), node.action, node.actor)
            if number > 0:
                total += thread_time() - began
                count += 1
    return total / max(1, count)
