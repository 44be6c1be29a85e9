"""Match: one game being played, with its log. A match draws chance from its seed, undoes decisions, and can be saved as
a record.

1. The log determines the state, which is always the start position with the actions of the log applied.
2. The number of a draw is how many chance outcomes were drawn before it, so a record can be verified. Draws that were
   taken back by agreement (`undone`) count too: an outcome that players have seen is never drawn again.
3. A seat may undo its last decision (`undo`) only if nobody can have learned from it: no chance outcome, no revealed
   information and no action of another seat follows. Several decisions can be undone at once, also decisions of other
   seats. The caller must be allowed to undo for these seats, as a table is for its bots.
4. If all seats agree, any decision can be taken back (`take_back`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, islice

from sortilege.core import chance
from sortilege.core import record as records
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.errors import (
    CannotUndo,
    IllegalAction,
    NotQuiet,
    OptionError,
    PositionError,
    RecordError,
    SortilegeError,
    quote,
)
from sortilege.core.game import Game, game_named
from sortilege.core.log import full_log
from sortilege.core.text.phrases import shared
from sortilege.core.types import Action, Object, Position, Untrusted


class Match:
    """One match of a game: its players, its state, and the log of all actions and chance outcomes so far."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: chance.Seed | None = None,
        names: Sequence[str] | None = None,
        start: Position | None = None,
        deal: bool = True,
    ) -> None:
        """Create a match from the beginning of the game or from the position `start`. The default seed is random. If
        `deal` is false, the first chance outcomes are not drawn, because the caller will replay a log."""
        self.game = game
        self.seed = records.check_seed(chance.new_seed() if seed is None else seed)
        self.seed_parts: Object | None = None  # what the seed was computed from (see SEED_PARTS in record.py)
        self.ended: Object | None = None  # why the match ended early, if it did (see ENDED in record.py)
        self.undone: list[Object] = []  # actions taken back by agreement, oldest first (see UNDONE in record.py)
        self._undone_draws = 0  # the number of chance outcomes among them
        self.start = start
        if start is None:
            self._start_state = game.new(seats, options)
        else:
            self._start_state = game.load(start)
            if seats not in (None, start["seats"]) or options:
                raise OptionError(shared("start_says"))
        self.seats: int = self._start_state.seats
        self.names = list(names) if names else [f"seat {seat}" for seat in range(self.seats)]
        if len(self.names) != self.seats:
            raise OptionError(shared("names", n=self.seats, names=len(self.names)))
        self._restart([])
        if deal:
            self.resolve_chance()

    def _restart(self, ids: list[int]) -> None:
        """Start the match again and apply these actions (ids)."""
        self.state: State = self._start_state.clone()
        self.ids: list[int] = []  # the log as action ids
        self._actors: list[int] = []  # by log index: who acted, a seat or CHANCE
        self._turns: list[tuple[int, ...]] = []  # by log index: the turn of the action (see Game.turn_of)
        self._quiet_cache: dict[int, int | None] = {}  # results of last_quiet_index
        for action in ids:
            self._apply(action)

    # ------------------------------------------------------------ playing
    @property
    def log(self) -> list[Action]:
        """All actions so far, chance outcomes included."""
        return [self.game.describe(action) for action in self.ids]

    @property
    def commitment(self) -> str:
        """The hash of the seed, shown before the first deal."""
        return chance.commitment(self.seed)

    def play(self, action: Action | int, seat: int | None = None) -> None:
        """Apply a decision (an action object or id), then draw chance outcomes until a seat must decide. Raise
        IllegalAction if the decision is not legal, or if `seat` is given and is not the seat to move."""
        self._apply(self._action_id(action, seat))
        self.ended = None  # the match goes on
        self.resolve_chance()

    def preview(self, action: Action | int, seat: int | None = None) -> tuple[list[int], State]:
        """Return what `play` would do: the ids of the action and the chance outcomes after it, and the new state."""
        ids = [self._action_id(action, seat)]
        state = self.state.bare_copy()
        state.apply(ids[0])
        draw_number = self.draw_count()
        while state.turn() == CHANCE:
            outcome = self._outcome(state, draw_number)
            state.do(outcome)
            ids.append(outcome)
            draw_number += 1
        return ids, state

    def _action_id(self, action: Action | int, seat: int | None) -> Untrusted:
        """Return the id of an action; raise IllegalAction if the game is over or another seat is to move."""
        turn = self.state.turn()
        if turn == OVER:
            raise IllegalAction("", shared("over"))
        if seat is not None and seat != turn:
            raise IllegalAction(self.game.turn_rule, shared("turn", turn=turn, given=quote(seat)))
        return self.game.find(action) if isinstance(action, dict) else action

    def _apply(self, action: Untrusted) -> None:
        actor, turn = self.state.turn(), self.game.turn_of(self.state)
        self.state.apply(action)
        self.ids.append(action)
        self._actors.append(actor)
        self._turns.append(turn)

    def resolve_chance(self) -> None:
        """Draw and apply chance outcomes until a seat must decide or the game is over."""
        while self.state.turn() == CHANCE:
            self._apply(self.next_outcome())

    def next_outcome(self) -> int:
        """Return the id of the outcome that the seed selects at the current chance node."""
        return self._outcome(self.state, self.draw_count())

    def _outcome(self, state: State, draw_number: int) -> int:
        """Return the id of the chance outcome that the seed selects in this state, as the draw with this number."""
        outcome_index = chance.draw(self.seed, draw_number, state.weights())
        return state.legal()[outcome_index]

    # ------------------------------------------------------------ undo
    def why_no_undo(self, seat: int | None = None, steps: int = 1) -> str | None:
        """Return None if the last `steps` decisions of the match can be undone, otherwise the reason as a key of the
        `undo` table in words.toml. The first of these decisions must be this seat's (any seat's if `seat` is None); the
        others can be anybody's.

        The reason must not tell whether a secret chance outcome followed, for example which of two equal stones left a
        hand. So the reason for a decision that revealed information is always "shown".
        """
        decisions = self._last_decisions(steps)
        if len(decisions) < steps:
            return "nothing"
        if seat is not None and self._actors[decisions[0]] != seat:
            return "others" if seat in self._actors else "not_yet"
        lines = full_log(self.state)  # may begin with actions of the start position, so index it from the end
        if any(self.game.reveals(lines[log_index - len(self._actors)]) for log_index in decisions):
            return "shown"
        if CHANCE in self._actors[decisions[0] :]:
            return "drawn"
        return None

    def undo(self, seat: int | None = None, steps: int = 1) -> None:
        """Undo the last `steps` decisions. Raise CannotUndo with the reason if that is not allowed."""
        why = self.why_no_undo(seat, steps)
        if why is not None:
            raise CannotUndo(shared("no_undo", why=why))
        self._restart(self.ids[: self.undo_start(steps)])

    def take_back(self, log_index: int) -> None:
        """Return to the state before the action with this log index, after all seats have agreed. The actions taken
        back are added to `undone`. Their draw numbers are not used again."""
        self.undone.append({"at": log_index, "lines": [self.game.describe(action) for action in self.ids[log_index:]]})
        self._undone_draws += self._actors[log_index:].count(CHANCE)
        self._restart(self.ids[:log_index])

    def last_decision(self, seat: int) -> int | None:
        """Return the log index of this seat's last decision; None if it has made none."""
        log_indices = reversed(range(len(self._actors)))
        return next((log_index for log_index in log_indices if self._actors[log_index] == seat), None)

    def _last_decisions(self, count: int) -> list[int]:
        """Return the log indices of the last `count` decisions in ascending order, or of all if there are fewer."""
        log_indices = reversed(range(len(self._actors)))
        decisions = (log_index for log_index in log_indices if self._actors[log_index] != CHANCE)
        return list(islice(decisions, count))[::-1]

    # ------------------------------------------------------------ queries about the log
    def last_turn_start(self, seat: int) -> int | None:
        """Return the log index of the first decision in this seat's last turn, or None if the seat has had no turn yet.
        Decisions that the seat made in another seat's turn do not count."""
        first = None
        for log_index in reversed(range(len(self.ids))):
            turn, actor = self._turns[log_index], self._actors[log_index]
            if first is not None and turn != self._turns[first]:
                break
            turn_seat = turn[0]
            if actor == seat == turn_seat:
                first = log_index
        return first

    def count_turns(self) -> int:
        """Return how many turns have begun, the current one included. After an interruption a turn counts again."""
        decisions = [(actor, turn) for actor, turn in zip(self._actors, self._turns, strict=True) if actor != CHANCE]
        if self.state.turn() >= 0:
            decisions.append((self.state.turn(), self.game.turn_of(self.state)))
        return sum(1 for _ in groupby(decisions))

    def draw_count(self) -> int:
        """Return how many chance outcomes were drawn, including those that were taken back later."""
        return self._actors.count(CHANCE) + self._undone_draws

    def decisions_since(self, log_index: int) -> int:
        """Return how many decisions the log contains from this index on. Chance outcomes do not count."""
        return sum(actor != CHANCE for actor in self._actors[log_index:])

    def undo_start(self, steps: int) -> int:
        """Return the log index of the first of the last `steps` decisions, where an undo cuts the log."""
        return self._last_decisions(steps)[0]

    def state_at(self, log_index: int) -> State:
        """Return the state before the action with this log index."""
        state = self._start_state.clone()
        for action in self.ids[:log_index]:
            state.apply(action)
        return state

    def last_quiet_index(self, log_index: int) -> int | None:
        """Return the last log index up to `log_index` before which the state can be written as a position, or None."""
        if log_index not in self._quiet_cache:
            states = [self._start_state.bare_copy()]
            for action in self.ids[:log_index]:
                states.append(states[-1].bare_copy())
                states[-1].do(action)
            downwards = range(log_index, -1, -1)
            self._quiet_cache[log_index] = next((index for index in downwards if is_quiet(states[index])), None)
        return self._quiet_cache[log_index]

    # ------------------------------------------------------------ records
    def save(self) -> dict[str, object]:
        """Return the match as a record: one JSON object, which every program with the same rules can replay."""
        optional = {records.SEED_PARTS: self.seed_parts, records.UNDONE: self.undone, records.ENDED: self.ended}
        return {
            "sortilege": records.FORMAT,
            "game": self.game.name,
            "rules": self.game.rules,
            "cards": self.game.card_fingerprint(self.state.options) or None,
            "options": dict(self.state.options),
            "seats": list(self.names),
            "seed": self.seed,
            "start": self.start,
            "log": self.log,
            "outcome": self.state.outcome(),
            **{key: value for key, value in optional.items() if value},
        }

    @staticmethod
    def load(record: Untrusted, verify: bool = False) -> Match:
        """Return the match of a record by replaying its log, with a check of every action. With `verify`, also check
        that the seed selects the recorded chance outcomes. Raise RecordError if the record is invalid."""
        records.check_heading(record)
        match = empty_match(record)
        match.seed_parts = records.check_seed_parts(record)
        if verify and record["seed"] is None:
            raise records.field_error("seed", shared("no_seed"))
        for start, actions in records.log_segments(record):
            if start < len(match.ids):
                match.take_back(start)
            for index, action in enumerate(actions, start):
                try:
                    match.replay(action, verify)
                except IllegalAction as error:
                    raise records.mismatch_error(f"log[{index}]", match.state, record, error) from None
        outcome = match.state.outcome()
        if record["outcome"] != outcome:
            why = shared("ends_otherwise", outcome=str(outcome), given=str(record["outcome"]))
            raise records.mismatch_error("outcome", match.state, record, why)
        match.ended = records.check_ended(record, match.state)
        match.resolve_chance()  # a record may stop between a decision and its draws
        return match

    def replay(self, action: Untrusted, verify: bool = False) -> None:
        """Apply a recorded action or chance outcome. With `verify`, check that the seed selects this outcome."""
        if self.state.turn() == OVER:
            raise IllegalAction("", shared("over_before"))
        action_id = self.game.find(action)
        if verify and self.state.turn() == CHANCE and action_id != self.next_outcome():
            drawn = self.game.describe(self.next_outcome())
            raise IllegalAction("", shared("drawn_otherwise", drawn=str(drawn), given=str(action)))
        self._apply(action_id)


def empty_match(record: Untrusted) -> Match:
    """Return the match of a record, but with an empty log. Raise RecordError if the record is invalid."""
    try:
        match = match_from_heading(record)
    except PositionError as error:
        raise records.field_error("start", error) from None
    except RecordError:
        raise
    except SortilegeError as error:
        raise RecordError(error.sentence, error.rule) from None
    records.check_cards(match.game, match.state.options, record.get("cards"))
    return match


def match_from_heading(record: Untrusted) -> Match:
    """Create the match for `empty_match`, which converts the various errors about invalid records to RecordError."""
    names, options, start = record["seats"], record["options"], record["start"]
    game = game_named(record["game"])
    records.check_rules(game, record)
    seed = records.check_seed(chance.new_seed() if record["seed"] is None else record["seed"])
    if start is None:
        return Match(game, len(names), options, seed, names, deal=False)
    position = records.with_options(start, options)
    state = game.load(position)
    if state.seats != len(names):
        raise records.field_error("seats", shared("record_seats", names=len(names), seats=state.seats))
    if game.resolve_options(len(names), options) != state.options:
        raise records.field_error("options", shared("options_differ"))
    match = Match(game, seed=seed, names=names, start=position, deal=False)
    match.start = start
    return match


def is_quiet(state: State) -> bool:
    """Return whether the state can be written as a position, because no action is only partly resolved."""
    try:
        state.position()
    except NotQuiet:
        return False
    return True
