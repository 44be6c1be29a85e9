"""The course of a game that was played: every node it passed, with what is needed to look at it again."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from sortilege.analysis.evaluate import OpenCards, Subject, imagine, kinds_of, subject
from sortilege.analysis.phrases import phrase
from sortilege.analysis.worlds import Worlds
from sortilege.core.cells import Cells, cells_of
from sortilege.core.errors import RecordError
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.shapes import View
from sortilege.core.state import CHANCE, OVER, State


class Node(NamedTuple):
    """One line of the log: the state before it, who acted and how, and how far the turn had come."""

    at: int
    state: State
    by: int
    action: int
    turn: int  # how many turns had begun before
    seen: Cells  # by kind: how many events of it had come in this turn
    legal: list[int]
    view: View | None  # of the seat that decides, where it does not see everything

    @property
    def judged(self) -> bool:
        """Whether somebody had a choice: what is forced is nobody's merit."""
        return self.by != CHANCE and len(self.legal) > 1


class Course:
    """A finished game, node by node."""

    def __init__(self, match: Match, nodes: list[Node], end: State) -> None:
        self.match = match
        self.game: Game = match.game
        self.nodes = nodes
        self.end = end
        self.seats = match.seats

    @cached_property
    def judged(self) -> list[Node]:
        return [node for node in self.nodes if node.judged]

    @cached_property
    def sides(self) -> list[tuple[int, ...]]:
        return sorted(self.game.sides(self.seats))

    @cached_property
    def result(self) -> list[float]:
        """Every seat's share of the victory: that of its side; a draw is shared by all."""
        worlds = self.worlds(0)
        worlds.judge(self.end)
        return [worlds.share(seat) for seat in range(self.seats)]

    @property
    def even(self) -> list[float] | None:
        """What the rules of sides say of the start: to each side the same. None where they say nothing: of a game
        played alone, and of one that began in the middle."""
        if len(self.sides) < 2 or self.match.start is not None:
            return None
        return [1 / len(self.sides)] * self.seats

    def worlds(self, seed: int) -> Worlds:
        """Worlds of open cards in which the states of this course can be played on."""
        return imagine(self.game, Subject(OpenCards(self.end), self.seats, self.end.options, None), seed)

    def known(self, node: Node) -> Subject:
        """A decision as its seat saw it."""
        return self.open(node) if node.view is None else subject(self.game, node.view, None)

    def open(self, node: Node) -> Subject:
        """A decision with all cards open."""
        return Subject(OpenCards(node.state), self.seats, node.state.options, node.by)


def course_of(match: Match) -> Course:
    """The course of a match; RecordError where it is not over."""
    if match.ended is not None:
        raise RecordError(phrase("ended_early"))
    if match.state.turn() != OVER:
        raise RecordError(phrase("not_over"))
    game = match.game
    kinds, sorts = kinds_of(game)
    state = match.state_at(0)
    nodes: list[Node] = []
    turn, here, seen = 0, game.turn_of(state), [0] * sorts
    for at, action in enumerate(match.ids):
        now = game.turn_of(state)
        if now != here:
            turn, here, seen = turn + 1, now, [0] * sorts
        legal, by = state.legal(), state.turn()
        choice = by != CHANCE and len(legal) > 1
        view = state.view(by) if choice and game.hides else None
        nodes.append(Node(at, state.twin(), by, action, turn, cells_of(seen), legal, view))
        if choice or by == CHANCE:
            seen[kinds[legal[0]]] += 1
        state.apply(action)
    return Course(match, nodes, state.twin())
