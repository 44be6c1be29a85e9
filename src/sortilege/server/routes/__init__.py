"""The HTTP calls of docs/wire.md and the door to the live socket, a file for each part of the house."""

from __future__ import annotations

from sortilege.server import shelf, status
from sortilege.server.routes import (
    daily,
    invite,
    lessons,
    live,
    me,
    notices,
    puzzles,
    records,
    replay,
    reviews,
    rules,
    seats,
    talk,
)

ROUTES = [
    shelf.get_shelf,
    *status.ROUTES,
    *seats.ROUTES,
    *replay.ROUTES,
    *lessons.ROUTES,
    *rules.ROUTES,
    *puzzles.ROUTES,
    *reviews.ROUTES,
    *daily.ROUTES,
    *me.ROUTES,
    *notices.ROUTES,
    *records.ROUTES,
    *talk.ROUTES,
    *invite.ROUTES,
    *live.ROUTES,
]
