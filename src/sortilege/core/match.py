"""Match: a state and its log. Plays chance from its seed, undoes what may be undone, saves and loads records.

1. The log is the truth: the state is always the start with the log applied.
2. Draw number k of a match belongs to the k-th chance line that was ever played, so a record can be verified. What is
   taken back by agreement of all has used up its draws: the lines stay noted (`undone`), and luck goes on after them.
3. A step may be taken back exactly while nothing lies after it that somebody may have learned from: no outcome of
   chance, no look at something hidden, no act of another seat. Several steps at once may have acts of other seats
   among them: whoever asks for that answers for those seats, as a table does for its bots. By agreement of all, more
   is possible (`take_back`): what was seen stays seen, but nothing of it is drawn again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sortilege.core import chance
from sortilege.core.errors import (
    CannotUndo,
    IllegalAction,
    NotQuiet,
    OptionError,
    quote,
)
from sortilege.core.game import Game
from sortilege.core.log import full_log
from sortilege.core.phrases import shared
from sortilege.core.shapes import Action, Object, Position, Untrusted
from sortilege.core.state import CHANCE, OVER, State

FORMAT = 1


class Match:
    """One playing of a game."""

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
        """`deal=False` leaves the first draws to whoever replays a log."""
        self.game = game
        self.seed = check_seed(chance.new_seed() if seed is None else seed)
        self.luck: Object | None = None  # what the seed was mixed from, if it was: see record.py
        self.ended: Object | None = None  # why it ended before its own end, if it did: see record.py
        self.undone: list[Object] = []  # what was taken back by agreement, in the order in which that happened
        self._spent = 0  # draws among it
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
        """The state as these actions left it."""
        self.state: State = self._first.clone()
        self.ids: list[int] = []  # the log as action ids
        self._by: list[int] = []  # who acted: a seat or CHANCE, parallel to ids
        self._turns: list[tuple[int, ...]] = []  # the turn in which that was, parallel to ids: see Game.turn_of
        self._quiet: dict[int, int | None] = {}  # what quiet_before has found
        for action in ids:
            self._apply(action)

    # ------------------------------------------------------------ playing
    @property
    def log(self) -> list[Action]:
        """Every action so far, chance included."""
        return [self.game.describe(a) for a in self.ids]

    @property
    def commitment(self) -> str:
        """The seed's fingerprint, shown before the first deal."""
        return chance.commitment(self.seed)

    def play(self, action: Action | int, seat: int | None = None) -> None:
        """Apply a decision of the seat to move, then draw chance until a seat must decide."""
        self._apply(self._action_id(action, seat))
        self.ended = None  # whoever goes on with a game has not ended it
        self.resolve_chance()

    def preview(self, action: Action | int, seat: int | None = None) -> tuple[list[int], State]:
        """Return the action ids that `play` would add to the log and a bare copy of the state after them. The match
        itself does not change."""
        ids = [self._action_id(action, seat)]
        state = self.state.twin()
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
        self._by.append(by)
        self._turns.append(turn)

    def resolve_chance(self) -> None:
        """Draw until a seat must decide."""
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
        """None when this seat (or whoever acted last) may take its last step back, otherwise the reason: a word that
        the table `undo` of words.toml puts into a sentence. With more steps: the last decisions of the table, whoever
        made them, the first of them by this seat.

        The reason rests on public things alone: whether chance was asked may itself be hidden (which of two equal
        stones leaves), so a step that showed something is refused for that, drawn upon or not.
        """
        acted = self._last_decisions(steps)
        if len(acted) < steps:
            return "nothing"
        if seat is not None and self._by[acted[0]] != seat:
            return "others" if seat in self._by else "not_yet"
        lines = full_log(self.state)
        if any(self.game.reveals(lines[at - len(self._by)]) for at in acted):
            return "shown"
        if CHANCE in self._by[acted[0] :]:
            return "drawn"
        return None

    def undo(self, seat: int | None = None, steps: int = 1) -> None:
        """Take the last decisions back; CannotUndo says why not."""
        why = self.why_no_undo(seat, steps)
        if why is not None:
            raise CannotUndo(shared("no_undo", why=why))
        self._rewind(self.ids[: self._last_decisions(steps)[0]])

    def take_back(self, at: int) -> None:
        """By agreement of everybody: the match as it was before this line of the log, whatever was drawn, shown or done
        since. None of the draws comes again."""
        self.undone.append({"at": at, "lines": [self.game.describe(action) for action in self.ids[at:]]})
        self._spent += self._by[at:].count(CHANCE)
        self._rewind(self.ids[:at])

    def last_decision(self, seat: int) -> int | None:
        """Where in the log this seat decided last; None before it did."""
        return next((at for at in reversed(range(len(self._by))) if self._by[at] == seat), None)

    def _last_decisions(self, count: int) -> list[int]:
        """Where in the log seats decided the last so many times. A log may be long, and this is asked at every step."""
        found: list[int] = []
        at = len(self._by)
        while at and len(found) < count:
            at -= 1
            if self._by[at] != CHANCE:
                found.append(at)
        return found[::-1]

    # ------------------------------------------------------------ looking back
    def last_turn(self, seat: int) -> int | None:
        """Where in the log this seat's last turn begins, with its own first decision; None before it made one."""
        first = None
        for at in reversed(range(len(self.ids))):
            if first is not None and self._turns[at] != self._turns[first]:
                break
            if self._by[at] == seat == self._turns[at][0]:
                first = at
        return first

    def turns_begun(self) -> int:
        """How often the decision has come to a seat, in its own turn or another's; the present time included."""
        decisions = [(by, turn) for by, turn in zip(self._by, self._turns, strict=True) if by >= 0]
        if self.state.turn() >= 0:
            decisions.append((self.state.turn(), self.game.turn_of(self.state)))
        return sum(now != before for before, now in zip([None, *decisions], decisions, strict=False))

    def draws(self) -> int:
        """How often chance has decided, what was taken back included."""
        return self._by.count(CHANCE) + self._spent

    def steps_since(self, at: int) -> int:
        """How many decisions were made from this line of the log on."""
        return sum(by != CHANCE for by in self._by[at:])

    def steps_back(self, steps: int) -> int:
        """Where in the log the last so many decisions begin."""
        return self._last_decisions(steps)[0]

    def state_at(self, at: int) -> State:
        """The state before this line of the log."""
        state = self._first.clone()
        for action in self.ids[:at]:
            state.apply(action)
        return state

    def quiet_before(self, at: int) -> int | None:
        """The nearest line of the log, this one or an earlier one, before which the state can be written as a
        position; None where there is no such line."""
        if at not in self._quiet:
            states = [self._first.twin()]
            for action in self.ids[:at]:
                states.append(states[-1].twin())
                states[-1].do(action)
            self._quiet[at] = next((k for k in range(at, -1, -1) if is_quiet(states[k])), None)
        return self._quiet[at]

    # ------------------------------------------------------------ records
    def save(self) -> dict[str, object]:
        """The record: one JSON object that replays in any later version of the same rules number."""
        return {
            "sortilege": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules,
            "cards": self.game.card_print(self.state.options) or None,
            "options": dict(self.state.options),
            "seats": list(self.names),
            "seed": self.seed,
            "start": self.start,
            "log": self.log,
            "outcome": self.state.outcome(),
            **({"luck": self.luck} if self.luck else {}),
            **({"undone": self.undone} if self.undone else {}),
            **({"ended": self.ended} if self.ended else {}),
        }

    @staticmethod
    def load(record: Untrusted, verify: bool = False) -> Match:
        """The match of a record, every line checked as it is replayed; `verify` recomputes every draw as well."""
        from sortilege.core.record import read_record  # it makes matches, so it imports this file

        return read_record(record, verify)

    def replay(self, action: Untrusted, verify: bool = False) -> None:
        """One line of a log, chance as well: nothing is drawn, though `verify` checks that the seed gives the same."""
        if self.state.turn() == OVER:
            raise IllegalAction("", shared("over_before"))
        found = self.game.find(action)
        if verify and self.state.turn() == CHANCE and found != self.next_outcome():
            drawn = self.game.describe(self.next_outcome())
            raise IllegalAction("", shared("drawn_otherwise", drawn=str(drawn), given=str(action)))
        self._apply(found)


def is_quiet(state: State) -> bool:
    """Whether nothing is half done, so that the state can be written as a position."""
    try:
        state.position()
    except NotQuiet:
        return False
    return True


def check_seed(seed: Untrusted) -> chance.Seed:
    """The seed, if it is one: a number, or a text that has bytes to hash."""
    if type(seed) is int and abs(seed) < 1 << 256:
        return seed
    if type(seed) is str and len(seed) <= 256 and not any("\ud800" <= c <= "\udfff" for c in seed):
        return seed
    raise OptionError(shared("seed"))
