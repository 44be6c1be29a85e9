"""Action ids and action objects convert into each other, independent of the state, and survive JSON."""

import json
import random
from typing import Any

import pytest

from sortilege import IllegalAction
from sortilege.core.game import Game
from tests.shelf.tables import all_ids, tables, walk


def test_every_action_survives_json(game: Game) -> None:
    for a in all_ids(game):
        thing = json.loads(json.dumps(game.describe(a)))
        assert thing["do"]
        assert game.find(thing) == a
        assert game.find(dict(reversed(thing.items()))) == a


def test_every_legal_action_has_an_object(game: Game) -> None:
    known = set(all_ids(game))
    for seats, options in tables(game):
        for state in walk(game.new(seats, options), random.Random(seats)):
            assert known.issuperset(state.legal())


def test_an_object_is_matched_exactly(game: Game) -> None:
    for a in all_ids(game):
        thing = game.describe(a)
        for changed in [thing | {"extra": 1}, thing | {"do": "sing"}, {k: v for k, v in thing.items() if k != "do"}]:
            with pytest.raises(IllegalAction):
                game.find(changed)
        for key, value in thing.items():
            for lookalike in lookalikes(value):
                with pytest.raises(IllegalAction):
                    game.find(thing | {key: lookalike})


def test_a_key_too_many_and_a_key_that_is_missing_are_named(game: Game) -> None:
    for a in all_ids(game):
        thing = game.describe(a)
        with pytest.raises(IllegalAction, match=f"{thing['do']} has no 'extra'; it is said with") as refused:
            game.find(thing | {"extra": 1})
        assert refused.value.rule
        for key in thing.keys() - {"do"}:
            with pytest.raises(IllegalAction, match=key):
                game.find({k: v for k, v in thing.items() if k != key})


def lookalikes(value: Any) -> list[Any]:
    """Return values that a careless comparison would take for this one."""
    if isinstance(value, int):
        return [float(value), str(value), [value], *([bool(value)] if value in (0, 1) else [])]
    return [[value], {"it": value}, f"{value} ", b"bytes"]


NO_ACTIONS = [None, 3, "end", [], ["do", "end"], {}, {1: 2}, {"do": None}, {"do": {}}, {"do": ["end"]}]


@pytest.mark.parametrize("thing", NO_ACTIONS)
def test_an_invalid_action_object_is_refused_in_one_sentence(game: Game, thing: object) -> None:
    with pytest.raises(IllegalAction) as refused:
        game.find(thing)
    assert "\n" not in str(refused.value)


def test_a_described_action_may_be_changed_without_effect_on_the_game(game: Game) -> None:
    a = all_ids(game)[0]
    game.describe(a)["do"] = "something else"
    assert game.describe(a)["do"] != "something else"


@pytest.mark.parametrize("number", [-1, 8191, 1 << 40, True, 2.0, "2", None, []])
def test_an_unknown_number_has_no_object(game: Game, number: Any) -> None:
    with pytest.raises(IllegalAction):
        game.describe(number)
