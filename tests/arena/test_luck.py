"""Luck: its mean is 0 whatever values it is measured with, and good values take the noise away."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

import pytest

import sortilege
from sortilege import Match
from sortilege.arena.luck import ROUNDING, ArenaMatch, LuckMeter, Value, luck_limit, meter_for, uniform
from sortilege.core.engine.playout import random_game
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from tests.bots.toys import Toy

TOSSES, NEEDED = 7, 4
SIDES = ((0,), (1,))


class Tosses(Toy):
    """Cells: tosses left, heads so far. A fair coin; seat 0 wins with NEEDED heads."""

    def turn(self) -> int:
        return CHANCE if self.cells[0] else OVER

    def fill_legal(self, into: Any) -> int:
        into[0], into[1] = 0, 1
        return 2

    def fill_weights(self, into: Any) -> int:
        into[0], into[1] = 1, 1
        return 2

    def do(self, action: int) -> None:
        self.cells[0] -= 1
        self.cells[1] += action

    @property
    def result(self) -> float:
        return float(self.cells[1] >= NEEDED)


def exact(state: State, seat: int) -> float:
    left, heads = state.cells
    won = sum(comb(left, k) * 0.5**left for k in range(left + 1) if heads + k >= NEEDED)
    return won if seat == 0 else 1 - won


def rough(state: State, seat: int) -> float:
    return 0.5 + (state.cells[1] / 20 if seat == 0 else -state.cells[1] / 20)


def garbage(state: State, seat: int) -> float:
    return uniform(f"{list(state.cells)}:{seat}")


def every_course(value: Value) -> list[tuple[float, float, float]]:
    """Probability, result and luck of seat 0 in every course the tosses can take."""
    courses: list[tuple[float, float, float]] = []

    def go_on(state: Tosses, meter: LuckMeter, chance: float) -> None:
        if state.turn() == OVER:
            courses.append((chance, state.result, meter.luck[0]))
            return
        for drawn, share in enumerate((0.5, 0.5)):
            then, counted = state.bare_copy(), LuckMeter(SIDES, value)
            counted.luck = [*meter.luck]
            counted.add_draw(state, [0, 1], [1, 1], drawn)
            then.do(drawn)
            go_on(then, counted, chance * share)

    go_on(Tosses([TOSSES, 0]), LuckMeter(SIDES, value), 1.0)
    return courses


@pytest.mark.parametrize("value", [exact, rough, garbage])
def test_the_mean_of_luck_is_0_over_every_course_whatever_the_values(value: Value) -> None:
    courses = every_course(value)
    assert sum(chance for chance, _, _ in courses) == pytest.approx(1)
    assert any(abs(luck) > 0.1 for _, _, luck in courses)
    assert sum(chance * luck for chance, _, luck in courses) == pytest.approx(0, abs=1e-12)
    assert max(abs(luck) for _, _, luck in courses) <= luck_limit(2) + ROUNDING


def test_good_values_take_the_noise_away_and_rough_ones_some_of_it() -> None:
    assert variance(exact) < 0.01 * variance(None)
    assert variance(rough) < 0.8 * variance(None)


def variance(value: Value | None) -> float:
    """Of the result, with luck taken out."""
    courses = [(chance, won - (luck if value else 0.0)) for chance, won, luck in every_course(value or exact)]
    mean = sum(chance * x for chance, x in courses)
    return sum(chance * (x - mean) ** 2 for chance, x in courses)


@pytest.mark.parametrize(("name", "seats"), [(g, n) for g in sortilege.games() for n in sortilege.game(g).seats])
def test_at_every_node_of_every_game_the_gifts_of_chance_even_out(name: str, seats: int) -> None:
    """With the game's own judgement, which must have an answer there."""
    game = sortilege.game(name)
    state = game.new(seats, {"mode": "solo"} if (name, seats) == ("spell", 1) else {})
    actions = random_game(state, 3)
    meter = meter_for(game, seats, state.options)
    looked = 0
    for at, action in enumerate(actions):
        if state.turn() == CHANCE and at % 7 == 0 and len(state.legal()) > 1:
            outcomes, weights = state.legal(), state.weights()
            gifts = []
            for drawn in range(len(outcomes)):
                meter.luck = [0.0] * len(meter.sides)
                meter.add_draw(state, outcomes, weights, drawn)
                gifts.append([*meter.luck])
            for side in range(len(meter.sides)):
                even = sum(w * gift[side] for w, gift in zip(weights, gifts, strict=True))
                assert even / sum(weights) == pytest.approx(0, abs=1e-9)
            looked += 1
            if looked == 4:
                return
        state.do(action)


def test_measuring_changes_nothing_in_the_match() -> None:
    game = sortilege.game("spellcaster")
    records = []
    for measured in (False, True):
        match = ArenaMatch(game, 2, {}, "x", ["a", "b"], measure_luck=measured)
        finish(match, lambda state: state.legal()[0])
        records.append(match.save())
        assert (match.meter is not None) == measured
    assert records[0] == records[1] == Match.load(records[0], verify=True).save()


# ---------------------------------------------------------------- the same draws
def finish(match: Match, choose: Callable[[State], int], most: int = 40) -> None:
    for _ in range(most):
        if match.state.turn() == OVER:
            return
        match.play(choose(match.state))


def test_draws_are_as_likely_as_they_should_be() -> None:
    """Each outcome wins its race in proportion to its weight."""
    match = ArenaMatch(sortilege.game("abracada"), 2, {}, "x", ["a", "b"], same_draws=True)
    stones = [sortilege.game("abracada").find({"do": "stone", "spell": n}) for n in (1, 2, 3)]
    drawn = [match.coupled_draw(stones, [1, 2, 5]) for _ in range(4000)]
    for index, share in enumerate((1 / 8, 2 / 8, 5 / 8)):
        assert drawn.count(index) / 4000 == pytest.approx(share, abs=4 * (share * (1 - share) / 4000) ** 0.5)


class Noted(ArenaMatch):
    """Notes every draw under what is drawn, in whose turn, for the how-manieth time."""

    def next_outcome(self) -> int:
        if not hasattr(self, "noted"):
            self.noted: dict[tuple[object, ...], int] = {}
        outcome = super().next_outcome()
        kind = self.game.describe(outcome)["do"], self.game.turn_of(self.state)[0]
        self.noted[*kind, sum(key[:2] == kind for key in self.noted)] = outcome
        return outcome


def test_what_is_drawn_is_the_same_though_it_was_played_differently() -> None:
    equal = []
    for same in (False, True):
        alike = drawn = 0
        for seed in range(6):
            noted = []
            for player in (0, 1):
                match = Noted(sortilege.game("spellcaster"), 2, {"first": 0}, seed, ["a", "b"], same_draws=same)
                rng = Rng(seed * 2 + player)
                finish(match, lambda state, rng=rng: state.legal()[rng.below(len(state.legal()))])
                noted.append(match.noted)
            both = [key for key in noted[0] if key in noted[1]]
            alike += sum(noted[0][key] == noted[1][key] for key in both)
            drawn += len(both)
        equal.append(alike / drawn)
    assert equal[1] > equal[0] + 0.15, equal


def test_a_record_of_same_draws_does_not_claim_to_follow_from_its_seed() -> None:
    match = ArenaMatch(sortilege.game("abracada"), 2, {}, "x", ["a", "b"], same_draws=True)
    finish(match, lambda state: state.legal()[-1], 5)
    record = match.save()
    assert record["seed"] is None
    assert Match.load(record).ids == match.ids
