"""A hint for the seat to move: where to look, what to do, and why. Hints are computed from the seat's view alone.

A hint recommends the action that a searching bot chooses, unless simulated games clearly favour another action. These
games start from complete states sampled from the view. The random seed is derived from the view, so nothing but the
view and the time limit can change a hint. The parameter `worlds` is the number of sampled states.
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
from sortilege.bots.search import actions_by_prior, highest_prior_action
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.timer import now
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence
from sortilege.core.text.words import Text
from sortilege.core.turns import Turn, turns_in
from sortilege.core.types import Action, Line, View

MAX_COMPARED: Final = 5  # actions that are compared; with more, each would be tried from too few sampled states
PRIOR_SAMPLES: Final = 4  # sampled states in which the prior weights are added up
TRIAL_WINNERS: Final = 2  # the best actions of the trial, which are compared whatever their prior weights are
MAX_TRIAL_SAMPLES: Final = 20  # sampled states from which all actions are tried
TRIAL_TIME: Final = 0.15  # the part of the time for that trial
BOT_TIME: Final = 0.4  # the part of the time for the bot; the rest is for the comparison
UNLIMITED_MS: Final = 60_000.0  # the bot's time when the number of sampled states is the limit
MAX_TURN_ACTIONS: Final = 30  # actions of a turn that are played ahead
MIN_PLAN_ACTIONS: Final = 3  # a shorter turn (one action and the end of the turn) needs no plan
Confidence = Literal["only", "clear", "close", "glance"]


class Hint(Struct, tag_field="type", tag="hint"):
    """A recommended action with its reasons, computed only from what the asking seat can see. In the texts, {0}, {1}, …
    stand for the names of the seats. The first hint comes within a second. A better hint may follow."""

    n: int  # the number of the snapshot for which the hint was computed; 0 outside of a live table
    action: Action  # the recommended action
    then: list[Action]  # the recommended actions after it in the same turn, up to the next chance event
    equals: list[Action]  # other actions that may be equally good
    sure: Confidence  # the only legal action, clearly best, too close to call, or not analysed
    worlds: int  # the number of sampled game states from which the action was tried
    where: Text  # the part of the table to look at
    what: Text  # the action, as a sentence
    why: Text  # the reasons for the action
    plan: Text | None  # the purpose of the whole turn; null if the turn is short
    final: bool  # whether no better hint follows


def hint(game: Game, view: View, ms: float = 900, worlds: int | None = None) -> Hint:
    """Return the best action with its reasons, computed within `ms` milliseconds. If a number of sampled states is
    given by `worlds`, it is the limit instead of the time."""
    began = now()
    legal = legal_actions(view)
    if len(legal) == 1:
        why = phrase("forced", action=game.command(view, legal[0]))
        return make_hint(game, view, game.find(legal[0]), [], "only", 0, why)
    seed = view_seed(view)
    level, bot_ms = ("adept", UNLIMITED_MS) if worlds is not None else ("archmage", BOT_TIME * ms)
    bot_choice = LevelBot(game, level, seed).decide(view, bot_ms)
    by_prior = actions_by_prior(game.insight(), game.dealer(view), Rng(seed), PRIOR_SAMPLES)
    compared = dict.fromkeys([bot_choice, *best_of_trial(game, view, seed, ms, worlds), *by_prior])
    ms_left = max(0.0, ms - (now() - began) * 1000)
    results = candidates(game, view, seed, ms_left, list(compared)[:MAX_COMPARED], worlds)
    best = recommended(results, bot_choice)
    equals = [other.action for other in ranked(results) if other is not best and is_close(best, other)]
    why = explain(game, results, action=best.action, view=view, obvious=by_prior[0])
    return make_hint(game, view, best.action, equals, "close" if equals else "clear", len(best.values), why)


def quick_hint(game: Game, view: View) -> Hint:
    """Return a hint within milliseconds: the action with the highest prior weight, marked as not analysed."""
    legal = legal_actions(view)
    if len(legal) == 1:
        return hint(game, view)
    action = highest_prior_action(game.insight(), game.dealer(view), Rng(view_seed(view)))
    return make_hint(game, view, action, [], "glance", 0, phrase("glance", action=name_of(game, action, view)))


# ---------------------------------------------------------------- selecting the action
def best_of_trial(game: Game, view: View, seed: int, ms: float, worlds: int | None) -> list[int]:
    """Try all legal actions in a part of the time `ms`, or from a few sampled states if `worlds` is given, and return
    the best actions. So a hint can recommend an action that looks bad at first."""
    trial_worlds = None if worlds is None else min(worlds, MAX_TRIAL_SAMPLES)
    trial_seed = seed + 1  # other sampled states than in the comparison
    results = candidates(game, view, trial_seed, ms=TRIAL_TIME * ms, worlds=trial_worlds)
    return [candidate.action for candidate in ranked(results)[:TRIAL_WINNERS]]


def recommended(results: list[Candidate], bot_choice: int) -> Candidate:
    """Return the candidate to recommend: the action that a bot chose, or the best action if it is clearly better."""
    best = ranked(results)[0]
    chosen = next(candidate for candidate in results if candidate.action == bot_choice)
    is_best_clear = difference(best.values, chosen.values).low > 0
    return best if is_best_clear else chosen


def is_close(best: Candidate, other: Candidate) -> bool:
    """Return whether two candidates are too close to call. Two candidates with the same result from every sampled state
    do not count as close: they are the same turn in another order."""
    is_same_turn = other.values == best.values
    return not is_same_turn and difference(best.values, other.values).contains_zero


# ---------------------------------------------------------------- texts
def make_hint(
    game: Game, view: View, action: int, equals: list[int], sure: Confidence, worlds: int, why: Sentence
) -> Hint:
    """Return the hint for an action, with its texts. `equals` are the ids of actions that may be equally good, `worlds`
    is the number of sampled states. In a game that hides nothing, the hint also describes the rest of the turn."""
    described = game.describe(action)
    turn_actions: list[int] = []
    lines: list[Line] = []
    if not game.hides_information:
        turn_actions, lines = play_turn(game, view, action)
    return Hint(
        n=0,
        action=described,
        then=[game.describe(later_action) for later_action in turn_actions[1:]],
        equals=[game.describe(equal) for equal in equals],
        sure=sure,
        worlds=worlds,
        where=game.place_hint(described),
        what=game.command(view, described),
        why=why.text(),
        plan=turn_text(game, view, lines) if len(turn_actions) >= MIN_PLAN_ACTIONS else None,
        final=True,
    )


def play_turn(game: Game, view: View, first_action: int) -> tuple[list[int], list[Line]]:
    """Simulate the rest of the viewer's turn: the first action, then the actions with the highest prior weights, up to
    the next chance event. Return the actions and their log lines, without the changes to earlier lines (`amends`)."""
    insight = game.insight()
    state = game.dealer(view).deal(Rng(view_seed(view)))
    turn_id = game.turn_of(state)
    turn_actions: list[int] = []
    lines: list[Line] = []
    while len(turn_actions) < MAX_TURN_ACTIONS:
        is_same_turn = state.turn() == view["you"] and game.turn_of(state) == turn_id
        if not is_same_turn:
            break
        action = first_choices(insight, state)[0] if turn_actions else first_action
        before = state.bare_copy()
        state.do(action)
        turn_actions.append(action)
        line = game.line(before, action, state)
        lines.append({key: value for key, value in line.items() if key != "amends"})
    return turn_actions, lines


def turn_text(game: Game, view: View, lines: list[Line]) -> Text | None:
    """Summarise the simulated log lines of a turn in one sentence. Return None if it is not the viewer's turn or the
    game has no sentence for it."""
    present_turn = turns_in(game, [*view["log"], lines[0]])[-1]
    if present_turn.opening.seat != view["you"]:
        return None
    simulated_turn = Turn(present_turn.opening)
    simulated_turn.lines = lines
    text = Text.build(lambda language: game.summarise(simulated_turn, language))
    return text if text.en else None
