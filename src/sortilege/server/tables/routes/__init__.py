"""The HTTP routes of tables: seats, invitations, messages and requests between players."""

from __future__ import annotations

from sortilege.server.tables.routes.invites import InvitesController
from sortilege.server.tables.routes.seats import SeatsController
from sortilege.server.tables.routes.talk import TalkController

ROUTES = [SeatsController, TalkController, InvitesController]
