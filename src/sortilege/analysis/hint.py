"""A hint for whoever has to decide: where to look, what to do, and why, from their view alone.

The decision is that of a bot that searches, unless another is clearly better in the worlds both were tried in; then
they are compared as every analysis compares, so what is too close to call is said to be. The same view always gives
the same seed, so nothing but the view (and the time there is) can change a hint.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final, Literal

from msgspec import Struct

from sortilege.analysis.evaluate import Candidate, candidates
from sortilege.analysis.explain import explain, name_of
from sortilege.analysis.intervals import difference
from sortilege.analysis.phrases import phrase
from sortilege.bots.bot import legal_actions
from sortilege.bots.levels import LevelBot
from sortilege.bots.search import highest_rated
from sortilege.core.cells import blank
from sortilege.core.clock import now
from sortilege.core.game import Game
from sortilege.core.insight import Insight
from sortilege.core.phrases import Sentence
from sortilege.core.rng import Rng
from sortilege.core.shapes import Action, Line, View
from sortilege.core.state import CHANCE, WIDEST, State
from sortilege.core.turns import Turn, turns_in
from sortilege.core.words import Text

COMPARED: Final = 5  # decisions that are compared: more would each be seen in too few worlds
GLANCES: Final = 4  # imagined states by which these are found
TRIED_BEST: Final = 2  # of these, whatever they look like, those that did best when everything was tried a little
TRIALS: Final = 20  # worlds in which everything is tried, at most
TRYING: Final = 0.15  # of the time, for that
THINKING: Final = 0.4  # of the time, for the bot; the rest is for the comparison
UNLIMITED: Final = 60_000.0  # milliseconds: where worlds are counted instead of time
LONGEST_PLAN: Final = 30  # steps a turn is played on
WORTH_TELLING: Final = 3  # steps: one and the end of the turn need no plan
Sure = Literal["only", "clear", "close", "glance"]


class Hint(Struct, tag_field="type", tag="hint"):
    """Where to look, what to do and why, made from the sender's view alone. `{0}`, `{1}`, … in its texts stand for the
    names of the seats. A first one comes within a second; where there was time to look again, a better one follows."""

    n: int  # of the snapshot it was asked for; 0 outside of a live table
    action: Action
    then: list[Action]  # the sender's next decisions of the same turn, as far as no chance comes between
    equals: list[Action]  # what the action could not be told from
    sure: Sure  # all there is, clearly better, too close to call, or only glanced at so far
    worlds: int  # in how many imagined worlds it was compared
    where: Text
    what: Text
    why: Text
    plan: Text | None  # what the whole turn is for
    final: bool  # false: a better one follows


def hint(game: Game, view: View, ms: float = 900, worlds: int | None = None) -> Hint:
    """The hint that so much time, or so many worlds, can give."""
    began = now()
    legal = legal_actions(view)
    if len(legal) == 1:
        return made(game, view, game.find(legal[0]), [], "only", 0, phrase("forced", action=game.what(view, legal[0])))
    seed = seed_of(view)
    level, budget = ("adept", UNLIMITED) if worlds is not None else ("archmage", THINKING * ms)
    choice = LevelBot(game, level, seed).decide(view, budget)
    tried, looks_good = tried_best(game, view, seed, ms, worlds), promising(game, view, seed)
    compared = list(dict.fromkeys([choice, *tried, *looks_good]))[:COMPARED]
    left = max(0.0, ms - (now() - began) * 1000)
    found = candidates(game, view, seed, left, compared, worlds)
    mine = best_of(found, choice)
    equals = [one.action for one in ranked(found) if one is not mine and is_close(mine, one)]
    why = explain(game, found, action=mine.action, view=view, obvious=looks_good[0])
    return made(game, view, mine.action, equals, "close" if equals else "clear", len(mine.values), why)


def first_glance(game: Game, view: View) -> Hint:
    """What looks best at first sight: a matter of milliseconds, and said to be no more."""
    legal = legal_actions(view)
    if len(legal) == 1:
        return hint(game, view)
    action = highest_rated(game.insight(), game.dealer(view), Rng(seed_of(view)))
    return made(game, view, action, [], "glance", 0, phrase("glance", action=name_of(game, action, view)))


def seed_of(view: View) -> int:
    """The view as a number: nothing else is the source of a hint's luck."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(sha256(text.encode()).digest()[:6])


# ---------------------------------------------------------------- which
def tried_best(game: Game, view: View, seed: int, ms: float, worlds: int | None) -> list[int]:
    """What did best when everything was tried, in other worlds than those of the comparison: so it sees as well what no
    insight proposes, a death that costs less than the turn to come, say."""
    trials = None if worlds is None else min(worlds, TRIALS)
    return [one.action for one in ranked(candidates(game, view, seed + 1, TRYING * ms, None, trials))[:TRIED_BEST]]


def promising(game: Game, view: View, seed: int) -> list[int]:
    """Everything, by how it looks at first sight."""
    insight, dealer, rng = game.insight(), game.dealer(view), Rng(seed)
    legal, rates = blank(WIDEST), blank(WIDEST)
    sums: dict[int, int] = {}
    for _ in range(GLANCES):
        state = dealer.deal(rng)
        n = state.fill_legal(legal)
        insight.rate(state, legal, n, rates)
        for at in range(n):
            sums[legal[at]] = sums.get(legal[at], 0) + rates[at]
    return sorted(sums, key=lambda action: (-sums[action], action))


def ranked(found: list[Candidate]) -> list[Candidate]:
    return sorted(found, key=lambda candidate: (-candidate.mean, candidate.action))


def best_of(found: list[Candidate], choice: int) -> Candidate:
    """What the bot chose, unless the best of the comparison is clearly better."""
    best = ranked(found)[0]
    chosen = next(one for one in found if one.action == choice)
    return best if difference(best.values, chosen.values).low > 0 else chosen


def is_close(mine: Candidate, other: Candidate) -> bool:
    """Whether two cannot be told apart, though they do not always come to the same."""
    gap = difference(mine.values, other.values)
    return other.values != mine.values and gap.low <= 0 <= gap.high


# ---------------------------------------------------------------- in words
def made(
    game: Game,
    view: View,
    action: int,
    equals: list[int],
    sure: Sure,
    worlds: int,
    why: Sentence,
) -> Hint:
    """All of it put together; an open game's turn is played on to see what it is for."""
    described = game.describe(action)
    steps, lines = ([], []) if game.hides else played_on(game, view, action)
    return Hint(
        n=0,
        action=described,
        then=[game.describe(step) for step in steps[1:]],
        equals=[game.describe(one) for one in equals],
        sure=sure,
        worlds=worlds,
        where=game.where(described),
        what=game.what(view, described),
        why=why.text(),
        plan=plan_of(game, view, lines) if len(steps) >= WORTH_TELLING else None,
        final=True,
    )


def played_on(game: Game, view: View, action: int) -> tuple[list[int], list[Line]]:
    """The rest of the turn from an action on, at first sight and as far as chance does not decide."""
    seat: int = view["you"]
    insight = game.insight()
    state = game.dealer(view).deal(Rng(seed_of(view)))
    turn = game.turn_of(state)
    steps: list[int] = []
    lines: list[Line] = []
    while state.turn() == seat and game.turn_of(state) == turn and len(steps) < LONGEST_PLAN:
        step = action if not steps else best_step(insight, state)
        before = state.twin()
        state.do(step)
        steps.append(step)
        line = game.line(before, step, state)
        lines.append({key: value for key, value in line.items() if key != "amends"})
        if state.turn() == CHANCE:
            break
    return steps, lines


def best_step(insight: Insight, state: State) -> int:
    """What the insight goes on with."""
    legal, rates = blank(WIDEST), blank(WIDEST)
    n = state.fill_legal(legal)
    if n == 1:
        return int(legal[0])
    insight.go_on(state, legal, n, rates)
    return int(legal[max(range(n), key=lambda at: (rates[at], -at))])


def plan_of(game: Game, view: View, lines: list[Line]) -> Text | None:
    """The turn in one sentence, from here to its end."""
    under_way = turns_in(game, [*view["log"], lines[0]])[-1].opening
    if under_way.seat != view["you"]:
        return None
    rest = Turn(under_way)
    rest.lines = lines
    text = Text.build(lambda language: game.sum_up(rest, language))
    return text if text.en else None
