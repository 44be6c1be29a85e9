"""What an action can bring: its outcomes with their chances, exact where they can be counted, and what each is worth.

An outcome is the first thing the viewer learns from an action: whether a call succeeds, which card or token is drawn.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple, TypedDict

from msgspec import Struct

from sortilege.analysis.evaluate import check_effort, chosen, imagine, subject
from sortilege.analysis.intervals import share
from sortilege.analysis.phrases import phrase
from sortilege.core.clock import now
from sortilege.core.errors import OptionError
from sortilege.core.game import Game
from sortilege.core.shapes import Action, Line, Object, View
from sortilege.core.state import CHANCE, State
from sortilege.core.words import Text

LEAST: Final = 12  # worlds that are looked at however little time there is: one alone would show one outcome
MOST_TOLD: Final = 6  # outcomes told to people one by one
ENOUGH: Final = 40  # worlds an outcome was met in before people are told what it is worth


class Outcome(TypedDict):
    """One thing an action can bring; `share` is None where no imagined world was met in which it does."""

    outcome: Object
    chance: float
    share: float | None
    low: float
    high: float


class Outlook(TypedDict):
    """All of them, the likeliest first. The chances are exact, or means over so many worlds."""

    exact: bool
    worlds: int
    outcomes: list[Outcome]


class Prospect(Struct):
    """One thing an action can bring."""

    chance: float
    share: float | None  # of victory then, 0 to 1; null where it was met in too few imagined worlds to say
    en: str
    fr: str


class ActionOutlook(Struct):
    """All an action can bring, the likeliest first."""

    action: Action
    what: Text
    exact: bool  # the chances are counted; otherwise they are means over imagined worlds
    worlds: int
    prospects: list[Prospect]  # empty: nothing is left to chance
    others: int  # how many less likely ones are left out
    rest: float  # and the chance of them all


class Branch(NamedTuple):
    """One way a world can go on: what is seen of it, its chance in this world, the state it leads to, and the line of
    the log that tells it."""

    seen: Object
    chance: float
    state: State
    line: Line | None


class Met(NamedTuple):
    """What was met in all worlds, by outcome: its chance, what came of it, a line that tells it."""

    worlds: int
    chances: dict[str, float]
    values: dict[str, list[tuple[float, float]]]
    lines: dict[str, Line | None]
    exact: bool


def outlook(
    game: Game,
    view: View | None,
    action: Action | int,
    seed: int = 0,
    worlds: int = 50,
    state: State | None = None,
) -> Outlook:
    """What an action of the viewer can bring; with `state` in place of the view, when the cards lie open."""
    check_effort(seed, 0, worlds)
    met = look_ahead(game, view, action, seed, worlds, state, None)
    found = [as_outcome(key, chance, met.values.get(key, [])) for key, chance in met.chances.items()]
    found.sort(key=lambda one: (-one["chance"], json.dumps(one["outcome"])))
    return {"exact": met.exact, "worlds": met.worlds, "outcomes": found}


def prospects(
    game: Game, view: View, action: Action, seed: int = 0, ms: float | None = 400, worlds: int = 200
) -> ActionOutlook:
    """Return what an action of the viewer can bring, in words. `ms` and `worlds` limit the worlds it is tried in."""
    met = look_ahead(game, view, action, seed, worlds, None, ms)
    told = [key for key in met.chances if met.lines.get(key)]
    told.sort(key=lambda key: (-met.chances[key], key))
    result = ActionOutlook(action, game.what(view, action), met.exact, met.worlds, [], 0, 0.0)
    if len(told) > 1:
        kept = told[:MOST_TOLD]
        result.prospects = [as_prospect(game, met, key) for key in kept]
        result.others = len(met.chances) - len(kept)
        result.rest = max(0.0, sum(met.chances.values()) - sum(met.chances[key] for key in kept))
    return result


def as_prospect(game: Game, met: Met, key: str) -> Prospect:
    values = met.values.get(key, [])
    outcome = as_outcome(key, met.chances[key], values)
    line = met.lines[key] or {}
    share = outcome["share"] if len(values) >= ENOUGH else None
    return Prospect(outcome["chance"], share, game.say(line, "en"), game.say(line, "fr"))


def look_ahead(
    game: Game,
    view: View | None,
    action: Action | int,
    seed: int,
    worlds: int,
    state: State | None,
    ms: float | None,
) -> Met:
    """The action in so many worlds, or in as many as there is time for."""
    began = now()
    about = subject(game, view, state)
    imagined = imagine(game, about, seed)
    first = imagined.enter(0)
    seat = about.seat
    if seat is None or first.turn() != seat:
        raise OptionError(phrase("nothing_to_decide"))
    [chosen_action] = chosen(game, first, [action])
    odds = game.odds(view, chosen_action) if view is not None and state is None else []
    marks = [mark for mark, _ in odds]
    chances: dict[str, float] = {}
    values: dict[str, list[tuple[float, float]]] = {}
    lines: dict[str, Line | None] = {}
    number = 0
    while number < worlds:
        start = imagined.enter(number)
        number += 1
        for seen, chance, after, line in branches(game, start, chosen_action, seat, marks):
            key = json.dumps(seen)
            lines.setdefault(key, line)
            chances[key] = chances.get(key, 0.0) + chance
            values.setdefault(key, []).append((chance, imagined.play_from(after, start, seat)))
        if ms is not None and number >= LEAST and now() - began >= ms / 1000:
            break
    chances = {key: chance / number for key, chance in chances.items()}
    if odds:
        chances = {json.dumps(mark): chance for mark, chance in odds if chance > 0}
    exact = bool(odds) or state is not None or not game.hides or len(chances) == 1
    return Met(number, chances, values, lines, exact)


def branches(game: Game, start: State, action: int, seat: int, marks: list[Object]) -> list[Branch]:
    """How one world goes on after an action: by what it did where a mark tells it, otherwise by what chance brings
    next. What the viewer may not see is nothing to it."""
    after = start.twin()
    after.do(action)
    own = game.visible_line(game.line(start, action, after), seat, after) or {}
    did = mark_on(own, marks)
    if did is not None or after.turn() != CHANCE:
        return [Branch(did or {}, 1.0, after, own or None)]
    weights = after.weights()
    found = []
    for outcome, weight in zip(after.legal(), weights, strict=True):
        later = after.twin()
        later.do(outcome)
        line = game.visible_line(game.line(after, outcome, later), seat, later)
        seen = {} if line is None else mark_on(line, marks) or {key: line[key] for key in game.describe(outcome)}
        found.append(Branch(seen, weight / sum(weights), later, line))
    return found


def mark_on(line: Line, marks: list[Object]) -> Object | None:
    """Which of the marks a line bears."""
    return next((mark for mark in marks if mark.items() <= line.items()), None)


def as_outcome(key: str, chance: float, values: list[tuple[float, float]]) -> Outcome:
    """The share is a mean by weight; its interval that of the worlds in which the outcome was met."""
    outcome: Object = json.loads(key)
    if not values:
        return {"outcome": outcome, "chance": chance, "share": None, "low": 0.0, "high": 1.0}
    mean = sum(weight * value for weight, value in values) / sum(weight for weight, _ in values)
    _, low, high = share([value for _, value in values])
    return {"outcome": outcome, "chance": chance, "share": mean, "low": min(low, mean), "high": max(high, mean)}
