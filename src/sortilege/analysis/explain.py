"""The reason for an action in one sentence with its numbers, in the words of words.toml. Shares are given per 100
games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sortilege.analysis.evaluate import Candidate, ranked
from sortilege.analysis.intervals import difference
from sortilege.analysis.outlook import Outlook
from sortilege.analysis.phrases import phrase
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence
from sortilege.core.text.words import Text
from sortilege.core.types import View

LEAST_SHARE = 0.02  # the smallest difference of shares that is mentioned
MAIN_PART = 0.5  # a reason must account for at least this part of the difference
LEAST_POINTS = 1.0  # the smallest mean difference of points that is mentioned


class Risk(NamedTuple):
    """The outcomes of an action in two groups: those better than its mean, and the others."""

    chance: float  # of the better group
    good: float  # the mean share of the better group
    bad: float


class Reason(NamedTuple):
    """Why one action is better than another: the end of a phrase code in words.toml, and the number for either."""

    kind: Literal["lost", "won", "held", "gained"]
    better: float
    worse: float


def explain(
    game: Game,
    results: list[Candidate],
    outlook: Outlook | None = None,
    action: int | None = None,
    view: View | None = None,
    obvious: int | None = None,
) -> Sentence:
    """Return the reason for an action (default: the best one) compared with the best alternative.

    The sentence has the action's share and what happens before the seat's next turn; with its `outlook` also its risk,
    and with the `view` the argument that follows from the view. If the action is clearly the best and the `obvious` one
    would soon lose, it is compared with that. Candidates with the same share in every world count as one, because in
    SPELL the steps of a turn can often be made in another order.
    """
    ordered = ranked(results)
    mine = next((candidate for candidate in ordered if candidate.action == action), ordered[0])
    rest = compare_with_rival(game, ordered, mine, outlook, view, obvious)
    fact = None if view is None else game.why(view, game.describe(mine.action))
    if fact is None or not fact.en:
        return rest
    return phrase("because", fact=Text(capital(fact.en), capital(fact.fr)), rest=rest)


def compare_with_rival(
    game: Game,
    ordered: list[Candidate],
    mine: Candidate,
    outlook: Outlook | None,
    view: View | None,
    obvious: int | None,
) -> Sentence:
    """Return the sentence that compares an action with the best candidate that has other results."""
    values: dict[str, object] = {"action": name_of(game, mine.action, view), "share": of_100(mine.mean)}
    if len(ordered) == 1:
        return phrase("only", **values)
    other = next((candidate for candidate in ordered if candidate.values != mine.values), None)
    if other is None:
        return phrase("same", **values)
    if difference(mine.values, other.values).low > 0:
        traps = (candidate for candidate in ordered if candidate.action == obvious and is_trap(mine, candidate))
        other = next(traps, other)
    values |= {"other": name_of(game, other.action, view), "second": of_100(other.mean)}
    gap = difference(mine.values, other.values)
    if gap.contains_zero:
        return phrase("close", **values)
    values["gap"] = decimal(points_of_100(abs(gap.mean)))
    code, better, worse = ("worse", other, mine) if mine.mean < other.mean else ("better", mine, other)
    why = reason(game, better, worse)
    if why is not None:
        return phrase(f"{code}_{why.kind}", **values, **reason_values(game, why, code == "better", view is None))
    risk = risk_of(outlook) if code == "better" else None
    if risk is None:
        return phrase(code, **values)
    values |= {"chance": of_100(risk.chance), "good": of_100(risk.good), "bad": of_100(risk.bad)}
    return phrase("gamble" if risk.bad < other.mean else "safe", **values)


# ---------------------------------------------------------------- what happens before the seat's next turn
def reason(game: Game, better: Candidate, worse: Candidate) -> Reason | None:
    """Return what causes most of a difference: games lost or won before the next turn, or points, if the game has a
    word for its points. Return None if neither is large enough."""
    saved, won = worse.lost_soon - better.lost_soon, better.won_soon - worse.won_soon
    if max(saved, won) >= max(LEAST_SHARE, MAIN_PART * (better.mean - worse.mean)):
        if saved >= won:
            return Reason("lost", better.lost_soon, worse.lost_soon)
        return Reason("won", better.won_soon, worse.won_soon)
    gained = Reason("gained", mean(better.own_points), mean(worse.own_points))
    held = Reason("held", mean(better.rival_points), mean(worse.rival_points))
    more, fewer = gained.better - gained.worse, held.worse - held.better
    if max(more, fewer) < LEAST_POINTS or "points" not in game.words["en"].get("advice", {}):
        return None
    return gained if more >= fewer else held


def is_trap(mine: Candidate, other: Candidate) -> bool:
    """Return whether an action is worse mainly because the game would be lost before the next turn."""
    saved = other.lost_soon - mine.lost_soon
    gap = mine.mean - other.mean
    return difference(mine.values, other.values).low > 0 and saved >= max(LEAST_SHARE, MAIN_PART * gap)


def reason_values(game: Game, why: Reason, is_better: bool, impersonal: bool) -> dict[str, object]:
    """Return the values of a reason's phrase. It speaks of "your next turn", or impersonally of "one's next turn"."""
    turn = phrase("ones_turn" if impersonal else "your_turn")
    if why.kind in ("gained", "held"):
        n = f"{abs(why.better - why.worse):.1f}"
        return {"turn": turn, "n": decimal(n), "points": points_in(game, float(n))}
    here, there = (why.better, why.worse) if is_better else (why.worse, why.better)
    return {"turn": turn, "here": of_100(here), "there": of_100(there)}


def points_in(game: Game, n: float) -> Text:
    """Return the game's word for a mean number of points. French uses the singular below two."""
    english, french = game.words["en"]["advice"]["points"], game.words["fr"]["advice"]["points"]
    return Text(english["many"], french["one" if n < 2 else "many"])


def risk_of(outlook: Outlook | None) -> Risk | None:
    """Split the outcomes of an action into good and bad ones; None if they hardly differ."""
    outcomes = [] if outlook is None else [(one["chance"], one["share"]) for one in outlook["outcomes"]]
    known = [(chance, value) for chance, value in outcomes if value is not None]
    whole = sum(chance for chance, _ in known)
    if len(known) < 2 or whole == 0:
        return None
    mean = sum(chance * value for chance, value in known) / whole
    groups = [[one for one in known if one[1] > mean], [one for one in known if one[1] <= mean]]
    if not groups[0] or not groups[1]:
        return None
    chances = [sum(chance for chance, _ in group) for group in groups]
    good, bad = (sum(c * v for c, v in group) / n for group, n in zip(groups, chances, strict=True))
    return Risk(chances[0] / whole, good, bad) if good - bad > LEAST_SHARE else None


# ---------------------------------------------------------------- numbers and names
def of_100(value: float) -> int:
    """Return a share or a probability per 100, rounded."""
    return round(100 * value)


def mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def decimal(number: str) -> Text:
    """Return a number with the decimal mark of each language."""
    return Text(number, number.replace(".", ","))


def points_of_100(gap: float) -> str:
    """Format a difference of shares in points of 100. A small one has a decimal."""
    return f"{100 * gap:.0f}" if gap >= 0.1 else f"{100 * gap:.1f}"


def name_of(game: Game, action: int, view: View | None = None) -> Text:
    """Return the name of an action: with a view as a command, in which `{0}`, `{1}`, … stand for the players; without
    one as a choice, in which players are numbers, because their names are unknown here."""
    described = game.describe(action)
    if view is not None:
        return game.what(view, described)
    return game.label(described, [f"{seat}" for seat in range(max(game.seats))])


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
