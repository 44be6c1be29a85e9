"""The evaluation of a decision: what the played action lost against the best alternative.

1. The alternative ("rival") is selected in separate worlds, and then both actions are compared in new ones. If the same
   worlds served for both, the luckiest of many actions would look better than it is, and good decisions would seem to
   be mistakes.
2. Both actions are tried in the same worlds with the same luck. `sortilege analyse --at … --seed … --worlds …` prints
   the same shares.
3. Near the end of a game all possibilities are enumerated where that is feasible; then the loss is exact.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sortilege.analysis.evaluate import Subject, rollouts_for
from sortilege.analysis.exact import ExactSearch, TooManyNodes
from sortilege.analysis.intervals import Interval, difference, share_interval
from sortilege.analysis.review.results import Judgement, Verdict
from sortilege.analysis.review.timeline import Node, Timeline
from sortilege.analysis.rollouts import first_choices

SELECTION_SEED: Final = 500_009  # added to the review's seed for the worlds in which the rival is selected
CONTENDERS: Final = 6
ENDGAME: Final = 16  # log lines before the end in which decisions may be enumerated
MOST_NODES: Final = 400  # of an enumerated decision
ROUNDING: Final = 1e-12


class Evaluation(NamedTuple):
    """The evaluation of one decision, either from what its seat could know or with hindsight."""

    best: int  # the action
    rival: int  # the best action besides the one played
    judgement: Judgement
    worlds: int  # 0: enumerated exactly
    shares: tuple[Interval, Interval]  # of the seat, after the played action and after its rival
    better_in: float  # the part of the worlds in which the rival did better
    effect: list[float]  # by seat: the change caused by the played action, compared with the first choice


def selection_worlds(worlds: int) -> tuple[int, int]:
    """Return the number of worlds in which all alternatives are tried, and that of more worlds for the contenders."""
    return max(2, worlds // 25), max(2, worlds // 8)


def evaluate_known(timeline: Timeline, node: Node, seed: int, worlds: int) -> Evaluation:
    """Evaluate a decision from what its seat could know."""
    if node.view is None:
        return evaluate_open(timeline, node, seed, worlds)
    return compare_in_worlds(timeline, node, timeline.subject_known(node), seed, worlds)


def evaluate_open(timeline: Timeline, node: Node, seed: int, worlds: int) -> Evaluation:
    """Evaluate a decision with hindsight, all cards known."""
    exact = enumerate_decision(timeline, node)
    return exact or compare_in_worlds(timeline, node, timeline.subject_open(node), seed, worlds)


# ---------------------------------------------------------------- in imagined worlds
def compare_in_worlds(timeline: Timeline, node: Node, subject: Subject, seed: int, worlds: int) -> Evaluation:
    """Evaluate a decision by trying the played action and its rival in this number of worlds."""
    rival = select_rival(timeline, node, subject, seed + SELECTION_SEED, worlds)
    rollouts = rollouts_for(timeline.game, subject, seed)
    seats = range(timeline.seats)
    played_values, rival_values = [], []
    effect = [0.0] * timeline.seats
    for number in range(worlds):
        start = rollouts.enter_world(number)
        rival_values.append(rollouts.value_after(start, rival, node.by))
        played_values.append(rollouts.value_after(start, node.action, node.by))
        if node.view is not None:  # where nothing is hidden, the effect is the change of the curve
            after = [rollouts.win_probability(seat) for seat in seats]
            rollouts.value_after(start, -1, node.by)
            effect = [effect[seat] + (after[seat] - rollouts.win_probability(seat)) / worlds for seat in seats]
    gap = difference(rival_values, played_values)
    better = sum(a > b + ROUNDING for a, b in zip(rival_values, played_values, strict=True)) / worlds
    shares = share_interval(played_values), share_interval(rival_values)
    return make_evaluation(node, rival, gap, worlds, shares, better, effect)


def select_rival(timeline: Timeline, node: Node, subject: Subject, seed: int, worlds: int) -> int:
    """Return the most promising action besides the one played. All alternatives are tried in a few worlds, then the
    contenders in more; the first choice is always a contender."""
    rollouts = rollouts_for(timeline.game, subject, seed)
    short, longer = selection_worlds(worlds)
    others = [action for action in node.legal if action != node.action]
    sums = dict.fromkeys(others, 0.0)

    def try_actions(actions: list[int], numbers: range) -> None:
        for number in numbers:
            start = rollouts.enter_world(number)
            for action in actions:
                sums[action] += rollouts.value_after(start, action, node.by)

    try_actions(others, range(short))
    ordered = sorted(others, key=lambda action: (-sums[action], action))
    first_choice = first_choices(timeline.open_rollouts(0).insight, node.state)[0]
    contenders = ordered[:CONTENDERS] + [action for action in ordered[CONTENDERS:] if action == first_choice]
    if len(contenders) > 1:
        try_actions(contenders, range(short, short + longer))
    return min(contenders, key=lambda action: (-sums[action], action))


# ---------------------------------------------------------------- by enumeration
def enumerate_decision(timeline: Timeline, node: Node) -> Evaluation | None:
    """Evaluate a decision exactly, all cards known. Return None if that is too much work."""
    if node.at < len(timeline.nodes) - ENDGAME:
        return None
    search = ExactSearch(timeline.game, node.state, max_nodes=MOST_NODES)
    try:
        values = {action: search.probabilities_after(node.state, action) for action in node.legal}
        before = search.probabilities(node.state, node.state, search.rollouts.rests)
    except TooManyNodes:
        return None
    seat = node.by
    played = values[node.action][seat]
    rival = min((a for a in node.legal if a != node.action), key=lambda action: (-values[action][seat], action))
    best = values[rival][seat]
    effect = [after - now for after, now in zip(values[node.action], before, strict=True)]
    shares = exactly(played), exactly(best)
    return make_evaluation(node, rival, exactly(best - played), 0, shares, float(best > played + ROUNDING), effect)


def exactly(value: float) -> Interval:
    """Return the interval of a value that is known exactly."""
    return Interval(value, value, value)


# ---------------------------------------------------------------- the verdict
def make_evaluation(
    node: Node,
    rival: int,
    gap: Interval,
    worlds: int,
    shares: tuple[Interval, Interval],
    better_in: float,
    effect: list[float],
) -> Evaluation:
    """Return the evaluation for a gap: the rival's share minus that of the played action."""
    judgement = judgement_of(gap)
    best = node.action if judgement["verdict"] == "best" else rival
    return Evaluation(best, rival, judgement, worlds, shares, better_in, effect)


def judgement_of(gap: Interval) -> Judgement:
    """Return the loss against the rival. It is a slip only if the interval excludes zero."""
    high = min(1.0, max(gap.high, gap.mean, 0.0))
    if gap.mean <= ROUNDING:
        return Judgement(loss=0.0, low=0.0, high=high, verdict="best")
    low = max(0.0, min(gap.low, gap.mean))
    verdict: Verdict = "slip" if low > 0 else "close"
    return Judgement(loss=gap.mean, low=low, high=high, verdict=verdict)
