"""Messages between the players of a table, requests to the other players, and what happens when all agree.

1. Messages, requests and answers are events of the table's log and are deleted with it.
2. A request is carried out when everybody who plays has agreed; if one person declines, it is dropped. Absent people
   (live/presence.py) are not asked about ending the game or letting a bot play for an absent person.
3. Spectators of a running game see signs only, because free text may reveal hidden information.
"""

from __future__ import annotations

from typing import Final

from sortilege.server.errors import BAD_REQUEST, CONFLICT, FORBIDDEN, TOO_MANY, Denied
from sortilege.server.http.limits import Bucket
from sortilege.server.tables import events, undo
from sortilege.server.tables.clocks import clock
from sortilege.server.tables.clocks.updates import clock_with_player
from sortilege.server.tables.events import Event
from sortilege.server.tables.messages import Ask, ChatMessage, PlayerRequest, Say
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table

MAX_TEXT_LENGTH: Final = 200
MAX_MESSAGES: Final = 1000  # at one table
MESSAGES_IN_SNAPSHOT: Final = 30  # the newest ones
MESSAGE_BURST: Final = 5  # messages that a seat may send at once
MESSAGES_PER_SECOND: Final = 0.25  # of one seat in the long run
NO_SEAT: Final = -1


# ---------------------------------------------------------------- messages
def check_message(state: TableState, message: Say) -> None:
    """Raise Denied if this message is not valid or not allowed at this table."""
    sign, text = message.sign, message.text
    if (sign is None) == (text == ""):
        raise Denied(BAD_REQUEST, "word_or_sign")
    if text and state.opened.talk != "free":
        raise Denied(FORBIDDEN, "signs_only")
    if len(text) > MAX_TEXT_LENGTH:
        raise Denied(BAD_REQUEST, "word_too_long", most=MAX_TEXT_LENGTH, length=len(text))
    if not text.isprintable() or (text and not text.strip()):
        raise Denied(BAD_REQUEST, "word_signs")
    if len(state.words) >= MAX_MESSAGES:
        raise Denied(CONFLICT, "words_full")


async def say(table: Table, seat: int, message: Say) -> None:
    """Store a message of a seat for everybody at the table. Raise Denied if the seat sends too many."""
    async with table.locked() as state:
        check_message(state, message)
        if not table.message_limits.setdefault(seat, Bucket(MESSAGE_BURST, MESSAGES_PER_SECOND)).take():
            raise Denied(TOO_MANY, "many_words")
        spoke = events.Spoke(seat, message.sign, " ".join(message.text.split()))
        await table.commit(lambda _: [spoke], quiet=True)


def visible_messages(state: TableState, seat: int | None) -> list[ChatMessage]:
    """Return the newest messages that this seat, or a spectator if None, may see. Spectators see the texts only when
    the game is over."""
    messages = state.words
    if seat is None and not state.over():
        messages = [message for message in messages if message.sign is not None]
    return messages[-MESSAGES_IN_SNAPSHOT:]


# ---------------------------------------------------------------- requests
async def ask(table: Table, seat: int, data: Ask) -> None:
    """Make a request to the other players. If nobody else has to agree, it is carried out at once."""

    def decide(state: TableState) -> list[Event]:
        if data.about is not None and data.matter != "out":
            raise Denied(BAD_REQUEST, "about_only_out")
        state.started_match()  # raises Denied if the match has not begun
        if state.over():
            raise Denied(CONFLICT, "over")
        match data.matter:
            case "resume":
                return resume(state)
            case "resign":
                return resign(state, seat)
            case "close":
                return close_hands(state)
            case _:
                request = PlayerRequest(data.matter, seat, data.about, wait=[])
        check_request(table, request)
        request.wait = voters(table, request)
        new_events: list[Event] = []
        if state.request is not None:  # it is dropped, because nobody can answer it
            new_events.append(events.Answered(state.request.by, yes=False))
        if request.wait:
            return [*new_events, events.Asked(request)]
        return [*new_events, *carry_out(state, request)]

    async with table.locked():
        await table.commit(decide)


def voters(table: Table, request: PlayerRequest) -> list[int]:
    """Return the seats that have to agree to a request. Absent people are not asked about `out` (let a bot play for an
    absent person) and `end` (end the game), so that somebody whom all others have left can decide alone. Only the
    request `open` (show the hands) also needs the consent of people for whom a bot plays."""
    state = table.state
    # Only the person may agree to show their hand, even while a bot plays for them.
    voting = state.seats_of_people() if request.matter == "open" else state.active_people()
    if request.matter in ("out", "end"):
        voting = [seat for seat in voting if not table.listener.is_absent(seat)]
    return [seat for seat in voting if seat != request.by]


def can_be_answered(table: Table, request: PlayerRequest) -> bool:
    """Whether somebody can still answer a request: the person who made it and at least one of the people who have to
    answer are present."""
    is_absent = table.listener.is_absent
    return not is_absent(request.by) and not all(map(is_absent, request.wait))


def check_request(table: Table, request: PlayerRequest) -> None:
    """Raise Denied with the reason if this request may not be made now."""
    state = table.state
    if request.by not in state.active_people():
        raise Denied(FORBIDDEN, "bot_in_your_seat")
    if state.request is not None and can_be_answered(table, state.request):
        raise Denied(CONFLICT, "asked_already")
    if request.matter in ("pause", "undo", "turn") and state.paused:
        raise Denied(CONFLICT, "paused")
    if request.matter == "out":
        absent_seat = request.about if request.about is not None else NO_SEAT
        occupant = state.occupant(absent_seat)
        if absent_seat == request.by or occupant.kind != "person" or occupant.level is not None:
            raise Denied(CONFLICT, "not_to_be_put_out")
        table.check_absent(absent_seat)
    if request.matter in ("undo", "turn") and (why := undo.why_no_request(state, request.by)) is not None:
        raise Denied(CONFLICT, "no_asking_back", why=why)
    if request.matter == "open" and (state.open_hands or not state.game.hides_information):
        raise Denied(CONFLICT, "hands_open")


async def answer(table: Table, seat: int, yes: bool) -> None:
    """Agree to the pending request or decline it. If everybody has agreed, the request is carried out."""

    def decide(state: TableState) -> list[Event]:
        request = state.request
        if request is None or (seat not in request.wait and seat != request.by):
            raise Denied(CONFLICT, "nothing_asked")
        if seat == request.by and yes:
            return []
        if yes and request.matter == "out" and request.about is not None:
            table.check_absent(request.about)
        new_events: list[Event] = [events.Answered(seat, yes)]
        if yes and request.wait == [seat]:
            new_events += carry_out(state, request)
        return new_events

    async with table.locked():
        await table.commit(decide)


def carry_out(state: TableState, request: PlayerRequest) -> list[Event]:
    """Return the events that carry out a request after everybody has agreed."""
    match request.matter:
        case "end":
            return [events.Ended("agreed")]
        case "pause":
            stopped = None if state.clock is None else clock.stop(state.clock, state.now(), paused=True)
            return [events.Paused(stopped)]
        case "out":
            assert request.about is not None  # see check_request
            return [let_bot_play(state, request.about, lost=False)]
        case "undo" | "turn":
            return take_back(state, request.by, whole_turn=request.matter == "turn")
        case "open":
            return [events.HandsOpened(on=True)]


def let_bot_play(state: TableState, seat: int, lost: bool) -> events.HandedToBot:
    """Return the event that lets a bot play for this seat: to the end of the game if `lost`, otherwise until its person
    returns."""
    occupant = state.occupants[seat]
    return events.HandedToBot(seat, occupant.name, occupant.stand_in, lost, clock_with_player(state, seat, bot=True))


def take_back(state: TableState, seat: int, whole_turn: bool) -> list[Event]:
    """Return the event that takes back the last decision of this seat (its last turn if `whole_turn`) and everything
    after it, including the decisions of other seats. Return [] if the seat has made no decision."""
    match = state.started_match()
    log_index = match.last_turn(seat) if whole_turn else match.last_decision(seat)
    return [] if log_index is None else [undo.take_back_from(state, seat, log_index, agreed=True)]


def close_hands(state: TableState) -> list[Event]:
    """Return the event that hides the hands from spectators again. Raise Denied if they are not open."""
    if not state.open_hands:
        raise Denied(CONFLICT, "hands_closed")
    return [events.HandsOpened(on=False)]


def resume(state: TableState) -> list[Event]:
    """Return the event that ends a pause. Raise Denied if the game is not paused."""
    if not state.paused:
        raise Denied(CONFLICT, "not_paused")
    clocks = state.clock
    if clocks is None:
        return [events.Resumed()]
    seat = clocks.move[0] if clocks.move else None
    if seat is not None and state.occupants[seat].level is not None:  # no clock runs while a bot decides
        seat = None
    return [events.Resumed(clock.start(clocks, state.now(), seat))]


def resign(state: TableState, seat: int) -> list[Event]:
    """Return the event of a resignation. With two seats the game ends; with more, a bot plays this seat to the end.
    Raise Denied if no other person sits at the table, or if a bot plays for this seat."""
    people = sum(occupant.kind == "person" for occupant in state.occupants)
    if people < 2 or seat not in state.active_people():
        raise Denied(CONFLICT, "resign_alone")
    return [events.Ended("resigned", seat)] if len(state.occupants) == 2 else [let_bot_play(state, seat, lost=True)]
