"""The state of a table: the result of applying the events of its log in order. Everything here is pure computation,
without storage or sockets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import chain
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
from sortilege.server.tables.clocks.clock import ClockState
from sortilege.server.tables.events import Event, Key, Occupant
from sortilege.server.tables.messages import ChatMessage, Ending, PlayerRequest
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
        self.left_keys: set[str] = set()  # token hashes of people who left their seat before the game
        self.replaced_keys: dict[str, str] = {}  # by hash of a token that a recovery invalidated: the hash of its code
        self.shares = None if opened.shares is None else list(opened.shares)  # each seat's contribution to the seed
        self.match: Match | None = None
        self.rematch: events.Rematched | None = None
        self.opened_record: Object | None = None  # the record that was opened, if the match was played elsewhere
        self.clock: ClockState | None = None  # the clocks; None before the game and at tables without clocks
        self.words: list[ChatMessage] = []  # the messages of the players
        self.words_spoken = 0  # how many messages were sent, including those of people who have left since
        self.request: PlayerRequest | None = None  # the request that waits for answers
        self.request_count = 0  # how many requests were made
        self.paused = False
        self.timed_out: dict[int, float] = {}  # by seat: when its clock ran out; until its person plays again
        self.taken_back = 0  # how often the players agreed to take something back
        self.open_hands = False  # spectators see all hands
        self.ended: Ending | None = None  # set if the players ended the game early
        self.replay_error: RecordError | None = None  # why the log cannot be replayed; then the table is read-only

    # ------------------------------------------------------------ from the log
    @staticmethod
    def from_log(log: list[Event], now: Callable[[], float] = runtime.now) -> TableState:
        """Return the state after all events of a log. The match is replayed with the chance outcomes in the log, so
        nothing is drawn again."""
        opened = log[0]
        if not isinstance(opened, events.Opened):
            raise ValueError("a table's log begins with its opening")
        state = TableState(opened, now)
        for event in log:
            state._apply_to_table(event)
        if state.match is not None and state.opened_record is None:
            state._replay_match(log)
        return state

    def _replay_match(self, log: list[Event]) -> None:
        """Replay the actions of a whole log, without the decisions that were taken back, and set the match to the
        result. If the rules or cards have changed since, the replay ends at the first action that is no longer
        legal."""
        steps: list[list[Action]] = []  # the deal and all decisions that were not taken back
        undone: list[Object] = []  # what players took back by agreement, as a record stores it
        outcome: Object | None = None
        for event in log:
            if isinstance(event, events.Began | events.Played):
                steps.append(event.actions)
            if isinstance(event, events.Played):
                outcome = event.outcome
            if isinstance(event, events.TookBack):
                removed = steps[-event.steps :]
                del steps[-event.steps :]
                if event.agreed:
                    undone.append({"at": sum(map(len, steps)), "lines": list(chain.from_iterable(removed))})
        record = self.started_match().save() | {
            "rules": self.opened.rules,
            "cards": self.opened.cards,
            "outcome": outcome,
        }
        if not self.opened.cards:
            del record["cards"]
        self.load_record(record | {"log": list(chain.from_iterable(steps)), "undone": undone})

    def load_record(self, record: Object) -> None:
        """Set the match to the match in a record. If the rules or cards have changed so that it cannot be replayed to
        its end, set `replay_error` and replay its actions up to the first illegal one."""
        try:
            self.match = Match.load(record)
        except RecordError as error:
            self.replay_error = error
            self.match = self.new_match(record["seats"], deal=False)
            with suppress(SortilegeError):
                for action in record["log"]:
                    self.match.replay(action)

    def apply(self, event: Event) -> None:
        """Apply the next event of the log. Raise SortilegeError if the event does not fit; the caller must then discard
        this state and rebuild it with `from_log`."""
        if self.replay_error and isinstance(event, events.Played | events.TookBack):
            raise self.replay_error
        if isinstance(event, events.Played):
            for action in event.actions:
                self.started_match().replay(action)
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
                old_key = self.key_by_recovery(recovery)
                del self.keys[old_key.token]
                self.replaced_keys[old_key.token] = recovery
                self.keys[token] = Key(token, recovery, old_key.seat, old_key.host)
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
                self.drop_undo_request(event.seat)
                self.taken_back += isinstance(event, events.TookBack) and event.agreed
            case events.Spoke(seat=seat, sign=sign, text=text):
                self.words.append(ChatMessage(self.words_spoken, seat, sign, text))
                self.words_spoken += 1
            case events.Asked(request=request):
                self.request = request
                self.request_count += 1
            case events.Answered(seat=seat, yes=yes):
                self.request = self.request_after_consent(seat) if yes else None
            case events.Paused() | events.Resumed():
                self.paused = isinstance(event, events.Paused)
            case events.HandsOpened(on=on):
                self.open_hands = on
            case events.Ended(why=why, seat=seat):
                self.ended, self.request = Ending(why, seat), None
                self.started_match().ended = {"why": why, "seat": seat}
            case events.Rematched():
                self.rematch = event
            case events.RecordOpened(record=record):
                self.opened_record = record
                self.load_record(record)
                ended = self.started_match().ended
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
            self.opened_record = {**self.opened_record, "seats": self.started_match().names.copy()}
        self.words = [word for word in self.words if word.seat != seat or word.sign is not None]

    def drop_keys(self, seat: int) -> list[Key]:
        """Remove and return the keys of a seat, so that their tokens no longer give access. If nobody else is the host,
        the next person who sat down becomes the host."""
        dropped = [key for key in self.keys.values() if key.seat == seat]
        for key in dropped:
            del self.keys[key.token]
        host_left = any(key.host for key in dropped) and not any(key.host for key in self.keys.values())
        remaining = [key for key in self.keys.values() if key.seat is not None]
        if host_left and remaining:
            self.keys[remaining[0].token] = msgspec.structs.replace(remaining[0], host=True)
        return dropped

    def undo(self, event: events.TookBack) -> None:
        """Take back the last decisions of the match: as many as `event.steps`, counted from the end. If all players
        agreed to it (`event.agreed`), chance outcomes and decisions of other people may be among them."""
        match = self.started_match()
        if event.agreed:
            match.take_back(match.steps_back(event.steps))
        else:
            match.undo(event.seat, event.steps)

    def drop_undo_request(self, seat: int) -> None:
        """Drop a pending request to take something back, because the person in this seat played on."""
        if self.request is not None and self.request.matter in ("undo", "turn") and self.bot_level(seat) is None:
            self.request = None

    # ------------------------------------------------------------ the match
    @property
    def commitment(self) -> str:
        """The SHA-256 fingerprint of the random seed. While seats are open, it is the fingerprint of the part that the
        server contributes to the seed."""
        return chance.commitment(self.opened.seed if self.match is None else self.match.seed)

    def shares_with(self, seat: int, share: str) -> list[str] | None:
        """Return what each seat contributes to the random seed (its share), with a new share for this seat. Return None
        if the server alone chooses the seed at this table."""
        if self.shares is None:
            return None
        shares = self.shares.copy()
        shares[seat] = share
        return shares

    def new_match(self, names: list[str], deal: bool = True, shares: list[str] | None = None) -> Match:
        """Create the match of this table. `shares` are what the seats contribute to the random seed (by default the
        present shares). With `deal` false no cards are dealt."""
        start = self.opened.start
        shares = self.shares if shares is None else shares
        seed = self.opened.seed if shares is None else chance.mix_seed(self.opened.seed, shares)
        if start is not None:
            match = Match(self.game, seed=seed, names=names, start=start, deal=deal)
        else:
            match = Match(self.game, len(names), self.opened.options, seed, names, deal=deal)
        match.seed_parts = seed_shares.seed_parts(self.opened.seed, shares)
        return match

    def begin_if_full(self, occupants: list[Occupant], shares: list[str] | None = None) -> list[Event]:
        """Return the event that begins the game with these occupants; [] if a seat is open or the game has begun.
        `shares` are what the seats contribute to the random seed, by default the present shares."""
        if self.match is not None or any(occupant.kind == "open" for occupant in occupants):
            return []
        names = [occupant.name for occupant in occupants]
        match = self.new_match(names, shares=shares)
        return [events.Began(names, match.log, self.clocks_after(match.state, occupants=occupants))]

    def started_match(self) -> Match:
        """Return the match; raise Denied if it has not begun."""
        if self.match is None:
            raise Denied(CONFLICT, "not_begun")
        return self.match

    def record(self) -> dict[str, object]:
        """Return the record of the match. If the match was played elsewhere, it is the record that was opened, which
        may have no seed."""
        return self.started_match().save() if self.opened_record is None else dict(self.opened_record)

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
        """Return the event that records this decision and the chance outcomes that follow. Raise IllegalAction if the
        action is not legal. The state does not change."""
        action_ids, after = self.started_match().preview(action, seat)
        actions = [self.game.describe(action_id) for action_id in action_ids]
        return events.Played(seat, actions, after.outcome(), self.clocks_after(after))

    def check_turn(self, seat: int) -> None:
        """Raise Denied with the reason if the person of this seat may not decide now."""
        if self.replay_error:
            raise Denied(CONFLICT, "misfit", why=self.replay_error)
        turn = self.started_match().state.turn()
        if self.over():
            raise Denied(CONFLICT, "over")
        if self.occupants[seat].level is not None:
            raise Denied(CONFLICT, "lost_seat" if self.occupants[seat].lost else "bot_in_your_seat")
        if self.paused:
            raise Denied(CONFLICT, "paused")
        if turn == seat == self.overdue():
            raise Denied(CONFLICT, "time_is_up")
        if turn != seat:
            raise Denied(CONFLICT, "turn_of", self.game.turn_rule, name=self.occupants[turn].name)

    def request_after_consent(self, agreed_seat: int) -> PlayerRequest | None:
        """Return the pending request after this seat agreed; None if nobody else has to answer."""
        if self.request is None:
            return None
        wait = [seat for seat in self.request.wait if seat != agreed_seat]
        return msgspec.structs.replace(self.request, wait=wait) if wait else None

    # ------------------------------------------------------------ the clocks
    def clocks_after(
        self, next_state: State, taken_back: bool = False, occupants: list[Occupant] | None = None
    ) -> ClockState | None:
        """Return the clocks after a decision was made or taken back; None if the table has no clocks. `next_state` is
        the state of the game after that. `occupants` (by default the present ones) say who plays each seat: the clock
        of the seat that decides next runs only if a person plays it."""
        plan, occupants = self.opened.clock, occupants or self.occupants
        if plan is None:
            return None
        before = self.clock or clock.initial_clocks(plan, len(occupants), self.now())
        seat = next_state.turn()
        next_move = [] if seat == OVER else [seat, *self.game.turn_of(next_state)]
        runs = bool(next_move) and occupants[seat].level is None
        return clock.after_decision(plan, before, self.now(), next_move, runs, taken_back)

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
        """Return a copy of the occupants with another occupant in this seat."""
        occupants = self.occupants.copy()
        occupants[seat] = occupant
        return occupants

    def open_seat(self, preferred: int | None) -> int:
        """Return the preferred seat, or the first open seat if `preferred` is None. Raise Denied if the preferred seat
        is taken or no seat is open."""
        if preferred is not None:
            if self.occupant(preferred).kind != "open":
                raise Denied(CONFLICT, "seat_taken", name=self.occupants[preferred].name)
            return preferred
        for seat, occupant in enumerate(self.occupants):
            if occupant.kind == "open":
                return seat
        raise Denied(CONFLICT, "full")

    def key_by_recovery(self, recovery: str) -> Key:
        """Return the key (the stored rights to a seat) whose recovery code has this hash. Raise Denied if there is
        none."""
        for key in self.keys.values():
            if key.recovery == recovery:
                return key
        raise Denied(FORBIDDEN, "wrong_recovery")

    def has_key(self, seat: int) -> bool:
        """Whether somebody can still prove that the seat is theirs. Nobody can after its person deleted their data."""
        return any(key.seat == seat for key in self.keys.values())

    def recovery_of(self, token: str) -> str | None:
        """Return the recovery code of the seat to which a token belongs; None if the table never had this token. The
        token may be an old one: somebody who recovers a seat with its code gets a new token. Both the token and the
        recovery code are hashes."""
        key = self.keys.get(token)
        return self.replaced_keys.get(token) if key is None else key.recovery

    def check_key(self, key: str | None) -> None:
        """Raise Denied if a viewer's seat token is no longer valid at this table. `key` is the hash of the token; None
        stands for a spectator, who has no token and is never refused."""
        if key in self.left_keys:
            raise Denied(FORBIDDEN, "seat_left")
        if key is not None and key not in self.keys:
            raise Denied(FORBIDDEN, "taken_up_elsewhere")

    def active_people(self) -> list[int]:
        """Return the seats of people for whom no bot plays at present."""
        return [seat for seat in self.seats_of_people() if self.occupants[seat].level is None]

    def seats_of_people(self) -> list[int]:
        """Return the seats of people. Seats that a bot plays at present are included, but not seats that a bot plays to
        the end of the game."""
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.kind == "person" and not occupant.lost]

    def aids_allowed(self) -> bool:
        """Whether players may use practice aids, such as hints: always at a table with one person, otherwise if the
        creator of the table allowed it."""
        return self.opened.aids or sum(occupant.kind != "bot" for occupant in self.occupants) <= 1


def without_bot(occupant: Occupant) -> Occupant:
    """Return the person who occupies a seat, without the bot that plays for them."""
    return Occupant("person", occupant.name, stand_in=occupant.stand_in)
