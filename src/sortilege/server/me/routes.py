"""Routes for a person's own data: name, progress, games and devices."""

from __future__ import annotations

from datetime import UTC, datetime

from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.http.controller import ApiController
from sortilege.server.http.credentials import (
    SEAT_COOKIE,
    Call,
    client_network,
    deleting_cookies,
    origin_of,
    person_cookies,
    person_key,
    sent_seat_cookies,
)
from sortilege.server.http.guards import limited
from sortilege.server.http.limits import LimitsDep
from sortilege.server.http.qr import qr, svg_path
from sortilege.server.live.audience import close_device_sockets
from sortilege.server.me.deletion import delete_person
from sortilege.server.me.messages import (
    AboutMe,
    CheckDeviceCode,
    CodeOwner,
    DeviceCode,
    Marks,
    Me,
    MyDevice,
    MyDevices,
    MyGames,
    QrCode,
    UseDeviceCode,
)
from sortilege.server.me.my_games import my_games
from sortilege.server.people.access import PersonDep, known_person
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.people.browser_names import BrowserNames, parse_user_agent
from sortilege.server.people.identity import FORGET_AFTER, Device, People, PeopleDep, Person
from sortilege.server.review.reviews import ReviewsDep
from sortilege.server.tables.registry import TableRegistry, TablesDep


def browser_names(request: Call) -> BrowserNames:
    """Return the names of the browser and the operating system of the caller."""
    return parse_user_agent(request.headers.get("user-agent", ""))


def delete_seat_cookies(response: Response[Me], request: Call, table: str | None = None) -> None:
    """Make the browser delete its cookie for the seat at this table, or all its seat cookies."""
    names = [name for name in sent_seat_cookies(request) if table is None or name == SEAT_COOKIE + table]
    for cookie in deleting_cookies(names, request):
        response.set_cookie(cookie)


async def me_response(request: Call, people: People, person: Person, key: str) -> Response[Me]:
    """Return a response with the data of a person and with the cookie that stores their key."""
    device_count = await people.count_devices(person)
    me = Me(True, person.name, person.sigil, person.since, device_count)
    return Response(me, cookies=person_cookies(key, FORGET_AFTER, request))


async def link_cookie_seats(request: Call, tables: TableRegistry, people: People, person: Person) -> None:
    """Link the seats in this browser's cookies to the person, unless they are linked already. A link is missing if the
    seat was taken before the server knew the person, or while the store failed."""
    linked = {link.table for link in await people.links(person)}
    for name, token in sent_seat_cookies(request).items():
        table = name.removeprefix(SEAT_COOKIE)
        if table in linked:
            continue
        if await is_valid_seat_token(tables, table, token):
            await people.link(person, table, hash_of(token))


async def is_valid_seat_token(tables: TableRegistry, table_name: str, token: str) -> bool:
    """Return whether this secret token gives access to a seat of this table. Return False if the table is gone."""
    try:
        table = await tables.load(table_name)
        return table.key_of(token) is not None
    except Denied as error:
        if error.status == NOT_FOUND:
            return False
        raise


async def devices_of(request: Call, people: People, person: Person) -> MyDevices:
    """Return the devices of a person, the calling device first."""
    own = hash_of(person_key(request))
    devices = sorted(await people.list_devices(person), key=lambda device: device.hash != own)
    return MyDevices([my_device(device, device.hash == own) for device in devices])


def my_device(device: Device, is_this: bool) -> MyDevice:
    """Return a device as its person sees it. `is_this`: whether this device sent the request."""
    since = day(device.since) if device.since else None
    return MyDevice(device.id(), device.browser, device.system, since, day(device.seen), is_this)


def day(seconds: int) -> str:
    """Return the day (UTC) of a time in seconds since 1970, such as 2026-10-03."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


async def sign_out(
    request: Call, tables: TableRegistry, people: People, person: Person, devices: list[Device]
) -> MyDevices:
    """Sign out devices, close their WebSockets and return the devices that are left."""
    await people.sign_out(person, devices)
    close_device_sockets(tables.by_name.values(), {device.hash for device in devices})
    return await devices_of(request, people, person)


def unknown_response(request: Call, signed_out: bool = False) -> Response[Me]:
    """Return a response for a browser without a person, with cookies that delete its key and its seats."""
    deleted = [*person_cookies("", 0, request), *deleting_cookies(sent_seat_cookies(request), request)]
    return Response(Me(known=False, signed_out=signed_out), cookies=deleted)


class MeController(ApiController):
    """A person's own data: name, progress and games."""

    path = "/api/me"
    tags = ("me",)

    @get(guards=[limited("reading")])
    async def get_me(self, request: Call, people: PeopleDep) -> Response[Me]:
        """Return the person of this browser."""
        key = person_key(request)
        person = await people.find(key, browser_names(request))
        if person is not None:
            return await me_response(request, people, person, key)
        if await people.is_signed_out(key):
            return unknown_response(request, signed_out=True)
        return Response(Me(known=False))

    @post(guards=[limited("reading")], status_code=200)
    async def be_known(
        self, request: Call, people: PeopleDep, limits: LimitsDep, data: JSONBody[AboutMe]
    ) -> Response[Me]:
        """Create a person for this browser, or change the name or sigil."""
        old_key = key = person_key(request)
        person = await people.find(key, browser_names(request))
        if person is None:
            limits.people.check(client_network(request))
            key, person = await people.make(data.name or "", data.sigil or "", browser_names(request))
        elif data.name is not None or data.sigil is not None:
            person = await people.rename(person, data.name, data.sigil)
        response = await me_response(request, people, person, key)
        if key != old_key and await people.is_signed_out(old_key):
            delete_seat_cookies(response, request)
        return response

    @delete(guards=[limited("devices")], status_code=200)
    async def delete_me(
        self, request: Call, tables: TablesDep, reviews: ReviewsDep, people: PeopleDep, person: PersonDep
    ) -> Response[Me]:
        """Delete all data about the calling person, including their name at tables."""
        await link_cookie_seats(request, tables, people, person)  # so that these seats are deleted, too
        await delete_person(tables, reviews, people, person)
        return unknown_response(request)

    @get("/marks", guards=[limited("reading")])
    async def get_marks(self, people: PeopleDep, person: PersonDep) -> Marks:
        """Return my progress."""
        return Marks(await people.marks(person))

    @post("/marks", guards=[limited("reading")], status_code=200)
    async def add_marks(self, request: Call, people: PeopleDep, data: JSONBody[Marks]) -> Marks:
        """Add progress. If an item already has a value, the greater one is kept."""
        return Marks(await people.add_marks(await known_person(request, people), data.marks))

    @get("/games", guards=[limited("reading")])
    async def get_my_games(self, request: Call, tables: TablesDep, people: PeopleDep, person: PersonDep) -> MyGames:
        """List my games, with statistics of the finished ones."""
        await link_cookie_seats(request, tables, people, person)
        return await my_games(tables, people, person)

    @delete("/games/{table:str}", guards=[limited("reading")], status_code=200)
    async def forget_game(
        self, request: Call, people: PeopleDep, person: PersonDep, table: FromPath[str]
    ) -> Response[Me]:
        """Remove a table from my list. The seat can be restored with its recovery code."""
        await people.hide(person, table)
        response = await me_response(request, people, person, person_key(request))
        delete_seat_cookies(response, request, table)
        return response


class DevicesController(ApiController):
    """The devices of a person."""

    path = "/api/me"
    tags = ("me",)

    @post("/code", guards=[limited("devices")], status_code=200)
    async def get_code(self, request: Call, people: PeopleDep, person: PersonDep) -> DeviceCode:
        """Create a code that adds another device. It works once within ten minutes, and replaces the previous code."""
        device_code = await people.new_device_code(person)
        link = f"{origin_of(request)}/me#{device_code.code}"  # browsers do not send the part after #
        try:
            modules = qr(link)
            qr_code = QrCode(len(modules), svg_path(modules))
        except ValueError:
            qr_code = None
        return DeviceCode(device_code.code, device_code.until, link, qr_code)

    @post("/device/look", guards=[limited("devices")], status_code=200)
    async def look_at_code(self, request: Call, people: PeopleDep, data: JSONBody[CheckDeviceCode]) -> CodeOwner:
        """Return whose code this is. The code can still be used afterwards."""
        owner = await people.owner_of(data.code)
        me = await people.find(person_key(request))
        mine = me is not None and me.id == owner.id
        return CodeOwner(owner.name, owner.sigil, await people.count_devices(owner), mine)

    @post("/device", guards=[limited("devices")], status_code=200)
    async def take_in(self, request: Call, people: PeopleDep, data: JSONBody[UseDeviceCode]) -> Response[Me]:
        """Make this browser a device of the person who created the code. Without `bring`, delete the browser's seat
        cookies, because otherwise `link_cookie_seats` would link the previous person's seats to the new person."""
        old_key = person_key(request)
        before = await people.find(old_key)
        key, person = await people.add_device(data.code, before, data.bring, browser_names(request))
        if before is not None:
            await people.remove_device(old_key)
        response = await me_response(request, people, person, key)
        keeps_seats = data.bring or (before is not None and before.id == person.id)
        if not keeps_seats or await people.is_signed_out(old_key):
            delete_seat_cookies(response, request)
        return response

    @get("/devices", guards=[limited("reading")])
    async def get_devices(self, request: Call, people: PeopleDep, person: PersonDep) -> MyDevices:
        """List my devices."""
        return await devices_of(request, people, person)

    @delete("/devices/{device:str}", guards=[limited("reading")], status_code=200)
    async def sign_out_device(
        self, request: Call, tables: TablesDep, people: PeopleDep, person: PersonDep, device: FromPath[str]
    ) -> MyDevices:
        """Sign out one of my devices."""
        chosen = [candidate for candidate in await people.list_devices(person) if candidate.id() == device]
        if not chosen:
            raise Denied(NOT_FOUND, "no_device")
        return await sign_out(request, tables, people, person, chosen)

    @delete("/devices", guards=[limited("reading")], status_code=200)
    async def sign_out_others(
        self, request: Call, tables: TablesDep, people: PeopleDep, person: PersonDep
    ) -> MyDevices:
        """Sign out all my devices except this one."""
        own = hash_of(person_key(request))
        others = [device for device in await people.list_devices(person) if device.hash != own]
        return await sign_out(request, tables, people, person, others)

    @delete("/device", guards=[limited("reading")], status_code=200)
    async def forget_device(self, request: Call, people: PeopleDep) -> Response[Me]:
        """Remove this browser from my devices. If it is my only device, my data is deleted."""
        await people.remove_device(person_key(request))
        return unknown_response(request)


ROUTES = [MeController, DevicesController]
