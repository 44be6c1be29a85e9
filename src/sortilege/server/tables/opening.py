"""Creates tables: for a person, for a rematch, or to try the last turn again."""

from __future__ import annotations

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

MOST_SEATS = 16  # checked before the number of seats that the game allows


async def create(tables: TableRegistry, opened: events.Opened, name: str = "") -> Table:
    """Create a table whose log begins with this event, under this name or a random one."""
    await tables.quota.check()
    table = tables.make(name or access_tokens.new_table_name())
    await table.create(opened)
    tables.by_name[table.name] = table
    return table


async def create_for(tables: TableRegistry, opened: events.Opened, person: viewers.Secrets, name: str = "") -> SeatPass:
    """Create a table for the person who has these secrets, and return their seat."""
    table = await create(tables, opened, name)
    return seat_pass(table, table.state.keys[hash_of(person.token)], person.token, person.recovery)


async def create_new(tables: TableRegistry, wish: NewTable) -> SeatPass:
    """Create the table that a person asked for, and return their seat."""
    await tables.quota.check()  # before an invite code is stored for it
    check_plan(wish.clock)
    absence = absence_seconds(wish.absence, wish.clock)
    occupants, own_seat = plan_occupants(wish)
    rules = game(wish.game)
    options = rules.new(len(occupants), wish.options).options
    person, name = viewers.new_secrets(), access_tokens.new_table_name()
    waits = any(occupant.kind == "open" for occupant in occupants)
    opened = events.Opened(
        at=int(tables.now()),
        game=wish.game,
        options=options,
        aids=wish.aids,
        seed=chance.new_seed(),
        occupants=occupants,
        keys=[person.key(own_seat, host=True)],
        invite=access_tokens.new_code(),
        watch=access_tokens.new_code(),
        rules=rules.rules,
        cards=rules.card_fingerprint(options),
        clock=wish.clock,
        talk=wish.talk,
        take_backs=wish.take_backs,
        code=await invite_codes.new_code(tables.store, name) if waits else "",
        shares=shares_for(occupants, own_seat, check_or_draw_share(wish.luck)),
        absence=absence,
    )
    return await create_for(tables, opened, person, name)


async def rematch(tables: TableRegistry, old: Table, key: Key, token: str, share: str) -> SeatPass:
    """Return a seat at the next table of the same people. The first who asks creates it; the others join it."""
    if not old.state.over():
        raise Denied(CONFLICT, "rematch_not_yet")
    if old.state.rematch is None:
        opened = opened_like(old.state, list(old.state.keys.values()), share, key.seat)
        table = await create(tables, opened)
        if await old.follow(table.name, opened.watch) != table.name:  # another person created a rematch first
            await tables.remove(table)
    assert old.state.rematch is not None
    return seat_pass(await tables.load(old.state.rematch.table), key, token, "")


async def retry(tables: TableRegistry, old: Table, key: Key | None, token: str, share: str) -> SeatPass:
    """Create a copy of the table, from before the last turn and with new luck, for a person who plays with bots
    only."""
    async with old.locked() as state:
        seat = key.seat if key is not None else None
        why = undo.why_no_copy(state, seat)
        if why is not None:
            raise Denied(CONFLICT, "no_copy", why=why)
        assert key is not None and seat is not None
        own_key = Key(key.token, key.recovery, seat, host=True)
        opened = opened_like(state, [own_key], share, seat, undo.before_turn(state, seat))
    return seat_pass(await create(tables, opened), own_key, token, "")


def plan_occupants(wish: NewTable) -> tuple[list[Occupant], int | None]:
    """Return the occupants of a new table, and the seat of the person who creates it (None if they only watch)."""
    own_seats = [seat for seat, plan in enumerate(wish.seats) if plan.kind == "me"]
    if len(own_seats) > 1:
        raise Denied(UNPROCESSABLE, "one_seat_each")
    if len(wish.seats) > MOST_SEATS:
        raise Denied(UNPROCESSABLE, "too_many_seats")
    occupants: list[Occupant] = []
    for plan in wish.seats:
        occupants.append(plan_occupant(plan, wish.name, [occupant.name for occupant in occupants]))
    order = list(range(len(occupants)))
    if wish.lot:
        runtime.generator().shuffle(order)
    return [occupants[seat] for seat in order], order.index(own_seats[0]) if own_seats else None


def plan_occupant(plan: SeatPlan, creator: str, others: list[str]) -> Occupant:
    """Return the occupant for one planned seat, with a name that no other occupant has."""
    if plan.kind == "open":
        return Occupant("open")
    if plan.kind == "bot" and not plan.name:
        name = display_names.random_bot_name([*others, creator])
    else:
        name = display_names.normalize_name(plan.name or creator or display_names.UNNAMED)
    name = display_names.distinct_name(name, others)
    return Occupant("bot", name, plan.level) if plan.kind == "bot" else Occupant("person", name)


def shares_for(occupants: list[Occupant], own_seat: int | None, share: str) -> list[str]:
    """Return the seed shares of a new table: `share` for `own_seat`, a share drawn by the server for every other
    person, and "" for bots and open seats."""
    others = [check_or_draw_share("") if occupant.kind == "person" else "" for occupant in occupants]
    return [share if seat == own_seat else other for seat, other in enumerate(others)]


def opened_like(
    old: TableState, keys: list[Key], share: str, own_seat: int | None, start: Position | None = None
) -> events.Opened:
    """Return the first event of another table with the same settings and people. Only the holders of `keys` have
    seats; `share` is the seed share of the person in `own_seat`."""
    occupants = [without_bot(occupant) if occupant.kind == "person" else occupant for occupant in old.occupants]
    return events.Opened(
        at=int(old.now()),
        game=old.opened.game,
        options=old.opened.options,
        aids=old.opened.aids,
        seed=chance.new_seed(),
        occupants=occupants,
        keys=keys,
        invite=access_tokens.new_code(),
        watch=access_tokens.new_code(),
        start=start,
        rules=old.game.rules,
        cards=old.game.card_fingerprint(old.opened.options),
        clock=old.opened.clock,
        talk=old.opened.talk,
        take_backs=old.opened.take_backs,
        absence=old.opened.absence,
        shares=shares_for(occupants, own_seat, share),
    )


def seat_pass(table: Table, key: Key, token: str, recovery: str) -> SeatPass:
    """Return the seat, secrets and links that a client receives with this key."""
    return SeatPass(table.name, key.seat, token, recovery, table.invite_path(), table.watch_path(), key.host)


def check_invite(table: Table, invite: str) -> None:
    """Raise Denied if this is not the code of the table's invite link."""
    if not equal_secrets(invite, table.state.opened.invite):
        raise Denied(FORBIDDEN, "wrong_invite")
