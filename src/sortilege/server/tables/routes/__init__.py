"""The HTTP routes of tables: seats, invitations, messages and requests between players."""

from __future__ import annotations

from sortilege.server.tables.routes import invites, seats, talk

ROUTES = [*seats.ROUTES, *talk.ROUTES, *invites.ROUTES]
