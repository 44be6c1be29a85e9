"""Opens a new table that begins at a position of a finished game."""

from __future__ import annotations

from typing import Final

from sortilege.core.engine.state import CHANCE
from sortilege.server import runtime
from sortilege.server.errors import NOT_FOUND, UNPROCESSABLE, Denied
from sortilege.server.people import display_names
from sortilege.server.review.messages import TryFrom
from sortilege.server.tables.events import Occupant, Opened
from sortilege.server.tables.opening import opened_like, shares_for
from sortilege.server.tables.seats.viewers import Secrets
from sortilege.server.tables.state import TableState

LEVEL: Final = "adept"  # of the bots that replace people


def opened_at(old: TableState, wish: TryFrom, person: Secrets) -> Opened:
    """Return the first event of a table that begins shortly before a log line of a finished table.

    It begins at the nearest earlier state that can be stored as a position. The person gets the seat that decided at
    that line, and bots play the other seats. Information hidden from that seat is drawn again."""
    match = old.started_match()
    if not 0 <= wish.at < len(match.ids):
        raise Denied(NOT_FOUND, "no_decision")
    at = match.quiet_before(wish.at)
    decider = match.state_at(wish.at).turn()
    if at is None or decider == CHANCE:
        raise Denied(UNPROCESSABLE, "no_try")
    view = match.state_at(at).view(decider)
    start = old.game.imagine(view, runtime.generator()).position()
    again = opened_like(old, [person.key(decider, host=True)], "", decider, start)
    names = [display_names.normalize_name(wish.name) if wish.name.strip() else display_names.UNNAMED]
    again.occupants = []
    for seat, occupant in enumerate(old.occupants):  # people's names are not copied, because they may delete them later
        if seat == decider:
            again.occupants.append(Occupant("person", names[0]))
        else:
            name = occupant.name if occupant.kind == "bot" else display_names.random_bot_name([*names, *old.names()])
            names.append(display_names.distinct_name(name, names))
            again.occupants.append(Occupant("bot", names[-1], occupant.level or LEVEL))
    again.shares = shares_for(again.occupants, None, "")
    again.clock = None  # no time pressure while trying things out
    return again
