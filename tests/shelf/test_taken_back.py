"""Moves taken back by agreement: the match returns to its earlier state, no draw is repeated, and the record contains
all of it, so that it can be verified."""

import random
from copy import deepcopy
from typing import Any

import pytest

from sortilege import CHANCE, OVER, Match, RecordError
from sortilege.core import chance
from sortilege.core.game import Game
from sortilege.core.record import MAX_UNDONE
from tests.shelf.tables import any_action, tables
from tests.shelf.test_records import assert_same, through_json


def match_with_undone_steps(game: Game, seats: int, options: dict[str, Any], seed: str, turns: int = 60) -> Match:
    """Return a match in which the last decision, with all that followed, is taken back now and then."""
    match, rng = Match(game, seats, options, seed), random.Random(seed)
    for _ in range(turns):
        if match.state.turn() == OVER:
            break
        match.play(any_action(match.state, rng))
        at = match.last_decision(rng.randrange(seats))
        if match.state.turn() != OVER and at is not None and rng.random() < 0.3:
            match.take_back(at)
    return match


def test_a_record_with_undone_steps_replays_and_is_verified(game: Game) -> None:
    for seats, options in tables(game):
        match = match_with_undone_steps(game, seats, options, f"hesitant {seats}")
        assert match.undone
        read = Match.load(through_json(match.save()), verify=True)
        assert_same(read, match)
        assert read.draw_count() == match.draw_count() and read.undone == match.undone


def test_no_draw_is_ever_made_twice(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []

    def drawn(seed: chance.Seed, k: int, weights: Any) -> int:
        numbers.append(k)
        return first(seed, k, weights)

    first = chance.draw
    monkeypatch.setattr(chance, "draw", drawn)
    seats, options = next(iter(tables(game)))
    match = match_with_undone_steps(game, seats, options, "once")
    assert numbers == list(range(match.draw_count()))


def test_the_match_is_as_it_was_before(game: Game) -> None:
    seats, options = next(iter(tables(game)))
    match, rng = Match(game, seats, options, "before"), random.Random(1)
    before, log = match.state.clone(), match.log
    mover = match.state.turn()
    for _ in range(6):
        if match.state.turn() != OVER:
            match.play(any_action(match.state, rng))
    at = len(log)
    assert match.decisions_since(at) > 0 and mover >= 0
    match.take_back(at)
    assert list(match.state.cells) == list(before.cells) and match.log == log


def with_draws(game: Game) -> dict[str, Any]:
    """Return a record in which draws were taken back and others made afterwards."""
    seats, options = next(iter(tables(game)))
    for number in range(200):
        match = match_with_undone_steps(game, seats, options, f"draws {number}")
        drawn = {line["do"] for line, by in zip(match.log, match._actors, strict=True) if by == CHANCE}
        steps = [step for step in match.undone if any(line["do"] in drawn for line in step["lines"])]
        if steps and CHANCE in match._actors[steps[-1]["at"] :]:
            return deepcopy(match.save())
    raise AssertionError("no such match")


def test_a_record_that_omits_undone_steps_fails_verification(game: Game) -> None:
    record = with_draws(game)
    Match.load(record, verify=True)
    del record["undone"]
    with pytest.raises(RecordError, match="the seed draws"):
        Match.load(record, verify=True)


def test_a_record_with_invented_undone_steps_fails_verification(game: Game) -> None:
    seats, options = next(iter(tables(game)))
    match, rng = Match(game, seats, options, "invented"), random.Random(3)
    while match.state.turn() != OVER and match.draw_count() < 20:
        match.play(any_action(match.state, rng))
    first = match._actors.index(CHANCE) + 1
    record = through_json(match.save())
    record["undone"] = [{"at": 0, "lines": record["log"][:first]}]  # the first draw, as if it had been made twice
    with pytest.raises(RecordError, match="the seed draws"):
        Match.load(record, verify=True)


@pytest.mark.parametrize(
    "undone",
    [
        {},
        [1],
        [{"at": 0}],
        [{"at": 0, "lines": []}],
        [{"at": -1, "lines": [{"do": "end"}]}],
        [{"at": 10**9, "lines": [{"do": "end"}]}],
        [{"at": True, "lines": [{"do": "end"}]}],
        [{"at": 0, "lines": [{"do": "end"}], "more": 1}],
        [{"at": 0, "lines": [{"do": "end"}]}] * (MAX_UNDONE + 1),
    ],
)
def test_an_invalid_list_of_undone_steps_is_refused_in_one_sentence(game: Game, undone: Any) -> None:
    seats, options = next(iter(tables(game)))
    with pytest.raises(RecordError, match="undone"):
        Match.load(Match(game, seats, options, 1).save() | {"undone": undone})


@pytest.mark.parametrize("ended", [{"why": "resigned", "seat": 0}, {"why": "agreed", "seat": None}])
def test_a_record_says_why_a_game_was_over_before_its_own_end(game: Game, ended: Any) -> None:
    seats, options = next(iter(tables(game)))
    record = Match(game, seats, options, 1).save() | {"ended": ended}
    read = Match.load(through_json(record), verify=True)
    assert read.ended == ended and read.save() == record and record["outcome"] is None


@pytest.mark.parametrize(
    "ended",
    [1, {}, {"why": "resigned"}, {"why": "resigned", "seat": None}, {"why": "agreed", "seat": 0},
     {"why": "resigned", "seat": 99}, {"why": "bored", "seat": 0}],
)  # fmt: skip
def test_another_reason_is_refused(game: Game, ended: Any) -> None:
    seats, options = next(iter(tables(game)))
    with pytest.raises(RecordError, match="ended"):
        Match.load(Match(game, seats, options, 1).save() | {"ended": ended})


def test_a_game_that_is_over_was_not_ended_before(game: Game) -> None:
    seats, options = next(iter(tables(game)))
    match, rng = Match(game, seats, options, 5), random.Random(5)
    while match.state.turn() != OVER:
        match.play(any_action(match.state, rng))
    with pytest.raises(RecordError, match="ended"):
        Match.load(match.save() | {"ended": {"why": "agreed", "seat": None}})


def test_who_plays_on_has_not_ended_the_game(game: Game) -> None:
    seats, options = next(iter(tables(game)))
    match = Match.load(Match(game, seats, options, 1).save() | {"ended": {"why": "agreed", "seat": None}})
    match.play(match.state.legal()[0])
    assert "ended" not in match.save()
