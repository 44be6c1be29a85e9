"""Changes to the seats of a table: take a seat, leave it, recover it, hand it to a bot and take it back."""

from __future__ import annotations

import logging

from sortilege.server.errors import CONFLICT, FORBIDDEN, Denied
from sortilege.server.people import access_tokens, display_names
from sortilege.server.store import StoreError
from sortilege.server.tables import events, invite_codes
from sortilege.server.tables.clocks.updates import clocks_with_player
from sortilege.server.tables.events import Event, Occupant
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.seats import viewers
from sortilege.server.tables.seats.redaction import without_person
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from sortilege.server.text import Level

logger = logging.getLogger("sortilege.server")


async def sit(table: Table, name: str, seat: int | None, person: viewers.Secrets, share: str) -> None:
    """Let a person with these secrets take an open seat, the first one if `seat` is None. `share` is their contribution
    to the random seed. If no seat is open afterwards, the game begins."""

    def decide(state: TableState) -> list[Event]:
        open_seat = state.open_seat(seat)
        distinct_name = display_names.distinct_name(name, state.names())
        sat = events.Sat(open_seat, distinct_name, person.key(open_seat, host=False), share)
        occupants = state.occupants_with(open_seat, Occupant("person", distinct_name))
        shares = state.shares_with(open_seat, share)
        return [sat, *state.begin_if_full(occupants, shares)]

    async with table.locked():
        await table.commit(decide)
        await invite_codes.expire(table.store, table.state)


async def leave(tables: TableRegistry, table: Table, viewer: Viewer, seat: int) -> None:
    """Free a person's seat before the game, at the request of that person or the host. Their name and messages are
    removed from the log. If the host leaves, the next person becomes the host; the last one to leave deletes the
    table."""

    def decide(state: TableState) -> list[Event]:
        check_host_or_own(viewer, seat)
        if state.match is not None:
            raise Denied(CONFLICT, "leave_too_late")
        if state.occupant(seat).kind != "person":
            raise Denied(CONFLICT, "nobody_there")
        return [events.Left(seat)]

    async with table.locked():
        await table.commit(decide)
        await redact_log(table, seat)
    if not table.state.keys:
        await tables.remove(table)


async def redact_log(table: Table, seat: int) -> None:
    """Remove the name and texts of the person who left this seat from the stored log of the table. Lines that another
    server has written since then are not changed, because they may be about the next person in this seat."""
    try:
        lines = await table.store.read(table.name)
        known_lines = lines[: table.state.length]
        await table.store.rewrite(table.name, without_person(known_lines, seat, display_names.UNNAMED))
    except StoreError as error:
        logger.warning(
            "somebody left table %s, and their name could not be taken out of its log: %s", table.name, error
        )


async def recover(table: Table, code: str) -> str:
    """Return a new seat token for the person with this recovery code. Their old token becomes invalid."""
    code_hash, new_token = access_tokens.hash_of(code), access_tokens.new_token()

    def decide(state: TableState) -> list[Event]:
        state.key_by_recovery(code_hash)  # raises Denied if there is none
        return [events.Recovered(code_hash, access_tokens.hash_of(new_token))]

    async with table.locked():
        await table.commit(decide)
    return new_token


# ---------------------------------------------------------------- bots
async def hand_over(table: Table, viewer: Viewer, seat: int, level: Level | None) -> None:
    """Let a bot play a seat, at the request of the viewer: the host for an open seat or an absent person, a person for
    their own seat. For an absent person `level` must be None: the bot has the level that the person chose."""

    def decide(state: TableState) -> list[Event]:
        occupant = state.occupant(seat)
        check_host_or_own(viewer, seat)
        if state.over():
            raise Denied(CONFLICT, "over")
        if occupant.kind == "bot":
            raise Denied(CONFLICT, "bot_already", name=occupant.name)
        if occupant.kind == "open":
            return fill_with_bot(state, seat, level)
        if occupant.level is not None:
            raise Denied(CONFLICT, "stand_in_already", name=occupant.name)
        is_own_seat = viewer.seat == seat
        if not is_own_seat:
            table.check_absent(seat)
        if not is_own_seat and level is not None:
            raise Denied(FORBIDDEN, "level_not_yours", name=occupant.name)
        clocks = clocks_with_player(state, seat, is_bot=True)
        return [events.HandedToBot(seat, occupant.name, level or occupant.stand_in, clock=clocks)]

    async with table.locked():
        await table.commit(decide)
        await invite_codes.expire(table.store, table.state)


def fill_with_bot(state: TableState, seat: int, level: Level | None) -> list[Event]:
    """Return the events that let a bot take an open seat. If no seat is open afterwards, the game begins."""
    name = display_names.random_bot_name(state.names())
    handed = events.HandedToBot(seat, name, level or "apprentice")
    occupants = state.occupants_with(seat, Occupant("bot", name))
    return [handed, *state.begin_if_full(occupants)]


async def give_back(table: Table, viewer: Viewer, seat: int) -> None:
    """Give a seat back to its person, for whom a bot plays now. The viewer who requests it is that person or the host.
    If the seat belongs to the bot itself, only the host can open it again, before the game."""

    def decide(state: TableState) -> list[Event]:
        occupant = state.occupant(seat)
        check_host_or_own(viewer, seat)
        if state.over():
            raise Denied(CONFLICT, "over")
        if occupant.level is None:
            raise Denied(CONFLICT, "no_bot")
        if occupant.kind == "bot" and state.match is not None:
            raise Denied(CONFLICT, "bot_to_the_end", name=occupant.name)
        if occupant.lost:
            raise Denied(CONFLICT, "lost_seat")
        return [events.GivenBack(seat, clocks_with_player(state, seat, is_bot=False))]

    async with table.locked():
        await table.commit(decide)


async def choose_stand_in(table: Table, viewer: Viewer, seat: int, level: Level) -> None:
    """Set the level of the bot that plays while the person in this seat, who must be the viewer, is absent."""

    def decide(state: TableState) -> list[Event]:
        occupant = state.occupant(seat)
        if viewer.seat != seat or occupant.kind != "person":
            raise Denied(FORBIDDEN, "only_own_seat")
        return [] if occupant.stand_in == level else [events.StandInChosen(seat, level)]

    async with table.locked():
        await table.commit(decide, changes_match=False)


def check_host_or_own(viewer: Viewer, seat: int) -> None:
    """Raise Denied unless this is the viewer's own seat or the viewer is the host of the table."""
    is_own_seat = viewer.seat == seat
    if not is_own_seat and not viewer.host:
        raise Denied(FORBIDDEN, "only_host")
