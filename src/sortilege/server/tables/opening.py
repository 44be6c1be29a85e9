"""Creates tables: for a person, for a rematch, or to try the last turn again."""

from __future__ import annotations

import msgspec

from sortilege import game
from sortilege.core import chance
from sortilege.core.types import Position
from sortilege.server import runtime
from sortilege.server.errors import CONFLICT, FORBIDDEN, UNPROCESSABLE, Denied
from sortilege.server.people import access_tokens, display_names
from sortilege.server.people.access_tokens import equal_secrets, hash_of
from sortilege.server.tables import events, invite_codes, undo
from sortilege.server.tables.clocks.clock import absence_seconds, check_plan
from sortilege.server.tables.events import Key, Occupant
from sortilege.server.tables.messages import NewTable, SeatPass, SeatPlan
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.seats import viewers
from sortilege.server.tables.seats.seed_shares import check_or_draw_share
from sortilege.server.tables.state import TableState, without_bot
from sortilege.server.tables.table import Table

MAX_SEATS = 16  # checked before the number of seats that the game allows


async def create(tables: TableRegistry, opened: events.Opened, name: str = "") -> Table:
    """Create a table whose log begins with this event. If `name` is "", the table gets a random name."""
    await tables.quota.check()
    table = tables.make(name or access_tokens.new_table_name())
    await table.create(opened)
    tables.by_name[table.name] = table
    return table


async def create_for(tables: TableRegistry, opened: events.Opened, person: viewers.Secrets, name: str = "") -> SeatPass:
    """Create a table for the person who has these secrets, and return their seat. `name` as in `create`."""
    table = await create(tables, opened, name)
    key = table.state.keys[hash_of(person.token)]
    return seat_pass(table, key, person.token, person.recovery)


async def create_new(tables: TableRegistry, data: NewTable) -> SeatPass:
    """Create the table that a person requested, and return their seat. Raise Denied if the request is not valid."""
    await tables.quota.check()  # before an invite code is stored for it
    check_plan(data.clock)
    absence = absence_seconds(data.absence, data.clock)
    occupants, own_seat = plan_occupants(data)
    new_game = game(data.game)
    options = new_game.new(len(occupants), data.options).options
    person, name = viewers.new_secrets(), access_tokens.new_table_name()
    has_open_seat = any(occupant.kind == "open" for occupant in occupants)
    opened = events.Opened(
        at=int(tables.now()),
        game=data.game,
        options=options,
        aids=data.aids,
        seed=chance.new_seed(),
        occupants=occupants,
        keys=[person.key(own_seat, host=True)],
        invite=access_tokens.new_code(),
        watch=access_tokens.new_code(),
        rules=new_game.rules,
        cards=new_game.card_fingerprint(options),
        clock=data.clock,
        talk=data.talk,
        take_backs=data.take_backs,
        code=await invite_codes.new_code(tables.store, name) if has_open_seat else "",
        shares=shares_for(occupants, own_seat, check_or_draw_share(data.luck)),
        absence=absence,
    )
    return await create_for(tables, opened, person, name)


async def rematch(tables: TableRegistry, old_table: Table, key: Key, token: str, share: str) -> SeatPass:
    """Return the caller's seat at the rematch of a finished table. The first caller creates its table, the others join
    it. `key` and `token` give access to the seat. `share` is the caller's contribution to the random seed."""
    old_state = old_table.state
    if not old_state.over():
        raise Denied(CONFLICT, "rematch_not_yet")
    if old_state.rematch is not None:
        rematch_name = old_state.rematch.table
    else:
        opened = opened_like(old_state, list(old_state.keys.values()), share, key.seat)
        table = await create(tables, opened)
        rematch_name = await old_table.set_rematch(table.name, opened.watch)
        if rematch_name != table.name:  # another person created a rematch at the same time
            await tables.remove(table)
    return seat_pass(await tables.load(rematch_name), key, token, recovery="")


async def retry(tables: TableRegistry, old_table: Table, key: Key | None, token: str, share: str) -> SeatPass:
    """Create a copy of a table at which the caller can play their last turn again, and return their seat there. Raise
    Denied if that is not allowed. `share` is the caller's contribution to the new random seed."""
    async with old_table.locked() as state:
        seat = None if key is None else key.seat
        reason = undo.why_no_copy(state, seat)
        if reason is not None:
            raise Denied(CONFLICT, "no_copy", why=reason)
        assert key is not None and seat is not None  # `why_no_copy` returns a reason for spectators
        own_key = Key(key.token, key.recovery, seat, host=True)
        start = undo.position_before_turn(state, seat)
        opened = opened_like(state, [own_key], share, seat, start)
    return seat_pass(await create(tables, opened), own_key, token, recovery="")


def plan_occupants(data: NewTable) -> tuple[list[Occupant], int | None]:
    """Return who occupies each seat of a new table, and the seat of its creator (None if they only watch). If the
    creator wants to draw lots (`data.lot`), the seats are in random order."""
    own_plans = [index for index, plan in enumerate(data.seats) if plan.kind == "me"]
    if len(own_plans) > 1:
        raise Denied(UNPROCESSABLE, "one_seat_each")
    if len(data.seats) > MAX_SEATS:
        raise Denied(UNPROCESSABLE, "too_many_seats")
    occupants: list[Occupant] = []
    for plan in data.seats:
        occupants.append(plan_occupant(plan, data.name, [occupant.name for occupant in occupants]))
    plan_by_seat = list(range(len(occupants)))  # for each seat of the table, the index of its plan
    if data.lot:
        runtime.generator().shuffle(plan_by_seat)
    own_seat = plan_by_seat.index(own_plans[0]) if own_plans else None
    return [occupants[plan_index] for plan_index in plan_by_seat], own_seat


def plan_occupant(plan: SeatPlan, creator: str, other_names: list[str]) -> Occupant:
    """Return who occupies a planned seat, with a name that nobody else has. `creator` is the name of the creator."""
    if plan.kind == "open":
        return Occupant("open")
    if plan.kind == "bot" and not plan.name:
        wanted_name = display_names.random_bot_name([*other_names, creator])
    else:
        wanted_name = display_names.normalize_name(plan.name or creator or display_names.UNNAMED)
    name = display_names.distinct_name(wanted_name, other_names)
    return Occupant("bot", name, plan.level) if plan.kind == "bot" else Occupant("person", name)


def shares_for(occupants: list[Occupant], own_seat: int | None, own_share: str) -> list[str]:
    """Return what each seat of a new table contributes to the random seed (its share): `own_share` for the creator's
    seat (None: they only watch), drawn digits for other people, and "" for bots and open seats."""
    shares = [check_or_draw_share("") if occupant.kind == "person" else "" for occupant in occupants]
    if own_seat is not None:
        shares[own_seat] = own_share
    return shares


def opened_like(
    old_state: TableState, keys: list[Key], share: str, own_seat: int | None, start: Position | None = None
) -> events.Opened:
    """Return the first event of a new table with the same settings and people as an old one.

    Only people whose key is among `keys` have access to their seats. `share` is what the person in `own_seat`
    contributes to the random seed. The game begins at the position `start`; None: from its usual set-up."""
    occupants = [without_bot(occupant) if occupant.kind == "person" else occupant for occupant in old_state.occupants]
    return msgspec.structs.replace(
        old_state.opened,
        at=int(old_state.now()),
        seed=chance.new_seed(),
        occupants=occupants,
        keys=keys,
        invite=access_tokens.new_code(),
        watch=access_tokens.new_code(),
        start=start,
        rules=old_state.game.rules,
        cards=old_state.game.card_fingerprint(old_state.opened.options),
        code="",
        shares=shares_for(occupants, own_seat, share),
    )


def seat_pass(table: Table, key: Key, token: str, recovery: str) -> SeatPass:
    """Return what a client receives with a seat: the secrets of the seat and the links of the table."""
    return SeatPass(
        table=table.name,
        seat=key.seat,
        token=token,
        recovery=recovery,
        invite=table.invite_path(),
        watch=table.watch_path(),
        host=key.host,
    )


def check_invite(table: Table, invite: str) -> None:
    """Raise Denied if this is not the code of the table's invite link."""
    if not equal_secrets(invite, table.state.opened.invite):
        raise Denied(FORBIDDEN, "wrong_invite")
