"""A hint for the seat to decide: where to look, what to do, and why, made from its view alone.

The recommended action is the choice of a searching bot, unless another action is clearly better in the imagined worlds.
The random seed is derived from the view, so nothing but the view and the time limit can change a hint.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from sortilege.analysis.evaluate import Candidate, candidates, ranked
from sortilege.analysis.explain import explain, name_of
from sortilege.analysis.intervals import difference
from sortilege.analysis.phrases import phrase
from sortilege.analysis.rollouts import first_choices
from sortilege.analysis.seeds import view_seed
from sortilege.bots.bot import legal_actions
from sortilege.bots.levels import LevelBot
from sortilege.bots.search import by_rating, highest_rated
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE
from sortilege.core.engine.timer import now
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence
from sortilege.core.text.words import Text
from sortilege.core.turns import Turn, turns_in
from sortilege.core.types import Action, Line, View

COMPARED: Final = 5  # actions that are compared; with more, each would be tried in too few worlds
RATED_STATES: Final = 4  # sampled states in which the ratings are added up
TRIED_BEST: Final = 2  # the best actions of the trial are compared whatever their ratings are
TRIAL_WORLDS: Final = 20  # the maximum number of worlds in which all actions are tried
TRIAL_TIME: Final = 0.15  # the part of the time for that trial
BOT_TIME: Final = 0.4  # the part of the time for the bot; the rest is for the comparison
UNLIMITED: Final = 60_000.0  # milliseconds, when the number of worlds is the limit
LONGEST_TURN: Final = 30  # steps of a turn that are played on
SHORTEST_PLAN: Final = 3  # steps; fewer (one and the end of the turn) need no plan
Sure = Literal["only", "clear", "close", "glance"]


class Hint(Struct, tag_field="type", tag="hint"):
    """A recommended action with its reasons, computed from the asking seat's view alone. In its texts, `{0}`, `{1}`, …
    stand for the names of the seats. The first hint comes within a second; a better one may follow."""

    n: int  # the number of the snapshot it belongs to; 0 outside of a live table
    action: Action
    then: list[Action]  # the sender's next decisions of the same turn, up to the next chance event
    equals: list[Action]  # actions that may be equally good
    sure: Sure  # only legal action, clearly better, too close to call, or not analysed
    worlds: int  # the number of imagined worlds in which it was compared
    where: Text  # the part of the table to look at
    what: Text  # the action, as a sentence
    why: Text  # its reasons
    plan: Text | None  # the purpose of the whole turn
    final: bool  # false: a better hint follows


def hint(game: Game, view: View, ms: float = 900, worlds: int | None = None) -> Hint:
    """Return a hint, computed within this time or with this number of worlds."""
    began = now()
    legal = legal_actions(view)
    if len(legal) == 1:
        why = phrase("forced", action=game.what(view, legal[0]))
        return make_hint(game, view, game.find(legal[0]), [], "only", 0, why)
    seed = view_seed(view)
    level, budget = ("adept", UNLIMITED) if worlds is not None else ("archmage", BOT_TIME * ms)
    bot_choice = LevelBot(game, level, seed).decide(view, budget)
    promising = by_rating(game.insight(), game.dealer(view), Rng(seed), RATED_STATES)
    compared = dict.fromkeys([bot_choice, *best_of_trial(game, view, seed, ms, worlds), *promising])
    left = max(0.0, ms - (now() - began) * 1000)
    results = candidates(game, view, seed, left, list(compared)[:COMPARED], worlds)
    mine = recommended(results, bot_choice)
    equals = [other.action for other in ranked(results) if other is not mine and is_close(mine, other)]
    why = explain(game, results, action=mine.action, view=view, obvious=promising[0])
    return make_hint(game, view, mine.action, equals, "close" if equals else "clear", len(mine.values), why)


def first_glance(game: Game, view: View) -> Hint:
    """Return a hint within milliseconds: the highest-rated action, marked as not analysed."""
    legal = legal_actions(view)
    if len(legal) == 1:
        return hint(game, view)
    action = highest_rated(game.insight(), game.dealer(view), Rng(view_seed(view)))
    return make_hint(game, view, action, [], "glance", 0, phrase("glance", action=name_of(game, action, view)))


# ---------------------------------------------------------------- selecting the action
def best_of_trial(game: Game, view: View, seed: int, ms: float, worlds: int | None) -> list[int]:
    """Try all legal actions in a few worlds, other than those of the comparison, and return the best. So a hint can
    recommend an action that no insight rates highly, for example to lose a life now that would cost more later."""
    trial_worlds = None if worlds is None else min(worlds, TRIAL_WORLDS)
    results = candidates(game, view, seed + 1, TRIAL_TIME * ms, None, trial_worlds)
    return [candidate.action for candidate in ranked(results)[:TRIED_BEST]]


def recommended(results: list[Candidate], bot_choice: int) -> Candidate:
    """Return the bot's choice, unless the best candidate is clearly better."""
    best = ranked(results)[0]
    chosen = next(candidate for candidate in results if candidate.action == bot_choice)
    return best if difference(best.values, chosen.values).low > 0 else chosen


def is_close(mine: Candidate, other: Candidate) -> bool:
    """Return whether two candidates are too close to call, although their results are not the same in every world."""
    return other.values != mine.values and difference(mine.values, other.values).contains_zero


# ---------------------------------------------------------------- texts
def make_hint(
    game: Game,
    view: View,
    action: int,
    equals: list[int],
    sure: Sure,
    worlds: int,
    why: Sentence,
) -> Hint:
    """Return the hint for an action. In a game that hides nothing, the rest of the turn is played to describe its
    purpose."""
    described = game.describe(action)
    steps, lines = ([], []) if game.hides_information else play_turn(game, view, action)
    return Hint(
        n=0,
        action=described,
        then=[game.describe(step) for step in steps[1:]],
        equals=[game.describe(equal) for equal in equals],
        sure=sure,
        worlds=worlds,
        where=game.where(described),
        what=game.what(view, described),
        why=why.text(),
        plan=turn_text(game, view, lines) if len(steps) >= SHORTEST_PLAN else None,
        final=True,
    )


def play_turn(game: Game, view: View, action: int) -> tuple[list[int], list[Line]]:
    """Play the rest of the turn from an action on, with first choices, up to the next chance event. Return the actions
    and their log lines."""
    seat: int = view["you"]
    insight = game.insight()
    state = game.dealer(view).deal(Rng(view_seed(view)))
    turn = game.turn_of(state)
    steps: list[int] = []
    lines: list[Line] = []
    while state.turn() == seat and game.turn_of(state) == turn and len(steps) < LONGEST_TURN:
        step = action if not steps else first_choices(insight, state)[0]
        before = state.bare_copy()
        state.do(step)
        steps.append(step)
        line = game.line(before, step, state)
        lines.append({key: value for key, value in line.items() if key != "amends"})
        if state.turn() == CHANCE:
            break
    return steps, lines


def turn_text(game: Game, view: View, lines: list[Line]) -> Text | None:
    """Return the rest of the turn in one sentence; None if the viewer does not own the turn or there is nothing to
    say."""
    opening = turns_in(game, [*view["log"], lines[0]])[-1].opening
    if opening.seat != view["you"]:
        return None
    rest = Turn(opening)
    rest.lines = lines
    text = Text.build(lambda language: game.sum_up(rest, language))
    return text if text.en else None
