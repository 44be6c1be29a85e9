"""Who is asking, and from where: tokens, cookies and origins of a request or socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler

from sortilege.server.events import Key
from sortilege.server.limits import network_of
from sortilege.server.messages.seats import SeatPass
from sortilege.server.people import FORGET_AFTER, People
from sortilege.server.problems import MALFORMED, NOT_YOURS, Denied
from sortilege.server.seats import Viewer, hash_of, same
from sortilege.server.settings import Settings
from sortilege.server.store import StoreError
from sortilege.server.table import Table

# Any: what Litestar lets an application attach to a connection; ours attaches nothing.
Connection = ASGIConnection[Any, Any, Any, Any]
Call = Request[Any, Any, Any]
Socket = WebSocket[Any, Any, Any]
COOKIE: Final = "seat-"
PERSON: Final = "me"  # the cookie of a person's key
HOST_ONLY: Final = "__Host-"  # begins the names of cookies under TLS: no other host can set or read them
OWN_SEATS: Final = "own_seats"  # in the state of a connection: hashes of what opens this person's seats
SIGNED_OUT: Final = "signed_out"  # in the state of a connection: its device was signed out, so its cookies are void
MOST_COOKIES: Final = 40  # tables a browser is known at; a header has its limits
HALF_A_YEAR: Final = 182 * 24 * 3600


class Proof(NamedTuple):
    """What somebody came with that opens something at a table. The token is "" where a person's own key proved the
    seat: then only its hash is known here."""

    key: Key
    token: str


def proof_of(table: Table, asking: Connection) -> Proof | None:
    """The key of this table that came along: by a token sent on purpose, by the cookie of a seat, or because the seat
    belongs to the person. Denied when a token was sent that is not of here."""
    token = sent_token(asking)
    if token:
        key = table.key(token)
        if key is None:
            raise Denied(NOT_YOURS, "wrong_token")
        return Proof(key, token)
    # A rematch has the same tokens as its first table, so the cookie of any table may be the one.
    kept = {} if asking.state.get(SIGNED_OUT) else cookies(asking)
    found = ((table.key(token), token) for token in kept.values())
    own = ((table.state.keys.get(hashed), "") for hashed in own_seats(asking))
    return next((Proof(key, token) for proofs in (found, own) for key, token in proofs if key is not None), None)


def viewer_of(table: Table, asking: Connection) -> Viewer:
    """By what opens their seat, or by the link they came with."""
    proof = proof_of(table, asking)
    if proof is not None:
        table.set_owner(address(asking), has_key=True)
        table.listener.contacted(proof.key.seat)
        device = "" if sent_token(asking) or not person_key(asking) else hash_of(person_key(asking))
        return Viewer(proof.key.seat, proof.key.host, proof.key.token, device)
    links, opened = asking.query_params, table.state.opened
    if same(links.get("watch", ""), opened.watch) or same(links.get("join", ""), opened.invite):
        table.set_owner(address(asking), has_key=False)
        return Viewer(None, host=False, key=None)
    raise Denied(NOT_YOURS, "no_seat_of_yours")


# ---------------------------------------------------------------- people
def recognising(people: People) -> Callable[[Connection, BaseRouteHandler], Awaitable[None]]:
    """A guard: whoever comes to a table with a person's key has that person's seats there. Looked up here, once, so
    that whoever asks afterwards need not wait."""

    async def recognise(asking: Connection, _: BaseRouteHandler) -> None:
        table, key = asking.path_params.get("table"), person_key(asking)
        if isinstance(table, str) and key and asking.scope["path"].startswith("/api/"):
            try:
                asking.state[OWN_SEATS] = own = await people.seats_at(key, table)
                if not own and cookies(asking):
                    asking.state[SIGNED_OUT] = await people.is_signed_out(key)
            except StoreError as off:
                asking.state[OWN_SEATS] = off

    return recognise


def own_seats(asking: Connection) -> list[str]:
    """What opens this person's seats at the table, as hashes. Where that could not be looked up the store's own error
    is raised, but not before it is needed: a cookie may be enough."""
    found: list[str] | StoreError = asking.state.get(OWN_SEATS, [])
    if isinstance(found, StoreError):
        raise found
    return found


def person_key(asking: Connection) -> str:
    """The key of the person whose device asks; "" where there is none."""
    return asking.cookies.get(HOST_ONLY + PERSON) or asking.cookies.get(PERSON, "")


def person_cookies(key: str, asking: Connection) -> list[Cookie]:
    """Carries the key from now on; an empty one is taken away."""
    return _cookies(PERSON, key, FORGET_AFTER if key else 0, asking)


def origin_of(asking: Connection) -> str:
    """The address of this house as the asking page knows it."""
    given = asking.headers.get("origin", "")
    return settings_of(asking).public_address.rstrip("/") or given or str(asking.base_url).rstrip("/")


# ---------------------------------------------------------------- tokens and cookies
def sent_token(asking: Connection) -> str:
    """Return the token from the Authorization header, or from the URL of a WebSocket; "" if there is neither."""
    return bearer(asking) or str(asking.query_params.get("token") or "")


def bearer(asking: Connection) -> str | None:
    kind, _, token = asking.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def cookies(asking: Connection) -> dict[str, str]:
    """Return the seat cookies, oldest first, by their names without `__Host-`. If a cookie exists with and without that
    prefix, the value of the prefixed one is used."""
    kept = {name: value for name, value in asking.cookies.items() if name.removeprefix(HOST_ONLY).startswith(COOKIE)}
    return {(plain := name.removeprefix(HOST_ONLY)): kept.get(HOST_ONLY + plain, value) for name, value in kept.items()}


def cookies_for(sits: SeatPass, asking: Connection) -> list[Cookie]:
    """The cookie that proves the seat from now on; beyond a number of tables the oldest ones are dropped."""
    if not sits.token:
        return []
    name = COOKIE + sits.table
    old = [other for other in cookies(asking) if other != name][: -MOST_COOKIES + 1]
    return [*_cookies(name, sits.token, HALF_A_YEAR, asking), *without_cookies(old, asking)]


def without_cookies(names: Iterable[str], asking: Connection) -> list[Cookie]:
    """What takes these cookies away."""
    return [cookie for name in names for cookie in _cookies(name, "", 0, asking)]


def is_secure(asking: Connection) -> bool:
    """Whether this came over TLS; then cookies never travel without it."""
    return asking.scope["scheme"] in ("https", "wss") or settings_of(asking).public_tls


def _cookies(name: str, value: str, age: int, asking: Connection) -> list[Cookie]:
    """Return the Set-Cookie for a value, named with `__Host-` under TLS. If the browser also has the cookie under the
    other name, a second Set-Cookie deletes that one."""
    secure = is_secure(asking)
    prefixed = HOST_ONLY + name
    wanted, other = (prefixed, name) if secure else (name, prefixed)
    cookies = [_cookie(wanted, value, age, secure)]
    return [*cookies, _cookie(other, "", 0, secure)] if other in asking.cookies else cookies


def _cookie(name: str, value: str, age: int, secure: bool) -> Cookie:
    return Cookie(key=name, value=value, path="/", max_age=age, httponly=True, samesite="lax", secure=secure)


def settings_of(asking: Connection) -> Settings:
    """What the host has set."""
    found: Settings = asking.app.state["settings"]
    return found


def exact_address(asking: Connection) -> str:
    """Return the IP address of the caller; "" if it is unknown."""
    return asking.client.host if asking.client else ""


def address(asking: Connection) -> str:
    """Return the key under which rate limits count the caller: the IPv4 address, or the /64 network of an IPv6
    address."""
    return network_of(exact_address(asking))


def from_our_own_page(asking: Connection, _: BaseRouteHandler) -> None:
    """A guard: another site's page, open in the same browser, may not act with this browser's seats."""
    origin = asking.headers.get("origin")
    if not origin or asking.scope.get("method") in ("GET", "HEAD"):
        return
    settings = settings_of(asking)
    hosts = [asking.headers.get("host"), settings.public_host]
    if settings.trusted_proxies:
        hosts.append(asking.headers.get("x-forwarded-host"))
    if urlsplit(origin).netloc not in filter(None, hosts):
        raise Denied(NOT_YOURS, "other_site")


def token_in_header(asking: Connection, _: BaseRouteHandler) -> None:
    """Guard that refuses a token in the URL of an HTTP request, because logs and browser histories store URLs. A
    WebSocket opened by a page cannot send the header, so its URL may hold the token."""
    is_call = asking.scope["type"] == ScopeType.HTTP and asking.scope["path"].startswith("/api/")
    if is_call and "token" in asking.query_params:
        raise Denied(MALFORMED, "token_in_address")
