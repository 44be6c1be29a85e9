"""`imagine` returns states that give the same view as the true one, each as likely as it truly is."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

import pytest

from sortilege import CHANCE, OVER, Rng
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from tests.shelf.tables import World, everybody, hides, imaginable, pieces_of, quiet, tables, text, walk

DRAWS = 1500


def test_an_imagined_state_gives_the_same_view(game: Game) -> None:
    """From every kind of node, for every seat and for a spectator."""
    for seats, options in tables(game):
        rng = random.Random(seats)
        for state in walk(game.new(seats, options), rng):
            if rng.random() < 0.02 or state.turn() == OVER:
                seat = rng.choice(everybody(state))
                view = json.loads(json.dumps(state.view(seat)))
                assert not imaginable(view) or text(game.imagine(view, Rng(seats)).view(seat)) == text(view)


def test_an_imagined_state_has_all_its_pieces_and_plays_to_the_end(game: Game) -> None:
    module = pieces_of(game)
    for seats in game.seats:
        rng = random.Random(seats)
        for state in walk(game.new(seats), rng):
            if rng.random() < 0.02 and imaginable(state.view(None)):
                imagined = game.imagine(state.view(rng.choice(everybody(state))), Rng(1))
                assert all(+module.pieces(later) == module.BOX for later in walk(imagined, rng))


def test_imagining_draws_only_from_its_random_generator(game: Game) -> None:
    """Our own generator or Python's: the same source imagines the same."""
    moments = [s.clone() for s in walk(game.new(game.seats[-1]), random.Random(1)) if quiet(s)]
    state = moments[len(moments) // 2]
    view = state.view(0)
    for source in (Rng, random.Random):
        assert list(game.imagine(view, source(5)).cells) == list(game.imagine(view, source(5)).cells)
    assert text(view) == text(state.view(0))


def test_hidden_pieces_are_imagined_in_many_ways(game: Game) -> None:
    """As many as its disguises promise: a view that leaks would always bring back the truth."""
    disguises = pieces_of(game).disguises
    if not hides(game):
        pytest.skip("nothing is hidden")
    for state in walk(game.new(game.seats[-1]), random.Random(2)):
        position = quiet(state)
        if position is not None and len(state.history) > 40:
            others = {text(disguise) for disguise in disguises(position, 0)} - {text(position)}
            imagined = {text(game.imagine(state.view(0), Rng(n)).position()) for n in range(12)}
            assert (len(imagined) > 1) == (len(others) > 0)
            return
    raise AssertionError("the game was over too soon")


# ---- fairness, against counting out every possible history


def histories(state: State, decisions: list[int], chance: Fraction) -> Iterator[tuple[Fraction, State]]:
    """Yield every sequence of outcomes, with its probability, while the decisions are played as long as they are
    legal."""
    if state.turn() == CHANCE:
        weights = state.weights()
        for a, weight in zip(state.legal(), weights, strict=True):
            later = state.clone()
            later.apply(a)
            yield from histories(later, decisions, chance * weight / sum(weights))
    elif decisions and state.allows(decisions[0]):
        later = state.clone()
        later.apply(decisions[0])
        yield from histories(later, decisions[1:], chance)
    else:
        yield chance, state


def counted_out(game: Game, world: World) -> dict[str, dict[str, Fraction]]:
    """Return the exact probability of each final state, grouped by the view of the seat."""
    decisions = [game.find(thing) for thing in world.decisions]
    seen: dict[str, dict[str, Fraction]] = {}
    for weight, start in world.starts:
        for chance, state in histories(game.load(start), decisions, Fraction(weight)):
            truths = seen.setdefault(text(state.view(world.seat)), {})
            truth = text(state.position())
            truths[truth] = truths.get(truth, Fraction(0)) + chance
    return seen


def worlds() -> list[object]:
    import sortilege

    params = []
    for game in map(sortilege.game, sortilege.games()):
        with suppress(Exception):  # a game's unreadable pieces are its own fault, and test_modules says so
            worlds = enumerate(pieces_of(game).WORLDS)
            params += [pytest.param(game, world, id=f"{game.name}-{n}") for n, world in worlds]
    return params


@pytest.mark.parametrize(("shelved", "world"), worlds())
def test_imagined_states_are_as_likely_as_they_truly_are(shelved: Game, world: World) -> None:
    """Chi-square of 1,500 draws against the exact chances, for the views that leave most open."""
    seen = counted_out(shelved, world)
    for view in sorted(seen, key=lambda view: (-len(seen[view]), view))[:4]:
        truths, whole = seen[view], sum(seen[view].values())
        dealer, rng = shelved.dealer(json.loads(view)), Rng(12)
        drawn = Counter(text(dealer.deal(rng).position()) for _ in range(DRAWS))
        assert set(drawn) <= set(truths)
        expected = {truth: float(DRAWS * chance / whole) for truth, chance in truths.items()}
        square = sum((drawn[truth] - often) ** 2 / often for truth, often in expected.items())
        freedom = len(truths) - 1
        assert square <= freedom + 4 * (2 * freedom) ** 0.5
