"""The possible outcomes of an action, with the probability of each and the viewer's share of victory after it.

An outcome is the first thing the viewer learns from an action: whether a call succeeds, which card or token is drawn.
Probabilities are exact where all outcomes can be enumerated.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple, TypedDict

from msgspec import Struct

from sortilege.analysis.evaluate import action_ids, check_limits, enter_decision, rollouts_for, subject_of
from sortilege.analysis.intervals import share
from sortilege.core.engine.state import CHANCE, State
from sortilege.core.engine.timer import now
from sortilege.core.game import Game
from sortilege.core.text.words import Text
from sortilege.core.types import Action, Line, Object, View

LEAST_WORLDS: Final = 12  # worlds that are always examined; a single one would show a single outcome
MOST_LISTED: Final = 6  # outcomes in an ActionOutlook
ENOUGH: Final = 40  # worlds in which an outcome must occur before its share is shown


class Outcome(TypedDict):
    """One possible outcome of an action. `share` is None if the outcome occurred in no imagined world."""

    outcome: Object
    chance: float
    share: float | None
    low: float
    high: float


class Outlook(TypedDict):
    """All possible outcomes of an action, most likely first. The probabilities are exact, or means over the worlds."""

    exact: bool
    worlds: int
    outcomes: list[Outcome]


class Prospect(Struct):
    """A possible outcome of an action, with its probability."""

    chance: float
    share: float | None  # of victory after it, 0 to 1; null if it occurred in too few imagined worlds
    en: str  # what happens, in English
    fr: str


class ActionOutlook(Struct):
    """The possible outcomes of an action, most likely first."""

    action: Action
    what: Text  # the action, as a sentence
    exact: bool  # the probabilities are exact; otherwise they are means over imagined worlds
    worlds: int
    prospects: list[Prospect]  # empty if only one outcome is possible
    others: int  # the number of less likely outcomes that are not listed
    rest: float  # the probability of all of those together


class Branch(NamedTuple):
    """One way in which a world can continue after an action."""

    seen: Object  # what the viewer learns
    chance: float  # its probability in this world
    state: State
    line: Line | None  # the log line that reports it


class Outcomes(NamedTuple):
    """The outcomes of an action in all examined worlds. The keys are outcomes as JSON text."""

    worlds: int
    chances: dict[str, float]
    values: dict[str, list[tuple[float, float]]]  # for every world: the outcome's probability, the share after it
    lines: dict[str, Line | None]  # a log line that reports the outcome
    exact: bool


def outlook(
    game: Game,
    view: View | None,
    action: Action | int,
    seed: int = 0,
    worlds: int = 50,
    state: State | None = None,
) -> Outlook:
    """Return the possible outcomes of an action of the viewer. With `state` instead of `view` the hidden cards are
    known."""
    check_limits(seed, 0, worlds)
    examined = examine_outcomes(game, view, action, seed, worlds, state, None)
    outcomes = [as_outcome(examined, key) for key in examined.chances]
    outcomes.sort(key=lambda outcome: (-outcome["chance"], json.dumps(outcome["outcome"])))
    return {"exact": examined.exact, "worlds": examined.worlds, "outcomes": outcomes}


def prospects(
    game: Game, view: View, action: Action, seed: int = 0, ms: float | None = 400, worlds: int = 200
) -> ActionOutlook:
    """Return the possible outcomes of an action of the viewer, in words. `ms` and `worlds` limit the worlds it is tried
    in."""
    examined = examine_outcomes(game, view, action, seed, worlds, None, ms)
    chances = examined.chances
    reported = [key for key in chances if examined.lines.get(key)]
    reported.sort(key=lambda key: (-chances[key], key))
    result = ActionOutlook(action, game.what(view, action), examined.exact, examined.worlds, [], 0, 0.0)
    if len(reported) > 1:
        listing = reported[:MOST_LISTED]
        result.prospects = [as_prospect(game, examined, key) for key in listing]
        result.others = len(chances) - len(listing)
        result.rest = max(0.0, sum(chances.values()) - sum(chances[key] for key in listing))
    return result


def as_prospect(game: Game, examined: Outcomes, key: str) -> Prospect:
    """Return an outcome in words. Its share is left out if it occurred in few worlds."""
    outcome = as_outcome(examined, key)
    line = examined.lines[key] or {}
    share = outcome["share"] if len(examined.values.get(key, [])) >= ENOUGH else None
    return Prospect(outcome["chance"], share, game.say(line, "en"), game.say(line, "fr"))


def examine_outcomes(
    game: Game,
    view: View | None,
    action: Action | int,
    seed: int,
    worlds: int,
    state: State | None,
    ms: float | None,
) -> Outcomes:
    """Try the action in this number of worlds, or in as many as the time allows."""
    began = now()
    subject = subject_of(game, view, state)
    rollouts = rollouts_for(game, subject, seed)
    start, seat = enter_decision(rollouts, subject)
    [action_id] = action_ids(game, start, [action])
    odds = game.odds(view, action_id) if view is not None and state is None else []
    patterns = [pattern for pattern, _ in odds]
    chances: dict[str, float] = {}
    values: dict[str, list[tuple[float, float]]] = {}
    lines: dict[str, Line | None] = {}
    number = 0
    while number < worlds:
        start = rollouts.enter_world(number)
        number += 1
        for seen, chance, after, line in branches(game, start, action_id, seat, patterns):
            key = json.dumps(seen)
            lines.setdefault(key, line)
            chances[key] = chances.get(key, 0.0) + chance
            values.setdefault(key, []).append((chance, rollouts.value_from(after, start, seat)))
        if ms is not None and number >= LEAST_WORLDS and now() - began >= ms / 1000:
            break
    chances = {key: chance / number for key, chance in chances.items()}
    if odds:
        chances = {json.dumps(pattern): chance for pattern, chance in odds if chance > 0}
    exact = bool(odds) or state is not None or not game.hides_information or len(chances) == 1
    return Outcomes(number, chances, values, lines, exact)


def branches(game: Game, start: State, action: int, seat: int, patterns: list[Object]) -> list[Branch]:
    """Return how one world can continue after an action. If the action's log line matches a pattern of `Game.odds` or
    no chance event follows, there is one branch, otherwise one for each outcome of chance. `seen` contains only what
    the viewer may see."""
    after = start.bare_copy()
    after.do(action)
    own = game.visible_line(game.line(start, action, after), seat, after) or {}
    match = matching_pattern(own, patterns)
    if match is not None or after.turn() != CHANCE:
        return [Branch(match or {}, 1.0, after, own or None)]
    weights = after.weights()
    result = []
    for outcome, weight in zip(after.legal(), weights, strict=True):
        later = after.bare_copy()
        later.do(outcome)
        line = game.visible_line(game.line(after, outcome, later), seat, later)
        seen: Object = {}
        if line is not None:
            seen = matching_pattern(line, patterns) or {key: line[key] for key in game.describe(outcome)}
        result.append(Branch(seen, weight / sum(weights), later, line))
    return result


def matching_pattern(line: Line, patterns: list[Object]) -> Object | None:
    """Return the first pattern whose entries are all in the line, or None."""
    return next((pattern for pattern in patterns if pattern.items() <= line.items()), None)


def as_outcome(examined: Outcomes, key: str) -> Outcome:
    """Return an outcome with its mean share, weighted by probability, and the interval over the worlds in which it
    occurred."""
    outcome: Object = json.loads(key)
    chance, values = examined.chances[key], examined.values.get(key)
    if not values:
        return {"outcome": outcome, "chance": chance, "share": None, "low": 0.0, "high": 1.0}
    mean = sum(weight * value for weight, value in values) / sum(weight for weight, _ in values)
    _, low, high = share([value for _, value in values])
    return {"outcome": outcome, "chance": chance, "share": mean, "low": min(low, mean), "high": max(high, mean)}
