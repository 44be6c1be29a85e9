"""Match: a state and its log. Draws chance from the seed, undoes, saves and loads records.

1. The log is the truth: the state is always the start position with the log applied.
2. Draw number k belongs to the k-th chance line ever played, so a record can be verified. Draws that were taken back by
   agreement (`undone`) still count: later draws use new numbers.
3. A seat may undo its last step only if nobody can have learned from it: no chance outcome, no revealed information and
   no action of another seat follows. When several steps are undone at once, actions of other seats may lie between
   them if the caller answers for those seats, as a table does for its bots. With the agreement of all seats any step
   can be taken back (`take_back`): what was seen stays known, but nothing is drawn again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sortilege.core import chance
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.errors import CannotUndo, IllegalAction, NotQuiet, OptionError, quote
from sortilege.core.game import Game
from sortilege.core.log import full_log
from sortilege.core.record import FORMAT, check_seed, read_record
from sortilege.core.text.phrases import shared
from sortilege.core.types import Action, Object, Position, Untrusted


class Match:
    """One match of a game."""

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
        """`deal=False` omits the first draws, for a caller that replays a log."""
        self.game = game
        self.seed = check_seed(chance.new_seed() if seed is None else seed)
        self.seed_parts: Object | None = None  # what the seed was mixed from, if it was (see record.py)
        self.ended: Object | None = None  # why the match ended early, if it did (see record.py)
        self.undone: list[Object] = []  # log lines taken back by agreement, oldest first
        self._undone_draws = 0  # the number of draws among them
        self.start = start
        if start is None:
            self._first = game.new(seats, options)
        else:
            self._first = game.load(start)
            if seats not in (None, start["seats"]) or options:
                raise OptionError(shared("start_says"))
        self.seats: int = self._first.seats
        self.names = list(names) if names else [f"seat {seat}" for seat in range(self.seats)]
        if len(self.names) != self.seats:
            raise OptionError(shared("names", n=self.seats, names=len(self.names)))
        self._rewind([])
        if deal:
            self.resolve_chance()

    def _rewind(self, ids: list[int]) -> None:
        """Set the state to the start with these actions applied."""
        self.state: State = self._first.clone()
        self.ids: list[int] = []  # the log as action ids
        self._actors: list[int] = []  # who acted: a seat or CHANCE, parallel to ids
        self._turns: list[tuple[int, ...]] = []  # the turn of each action, parallel to ids (see Game.turn_of)
        self._quiet: dict[int, int | None] = {}  # the cache of quiet_before
        for action in ids:
            self._apply(action)

    # ------------------------------------------------------------ playing
    @property
    def log(self) -> list[Action]:
        """All actions so far, chance included."""
        return [self.game.describe(a) for a in self.ids]

    @property
    def commitment(self) -> str:
        """The hash of the seed, shown before the first deal."""
        return chance.commitment(self.seed)

    def play(self, action: Action | int, seat: int | None = None) -> None:
        """Apply a decision of the seat to move, then draw chance until a seat must decide."""
        self._apply(self._action_id(action, seat))
        self.ended = None  # the match goes on
        self.resolve_chance()

    def preview(self, action: Action | int, seat: int | None = None) -> tuple[list[int], State]:
        """Return the action ids that `play` would add to the log and a bare copy of the state after them. The match
        itself does not change."""
        ids = [self._action_id(action, seat)]
        state = self.state.bare_copy()
        state.apply(ids[0])
        draws = self.draws()
        while state.turn() == CHANCE:
            ids.append(self._outcome(state, draws + len(ids) - 1))
            state.do(ids[-1])
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
        by, turn = self.state.turn(), self.game.turn_of(self.state)
        self.state.apply(action)
        self.ids.append(action)
        self._actors.append(by)
        self._turns.append(turn)

    def resolve_chance(self) -> None:
        while self.state.turn() == CHANCE:
            self._apply(self.next_outcome())

    def next_outcome(self) -> int:
        """Return the outcome that the seed gives at this chance node."""
        return self._outcome(self.state, self.draws())

    def _outcome(self, state: State, draw: int) -> int:
        """Return the outcome that draw number `draw` of the seed selects at a chance node."""
        return state.legal()[chance.draw(self.seed, draw, state.weights())]

    # ------------------------------------------------------------ undo
    def why_no_undo(self, seat: int | None = None, steps: int = 1) -> str | None:
        """Return None if this seat (default: the seat that acted last) may undo its last step, otherwise the reason: a
        key of the `undo` table in words.toml. With `steps` > 1 it is about the last decisions of the table, whoever
        made them; the first of them must be this seat's.

        The reason depends on public information only. Whether chance decided may itself be hidden (which of two equal
        stones left), so a step that revealed something is refused for that, whether or not a draw followed.
        """
        decisions = self._last_decisions(steps)
        if len(decisions) < steps:
            return "nothing"
        if seat is not None and self._actors[decisions[0]] != seat:
            return "others" if seat in self._actors else "not_yet"
        lines = full_log(self.state)
        if any(self.game.reveals(lines[at - len(self._actors)]) for at in decisions):
            return "shown"
        if CHANCE in self._actors[decisions[0] :]:
            return "drawn"
        return None

    def undo(self, seat: int | None = None, steps: int = 1) -> None:
        """Undo the last decisions. Raise CannotUndo with the reason if that is not allowed."""
        why = self.why_no_undo(seat, steps)
        if why is not None:
            raise CannotUndo(shared("no_undo", why=why))
        self._rewind(self.ids[: self._last_decisions(steps)[0]])

    def take_back(self, at: int) -> None:
        """Return to the state before this log line, by agreement of all seats. The undone draws are not repeated."""
        self.undone.append({"at": at, "lines": [self.game.describe(action) for action in self.ids[at:]]})
        self._undone_draws += self._actors[at:].count(CHANCE)
        self._rewind(self.ids[:at])

    def last_decision(self, seat: int) -> int | None:
        """Return the log index of this seat's last decision; None if it has made none."""
        return next((at for at in reversed(range(len(self._actors))) if self._actors[at] == seat), None)

    def _last_decisions(self, count: int) -> list[int]:
        """Return the log indices of the last `count` decisions. Searches from the end, because a log may be long."""
        decisions: list[int] = []
        at = len(self._actors)
        while at and len(decisions) < count:
            at -= 1
            if self._actors[at] != CHANCE:
                decisions.append(at)
        return decisions[::-1]

    # ------------------------------------------------------------ queries about the log
    def last_turn(self, seat: int) -> int | None:
        """Return the log index of the first decision of this seat's last turn; None if it has made none."""
        first = None
        for at in reversed(range(len(self.ids))):
            if first is not None and self._turns[at] != self._turns[first]:
                break
            if self._actors[at] == seat == self._turns[at][0]:
                first = at
        return first

    def turns_begun(self) -> int:
        """Return how often the right to decide has passed to a seat so far, the current decision included."""
        decisions = [(by, turn) for by, turn in zip(self._actors, self._turns, strict=True) if by >= 0]
        if self.state.turn() >= 0:
            decisions.append((self.state.turn(), self.game.turn_of(self.state)))
        return sum(now != before for before, now in zip([None, *decisions], decisions, strict=False))

    def draws(self) -> int:
        """Return how many chance outcomes were drawn, those taken back included."""
        return self._actors.count(CHANCE) + self._undone_draws

    def steps_since(self, at: int) -> int:
        """Return how many decisions were made from this log index on."""
        return sum(by != CHANCE for by in self._actors[at:])

    def steps_back(self, steps: int) -> int:
        """Return the log index of the first of the last `steps` decisions."""
        return self._last_decisions(steps)[0]

    def state_at(self, at: int) -> State:
        """Return the state before this log line."""
        state = self._first.clone()
        for action in self.ids[:at]:
            state.apply(action)
        return state

    def quiet_before(self, at: int) -> int | None:
        """Return the highest log index up to `at` where the state can be written as a position; None if there is
        none."""
        if at not in self._quiet:
            states = [self._first.bare_copy()]
            for action in self.ids[:at]:
                states.append(states[-1].bare_copy())
                states[-1].do(action)
            self._quiet[at] = next((k for k in range(at, -1, -1) if is_quiet(states[k])), None)
        return self._quiet[at]

    # ------------------------------------------------------------ records
    def save(self) -> dict[str, object]:
        """Return the record: one JSON object that replays in any later program with the same version of the rules."""
        return {
            "sortilege": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules,
            "cards": self.game.card_fingerprint(self.state.options) or None,
            "options": dict(self.state.options),
            "seats": list(self.names),
            "seed": self.seed,
            "start": self.start,
            "log": self.log,
            "outcome": self.state.outcome(),
            **({"luck": self.seed_parts} if self.seed_parts else {}),
            **({"undone": self.undone} if self.undone else {}),
            **({"ended": self.ended} if self.ended else {}),
        }

    @staticmethod
    def load(record: Untrusted, verify: bool = False) -> Match:
        """Return the match of a record; every line is checked while it is replayed. `verify` also recomputes every
        draw."""
        return read_record(Match, record, verify)

    def replay(self, action: Untrusted, verify: bool = False) -> None:
        """Apply one recorded action, chance included. `verify` checks that the seed gives the same outcome."""
        if self.state.turn() == OVER:
            raise IllegalAction("", shared("over_before"))
        action_id = self.game.find(action)
        if verify and self.state.turn() == CHANCE and action_id != self.next_outcome():
            drawn = self.game.describe(self.next_outcome())
            raise IllegalAction("", shared("drawn_otherwise", drawn=str(drawn), given=str(action)))
        self._apply(action_id)


def is_quiet(state: State) -> bool:
    """Return whether the state can be written as a position: no action is only partly resolved."""
    try:
        state.position()
    except NotQuiet:
        return False
    return True
