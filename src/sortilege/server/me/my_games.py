"""My games: the tables of one person, and what their finished games come to. Told to that person alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

import msgspec

from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.me.deletion import is_record
from sortilege.server.me.messages import MyGame, MyGames, MySeat, Series, SoloBest, Tally
from sortilege.server.people.identity import People, Person, SeatLink
from sortilege.server.tables.registry import TableRegistry
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from sortilege.server.text import Level

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
MOST_LOOKED_UP: Final = 40  # tables read for one answer; what has ended is looked up once and for all
MOST_FINISHED: Final = 100  # finished games in one answer, the newest; all of them are counted
encoder = msgspec.json.Encoder()
decoder: Final = msgspec.json.Decoder(MyGame)


async def my_games(tables: TableRegistry, people: People, person: Person) -> MyGames:
    """Their tables: those where it is their turn first, then the others that go on, and what has ended."""
    found: dict[str, MyGame] = {}
    looked_up = 0
    for link in await people.links(person):
        if link.table in found:
            continue
        if link.ended is not None:
            found[link.table] = decoder.decode(link.ended)
        elif looked_up < MOST_LOOKED_UP:
            looked_up += 1
            game = await look_up(tables, people, person, link)
            if game is not None:
                found[link.table] = game
    running = [game for game in found.values() if game.phase != "over"]
    finished = [game for game in found.values() if game.phase == "over"]
    counted = [game for game in finished if game.counts]
    return MyGames(
        running=sorted(running, key=lambda game: (not game.mine, game.phase == "waiting")),
        finished=finished[:MOST_FINISHED],
        results=tallies(counted),
        series=series(counted),
        solo=solo_bests(counted),
    )


async def look_up(tables: TableRegistry, people: People, person: Person, link: SeatLink) -> MyGame | None:
    """One table as it is now; None where it is gone, or the seat is theirs no longer."""
    try:
        table = await tables.table(link.table)
    except Denied as off:
        if off.status == NOT_FOUND:
            await people.unlink(person, link.table)
        return None
    key = table.state.keys.get(link.token)
    if key is None and not is_record(table.state):
        return None
    game = summary(table, key.seat if key is not None else None, link.at)
    if game.phase == "over":
        await people.store_ending(person, link.table, encoder.encode(game).decode())
    return game


def summary(table: Table, seat: int | None, at: int) -> MyGame:
    """A table in short, as somebody in this seat (None: looking on) may know it."""
    state = table.state
    match, over = state.match, state.over()
    turn = match.state.turn() if match is not None else -1
    outcome = match.state.outcome() if match is not None and over else None
    winners: list[int] = outcome["winners"] if outcome else winners_by_resignation(state)
    return MyGame(
        table=table.name,
        game=state.opened.game,
        at=at,
        seat=seat,
        seats=[MySeat(chair.name, chair.kind, chair.level) for chair in state.chairs],
        phase="waiting" if match is None else "over" if over else "playing",
        turn=turn if turn >= 0 and not state.replay_error else None,
        mine=seat is not None and turn == seat and state.chairs[seat].level is None and not state.replay_error,
        winners=winners,
        scores=outcome["scores"] if outcome else [],
        won=seat in winners,
        counts=seat is not None and state.opened.start is None and (state.ended is None or bool(winners)),
        watch=table.watch_path().partition("?")[2] if seat is None else "",
        ended=state.ended,
    )


def winners_by_resignation(state: TableState) -> list[int]:
    """Whoever did not resign; the game itself has no outcome then."""
    if state.ended is None or state.ended.seat is None:
        return []
    return [seat for seat in range(len(state.chairs)) if seat != state.ended.seat]


# ---------------------------------------------------------------- what they come to
def others(game: MyGame) -> list[MySeat]:
    return [seat for at, seat in enumerate(game.seats) if at != game.seat]


def level_of(game: MyGame) -> Level | None:
    """The strongest bot among the others; None where people alone played, or nobody."""
    levels = [seat.level for seat in others(game) if seat.kind == "bot" and seat.level is not None]
    return max(levels, key=LEVELS.index, default=None)


def tallies(games: Iterable[MyGame]) -> list[Tally]:
    """Games played and won, by game, size and the strongest bot among the others."""
    found: dict[tuple[str, int, Level | None], Tally] = {}
    for game in games:
        key = game.game, len(game.seats), level_of(game)
        tally = found.setdefault(key, Tally(*key, played=0, won=0))
        tally.played += 1
        tally.won += game.won
    rank = {level: at for at, level in enumerate((None, *LEVELS))}
    return sorted(found.values(), key=lambda tally: (tally.game, tally.seats, rank[tally.level]))


def series(games: Iterable[MyGame]) -> list[Series]:
    """Scores against the same people, known by the names they sat down with: nobody is told that two names are one
    person's. Most played first."""
    found: dict[tuple[str, ...], Series] = {}
    for game in games:
        rivals = sorted(
            ((at, seat.name) for at, seat in enumerate(game.seats) if at != game.seat and seat.kind == "person"),
            key=lambda rival: rival[1].casefold(),
        )
        if not rivals:
            continue
        names = [name for _, name in rivals]
        one = found.setdefault(tuple(name.casefold() for name in names), Series(names, 0, 0, [0] * len(names)))
        one.played += 1
        one.mine += game.won
        one.theirs = [wins + (at in game.winners) for wins, (at, _) in zip(one.theirs, rivals, strict=True)]
    return sorted(found.values(), key=lambda one: -one.played)


def solo_bests(games: Iterable[MyGame]) -> list[SoloBest]:
    """The best score of each game played alone."""
    best: dict[str, SoloBest] = {}
    for game in games:
        if len(game.seats) == 1 and game.seat is not None:
            score = game.scores[game.seat]
            if game.game not in best or score > best[game.game].score:
                best[game.game] = SoloBest(game.game, score, game.table)
    return [best[name] for name in sorted(best)]
