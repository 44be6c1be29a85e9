"""Opens a new table that begins at a position of a finished game."""

from __future__ import annotations

from typing import Final

from sortilege.core.engine.state import CHANCE
from sortilege.server import runtime
from sortilege.server.errors import NOT_FOUND, UNPROCESSABLE, Denied
from sortilege.server.people import display_names
from sortilege.server.review.messages import TryTable
from sortilege.server.tables.events import Occupant, Opened
from sortilege.server.tables.opening import opened_like, shares_for
from sortilege.server.tables.seats.viewers import Secrets
from sortilege.server.tables.state import TableState

BOT_LEVEL: Final = "adept"  # of the bots that replace people


def opened_before_line(old: TableState, data: TryTable, person: Secrets) -> Opened:
    """Return the first event of a new table at which a person plays on from the middle of a finished game.

    The new game begins before log line `data.at` of the old one, at the nearest state that can be stored as a position.
    The person gets the seat that decided in that line, and bots play the other seats. Everything that was hidden from
    the person's seat is drawn again."""
    match = old.started_match()
    if not 0 <= data.at < len(match.ids):
        raise Denied(NOT_FOUND, "no_decision")
    start_line = match.last_quiet_index(data.at)
    decider = match.state_at(data.at).turn()
    if start_line is None or decider == CHANCE:
        raise Denied(UNPROCESSABLE, "no_try")
    view = match.state_at(start_line).view(decider)
    start = old.game.imagine(view, runtime.generator()).position()
    key = person.key(decider, host=True)
    opened = opened_like(old, [key], share="", own_seat=decider, start=start)
    opened.occupants = occupants_for(old, decider, data.name)
    opened.shares = shares_for(opened.occupants, own_seat=None, own_share="")
    opened.clock = None  # no time pressure while trying things out
    return opened


def occupants_for(old: TableState, person_seat: int, name: str) -> list[Occupant]:
    """Return the occupants of the new table: the person with this name in `person_seat`, and bots in the other seats.
    Bots keep their names. A bot that replaces a person gets a new name, because that person may delete theirs later."""
    person_name = display_names.normalize_name(name) if name.strip() else display_names.UNNAMED
    used_names = [person_name]
    occupants = []
    for seat, occupant in enumerate(old.occupants):
        if seat == person_seat:
            occupants.append(Occupant("person", person_name))
            continue
        is_bot = occupant.kind == "bot"
        bot_name = occupant.name if is_bot else display_names.random_bot_name([*used_names, *old.names()])
        bot_name = display_names.distinct_name(bot_name, used_names)
        used_names.append(bot_name)
        occupants.append(Occupant("bot", bot_name, occupant.level or BOT_LEVEL))
    return occupants
