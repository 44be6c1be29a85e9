"""Match: a state and its log. Plays chance from its seed, undoes what may be undone, saves and loads records.

1. The log is the truth: the state is always the start with the log applied.
2. Draw number k of a match belongs to the k-th chance line of its log, so a record can be verified.
3. A step may be taken back exactly while nothing lies after it that somebody may have learned from: no outcome of
   chance, no look at something hidden, no act of another seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sortilege.core import chance
from sortilege.core.errors import (
    CannotUndo,
    IllegalAction,
    OptionError,
    PositionError,
    RecordError,
    SortilegeError,
    quoted,
)
from sortilege.core.game import Action, Game, Position
from sortilege.core.phrases import Sentence, shared
from sortilege.core.state import CHANCE, OVER, State
from sortilege.core.story import story

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
        self.state: State = self._first.clone()
        self.ids: list[int] = []  # the log as action ids
        self._by: list[int] = []  # who acted: a seat or CHANCE, parallel to ids
        self._resolve_chance()

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
        by = self.state.turn()
        self.state.apply(action)
        self.ids.append(action)
        self._by.append(by)

    def _resolve_chance(self) -> None:
        while self.state.turn() == CHANCE:
            self._apply(self._next_outcome())

    def _next_outcome(self) -> int:
        k = self._by.count(CHANCE)
        return self.state.legal()[chance.draw(self.seed, k, self.state.weights())]

    # ------------------------------------------------------------ undo
    def why_no_undo(self, seat: int | None = None) -> str | None:
        """None when this seat (or whoever acted last) may take its last step back, otherwise the reason: a word that
        the table `undo` of words.toml puts into a sentence.

        The reason rests on public things alone: whether chance was asked may itself be hidden (which of two equal
        stones leaves), so a step that showed something is refused for that, drawn upon or not.
        """
        acted = len(self._by)
        while acted and self._by[acted - 1] == CHANCE:
            acted -= 1
        if acted == 0:
            return "nothing"
        if seat is not None and self._by[acted - 1] != seat:
            return "others" if seat in self._by else "not_yet"
        if self.game.reveals(story(self.state)[acted - 1 - len(self._by)]):
            return "shown"
        if acted < len(self._by):
            return "drawn"
        return None

    def undo(self, seat: int | None = None) -> None:
        """Take the last decision back; CannotUndo says why not."""
        why = self.why_no_undo(seat)
        if why is not None:
            raise CannotUndo(shared("no_undo", why=why))
        self.ids.pop()
        self._by.pop()
        self.state = self._first.clone()
        for action in self.ids:
            self.state.apply(action)

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
        """What may be behind a record that does not fit: it names its set of cards, and an owner may change a set."""
        option = self.game.cards_option
        chosen = self.state.options[option] if option else None
        if option is None or chosen in self.game.options[option].allowed.boxed:
            return why
        return shared("cards_changed", why=why, name=repr(chosen))


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
            match._first = match.game.load(match.start)
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
    match.state = match._first.clone()
    match.ids, match._by = [], []
    return match
