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
from sortilege.server.tables.messages import Ask, Request, Say, Word
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table

LONGEST_TEXT: Final = 200
MOST_WORDS: Final = 1000  # messages at one table
SENT: Final = 30  # the newest messages, in every snapshot
AT_ONCE, PER_SECOND = 5, 0.25  # messages of one seat


# ---------------------------------------------------------------- messages
def check_word(state: TableState, word: Say) -> None:
    """Raise Denied if this message is not valid or not allowed at this table."""
    if (word.sign is None) == (word.text == ""):
        raise Denied(BAD_REQUEST, "word_or_sign")
    if word.text and state.opened.talk != "free":
        raise Denied(FORBIDDEN, "signs_only")
    if len(word.text) > LONGEST_TEXT:
        raise Denied(BAD_REQUEST, "word_too_long", most=LONGEST_TEXT, length=len(word.text))
    if not word.text.isprintable() or (word.text and not word.text.strip()):
        raise Denied(BAD_REQUEST, "word_signs")
    if len(state.words) >= MOST_WORDS:
        raise Denied(CONFLICT, "words_full")


async def say(table: Table, seat: int, word: Say) -> None:
    """Store a message of a seat for everybody at the table. Raise Denied if the seat sends too many."""
    async with table.locked() as state:
        check_word(state, word)
        if not table.voices.setdefault(seat, Bucket(AT_ONCE, PER_SECOND)).take():
            raise Denied(TOO_MANY, "many_words")
        await table.commit(lambda _: [events.Spoke(seat, word.sign, " ".join(word.text.split()))], quiet=True)


def visible_words(state: TableState, seat: int | None) -> list[Word]:
    """Return the newest messages that this seat, or a spectator if None, may see."""
    words = state.words if seat is not None or state.over() else [word for word in state.words if word.sign is not None]
    return words[-SENT:]


# ---------------------------------------------------------------- requests
async def ask(table: Table, seat: int, wish: Ask) -> None:
    """Make a request to the other players. If nobody else has to agree, it is carried out at once."""

    def decide(state: TableState) -> list[Event]:
        if wish.about is not None and wish.matter != "out":
            raise Denied(BAD_REQUEST, "about_only_out")
        state.playing()
        if state.over():
            raise Denied(CONFLICT, "over")
        match wish.matter:
            case "resume":
                return resume(state)
            case "resign":
                return resign(state, seat)
            case "close":
                return close_hands(state)
            case _:
                request = Request(wish.matter, seat, wish.about, [])
        check_request(table, request)
        request.wait = voters(table, request)
        dropped = [events.Answered(state.request.by, yes=False)] if state.request is not None else []
        return [*dropped, *([events.Asked(request)] if request.wait else carry_out(state, request))]

    async with table.locked():
        await table.commit(decide)


def voters(table: Table, request: Request) -> list[int]:
    """Return the seats that have to agree. Absent people have no vote on `out` and `end`, so a person whom all others
    have left decides alone."""
    state = table.state
    # Only the person may agree to show their hand, even while a bot plays for them.
    voting = state.seats_of_people() if request.matter == "open" else state.people()
    without_absent = request.matter in ("out", "end")
    return [seat for seat in voting if seat != request.by and not (without_absent and table.listener.is_absent(seat))]


def can_be_answered(table: Table, request: Request) -> bool:
    """Whether the person who made a request is present, and at least one person who has to answer it."""
    absent = table.listener.is_absent
    return not absent(request.by) and not all(map(absent, request.wait))


def check_request(table: Table, request: Request) -> None:
    """Raise Denied with the reason if this request may not be made now."""
    state = table.state
    if request.by not in state.people():
        raise Denied(FORBIDDEN, "bot_in_your_seat")
    if state.request is not None and can_be_answered(table, state.request):
        raise Denied(CONFLICT, "asked_already")
    if request.matter in ("pause", "undo", "turn") and state.paused:
        raise Denied(CONFLICT, "paused")
    if request.matter == "out":
        about = -1 if request.about is None else request.about
        occupant = state.occupant(about)
        if about == request.by or occupant.kind != "person" or occupant.level is not None:
            raise Denied(CONFLICT, "not_to_be_put_out")
        table.check_absent(about)
    if request.matter in ("undo", "turn") and (why := undo.why_no_request(state, request.by)) is not None:
        raise Denied(CONFLICT, "no_asking_back", why=why)
    if request.matter == "open" and (state.open_hands or not state.game.hides_information):
        raise Denied(CONFLICT, "hands_open")


async def answer(table: Table, seat: int, yes: bool) -> None:
    """Agree to the pending request or decline it. If this seat is the last one to agree, the request is carried
    out."""

    def decide(state: TableState) -> list[Event]:
        request = state.request
        if request is None or (seat not in request.wait and seat != request.by):
            raise Denied(CONFLICT, "nothing_asked")
        if seat == request.by and yes:
            return []
        if yes and request.matter == "out" and request.about is not None:
            table.check_absent(request.about)
        answered: list[Event] = [events.Answered(seat, yes)]
        return [*answered, *carry_out(state, request)] if yes and request.wait == [seat] else answered

    async with table.locked():
        await table.commit(decide)


def carry_out(state: TableState, request: Request) -> list[Event]:
    """Return the events that carry out a request after everybody has agreed."""
    match request.matter:
        case "end":
            return [events.Ended("agreed")]
        case "pause":
            old = state.clock
            return [events.Paused(None if old is None else clock.stop(old, state.now(), paused=True))]
        case "out":
            return [let_bot_play(state, request.about or 0, lost=False)]
        case "undo" | "turn":
            return take_back(state, request.by, whole_turn=request.matter == "turn")
        case "open":
            return [events.HandsOpened(True)]


def let_bot_play(state: TableState, seat: int, lost: bool) -> events.HandedToBot:
    """Return the event that lets a bot play for this seat until its person returns, or (`lost`) to the end."""
    occupant = state.occupants[seat]
    return events.HandedToBot(seat, occupant.name, occupant.stand_in, lost, clock_with_player(state, seat, bot=True))


def take_back(state: TableState, seat: int, whole_turn: bool) -> list[Event]:
    """Return the event that takes back everything since the last decision (or turn) of this seat, including the
    decisions of other seats; [] if the seat has made none."""
    match = state.playing()
    at = match.last_turn(seat) if whole_turn else match.last_decision(seat)
    return [] if at is None else [undo.take_back_from(state, seat, at, agreed=True)]


def close_hands(state: TableState) -> list[Event]:
    """Return the event that hides the hands from spectators again. Raise Denied if they are not open."""
    if not state.open_hands:
        raise Denied(CONFLICT, "hands_closed")
    return [events.HandsOpened(False)]


def resume(state: TableState) -> list[Event]:
    """Return the event that ends a pause. Raise Denied if the game is not paused."""
    if not state.paused:
        raise Denied(CONFLICT, "not_paused")
    old = state.clock
    if old is None:
        return [events.Resumed()]
    runs = bool(old.move) and state.occupants[old.move[0]].level is None
    return [events.Resumed(clock.start(old, state.now(), old.move[0] if runs else None))]


def resign(state: TableState, seat: int) -> list[Event]:
    """Return the event of a resignation: with two seats the game ends, with more a bot plays this seat to the end.
    Raise Denied if no other person sits at the table."""
    if seat not in state.people() or sum(occupant.kind == "person" for occupant in state.occupants) < 2:
        raise Denied(CONFLICT, "resign_alone")
    return [events.Ended("resigned", seat)] if len(state.occupants) == 2 else [let_bot_play(state, seat, lost=True)]
