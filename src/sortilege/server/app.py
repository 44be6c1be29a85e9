"""The application: routes, pages, what happens at start and end, and how errors are told."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar, Response
from litestar.config.app import AppConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import sortilege
from sortilege.core.errors import SortilegeError
from sortilege.core.shapes import Untrusted
from sortilege.server.auth import Call, from_our_own_page
from sortilege.server.bots import Thinkers, Workers
from sortilege.server.decode_errors import decode_error, phrase
from sortilege.server.messages import Problem
from sortilege.server.pages import answering_head, assets, guard, looks_for_a_page, packed, page, the_page
from sortilege.server.problems import BROKEN, MALFORMED, NOWHERE, TOO_LARGE, Denied, problem
from sortilege.server.routes import ROUTES, Limits
from sortilege.server.schema import SchemaPage
from sortilege.server.store import Store, StoreError
from sortilege.server.tables import LOOK_AROUND, PACE, Tables

LARGEST_BODY: Final = 64 * 1024
log = logging.getLogger("sortilege.server")
ABOUT: Final = (
    "Tables, seats and records. Playing itself goes over the WebSocket /api/tables/{table}/live: "
    "send Act, Undo, AskAid or Ping, receive Snapshot, Aid, Refused or Pong."
)


def make_app(
    store: Store, thinkers: Thinkers | None = None, pace: float = PACE, look_around: float = LOOK_AROUND
) -> Litestar:
    """The application over a store; bots think in worker processes unless somebody else answers for them."""
    tables = Tables(store, thinkers or Workers(), pace, look_around)
    limits = Limits()

    @asynccontextmanager
    async def open_tables(_: Litestar) -> AsyncIterator[None]:
        await tables.open()
        steady_the_collector()
        yield
        await tables.close()

    app = Litestar.from_config(
        AppConfig(
            route_handlers=[*ROUTES, page, assets()],
            compression_config=packed,
            lifespan=[open_tables],
            guards=[from_our_own_page],
            dependencies={"tables": given(tables), "limits": given(limits)},
            before_send=[guard],
            exception_handlers={
                SortilegeError: tell_refusal,
                HTTPException: tell_http,
                RecursionError: tell_too_deep,
                Exception: tell_unexpected,
            },
            request_max_body_size=LARGEST_BODY,
            openapi_config=OpenAPIConfig(
                title="Sortilege",
                version=sortilege.__version__,
                description=ABOUT,
                path="/schema",
                use_handler_docstrings=True,
                render_plugins=[SchemaPage(), JsonRenderPlugin()],
            ),
        )
    )
    app.asgi_handler = answering_head(app.asgi_handler)
    return app


def given(thing: object) -> Provide:
    return Provide(lambda: thing, sync_to_thread=False, use_cache=True)


def steady_the_collector() -> None:
    """What is loaded stays: the collector need not walk it again. Full collections with thousands of sockets open
    would stop the table for a third of a second, so they come rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 1_000)


# ---------------------------------------------------------------- errors
def answer(request: Call, error: SortilegeError) -> Response[Problem] | Response[bytes]:
    """One sentence; a person who lost the way gets the page, which says it in their language."""
    status, phrase = problem(error)
    if status == NOWHERE and looks_for_a_page(request):
        return the_page(NOWHERE)
    return Response(phrase, status_code=status, media_type="application/json")


def tell_refusal(request: Call, error: SortilegeError) -> Response[Problem] | Response[bytes]:
    """A refusal of ours has its own sentence."""
    if isinstance(error, StoreError):
        log.error("%s", error)
    return answer(request, error)


def tell_http(request: Call, error: HTTPException) -> Response[Problem] | Response[bytes]:
    """Malformed bodies, unknown paths and the like, as the framework found them."""
    return answer(request, denied(error))


def denied(error: HTTPException) -> Denied:
    status = error.status_code
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        return Denied(status, "misread_request", why=wrong(error.extra[0]))
    if status == NOWHERE:
        return Denied(status, "nothing_here")
    if status == TOO_LARGE:
        return Denied(status, "request_too_long", most=LARGEST_BODY)
    ended = not error.detail or error.detail.endswith(".")
    return Denied(status, "unwilling", english=error.detail if ended else f"{error.detail}.")


def wrong(found: Untrusted) -> dict[str, str]:
    """The first thing the framework found wrong with a request, by language."""
    if not isinstance(found, dict):
        return decode_error(str(found))
    key, message = found.get("key", ""), found.get("message", "")
    if key == "data":  # the framework's word for the body as a whole
        return phrase("empty") if message == "'data'" else decode_error(message)
    return decode_error(f"{message} - at `{key}`" if key else message)


def tell_too_deep(request: Call, _: RecursionError) -> Response[Problem] | Response[bytes]:
    return answer(request, Denied(MALFORMED, "request_too_deep"))


def tell_unexpected(request: Call, error: Exception) -> Response[Problem] | Response[bytes]:
    """Never a stack trace to people; always one in the server's own log."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(request, Denied(BROKEN, "unexpected"))
