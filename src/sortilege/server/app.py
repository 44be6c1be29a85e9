"""Builds the web application: routes, pages, start and stop, and error responses."""

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
from litestar.types import ControllerRouterHandler

import sortilege
from sortilege.core.errors import SortilegeError
from sortilege.core.text.words import Text
from sortilege.core.types import Untrusted
from sortilege.server import gc_tuning, shelf, status
from sortilege.server.application import Application
from sortilege.server.background import Background
from sortilege.server.errors import (
    BAD_REQUEST,
    INTERNAL,
    NOT_FOUND,
    TOO_LARGE,
    Denied,
    decode_error_text,
    status_and_problem,
    translate_decode_error,
)
from sortilege.server.http import pages
from sortilege.server.http.credentials import Call, refuse_other_sites, refuse_token_in_url, settings_of
from sortilege.server.http.openapi_page import SchemaPage
from sortilege.server.learning import routes as learning_routes
from sortilege.server.live import routes as live_routes
from sortilege.server.me import routes as me_routes
from sortilege.server.notifications import routes as notification_routes
from sortilege.server.people.access import known_person, seat_lookup
from sortilege.server.review import routes as review_routes
from sortilege.server.settings import STANDARD, Settings
from sortilege.server.store import Store, StoreError
from sortilege.server.tables import routes as table_routes
from sortilege.server.tables.access import authorize, links
from sortilege.server.text import Problem
from sortilege.server.workers.pool import Pool, WorkerPool

log = logging.getLogger("sortilege.server")
ROUTES: Final[list[ControllerRouterHandler]] = [
    shelf.get_shelf,
    *status.ROUTES,
    *table_routes.ROUTES,
    *live_routes.ROUTES,
    *learning_routes.ROUTES,
    *review_routes.ROUTES,
    *me_routes.ROUTES,
    *notification_routes.ROUTES,
]
BODY_KEY: Final = "data"  # Litestar's key of validation errors that concern the whole body
BODY_IS_MISSING: Final = "'data'"  # Litestar's message if the request has no body
ErrorResponse = Response[Problem] | Response[bytes]
ABOUT: Final = (
    "Tables, seats and records. Playing itself goes over the WebSocket /api/tables/{table}/live: "
    "send Act, Undo, Ready, PageVisibility, AskAid, AskHint, AskOutlook, AskSnapshot or Ping, "
    "receive Snapshot, Change, Aid, Hint, Outlook, Refused or Pong."
)


class SortilegeApp(Litestar):
    """A Litestar application that starts faster. Litestar's default plugins import pydantic and attrs if they are
    installed, which would take a quarter of the start-up time. This class loads neither plugin."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def make_app(
    store: Store, pool: Pool | None = None, settings: Settings = STANDARD, background: Background | None = None
) -> Litestar:
    """Build the web application for a store. Long computations run in the worker processes of `pool`, which the
    application closes when it stops."""
    application = Application(store, pool or WorkerPool(), settings, background=background)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await application.open()
        gc_tuning.tune()
        yield
        await application.close()

    app = SortilegeApp.from_config(
        AppConfig(
            route_handlers=[*ROUTES, *pages.ROUTES, pages.icons()],
            lifespan=[lifespan],
            guards=[refuse_other_sites, refuse_token_in_url, seat_lookup(application.people)],
            dependencies=dependencies(application),
            before_send=[pages.add_security_headers],
            exception_handlers={
                SortilegeError: handle_refusal,
                HTTPException: handle_http_error,
                RecursionError: handle_deep_nesting,
                UnicodeDecodeError: handle_invalid_utf8,
                Exception: handle_unexpected_error,
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
    app.asgi_handler = pages.without_invalid_paths(pages.with_head_requests(app.asgi_handler))
    return app


def dependencies(application: Application) -> dict[str, Provide | Callable[..., Any]]:
    """Return the providers of the dependencies that routes can receive, by parameter name."""
    services = {
        "application": application,
        "tables": application.tables,
        "people": application.people,
        "records": application.records,
        "limits": application.limits,
        "lessons": application.lessons,
        "puzzles": application.puzzles,
        "reviews": application.reviews,
        "daily_games": application.daily_games,
        "replays": application.replays,
        "notices": application.notices,
        "hints": application.hints,
        "open_sockets": application.sockets,
    }
    return {
        "links": Provide(links, sync_to_thread=False),
        "visit": Provide(authorize),
        "person": Provide(known_person),
        **{name: provide(service) for name, service in services.items()},
    }


def provide(service: object) -> Provide:
    """Return a provider of one service."""
    return Provide(lambda: service, sync_to_thread=False, use_cache=True)


# ---------------------------------------------------------------- errors
def error_response(request: Call, error: SortilegeError) -> ErrorResponse:
    """Return the response for an error. It contains the sentence of the error as JSON. A browser that opens an unknown
    address gets the page of the app instead, which shows the error."""
    status, message = status_and_problem(error)
    if status == NOT_FOUND and pages.wants_page(request):
        return pages.index_page(request, NOT_FOUND)
    return Response(message, status_code=status, media_type="application/json")


def handle_refusal(request: Call, error: SortilegeError) -> ErrorResponse:
    """Return the response for an error that our own code raised. A failure of the store is also logged."""
    if isinstance(error, StoreError):
        log.error("%s", error)
    return error_response(request, error)


def handle_http_error(request: Call, error: HTTPException) -> ErrorResponse:
    """Return the response for an error that Litestar raised, such as an invalid body or an unknown path."""
    return error_response(request, as_denied(error, settings_of(request)))


def as_denied(error: HTTPException, settings: Settings) -> Denied:
    """Convert an error of Litestar to a `Denied`, because Litestar's messages are in English only."""
    status = error.status_code
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        return Denied(status, "misread_request", why=validation_message(error.extra[0]))
    if status == NOT_FOUND:
        return Denied(status, "nothing_here")
    if status == TOO_LARGE:
        return Denied(status, "request_too_long", most=settings.longest_request)
    detail = error.detail
    if detail and not detail.endswith("."):
        detail += "."
    return Denied(status, "unwilling", english=detail)


def validation_message(detail: Untrusted) -> Text:
    """Return what is wrong with a request. `detail` is the first entry of a validation error of Litestar, such as
    {"key": "seat", "message": "Expected `int`, got `str`"}."""
    if not isinstance(detail, dict):
        return translate_decode_error(str(detail))
    key, message = detail.get("key", ""), detail.get("message", "")
    if key == BODY_KEY:
        return decode_error_text("empty") if message == BODY_IS_MISSING else translate_decode_error(message)
    return translate_decode_error(f"{message} - at `{key}`" if key else message)  # in the format of msgspec


def handle_deep_nesting(request: Call, _: RecursionError) -> ErrorResponse:
    """Return the response for JSON that is nested too deeply."""
    return error_response(request, Denied(BAD_REQUEST, "request_too_deep"))


def handle_invalid_utf8(request: Call, _: UnicodeDecodeError) -> ErrorResponse:
    """Return the response for a body that is not valid UTF-8."""
    return error_response(request, Denied(BAD_REQUEST, "misread_request", why=decode_error_text("json")))


def handle_unexpected_error(request: Call, error: Exception) -> ErrorResponse:
    """Return the response for an unexpected error. Its traceback is logged and never sent."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return error_response(request, Denied(INTERNAL, "unexpected"))
