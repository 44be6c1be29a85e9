"""Determines the notices (notifications about a table) that are needed now, and stores which of them were sent.

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
EVERYBODY: Final = -1  # instead of a seat: the notice goes to the subscriptions of the table itself
MIN_PEOPLE: Final = 2  # a person who plays alone or only against bots needs no notices
SHORTEST_CLOCK: Final = 300  # seconds; with less time a notice would come too late to help
SHORTEST_WARNING, LONGEST_WARNING = 60, 3600  # seconds left below which a clock counts as low
WARNING_PART: Final = 10  # a clock is low when a tenth of its time is left


class PendingNotice(NamedTuple):
    """A notice that may have to be sent. These fields and the name of its table identify the notice."""

    kind: Kind
    seat: int  # the seat of the person who gets the notice, or EVERYBODY
    number: int  # differs between two notices of one kind for one seat; for a turn, the number of the turn


# ---------------------------------------------------------------- from the state of a table
def phase_of(table: Table) -> Phase:
    """Return whether the game of a table has not started, is running or is over."""
    if table.state.match is None:
        return "waiting"
    return "over" if table.state.over() else "running"


def person_seats(table: Table) -> list[int]:
    """Return the seats taken by people."""
    return [seat for seat, occupant in enumerate(table.state.occupants) if occupant.kind == "person"]


def awaited_seat(table: Table) -> int | None:
    """Return the seat of the person for whom the other people wait, because it is that person's turn. Return None if no
    person is to move, or if fewer than two people play."""
    state = table.state
    if state.match is None or state.over() or state.paused or state.replay_error:
        return None
    if state.bot_to_move() is not None or len(person_seats(table)) < MIN_PEOPLE:
        return None
    seat = state.match.state.turn()
    return seat if seat >= 0 else None  # negative: chance


def turn_notice(table: Table, seat: int) -> PendingNotice:
    """Return the notice that it is the turn of this seat."""
    return PendingNotice("turn", seat, table.state.started_match().count_turns())


def warning_seconds(plan: ClockPlan) -> float:
    """Return how many seconds are left when a clock becomes low: a tenth of its time, within limits."""
    return max(SHORTEST_WARNING, min(LONGEST_WARNING, plan.seconds / WARNING_PART))


def low_clock_time(table: Table) -> float | None:
    """Return when the running clock becomes low, in seconds since 1970. Return None if no clock runs, or if the clocks
    of this table are shorter than SHORTEST_CLOCK."""
    plan, clock, seat = table.state.opened.clock, table.state.clock, awaited_seat(table)
    if plan is None or plan.seconds < SHORTEST_CLOCK:
        return None
    if clock is None or seat is None or clock.seat != seat:
        return None
    due = clock.due()
    return None if due is None else due - warning_seconds(plan)


def low_clock_notices(table: Table, now: float) -> list[PendingNotice]:
    """Return a list with the notice that the running clock is low; [] if the clock is not low at the time `now`."""
    seat, low_time, plan = awaited_seat(table), low_clock_time(table), table.state.opened.clock
    if seat is None or plan is None or low_time is None or low_time > now:
        return []
    has_time_for_whole_game = plan.kind == "budget"  # then one warning in the game is enough
    number = 1 if has_time_for_whole_game else turn_notice(table, seat).number
    return [PendingNotice("clock", seat, number)]


def request_notices(table: Table) -> list[PendingNotice]:
    """Return the notices of a request that a player made, such as to undo a step. There is one for each seat that has
    not answered, and one for EVERYBODY; [] if no request is open."""
    state = table.state
    if state.request is None or state.over():
        return []
    return [PendingNotice("request", seat, state.request_count) for seat in [*state.request.wait, EVERYBODY]]


def notices_for_all(table: Table, kind: Literal["start", "end"]) -> list[PendingNotice]:
    """Return the start or end notices for each person and for EVERYBODY; [] if fewer than two people play."""
    seats = person_seats(table)
    if len(seats) < MIN_PEOPLE:
        return []
    return [PendingNotice(kind, seat, number=1) for seat in [*seats, EVERYBODY]]


def is_valid(table: Table, notice: PendingNotice, now: float) -> bool:
    """Whether the notice is still true at the time `now`, such as that it is this person's turn. The person who begins
    a game gets no notice of its start, because they get a notice of their turn."""
    match notice.kind:
        case "turn":
            return awaited_seat(table) == notice.seat and turn_notice(table, notice.seat) == notice
        case "clock":
            return notice in low_clock_notices(table, now)
        case "request":
            return notice in request_notices(table)
        case "start":
            return phase_of(table) == "running" and awaited_seat(table) != notice.seat
        case "end":
            return phase_of(table) == "over"


def is_seen(table: Table, notice: PendingNotice) -> bool:
    """Whether everybody who would get the notice has the table open in a visible page, so that nobody needs it."""
    request = table.state.request
    if notice.seat != EVERYBODY:
        seats = [notice.seat]
    elif notice.kind == "request" and request is not None:
        seats = request.wait
    else:
        seats = person_seats(table)
    audience = audience_of(table)
    return all(audience.has_visible_page(seat) for seat in seats)


# ---------------------------------------------------------------- in the store
class StoredNotices:
    """The notices of all tables in the store, each marked as sent or unsent."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, table: str, notice: PendingNotice, seen: bool = False) -> None:
        """Store a notice as unsent. `seen`: the person has already seen what the notice would tell them, so store it as
        sent, and no server will send it."""
        await self.store.change([Statement(INSERT, (table, *notice, int(seen)))])

    async def claim(self, table: str, notice: PendingNotice) -> bool:
        """Mark a notice as sent. Return False if it is not stored or another server has marked it first."""
        [marked_rows] = await self.store.change([Statement(MARK_SENT, (table, *notice))])
        return bool(marked_rows)

    async def is_unsent(self, table: str, notice: PendingNotice) -> bool:
        """Whether the notice is stored and not yet marked as sent."""
        return bool(await self.store.look_up(Statement(SELECT_UNSENT, (table, *notice))))

    async def unsent(self) -> list[tuple[str, PendingNotice]]:
        """Return the unsent notices of all tables, each with the name of its table."""
        rows = await self.store.look_up(Statement(SELECT_ALL_UNSENT))
        return [(table, PendingNotice(*notice)) for table, *notice in rows]

    async def finish(self, table: str) -> None:
        """Mark all notices of a finished game as sent, except the notices of its end. They are not deleted, because
        another server that does not know of the end yet could store and send them again."""
        await self.store.change([Statement(MARK_ALL_SENT, (table,))])


# In the columns, `tab` is the name of a game table (TABLE is a keyword of SQL).
INSERT: Final = """
INSERT INTO sortilege_pending (tab, kind, seat, number, sent) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tab, kind, seat) DO UPDATE SET number = excluded.number, sent = excluded.sent
WHERE excluded.number > sortilege_pending.number
"""
THIS_UNSENT: Final = "tab = $1 AND kind = $2 AND seat = $3 AND number = $4 AND sent = 0"
MARK_SENT: Final = f"UPDATE sortilege_pending SET sent = 1 WHERE {THIS_UNSENT} RETURNING tab"
SELECT_UNSENT: Final = f"SELECT tab FROM sortilege_pending WHERE {THIS_UNSENT}"
SELECT_ALL_UNSENT: Final = "SELECT tab, kind, seat, number FROM sortilege_pending WHERE sent = 0"
MARK_ALL_SENT: Final = "UPDATE sortilege_pending SET sent = 1 WHERE tab = $1 AND kind <> 'end'"
