"""The evaluation of a decision: the win probability that the played action lost against the best alternative.

Decisions are evaluated by rollouts (simulated games) from sampled states, which are complete states that agree with
what the seat could know. `worlds` is the number of sampled states.

1. The best alternative, called the rival, is selected with one set of sampled states. Then the played action and the
   rival are compared with a new set. If one set served for both, the luckiest of many actions would look better than it
   is, and good decisions would seem to be mistakes.
2. Both actions are tried from the same sampled states with the same luck. `sortilege analyse --at … --seed …
   --worlds …` prints the same win probabilities.
3. Near the end of a game all possibilities are enumerated where that is feasible. The loss is then exact.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sortilege.analysis.evaluate import Subject, rollouts_for
from sortilege.analysis.exact import ExactSearch, TooManyNodes
from sortilege.analysis.intervals import Interval, difference, share_interval
from sortilege.analysis.review.results import Judgement, Verdict
from sortilege.analysis.review.timeline import Node, Timeline
from sortilege.analysis.rollouts import NO_ACTION, first_choices

SELECTION_SEED: Final = 500_009  # added to the review's seed to sample the states for selecting the rival
CONTENDERS: Final = 6  # alternatives among which the rival is selected, with more sampled states
TRIAL_DIVISOR: Final = 25  # the final comparison has so many times the sampled states of the trial
CONTENDER_DIVISOR: Final = 8  # the same for the comparison of the contenders
ENDGAME_LINES: Final = 16  # decisions in this many log lines before the end may be enumerated
MAX_NODES: Final = 400  # of an enumerated decision
ROUNDING_ERROR: Final = 1e-12


class Evaluation(NamedTuple):
    """The evaluation of one decision, either from what its seat could know or with hindsight."""

    best: int  # the id of the best action
    rival: int  # the id of the best action besides the one played
    judgement: Judgement  # of the played action
    worlds: int  # the number of sampled states; 0: all continuations were enumerated
    shares: tuple[Interval, Interval]  # the seat's win probability after the played action and after the rival
    better_in: float  # the part (0 to 1) of the sampled states in which the rival did better
    effect: list[float]  # by seat: the change of the win probability that the played action caused


def selection_worlds(worlds: int) -> tuple[int, int]:
    """Return from how many sampled states all alternatives to the played action are tried, and from how many the best
    of them are compared. The winner is then compared with the played action from `worlds` sampled states."""
    trial_worlds = max(2, worlds // TRIAL_DIVISOR)
    contender_worlds = max(2, worlds // CONTENDER_DIVISOR)
    return trial_worlds, contender_worlds


def evaluate_without_hindsight(timeline: Timeline, node: Node, seed: int, worlds: int) -> Evaluation:
    """Evaluate a decision from what its seat could know at that time. In a game that hides nothing, this is the same as
    the evaluation with hindsight."""
    if node.view is None:
        return evaluate_with_hindsight(timeline, node, seed, worlds)
    return compare_by_rollouts(timeline, node, timeline.subject_without_hindsight(node), seed, worlds)


def evaluate_with_hindsight(timeline: Timeline, node: Node, seed: int, worlds: int) -> Evaluation:
    """Evaluate a decision with hindsight, that is with all hidden cards known."""
    exact_evaluation = enumerate_decision(timeline, node)
    return exact_evaluation or compare_by_rollouts(timeline, node, timeline.subject_with_hindsight(node), seed, worlds)


# ---------------------------------------------------------------- by rollouts
def compare_by_rollouts(timeline: Timeline, node: Node, subject: Subject, seed: int, worlds: int) -> Evaluation:
    """Evaluate a decision by rollouts (simulated games). From each sampled state of the position `subject`, play one
    rollout after the played action and one after the rival, the best other action."""
    rival = select_rival(timeline, node, subject, seed + SELECTION_SEED, worlds)
    rollouts = rollouts_for(timeline.game, subject, seed)
    seats = range(timeline.seats)
    played_values, rival_values = [], []
    effect = [0.0] * timeline.seats
    for number in range(worlds):
        start = rollouts.sample_state(number)
        rival_values.append(rollouts.value_after(start, rival, node.actor))
        played_values.append(rollouts.value_after(start, node.action, node.actor))
        if node.view is not None:  # where nothing is hidden, the effect is the change of the curve
            after = [rollouts.win_probability(seat) for seat in seats]
            rollouts.value_after(start, NO_ACTION, node.actor)
            before = [rollouts.win_probability(seat) for seat in seats]
            effect = [effect[seat] + (after[seat] - before[seat]) / worlds for seat in seats]
    gap = difference(rival_values, played_values)
    rival_was_better = [
        after_rival > after_played + ROUNDING_ERROR
        for after_rival, after_played in zip(rival_values, played_values, strict=True)
    ]
    better_in = sum(rival_was_better) / worlds
    shares = share_interval(played_values), share_interval(rival_values)
    return make_evaluation(node, rival, gap, worlds=worlds, shares=shares, better_in=better_in, effect=effect)


def select_rival(timeline: Timeline, node: Node, subject: Subject, seed: int, worlds: int) -> int:
    """Return the rival: the most promising action besides the played one. All alternatives are tried from a few sampled
    states. The best of them, the contenders, are then tried from more. The action with the highest prior weight is
    always a contender, unless it was played, because simulated players would play it."""
    rollouts = rollouts_for(timeline.game, subject, seed)
    trial_worlds, contender_worlds = selection_worlds(worlds)
    alternatives = [action for action in node.legal if action != node.action]
    value_sums = dict.fromkeys(alternatives, 0.0)

    def add_values(actions: list[int], sample_numbers: range) -> None:
        for number in sample_numbers:
            start = rollouts.sample_state(number)
            for action in actions:
                value_sums[action] += rollouts.value_after(start, action, node.actor)

    add_values(alternatives, range(trial_worlds))
    best_first = sorted(alternatives, key=lambda action: (-value_sums[action], action))
    first_choice = first_choices(timeline.true_state_rollouts(0).insight, node.state)[0]
    contenders = best_first[:CONTENDERS]
    if first_choice in best_first[CONTENDERS:]:
        contenders.append(first_choice)
    if len(contenders) > 1:
        add_values(contenders, range(trial_worlds, trial_worlds + contender_worlds))
    return min(contenders, key=lambda action: (-value_sums[action], action))


# ---------------------------------------------------------------- by enumeration
def enumerate_decision(timeline: Timeline, node: Node) -> Evaluation | None:
    """Evaluate a decision with all hidden cards known and all continuations enumerated. Return None if the decision is
    not near the end of the game, or if there are too many continuations."""
    if node.log_index < len(timeline.nodes) - ENDGAME_LINES:
        return None
    search = ExactSearch(timeline.game, node.state, max_nodes=MAX_NODES)
    try:
        after = {action: search.probabilities_after(node.state, action) for action in node.legal}
        before = search.probabilities_before(node.state)
    except TooManyNodes:
        return None
    seat = node.actor
    alternatives = (action for action in node.legal if action != node.action)
    rival = min(alternatives, key=lambda action: (-after[action][seat], action))
    after_played, after_rival = after[node.action][seat], after[rival][seat]
    effect = [new - old for old, new in zip(before, after[node.action], strict=True)]
    shares = exact_interval(after_played), exact_interval(after_rival)
    gap = exact_interval(after_rival - after_played)
    better_in = float(after_rival > after_played + ROUNDING_ERROR)
    return make_evaluation(node, rival, gap, worlds=0, shares=shares, better_in=better_in, effect=effect)


def exact_interval(value: float) -> Interval:
    """Return a value that is known exactly as an interval of width zero."""
    return Interval(value, value, value)


# ---------------------------------------------------------------- the verdict
def make_evaluation(
    node: Node,
    rival: int,
    gap: Interval,
    *,
    worlds: int,
    shares: tuple[Interval, Interval],
    better_in: float,
    effect: list[float],
) -> Evaluation:
    """Return the evaluation of a decision. The rival is the best action besides the played one; `gap` is by how much
    its win probability is higher. The class Evaluation describes the other parameters."""
    judgement = judgement_of(gap)
    best = node.action if judgement["verdict"] == "best" else rival
    return Evaluation(best, rival, judgement, worlds, shares, better_in, effect)


def judgement_of(gap: Interval) -> Judgement:
    """Judge a decision by `gap`: how much higher the win probability of the best other action is. The decision is a
    mistake ("slip") only if the confidence interval of the gap excludes zero."""
    high = min(1.0, max(gap.high, gap.mean, 0.0))
    is_best = gap.mean <= ROUNDING_ERROR
    if is_best:
        return Judgement(loss=0.0, low=0.0, high=high, verdict="best")
    low = max(0.0, min(gap.low, gap.mean))
    verdict: Verdict = "slip" if low > 0 else "close"
    return Judgement(loss=gap.mean, low=low, high=high, verdict=verdict)
