"""The application: routes, pages, what happens at start and end, and how errors are told."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Response
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

import sortilege
from sortilege.core.errors import SortilegeError
from sortilege.core.shapes import Untrusted
from sortilege.core.words import Text
from sortilege.server import gc_tuning, shelf, status
from sortilege.server.application import Application
from sortilege.server.background import Background
from sortilege.server.errors import BROKEN, MALFORMED, NOWHERE, TOO_LARGE, Denied, decode_error, phrase, problem
from sortilege.server.http.credentials import Call, from_our_own_page, settings_of, token_in_header
from sortilege.server.http.openapi_page import SchemaPage
from sortilege.server.http.pages import (
    add_security_headers,
    asset,
    icons,
    index_page,
    manifest,
    page,
    wants_page,
    with_head_requests,
    without_invalid_paths,
    worker,
)
from sortilege.server.learning import routes as learning_routes
from sortilege.server.live import routes as live_routes
from sortilege.server.me import routes as me_routes
from sortilege.server.notifications import routes as notification_routes
from sortilege.server.people.access import seat_lookup
from sortilege.server.review import routes as review_routes
from sortilege.server.settings import STANDARD, Settings
from sortilege.server.store import Store, StoreError
from sortilege.server.tables import routes as table_routes
from sortilege.server.tables.access import links
from sortilege.server.text import Problem
from sortilege.server.workers.pool import Pool, WorkerPool

log = logging.getLogger("sortilege.server")
ROUTES: Final = [
    shelf.get_shelf,
    *status.ROUTES,
    *table_routes.ROUTES,
    *live_routes.ROUTES,
    *learning_routes.ROUTES,
    *review_routes.ROUTES,
    *me_routes.ROUTES,
    *notification_routes.ROUTES,
]
ABOUT: Final = (
    "Tables, seats and records. Playing itself goes over the WebSocket /api/tables/{table}/live: "
    "send Act, Undo, Ready, Sight, AskAid, AskHint, AskOutlook, AskWhole or Ping, "
    "receive Snapshot, Change, Aid, Hint, Outlook, Refused or Pong."
)


class SortilegeApp(Litestar):
    """Litestar without its plugins for pydantic and attrs, which others may have installed: importing those libraries
    would take a quarter of the start-up time."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def make_app(
    store: Store,
    pool: Pool | None = None,
    settings: Settings = STANDARD,
    background: Background | None = None,
) -> Litestar:
    """Build the web application over a store. Long computations run in the pool, which is closed with it."""
    application = Application(store, pool or WorkerPool(), settings, background=background)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await application.open()
        gc_tuning.tune()
        yield
        await application.close()

    app = SortilegeApp.from_config(
        AppConfig(
            route_handlers=[*ROUTES, page, worker, manifest, asset, icons()],
            lifespan=[lifespan],
            guards=[from_our_own_page, token_in_header, seat_lookup(application.people)],
            dependencies=dependencies(application),
            before_send=[add_security_headers],
            exception_handlers={
                SortilegeError: tell_refusal,
                HTTPException: tell_http,
                RecursionError: tell_too_deep,
                UnicodeDecodeError: tell_no_text,
                Exception: tell_unexpected,
            },
            request_max_body_size=settings.longest_request,
            state=State({"settings": settings, "limits": application.limits}),
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
    app.asgi_handler = without_invalid_paths(with_head_requests(app.asgi_handler))
    return app


def dependencies(application: Application) -> dict[str, Provide | Callable[..., Any]]:
    """Return what routes receive as parameters of these names."""
    services = {
        "application": application,
        "tables": application.tables,
        "people": application.people,
        "records": application.records,
        "limits": application.limits,
        "lessons": application.lessons,
        "puzzles": application.puzzles,
        "reviews": application.reviews,
        "days": application.days,
        "replays": application.replays,
        "notices": application.notices,
        "hints": application.hints,
        "open_sockets": application.sockets,
    }
    return {"links": Provide(links, sync_to_thread=False), **{name: provide(one) for name, one in services.items()}}


def provide(service: object) -> Provide:
    return Provide(lambda: service, sync_to_thread=False, use_cache=True)


# ---------------------------------------------------------------- errors
def answer(request: Call, error: SortilegeError) -> Response[Problem] | Response[bytes]:
    """One sentence; a person who lost the way gets the page, which says it in their language."""
    status, phrase = problem(error)
    if status == NOWHERE and wants_page(request):
        return index_page(request, NOWHERE)
    return Response(phrase, status_code=status, media_type="application/json")


def tell_refusal(request: Call, error: SortilegeError) -> Response[Problem] | Response[bytes]:
    """A refusal of ours has its own sentence."""
    if isinstance(error, StoreError):
        log.error("%s", error)
    return answer(request, error)


def tell_http(request: Call, error: HTTPException) -> Response[Problem] | Response[bytes]:
    """Malformed bodies, unknown paths and the like, as the framework found them."""
    return answer(request, denied(error, settings_of(request)))


def denied(error: HTTPException, settings: Settings) -> Denied:
    status = error.status_code
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        return Denied(status, "misread_request", why=wrong(error.extra[0]))
    if status == NOWHERE:
        return Denied(status, "nothing_here")
    if status == TOO_LARGE:
        return Denied(status, "request_too_long", most=settings.longest_request)
    ended = not error.detail or error.detail.endswith(".")
    return Denied(status, "unwilling", english=error.detail if ended else f"{error.detail}.")


def wrong(found: Untrusted) -> Text:
    """Return what is wrong with a request, given the first error that Litestar reports."""
    if not isinstance(found, dict):
        return decode_error(str(found))
    key, message = found.get("key", ""), found.get("message", "")
    if key == "data":  # the framework's word for the body as a whole
        return phrase("empty") if message == "'data'" else decode_error(message)
    return decode_error(f"{message} - at `{key}`" if key else message)


def tell_too_deep(request: Call, _: RecursionError) -> Response[Problem] | Response[bytes]:
    return answer(request, Denied(MALFORMED, "request_too_deep"))


def tell_no_text(request: Call, _: UnicodeDecodeError) -> Response[Problem] | Response[bytes]:
    return answer(request, Denied(MALFORMED, "misread_request", why=phrase("json")))


def tell_unexpected(request: Call, error: Exception) -> Response[Problem] | Response[bytes]:
    """Never a stack trace to people; always one in the server's own log."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return answer(request, Denied(BROKEN, "unexpected"))
