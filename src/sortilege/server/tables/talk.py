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
from sortilege.server.tables.clocks.updates import clocks_with_player
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
    """Raise Denied if this message of a player is not valid or not allowed at this table."""
    text = message.text
    has_sign, has_text = message.sign is not None, text != ""
    if has_sign == has_text:
        raise Denied(BAD_REQUEST, "word_or_sign")
    if has_text and state.opened.talk != "free":
        raise Denied(FORBIDDEN, "signs_only")
    if len(text) > MAX_TEXT_LENGTH:
        raise Denied(BAD_REQUEST, "word_too_long", most=MAX_TEXT_LENGTH, length=len(text))
    is_blank = has_text and text.strip() == ""
    if is_blank or not text.isprintable():
        raise Denied(BAD_REQUEST, "word_signs")
    if len(state.messages) >= MAX_MESSAGES:
        raise Denied(CONFLICT, "words_full")


async def say(table: Table, seat: int, message: Say) -> None:
    """Send a message of the player in this seat to everybody at the table. Raise Denied if it is not allowed."""
    async with table.locked() as state:
        check_message(state, message)
        limit = table.message_limits.setdefault(seat, Bucket(MESSAGE_BURST, MESSAGES_PER_SECOND))
        if not limit.take():
            raise Denied(TOO_MANY, "many_words")
        text = " ".join(message.text.split())
        spoke = events.Spoke(seat, message.sign, text)
        await table.commit(lambda _: [spoke], changes_match=False)


def visible_messages(state: TableState, seat: int | None) -> list[ChatMessage]:
    """Return the newest messages of players that a viewer may see: the person in this seat, or a spectator if `seat` is
    None. Spectators see texts only when the game is over, and signs (fixed phrases) always."""
    messages = state.messages
    if seat is None and not state.over():
        messages = [message for message in messages if message.sign is not None]
    return messages[-MESSAGES_IN_SNAPSHOT:]


# ---------------------------------------------------------------- requests
async def ask(table: Table, seat: int, data: Ask) -> None:
    """Make a request of the player in this seat to the other players, such as to pause the game. If nobody else has to
    agree to it, carry it out at once. Raise Denied if it is not allowed now."""

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
                return make_request(table, PlayerRequest(data.matter, seat, data.about, wait=[]))

    async with table.locked():
        await table.commit(decide)


def make_request(table: Table, request: PlayerRequest) -> list[Event]:
    """Return the events that make a request to the other players, or carry it out if nobody else has to agree to it. A
    pending request that nobody can answer any more is dropped. Raise Denied if the request is not allowed now."""
    check_request(table, request)
    request.wait = voters(table, request)
    pending = table.state.request
    new_events: list[Event] = [] if pending is None else [events.Answered(pending.by, yes=False)]
    if request.wait:
        return [*new_events, events.Asked(request)]
    return [*new_events, *carry_out(table.state, request)]


def voters(table: Table, request: PlayerRequest) -> list[int]:
    """Return the seats of the people who have to agree to a request.

    They are all other people for whom no bot plays; for `open` (show the hands) also the others. For `end` and `out`
    (let a bot play), absent people need not agree, so that a person can decide alone if all others have left."""
    state = table.state
    voting = state.seats_of_people() if request.matter == "open" else state.active_people()
    if request.matter in ("out", "end"):
        voting = [seat for seat in voting if not table.listener.is_absent(seat)]
    return [seat for seat in voting if seat != request.by]


def can_be_answered(table: Table, request: PlayerRequest) -> bool:
    """Return whether the person who made a request and somebody who has to answer it are present."""
    is_absent = table.listener.is_absent
    return not is_absent(request.by) and not all(map(is_absent, request.wait))


def check_request(table: Table, request: PlayerRequest) -> None:
    """Raise Denied with the reason if a player cannot make this request now."""
    state, matter = table.state, request.matter
    if request.by not in state.active_people():
        raise Denied(FORBIDDEN, "bot_in_your_seat")
    if state.request is not None and can_be_answered(table, state.request):
        raise Denied(CONFLICT, "asked_already")
    if matter in ("pause", "undo", "turn") and state.paused:
        raise Denied(CONFLICT, "paused")
    if matter == "out":
        check_out_request(table, request)
    if matter in ("undo", "turn"):
        reason = undo.why_no_request(state, request.by)
        if reason is not None:
            raise Denied(CONFLICT, "no_asking_back", why=reason)
    if matter == "open" and (state.open_hands or not state.game.hides_information):
        raise Denied(CONFLICT, "hands_open")


def check_out_request(table: Table, request: PlayerRequest) -> None:
    """Raise Denied if a player cannot request that a bot plays for the person in the seat `request.about`. That must be
    another person, who is absent and for whom no bot plays yet."""
    absent_seat = NO_SEAT if request.about is None else request.about
    occupant = table.state.occupant(absent_seat)
    is_played_by_person = occupant.kind == "person" and occupant.level is None
    if absent_seat == request.by or not is_played_by_person:
        raise Denied(CONFLICT, "not_to_be_put_out")
    table.check_absent(absent_seat)


async def answer(table: Table, seat: int, yes: bool) -> None:
    """Agree to the pending request as the player in this seat (`yes`), or decline it. If everybody has agreed, carry
    the request out. Players withdraw their own request by declining it."""

    def decide(state: TableState) -> list[Event]:
        request = state.request
        if request is None or (seat not in request.wait and seat != request.by):
            raise Denied(CONFLICT, "nothing_asked")
        is_own_request = seat == request.by
        if is_own_request and yes:
            return []
        if yes and request.matter == "out" and request.about is not None:
            table.check_absent(request.about)
        new_events: list[Event] = [events.Answered(seat, yes)]
        is_last_answer = request.wait == [seat]
        if yes and is_last_answer:
            new_events += carry_out(state, request)
        return new_events

    async with table.locked():
        await table.commit(decide)


def carry_out(state: TableState, request: PlayerRequest) -> list[Event]:
    """Return the events that carry out a request of a player, because everybody has agreed to it."""
    match request.matter:
        case "end":
            return [events.Ended("agreed")]
        case "pause":
            stopped_clocks = None if state.clock is None else clock.stop(state.clock, state.now(), paused=True)
            return [events.Paused(stopped_clocks)]
        case "out":
            assert request.about is not None  # see check_out_request
            return [let_bot_play(state, request.about, lost=False)]
        case "undo" | "turn":
            return take_back(state, request.by, whole_turn=request.matter == "turn")
        case "open":
            return [events.HandsOpened(on=True)]


def let_bot_play(state: TableState, seat: int, lost: bool) -> events.HandedToBot:
    """Return the event that lets a bot play for the person in this seat until they return (if `lost`: to the end)."""
    occupant = state.occupants[seat]
    clocks = clocks_with_player(state, seat, is_bot=True)
    return events.HandedToBot(seat, occupant.name, occupant.stand_in, lost, clocks)


def take_back(state: TableState, seat: int, whole_turn: bool) -> list[Event]:
    """Return the event that takes back the last decision of this seat (its last turn if `whole_turn`) and everything
    after it, including the decisions of other seats. Return [] if the seat has made no decision."""
    match = state.started_match()
    log_index = match.last_turn_start(seat) if whole_turn else match.last_decision(seat)
    return [] if log_index is None else [undo.take_back_from(state, seat, log_index, agreed=True)]


def close_hands(state: TableState) -> list[Event]:
    """Return the event that hides the hands from spectators again. Raise Denied if they are hidden already."""
    if not state.open_hands:
        raise Denied(CONFLICT, "hands_closed")
    return [events.HandsOpened(on=False)]


def resume(state: TableState) -> list[Event]:
    """Return the event that ends a pause and starts the clock again. Raise Denied if the game is not paused."""
    if not state.paused:
        raise Denied(CONFLICT, "not_paused")
    clocks = state.clock
    if clocks is None:
        return [events.Resumed()]
    deciding_seat = clocks.move[0] if clocks.move else None
    bot_decides = deciding_seat is not None and state.occupants[deciding_seat].level is not None
    running_seat = None if bot_decides else deciding_seat
    return [events.Resumed(clock.start(clocks, state.now(), running_seat))]


def resign(state: TableState, seat: int) -> list[Event]:
    """Return the event by which the player in this seat resigns. With two seats the game ends; with more, a bot plays
    the seat to the end. Raise Denied if no other person sits at the table, or if a bot plays for this person."""
    person_count = sum(occupant.kind == "person" for occupant in state.occupants)
    if person_count < 2 or seat not in state.active_people():
        raise Denied(CONFLICT, "resign_alone")
    if len(state.occupants) == 2:
        return [events.Ended("resigned", seat)]
    return [let_bot_play(state, seat, lost=True)]
