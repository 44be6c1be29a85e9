"""The features: both seats see the same state from their own side, and cards count by their missing cells."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import sortilege
from sortilege.core.engine.state import OVER
from sortilege.games.spell.features import PER_SIDE, SIDES_AT, SpellFeatures
from sortilege.games.spell.layout import BLACK, LAY_TILE, PHASE, PURPLE, SCORE, SIDE_CARD, TOP_CARD, own_cells
from sortilege.games.spell.rules.state import SpellState

FEATURES = SpellFeatures()
SPELL = sortilege.game("spell")


def moments(options: dict[str, object], seats: int = 2) -> Iterator[SpellState]:
    """Yield the states of a random game."""
    rng = random.Random(3)
    state = SPELL.new(seats, options)
    while state.turn() != OVER:
        state.apply(rng.choice(state.legal()))
        assert isinstance(state, SpellState)
        yield state


def part(numbers: list[int], name: str) -> list[int]:
    at = 0
    for called, size in FEATURES.parts:
        if called == name:
            return numbers[at : at + size]
        at += size
    raise KeyError(name)


def test_the_parts_begin_at_the_indices_where_they_are_written() -> None:
    sizes = dict(FEATURES.parts)
    assert sum(size for name, size in FEATURES.parts if name.startswith("my ")) == PER_SIDE
    assert FEATURES.size == SIDES_AT + 2 * PER_SIDE == sum(sizes.values())


@pytest.mark.parametrize("options", [{}, {"mode": "asymmetric"}, {"tournament": True, "deck": "advanced"}])
def test_what_is_mine_to_one_is_theirs_to_the_other(options: dict[str, object]) -> None:
    for state in moments(options):
        first_side, second_side = FEATURES.dense(state, 0), FEATURES.dense(state, 1)
        assert first_side[SIDES_AT : SIDES_AT + PER_SIDE] == second_side[SIDES_AT + PER_SIDE :]
        assert first_side[SIDES_AT + PER_SIDE :] == second_side[SIDES_AT : SIDES_AT + PER_SIDE]
        assert part(first_side, "lead") == part(second_side, "lead")[::-1]
        assert part(first_side, "whose turn") == part(second_side, "whose turn")[::-1]


def test_runes_count_by_the_cells_that_are_missing() -> None:
    for state in moments({}):
        t = state.cells
        if t[PHASE] <= LAY_TILE:
            continue
        for side in range(2):
            numbers = FEATURES.dense(state, side)
            for level in range(1, 5):
                open_cards = [card for card in (t[TOP_CARD + level], t[SIDE_CARD + level]) if card >= 0]
                short = sorted(int(state.runes.fewest_missing(own_cells(t, side), card)) for card in open_cards)
                near, far = ([*short, 7, 7])[:2]
                for name, cells in (("nearer", near), ("farther", far)):
                    flags = part(numbers, f"my {name} rune short")[(level - 1) * 8 : level * 8]
                    assert flags == [int(i == cells) for i in range(8)]


def test_rotated_shapes_have_the_same_features() -> None:
    """With all shapes rotated by a quarter turn the features are the same, since they do not depend on the drawing."""
    numbers = [FEATURES.dense(state, 0) for state in moments({"deck": "basic"})]
    text = SPELL.card_file("basic")
    turned = []
    for line in text.split("\n"):
        head, mark, tail = line.partition('rows = "')
        shape, end, rest = tail.partition('"')
        quarter = ["".join(column) for column in zip(*shape.split("/")[::-1], strict=True)]
        turned.append(head + mark + "/".join(quarter) + end + rest)
    assert "\n".join(turned) != text
    SPELL.add_cards("turned", "\n".join(turned))
    assert [FEATURES.dense(state, 0) for state in moments({"deck": "turned"})] == numbers


def test_alone_one_plays_purple() -> None:
    for state in moments({}, 1):
        numbers = FEATURES.dense(state, 0)
        assert part(numbers, "solo, hard, amulets, tournament, last round")[0] == 1
        for side, whose in ((PURPLE, "my"), (BLACK, "their")):
            assert sum(part(numbers, f"{whose} points")) == min(18, state.cells[SCORE + side])
