"""Serves the browser bundle: the page of the app, its files, and the security headers of all responses."""

from __future__ import annotations

import html
import mimetypes
import re
from pathlib import Path
from typing import Final, cast

from litestar import MediaType, Response, Router, get
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.http.compression import compressed_file, respond
from sortilege.server.http.credentials import Call, is_secure
from sortilege.server.http.openapi_page import plain_page

STATIC: Final = Path(__file__).parent / "static"
MISSING_BUNDLE: Final = "The game's pages are not built yet: run `npm ci` and `npm run build` in the folder web."
MAX_NAME_BYTES: Final = 255  # the longest file name that file systems allow
ASSET_NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
PATH_WITHOUT_PAGE: Final = "/-"  # the response is 404
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # because links contain codes
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
CACHE_FOR_EVER: Final = "public, max-age=31536000, immutable"
HSTS: Final = ("strict-transport-security", "max-age=15552000")  # half a year, without subdomains


def with_head_requests(app: ASGIApp) -> ASGIApp:
    """Return an ASGI app that also handles HEAD requests. They get the response to GET, but without its body."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            return await app(scope, receive, send)

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        # The original scope must not change, because the transport reads there that the method is HEAD.
        get_scope = cast(Scope, {**scope, "method": "GET"})
        await app(get_scope, receive, send_head)

    return middleware


def without_invalid_paths(app: ASGIApp) -> ASGIApp:
    """Return an ASGI app that replaces paths that no file system accepts by a path without a page. So the response to
    them is 404, and `app` does not look for a file."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and is_invalid_path(scope["path"]):
            scope = cast(Scope, {**scope, "path": PATH_WITHOUT_PAGE, "raw_path": PATH_WITHOUT_PAGE.encode()})
        await app(scope, receive, send)

    return middleware


def is_invalid_path(path: str) -> bool:
    """Whether a URL path has a NUL character, or a part that is too long for a file name."""
    return "\0" in path or any(len(part.encode(errors="replace")) > MAX_NAME_BYTES for part in path.split("/"))


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to a response, and `cache-control: no-store` if it has no cache-control header."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if is_secure(ASGIConnection(scope)):
            headers.setdefault(*HSTS)
        headers.setdefault("cache-control", "no-store")


# ---------------------------------------------------------------- the page of the app
PAGES: Final = [
    "/",
    "/new/{game:str}",
    "/t/{table:str}",
    "/replay/{table:str}",
    "/review/{table:str}",
    "/me",
    "/learn/{game:str}",
    "/rules/{game:str}",
    "/learn/{game:str}/{lesson:str}",
    "/puzzles/{game:str}",
    "/puzzles/{game:str}/{puzzle:str}",
    "/slips",
    "/slips/{table:str}/{at:int}",
    "/daily",
]


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def page(request: Call) -> Response[bytes]:
    """Return the page of the app. It is the same for all PAGES, because its script reads the path."""
    return index_page(request, 200)


def index_page(request: Call, status: int) -> Response[bytes]:
    """Return the page of the app, or instructions if the browser bundle was not built."""
    index = STATIC / "index.html"
    if not index.is_file():
        return Response(
            plain_page("Sortilege", f"<p>{html.escape(MISSING_BUNDLE)}</p>"), media_type="text/html", status_code=503
        )
    return respond(request, compressed_file(index), "text/html", "no-cache", status)


@get("/sw.js", include_in_schema=False, sync_to_thread=False)
def worker(request: Call) -> Response[bytes]:
    """Return the service worker for push notifications. It is served at the root, so that its scope is all pages."""
    return static_file(request, STATIC / "sw.js", "text/javascript")


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: Call) -> Response[bytes]:
    """Return the web app manifest, with which people can add the app to their home screen. iPhones allow push
    notifications only for such apps."""
    return static_file(request, STATIC / "manifest.webmanifest", "application/manifest+json")


def static_file(request: Call, file: Path, media_type: str, cache_control: str = "no-cache") -> Response[bytes]:
    """Return a file of the browser bundle. Raise Denied if the file is missing. With the default `cache_control`,
    browsers check for a new version before each use."""
    if not file.is_file():
        raise Denied(NOT_FOUND, "nothing_here")
    return respond(request, compressed_file(file), media_type, cache_control)


def wants_page(request: Call) -> bool:
    """Whether the request comes from a browser that opens a page, and not from a program that fetches data."""
    is_api = f"{request.url.path}/".startswith("/api/")
    prefers_html = request.accept.best_match([MediaType.JSON, MediaType.HTML]) == MediaType.HTML
    return request.method == "GET" and prefers_html and not is_api


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Call, name: FromPath[str]) -> Response[bytes]:
    """Return a file whose name contains a hash of its content, so that browsers may cache it for ever."""
    if not ASSET_NAME.fullmatch(name):
        raise Denied(NOT_FOUND, "nothing_here")
    media_type, _encoding = mimetypes.guess_type(name)
    return static_file(request, STATIC / "assets" / name, media_type or "application/octet-stream", CACHE_FOR_EVER)


def icons() -> Router:
    """Return the routes of the home screen icons. Browsers cache them for one day, as their names never change."""
    return create_static_files_router(
        path="/icons",
        directories=[STATIC / "icons"],
        cache_control=CacheControlHeader(public=True, max_age=86_400),
        include_in_schema=False,
    )


ROUTES = [page, worker, manifest, asset]
