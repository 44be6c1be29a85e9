"""Reads the credentials of a request or WebSocket: tokens, cookies, the IP address, and the origin of the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler

from sortilege.server.errors import BAD_REQUEST, FORBIDDEN, Denied
from sortilege.server.http.limits import network_of
from sortilege.server.settings import Settings

# Any: the types of objects that Litestar lets an application attach to a connection; we attach none.
Connection = ASGIConnection[Any, Any, Any, Any]
Call = Request[Any, Any, Any]
Socket = WebSocket[Any, Any, Any]
SEAT_COOKIE: Final = "seat-"  # prefix of the names of cookies with seat tokens
PERSON_COOKIE: Final = "me"  # name of the cookie with a person's key
HOST_ONLY: Final = "__Host-"  # prefix of cookie names under TLS: no other host can set or read such cookies
MAX_SEAT_COOKIES: Final = 40  # because the length of a header is limited
SEAT_COOKIE_AGE: Final = 182 * 24 * 3600  # seconds


def person_key(connection: Connection) -> str:
    """Return the key in the cookie of this device, which identifies its person; "" if there is none."""
    return connection.cookies.get(HOST_ONLY + PERSON_COOKIE) or connection.cookies.get(PERSON_COOKIE, "")


def person_cookies(key: str, age: int, connection: Connection) -> list[Cookie]:
    """Return the cookies that store a person's key for `age` seconds. An empty key deletes the stored one."""
    return _cookies(PERSON_COOKIE, key, age if key else 0, connection)


def origin_of(connection: Connection) -> str:
    """Return the URL under which the caller reaches this server, without a slash at the end: https://play.example."""
    public_address = settings_of(connection).public_address.rstrip("/")
    return public_address or connection.headers.get("origin", "") or str(connection.base_url).rstrip("/")


def sent_token(connection: Connection) -> str:
    """Return the token from the Authorization header, or from the URL of a WebSocket; "" if there is neither."""
    return bearer_token(connection) or str(connection.query_params.get("token") or "")


def bearer_token(connection: Connection) -> str | None:
    """Return the bearer token of the Authorization header; None if there is none."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    return token.strip() or None


def sent_seat_cookies(connection: Connection) -> dict[str, str]:
    """Return the seat tokens in the cookies of a request, oldest first. The keys are the names of the cookies without
    the prefix `__Host-`. If the browser sent a cookie with and without that prefix, the one with the prefix counts."""
    values: dict[str, str] = {}
    for cookie, value in connection.cookies.items():
        name = cookie.removeprefix(HOST_ONLY)
        if name.startswith(SEAT_COOKIE):
            values[name] = connection.cookies.get(HOST_ONLY + name, value)
    return values


def seat_cookies(table: str, token: str, connection: Connection) -> list[Cookie]:
    """Return the cookies that make the browser store a seat token for this table; [] if `token` is empty. If it already
    has MAX_SEAT_COOKIES seat cookies, include cookies that delete the oldest ones."""
    if not token:
        return []
    name = SEAT_COOKIE + table
    others = [other for other in sent_seat_cookies(connection) if other != name]  # oldest first
    max_others = MAX_SEAT_COOKIES - 1
    oldest = others[:-max_others]
    return [*_cookies(name, token, SEAT_COOKIE_AGE, connection), *deleting_cookies(oldest, connection)]


def deleting_cookies(names: Iterable[str], connection: Connection) -> list[Cookie]:
    """Return cookies that make the browser delete its cookies with these names."""
    return [cookie for name in names for cookie in _cookies(name, "", 0, connection)]


def is_secure(connection: Connection) -> bool:
    """Whether browsers reach this server over TLS. Then they must never send its cookies without TLS."""
    return connection.scope["scheme"] in ("https", "wss") or settings_of(connection).public_tls


def _cookies(name: str, value: str, age: int, connection: Connection) -> list[Cookie]:
    """Return a cookie that stores a value for `age` seconds. Under TLS its name has the prefix `__Host-`. If TLS was
    switched on or off and the browser still has the cookie with the other name, a second cookie deletes that one."""
    secure = is_secure(connection)
    prefixed_name = HOST_ONLY + name
    cookie_name, outdated_name = (prefixed_name, name) if secure else (name, prefixed_name)
    cookies = [_cookie(cookie_name, value, age, secure)]
    if outdated_name in connection.cookies:
        cookies.append(_cookie(outdated_name, "", 0, secure))
    return cookies


def _cookie(name: str, value: str, age: int, secure: bool) -> Cookie:
    return Cookie(key=name, value=value, path="/", max_age=age, httponly=True, samesite="lax", secure=secure)


def settings_of(connection: Connection) -> Settings:
    """Return the settings of the server."""
    settings: Settings = connection.app.state["settings"]
    return settings


def exact_address(connection: Connection) -> str:
    """Return the IP address of the caller; "" if it is unknown."""
    return connection.client.host if connection.client else ""


def client_network(connection: Connection) -> str:
    """Return the network of the caller, to which rate limits apply: the IPv4 address, or the /64 network of the IPv6
    address."""
    return network_of(exact_address(connection))


def refuse_other_sites(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse a request that changes something if a page of another site sent it (cross-site request forgery), because
    browsers add our cookies to such requests too. Litestar calls this guard before each route."""
    origin = connection.headers.get("origin")
    if not origin or connection.scope.get("method") in ("GET", "HEAD"):
        return
    settings = settings_of(connection)
    hosts = [connection.headers.get("host"), settings.public_host]
    if settings.trusted_proxies:
        hosts.append(connection.headers.get("x-forwarded-host"))
    if urlsplit(origin).netloc not in filter(None, hosts):
        raise Denied(FORBIDDEN, "other_site")


def refuse_token_in_url(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse an HTTP request with a token in its URL, because logs and browser histories store URLs. The URL of a
    WebSocket may have one, because a page cannot send headers with it. Litestar calls this guard before each route."""
    is_api_request = connection.scope["type"] == ScopeType.HTTP and connection.scope["path"].startswith("/api/")
    if is_api_request and "token" in connection.query_params:
        raise Denied(BAD_REQUEST, "token_in_address")
