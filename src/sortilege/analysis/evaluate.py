"""The win probability of the seat to move after each candidate action.

All candidates are tried from the same sampled states, which are complete states that agree with what the seat knows. In
each sampled state the same random draws are used for every candidate. The parameter `worlds` is the number of sampled
states. In a win probability, a victory shared by two seats counts as 0.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, TypedDict

from sortilege.analysis.intervals import Interval, difference, share_interval
from sortilege.analysis.phrases import phrase
from sortilege.analysis.rollout_config import RolloutConfig, config_for
from sortilege.analysis.rollouts import NO_ACTION, Rollouts
from sortilege.analysis.shared_luck import SharedLuck
from sortilege.bots.net_files import net_for
from sortilege.core.engine.cells import Cells, cells_of
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.engine.timer import now
from sortilege.core.errors import IllegalAction, OptionError, quote
from sortilege.core.game import Dealer, Game
from sortilege.core.types import Action, Options, View

FIRST_CHECK: Final = 64  # sampled states before the first check whether to stop; the next checks are at 128, 256, …
CLEAR_LEAD: Final = 4.0  # standard errors by which the best action must lead every other one to stop early
NARROW_INTERVAL: Final = 0.004  # stop early if half of every interval is narrower than this
HALF_WIDTH_ERRORS: Final = 2  # about as many standard errors as half of a 95 % interval has


class Share(TypedDict):
    """The win probability of a seat after one of its actions."""

    action: Action
    share: float  # the win probability
    low: float  # its 95 % confidence interval is from `low` to `high`
    high: float


class Analysis(TypedDict):
    """The win probabilities of all candidates, best first."""

    worlds: int  # the number of sampled states
    actions: list[Share]


class Candidate(NamedTuple):
    """A possible action with the results of its rollouts (simulated games), one from every sampled state. Points are
    counted when the seat's next turn begins, or at the end of the rollout if that is earlier."""

    action: int  # the action id
    values: list[float]  # by sampled state: the seat's win probability
    early_values: list[float]  # only from the rollouts in which the game ended before the seat's next turn
    own_points: list[int]  # by sampled state
    rival_points: list[int]  # by sampled state: the highest points of another side

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def won_soon(self) -> float:
        """The probability that the game is won before the seat's next turn. A victory shared by two counts as half."""
        victories = sum(self.early_values)
        return victories / len(self.values)

    @property
    def lost_soon(self) -> float:
        """The probability that the game is lost before the seat's next turn."""
        losses = len(self.early_values) - sum(self.early_values)
        return losses / len(self.values)


class Subject(NamedTuple):
    """A position to analyse, known in full or as one seat sees it, and the seat whose actions are compared."""

    dealer: Dealer  # samples complete states that agree with what is known of the position
    seats: int  # the number of seats
    options: Options  # of the game
    seat: int | None  # None: no seat is to move


class TrueStateDealer:
    """A dealer that always returns the true state, for an analysis with all hidden cards known."""

    def __init__(self, state: State) -> None:
        self.state = state

    def deal(self, rng: Rng) -> State:
        """Return a copy of the state without its log. Nothing is random, so `rng` is not used."""
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
    """Return the win probability after each of the `actions` (default: all legal actions), best first.

    Complete states that agree with the `view` are sampled at random. All actions are tried from the same states with
    the same random draws, until one action is clearly the best or `ms` milliseconds are over. `worlds` sets the number
    of sampled states instead; then the same `seed` always gives the same result. If a `state` is given instead of the
    `view`, all hidden cards are known.
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
    """Try each of the `actions` from the same sampled states. The parameters are those of `analyse`."""
    began = now()
    check_limits(seed, ms, worlds)
    subject = subject_of(game, view, state)
    rollouts = rollouts_for(game, subject, seed)
    start, seat = sample_decision(rollouts, subject)
    results = [
        Candidate(action, values=[], early_values=[], own_points=[], rival_points=[])
        for action in action_ids(game, start, actions)
    ]
    next_check = FIRST_CHECK
    samples_tried = 0
    while True:
        for candidate in results:
            candidate.values.append(rollouts.value_after(start, candidate.action, seat))
            candidate.own_points.append(rollouts.own_points)
            candidate.rival_points.append(rollouts.rival_points)
            if rollouts.ended_early:
                candidate.early_values.append(candidate.values[-1])
        samples_tried += 1
        if samples_tried == worlds:
            return results
        if worlds is None and now() - began >= ms / 1000:
            return results
        if worlds is None and samples_tried == next_check:
            if can_stop_early(results):
                return results
            next_check *= 2
        start = rollouts.sample_state(samples_tried)


def chances(
    game: Game, view: View | None = None, seed: int = 0, worlds: int = 100, state: State | None = None
) -> list[Interval]:
    """Return every seat's win probability in a position, with its confidence interval, no matter which seat is to move.
    The position is known by a `view` or, with all hidden cards, by a `state`. `worlds` states are sampled from it."""
    check_limits(seed, ms=0, worlds=worlds)
    subject = subject_of(game, view, state)
    rollouts = rollouts_for(game, subject, seed)
    values: list[list[float]] = [[] for _ in range(subject.seats)]
    for number in range(worlds):
        rollouts.value_after(rollouts.sample_state(number), NO_ACTION, seat=0)
        for seat, seat_values in enumerate(values):
            seat_values.append(rollouts.win_probability(seat))
    return [share_interval(seat_values) for seat_values in values]


# ---------------------------------------------------------------- what is analysed
def subject_of(game: Game, view: View | None, state: State | None) -> Subject:
    """Return the position to analyse: a `state` with all hidden cards known or, without a `state`, what a `view` shows.
    Raise OptionError if neither is there, or if they do not belong to this game."""
    if state is not None:
        return subject_of_state(game, view, state)
    if view is None:
        raise OptionError(phrase("no_subject"))
    if not isinstance(view, dict) or view.get("game") != game.name:
        raise OptionError(phrase("other_view", game=game.name))
    try:
        return Subject(game.dealer(view), view["seats"], view["options"], view["you"])
    except (KeyError, TypeError, ValueError, IndexError):
        raise OptionError(phrase("other_view", game=game.name)) from None


def subject_of_state(game: Game, view: View | None, state: State) -> Subject:
    """Return a state with all hidden cards known as the position to analyse. Its seat is that of the `view`, if there
    is one, otherwise the seat to move."""
    if not isinstance(state, State) or state.game is not game:
        raise OptionError(phrase("other_state", game=game.name))
    turn = state.turn()
    seat_to_move = turn if turn >= 0 else None  # negative at a chance event and at the end
    seat = seat_to_move if view is None else view["you"]
    return Subject(TrueStateDealer(state), state.seats, state.options, seat)


def rollouts_for(game: Game, subject: Subject, seed: int, config: RolloutConfig | None = None) -> Rollouts:
    """Return the rollouts (simulated games) with which a position is analysed. `config` says when a rollout stops; by
    default it is the configuration that `sortilege calibrate` has stored for the game."""
    net = net_for(game, subject.seats, subject.options)
    insight = game.insight()
    insight.predictor = net
    return Rollouts(
        insight,
        subject.dealer,
        game.turn_of,
        game.side_of(subject.seats),
        SharedLuck(*action_kinds(game)),
        config or config_for(game, subject.seats, subject.options, net),
        seed,
    )


def sample_decision(rollouts: Rollouts, subject: Subject) -> tuple[State, int]:
    """Return a sampled state of the position and the seat to move. Raise OptionError if it is not this seat's turn."""
    start = rollouts.sample_state(0)
    if subject.seat is None or start.turn() != subject.seat:
        raise OptionError(phrase("nothing_to_decide"))
    return start, subject.seat


@cache
def action_kinds(game: Game) -> tuple[Cells, int]:
    """Return the kind of each action id, and the number of kinds. All actions with the same verb, such as "draw", are
    of the same kind. The kinds are numbered from 0; unused action ids have kind 0."""
    kind_of_verb: dict[str, int] = {}
    kinds = []
    for action in range(game.actions):
        try:
            verb = game.describe(action)["do"]
            kinds.append(kind_of_verb.setdefault(verb, len(kind_of_verb)))
        except IllegalAction:  # an unused id
            kinds.append(0)
    return cells_of(kinds), len(kind_of_verb)


def action_ids(game: Game, state: State, actions: Sequence[Action | int] | None) -> list[int]:
    """Return the ids of the `actions` without duplicates, or of all legal actions if `actions` is None. Raise
    IllegalAction if an action is not legal, and OptionError if the list is empty."""
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
    """Raise OptionError if the seed, the time in milliseconds or the number of sampled states is invalid."""
    if type(seed) is not int:
        raise OptionError(phrase("seed", given=quote(seed)))
    if worlds is not None and (type(worlds) is not int or worlds < 1):
        raise OptionError(phrase("worlds", given=quote(worlds)))
    if not isinstance(ms, int | float) or not ms >= 0:
        raise OptionError(phrase("ms", given=quote(ms)))


# ---------------------------------------------------------------- results
def ranked(results: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates by win probability, best first. Equally good candidates are in the order of action ids."""
    return sorted(results, key=lambda candidate: (-candidate.mean, candidate.action))


def can_stop_early(results: Sequence[Candidate]) -> bool:
    """Return whether an analysis can stop: the best action is clearly better than every other, or all confidence
    intervals are narrow. The limits are so strict that stopping early hardly distorts the intervals."""
    best = max(results, key=lambda candidate: candidate.mean)
    leads = [difference(best.values, other.values) for other in results if other is not best]
    if all(is_clear_lead(lead) for lead in leads):
        return True
    return all(share_interval(candidate.values).half_width < NARROW_INTERVAL for candidate in results)


def is_clear_lead(lead: Interval) -> bool:
    """Return whether the centre of a confidence interval is more than CLEAR_LEAD standard errors above zero."""
    centre = (lead.low + lead.high) / 2
    standard_error = lead.half_width / HALF_WIDTH_ERRORS
    return centre > CLEAR_LEAD * standard_error


def analysis_of(game: Game, results: Sequence[Candidate]) -> Analysis:
    """Return the JSON form of an analysis: each candidate's win probability with its interval, best first."""
    actions: list[Share] = []
    for candidate in ranked(results):
        mean, low, high = share_interval(candidate.values)
        actions.append({"action": game.describe(candidate.action), "share": mean, "low": low, "high": high})
    return {"worlds": len(results[0].values), "actions": actions}
