"""Turns of the log: every line belongs to one turn, each turn has one sentence, and it reveals no more than the
lines."""

import random
import re
from itertools import pairwise

import pytest

from sortilege import CHANCE, OVER, Match, Rng
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.log import log_of, turns_of
from sortilege.core.text.words import LANGUAGES
from sortilege.core.turns import Turn, turns_in
from tests.shelf.tables import any_action, everybody, quiet, tables, walk

PLAYER = re.compile(r"\{(\d)\}")


def summaries(game: Game, turns: list[Turn]) -> list[object]:
    """Return the sentences of all turns, with the indices of their lines."""
    return [
        (
            turn.opening,
            turn.lines,
            [
                (game.summarise(turn, to), game.skipped_summary(game.words_for_line(turn.lines[0], to), turn))
                for to in LANGUAGES
            ],
        )
        for turn in turns
    ]


def turns_seen_by(state: State, seat: int | None) -> list[object]:
    return summaries(state.game, turns_in(state.game, log_of(state, seat)))


def test_every_line_lies_in_a_turn_and_loses_none_of_its_words(game: Game) -> None:
    for seats, options in tables(game):
        *_, state = walk(game.new(seats, options), random.Random(seats))
        for seat in everybody(state):
            log = log_of(state, seat)
            parts: dict[int, list[str]] = {}
            for turn in turns_in(game, log):
                for number, line in zip(turn.numbers, turn.lines, strict=True):
                    parts.setdefault(number, []).append(game.say(line))
            assert list(parts) == list(range(len(log)))
            for number, line in enumerate(log):
                assert " ".join(filter(None, parts[number])) == game.say(line)


def test_every_turn_has_its_sentence_in_both_languages_with_nothing_left_to_fill_in(game: Game) -> None:
    for seats, options in tables(game):
        *_, state = walk(game.new(seats, options), random.Random(seats))
        for seat in everybody(state):
            for turn in turns_in(game, log_of(state, seat)):
                sentences = [game.summarise(turn, language) for language in LANGUAGES]
                assert bool(sentences[0]) == bool(sentences[1])
                assert sentences[0] or (turn.opening.seat is None and not turn.opening.scripted)
                for sentence in sentences:
                    assert sentence == sentence.strip()
                    assert not set("{}") & set(PLAYER.sub("", sentence)), sentence
                    assert "None" not in sentence
                    assert all(int(n) < seats for n in PLAYER.findall(sentence)), sentence


def test_a_turn_in_the_middle_of_things_has_its_sentence_too(game: Game) -> None:
    for seats in game.seats:
        for state in walk(game.new(seats), random.Random(seats), most=40_000):
            if len(state.history) > 250:
                break
            for seat in everybody(state):
                turns = turns_of(state, seat)
                for language in LANGUAGES if turns else ():
                    assert "None" not in game.summarise(turns[-1], language)


def test_turns_are_somebodys_and_the_next_is_anothers(game: Game) -> None:
    """Two turns in a row differ in whose they are, or in the round or Day they lie in."""
    for seats, options in tables(game):
        *_, state = walk(game.new(seats, options), random.Random(seats))
        openings = [turn.opening for turn in turns_in(game, log_of(state, None))]
        assert all(one != following for one, following in pairwise(openings))
        assert {opening.seat for opening in openings} >= set(range(seats))


def test_turns_built_line_by_line_equal_those_built_at_once(game: Game) -> None:
    """Every viewer looks in at moments of their own; lines that were amended or opened since lie where they belong."""
    for number, (seats, options) in enumerate(tables(game)):
        match, rng = Match(game, seats, options, seed=number), random.Random(number)
        while match.state.turn() != OVER:
            match.play(any_action(match.state, rng))
            for seat in everybody(match.state):
                if rng.random() < 0.05:
                    assert summaries(game, turns_of(match.state, seat)) == turns_seen_by(match.state, seat)
        for seat in everybody(match.state):
            assert summaries(game, turns_of(match.state, seat)) == turns_seen_by(match.state, seat)


def test_a_step_taken_back_is_taken_out_of_its_turn(game: Game) -> None:
    match, rng, undone = Match(game, game.seats[-1], seed=3), random.Random(3), 0
    while match.state.turn() != OVER and undone < 5:
        match.play(any_action(match.state, rng))
        if match.why_no_undo() is None:
            undone += 1
            match.undo()
            for seat in everybody(match.state):
                assert summaries(game, turns_of(match.state, seat)) == turns_seen_by(match.state, seat)
    if not undone:
        pytest.skip("no step of it can be taken back")


def test_states_a_seat_cannot_distinguish_have_the_same_summary(game: Game) -> None:
    """A match and a twin of it, imagined from what the seat knows, are told in the same words: those of the twin are
    made from lines recalled, those of the match from the match itself."""
    compared = 0
    for seats in game.seats:
        rng = random.Random(seats)
        moments = [s.clone() for s in walk(game.new(seats), rng) if quiet(s) is not None and s.turn() != OVER]
        for state in rng.sample(moments, min(8, len(moments))):
            seat = rng.randrange(seats)
            twin = game.imagine(state.view(seat), Rng(rng.getrandbits(60)))
            assert summaries(game, turns_of(state, seat)) == turns_seen_by(twin, seat)
            action = rng.choice(state.legal())
            if twin.allows(action):
                compared += step_alike(state, twin, seat, action)
    if not compared:
        pytest.skip("every step of it shows what the twin has otherwise")


def step_alike(state: State, twin: State, seat: int, action: int) -> bool:
    """Play one decision in both matches; return whether the seat saw and read the same."""
    for changed in (state, twin):
        changed.apply(action)
    while state.turn() == CHANCE and twin.turn() == CHANCE:
        outcome = next((a for a in state.legal() if twin.allows(a)), None)
        if outcome is None:
            return False
        state.apply(outcome)
        twin.apply(outcome)
    if log_of(state, seat) != log_of(twin, seat):
        return False
    assert summaries(state.game, turns_of(state, seat)) == turns_seen_by(twin, seat)
    return True
