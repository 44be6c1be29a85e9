"""The reason for a recommended action, as one sentence with numbers. The phrases are in words.toml.

Sentences give win probabilities as the number of games won of 100.
"""

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

MIN_DIFFERENCE = 0.02  # the smallest difference of win probabilities that is mentioned
MAIN_PART = 0.5  # a reason must account for at least this part of the difference
MIN_POINTS = 1.0  # the smallest mean difference of points that is mentioned


class Risk(NamedTuple):
    """The possible outcomes of an action in two groups: good outcomes, which are better than the mean, and bad ones."""

    chance: float  # the probability of a good outcome
    good: float  # the mean win probability after the good outcomes
    bad: float  # the mean win probability after the bad outcomes


class Reason(NamedTuple):
    """The main reason why one action is better than another: a difference before the seat's next turn."""

    # What differs: the part of the games that are lost or won by then, or the mean points of the rival ("held", because
    # the better action holds them down) or of the seat ("gained"). Phrase codes in words.toml end with this word.
    kind: Literal["lost", "won", "held", "gained"]
    better: float  # this part or mean after the better action
    worse: float  # the same after the worse action


def explain(
    game: Game,
    results: list[Candidate],
    outlook: Outlook | None = None,
    action: int | None = None,
    view: View | None = None,
    obvious: int | None = None,
) -> Sentence:
    """Return a sentence that compares an action (default: the best action) with the best alternative.

    The sentence contains the win probabilities, and what differs before the seat's next turn. The `outlook` (the
    possible outcomes of the action) lets it mention the risk, and the `view` lets the game add an argument. `obvious`
    is an action that the player may have in mind. If `obvious` is worse because it often loses soon, the sentence
    compares the action with `obvious` instead of the best alternative.
    """
    ordered = ranked(results)
    explained = [candidate for candidate in ordered if candidate.action == action]
    candidate = explained[0] if explained else ordered[0]
    comparison = compare_with_rival(game, ordered, candidate, outlook, view, obvious)
    fact = None if view is None else game.reason(view, game.describe(candidate.action))
    if fact is None or not fact.en:
        return comparison
    return phrase("because", fact=Text(capital(fact.en), capital(fact.fr)), rest=comparison)


def compare_with_rival(
    game: Game,
    ordered: list[Candidate],
    candidate: Candidate,
    outlook: Outlook | None,
    view: View | None,
    obvious: int | None,
) -> Sentence:
    """Return the sentence that compares an action with its rival. The rival is the best other candidate or, if it
    deserves a warning, the action `obvious`. A candidate with the same result from every sampled state is no rival: it
    is often the same turn in another order."""
    values: dict[str, object] = {"action": name_of(game, candidate.action, view), "share": of_100(candidate.mean)}
    if len(ordered) == 1:
        return phrase("only", **values)
    alternatives = [other for other in ordered if other.values != candidate.values]
    if not alternatives:
        return phrase("same", **values)
    rival = alternatives[0]
    is_clearly_best = difference(candidate.values, rival.values).low > 0
    traps = [other for other in ordered if other.action == obvious and is_trap(candidate, other)]
    if is_clearly_best and traps:
        rival = traps[0]
    values |= {"other": name_of(game, rival.action, view), "second": of_100(rival.mean)}
    gap = difference(candidate.values, rival.values)
    if gap.contains_zero:
        return phrase("close", **values)
    values["gap"] = decimal(points_of_100(abs(gap.mean)))
    is_worse = candidate.mean < rival.mean
    code, better, worse = ("worse", rival, candidate) if is_worse else ("better", candidate, rival)
    why = reason(game, better, worse)
    if why is not None:
        return phrase(f"{code}_{why.kind}", **values, **reason_values(game, why, code == "better", view is None))
    risk = risk_of(outlook) if code == "better" else None
    if risk is None:
        return phrase(code, **values)
    values |= {"chance": of_100(risk.chance), "good": of_100(risk.good), "bad": of_100(risk.bad)}
    return phrase("gamble" if risk.bad < rival.mean else "safe", **values)


# ---------------------------------------------------------------- what happens before the seat's next turn
def reason(game: Game, better: Candidate, worse: Candidate) -> Reason | None:
    """Return the main reason why one action is better than another: games lost or won before the seat's next turn or,
    if the game has a word for its points, points. Return None if no reason explains enough of the difference."""
    fewer_losses = worse.lost_soon - better.lost_soon
    more_victories = better.won_soon - worse.won_soon
    needed = max(MIN_DIFFERENCE, MAIN_PART * (better.mean - worse.mean))
    if max(fewer_losses, more_victories) >= needed:
        if fewer_losses >= more_victories:
            return Reason("lost", better.lost_soon, worse.lost_soon)
        return Reason("won", better.won_soon, worse.won_soon)
    has_word_for_points = "points" in game.words["en"].get("advice", {})
    if not has_word_for_points:
        return None
    own = Reason("gained", mean(better.own_points), mean(worse.own_points))
    rival = Reason("held", mean(better.rival_points), mean(worse.rival_points))
    points_gained, points_denied = own.better - own.worse, rival.worse - rival.better
    if max(points_gained, points_denied) < MIN_POINTS:
        return None
    return own if points_gained >= points_denied else rival


def is_trap(candidate: Candidate, other: Candidate) -> bool:
    """Return whether the action `other` is certainly worse than `candidate`, mainly because it often loses the game
    before the seat's next turn."""
    is_worse = difference(candidate.values, other.values).low > 0
    more_losses = other.lost_soon - candidate.lost_soon
    needed = max(MIN_DIFFERENCE, MAIN_PART * (candidate.mean - other.mean))
    return is_worse and more_losses >= needed


def reason_values(game: Game, why: Reason, is_better: bool, impersonal: bool) -> dict[str, object]:
    """Return the values for the placeholders in the sentence about a reason. The sentence says "your next turn" or, if
    `impersonal`, "one's next turn". `is_better` says whether it explains the better of the two compared actions."""
    turn = phrase("ones_turn" if impersonal else "your_turn")
    is_about_points = why.kind in ("gained", "held")
    if is_about_points:
        points = f"{abs(why.better - why.worse):.1f}"
        return {"turn": turn, "n": decimal(points), "points": word_for_points(game, float(points))}
    explained, rival = (why.better, why.worse) if is_better else (why.worse, why.better)
    return {"turn": turn, "here": of_100(explained), "there": of_100(rival)}


def word_for_points(game: Game, number: float) -> Text:
    """Return the game's word for a mean number of points. French uses the singular below two."""
    english, french = game.words["en"]["advice"]["points"], game.words["fr"]["advice"]["points"]
    return Text(english["many"], french["one" if number < 2 else "many"])


def risk_of(outlook: Outlook | None) -> Risk | None:
    """Return the risk of an action, computed from its possible outcomes. Return None if they hardly differ, or if the
    win probabilities after them are unknown."""
    outcomes = [] if outlook is None else [(outcome["chance"], outcome["share"]) for outcome in outlook["outcomes"]]
    known = [(chance, value) for chance, value in outcomes if value is not None]
    known_chance = sum(chance for chance, _ in known)
    if len(known) < 2 or known_chance == 0:
        return None
    mean = weighted_mean(known)
    good_outcomes = [(chance, value) for chance, value in known if value > mean]
    bad_outcomes = [(chance, value) for chance, value in known if value <= mean]
    if not good_outcomes or not bad_outcomes:
        return None
    good, bad = weighted_mean(good_outcomes), weighted_mean(bad_outcomes)
    if good - bad <= MIN_DIFFERENCE:
        return None
    return Risk(chance=sum(chance for chance, _ in good_outcomes) / known_chance, good=good, bad=bad)


def weighted_mean(weighted_values: Sequence[tuple[float, float]]) -> float:
    return sum(weight * value for weight, value in weighted_values) / sum(weight for weight, _ in weighted_values)


# ---------------------------------------------------------------- numbers and names
def of_100(value: float) -> int:
    """Return a probability as the rounded number of cases out of 100."""
    return round(100 * value)


def mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def decimal(number: str) -> Text:
    """Return a formatted number with the decimal mark of each language: a point in English, a comma in French."""
    return Text(number, number.replace(".", ","))


def points_of_100(gap: float) -> str:
    """Format a difference of win probabilities in percentage points. Below 10 points the number has a decimal."""
    return f"{100 * gap:.0f}" if gap >= 0.1 else f"{100 * gap:.1f}"


def name_of(game: Game, action: int, view: View | None = None) -> Text:
    """Return the text for an action. With a view it is a command in which {0}, {1}, … stand for the names of the seats.
    Without a view it is the label of the action in a menu, in which the seats are numbers."""
    described = game.describe(action)
    if view is not None:
        return game.command(view, described)
    seat_numbers = [str(seat) for seat in range(max(game.seats))]
    return game.label(described, seat_numbers)


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]
