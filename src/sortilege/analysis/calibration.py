"""Calibration: of positions that the analysis calls 70 of 100, are 70 of 100 won?

Bots play whole games; from each a few decisions are drawn by lot and analysed as their seats saw them, then compared
with who won. Positions of one game end alike, so every uncertainty here is reckoned by games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Final, NamedTuple

from sortilege.analysis.evaluate import imagine, subject
from sortilege.analysis.manners import Manner
from sortilege.analysis.phrases import phrase
from sortilege.bots import LEVELS, make
from sortilege.core.errors import OptionError, quote
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.shapes import Object, Options
from sortilege.core.state import State

PER_GAME: Final = 8  # positions drawn from a game
BINS: Final = 10
LEAST: Final = 4  # games
RESAMPLES: Final = 400
RESTS: Final = (1, 2)  # manners tried beside playing to the end: how often the game rests, with each of these slopes
SLOPES: Final = (0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7)
STEEPEST: Final = 5.0
DOUBT: Final = 0.005  # no share counts as surer than this when it is held against a result


class Position(NamedTuple):
    """A decision of a game that was played to its end."""

    game: int
    state: State
    seat: int
    share: float  # of the victory, in the end


class Point(NamedTuple):
    """What the analysis said of it."""

    game: int
    seat: int
    said: float
    share: float


class Plan(NamedTuple):
    """Which games are played, and how thoroughly they are looked at."""

    game: Game
    seats: int
    options: Options
    level: str = "adept"
    ms: float | None = None
    games: int = 60
    worlds: int = 60
    seed: int = 0


def check(plan: Plan) -> None:
    """OptionError where nothing could be said."""
    if plan.level not in LEVELS:
        raise OptionError(phrase("other_levels", levels=LEVELS, given=quote(plan.level)))
    if plan.games < LEAST:
        raise OptionError(phrase("games", least=LEAST, given=plan.games))
    if plan.worlds < 1:
        raise OptionError(phrase("worlds", given=plan.worlds))


# ---------------------------------------------------------------- playing and analysing
def positions(plan: Plan, played: Callable[[], None] = lambda: None) -> list[Position]:
    """Decisions of the plan's games, with how they ended."""
    found: list[Position] = []
    for number in range(plan.games):
        match = Match(plan.game, plan.seats, plan.options, f"calibrate {plan.seed} {number}")
        bots = [make(plan.game.name, plan.level, 1000 * number + seat) for seat in range(plan.seats)]
        moments: list[State] = []
        while match.state.turn() >= 0:
            seat = match.state.turn()
            view = match.state.view(seat)
            if len(view["legal"]) > 1:
                moments.append(match.state.clone())
            match.play(bots[seat].choose(view, plan.ms), seat)
        lots = random.Random(f"{plan.seed} {number}")
        for state in lots.sample(moments, min(PER_GAME, len(moments))):
            seat = state.turn()
            found.append(Position(number, state, seat, final_share(plan.game, match.state, seat)))
        played()
    return found


def final_share(game: Game, state: State, seat: int) -> float:
    """A seat's share of a game that is over."""
    worlds = imagine(game, subject(game, None, state), 0, Manner())
    return worlds.play(state, -1, seat)


def points(plan: Plan, found: Sequence[Position], manner: Manner | None = None) -> list[Point]:
    """What the analysis says of each; in the manner it has for the game when none is given."""
    out = []
    for position in found:
        about = subject(plan.game, position.state.view(position.seat), None)
        worlds = imagine(plan.game, about, plan.seed, manner)
        said = sum(worlds.play(worlds.enter(k), -1, position.seat) for k in range(plan.worlds)) / plan.worlds
        out.append(Point(position.game, position.seat, said, position.share))
    return out


# ---------------------------------------------------------------- figures
def brier(found: Sequence[Point]) -> float:
    """The mean squared distance between what was said and what came."""
    return sum((point.said - point.share) ** 2 for point in found) / len(found)


def log_loss(found: Sequence[Point]) -> float:
    """What the results cost who bet by what was said."""
    total = 0.0
    for point in found:
        said = min(max(point.said, DOUBT), 1 - DOUBT)
        total -= point.share * log(said) + (1 - point.share) * log(1 - said)
    return total / len(found)


class Bin(NamedTuple):
    """Positions called about the same."""

    n: int
    said: float
    won: float


def bins(found: Sequence[Point], wanted: int = BINS) -> list[Bin]:
    """Tenths of the scale, those without a position left out."""
    out = []
    for place in range(wanted):
        here = [one for one in found if place == min(wanted - 1, int(one.said * wanted))]
        if here:
            n = len(here)
            out.append(Bin(n, sum(one.said for one in here) / n, sum(one.share for one in here) / n))
    return out


def expected_error(found: Sequence[Point]) -> float:
    """How far what was won lies from what was said, on average over the positions, bin by bin."""
    return sum(one.n * abs(one.said - one.won) for one in bins(found)) / len(found)


def slope(found: Sequence[Point]) -> float:
    """By what factor the log-odds that were said should be multiplied to fit the results best: 1 is calibrated, less is
    too sure, more too timid. Newton's method on the logistic likelihood, with a shift that is not reported."""
    odds = [log(p / (1 - p)) for p in (min(max(one.said, DOUBT), 1 - DOUBT) for one in found)]
    shift, factor = 0.0, 1.0
    for _ in range(25):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, one in zip(odds, found, strict=True):
            p = 1 / (1 + exp(-max(-30.0, min(30.0, shift + factor * x))))
            weight = p * (1 - p) + 1e-9
            g0, g1 = g0 + one.share - p, g1 + (one.share - p) * x
            h00, h01, h11 = h00 + weight, h01 + weight * x, h11 + weight * x * x
        determinant = h00 * h11 - h01 * h01
        if determinant < 1e-12:
            break
        shift = within(shift + (h11 * g0 - h01 * g1) / determinant)
        factor = within(factor + (h00 * g1 - h01 * g0) / determinant)
    return factor


def within(number: float) -> float:
    """No further than where nothing can be told apart any more: few games may seem to fit any factor."""
    return max(-STEEPEST, min(STEEPEST, number))


def spread(found: Sequence[Point], figure: Callable[[Sequence[Point]], float], seed: int) -> tuple[float, float]:
    """Where a figure lies in 95 of 100 cases: games drawn anew from those played, with their positions."""
    by_game: dict[int, list[Point]] = {}
    for point in found:
        by_game.setdefault(point.game, []).append(point)
    games, lots = list(by_game.values()), random.Random(seed)
    again = sorted(figure([p for one in lots.choices(games, k=len(games)) for p in one]) for _ in range(RESAMPLES))
    return again[int(0.025 * RESAMPLES)], again[int(0.975 * RESAMPLES) - 1]


def chance_error(found: Sequence[Point], seed: int) -> float:
    """The expected error that one who is perfectly calibrated would show with so few games: every game is won or lost
    anew for each seat, by what was said."""
    lots = random.Random(seed)
    total = 0.0
    for _ in range(100):
        luck: dict[tuple[int, int], float] = {}
        again = []
        for point in found:
            mark = luck.setdefault((point.game, point.seat), lots.random())
            again.append(point._replace(share=float(mark < point.said)))
        total += expected_error(again)
    return total / 100


def summary(plan: Plan, found: Sequence[Point]) -> Object:
    """All figures, for a table or a program."""
    mean = sum(point.share for point in found) / len(found)
    factor_low, factor_high = spread(found, slope, plan.seed)
    return {
        "game": plan.game.name,
        "seats": plan.seats,
        "level": plan.level,
        "games": plan.games,
        "positions": len(found),
        "worlds": plan.worlds,
        "seed": plan.seed,
        "brier": brier(found),
        "brier_of_nothing": mean * (1 - mean),
        "expected_error": expected_error(found),
        "expected_error_by_chance": chance_error(found, plan.seed),
        "slope": slope(found),
        "slope_low": factor_low,
        "slope_high": factor_high,
        "bins": [one._asdict() for one in bins(found)],
    }


# ---------------------------------------------------------------- finding a manner
def measure(plan: Plan, found: Sequence[Position], tried: Callable[[], None] = lambda: None) -> tuple[Manner, Object]:
    """The manner that foretells the results of every other game best, and its figures on the games between: what was
    used to choose is not used to praise."""
    first = [one for one in found if one.game % 2 == 0]
    second = [one for one in found if one.game % 2 == 1]
    best, least = Manner(), log_loss(points(plan, first, Manner()))
    tried()
    for rests in RESTS:
        for factor, said in by_slope(plan, first, rests).items():
            loss = log_loss(said)
            if loss < least:
                best, least = Manner(rests, factor), loss
        tried()
    figures = summary(plan, points(plan, second, best))
    played_out = figures["brier"] if best == Manner() else brier(points(plan, second, Manner()))
    return best, {**figures, "brier_played_out": played_out}


def by_slope(plan: Plan, found: Sequence[Position], rests: int) -> dict[float, list[Point]]:
    """What the analysis would say with each slope, every world played but once."""
    out: dict[float, list[Point]] = {slope: [] for slope in SLOPES}
    for position in found:
        about = subject(plan.game, position.state.view(position.seat), None)
        worlds = imagine(plan.game, about, plan.seed, Manner(rests))
        said = dict.fromkeys(SLOPES, 0.0)
        for k in range(plan.worlds):
            start = worlds.enter(k)
            state = start.twin()
            worlds.play_from(state, start, position.seat)
            for slope in SLOPES:
                worlds.slope = slope
                worlds.judge(state)
                said[slope] += worlds.share(position.seat) / plan.worlds
        for slope in SLOPES:
            out[slope].append(Point(position.game, position.seat, said[slope], position.share))
    return out


def lines(found: Object) -> list[str]:
    """The figures for people."""
    sure = f"{found['slope']:.2f} ({found['slope_low']:.2f}–{found['slope_high']:.2f})"
    return [
        f"{found['game']}, {found['seats']} seats, {found['level']}: {found['positions']} positions of "
        f"{found['games']} games, {found['worlds']} worlds each",
        f"expected error {found['expected_error']:.3f} (by chance alone {found['expected_error_by_chance']:.3f}), "
        f"Brier {found['brier']:.3f} (knowing nothing {found['brier_of_nothing']:.3f}), slope {sure}",
        *(
            f"  said {100 * one['said']:5.1f}   won {100 * one['won']:5.1f}   {one['n']:4} positions"
            for one in found["bins"]
        ),
    ]
