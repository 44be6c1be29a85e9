"""How a table stands: its log applied, line by line. Nothing here reads, writes, waits or knows of sockets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from sortilege import OVER, Match, game
from sortilege.core import chance
from sortilege.core.errors import RecordError, SortilegeError
from sortilege.core.game import Game
from sortilege.core.shapes import Action, Object, Position
from sortilege.server import events
from sortilege.server.events import Chair, Event, Key
from sortilege.server.problems import NOT_YOURS, NOWHERE, TOO_LATE, Denied


class TableState:
    """What the log says so far."""

    def __init__(self, opened: events.Opened) -> None:
        self.opened = opened
        self.length = 0  # lines of the log applied
        self.n = 0  # decisions made or taken back: what people send along with an act
        self.chairs = [Chair(chair.kind, chair.name, chair.level) for chair in opened.chairs]
        self.keys: dict[str, Key] = {key.token: key for key in opened.keys}
        self.match: Match | None = None
        self.rematch: events.Rematched | None = None
        self.misfit: RecordError | None = None  # why the log does not fit today's rules: then it is only looked at

    # ------------------------------------------------------------ from the log
    @staticmethod
    def of(written: list[Event]) -> TableState:
        """A whole log at once: the match is replayed from what is written, nothing is drawn again."""
        first = written[0]
        if not isinstance(first, events.Opened):
            raise ValueError("a table's log begins with its opening")
        state = TableState(first)
        played: list[Sequence[Action]] = []
        outcome: Object | None = None
        for event in written:
            if isinstance(event, events.Began | events.Played):
                played.append(event.actions)
            if isinstance(event, events.Played):
                outcome = event.outcome
            if isinstance(event, events.TookBack):
                del played[-event.steps :]
            state.note(event)
        if state.match is not None:
            state.replay_all([action for step in played for action in step], outcome)
        return state

    def replay_all(self, actions: list[Action], outcome: Object | None) -> None:
        """The match of these actions. What was played by other rules or cards is replayed as far as it fits."""
        played_by = {"rules": self.opened.rules} | ({"cards": self.opened.cards} if self.opened.cards else {})
        match = self.playing()
        record = {key: value for key, value in match.save().items() if key not in ("rules", "cards")} | played_by
        try:
            self.match = Match.load(record | {"log": actions, "outcome": outcome})
        except RecordError as off:
            self.misfit = off
            self.match = self.new_match(match.names, deal=False)
            with suppress(SortilegeError):
                for action in actions:
                    self.match.replay(action)

    def apply(self, event: Event) -> None:
        """One more line, written by another server: the match makes the same step."""
        if isinstance(event, events.Played):
            self.replay(event)
        if isinstance(event, events.TookBack):
            self.playing().undo(event.seat, event.steps)
        self.note(event)

    def note(self, event: Event) -> None:
        """One more line; decisions are counted, and left to the match itself to make."""
        self.length += 1
        match event:
            case events.Sat(seat=seat, name=name, key=key):
                self.chairs[seat] = Chair("person", name)
                self.keys[key.token] = key
            case events.Recovered(recovery=recovery, token=token):
                old = self.key_of(recovery)
                del self.keys[old.token]
                self.keys[token] = Key(token, recovery, old.seat, old.host)
            case events.Handed(seat=seat, name=name, level=level):
                kind = self.chairs[seat].kind
                self.chairs[seat] = Chair("person" if kind == "person" else "bot", name, level)
            case events.GivenBack(seat=seat):
                chair = self.chairs[seat]
                self.chairs[seat] = Chair("person", chair.name) if chair.kind == "person" else Chair("open")
            case events.Began(names=names):
                self.match = self.new_match(names)
            case events.Played() | events.TookBack():
                self.n += 1
            case events.Rematched():
                self.rematch = event

    def replay(self, event: events.Played) -> None:
        match = self.playing()
        before = len(match.ids)
        match.play(event.actions[0], event.seat)
        if self.since(before) != event.actions:
            raise ValueError("the seed draws otherwise than the log says")

    # ------------------------------------------------------------ the match
    @property
    def game(self) -> Game:
        return game(self.opened.game)

    @property
    def commitment(self) -> str:
        """The seed's fingerprint, shown before the first deal."""
        return chance.commitment(self.opened.seed)

    def new_match(self, names: list[str], deal: bool = True) -> Match:
        start, seed = self.opened.start, self.opened.seed
        if start is not None:
            return Match(self.game, seed=seed, names=names, start=start, deal=deal)
        return Match(self.game, len(names), self.opened.options, seed, names, deal=deal)

    def deal(self, chairs: list[Chair]) -> list[Event]:
        """The first deal, if with these chairs everybody sits."""
        if self.match is not None or any(chair.kind == "open" for chair in chairs):
            return []
        names = [chair.name for chair in chairs]
        return [events.Began(names, self.new_match(names).log)]

    def playing(self) -> Match:
        """The match; Denied before it has begun."""
        if self.match is None:
            raise Denied(TOO_LATE, "not_begun")
        return self.match

    def over(self) -> bool:
        return self.match is not None and self.match.state.turn() == OVER

    def bot_to_move(self) -> int | None:
        """The seat of the bot that is to decide, if one is."""
        if self.match is None or self.misfit:
            return None
        seat = self.match.state.turn()
        return seat if seat >= 0 and self.chairs[seat].level is not None else None

    def play(self, seat: int, action: Action) -> events.Played:
        """Let the match make this step; answers the line for it."""
        match = self.playing()
        before = len(match.ids)
        match.play(action, seat)
        return events.Played(seat, self.since(before), match.state.outcome())

    def since(self, before: int) -> list[Action]:
        return [self.game.describe(action) for action in self.playing().ids[before:]]

    def why_no_undo(self, seat: int | None) -> str | None:
        """None when the seat may take its last step back, otherwise the reason: a key of `undo` in words.toml."""
        if self.match is None:
            return "not_begun"
        if seat is None:
            return "spectator"
        if self.chairs[seat].level is not None:
            return "bot"
        if self.misfit:
            return "misfit"
        if self.over():  # the table has just shown the seed, and with it every draw still to come
            return "over"
        return self.match.why_no_undo(seat)

    def why_no_turn_back(self, seat: int | None) -> str | None:
        """None when the seat may take back its whole last turn with what bots answered to it."""
        if (why := self.why_not_alone(seat)) is not None:
            return why
        match, at = self.playing(), self.last_turn(seat)
        if at is None:
            return "not_yet"
        if self.over():
            return "over"
        return match.why_no_undo(seat, match.steps_since(at))

    def why_no_copy(self, seat: int | None) -> str | None:
        """None when a copy of the table can be opened from the start of the seat's last turn."""
        if (why := self.why_not_alone(seat)) is not None:
            return why
        at = self.last_turn(seat)
        if at is None:
            return "not_yet"
        return None if self.playing().quiet_before(at) is not None else "set_up"

    def why_not_alone(self, seat: int | None) -> str | None:
        """None when the seat's person plays against bots alone: nobody else's evening is turned back."""
        if self.match is None:
            return "not_begun"
        if seat is None:
            return "spectator"
        if self.misfit:
            return "misfit"
        if self.chairs[seat].level is not None:
            return "bot"
        alone = all(chair.kind == "bot" for at, chair in enumerate(self.chairs) if at != seat)
        return None if alone else "people"

    def last_turn(self, seat: int | None) -> int | None:
        """Where in the match's log the last turn of a seat begins."""
        return None if seat is None else self.playing().last_turn(seat)

    def back(self, seat: int | None) -> Literal["turn", "copy"] | None:
        """How the seat may have its last turn again: take it back, or open a copy where chance showed something."""
        if self.why_no_turn_back(seat) is None:
            return "turn"
        return "copy" if self.why_no_copy(seat) is None else None

    def before_turn(self, seat: int) -> Position:
        """The table before the seat's last turn, with new luck: whatever the seat could not know then is drawn anew.
        From the nearest quiet point, so perhaps from a bot's step before it."""
        match = self.playing()
        at = match.quiet_before(match.last_turn(seat) or 0)
        view = match.state_at(at or 0).view(seat)
        return self.game.imagine(view, random.SystemRandom()).position()

    def check_turn(self, seat: int) -> None:
        """Denied with the reason when it is not this person's to decide."""
        if self.misfit:
            raise Denied(TOO_LATE, "misfit", why=self.misfit)
        turn = self.playing().state.turn()
        if turn == OVER:
            raise Denied(TOO_LATE, "over")
        if self.chairs[seat].level is not None:
            raise Denied(TOO_LATE, "bot_in_your_seat")
        if turn != seat:
            raise Denied(TOO_LATE, "turn_of", self.game.turn_rule, name=self.chairs[turn].name)

    # ------------------------------------------------------------ the seats
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Denied(NOWHERE, "no_such_seat", seats=len(self.chairs), seat=seat)
        return self.chairs[seat]

    def chairs_with(self, seat: int, chair: Chair) -> list[Chair]:
        """The chairs as they will be with this one in its place."""
        return [chair if at == seat else other for at, other in enumerate(self.chairs)]

    def open_seat(self, wanted: int | None) -> int:
        """The seat to sit down in: the wanted one, or the first that is open."""
        if wanted is not None and self.chair(wanted).kind != "open":
            raise Denied(TOO_LATE, "seat_taken", name=self.chairs[wanted].name)
        free = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]
        if not free:
            raise Denied(TOO_LATE, "full")
        return free[0] if wanted is None else wanted

    def key_of(self, recovery: str) -> Key:
        """The key with this recovery hash."""
        for key in self.keys.values():
            if key.recovery == recovery:
                return key
        raise Denied(NOT_YOURS, "wrong_recovery")

    def check_key(self, key: str | None) -> None:
        """Denied when the token somebody came with has been replaced since."""
        if key is not None and key not in self.keys:
            raise Denied(NOT_YOURS, "taken_up_elsewhere")

    def people(self) -> list[int]:
        """The seats that people play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and chair.level is None]

    def aids_allowed(self) -> bool:
        """Aids are for practice: alone with bots, or where the host allowed them to all."""
        return self.opened.aids or sum(chair.kind != "bot" for chair in self.chairs) <= 1
