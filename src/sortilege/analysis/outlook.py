"""The possible outcomes of an action, with the probability of each and the viewer's win probability after it.

An outcome is the first thing the viewer learns from an action: whether a call succeeds, which card or token is drawn.
The probability of an outcome is exact where all outcomes can be enumerated. Otherwise it is a mean over sampled states,
which are complete states that agree with what the viewer knows. `worlds` is the number of sampled states.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple, TypedDict

from msgspec import Struct

from sortilege.analysis.evaluate import action_ids, check_limits, rollouts_for, sample_decision, subject_of
from sortilege.analysis.intervals import share_interval
from sortilege.core.engine.state import CHANCE, State
from sortilege.core.engine.timer import now
from sortilege.core.game import Game
from sortilege.core.text.words import Text
from sortilege.core.types import Action, Line, Object, View

MIN_SAMPLES: Final = 12  # sampled states to try even if the time is up; a single one could show only one outcome
MAX_PROSPECTS: Final = 6  # outcomes listed in an ActionOutlook
MIN_OCCURRENCES: Final = 40  # sampled states in which an outcome must occur before its win probability is shown


class Outcome(TypedDict):
    """One possible outcome of an action."""

    outcome: Object  # what the viewer learns, for example {"hit": True}
    chance: float  # the probability of the outcome
    share: float | None  # the viewer's win probability after the outcome; None if it occurred in no sampled state
    low: float  # the 95 % confidence interval of the win probability is from `low` to `high`
    high: float


class Outlook(TypedDict):
    """All possible outcomes of an action, most likely first."""

    exact: bool  # whether the probabilities are exact; otherwise they are means over the sampled states
    worlds: int  # the number of sampled states
    outcomes: list[Outcome]


class Prospect(Struct):
    """A possible outcome of an action as shown to players, with its probability."""

    chance: float  # the probability of the outcome, from 0 to 1
    share: float | None  # the viewer's win probability after it; null if it occurred in too few sampled states
    en: str  # what happens, as a sentence in English
    fr: str  # the same sentence in French


class ActionOutlook(Struct):
    """The possible outcomes of an action as shown to players, most likely first."""

    action: Action
    what: Text  # the action, as a sentence
    exact: bool  # whether the probabilities are exact; otherwise they are means over the sampled states
    worlds: int  # the number of sampled states
    prospects: list[Prospect]  # empty if only one outcome is possible
    others: int  # the number of less likely outcomes that are not listed
    rest: float  # the probability of all these others together


class Branch(NamedTuple):
    """One way in which a sampled state can continue after an action."""

    outcome: Object  # what the viewer learns
    chance: float  # the probability of the outcome in this sampled state
    state: State
    line: Line | None  # the log line that reports the outcome


class OutcomeStatistics(NamedTuple):
    """The possible outcomes of an action, counted over sampled states. Dictionary keys are outcomes as JSON text."""

    worlds: int  # the number of sampled states
    chances: dict[str, float]  # by outcome: its probability
    # By outcome, one pair for each sampled state with this outcome: its probability there, the win probability after it
    values: dict[str, list[tuple[float, float]]]
    lines: dict[str, Line | None]  # by outcome: a log line that reports it
    exact: bool  # whether `chances` are exact


def outlook(
    game: Game, view: View | None, action: Action | int, seed: int = 0, worlds: int = 50, state: State | None = None
) -> Outlook:
    """Return the possible outcomes of an action, computed from `worlds` sampled states that agree with the `view`. If a
    `state` is given instead, all hidden cards are known."""
    check_limits(seed, ms=0, worlds=worlds)
    statistics = examine_outcomes(game, view, action, seed, worlds, state, ms=None)
    outcomes = [as_outcome(statistics, key) for key in statistics.chances]
    outcomes.sort(key=lambda outcome: (-outcome["chance"], json.dumps(outcome["outcome"])))
    return {"exact": statistics.exact, "worlds": statistics.worlds, "outcomes": outcomes}


def outlook_in_words(
    game: Game, view: View, action: Action, seed: int = 0, ms: float | None = 400, worlds: int = 200
) -> ActionOutlook:
    """Return the possible outcomes of an action of the viewer as sentences. The action is tried from `worlds` sampled
    states, or from fewer if `ms` milliseconds do not allow more. If `ms` is None, there is no time limit."""
    statistics = examine_outcomes(game, view, action, seed, worlds, state=None, ms=ms)
    chances = statistics.chances
    reported = [key for key in chances if statistics.lines.get(key)]
    reported.sort(key=lambda key: (-chances[key], key))
    most_likely = reported[:MAX_PROSPECTS] if len(reported) > 1 else []
    chance_of_others = sum(chances.values()) - sum(chances[key] for key in most_likely)
    return ActionOutlook(
        action=action,
        what=game.command(view, action),
        exact=statistics.exact,
        worlds=statistics.worlds,
        prospects=[as_prospect(game, statistics, key) for key in most_likely],
        others=len(chances) - len(most_likely) if most_likely else 0,
        rest=max(0.0, chance_of_others) if most_likely else 0.0,
    )


def as_prospect(game: Game, statistics: OutcomeStatistics, key: str) -> Prospect:
    """Return an outcome as a sentence, with its win probability unless it occurred in too few sampled states. `key` is
    the outcome as JSON text."""
    outcome = as_outcome(statistics, key)
    line = statistics.lines[key] or {}
    is_frequent = len(statistics.values.get(key, [])) >= MIN_OCCURRENCES
    share = outcome["share"] if is_frequent else None
    return Prospect(outcome["chance"], share, en=game.say(line, "en"), fr=game.say(line, "fr"))


def examine_outcomes(
    game: Game,
    view: View | None,
    action: Action | int,
    seed: int,
    max_worlds: int,
    state: State | None,
    ms: float | None,
) -> OutcomeStatistics:
    """Collect the outcomes of an action from `max_worlds` sampled states, or from fewer if `ms` milliseconds are over.
    If `ms` is None, there is no time limit."""
    began = now()
    subject = subject_of(game, view, state)
    rollouts = rollouts_for(game, subject, seed)
    start, seat = sample_decision(rollouts, subject)
    [action_id] = action_ids(game, start, [action])
    known_odds = game.odds(view, action_id) if view is not None and state is None else []
    patterns = [pattern for pattern, _ in known_odds]
    chance_sums: dict[str, float] = {}
    values: dict[str, list[tuple[float, float]]] = {}
    lines: dict[str, Line | None] = {}
    worlds = 0
    while worlds < max_worlds:
        start = rollouts.sample_state(worlds)
        worlds += 1
        for outcome, chance, after, line in branches(game, start, action_id, seat, patterns):
            key = json.dumps(outcome)
            lines.setdefault(key, line)
            chance_sums[key] = chance_sums.get(key, 0.0) + chance
            values.setdefault(key, []).append((chance, rollouts.value_from(after, start, seat)))
        is_out_of_time = ms is not None and now() - began >= ms / 1000
        if is_out_of_time and worlds >= MIN_SAMPLES:
            break
    if known_odds:
        chances = {json.dumps(pattern): chance for pattern, chance in known_odds if chance > 0}
    else:
        chances = {key: chance_sum / worlds for key, chance_sum in chance_sums.items()}
    is_state_known = state is not None or not game.hides_information
    exact = bool(known_odds) or is_state_known or len(chances) == 1
    return OutcomeStatistics(worlds, chances, values, lines, exact)


def branches(game: Game, start: State, action: int, seat: int, patterns: list[Object]) -> list[Branch]:
    """Return the ways in which a sampled state can continue after an action, as this seat sees them. Each outcome of a
    chance event that follows is a branch. There is only one branch if no chance event follows, or if the action itself
    shows an outcome: its log line matches one of the `patterns` (the outcomes in `Game.odds`)."""
    after = start.bare_copy()
    after.do(action)
    action_line = game.visible_line(game.line(start, action, after), seat, after) or {}
    pattern = matching_pattern(action_line, patterns)
    if pattern is not None or after.turn() != CHANCE:
        return [Branch(outcome=pattern or {}, chance=1.0, state=after, line=action_line or None)]
    weights = after.weights()
    result = []
    for chance_action, weight in zip(after.legal(), weights, strict=True):
        later = after.bare_copy()
        later.do(chance_action)
        line = game.visible_line(game.line(after, chance_action, later), seat, later)
        outcome: Object = {}
        if line is not None:
            outcome = matching_pattern(line, patterns) or {key: line[key] for key in game.describe(chance_action)}
        result.append(Branch(outcome, weight / sum(weights), later, line))
    return result


def matching_pattern(line: Line, patterns: list[Object]) -> Object | None:
    """Return the first pattern whose keys and values are all in the log line, or None."""
    return next((pattern for pattern in patterns if pattern.items() <= line.items()), None)


def as_outcome(statistics: OutcomeStatistics, key: str) -> Outcome:
    """Return an outcome with its mean win probability and the confidence interval. In the mean, the weight of each
    sampled state is the probability of the outcome there. If no sampled state has the outcome, `share` is None."""
    outcome: Object = json.loads(key)
    chance, weighted_values = statistics.chances[key], statistics.values.get(key)
    if not weighted_values:
        return {"outcome": outcome, "chance": chance, "share": None, "low": 0.0, "high": 1.0}
    total_weight = sum(weight for weight, _ in weighted_values)
    mean = sum(weight * value for weight, value in weighted_values) / total_weight
    _, low, high = share_interval([value for _, value in weighted_values])
    return {"outcome": outcome, "chance": chance, "share": mean, "low": min(low, mean), "high": max(high, mean)}
