"""Features: they contain what a net needs, and never more than the seat may know."""

import random
from typing import Any

import pytest
from mypy_extensions import i64

from sortilege import CHANCE, OVER, Rng
from sortilege.core.contract.insight import Predictor
from sortilege.core.engine.cells import blank
from sortilege.core.engine.state import State
from sortilege.games.spellcaster.box import CARD_OF
from sortilege.games.spellcaster.features import SpellcasterFeatures
from sortilege.games.spellcaster.insight import SpellcasterInsight
from sortilege.games.spellcaster.insight.evaluation import hand_value, play_gain
from sortilege.games.spellcaster.insight.evaluation_features import quantize
from sortilege.games.spellcaster.layout import colour_of
from sortilege.games.spellcaster.rules.state import SpellcasterState
from tests.games.spellcaster.board import GAME, at, play

FEATURES = SpellcasterFeatures()
CAPACITY = 1024


def non_zero_features(state: State, seat: int = 0) -> dict[int, int]:
    """Return the non-zero features by index."""
    into = blank(CAPACITY)
    n = FEATURES.fill(state, seat, into)
    return {into[2 * i]: into[2 * i + 1] for i in range(n)}


def part(state: State, name: str, seat: int = 0) -> dict[int, int]:
    """Return the non-zero features of one part, with indices from its beginning."""
    begin = 0
    for here, length in FEATURES.parts:
        if here == name:
            return {
                i - begin: value for i, value in non_zero_features(state, seat).items() if begin <= i < begin + length
            }
        begin += length
    raise KeyError(name)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_do_not_change_the_features(seats: int) -> None:
    rng, dice, compared = Rng(5), random.Random(seats), 0
    for _ in range(6):
        state = GAME.new(seats)
        while state.turn() != OVER:
            if dice.random() < 0.08:
                for seat in range(seats):
                    imagined = GAME.imagine(state.view(seat), rng)
                    assert non_zero_features(imagined, seat) == non_zero_features(state, seat)
                    compared += 1
            legal = state.legal()
            weights = state.weights() if state.turn() == CHANCE else None
            state.apply(dice.choices(legal, weights)[0])
    assert compared > 100


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pairs_ascend_and_are_small(seats: int) -> None:
    dice = random.Random(seats)
    state = GAME.new(seats)
    while state.turn() != OVER:
        for seat in range(seats):
            pairs = non_zero_features(state, seat)
            assert list(pairs) == sorted(pairs)
            assert all(0 <= i < FEATURES.size for i in pairs)
            assert all(value != 0 and -128 < value < 128 for value in pairs.values())
        state.apply(dice.choice(state.legal()))


def test_cards_count_by_what_they_do() -> None:
    """R01 deals 2 damage, R11 deals 4 and is discarded: one feature counts the damage of both."""
    single, both = part(at(hands=[["R01"], []]), "hand"), part(at(hands=[["R01", "R11"], []]), "hand")
    damage, cards = min(single), max(single)
    assert single == {damage: 2, cards: 1}
    assert (both[damage], both[cards]) == (6, 2)


def test_a_card_seen_going_to_a_hand_is_known_until_it_leaves() -> None:
    bounced: dict[str, Any] = {"piles": {"R": ["R01/1"], "G": ["G11/0"]}, "hands": [["Y01"], ["Y02"]]}
    state = play(at(**bounced), "activate G11", "target R")
    assert part(state, "seen in other hands", 0)
    assert not part(state, "seen in other hands", 1)
    play(state, "play Y01", "card B01", "play R01")
    assert not part(state, "seen in other hands", 0)


def test_what_is_within_reach_counts_enchantments_and_two_cards() -> None:
    """Two activations deal 2 and 4, an enchantment deals 1: seven of the rival's ten energy."""
    piles = {"R": ["R11/0"], "Y": ["Y11/0"], "G": ["G01/1"]}
    near = part(at(piles=piles, energy=[10, 5]), "within reach")
    far = part(at(piles=piles, energy=[10, 9]), "within reach")
    assert 0 in near
    assert 4 in far


class Partial(Predictor):
    """A judge whose share depends on the number of the seat alone."""

    def win_probability(self, state: State, seat: i64) -> float:
        return (0.8, 0.4, 0.6, 0.2)[seat]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_judge_gives_no_victory_twice(seats: int) -> None:
    insight = SpellcasterInsight()
    insight.predictor = Partial()
    for seat in range(seats):
        assert insight.evaluate(at(seats), seat) == pytest.approx(0.8 if seat % 2 == 0 else 0.2)


def test_prospects_are_the_handwritten_evaluation_of_the_cards() -> None:
    """Neither of two incantations wins alone; together they win if they take all energy of the rival."""
    piles = {"R": ["R01/0"], "Y": ["Y11/0"]}
    near, far = (part(at(piles=piles, energy=[10, left]), "prospects") for left in (3, 8))
    assert near[14] == 1
    assert 14 not in far
    assert part(at(piles=piles, energy=[10, 2]), "prospects")[14] == 2
    assert part(at(piles=piles, energy=[10, 3]), "prospects", 1)[17] == 1


@pytest.mark.parametrize("hand", [["R01"], ["R01", "R05", "B07"], ["Y01", "G05", "B02", "R04", "R03"]])
def test_the_net_values_a_hand_like_the_handwritten_evaluation(hand: list[str]) -> None:
    """The features evaluate each text once, `hand_value` evaluates it again, with the same result."""
    state = at(hands=[hand, ["G01"]], piles={"R": ["R11/1"], "B": ["B01/0"]})
    assert isinstance(state, SpellcasterState)
    features = part(state, "prospects")
    assert features[10] == quantize(hand_value(state.cells, state.program, 0))
    for letter in "RYGB":
        laid = [
            quantize(play_gain(state.cells, state.program, CARD_OF[card], 0, 2)) + 1
            for card in hand
            if card[0] == letter
        ]
        if laid:
            assert max(laid) == features.get(4 + colour_of(CARD_OF[f"{letter}01"]), 0)


def test_a_hand_that_wins_is_a_prospect_of_its_own_seat_alone() -> None:
    state = at(hands=[["R01"], ["Y01"]], energy=[10, 2])
    assert part(state, "prospects", 0)[18] == 1
    assert 18 not in part(state, "prospects", 1)
