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
MOST_SEAT_COOKIES: Final = 40  # because the length of a header is limited
SEAT_COOKIE_AGE: Final = 182 * 24 * 3600  # seconds


def person_key(connection: Connection) -> str:
    """Return the person's key from the cookie of this device; "" if there is none."""
    return connection.cookies.get(HOST_ONLY + PERSON_COOKIE) or connection.cookies.get(PERSON_COOKIE, "")


def person_cookies(key: str, age: int, connection: Connection) -> list[Cookie]:
    """Return the cookies that store a person's key for `age` seconds; an empty key deletes it."""
    return _cookies(PERSON_COOKIE, key, age if key else 0, connection)


def origin_of(connection: Connection) -> str:
    """Return the URL of this server as the caller's page knows it, without a trailing slash."""
    origin = connection.headers.get("origin", "")
    return settings_of(connection).public_address.rstrip("/") or origin or str(connection.base_url).rstrip("/")


def sent_token(connection: Connection) -> str:
    """Return the token from the Authorization header, or from the URL of a WebSocket; "" if there is neither."""
    return bearer(connection) or str(connection.query_params.get("token") or "")


def bearer(connection: Connection) -> str | None:
    """Return the bearer token of the Authorization header; None if there is none."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def cookies(connection: Connection) -> dict[str, str]:
    """Return the seat cookies, oldest first, by their names without `__Host-`. If a cookie exists with and without that
    prefix, the value of the prefixed one is used."""
    values = {
        name: value
        for name, value in connection.cookies.items()
        if name.removeprefix(HOST_ONLY).startswith(SEAT_COOKIE)
    }
    return {
        (plain := name.removeprefix(HOST_ONLY)): values.get(HOST_ONLY + plain, value) for name, value in values.items()
    }


def seat_cookies(table: str, token: str, connection: Connection) -> list[Cookie]:
    """Return the cookies that store a seat token, and those that delete the oldest ones if there are too many."""
    if not token:
        return []
    name = SEAT_COOKIE + table
    oldest = [other for other in cookies(connection) if other != name][: -MOST_SEAT_COOKIES + 1]
    return [*_cookies(name, token, SEAT_COOKIE_AGE, connection), *without_cookies(oldest, connection)]


def without_cookies(names: Iterable[str], connection: Connection) -> list[Cookie]:
    """Return cookies that delete the cookies with these names."""
    return [cookie for name in names for cookie in _cookies(name, "", 0, connection)]


def is_secure(connection: Connection) -> bool:
    """Whether the connection uses TLS. If so, cookies are never sent without it."""
    return connection.scope["scheme"] in ("https", "wss") or settings_of(connection).public_tls


def _cookies(name: str, value: str, age: int, connection: Connection) -> list[Cookie]:
    """Return the Set-Cookie for a value, named with `__Host-` under TLS. If the browser also has the cookie under the
    other name, a second Set-Cookie deletes that one."""
    secure = is_secure(connection)
    prefixed = HOST_ONLY + name
    used, other = (prefixed, name) if secure else (name, prefixed)
    cookies = [_cookie(used, value, age, secure)]
    return [*cookies, _cookie(other, "", 0, secure)] if other in connection.cookies else cookies


def _cookie(name: str, value: str, age: int, secure: bool) -> Cookie:
    return Cookie(key=name, value=value, path="/", max_age=age, httponly=True, samesite="lax", secure=secure)


def settings_of(connection: Connection) -> Settings:
    """Return the settings of the server."""
    settings: Settings = connection.app.state["settings"]
    return settings


def exact_address(connection: Connection) -> str:
    """Return the IP address of the caller; "" if it is unknown."""
    return connection.client.host if connection.client else ""


def address(connection: Connection) -> str:
    """Return the key under which rate limits count the caller: the IPv4 address, or the /64 network of an IPv6
    address."""
    return network_of(exact_address(connection))


def from_our_own_page(connection: Connection, _: BaseRouteHandler) -> None:
    """Guard that refuses requests from pages of other sites, which could act with the seats of this browser."""
    origin = connection.headers.get("origin")
    if not origin or connection.scope.get("method") in ("GET", "HEAD"):
        return
    settings = settings_of(connection)
    hosts = [connection.headers.get("host"), settings.public_host]
    if settings.trusted_proxies:
        hosts.append(connection.headers.get("x-forwarded-host"))
    if urlsplit(origin).netloc not in filter(None, hosts):
        raise Denied(FORBIDDEN, "other_site")


def token_in_header(connection: Connection, _: BaseRouteHandler) -> None:
    """Guard that refuses a token in the URL of an HTTP request, because logs and browser histories store URLs. A
    WebSocket opened by a page cannot send the header, so its URL may hold the token."""
    is_call = connection.scope["type"] == ScopeType.HTTP and connection.scope["path"].startswith("/api/")
    if is_call and "token" in connection.query_params:
        raise Denied(BAD_REQUEST, "token_in_address")
