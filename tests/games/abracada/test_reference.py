"""The engine against tests/reference/abracada.py, a second implementation that shares no line with it."""

import random
from itertools import product
from typing import Any

import pytest

import sortilege
from sortilege import CHANCE, OVER
from tests.reference import abracada as reference
from tests.shelf.tables import any_action

GAME = sortilege.game("abracada")
COMBINATIONS = [
    {"variant": variant, "easy": easy, "low_call": low_call}
    for variant, easy, low_call in product(("standard", "last"), (False, True), ("refuse", "penalty"))
]
GAMES_EACH = 8  # times 4 table sizes and 8 combinations


def options_for(combination: dict[str, Any], seats: int, rng: random.Random) -> dict[str, Any]:
    """A combination with a die and a starter of its own."""
    die = rng.choice([[1, 1, 2, 2, 3, 3], [2], [6], [1, 2, 3, 4, 5, 6], [3, 1, 1]])
    return combination | {"die": die, "first": rng.choice(["random", *range(seats)])}


def assert_same(state: Any, g: reference.Game) -> None:
    """Everything the contract lets one ask about a node, asked of both."""
    turn, choices = state.turn(), reference.choices(g)
    assert turn == reference.turn(g)
    assert [GAME.describe(a) for a in state.legal()] == sorted([thing for thing, _ in choices], key=GAME.find)
    if turn == CHANCE:
        weights = [weight for _, weight in sorted(choices, key=lambda choice: GAME.find(choice[0]))]
        assert state.weights() == weights
    else:
        assert state.position() == reference.position(g)
    assert state.scores() == g["scores"]
    assert state.outcome() == reference.outcome(g)


def careful(state: Any, g: reference.Game, rng: random.Random) -> int:
    """A decision that often hits, so that games run long and hands get empty; otherwise any."""
    legal = state.legal()
    held = [a for a in legal if GAME.describe(a).get("spell") in g["hands"][g["seat"]]]
    return rng.choice(held if held and rng.random() < 0.6 else legal)


@pytest.mark.rule("AQ-911")
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("combination", COMBINATIONS, ids=lambda c: "-".join(str(v) for v in c.values()))
def test_both_implementations_agree_at_every_node(seats: int, combination: dict[str, Any]) -> None:
    rng = random.Random(f"{seats} {combination}")
    for _ in range(GAMES_EACH):
        options = options_for(combination, seats, rng)
        play_side_by_side(GAME.new(seats, options), reference.new(seats, options), rng)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("combination", COMBINATIONS, ids=lambda c: "-".join(str(v) for v in c.values()))
def test_both_implementations_agree_from_any_position(seats: int, combination: dict[str, Any]) -> None:
    """Short rows, few stones left, secrets gone, players out: much that no deal leads to."""
    rng = random.Random(f"position {seats} {combination}")
    for _ in range(GAMES_EACH):
        position = any_position(seats, options_for(combination, seats, rng), rng)
        play_side_by_side(GAME.load(position), reference.load(position), rng)


def play_side_by_side(state: Any, g: reference.Game, rng: random.Random) -> None:
    while state.turn() != OVER:
        assert_same(state, g)
        action = any_action(state, rng) if state.turn() == CHANCE else careful(state, g, rng)
        state.apply(action)
        reference.apply(g, GAME.describe(action))
    assert_same(state, g)


def any_position(seats: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Stones thrown anywhere they may lie."""
    stones = [n for n in range(1, 9) for _ in range(n)]
    rng.shuffle(stones)
    most_out = seats - 2 if options["variant"] == "last" else 0
    out = rng.sample(range(seats), rng.randrange(most_out + 1))
    hands = [[stones.pop() for _ in range(rng.randrange(1, 6))] for _ in range(seats)]
    secrets_held: list[list[int]] = [[] for _ in range(seats)]
    for _ in range(rng.randrange(5)):
        secrets_held[rng.randrange(seats)].append(stones.pop())
    lying = [stones.pop() for _ in range(rng.randrange(len(stones) + 1))]
    mover = rng.choice([seat for seat in range(seats) if seat not in out])
    return {
        "game": "abracada",
        "seats": seats,
        "options": options,
        "round": rng.randrange(1, 9),
        "scores": [rng.randrange(8) for _ in range(seats)],
        "life": [0 if seat in out else rng.randrange(1, 7) for seat in range(seats)],
        "hands": ["".join(map(str, hand)) for hand in hands],
        "board": [lying.count(n) for n in range(1, 9)],
        "secrets": rng.randrange(min(4 - sum(map(len, secrets_held)), len(stones)) + 1),
        "taken": ["".join(map(str, held)) for held in secrets_held],
        "turn": {"seat": mover, "last": rng.randrange(9)},
    }
