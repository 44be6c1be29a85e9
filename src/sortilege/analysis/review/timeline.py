"""The timeline of a finished game: every node, with the data needed to analyse it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from sortilege.analysis.evaluate import OpenCards, Subject, kinds_of, rollouts_for, subject_of
from sortilege.analysis.phrases import phrase
from sortilege.analysis.rollouts import Rollouts
from sortilege.core.contract.insight import final_shares
from sortilege.core.engine.cells import Cells, cells_of
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.errors import RecordError
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import View


class Node(NamedTuple):
    """One log line: the state before it, who acted and how, and its place in the turn."""

    at: int
    state: State
    by: int
    action: int
    turn_number: int  # how many turns had begun before
    seen: Cells  # by kind: how many events of it the turn had before this line (see SharedLuck)
    legal: list[int]
    view: View | None  # of the seat that decides, if the game hides something

    @property
    def is_choice(self) -> bool:
        """Whether a seat had several legal actions. Only such decisions are evaluated."""
        return self.by != CHANCE and len(self.legal) > 1


class Timeline:
    """A finished game, node by node."""

    def __init__(self, match: Match, nodes: list[Node], end: State) -> None:
        self.match = match
        self.game: Game = match.game
        self.nodes = nodes
        self.end = end
        self.seats = match.seats

    @cached_property
    def choices(self) -> list[Node]:
        """The decisions to evaluate."""
        return [node for node in self.nodes if node.is_choice]

    @cached_property
    def sides(self) -> int:
        """The number of sides that win and lose together."""
        return len(self.game.sides(self.seats))

    @cached_property
    def result(self) -> list[float]:
        """Every seat's share of the victory: that of its side. A draw is shared by all."""
        side_of = self.game.side_of(self.seats)
        shares = final_shares(self.end.winners(), side_of)
        return [shares[side] for side in side_of]

    @property
    def even_start(self) -> list[float] | None:
        """An equal share for every side; None for a solo game and for one that began at a given position."""
        if self.sides < 2 or self.match.start is not None:
            return None
        return [1 / self.sides] * self.seats

    def open_rollouts(self, seed: int) -> Rollouts:
        """Return rollouts with all cards known, for any state of the game."""
        return rollouts_for(self.game, Subject(OpenCards(self.end), self.seats, self.end.options, None), seed)

    def subject_known(self, node: Node) -> Subject:
        """Return a decision as its seat saw it."""
        return self.subject_open(node) if node.view is None else subject_of(self.game, node.view, None)

    def subject_open(self, node: Node) -> Subject:
        """Return a decision with all cards known."""
        return Subject(OpenCards(node.state), self.seats, node.state.options, node.by)


def timeline_of(match: Match) -> Timeline:
    """Return the timeline of a match. Raise RecordError if it is not over."""
    if match.ended is not None:
        raise RecordError(phrase("ended_early"))
    if match.state.turn() != OVER:
        raise RecordError(phrase("not_over"))
    game = match.game
    kinds, kind_count = kinds_of(game)
    state = match.state_at(0)
    nodes: list[Node] = []
    turn_number, turn, seen = 0, game.turn_of(state), [0] * kind_count
    for at, action in enumerate(match.ids):
        now = game.turn_of(state)
        if now != turn:
            turn_number, turn, seen = turn_number + 1, now, [0] * kind_count
        node = Node(at, state.bare_copy(), state.turn(), action, turn_number, cells_of(seen), state.legal(), None)
        if node.is_choice and game.hides_information:
            node = node._replace(view=state.view(node.by))
        nodes.append(node)
        if node.is_choice or node.by == CHANCE:
            seen[kinds[node.legal[0]]] += 1
        state.apply(action)
    return Timeline(match, nodes, state.bare_copy())
