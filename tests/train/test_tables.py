"""Which tables are played in training."""

from __future__ import annotations

import json
import random

import pytest

import sortilege
from sortilege.core.errors import OptionError
from sortilege.train.tables import card_fingerprints, draw_table, parse_sizes, seats_by_size

SPELL = sortilege.game("spell")


def print_of(deck: str) -> str:
    return SPELL.card_fingerprint(SPELL.resolve_options(2, {"deck": deck}))


def test_the_sizes_of_a_game() -> None:
    assert seats_by_size(SPELL, {}) == {"1": [1], "2": [2]}
    assert parse_sizes(SPELL, None, {}) == ["2"]
    assert parse_sizes(SPELL, "all", {}) == ["1", "2"]
    assert parse_sizes(SPELL, "2, 1", {}) == ["2", "1"]


def test_an_option_may_make_other_sizes() -> None:
    abracada, last = sortilege.game("abracada"), {"variant": "last"}
    assert parse_sizes(abracada, "all", last) == ["2-last", "3-last", "4-last", "5-last"]
    seats, options = draw_table(abracada, "3-last", last, random.Random(3))
    assert seats == 3
    assert options["variant"] == "last"


def test_the_cards_that_are_played() -> None:
    assert card_fingerprints(SPELL, {}) == sorted([print_of("basic"), print_of("advanced")])
    assert card_fingerprints(SPELL, {"deck": "basic"}) == [print_of("basic")]
    assert card_fingerprints(sortilege.game("abracada"), {}) == []


@pytest.mark.parametrize("name", sortilege.games())
def test_tables_are_drawn_from_all_that_somebody_may_choose(name: str) -> None:
    game, rng = sortilege.game(name), random.Random(1)
    for size, seats in seats_by_size(game, {}).items():
        drawn = [draw_table(game, size, {}, rng) for _ in range(60)]
        assert {n for n, _ in drawn} == set(seats)
        assert all(game.net_kind(n, options) == size for n, options in drawn)
        assert len({json.dumps(options) for _, options in drawn}) > 1
        game.new(*drawn[0])


def test_a_configured_option_is_used() -> None:
    rng = random.Random(2)
    assert all(draw_table(SPELL, "2", {"deck": "advanced"}, rng)[1]["deck"] == "advanced" for _ in range(20))


@pytest.mark.parametrize("size", ["3", "two", ",", "2,3"])
def test_a_size_that_is_not_there_is_refused(size: str) -> None:
    with pytest.raises(OptionError, match="1, 2, or all"):
        parse_sizes(SPELL, size, {})
