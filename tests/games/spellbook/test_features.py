"""What a seat knows, as numbers: nothing but what its view shows, whatever the line-up."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.games.spellbook import GAME
from sortilege.games.spellbook.features import MAX_LEAD, RACE_LIMIT, SpellBookFeatures
from tests.games.spellbook.moves import MIDDAY, MORNING, SET2, at, play
from tests.games.spellbook.pieces import TABLES

FEATURES = SpellBookFeatures()


def pairs(state: State, seat: int) -> list[tuple[int, int]]:
    into = blank(2 * FEATURES.size)
    n = FEATURES.fill(state, seat, into)
    return [(into[2 * i], into[2 * i + 1]) for i in range(n)]


def part(state: State, seat: int, name: str) -> list[int]:
    """The numbers of one part."""
    start = 0
    for known, size in FEATURES.parts:
        if known == name:
            return FEATURES.dense(state, seat)[start : start + size]
        start += size
    raise KeyError(name)


def moments(seats: int, options: dict[str, Any], seed: int) -> Any:
    """Every node of one game played by lot, chance among them."""
    state, rng, legal = GAME.new(seats, options), Rng(seed), blank(96)
    while state.turn() != OVER:
        yield state
        state.do(state.draw(rng, legal) if state.turn() == CHANCE else legal[rng.below(state.fill_legal(legal))])
    yield state


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_features_reveal_nothing_that_the_view_of_the_seat_hides(seats: int, options: dict[str, Any]) -> None:
    for i, state in enumerate(moments(seats, options, seed=5)):
        if i % 7 == 0:
            for seat in range(seats):
                assert pairs(GAME.imagine(state.view(seat), Rng(i)), seat) == pairs(state, seat)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_numbers_are_small_never_zero_and_in_order(seats: int, options: dict[str, Any]) -> None:
    for state in moments(seats, options, seed=2):
        for seat in range(seats):
            known = pairs(state, seat)
            indices = [index for index, _ in known]
            assert indices == sorted(set(indices))
            assert indices[-1] < FEATURES.size
            assert all(value != 0 and abs(value) <= 127 for _, value in known)


def test_seats_are_counted_from_the_one_that_looks() -> None:
    state = at("Ro Rt", {"pool": "Ks", "book": {"abundance": "4o"}}, "", altar="Wo Rt Gt Ps Us", turn=MORNING)
    for name, _ in FEATURES.parts:
        if name.startswith("own ") and not name.endswith("lead"):
            assert part(state, 0, name.replace("own", "next")) == part(state, 1, name)
            assert part(state, 0, name.replace("own", "second")) == part(state, 2, name)
    assert part(state, 0, "next lead") == [-5]
    assert part(state, 1, "third pool") == [0] * 10


def test_what_is_held_counts_towards_the_spell_in_play() -> None:
    for options, spell in (({}, 0), (SET2, 1)):  # Sacrifice, Eruption
        held = part(at("Ro Rt Rs Ro", "", altar="Wo", turn=MORNING, options=options), 0, "own held")
        assert [i for i, value in enumerate(held) if value] == [spell * 5 + k for k in range(4)]


def test_wilds_count_in_what_can_be_paid() -> None:
    state = at("Ro Rt Ks Ps Gs", "", altar="Wo", turn=MORNING)
    assert part(state, 0, "own payable")[:3] == [1, 0, 0]
    assert sum(part(state, 0, "own payable")) == 1


def test_what_an_action_still_brings_is_known() -> None:
    state = at("Ro", "", altar="Wo Rt Gt Ps Us", turn=MORNING)
    assert sum(part(play(state, "act draw"), 0, "steps to come")) == 2
    assert sum(part(at("Ro", "", altar="Wo", turn=MIDDAY), 0, "learning")) == 0


def test_a_race_is_seen_by_both_when_a_board_is_nearly_full() -> None:
    nearly = {"pool": "", "board": "Ro Rt Rs Po Pt Ps Go Gt Gs Ko Kt"}  # three spaces left, 13 points
    state = at(nearly, {"pool": "", "board": "Wo Wt"}, altar="Wo", turn=MIDDAY)
    row = 2 * RACE_LIMIT + 1
    assert part(state, 0, "next race to my last space").index(1) == 3 * row + 2 * RACE_LIMIT  # far ahead
    assert sum(part(state, 0, "next race to their last space")) == 0
    assert part(state, 1, "next race to their last space").index(1) == 3 * row  # far behind
    assert part(state, 0, "next lead by points").index(1) == 2 * MAX_LEAD
    assert part(state, 1, "next lead by points").index(1) == 0


def test_compiled_and_interpreted_fill_in_the_same_numbers() -> None:
    digest = sha256()
    for seats, options in TABLES:
        for state in moments(seats, options, seed=11):
            digest.update(repr([pairs(state, seat) for seat in range(seats)]).encode())
    assert digest.hexdigest()[:16] == "ac82c7fa0582e46f"
