"""How the shelf's tests sit down at any game: its table sizes and options, random games, and its own room of pieces.

A game may bring `tests/games/<game>/pieces.py`, with as much of this as there is:

    pieces(state)              a Counter of all its pieces, wherever they lie
    BOX                        what pieces() must always answer
    disguises(position, seat)  positions this seat cannot tell from the given one, where something is hidden
    WORLDS                     small worlds, for the fairness of `imagine`: see World
    TABLES                     further (seats, options) worth playing
"""

import importlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from typing import Any, NamedTuple

from sortilege import CHANCE, OVER, IllegalAction, NotQuiet, OptionError
from sortilege.core.contract.options import OneOf, SeatOrRandom
from sortilege.core.engine.state import State
from sortilege.core.game import Game, Position

Table = tuple[int, dict[str, Any]]


class World(NamedTuple):
    """Possible starts of `seat`, each with its weight, and decisions to play from them as long as they are legal."""

    seat: int | None
    starts: list[tuple[int, Position]]
    decisions: list[dict[str, Any]]


def no_disguises(position: Position, seat: int) -> Iterator[Position]:
    """Return no positions: a game that hides nothing has none that look the same."""
    return iter(())


@dataclass
class Pieces:
    """The parts of `pieces.py` of a game, with defaults for a game without pieces that hides nothing."""

    pieces: Callable[[State], Counter[Any]] = lambda state: Counter()
    BOX: Counter[Any] = field(default_factory=Counter)
    disguises: Callable[[Any, int], Iterator[Any]] = no_disguises
    WORLDS: list[World] = field(default_factory=list)
    TABLES: list[Table] = field(default_factory=list)


def pieces_of(game: Game) -> Pieces:
    """Return what the game defines in its `pieces.py`, or the defaults."""
    module = f"tests.games.{game.name}.pieces"
    brought = vars(importlib.import_module(module)) if find_spec(module) else {}
    return Pieces(**{one.name: brought[one.name] for one in fields(Pieces) if one.name in brought})


def hides(game: Game) -> bool:
    """Return whether the game hides anything from a seat."""
    return pieces_of(game).disguises is not no_disguises


def imaginable(view: Any) -> bool:
    """Return whether states can be imagined from this view. The view of a game that hides nothing is a position at
    quiet points."""
    return view.get("position", view) is not None


def tables(game: Game) -> list[Table]:
    """Return every number of seats, each with every value of every option at least once."""
    accepted_tables: list[Table] = []
    for seats in game.seats:
        offers: list[dict[str, Any]] = [{}]
        for name, option in game.options.items():
            if isinstance(option.allowed, OneOf):
                offers += [{name: value} for value in option.allowed if value != option.default]
            if isinstance(option.allowed, SeatOrRandom):
                offers.append({name: seats - 1})
        accepted_tables += [(seats, offer) for offer in offers if accepted(game, seats, offer)]
    return accepted_tables + pieces_of(game).TABLES


def accepted(game: Game, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.new(seats, options)
    except OptionError:
        return False
    return True


def text(thing: Any) -> str:
    """Return the JSON bytes that a client would receive, so that equal means equal to the last digit."""
    return json.dumps(thing, sort_keys=True)


def any_action(state: State, rng: random.Random) -> int:
    """Return a random outcome, drawn by its weight, or a random decision."""
    if state.turn() == CHANCE:
        return rng.choices(state.legal(), state.weights())[0]
    return rng.choice(state.legal())


def walk(state: State, rng: random.Random, most: int = 20_000) -> Iterator[State]:
    """Yield the state at every node of a random game, the end included. It is the same object each time, played on in
    between."""
    for _ in range(most):
        yield state
        if state.turn() == OVER:
            return
        state.apply(any_action(state, rng))
    raise AssertionError(f"no end after {most} nodes")


def quiet(state: State) -> Position | None:
    """Return the position if the state is at a quiet point, otherwise None."""
    try:
        return state.position()
    except NotQuiet:
        return None


def all_ids(game: Game) -> list[int]:
    """Return every action id of the game."""
    known = []
    for a in range(8192):
        try:
            game.describe(a)
        except IllegalAction:
            continue
        known.append(a)
    return known


def everybody(state: State) -> list[int | None]:
    """Return every seat, and None for a spectator."""
    return [*range(state.seats), None]


def spoil(thing: Any) -> None:
    """Add an item to every list and object inside a JSON value."""
    if isinstance(thing, dict):
        for value in list(thing.values()):
            spoil(value)
        thing["spoilt"] = True
    elif isinstance(thing, list):
        for value in thing:
            spoil(value)
        thing.append("spoilt")
