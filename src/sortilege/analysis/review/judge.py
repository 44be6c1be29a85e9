"""A decision judged: what it lost against the best one found.

1. The rival of what was played is chosen in worlds of their own, and the two then meet in fresh ones: to choose the
   luckiest of many and praise it by the same worlds would find slips where there are none.
2. Both meet the same worlds with the same luck. `sortilege analyse --at … --seed … --worlds …` shows the same shares.
3. Near the end everything is counted out where it can be; then nothing is left to chance.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sortilege.analysis.evaluate import Subject, imagine
from sortilege.analysis.exact import Count, TooManyNodes
from sortilege.analysis.intervals import Interval, difference, share
from sortilege.analysis.review.course import Course, Node
from sortilege.analysis.review.shapes import Judgement, Verdict
from sortilege.core.cells import blank
from sortilege.core.state import WIDEST

APART: Final = 500_009  # the worlds that choose have the review's seed and this added: never those that judge
CONTENDERS: Final = 6
ENDING: Final = 16  # lines of the log from the end within which decisions may be counted out
MOST: Final = 400  # nodes that may be counted for one decision
ROUNDING: Final = 1e-12


class Finding(NamedTuple):
    """One decision in one light."""

    best: int  # the action
    rival: int  # the best action besides the one played
    judgement: Judgement
    worlds: int  # 0: counted out
    shares: tuple[Interval, Interval]  # of the seat, after what was played and after its rival
    better_in: float  # in what share of the worlds the rival did better
    effect: list[float]  # by seat: what was played against going on at first sight; asked where something is hidden


def looks(worlds: int) -> tuple[int, int]:
    """How many worlds choose among all actions, and how many more among the contenders."""
    return max(2, worlds // 25), max(2, worlds // 8)


def judge_known(course: Course, node: Node, seed: int, worlds: int) -> Finding:
    """Given what the seat could know."""
    if node.view is None:
        return judge_open(course, node, seed, worlds)
    return sample(course, node, course.known(node), seed, worlds)


def judge_open(course: Course, node: Node, seed: int, worlds: int) -> Finding:
    """With hindsight; where nothing is hidden that is no more than was known."""
    return count_out(course, node) or sample(course, node, course.open(node), seed, worlds)


# ---------------------------------------------------------------- in imagined worlds
def sample(course: Course, node: Node, about: Subject, seed: int, worlds: int) -> Finding:
    """What was played and its rival, in so many worlds."""
    rival = find_rival(course, node, about, seed + APART, worlds)
    imagined = imagine(course.game, about, seed)
    seats = range(course.seats)
    ours, theirs = [], []
    effect = [0.0] * course.seats
    for number in range(worlds):
        start = imagined.enter(number)
        theirs.append(imagined.play(start, rival, node.by))
        ours.append(imagined.play(start, node.action, node.by))
        if node.view is not None:  # elsewhere the curve itself says what it changed
            after = [imagined.share(seat) for seat in seats]
            imagined.play(start, -1, node.by)
            effect = [effect[seat] + (after[seat] - imagined.share(seat)) / worlds for seat in seats]
    gap = difference(theirs, ours)
    better = sum(a > b + ROUNDING for a, b in zip(theirs, ours, strict=True)) / worlds
    return found(node, rival, gap, worlds, (share(ours), share(theirs)), better, effect)


def find_rival(course: Course, node: Node, about: Subject, seed: int, worlds: int) -> int:
    """The most promising action besides the one played. All get a short look in the same worlds, then the contenders a
    longer one; what the game's insight would do at first sight is always among these."""
    imagined = imagine(course.game, about, seed)
    short, longer = looks(worlds)
    others = [action for action in node.legal if action != node.action]
    sums = dict.fromkeys(others, 0.0)

    def look(actions: list[int], first: int, count: int) -> None:
        for number in range(first, first + count):
            start = imagined.enter(number)
            for action in actions:
                sums[action] += imagined.play(start, action, node.by)

    look(others, 0, short)
    ranked = sorted(others, key=lambda action: (-sums[action], action))
    contenders = ranked[:CONTENDERS] + [one for one in first_sight(course, node) if one in ranked[CONTENDERS:]]
    if len(contenders) > 1:
        look(contenders, short, longer)
    return min(contenders, key=lambda action: (-sums[action], action))


def first_sight(course: Course, node: Node) -> list[int]:
    """The action that the seat's insight puts first; the first of equals."""
    insight = course.worlds(0).insight
    legal, rates = blank(WIDEST), blank(WIDEST)
    n = node.state.fill_legal(legal)
    insight.go_on(node.state, legal, n, rates)
    return [legal[max(range(n), key=lambda place: rates[place])]]


# ---------------------------------------------------------------- counted out
def count_out(course: Course, node: Node) -> Finding | None:
    """Every outcome with its chance, all cards open; None where there is too much to count."""
    if node.at < len(course.nodes) - ENDING:
        return None
    count = Count(course.game, node.state, most=MOST)
    try:
        values = {action: count.after(node.state, action) for action in node.legal}
        before = count.shares(node.state, node.state, count.worlds.rests)
    except TooManyNodes:
        return None
    seat = node.by
    ours = values[node.action][seat]
    rival = min((a for a in node.legal if a != node.action), key=lambda action: (-values[action][seat], action))
    theirs = values[rival][seat]
    gap = Interval(theirs - ours, theirs - ours, theirs - ours)
    effect = [after - now for after, now in zip(values[node.action], before, strict=True)]
    both = (Interval(ours, ours, ours), Interval(theirs, theirs, theirs))
    return found(node, rival, gap, 0, both, float(theirs > ours + ROUNDING), effect)


# ---------------------------------------------------------------- the verdict
def found(
    node: Node,
    rival: int,
    gap: Interval,
    worlds: int,
    shares: tuple[Interval, Interval],
    better_in: float,
    effect: list[float],
) -> Finding:
    judgement = verdict(gap)
    best = node.action if judgement["verdict"] == "best" else rival
    return Finding(best, rival, judgement, worlds, shares, better_in, effect)


def verdict(gap: Interval) -> Judgement:
    """What was lost against the rival: a slip only where the interval holds no zero."""
    high = min(1.0, max(gap.high, gap.mean, 0.0))
    if gap.mean <= ROUNDING:
        return Judgement(loss=0.0, low=0.0, high=high, verdict="best")
    low = max(0.0, min(gap.low, gap.mean))
    word: Verdict = "slip" if low > 0 else "close"
    return Judgement(loss=gap.mean, low=low, high=high, verdict=word)
