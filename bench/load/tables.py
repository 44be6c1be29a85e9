"""Tables to measure with: real games, stored as a server would have stored them, and how each of them goes on.

A table's luck is its seed's, so how a game goes on can be played out beforehand. The players of a run then only say
their lines and listen: what they cost is little, and what is measured is the server.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import NamedTuple

import sortilege
from sortilege import OVER, Match
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import events
from sortilege.server.tables.events import Occupant
from sortilege.server.tables.seats import viewers

SOCKETS = 4  # at every table: its people, and spectators where a game has fewer seats
SCRIPTS = 24  # different games of each kind; tables beyond that are played alike


class Script(NamedTuple):
    """One game: its stored lines, the queries that open it for each seat, and its remaining decisions."""

    lines: list[bytes]
    queries: list[str]
    n: int  # decisions already made
    acts: list[tuple[int, str]]  # seat, action as JSON


class Placed(NamedTuple):
    """A stored table with its script."""

    name: str
    script: Script


def size_of(game: str) -> int:
    """Return the number of seats to use for a game."""
    return min(SOCKETS, max(sortilege.game(game).seats))


def write_script(game: str, number: int, begun: int, ahead: int) -> Script:
    """A game of random legal decisions: so many of them stored, so many to come."""
    rng = random.Random(f"{game} {number}")
    size = size_of(game)
    rules = sortilege.game(game)
    people = [viewers.Secrets(f"token {game} {number} {seat}", f"recovery {seat}") for seat in range(size)]
    names = [f"Player {seat}" for seat in range(size)]
    options = rules.new(size, {}).options
    match = Match(rules, size, {}, f"seed {game} {number}", names)
    opened = events.Opened(
        at=0, game=game, options=options, aids=False, seed=match.seed,
        occupants=[Occupant("person", name) for name in names],
        keys=[person.key(seat, host=seat == 0) for seat, person in enumerate(people)],
        invite=f"invite{number}", watch=f"watch{number}", rules=rules.rules, cards=rules.card_fingerprint(options),
    )  # fmt: skip
    steps: list[events.Played] = []
    dealt = match.log
    while len(steps) < begun + ahead and match.state.turn() != OVER:
        seat, before = match.state.turn(), len(match.ids)
        match.play(rng.choice(match.state.legal()), seat)
        done = [rules.describe(action) for action in match.ids[before:]]
        steps.append(events.Played(seat, done, match.state.outcome()))
    stored = [opened, events.Began(names, dealt), *steps[:begun]]
    acts = [(step.seat, json.dumps(step.actions[0], separators=(",", ":"))) for step in steps[begun:]]
    tokens = [f"token={person.token}".replace(" ", "%20") for person in people]
    watching = [f"watch=watch{number}"] * (SOCKETS - size)
    return Script([events.encode(event) for event in stored], tokens + watching, begun, acts)


def write_scripts(games: list[str], begun: int, ahead: int) -> list[Script]:
    """Some of each game, in turn."""
    return [write_script(game, number, begun, ahead) for number in range(SCRIPTS) for game in games]


def place(scripts: list[Script], count: int) -> list[Placed]:
    """So many tables, played by these scripts in turn."""
    return [Placed(f"bench{number:06d}", scripts[number % len(scripts)]) for number in range(count)]


def store(folder: Path, placed: list[Placed]) -> None:
    """Put them where a server finds them, in the form its store has today."""
    file = folder / "tables.sqlite3"

    async def prepared() -> None:
        database = SqliteStore(file)
        await database.open(lambda _name, _length: None)
        await database.append(placed[0].name, 0, placed[0].script.lines)
        await database.close()

    asyncio.run(prepared())
    base = sqlite3.connect(file)
    rows = ((name, n, line) for name, script in placed[1:] for n, line in enumerate(script.lines))
    base.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)
    base.commit()
    base.close()
