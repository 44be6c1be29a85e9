"""The state of a table: the result of applying the events of its log in order. Everything here is pure computation,
without storage or sockets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

import msgspec

from sortilege import OVER, Match, game
from sortilege.core import chance
from sortilege.core.engine.state import State
from sortilege.core.errors import RecordError, SortilegeError
from sortilege.core.game import Game
from sortilege.core.types import Action, Object
from sortilege.server import runtime
from sortilege.server.errors import CONFLICT, FORBIDDEN, NOT_FOUND, Denied
from sortilege.server.tables import events
from sortilege.server.tables.clocks import clock
from sortilege.server.tables.clocks.clock import Reading
from sortilege.server.tables.events import Event, Key, Occupant
from sortilege.server.tables.messages import ClockPlan, Ending, Request, Word
from sortilege.server.tables.seats import seed_shares
from sortilege.server.text import Level


class TableState:
    """The state of a table after the events of its log so far."""

    def __init__(self, opened: events.Opened, now: Callable[[], float] = runtime.now) -> None:
        self.opened = opened
        self.now = now
        self.game: Game = game(opened.game)
        self.length = 0  # events of the log that are applied
        self.n = 0  # counts decisions and undos; clients send it with every action
        self.occupants = [msgspec.structs.replace(occupant, lost=False) for occupant in opened.occupants]
        self.keys: dict[str, Key] = {key.token: key for key in opened.keys}
        self.left_keys: set[str] = set()  # of people who left their seat before the game
        self.replaced_keys: dict[str, str] = {}  # tokens that a recovery invalidated, with the hash of its code
        self.shares = None if opened.shares is None else list(opened.shares)  # the seed share of each seat
        self.match: Match | None = None
        self.rematch: events.Rematched | None = None
        self.opened_record: Object | None = None  # the record that was opened, if the match was played elsewhere
        self.clock: Reading | None = None  # the clocks; None before the game and at tables without clocks
        self.words: list[Word] = []  # the messages of the players
        self.words_spoken = 0  # how many messages were sent, including those of people who have left since
        self.request: Request | None = None  # the request that waits for answers
        self.requests = 0  # how many requests were made
        self.paused = False
        self.timed_out: dict[int, float] = {}  # seats whose clock ran out, and when, until their person plays again
        self.taken_back = 0  # how often the players agreed to take something back
        self.open_hands = False  # spectators see all hands
        self.ended: Ending | None = None  # set if the players ended the game early
        self.replay_error: RecordError | None = None  # why the log cannot be replayed; then the table is read-only

    # ------------------------------------------------------------ from the log
    @staticmethod
    def from_log(log: list[Event], now: Callable[[], float] = runtime.now) -> TableState:
        """Return the state after a whole log. The match is replayed with the chance outcomes in the log, so nothing is
        drawn again."""
        first = log[0]
        if not isinstance(first, events.Opened):
            raise ValueError("a table's log begins with its opening")
        state = TableState(first, now)
        played: list[Sequence[Action]] = []
        undone: list[Object] = []
        outcome: Object | None = None
        for event in log:
            if isinstance(event, events.Began | events.Played):
                played.append(event.actions)
            if isinstance(event, events.Played):
                outcome = event.outcome
            if isinstance(event, events.TookBack):
                removed = [action for step in played[-event.steps :] for action in step]
                del played[-event.steps :]
                if event.agreed:
                    undone.append({"at": sum(map(len, played)), "lines": removed})
            state._apply_to_table(event)
        if state.match is not None and not any(isinstance(event, events.RecordOpened) for event in log):
            state.replay_all([action for step in played for action in step], outcome, undone)
        return state

    def replay_all(self, actions: list[Action], outcome: Object | None, undone: list[Object]) -> None:
        """Set the match that these actions lead to. If it was played with other rules or cards, it is replayed as far
        as the actions are legal."""
        played_by = {"rules": self.opened.rules} | ({"cards": self.opened.cards} if self.opened.cards else {})
        match = self.playing()
        record = {key: value for key, value in match.save().items() if key not in ("rules", "cards")} | played_by
        self.load(record | {"log": actions, "outcome": outcome, "undone": undone})

    def load(self, record: Object) -> None:
        """Set the match of a record. If the record cannot be replayed, set `misfit` and replay as much as possible."""
        try:
            self.match = Match.load(record)
        except RecordError as error:
            self.replay_error = error
            self.match = self.new_match(record["seats"], deal=False)
            with suppress(SortilegeError):
                for action in record["log"]:
                    self.match.replay(action)

    def apply(self, event: Event) -> None:
        """Apply the next event of the log. Raise SortilegeError if it does not fit; then the state must be discarded
        and rebuilt with `from_log`."""
        if self.replay_error and isinstance(event, events.Played | events.TookBack):
            raise self.replay_error
        if isinstance(event, events.Played):
            for action in event.actions:
                self.playing().replay(action)
        if isinstance(event, events.TookBack):
            self.undo(event)
        self._apply_to_table(event)

    def _apply_to_table(self, event: Event) -> None:  # noqa: C901, PLR0912, PLR0915 (one case for each event)
        """Apply an event to everything except the moves of the match."""
        self.length += 1
        if isinstance(event, events.TimedOut):
            self.timed_out[event.seat] = event.clock.at
        if isinstance(event, events.Played) and self.bot_level(event.seat) is None:
            self.timed_out.pop(event.seat, None)
        if isinstance(event, events.Timed) and event.clock is not None:
            self.clock = event.clock
        match event:
            case events.Sat(seat=seat, name=name, key=key, share=share):
                self.shares = self.shares_with(seat, share)
                self.occupants[seat] = Occupant("person", name)
                self.keys[key.token] = key
            case events.Left(seat=seat):
                self.leave(seat)
            case events.Recovered(recovery=recovery, token=token):
                old = self.key_of(recovery)
                del self.keys[old.token]
                self.replaced_keys[old.token] = recovery
                self.keys[token] = Key(token, recovery, old.seat, old.host)
            case events.HandedToBot(seat=seat, name=name, level=level, lost=lost):
                occupant = self.occupants[seat]
                kind: Literal["person", "bot"] = "person" if occupant.kind == "person" else "bot"
                self.occupants[seat] = Occupant(kind, name, level, lost, occupant.stand_in)
            case events.GivenBack(seat=seat):
                occupant = self.occupants[seat]
                self.occupants[seat] = without_bot(occupant) if occupant.kind == "person" else Occupant("open")
            case events.StandInChosen(seat=seat, level=level):
                self.occupants[seat].stand_in = level
            case events.Began(names=names):
                self.match = self.new_match(names)
            case events.Played() | events.TookBack():
                self.n += 1
                self.drop_lapsed(event.seat)
                self.taken_back += isinstance(event, events.TookBack) and event.agreed
            case events.Spoke(seat=seat, sign=sign, text=text):
                self.words.append(Word(self.words_spoken, seat, sign, text))
                self.words_spoken += 1
            case events.Asked(request=request):
                self.request = request
                self.requests += 1
            case events.Answered(seat=seat, yes=yes):
                self.request = self.request_after(seat) if yes else None
            case events.Paused() | events.Resumed():
                self.paused = isinstance(event, events.Paused)
            case events.HandsOpened(on=on):
                self.open_hands = on
            case events.Ended(why=why, seat=seat):
                self.ended, self.request = Ending(why, seat), None
                self.playing().ended = {"why": why, "seat": seat}
            case events.Rematched():
                self.rematch = event
            case events.RecordOpened(record=record):
                self.opened_record = record
                self.load(record)
                ended = self.playing().ended
                self.ended = None if ended is None else Ending(ended["why"], ended["seat"])
            case events.PersonRemoved(seat=seat, name=name, handed_over=handed_over):
                self.forget(seat, name)
                if not handed_over:
                    self.drop_keys(seat)

    def leave(self, seat: int) -> None:
        """Make a seat open again and remove the name, messages and keys of its person."""
        self.occupants[seat] = Occupant("open")
        self.opened.occupants[seat].name = ""
        self.shares = self.shares_with(seat, "")
        self.words = [word for word in self.words if word.seat != seat]
        self.left_keys |= {key.token for key in self.drop_keys(seat)}

    def forget(self, seat: int, name: str) -> None:
        """Give the person of this seat another name and remove their text messages."""
        self.occupants[seat].name = self.opened.occupants[seat].name = name
        if self.match is not None:
            self.match.names[seat] = name
        if self.opened_record is not None:
            self.opened_record = {**self.opened_record, "seats": self.playing().names.copy()}
        self.words = [word for word in self.words if word.seat != seat or word.sign is not None]

    def drop_keys(self, seat: int) -> list[Key]:
        """Remove and return the keys of a seat. If they include the last host key, the next person who sat down becomes
        the host."""
        dropped = [key for key in self.keys.values() if key.seat == seat]
        for key in dropped:
            del self.keys[key.token]
        heir = next((key for key in self.keys.values() if key.seat is not None), None)
        if heir is not None and any(key.host for key in dropped) and not any(key.host for key in self.keys.values()):
            self.keys[heir.token] = Key(heir.token, heir.recovery, heir.seat, host=True)
        return dropped

    def undo(self, event: events.TookBack) -> None:
        """Take back the last steps of the match, as the event says."""
        match = self.playing()
        if event.agreed:
            match.take_back(match.steps_back(event.steps))
        else:
            match.undo(event.seat, event.steps)

    def drop_lapsed(self, seat: int) -> None:
        """Drop a pending request to take something back, because the person of this seat played on."""
        if self.request is not None and self.request.matter in ("undo", "turn") and self.bot_level(seat) is None:
            self.request = None

    # ------------------------------------------------------------ the match
    @property
    def commitment(self) -> str:
        """The fingerprint of the seed; while seats are open, that of the server's half of the seed."""
        return chance.commitment(self.opened.seed if self.match is None else self.match.seed)

    def shares_with(self, seat: int, share: str) -> list[str] | None:
        """Return the seed shares with the one of this seat replaced; None if the table has no shares."""
        if self.shares is None:
            return None
        return [share if at == seat else other for at, other in enumerate(self.shares)]

    def new_match(self, names: list[str], deal: bool = True, shares: list[str] | None = None) -> Match:
        """Create the match of this table, with these seed shares instead of the present ones if they are passed."""
        start, shares = self.opened.start, self.shares if shares is None else shares
        seed = self.opened.seed if shares is None else chance.mix_seed(self.opened.seed, shares)
        if start is not None:
            match = Match(self.game, seed=seed, names=names, start=start, deal=deal)
        else:
            match = Match(self.game, len(names), self.opened.options, seed, names, deal=deal)
        match.seed_parts = seed_shares.seed_parts(self.opened.seed, shares)
        return match

    def deal(self, occupants: list[Occupant], shares: list[str] | None = None) -> list[Event]:
        """Return the event of the first deal, or [] if one of these occupants is open or the game has begun. `shares`
        are the seed shares including that of a new person; None: the present ones."""
        if self.match is not None or any(occupant.kind == "open" for occupant in occupants):
            return []
        names = [occupant.name for occupant in occupants]
        match = self.new_match(names, shares=shares)
        plan, now = self.opened.clock, self.now()
        first = (
            None
            if plan is None
            else self._reading(plan, clock.first_reading(plan, len(occupants), now), match.state, occupants)
        )
        return [events.Began(names, match.log, first)]

    def playing(self) -> Match:
        """Return the match; raise Denied if it has not begun."""
        if self.match is None:
            raise Denied(CONFLICT, "not_begun")
        return self.match

    def record(self) -> dict[str, object]:
        """Return the record of the match. If the match was played elsewhere, it is the record that was opened, which
        may have no seed."""
        return self.playing().save() if self.opened_record is None else dict(self.opened_record)

    def over(self) -> bool:
        """Whether the game is over, by its rules or because the players ended it."""
        return self.match is not None and (self.ended is not None or self.match.state.turn() == OVER)

    def bot_to_move(self) -> int | None:
        """Return the seat that a bot has to decide for now, or None."""
        if self.match is None or self.replay_error or self.paused or self.ended is not None:
            return None
        seat = self.match.state.turn()
        return seat if seat >= 0 and self.bot_level(seat) is not None else None

    def bot_level(self, seat: int) -> Level | None:
        """Return the level of the bot that decides for this seat now; None if the person decides."""
        if self.occupants[seat].level is None and self.overdue() == seat and self.opened.clock is not None:
            return self.opened.clock.level
        return self.occupants[seat].level

    def decision(self, seat: int, action: Action) -> events.Played:
        """Return the event for this decision and the chance outcomes that follow it. Raise IllegalAction if it is not
        legal. Nothing is changed."""
        ids, after = self.playing().preview(action, seat)
        return events.Played(seat, list(map(self.game.describe, ids)), after.outcome(), self.reading_after(after))

    def check_turn(self, seat: int) -> None:
        """Raise Denied with the reason if the person of this seat may not decide now."""
        if self.replay_error:
            raise Denied(CONFLICT, "misfit", why=self.replay_error)
        turn = self.playing().state.turn()
        if self.over():
            raise Denied(CONFLICT, "over")
        if self.occupants[seat].level is not None:
            raise Denied(CONFLICT, "lost_seat") if self.occupants[seat].lost else Denied(CONFLICT, "bot_in_your_seat")
        if self.paused:
            raise Denied(CONFLICT, "paused")
        if turn == seat == self.overdue():
            raise Denied(CONFLICT, "time_is_up")
        if turn != seat:
            raise Denied(CONFLICT, "turn_of", self.game.turn_rule, name=self.occupants[turn].name)

    def request_after(self, agreed: int) -> Request | None:
        """Return the pending request after this seat agreed; None if nobody else has to answer."""
        if self.request is None:
            return None
        wait = [seat for seat in self.request.wait if seat != agreed]
        return msgspec.structs.replace(self.request, wait=wait) if wait else None

    # ------------------------------------------------------------ the clocks
    def reading_after(self, after: State, back: bool = False) -> Reading | None:
        """Return the clocks after a step that leads to the game state `after`; `back` if the step takes something
        back."""
        plan = self.opened.clock
        return (
            None if plan is None or self.clock is None else self._reading(plan, self.clock, after, self.occupants, back)
        )

    def _reading(
        self, plan: ClockPlan, before: Reading, after: State, occupants: list[Occupant], back: bool = False
    ) -> Reading:
        """Return the clocks after a step from the reading `before` to the game state `after`."""
        seat = after.turn()
        move = [] if seat == OVER else [seat, *self.game.turn_of(after)]
        runs = bool(move) and occupants[seat].level is None
        return clock.after_step(plan, before, self.now(), move, runs, back)

    def overdue(self) -> int | None:
        """Return the seat whose time is up and for which a bot makes the present move, or None."""
        return self.clock.move[0] if self.clock is not None and self.clock.overdue else None

    # ------------------------------------------------------------ the seats
    def names(self) -> list[str]:
        return [occupant.name for occupant in self.occupants]

    def occupant(self, seat: int) -> Occupant:
        """Return the occupant of a seat; raise Denied if there is no such seat."""
        if not 0 <= seat < len(self.occupants):
            raise Denied(NOT_FOUND, "no_such_seat", seats=len(self.occupants), seat=seat)
        return self.occupants[seat]

    def occupants_with(self, seat: int, occupant: Occupant) -> list[Occupant]:
        """Return a copy of the occupants with the one of this seat replaced."""
        return [occupant if at == seat else other for at, other in enumerate(self.occupants)]

    def open_seat(self, preferred: int | None) -> int:
        """Return the preferred seat, or the first open one if that is None. Raise Denied if the seat is not open."""
        if preferred is not None and self.occupant(preferred).kind != "open":
            raise Denied(CONFLICT, "seat_taken", name=self.occupants[preferred].name)
        free = [seat for seat, occupant in enumerate(self.occupants) if occupant.kind == "open"]
        if not free:
            raise Denied(CONFLICT, "full")
        return free[0] if preferred is None else preferred

    def key_of(self, recovery: str) -> Key:
        """Return the key with this hash of a recovery code; raise Denied if there is none."""
        for key in self.keys.values():
            if key.recovery == recovery:
                return key
        raise Denied(FORBIDDEN, "wrong_recovery")

    def can_be_opened(self, seat: int) -> bool:
        """Whether the seat has a key. It has none after its person deleted their data."""
        return any(key.seat == seat for key in self.keys.values())

    def recovery_of(self, token: str) -> str | None:
        """Return the hash of the recovery code that belongs to this hash of a token; None if the table never had this
        token. It also works for tokens that a recovery invalidated. A seat keeps its recovery code at a rematch."""
        key = self.keys.get(token)
        return self.replaced_keys.get(token) if key is None else key.recovery

    def check_key(self, key: str | None) -> None:
        """Raise Denied if this hash of a token is no longer valid here. None, as for spectators, is always valid."""
        if key in self.left_keys:
            raise Denied(FORBIDDEN, "seat_left")
        if key is not None and key not in self.keys:
            raise Denied(FORBIDDEN, "taken_up_elsewhere")

    def people(self) -> list[int]:
        """Return the seats that people play themselves."""
        return [
            seat for seat, occupant in enumerate(self.occupants) if occupant.kind == "person" and occupant.level is None
        ]

    def seats_of_people(self) -> list[int]:
        """Return the seats of people, including those for whom a bot plays at present."""
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.kind == "person" and not occupant.lost]

    def aids_allowed(self) -> bool:
        """Whether players may use practice aids: if the table allows them, or if only one person plays."""
        return self.opened.aids or sum(occupant.kind != "bot" for occupant in self.occupants) <= 1


def without_bot(occupant: Occupant) -> Occupant:
    """Return the occupant of this person without the bot that plays for them."""
    return Occupant("person", occupant.name, stand_in=occupant.stand_in)
