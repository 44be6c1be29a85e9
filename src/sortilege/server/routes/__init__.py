"""The HTTP calls of docs/wire.md and the door to the live socket, a file for each part of the house."""

from __future__ import annotations

from sortilege.server.routes import (
    daily,
    house,
    invite,
    lessons,
    live,
    me,
    notices,
    puzzles,
    records,
    reviews,
    rules,
    seats,
    tables,
    talk,
)

ROUTES = [
    *house.ROUTES,
    *seats.ROUTES,
    *tables.ROUTES,
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
