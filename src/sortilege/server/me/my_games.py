"""The list "my games": the tables of one person and statistics of their finished games. Only that person sees it."""

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
MOST_READ: Final = 40  # tables that are loaded for one response; the summary of a finished game is stored
MOST_FINISHED: Final = 100  # newest finished games in one response; the statistics count all
encoder = msgspec.json.Encoder()
decoder: Final = msgspec.json.Decoder(MyGame)


async def my_games(tables: TableRegistry, people: People, person: Person) -> MyGames:
    """Return the person's running games, those where it is their turn first, and their finished games with
    statistics."""
    by_table: dict[str, MyGame] = {}
    tables_read = 0
    for link in await people.links(person):
        if link.table in by_table:
            continue
        if link.ended is not None:
            by_table[link.table] = decoder.decode(link.ended)
        elif tables_read < MOST_READ:
            tables_read += 1
            game = await current_game(tables, people, person, link)
            if game is not None:
                by_table[link.table] = game
    running = [game for game in by_table.values() if game.phase != "over"]
    finished = [game for game in by_table.values() if game.phase == "over"]
    counted = [game for game in finished if game.counts]
    return MyGames(
        running=sorted(running, key=lambda game: (not game.mine, game.phase == "waiting")),
        finished=finished[:MOST_FINISHED],
        results=tallies(counted),
        series=series(counted),
        solo=solo_bests(counted),
    )


async def current_game(tables: TableRegistry, people: People, person: Person, link: SeatLink) -> MyGame | None:
    """Return the current summary of a table; None if it was deleted or the person no longer has the seat. The summary
    of a finished game is stored."""
    try:
        table = await tables.load(link.table)
    except Denied as error:
        if error.status == NOT_FOUND:
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
    """Return the summary of a table for the person in this seat; None is a spectator."""
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
        seats=[MySeat(occupant.name, occupant.kind, occupant.level) for occupant in state.occupants],
        phase="waiting" if match is None else "over" if over else "playing",
        turn=turn if turn >= 0 and not state.replay_error else None,
        mine=seat is not None and turn == seat and state.occupants[seat].level is None and not state.replay_error,
        winners=winners,
        scores=outcome["scores"] if outcome else [],
        won=seat in winners,
        counts=seat is not None and state.opened.start is None and (state.ended is None or bool(winners)),
        watch=table.watch_path().partition("?")[2] if seat is None else "",
        ended=state.ended,
    )


def winners_by_resignation(state: TableState) -> list[int]:
    """Return the winners of a game that ended by resignation: everybody who did not resign. [] in other cases."""
    if state.ended is None or state.ended.seat is None:
        return []
    return [seat for seat in range(len(state.occupants)) if seat != state.ended.seat]


# ---------------------------------------------------------------- statistics
def others(game: MyGame) -> list[MySeat]:
    """Return the seats of the other players."""
    return [seat for at, seat in enumerate(game.seats) if at != game.seat]


def level_of(game: MyGame) -> Level | None:
    """Return the level of the strongest bot among the others; None if there was no bot."""
    levels = [seat.level for seat in others(game) if seat.kind == "bot" and seat.level is not None]
    return max(levels, key=LEVELS.index, default=None)


def tallies(games: Iterable[MyGame]) -> list[Tally]:
    """Count games played and won by game, number of seats and the strongest bot among the others."""
    by_key: dict[tuple[str, int, Level | None], Tally] = {}
    for game in games:
        key = game.game, len(game.seats), level_of(game)
        tally = by_key.setdefault(key, Tally(*key, played=0, won=0))
        tally.played += 1
        tally.won += game.won
    rank = {level: at for at, level in enumerate((None, *LEVELS))}
    return sorted(by_key.values(), key=lambda tally: (tally.game, tally.seats, rank[tally.level]))


def series(games: Iterable[MyGame]) -> list[Series]:
    """Return the results against the same people, most played first. People are identified only by their names at the
    table, so that nobody learns that two names belong to one person."""
    by_key: dict[tuple[str, ...], Series] = {}
    for game in games:
        rivals = sorted(
            ((at, seat.name) for at, seat in enumerate(game.seats) if at != game.seat and seat.kind == "person"),
            key=lambda rival: rival[1].casefold(),
        )
        if not rivals:
            continue
        names = [name for _, name in rivals]
        result = by_key.setdefault(tuple(name.casefold() for name in names), Series(names, 0, 0, [0] * len(names)))
        result.played += 1
        result.mine += game.won
        result.theirs = [wins + (at in game.winners) for wins, (at, _) in zip(result.theirs, rivals, strict=True)]
    return sorted(by_key.values(), key=lambda result: -result.played)


def solo_bests(games: Iterable[MyGame]) -> list[SoloBest]:
    """Return the best score in each game that the person played alone."""
    best: dict[str, SoloBest] = {}
    for game in games:
        if len(game.seats) == 1 and game.seat is not None:
            score = game.scores[game.seat]
            if game.game not in best or score > best[game.game].score:
                best[game.game] = SoloBest(game.game, score, game.table)
    return [best[name] for name in sorted(best)]
