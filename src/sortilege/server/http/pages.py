"""What a browser loads: the one page of the game, its files, and the headers that keep it to itself."""

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
from sortilege.server.http.openapi_page import sheet

STATIC: Final = Path(__file__).parents[1] / "static"
MISSING: Final = "The game's pages are not built yet: run `npm ci` and `npm run build` in the folder web."
LONGEST_PART: Final = 255  # bytes of a name in any file system
A_FILE: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
ODD: Final = "/-"  # where no page is
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # links carry codes
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
STAY_WITH_TLS: Final = ("strict-transport-security", "max-age=15552000")  # half a year, and no word about subdomains


def answering_head(app: ASGIApp) -> ASGIApp:
    """The same with HEAD answered wherever GET is: all but the body."""

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":
            return await app(scope, receive, send)

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        # a scope of its own: the transport still has to know that no body follows
        await app(cast(Scope, {**scope, "method": "GET"}), receive, send_head)

    return answering


def without_odd_paths(app: ASGIApp) -> ASGIApp:
    """The same where a path that no file system could hold leads nowhere, like any other that is not there."""

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and is_odd(scope["path"]):
            scope = cast(Scope, {**scope, "path": ODD, "raw_path": ODD.encode()})
        await app(scope, receive, send)

    return answering


def is_odd(path: str) -> bool:
    return "\0" in path or any(len(part.encode(errors="replace")) > LONGEST_PART for part in path.split("/"))


async def guard(message: Message, scope: Scope) -> None:
    """Add the headers above to every response, HSTS under TLS, and `no-store` where nothing else is said about
    caching."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if is_secure(ASGIConnection(scope)):
            headers.setdefault(*STAY_WITH_TLS)
        headers.setdefault("cache-control", "no-store")


# ---------------------------------------------------------------- the page of the game
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
    """The same page everywhere: it looks at its address itself."""
    return the_page(request, 200)


def the_page(request: Call, status: int) -> Response[bytes]:
    index = STATIC / "index.html"
    if not index.is_file():
        return Response(sheet("Sortilege", f"<p>{html.escape(MISSING)}</p>"), media_type="text/html", status_code=503)
    return respond(request, compressed_file(index), "text/html", "no-cache", status)


@get("/sw.js", include_in_schema=False, sync_to_thread=False)
def worker(request: Call) -> Response[bytes]:
    """The service worker of push notices, at the root, so that it is for all pages."""
    return static_file(request, STATIC / "sw.js", "text/javascript")


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest(request: Call) -> Response[bytes]:
    """What a home screen is told: with it an iPhone keeps the page there, and only then lets it push."""
    return static_file(request, STATIC / "manifest.webmanifest", "application/manifest+json")


def static_file(request: Call, file: Path, media_type: str, cache_control: str = "no-cache") -> Response[bytes]:
    """Return a file of the browser bundle. By default browsers revalidate it on every use; `cache_control` replaces
    that."""
    if not file.is_file():
        raise Denied(NOT_FOUND, "nothing_here")
    return respond(request, compressed_file(file), media_type, cache_control)


def looks_for_a_page(request: Call) -> bool:
    """Whether a person with a browser asks, who has perhaps lost the way, and not a program for data."""
    page_wanted = request.accept.best_match([MediaType.JSON, MediaType.HTML]) == MediaType.HTML
    return request.method == "GET" and page_wanted and not f"{request.url.path}/".startswith("/api/")


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Call, name: FromPath[str]) -> Response[bytes]:
    """A file of the bundle with a hash in its name, so it never changes."""
    if not A_FILE.fullmatch(name):
        raise Denied(NOT_FOUND, "nothing_here")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return static_file(request, STATIC / "assets" / name, kind, "public, max-age=31536000, immutable")


def icons() -> Router:
    """The icons of a home screen, whose names never change: kept for a day."""
    return create_static_files_router(
        path="/icons",
        directories=[STATIC / "icons"],
        cache_control=CacheControlHeader(public=True, max_age=86_400),
        include_in_schema=False,
    )
