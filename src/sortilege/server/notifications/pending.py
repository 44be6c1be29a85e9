"""Determines the notices that a table needs, and stores which of them were sent.

A notice is identified by its table, its kind, the seat it is for and a number that comes from the table's log. The
number is the same on every server, after every restart, and after a step was undone and repeated. A notice is stored
before it is sent, and only the server that claims it first sends it, so that it is sent once.

| kind | when | number |
|---|---|---|
| turn | others wait for this seat | the number of turns begun in this game, of all seats |
| clock | the clock of this seat runs low | as for `turn`; always 1 if a person has one time for the whole game |
| request | this seat has not answered a request | which request of the table it is |
| start, end | the game began, or is over | 1 |
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sortilege.server.live.audience import audience_of
from sortilege.server.store import Statement, Store
from sortilege.server.tables.messages import ClockPlan
from sortilege.server.tables.table import Table

Kind = Literal["turn", "clock", "request", "start", "end"]
Phase = Literal["waiting", "running", "over"]
EVERYBODY: Final = -1  # instead of a seat: the channels of the table itself
SHORTEST_CLOCK: Final = 300  # seconds; with less time a notice would come too late to help
SHORTEST_WARNING, LONGEST_WARNING = 60, 3600  # seconds left below which a clock counts as low


class Pending(NamedTuple):
    """A notice that may have to be sent. Together with the table these fields identify it."""

    kind: Kind
    seat: int
    number: int


# ---------------------------------------------------------------- from the state of a table
def phase_of(table: Table) -> Phase:
    """Return whether the game of a table has not started, is running or is over."""
    if table.state.match is None:
        return "waiting"
    return "over" if table.state.over() else "running"


def person_seats(table: Table) -> list[int]:
    """Return the seats taken by people."""
    return [seat for seat, occupant in enumerate(table.state.occupants) if occupant.kind == "person"]


def waiting_seat(table: Table) -> int | None:
    """Return the seat of the person whose turn it is. None if it is a bot's turn or nobody's, or if fewer than two
    people play."""
    state = table.state
    if state.match is None or state.over() or state.paused or state.replay_error or state.bot_to_move() is not None:
        return None
    if len(person_seats(table)) < 2:
        return None
    seat = state.match.state.turn()
    return seat if seat >= 0 else None


def turn_at(table: Table, seat: int) -> Pending:
    """Return the turn notice of a seat for the current turn."""
    return Pending("turn", seat, table.state.started_match().turns_begun())


def warning_seconds(plan: ClockPlan) -> float:
    """Return at how many seconds left a clock counts as low: a tenth of its time, between a minute and an hour."""
    return max(SHORTEST_WARNING, min(LONGEST_WARNING, plan.seconds / 10))


def low_clock_time(table: Table) -> float | None:
    """Return the time at which the running clock becomes low; None if no clock runs or the clocks of this table are too
    short."""
    plan, clock, seat = table.state.opened.clock, table.state.clock, waiting_seat(table)
    if plan is None or clock is None or seat is None or clock.seat != seat or plan.seconds < SHORTEST_CLOCK:
        return None
    due = clock.due()
    return None if due is None else due - warning_seconds(plan)


def low_clock(table: Table, now: float) -> list[Pending]:
    """Return the notice that the running clock is low, as a list of one; [] if it is not low at `now`."""
    seat, moment, plan = waiting_seat(table), low_clock_time(table), table.state.opened.clock
    if seat is None or moment is None or plan is None or moment > now:
        return []
    return [Pending("clock", seat, 1 if plan.kind == "budget" else turn_at(table, seat).number)]


def open_request(table: Table) -> list[Pending]:
    """Return the notices of the pending request (such as an undo): one for each seat that has not answered, and one for
    the channels of the table."""
    state = table.state
    if state.request is None or state.over():
        return []
    return [Pending("request", seat, state.requests) for seat in [*state.request.wait, EVERYBODY]]


def notices_for_all(table: Table, kind: Literal["start", "end"]) -> list[Pending]:
    """Return the notices of the start or end of a game; [] if fewer than two people play."""
    seats = person_seats(table)
    return [Pending(kind, seat, 1) for seat in [*seats, EVERYBODY]] if len(seats) > 1 else []


def is_valid(table: Table, pending: Pending, now: float) -> bool:
    """Whether the notice is still valid. The seat whose turn it is gets a turn notice instead of a start notice."""
    match pending.kind:
        case "turn":
            return waiting_seat(table) == pending.seat and turn_at(table, pending.seat) == pending
        case "clock":
            return pending in low_clock(table, now)
        case "request":
            return pending in open_request(table)
        case "start":
            return phase_of(table) == "running" and waiting_seat(table) != pending.seat
        case "end":
            return phase_of(table) == "over"


def is_seen(table: Table, pending: Pending) -> bool:
    """Whether everybody who would get the notice has the table open in a visible page."""
    seats = [pending.seat]
    if pending.seat == EVERYBODY:
        asked = table.state.request
        seats = asked.wait if pending.kind == "request" and asked is not None else person_seats(table)
    return all(map(audience_of(table).has_visible_page, seats))


# ---------------------------------------------------------------- in the store
class PendingNotices:
    """The stored notices of all tables, each marked as sent or unsent."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, table: str, pending: Pending, seen: bool = False) -> None:
        """Store the notice as unsent, or as sent if `seen`, because the person has already seen it."""
        await self.store.change([Statement(INSERT, (table, *pending, int(seen)))])

    async def claim(self, table: str, pending: Pending) -> bool:
        """Mark the notice as sent. Return False if it was already marked or is not stored."""
        return bool((await self.store.change([Statement(MARK_SENT, (table, *pending))]))[0])

    async def is_unsent(self, table: str, pending: Pending) -> bool:
        """Whether the notice is stored and not yet sent."""
        return bool(await self.store.look_up(Statement(SELECT_UNSENT_ONE, (table, *pending))))

    async def unsent(self) -> list[tuple[str, Pending]]:
        """Return all unsent notices with the names of their tables."""
        return [(str(table), Pending(*rest)) for table, *rest in await self.store.look_up(Statement(SELECT_UNSENT))]

    async def finish(self, table: str) -> None:
        """Mark all notices of a finished game as sent, except those of its end. They are not deleted, because another
        server that does not know of the end yet would store and send them again."""
        await self.store.change([Statement(MARK_ALL_SENT, (table,))])


INSERT: Final = """
INSERT INTO sortilege_pending (tab, kind, seat, number, sent) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tab, kind, seat) DO UPDATE SET number = excluded.number, sent = excluded.sent
WHERE excluded.number > sortilege_pending.number
"""
ONE: Final = "tab = $1 AND kind = $2 AND seat = $3 AND number = $4 AND sent = 0"
MARK_SENT: Final = f"UPDATE sortilege_pending SET sent = 1 WHERE {ONE} RETURNING tab"
SELECT_UNSENT_ONE: Final = f"SELECT tab FROM sortilege_pending WHERE {ONE}"
SELECT_UNSENT: Final = "SELECT tab, kind, seat, number FROM sortilege_pending WHERE sent = 0"
MARK_ALL_SENT: Final = "UPDATE sortilege_pending SET sent = 1 WHERE tab = $1 AND kind <> 'end'"
