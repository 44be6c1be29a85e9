"""Candidate actions in the same imagined worlds, with the same luck: what each is worth to the seat that decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, TypedDict

from sortilege.analysis.intervals import Interval, difference, share
from sortilege.analysis.phrases import phrase
from sortilege.analysis.rollout_config import RolloutConfig, config_for
from sortilege.analysis.rollouts import Rollouts
from sortilege.analysis.shared_luck import SharedLuck
from sortilege.bots.net_files import net_for
from sortilege.core.engine.cells import Cells, cells_of
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.engine.timer import now
from sortilege.core.errors import IllegalAction, OptionError, quote
from sortilege.core.game import Dealer, Game
from sortilege.core.types import Action, Options, View

FIRST_CHECK: Final = 64  # worlds before the first check whether to stop; the next ones are at 128, 256 and so on
CLEAR: Final = 4.0  # standard errors by which the best action must lead every other one to stop early
FINE: Final = 0.004  # stop early if half of every interval is narrower than this


class Share(TypedDict):
    """One candidate: the viewer's share of victory after it, with its 95 % confidence interval."""

    action: Action
    share: float
    low: float
    high: float


class Analysis(TypedDict):
    """All candidates, best first."""

    worlds: int
    actions: list[Share]


class Candidate(NamedTuple):
    """An action with its results: the share of victory in every world, and the points when the seat's next turn
    begins (or at the end of the rollout, if that is earlier)."""

    action: int
    values: list[float]
    early_values: list[float]  # the shares in the worlds that were over before the seat's next turn
    own_points: list[int]  # in every world
    rival_points: list[int]  # in every world: the highest points of another side

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def won_soon(self) -> float:
        """The part of the worlds in which the game is won before the seat's next turn. A shared victory counts in
        proportion."""
        return sum(self.early_values) / len(self.values)

    @property
    def lost_soon(self) -> float:
        """The part of the worlds in which the game is lost before the seat's next turn."""
        return (len(self.early_values) - sum(self.early_values)) / len(self.values)


class Subject(NamedTuple):
    """What is analysed: a sampler of worlds, the table, and the seat whose actions are compared (None: no seat)."""

    dealer: Dealer
    seats: int
    options: Options
    seat: int | None


class OpenCards:
    """A dealer that returns the true state, for an analysis with all hidden cards known."""

    def __init__(self, state: State) -> None:
        self.state = state

    def deal(self, rng: Rng) -> State:
        """Return a copy without history."""
        return self.state.bare_copy()


def analyse(
    game: Game,
    view: View | None = None,
    seed: int = 0,
    ms: float = 1000,
    actions: Sequence[Action | int] | None = None,
    worlds: int | None = None,
    state: State | None = None,
) -> Analysis:
    """Return the viewer's share of victory after each action (default: all legal ones), best first.

    All actions are tried in the same imagined worlds with the same luck until the best one is clear or the time is up.
    With `worlds` instead of `ms` the same seed always gives the same result. With `state` instead of `view` the hidden
    cards are known.
    """
    return analysis_of(game, candidates(game, view, seed, ms, actions, worlds, state))


def candidates(
    game: Game,
    view: View | None = None,
    seed: int = 0,
    ms: float = 1000,
    actions: Sequence[Action | int] | None = None,
    worlds: int | None = None,
    state: State | None = None,
) -> list[Candidate]:
    """Return the results of `analyse` world by world, in the order of the actions."""
    began = now()
    check_limits(seed, ms, worlds)
    subject = subject_of(game, view, state)
    rollouts = rollouts_for(game, subject, seed)
    start, seat = enter_decision(rollouts, subject)
    results = [Candidate(action, [], [], [], []) for action in action_ids(game, start, actions)]
    next_check = FIRST_CHECK
    n = 0
    while True:
        for candidate in results:
            candidate.values.append(rollouts.value_after(start, candidate.action, seat))
            candidate.own_points.append(rollouts.own_points)
            candidate.rival_points.append(rollouts.rival_points)
            if rollouts.ended_early:
                candidate.early_values.append(candidate.values[-1])
        n += 1
        if n == worlds or (worlds is None and now() - began >= ms / 1000):
            return results
        if worlds is None and n == next_check:
            if best_is_clear(results):
                return results
            next_check *= 2
        start = rollouts.enter_world(n)


def chances(
    game: Game,
    view: View | None = None,
    seed: int = 0,
    worlds: int = 100,
    state: State | None = None,
) -> list[Interval]:
    """Return every seat's share of victory in the present position, whoever is to decide."""
    check_limits(seed, 0, worlds)
    subject = subject_of(game, view, state)
    rollouts = rollouts_for(game, subject, seed)
    values: list[list[float]] = [[] for _ in range(subject.seats)]
    for number in range(worlds):
        rollouts.value_after(rollouts.enter_world(number), -1, 0)
        for seat, of_seat in enumerate(values):
            of_seat.append(rollouts.share(seat))
    return [share(of_seat) for of_seat in values]


# ---------------------------------------------------------------- what is analysed
def subject_of(game: Game, view: View | None, state: State | None) -> Subject:
    """Return the subject of a view, or of a state with hidden cards known. Raise OptionError if it is not one of this
    game."""
    if state is not None:
        if not isinstance(state, State) or state.game is not game:
            raise OptionError(phrase("other_state", game=game.name))
        turn = state.turn()
        seat = view["you"] if view is not None else turn if turn >= 0 else None
        return Subject(OpenCards(state), state.seats, state.options, seat)
    if view is None:
        raise OptionError(phrase("no_subject"))
    if not isinstance(view, dict) or view.get("game") != game.name:
        raise OptionError(phrase("other_view", game=game.name))
    try:
        return Subject(game.dealer(view), view["seats"], view["options"], view["you"])
    except (KeyError, TypeError, ValueError, IndexError):
        raise OptionError(phrase("other_view", game=game.name)) from None


def rollouts_for(game: Game, subject: Subject, seed: int, config: RolloutConfig | None = None) -> Rollouts:
    """Return the rollouts of a subject. The default configuration is the measured one of the game."""
    insight = game.insight()
    insight.predictor = net_for(game, subject.seats, subject.options)
    if config is None:
        config = config_for(game, subject.seats, subject.options, insight.predictor)
    luck = SharedLuck(*kinds_of(game))
    return Rollouts(insight, subject.dealer, game.turn_of, game.side_of(subject.seats), luck, *config, seed)


def enter_decision(rollouts: Rollouts, subject: Subject) -> tuple[State, int]:
    """Return the state of world 0 and the seat to decide. Raise OptionError if the subject's seat has nothing to
    decide."""
    start = rollouts.enter_world(0)
    if subject.seat is None or start.turn() != subject.seat:
        raise OptionError(phrase("nothing_to_decide"))
    return start, subject.seat


@cache
def kinds_of(game: Game) -> tuple[Cells, int]:
    """Return the number of the verb of each action id (0 for ids without an action), and the number of verbs."""
    verbs: dict[str, int] = {}
    kinds = []
    for action in range(game.actions):
        try:
            kinds.append(verbs.setdefault(game.describe(action)["do"], len(verbs)))
        except IllegalAction:
            kinds.append(0)
    return cells_of(kinds), len(verbs)


def action_ids(game: Game, state: State, actions: Sequence[Action | int] | None) -> list[int]:
    """Return the ids of these actions without duplicates; those of all legal actions for None. Raise IllegalAction for
    one that is not legal."""
    if actions is None:
        return state.legal()
    ids: list[int] = [game.find(action) if isinstance(action, dict) else action for action in actions]  # type: ignore[misc]
    for action in ids:
        if type(action) is not int or not state.allows(action):
            raise game.refusal(state, action)
    if not ids:
        raise OptionError(phrase("no_actions"))
    return list(dict.fromkeys(ids))


def check_limits(seed: int, ms: float, worlds: int | None) -> None:
    """Raise OptionError if the seed, the time or the number of worlds is invalid."""
    if type(seed) is not int:
        raise OptionError(phrase("seed", given=quote(seed)))
    if worlds is not None and (type(worlds) is not int or worlds < 1):
        raise OptionError(phrase("worlds", given=quote(worlds)))
    if not isinstance(ms, int | float) or not ms >= 0:
        raise OptionError(phrase("ms", given=quote(ms)))


# ---------------------------------------------------------------- results
def ranked(results: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates, best first; equals by action id."""
    return sorted(results, key=lambda candidate: (-candidate.mean, candidate.action))


def best_is_clear(results: Sequence[Candidate]) -> bool:
    """Return whether the best action is clearly better than every other, or all intervals are narrow. The limits are so
    strict that stopping early hardly distorts the intervals; a test counts how often they contain the true value."""
    best = max(results, key=lambda candidate: candidate.mean)
    gaps = [difference(best.values, other.values) for other in results if other is not best]
    if all((gap.low + gap.high) / 2 > CLEAR / 2 * gap.half_width for gap in gaps):
        return True
    return all(share(candidate.values).half_width < FINE for candidate in results)


def analysis_of(game: Game, results: Sequence[Candidate]) -> Analysis:
    """Return the candidates with their intervals, best first."""
    actions = [share_of(game, candidate) for candidate in ranked(results)]
    return {"worlds": len(results[0].values), "actions": actions}


def share_of(game: Game, candidate: Candidate) -> Share:
    mean, low, high = share(candidate.values)
    return {"action": game.describe(candidate.action), "share": mean, "low": low, "high": high}
