"""The timeline of a finished game: every node, with the data needed to analyse it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from sortilege.analysis.evaluate import Subject, TrueStateDealer, action_kinds, rollouts_for, subject_of
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
    """One log line of a game, which is an action of a seat or a chance event, with the state before it."""

    log_index: int  # from 0
    state: State  # before the action
    actor: int  # the seat that acted, or CHANCE
    action: int  # the action id
    turn_number: int  # the number of turns before this one
    event_counts: Cells  # by kind of event: how many events its turn had before this line, for SharedLuck
    legal: list[int]  # the ids of the legal actions
    view: View | None  # what the actor could know, at a choice in a game that hides information; otherwise None

    @property
    def is_choice(self) -> bool:
        """Whether a seat had several legal actions. Only such decisions are evaluated."""
        return self.actor != CHANCE and len(self.legal) > 1


class Timeline:
    """A finished game with all its states."""

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
        """The number of sides. The seats of a side win and lose together."""
        return len(self.game.sides(self.seats))

    @cached_property
    def result(self) -> list[float]:
        """Every seat's result: 1 for a victory, 0 for a defeat, equal shares for a draw or a shared victory."""
        side_of = self.game.side_of(self.seats)
        shares = final_shares(self.end.winners(), side_of)
        return [shares[side] for side in side_of]

    @property
    def even_start(self) -> list[float] | None:
        """Every seat's win probability before a fair start: equal for all sides. None for a solo game and for a game
        that began at a chosen position, which need not be fair."""
        if self.sides < 2 or self.match.start is not None:
            return None
        return [1 / self.sides] * self.seats

    def true_state_rollouts(self, seed: int) -> Rollouts:
        """Return rollouts (simulated games) with all hidden cards known, for any state of the game."""
        subject = Subject(TrueStateDealer(self.end), self.seats, self.end.options, seat=None)
        return rollouts_for(self.game, subject, seed)

    def subject_without_hindsight(self, node: Node) -> Subject:
        """Return the position of a decision for analysis, with only what the deciding seat could know. In a game that
        hides nothing, the seat knows the whole state."""
        if node.view is None:
            return self.subject_with_hindsight(node)
        return subject_of(self.game, node.view, state=None)

    def subject_with_hindsight(self, node: Node) -> Subject:
        """Return the position of a decision for analysis, with all hidden cards known."""
        return Subject(TrueStateDealer(node.state), self.seats, node.state.options, node.actor)


def timeline_of(match: Match) -> Timeline:
    """Replay a match and return its timeline: a node for each log line. Raise RecordError if the match is not over."""
    if match.ended is not None:
        raise RecordError(phrase("ended_early"))
    if match.state.turn() != OVER:
        raise RecordError(phrase("not_over"))
    game = match.game
    kinds, kind_count = action_kinds(game)
    state = match.state_at(0)
    nodes: list[Node] = []
    turn_number, turn_id = 0, game.turn_of(state)
    event_counts = [0] * kind_count  # in the present turn
    for log_index, action in enumerate(match.ids):
        is_new_turn = game.turn_of(state) != turn_id
        if is_new_turn:
            turn_number, turn_id = turn_number + 1, game.turn_of(state)
            event_counts = [0] * kind_count
        node = node_at(state, log_index, action, turn_number, cells_of(event_counts))
        nodes.append(node)
        if node.is_choice or node.actor == CHANCE:
            event_counts[kinds[node.legal[0]]] += 1
        state.apply(action)
    return Timeline(match, nodes, end=state.bare_copy())


def node_at(state: State, log_index: int, action: int, turn_number: int, event_counts: Cells) -> Node:
    """Return the node for the action that was played in this state. Node describes the other parameters."""
    node = Node(log_index, state.bare_copy(), state.turn(), action, turn_number, event_counts, state.legal(), view=None)
    if node.is_choice and state.game.hides_information:
        return node._replace(view=state.view(node.actor))
    return node
