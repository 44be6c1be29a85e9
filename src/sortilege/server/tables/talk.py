"""People among themselves: what they say, what they ask of each other, and what follows when all agree.

1. Everything is a line of the table's log, and goes with the table.
2. What needs consent happens when the last person who plays themselves has agreed; one no, and nothing does. People
   who are absent (presence.py) do not have to agree that the others go on without them, or stop.
3. Spectators of a running game see signs only: free text may tell something.
"""

from __future__ import annotations

from typing import Final

from sortilege.server.errors import BAD_REQUEST, CONFLICT, FORBIDDEN, TOO_MANY, Denied
from sortilege.server.http.limits import Bucket
from sortilege.server.tables import events, undo
from sortilege.server.tables.clocks import clock
from sortilege.server.tables.clocks.updates import reading_with
from sortilege.server.tables.events import Event
from sortilege.server.tables.messages import Ask, Request, Say, Word
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table

LONGEST_TEXT: Final = 200
MOST_WORDS: Final = 1000  # at one table
SENT: Final = 30  # the newest, in every snapshot
AT_ONCE, PER_SECOND = 5, 0.25  # words of one seat


# ---------------------------------------------------------------- saying
def check_word(state: TableState, word: Say) -> None:
    """Denied when it cannot be said here."""
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
    """One word of a seat, for everybody at the table."""
    async with table.locked() as state:
        check_word(state, word)
        if not table.voices.setdefault(seat, Bucket(AT_ONCE, PER_SECOND)).take():
            raise Denied(TOO_MANY, "many_words")
        await table.commit(lambda _: [events.Spoke(seat, word.sign, " ".join(word.text.split()))], quiet=True)


def words_for(state: TableState, seat: int | None) -> list[Word]:
    """What this viewer may hear of it."""
    words = state.words if seat is not None or state.over() else [one for one in state.words if one.sign is not None]
    return words[-SENT:]


# ---------------------------------------------------------------- asking
async def ask(table: Table, seat: int, wish: Ask) -> None:
    """Ask for something; where nobody else has to agree, it happens."""

    def decide(state: TableState) -> list[Event]:
        if wish.about is not None and wish.matter != "out":
            raise Denied(BAD_REQUEST, "about_only_out")
        state.playing()
        if state.over():
            raise Denied(CONFLICT, "over")
        match wish.matter:
            case "resume":
                return resumed(state)
            case "resign":
                return resigned(state, seat)
            case "close":
                return closed(state)
            case _:
                asked = Request(wish.matter, seat, wish.about, [])
        check_request(table, asked)
        asked.wait = voters(table, asked)
        dropped = [events.Answered(state.asked.by, yes=False)] if state.asked is not None else []
        return [*dropped, *([events.Asked(asked)] if asked.wait else follow(state, asked))]

    async with table.locked():
        await table.commit(decide)


def voters(table: Table, asked: Request) -> list[int]:
    """Return the seats that have to agree. Absent people have no vote on `out` and `end`, so a person whom all others
    have left decides alone."""
    state = table.state
    # a hand is its person's to open, also while a bot plays for them
    voting = state.persons() if asked.matter == "open" else state.people()
    without_absent = asked.matter in ("out", "end")
    return [seat for seat in voting if seat != asked.by and not (without_absent and table.listener.is_absent(seat))]


def can_be_answered(table: Table, asked: Request) -> bool:
    """Whether a pending request still has somebody who can take it back and somebody who can answer it."""
    absent = table.listener.is_absent
    return not absent(asked.by) and not all(map(absent, asked.wait))


def check_request(table: Table, asked: Request) -> None:
    state = table.state
    if asked.by not in state.people():
        raise Denied(FORBIDDEN, "bot_in_your_seat")
    if state.asked is not None and can_be_answered(table, state.asked):
        raise Denied(CONFLICT, "asked_already")
    if asked.matter in ("pause", "undo", "turn") and state.paused():
        raise Denied(CONFLICT, "paused")
    if asked.matter == "out":
        about = -1 if asked.about is None else asked.about
        chair = state.chair(about)
        if about == asked.by or chair.kind != "person" or chair.level is not None:
            raise Denied(CONFLICT, "not_to_be_put_out")
        table.check_absent(about)
    if asked.matter in ("undo", "turn") and (why := undo.why_not_asked(state, asked.by)) is not None:
        raise Denied(CONFLICT, "no_asking_back", why=why)
    if asked.matter == "open" and (state.open_hands or not state.game.hides):
        raise Denied(CONFLICT, "hands_open")


async def answer(table: Table, seat: int, yes: bool) -> None:
    """Agree to what is asked, or not."""

    def decide(state: TableState) -> list[Event]:
        asked = state.asked
        if asked is None or (seat not in asked.wait and seat != asked.by):
            raise Denied(CONFLICT, "nothing_asked")
        if seat == asked.by and yes:
            return []
        if yes and asked.matter == "out" and asked.about is not None:
            table.check_absent(asked.about)
        news: list[Event] = [events.Answered(seat, yes)]
        return [*news, *follow(state, asked)] if yes and asked.wait == [seat] else news

    async with table.locked():
        await table.commit(decide)


def follow(state: TableState, asked: Request) -> list[Event]:
    """What follows when all have agreed."""
    match asked.matter:
        case "end":
            return [events.Ended("agreed")]
        case "pause":
            old = state.clock
            return [events.Paused(None if old is None else clock.stopped(old, state.now(), paused=True))]
        case "out":
            return [bot_plays_for(state, asked.about or 0, lost=False)]
        case "undo" | "turn":
            return taken_back(state, asked.by, whole_turn=asked.matter == "turn")
        case "open":
            return [events.HandsOpened(True)]


def bot_plays_for(state: TableState, seat: int, lost: bool) -> events.Handed:
    """Return the event that lets a bot play for this seat until its person returns, or (`lost`) to the end."""
    chair = state.chairs[seat]
    return events.Handed(seat, chair.name, chair.stand_in, lost, reading_with(state, seat, by_itself=False))


def taken_back(state: TableState, seat: int, whole_turn: bool) -> list[Event]:
    """Everything since the last step (or turn) of this seat, whoever did it and whatever was drawn."""
    match = state.playing()
    at = match.last_turn(seat) if whole_turn else match.last_decision(seat)
    return [] if at is None else [undo.took_back(state, seat, at, agreed=True)]


def closed(state: TableState) -> list[Event]:
    """Anybody who plays may take back that spectators see all hands."""
    if not state.open_hands:
        raise Denied(CONFLICT, "hands_closed")
    return [events.HandsOpened(False)]


def resumed(state: TableState) -> list[Event]:
    """Anybody may end a pause."""
    if not state.paused():
        raise Denied(CONFLICT, "not_paused")
    old = state.clock
    if old is None:
        return [events.Resumed()]
    runs = bool(old.move) and state.chairs[old.move[0]].level is None
    return [events.Resumed(clock.started(old, state.now(), old.move[0] if runs else None))]


def resigned(state: TableState, seat: int) -> list[Event]:
    """Between two, the game is over; where more sit, a bot plays the seat to the end."""
    if seat not in state.people() or len([one for one in state.chairs if one.kind == "person"]) < 2:
        raise Denied(CONFLICT, "resign_alone")
    return [events.Ended("resigned", seat)] if len(state.chairs) == 2 else [bot_plays_for(state, seat, lost=True)]
