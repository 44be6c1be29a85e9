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
    """The state of a table: the result of applying the events of its log one after the other."""

    def __init__(self, opened: events.Opened, now: Callable[[], float] = runtime.now) -> None:
        self.opened = opened
        self.now = now
        self.game: Game = game(opened.game)
        self.length = 0  # how many events of the log are applied
        self.step_number = 0  # how many decisions and undos were made; clients send it with every action
        self.occupants = [msgspec.structs.replace(occupant, lost=False) for occupant in opened.occupants]  # by seat
        self.keys: dict[str, Key] = {key.token: key for key in opened.keys}  # by the hash of the token
        self.left_keys: set[str] = set()  # token hashes of people who left their seat before the game
        self.replaced_keys: dict[str, str] = {}  # by hash of a token that a recovery invalidated: the hash of its code
        self.shares = None if opened.shares is None else list(opened.shares)  # each seat's contribution to the seed
        self.match: Match | None = None  # None before the game
        self.rematch: events.Rematched | None = None
        self.opened_record: Object | None = None  # the record that was opened, if the match was played elsewhere
        self.clock: ClockState | None = None  # the clocks; None before the game and at tables without clocks
        self.messages: list[ChatMessage] = []  # of the players, except people who have left since
        self.message_count = 0  # how many messages were sent
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
        """Return the state of a table after all events of its log. The log contains all chance outcomes."""
        opened = log[0]
        if not isinstance(opened, events.Opened):
            raise ValueError("a table's log begins with its opening")
        state = TableState(opened, now)
        for event in log:
            state._apply_to_table(event)
        was_played_here = state.match is not None and state.opened_record is None
        if was_played_here:
            state._replay_match(log)
        return state

    def _replay_match(self, log: list[Event]) -> None:
        """Replay the actions in the log of a table, and set the match to the result. Actions that were taken back are
        not replayed. If the rules or cards have changed since, the replay ends at the first illegal action."""
        steps: list[list[Action]] = []  # the deal and all decisions, each with the chance outcomes that followed
        undone: list[Object] = []  # what players took back by agreement, as a record stores it
        outcome: Object | None = None
        for event in log:
            match event:
                case events.Began(actions=actions):
                    steps.append(actions)
                case events.Played(actions=actions):
                    steps.append(actions)
                    outcome = event.outcome
                case events.TookBack(steps=count, agreed=agreed):
                    removed = steps[-count:]
                    del steps[-count:]
                    if agreed:
                        undone.append({"at": sum(map(len, steps)), "lines": list(chain.from_iterable(removed))})
        record = self.started_match().save()
        record |= {"rules": self.opened.rules, "outcome": outcome, "undone": undone}
        record["log"] = list(chain.from_iterable(steps))
        if self.opened.cards:
            record["cards"] = self.opened.cards
        else:
            record.pop("cards", None)
        self.load_record(record)

    def load_record(self, record: Object) -> None:
        """Set the match to the one in a record. If it cannot be replayed to its end, because the rules or cards have
        changed, set `replay_error` and replay its actions up to the first illegal one."""
        try:
            self.match = Match.load(record)
        except RecordError as error:
            self.replay_error = error
            self.match = self.new_match(record["seats"], deal=False)
            with suppress(SortilegeError):
                for action in record["log"]:
                    self.match.replay(action)

    def apply(self, event: Event) -> None:
        """Apply the next event of the log to this state. Raise SortilegeError if the event is not possible now. Then a
        part of it may be applied, so the caller must rebuild the state with `from_log`."""
        if self.replay_error and isinstance(event, events.Played | events.TookBack):
            raise self.replay_error
        if isinstance(event, events.Played):
            for action in event.actions:
                self.started_match().replay(action)
        if isinstance(event, events.TookBack):
            self._take_back(event)
        self._apply_to_table(event)

    def _apply_to_table(self, event: Event) -> None:  # noqa: C901, PLR0912, PLR0915 (one case for each event)
        """Apply an event of the log to the seats, keys, clocks, messages and requests, but not to the match."""
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
                self._free_seat(seat)
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
                self.step_number += 1
                self._drop_undo_request(event.seat)
                self.taken_back += isinstance(event, events.TookBack) and event.agreed
            case events.Spoke(seat=seat, sign=sign, text=text):
                self.messages.append(ChatMessage(self.message_count, seat, sign, text))
                self.message_count += 1
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
                self._remove_personal_data(seat, name)
                if not handed_over:
                    self._drop_keys(seat)

    def _free_seat(self, seat: int) -> None:
        """Open a seat again, because its person left. Remove the person's name, messages and keys."""
        self.occupants[seat] = Occupant("open")
        self.opened.occupants[seat].name = ""
        self.shares = self.shares_with(seat, "")
        self.messages = [word for word in self.messages if word.seat != seat]
        self.left_keys |= {key.token for key in self._drop_keys(seat)}

    def _remove_personal_data(self, seat: int, name: str) -> None:
        """Give the person in this seat another name and remove their text messages, because they deleted their data."""
        self.occupants[seat].name = self.opened.occupants[seat].name = name
        if self.match is not None:
            self.match.names[seat] = name
        if self.opened_record is not None:
            self.opened_record = {**self.opened_record, "seats": self.started_match().names.copy()}
        self.messages = [word for word in self.messages if word.seat != seat or word.sign is not None]

    def _drop_keys(self, seat: int) -> list[Key]:
        """Remove and return the keys of a seat, so that their tokens no longer give access. If the table has no host
        then, the person who sat down first among the others becomes the host."""
        dropped = [key for key in self.keys.values() if key.seat == seat]
        for key in dropped:
            del self.keys[key.token]
        lost_host = any(key.host for key in dropped) and not any(key.host for key in self.keys.values())
        keys_with_seat = [key for key in self.keys.values() if key.seat is not None]
        if lost_host and keys_with_seat:
            new_host = msgspec.structs.replace(keys_with_seat[0], host=True)
            self.keys[new_host.token] = new_host
        return dropped

    def _take_back(self, event: events.TookBack) -> None:
        """Take back the last `event.steps` decisions of the match. If all players agreed to it (`event.agreed`), chance
        outcomes and decisions of other people may be among them."""
        match = self.started_match()
        if event.agreed:
            match.take_back(match.undo_start(event.steps))
        else:
            match.undo(event.seat, event.steps)

    def _drop_undo_request(self, seat: int) -> None:
        """Drop a pending request to take something back if the person in this seat (not a bot) played on."""
        has_undo_request = self.request is not None and self.request.matter in ("undo", "turn")
        if has_undo_request and self.bot_level(seat) is None:
            self.request = None

    # ------------------------------------------------------------ the match
    @property
    def commitment(self) -> str:
        """The SHA-256 fingerprint of the random seed of the game. While seats are open, it is the fingerprint of the
        part that the server contributes to the seed."""
        seed = self.opened.seed if self.match is None else self.match.seed
        return chance.commitment(seed)

    def shares_with(self, seat: int, share: str) -> list[str] | None:
        """Return a copy of the list of what each seat contributes to the random seed (its share), with a new share for
        this seat. Return None if the server alone chooses the seed at this table."""
        if self.shares is None:
            return None
        shares = self.shares.copy()
        shares[seat] = share
        return shares

    def new_match(self, names: list[str], deal: bool = True, shares: list[str] | None = None) -> Match:
        """Return a new match of this table, in which the seats have these names. With `deal` false, no cards are dealt.
        `shares` are what the seats contribute to the random seed, by default the present shares."""
        opened = self.opened
        seed_contributions = self.shares if shares is None else shares
        seed = opened.seed if seed_contributions is None else chance.mix_seed(opened.seed, seed_contributions)
        if opened.start is not None:
            match = Match(self.game, seed=seed, names=names, start=opened.start, deal=deal)
        else:
            match = Match(self.game, len(names), opened.options, seed, names, deal=deal)
        match.seed_parts = seed_shares.seed_parts(opened.seed, seed_contributions)
        return match

    def begin_if_full(self, occupants: list[Occupant], shares: list[str] | None = None) -> list[Event]:
        """Return the event that begins the game with these occupants of the seats; [] if a seat is open or the game has
        begun. `shares` are what the seats contribute to the random seed, by default the present shares."""
        has_open_seat = any(occupant.kind == "open" for occupant in occupants)
        if has_open_seat or self.match is not None:
            return []
        names = [occupant.name for occupant in occupants]
        match = self.new_match(names, shares=shares)
        return [events.Began(names, match.log, self.clocks_after(match.state, occupants=occupants))]

    def started_match(self) -> Match:
        """Return the match of this table. Raise Denied if it has not begun."""
        if self.match is None:
            raise Denied(CONFLICT, "not_begun")
        return self.match

    def record(self) -> dict[str, object]:
        """Return the record of the match, from which it can be replayed. If the match was played elsewhere, return the
        record that was opened at this table; it may lack the random seed."""
        if self.opened_record is not None:
            return dict(self.opened_record)
        return self.started_match().save()

    def over(self) -> bool:
        """Return whether the game is over, by its rules or because the players ended it early."""
        if self.match is None:
            return False
        return self.ended is not None or self.match.state.turn() == OVER

    def bot_to_move(self) -> int | None:
        """Return the seat whose turn it is if a bot decides for it now. Return None if a person decides, or nobody."""
        if self.match is None or self.replay_error or self.paused or self.ended is not None:
            return None
        seat = self.match.state.turn()
        is_bots_turn = seat >= 0 and self.bot_level(seat) is not None
        return seat if is_bots_turn else None

    def bot_level(self, seat: int) -> Level | None:
        """Return the level of the bot that decides for this seat now; None if the person decides."""
        level = self.occupants[seat].level
        plan = self.opened.clock
        if level is None and plan is not None and self.overdue() == seat:
            return plan.level
        return level

    def decision(self, seat: int, action: Action) -> events.Played:
        """Return the event that records a decision of this seat and the chance outcomes that follow. Raise
        IllegalAction if the action is not legal. The state does not change."""
        action_ids, after = self.started_match().preview(action, seat)
        actions = [self.game.describe(action_id) for action_id in action_ids]
        return events.Played(seat, actions, after.outcome(), self.clocks_after(after))

    def check_turn(self, seat: int) -> None:
        """Raise Denied with the reason if the person in this seat cannot decide now: it is not their turn, their time
        is up, a bot plays for them, or the game is paused or over."""
        if self.replay_error:
            raise Denied(CONFLICT, "misfit", why=self.replay_error)
        seat_to_move = self.started_match().state.turn()
        if self.over():
            raise Denied(CONFLICT, "over")
        occupant = self.occupants[seat]
        if occupant.level is not None:
            raise Denied(CONFLICT, "lost_seat" if occupant.lost else "bot_in_your_seat")
        if self.paused:
            raise Denied(CONFLICT, "paused")
        if seat_to_move != seat:
            raise Denied(CONFLICT, "turn_of", self.game.turn_rule, name=self.occupants[seat_to_move].name)
        if self.overdue() == seat:
            raise Denied(CONFLICT, "time_is_up")

    def request_after_consent(self, agreed_seat: int) -> PlayerRequest | None:
        """Return the pending request after the player in this seat agreed to it; None if nobody else has to answer."""
        if self.request is None:
            return None
        seats_to_answer = [seat for seat in self.request.wait if seat != agreed_seat]
        return msgspec.structs.replace(self.request, wait=seats_to_answer) if seats_to_answer else None

    # ------------------------------------------------------------ the clocks
    def clocks_after(
        self, next_state: State, taken_back: bool = False, occupants: list[Occupant] | None = None
    ) -> ClockState | None:
        """Return the clocks after a decision was made or taken back; None if the table has no clocks. `next_state` is
        the state of the game afterwards, and `occupants` (by default the present ones) tell whether a person decides
        next."""
        plan = self.opened.clock
        if plan is None:
            return None
        before = self.clock or clock.initial_clocks(plan, len(self.occupants), self.now())
        next_seat = next_state.turn()
        if next_seat == OVER:
            return clock.after_decision(plan, before, self.now(), next_move=[], runs=False, taken_back=taken_back)
        next_move = [next_seat, *self.game.turn_of(next_state)]
        person_decides = (occupants or self.occupants)[next_seat].level is None
        return clock.after_decision(plan, before, self.now(), next_move, person_decides, taken_back)

    def overdue(self) -> int | None:
        """Return the seat whose time is up, so that a bot makes its present move. Return None if there is none."""
        if self.clock is None or not self.clock.overdue:
            return None
        return self.clock.move[0]

    # ------------------------------------------------------------ the seats
    def names(self) -> list[str]:
        return [occupant.name for occupant in self.occupants]

    def occupant(self, seat: int) -> Occupant:
        """Return who occupies a seat. Raise Denied if the table has no such seat."""
        if not 0 <= seat < len(self.occupants):
            raise Denied(NOT_FOUND, "no_such_seat", seats=len(self.occupants), seat=seat)
        return self.occupants[seat]

    def occupants_with(self, seat: int, occupant: Occupant) -> list[Occupant]:
        """Return a copy of the list of occupants (who plays each seat), with another occupant in this seat."""
        occupants = self.occupants.copy()
        occupants[seat] = occupant
        return occupants

    def open_seat(self, preferred: int | None) -> int:
        """Return the open seat that a person takes: the one they prefer, or the first one if `preferred` is None. Raise
        Denied if the preferred seat is taken or no seat is open."""
        if preferred is not None:
            if self.occupant(preferred).kind != "open":
                raise Denied(CONFLICT, "seat_taken", name=self.occupants[preferred].name)
            return preferred
        for seat, occupant in enumerate(self.occupants):
            if occupant.kind == "open":
                return seat
        raise Denied(CONFLICT, "full")

    def key_by_recovery(self, code_hash: str) -> Key:
        """Return the key (a person's rights) whose recovery code has this hash. Raise Denied if there is none."""
        for key in self.keys.values():
            if key.recovery == code_hash:
                return key
        raise Denied(FORBIDDEN, "wrong_recovery")

    def has_key(self, seat: int) -> bool:
        """Return whether somebody can prove that this seat is theirs: not if its person deleted their data."""
        return any(key.seat == seat for key in self.keys.values())

    def recovery_of(self, token_hash: str) -> str | None:
        """Return the hash of the recovery code that belongs to the seat token with this hash, even if somebody used the
        code since and got another token. Return None if the table never had this token."""
        key = self.keys.get(token_hash)
        return key.recovery if key is not None else self.replaced_keys.get(token_hash)

    def check_key(self, token_hash: str | None) -> None:
        """Raise Denied if the seat token with this hash is no longer valid. None: a spectator, who needs no token."""
        if token_hash in self.left_keys:
            raise Denied(FORBIDDEN, "seat_left")
        if token_hash is not None and token_hash not in self.keys:
            raise Denied(FORBIDDEN, "taken_up_elsewhere")

    def active_people(self) -> list[int]:
        """Return the seats of people for whom no bot plays at present."""
        return [seat for seat in self.seats_of_people() if self.occupants[seat].level is None]

    def seats_of_people(self) -> list[int]:
        """Return the seats of people, except those who are replaced by a bot to the end of the game."""
        return [seat for seat, occupant in enumerate(self.occupants) if occupant.kind == "person" and not occupant.lost]

    def aids_allowed(self) -> bool:
        """Return whether players may use practice aids, such as hints: always if only one person can play at the table,
        otherwise if the creator of the table allowed it."""
        seats_without_bot = sum(occupant.kind != "bot" for occupant in self.occupants)
        return self.opened.aids or seats_without_bot <= 1


def without_bot(occupant: Occupant) -> Occupant:
    """Return the person who occupies a seat as they were before a bot played for them."""
    return Occupant("person", occupant.name, stand_in=occupant.stand_in)
