"""What calls are given: the tables, the people, the lessons and puzzles, how often one address may ask."""

from __future__ import annotations

from typing import NamedTuple

from litestar.di import NamedDependency
from litestar.params import FromQuery

from sortilege.server.daily import Days
from sortilege.server.lessons import Lessons
from sortilege.server.limits import Limit
from sortilege.server.people import People
from sortilege.server.puzzles import Puzzles
from sortilege.server.records import Records
from sortilege.server.replay import Replays
from sortilege.server.reviews import Reviews
from sortilege.server.settings import Settings
from sortilege.server.tables import Tables


class Links(NamedTuple):
    """The codes of invite and spectator links in a query. They are read in auth.py; they are declared here so that the
    OpenAPI schema lists them."""

    watch: str
    join: str


def links(watch: FromQuery[str] = "", join: FromQuery[str] = "") -> Links:
    return Links(watch, join)


TheLinks = NamedDependency[Links]
AllTables = NamedDependency[Tables]
ThePeople = NamedDependency[People]
TheRecords = NamedDependency[Records]
TheLessons = NamedDependency[Lessons]
ThePuzzles = NamedDependency[Puzzles]
TheDays = NamedDependency[Days]


class Limits:
    """How often one address may ask for what costs something."""

    def __init__(self, settings: Settings) -> None:
        self.tables = Limit(settings.new_tables, "many_tables")
        self.sitting = Limit(settings.sittings, "many_sitting")
        self.recovery = Limit(settings.recovery_codes, "many_codes")
        self.invite_codes = Limit(settings.invite_codes, "many_invite_codes")
        self.wrong_invite_codes = Limit(settings.wrong_invite_codes, "many_wrong_invite_codes")
        self.people = Limit(settings.new_people, "many_people")
        self.devices = Limit(settings.device_codes, "many_device_codes")
        self.records = Limit(settings.records, "many_records")
        self.looking = Limit(settings.looks, "many_requests")
        self.replays = Limit(settings.replays, "many_replays")
        self.notices = Limit(settings.notice_ways, "many_notices")
        self.attempts = Limit(settings.attempts, "many_requests")


TheReplays = NamedDependency[Replays]
TheReviews = NamedDependency[Reviews]
TheLimits = NamedDependency[Limits]
