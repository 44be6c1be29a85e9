"""Match: a state and its log. Plays chance from its seed, undoes what may be undone, saves and loads records.

1. The log is the truth: the state is always the start with the log applied.
2. Draw number k of a match belongs to the k-th chance line of its log, so a record can be verified.
3. A step may be taken back exactly while nothing lies after it that somebody may have learned from: no outcome of
   chance, no look at something hidden, no act of another seat. Several steps at once may have acts of other seats
   among them: whoever asks for that answers for those seats, as a table does for its bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sortilege.core import chance
from sortilege.core.errors import (
    CannotUndo,
    IllegalAction,
    NotQuiet,
    OptionError,
    PositionError,
    RecordError,
    SortilegeError,
    quoted,
)
from sortilege.core.game import Action, Game, Position
from sortilege.core.log import story
from sortilege.core.phrases import Sentence, shared
from sortilege.core.state import CHANCE, OVER, State

FORMAT = 1
KEYS = ("sortilege", "game", "options", "seats", "seed", "start", "log", "outcome")


class Match:
    """One playing of a game."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: chance.Seed | None = None,
        names: Sequence[str] | None = None,
        start: Position | None = None,
    ) -> None:
        self.game = game
        self.seed = check_seed(chance.new_seed() if seed is None else seed)
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
        self._resolve_chance()

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
        """One decision of the seat to move; chance is then resolved until a seat must decide."""
        turn = self.state.turn()
        if turn == OVER:
            raise IllegalAction("", shared("over"))
        if seat is not None and seat != turn:
            raise IllegalAction(self.game.turn_rule, shared("turn", turn=turn, given=quoted(seat)))
        self._apply(self.game.find(action) if isinstance(action, dict) else action)
        self._resolve_chance()

    def _apply(self, action: Any) -> None:
        by, turn = self.state.turn(), self.game.turn_of(self.state)
        self.state.apply(action)
        self.ids.append(action)
        self._by.append(by)
        self._turns.append(turn)

    def _resolve_chance(self) -> None:
        while self.state.turn() == CHANCE:
            self._apply(self._next_outcome())

    def _next_outcome(self) -> int:
        k = self._by.count(CHANCE)
        return self.state.legal()[chance.draw(self.seed, k, self.state.weights())]

    # ------------------------------------------------------------ undo
    def why_no_undo(self, seat: int | None = None, steps: int = 1) -> str | None:
        """None when this seat (or whoever acted last) may take its last step back, otherwise the reason: a word that
        the table `undo` of words.toml puts into a sentence. With more steps: the last decisions of the table, whoever
        made them, the first of them by this seat.

        The reason rests on public things alone: whether chance was asked may itself be hidden (which of two equal
        stones leaves), so a step that showed something is refused for that, drawn upon or not.
        """
        acted = self._decisions()[-steps:]
        if len(acted) < steps:
            return "nothing"
        if seat is not None and self._by[acted[0]] != seat:
            return "others" if seat in self._by else "not_yet"
        told = story(self.state)
        if any(self.game.reveals(told[at - len(self._by)]) for at in acted):
            return "shown"
        if CHANCE in self._by[acted[0] :]:
            return "drawn"
        return None

    def undo(self, seat: int | None = None, steps: int = 1) -> None:
        """Take the last decisions back; CannotUndo says why not."""
        why = self.why_no_undo(seat, steps)
        if why is not None:
            raise CannotUndo(shared("no_undo", why=why))
        self._rewind(self.ids[: self._decisions()[-steps]])

    def _decisions(self) -> list[int]:
        """Where in the log a seat decided."""
        return [at for at, by in enumerate(self._by) if by != CHANCE]

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

    def steps_since(self, at: int) -> int:
        """How many decisions were made from this line of the log on."""
        return sum(by != CHANCE for by in self._by[at:])

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
    def save(self) -> dict[str, Any]:
        """The record: one JSON object that replays in any later version of the same rules number."""
        return {
            "sortilege": FORMAT,
            "game": self.game.name,
            "options": dict(self.state.options),
            "seats": list(self.names),
            "seed": self.seed,
            "start": self.start,
            "log": self.log,
            "outcome": self.state.outcome(),
        }

    @staticmethod
    def load(record: Any, verify: bool = False) -> Match:
        """The match of a record, every line checked as it is replayed; `verify` recomputes every draw as well."""
        match = _opened(record)
        if verify and record["seed"] is None:
            raise _wrong("seed", shared("no_seed"))
        for i, action in enumerate(record["log"]):
            try:
                if match.state.turn() == OVER:
                    raise IllegalAction("", shared("over_before"))
                found = match.game.find(action)
                if verify and match.state.turn() == CHANCE and found != match._next_outcome():
                    drawn = match.game.describe(match._next_outcome())
                    raise IllegalAction("", shared("drawn_otherwise", drawn=str(drawn), given=str(action)))
                match._apply(found)
            except IllegalAction as off:
                raise _wrong(f"log[{i}]", match._doubted(off)) from None
        outcome = match.state.outcome()
        if record["outcome"] != outcome:
            ends = shared("ends_otherwise", outcome=str(outcome), given=str(record["outcome"]))
            raise _wrong("outcome", match._doubted(ends))
        match._resolve_chance()  # a record cut off between a decision and its draws goes on
        return match

    def _doubted(self, why: Sentence | IllegalAction) -> Sentence | IllegalAction:
        """What may be behind a record that does not fit: it names its set of cards, and an owner may change a set; and
        some rulings were other ones once."""
        option = self.game.cards_option
        chosen = self.state.options[option] if option else None
        if option is not None and chosen not in self.game.options[option].allowed.boxed:
            return shared("cards_changed", why=why, name=repr(chosen))
        if self.game.changed_rulings:
            return shared("rulings_changed", why=why, rules=self.game.changed_rulings)
        return why


def is_quiet(state: State) -> bool:
    """Whether nothing is half done, so that the state can be written as a position."""
    try:
        state.position()
    except NotQuiet:
        return False
    return True


def check_seed(seed: Any) -> chance.Seed:
    """The seed, if it is one: a number, or a text that has bytes to hash."""
    if type(seed) is int and abs(seed) < 1 << 256:
        return seed
    if type(seed) is str and len(seed) <= 256 and not any("\ud800" <= c <= "\udfff" for c in seed):
        return seed
    raise OptionError(shared("seed"))


def _wrong(field: str, why: Sentence | SortilegeError) -> RecordError:
    """What is wrong with a field of a record."""
    return RecordError(shared("field", field=field, why=why))


def _with_options(start: Any, options: dict[str, Any]) -> Any:
    """The start as it was played from: an option it leaves out has the record's value, whatever today's default is."""
    named = start.get("options", {}) if isinstance(start, dict) else None
    return start | {"options": options | named} if isinstance(named, dict) else start


def _opened(record: Any) -> Match:
    """An empty match with a record's heading; the log is still to be applied."""
    from sortilege.games import game

    if not isinstance(record, dict) or record.get("sortilege") is None:
        raise RecordError(shared("no_record"))
    if type(record["sortilege"]) is not int or record["sortilege"] != FORMAT:
        raise _wrong("sortilege", shared("record_number", number=FORMAT, given=quoted(record["sortilege"])))
    for key in KEYS:
        if key not in record:
            raise _wrong(key, shared("missing"))
    for key in record:
        if key not in KEYS:
            raise _wrong(key, shared("no_field"))
    names, log = record["seats"], record["log"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise _wrong("seats", shared("record_names"))
    if not isinstance(log, list):
        raise _wrong("log", shared("record_log"))
    if not isinstance(record["options"], dict):
        raise _wrong("options", shared("record_options", given=quoted(record["options"])))
    match = Match.__new__(Match)
    try:
        match.game = game(record["game"])
        match.seed = check_seed(chance.new_seed() if record["seed"] is None else record["seed"])
        match.start = record["start"]
        if match.start is None:
            match._first = match.game.new(len(names), record["options"])
        else:
            match._first = match.game.load(_with_options(match.start, record["options"]))
            if match._first.seats != len(names):
                raise _wrong("seats", shared("record_seats", names=len(names), seats=match._first.seats))
            if match.game.settle(len(names), record["options"]) != match._first.options:
                raise _wrong("options", shared("options_differ"))
    except PositionError as off:
        raise _wrong("start", off) from None
    except RecordError:
        raise
    except SortilegeError as off:
        raise RecordError(off.sentence, off.rule) from None
    match.seats = len(names)
    match.names = list(names)
    match._rewind([])
    return match
