"""The HTTP routes of tables: seats, invitations, and what people ask of each other."""

from __future__ import annotations

from sortilege.server.tables.routes import invites, seats, talk

ROUTES = [*seats.ROUTES, *talk.ROUTES, *invites.ROUTES]
