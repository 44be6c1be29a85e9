"""Features encode the knowledge of a seat as numbers, in every game that has them; its nets must fit them."""

from __future__ import annotations

import copy
import json
import pickle
import random
from pathlib import Path

import pytest

from sortilege import OVER, Rng
from sortilege.bots.net_files import LARGEST, SHIPPED, features_digest, net_for, read, weights_of
from sortilege.core.contract.features import Features
from sortilege.core.engine.cells import blank
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.train.tables import card_fingerprints, seats_by_size
from tests.shelf.tables import imaginable, tables, walk


@pytest.fixture
def features(game: Game) -> Features:
    table_of_features = game.features()
    if not table_of_features.parts:
        pytest.skip(f"{game.name} has no features yet")
    return table_of_features


def pairs(features: Features, state: State, seat: int) -> list[tuple[int, int]]:
    into = blank(2 * features.size)
    n = features.fill(state, seat, into)
    return [(int(into[2 * i]), int(into[2 * i + 1])) for i in range(n)]


def test_the_parts_have_names_of_their_own(features: Features) -> None:
    names = [name for name, _ in features.parts]
    assert len(set(names)) == len(names)
    assert all(size > 0 for _, size in features.parts)
    assert features.size == sum(size for _, size in features.parts) < 1 << 16


def test_features_can_be_copied_and_sent_to_another_process(game: Game, features: Features) -> None:
    state = game.new()
    for copied in (copy.deepcopy(features), pickle.loads(pickle.dumps(features))):
        assert copied.parts == features.parts
        assert copied.dense(state, 0) == features.dense(state, 0)


def test_features_are_pairs_in_order_and_in_bounds(game: Game, features: Features) -> None:
    for seats, options in tables(game):
        rng = random.Random(seats)
        for state in walk(game.new(seats, options), rng):
            if rng.random() < 0.1 or state.turn() == OVER:
                active = pairs(features, state, rng.randrange(seats))
                indices = [index for index, _ in active]
                assert indices == sorted(set(indices))
                assert all(0 <= index < features.size for index in indices)
                assert all(value and -127 <= value <= 127 for _, value in active)


def test_features_are_what_the_seat_knows_and_nothing_else(game: Game, features: Features) -> None:
    """Another state that the seat cannot tell from this one has the same."""
    for seats, options in tables(game):
        rng = random.Random(seats)
        for state in walk(game.new(seats, options), rng):
            if rng.random() < 0.04:
                seat = rng.randrange(seats)
                view = json.loads(json.dumps(state.view(seat)))
                if imaginable(view):
                    imagined = game.imagine(view, Rng(rng.getrandbits(60)))
                    assert pairs(features, imagined, seat) == pairs(features, state, seat)


def test_the_nets_in_the_box_fit_the_features_the_cards_and_their_sizes(game: Game) -> None:
    path: Path = game.folder / SHIPPED
    if not path.is_file():
        pytest.skip(f"{game.name} has no nets yet")
    file = read(path)
    assert path.stat().st_size < LARGEST
    assert file.game == game.name
    assert file.form == features_digest(game.features())
    assert file.cards == card_fingerprints(game, {})
    for size, held in file.nets.items():
        assert weights_of(held).inputs == game.features().size
        assert {"date", "engine", "games", "positions"} <= set(held["trained"])
        options = held["trained"].get("options", {})
        for seats in seats_by_size(game, options)[size]:
            net = net_for(game, seats, game.resolve_options(seats, options))
            assert net is not None
            for state in walk(game.new(seats, options), random.Random(1)):
                shares = [net.win_probability(state, seat) for seat in range(seats)]
                assert all(0 <= share <= 1 for share in shares)
