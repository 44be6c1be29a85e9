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
from sortilege.core.game import Game, Position
from sortilege.core.options import OneOf, SeatOrRandom
from sortilege.core.state import State

Table = tuple[int, dict[str, Any]]


class World(NamedTuple):
    """What `seat` may face: each start with its weight, then these decisions as long as they are legal."""

    seat: int | None
    starts: list[tuple[int, Position]]
    decisions: list[dict[str, Any]]


def no_disguises(position: Position, seat: int) -> Iterator[Position]:
    """Where nothing is hidden, nothing can be disguised."""
    return iter(())


@dataclass
class Pieces:
    """A game's own room among the tests; as it is here for a game without pieces that hides nothing."""

    pieces: Callable[[State], Counter[Any]] = lambda state: Counter()
    BOX: Counter[Any] = field(default_factory=Counter)
    disguises: Callable[[Any, int], Iterator[Any]] = no_disguises
    WORLDS: list[World] = field(default_factory=list)
    TABLES: list[Table] = field(default_factory=list)


def pieces_of(game: Game) -> Pieces:
    """What the game brings."""
    room = f"tests.games.{game.name}.pieces"
    brought = vars(importlib.import_module(room)) if find_spec(room) else {}
    return Pieces(**{one.name: brought[one.name] for one in fields(Pieces) if one.name in brought})


def hides(game: Game) -> bool:
    """Whether a seat can be unaware of something."""
    return pieces_of(game).disguises is not no_disguises


def imaginable(view: Any) -> bool:
    """Whether states can be imagined from this view: a game that hides nothing shows its position where it is quiet."""
    return view.get("position", view) is not None


def tables(game: Game) -> list[Table]:
    """Every table size, and at each every value of every option at least once."""
    found: list[Table] = []
    for seats in game.seats:
        offers: list[dict[str, Any]] = [{}]
        for name, option in game.options.items():
            if isinstance(option.allowed, OneOf):
                offers += [{name: value} for value in option.allowed if value != option.default]
            if isinstance(option.allowed, SeatOrRandom):
                offers.append({name: seats - 1})
        found += [(seats, offer) for offer in offers if accepted(game, seats, offer)]
    return found + pieces_of(game).TABLES


def accepted(game: Game, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.new(seats, options)
    except OptionError:
        return False
    return True


def text(thing: Any) -> str:
    """The bytes a client would get, so that "the same" means the same to the last digit."""
    return json.dumps(thing, sort_keys=True)


def any_action(state: State, rng: random.Random) -> int:
    """An outcome by its weight, or any decision."""
    if state.turn() == CHANCE:
        return rng.choices(state.legal(), state.weights())[0]
    return rng.choice(state.legal())


def walk(state: State, rng: random.Random, most: int = 20_000) -> Iterator[State]:
    """The state at every node of a random game, the end included; the same object, played on between the answers."""
    for _ in range(most):
        yield state
        if state.turn() == OVER:
            return
        state.apply(any_action(state, rng))
    raise AssertionError(f"no end after {most} nodes")


def quiet(state: State) -> Position | None:
    """The position, where there is one."""
    try:
        return state.position()
    except NotQuiet:
        return None


def all_ids(game: Game) -> list[int]:
    """Every action id the game knows."""
    known = []
    for a in range(8192):
        try:
            game.describe(a)
        except IllegalAction:
            continue
        known.append(a)
    return known


def everybody(state: State) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(state.seats), None]


def spoil(thing: Any) -> None:
    """Alter everything inside."""
    if isinstance(thing, dict):
        for value in list(thing.values()):
            spoil(value)
        thing["spoilt"] = True
    elif isinstance(thing, list):
        for value in thing:
            spoil(value)
        thing.append("spoilt")
