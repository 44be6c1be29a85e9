"""Candidates in the same imagined worlds, with the same luck: what each is worth to the seat that decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TypedDict

from sortilege.analysis.intervals import Interval, difference, share
from sortilege.analysis.luck import Luck
from sortilege.analysis.manners import Manner, manner_of
from sortilege.analysis.phrases import phrase
from sortilege.analysis.worlds import Worlds
from sortilege.bots.trained import net_for
from sortilege.core.cells import Cells, cells_of
from sortilege.core.clock import now
from sortilege.core.errors import IllegalAction, OptionError, quote
from sortilege.core.game import Dealer, Game
from sortilege.core.rng import Rng
from sortilege.core.shapes import Action, Options, View
from sortilege.core.state import State

FIRST_LOOK: Final = 64  # worlds before candidates may be found apart; then at twice as many, and so on
CLEAR: Final = 4.0  # how many standard errors lie between the best and every other then
FINE: Final = 0.004  # half an interval nobody would want narrower


class Share(TypedDict):
    """One candidate: the viewer's share of victory after it, and where the true one lies in 95 of 100 cases."""

    action: Action
    share: float
    low: float
    high: float


class Analysis(TypedDict):
    """All candidates, the best first."""

    worlds: int
    actions: list[Share]


class Candidate(NamedTuple):
    """An action, the share of victory after it in every world, and how things are when the seat's next turn comes."""

    action: int
    values: list[float]
    soon: list[float]  # the shares in those worlds that were over before
    own: list[int]  # the seat's points then, in every world
    theirs: list[int]  # the most points of another side

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def won_soon(self) -> float:
        """The share of worlds in which the game is won before the seat's next turn; a victory shared is shared."""
        return sum(self.soon) / len(self.values)

    @property
    def lost_soon(self) -> float:
        """The share of worlds in which it is lost before then."""
        return (len(self.soon) - sum(self.soon)) / len(self.values)


class Subject(NamedTuple):
    """What is analysed: who deals its worlds, at what table, for which seat (None: nobody in particular)."""

    dealer: Dealer
    seats: int
    options: Options
    seat: int | None


class OpenCards:
    """Deals the truth itself: for hindsight."""

    def __init__(self, state: State) -> None:
        self.state = state

    def deal(self, rng: Rng) -> State:
        """A bare copy."""
        return self.state.twin()


def analyse(
    game: Game,
    view: View | None = None,
    seed: int = 0,
    ms: float = 1000,
    actions: Sequence[Action | int] | None = None,
    worlds: int | None = None,
    state: State | None = None,
) -> Analysis:
    """The viewer's share of victory after each action (all legal ones when not said), the best first.

    Every action is tried in the same imagined worlds with the same luck, until they lie apart or the time is up. With
    `worlds` in place of the time the same seed gives the same answer. With `state` in place of the view the cards lie
    open: what hindsight says.
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
    """The same with the shares of every world: what reviews compare world by world."""
    began = now()
    check_effort(seed, ms, worlds)
    about = subject(game, view, state)
    imagined = imagine(game, about, seed)
    start = imagined.enter(0)
    seat = about.seat
    if seat is None or start.turn() != seat:
        raise OptionError(phrase("nothing_to_decide"))
    found = [Candidate(action, [], [], [], []) for action in chosen(game, start, actions)]
    look = FIRST_LOOK
    n = 0
    while True:
        for candidate in found:
            candidate.values.append(imagined.play(start, candidate.action, seat))
            candidate.own.append(imagined.own)
            candidate.theirs.append(imagined.theirs)
            if imagined.soon:
                candidate.soon.append(candidate.values[-1])
        n += 1
        if n == worlds or (worlds is None and now() - began >= ms / 1000):
            return found
        if worlds is None and n == look:
            if best_is_clear(found):
                return found
            look *= 2
        start = imagined.enter(n)


def chances(
    game: Game,
    view: View | None = None,
    seed: int = 0,
    worlds: int = 100,
    state: State | None = None,
) -> list[Interval]:
    """Every seat's share of victory as things are, whoever is to decide: a point of a curve."""
    check_effort(seed, 0, worlds)
    about = subject(game, view, state)
    imagined = imagine(game, about, seed)
    values: list[list[float]] = [[] for _ in range(about.seats)]
    for number in range(worlds):
        imagined.play(imagined.enter(number), -1, 0)
        for seat, found in enumerate(values):
            found.append(imagined.share(seat))
    return [share(one) for one in values]


# ---------------------------------------------------------------- the parts
def subject(game: Game, view: View | None, state: State | None) -> Subject:
    """A view, or a state with open cards, as something to analyse; OptionError where it is none of this game."""
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


def imagine(game: Game, about: Subject, seed: int, manner: Manner | None = None) -> Worlds:
    """Its worlds, ready to be entered."""
    insight = game.insight()
    insight.judge = net_for(game, about.seats, about.options)
    how = manner_of(game, about.seats, about.options, insight.judge) if manner is None else manner
    sides = cells_of(game.side_of(about.seats))
    return Worlds(insight, about.dealer, game.turn_of, sides, Luck(*kinds_of(game)), *how, seed)


@cache
def kinds_of(game: Game) -> tuple[Cells, int]:
    """Which verb each action id belongs to, and how many verbs there are; ids that stand for nothing are 0."""
    verbs: dict[str, int] = {}
    kinds = []
    for action in range(game.actions):
        try:
            kinds.append(verbs.setdefault(game.describe(action)["do"], len(verbs)))
        except IllegalAction:
            kinds.append(0)
    return cells_of(kinds), len(verbs)


def chosen(game: Game, state: State, actions: Sequence[Action | int] | None) -> list[int]:
    """The ids of the actions asked about, each once; all legal ones when none are named."""
    if actions is None:
        return state.legal()
    ids: list[int] = [game.find(action) if isinstance(action, dict) else action for action in actions]  # type: ignore[misc]
    for action in ids:
        if type(action) is not int or not state.allows(action):
            raise game.refusal(state, action)
    if not ids:
        raise OptionError(phrase("no_actions"))
    return list(dict.fromkeys(ids))


def check_effort(seed: int, ms: float, worlds: int | None) -> None:
    """OptionError where so much cannot be done."""
    if type(seed) is not int:
        raise OptionError(phrase("seed", given=quote(seed)))
    if worlds is not None and (type(worlds) is not int or worlds < 1):
        raise OptionError(phrase("worlds", given=quote(worlds)))
    if not isinstance(ms, int | float) or not ms >= 0:
        raise OptionError(phrase("ms", given=quote(ms)))


def best_is_clear(found: Sequence[Candidate]) -> bool:
    """Whether the best is clearly better than every other, or all is known as finely as anybody could want. The limits
    are so strict that to stop here and not elsewhere hardly bends the intervals; a test counts how often they hold."""
    best = max(found, key=lambda candidate: candidate.mean)
    gaps = [difference(best.values, other.values) for other in found if other is not best]
    if all((gap.low + gap.high) / 2 > CLEAR / 2 * (gap.high - gap.low) / 2 for gap in gaps):
        return True
    shares = [share(candidate.values) for candidate in found]
    return all((one.high - one.low) / 2 < FINE for one in shares)


def analysis_of(game: Game, found: Sequence[Candidate]) -> Analysis:
    """The candidates with their intervals, the best first."""
    ordered = sorted(found, key=lambda candidate: (-candidate.mean, candidate.action))
    return {"worlds": len(found[0].values), "actions": [as_share(game, candidate) for candidate in ordered]}


def as_share(game: Game, candidate: Candidate) -> Share:
    mean, low, high = share(candidate.values)
    return {"action": game.describe(candidate.action), "share": mean, "low": low, "high": high}
