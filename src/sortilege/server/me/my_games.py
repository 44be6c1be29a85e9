"""The list "my games": the tables of one person and statistics of their finished games. Only that person sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args
from urllib.parse import urlsplit

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
MAX_LOADED: Final = 40  # tables that are loaded for one response; the summary of a finished game is stored
MAX_FINISHED: Final = 100  # newest finished games in one response; the statistics count all
encoder = msgspec.json.Encoder()
decoder: Final = msgspec.json.Decoder(MyGame)


async def my_games(tables: TableRegistry, people: People, person: Person) -> MyGames:
    """Return the person's games with statistics. Among the running games, those where it is the person's turn come
    first."""
    by_table: dict[str, MyGame] = {}
    loaded = 0
    for link in await people.links(person):
        if link.table in by_table:
            continue
        if link.ended is not None:
            by_table[link.table] = decoder.decode(link.ended)
        elif loaded < MAX_LOADED:
            loaded += 1
            game = await current_game(tables, people, person, link)
            if game is not None:
                by_table[link.table] = game
    running = [game for game in by_table.values() if game.phase != "over"]
    finished = [game for game in by_table.values() if game.phase == "over"]
    in_statistics = [game for game in finished if game.counts]
    return MyGames(
        running=sorted(running, key=lambda game: (not game.mine, game.phase == "waiting")),
        finished=finished[:MAX_FINISHED],
        results=tallies(in_statistics),
        series=series(in_statistics),
        solo=solo_bests(in_statistics),
    )


async def current_game(tables: TableRegistry, people: People, person: Person, link: SeatLink) -> MyGame | None:
    """Return the current summary of the table to which a person is linked. Return None if the table was deleted or the
    person no longer has the seat. The summary of a finished game is also stored, so that the next request can use
    it."""
    try:
        table = await tables.load(link.table)
    except Denied as error:
        if error.status == NOT_FOUND:
            await people.unlink(person, link.table)
        return None
    key = table.state.keys.get(link.token)
    if key is None and not is_record(table.state):
        return None
    game = game_summary(table, key.seat if key is not None else None, link.at)
    if game.phase == "over":
        await people.store_ending(person, link.table, encoder.encode(game).decode())
    return game


def game_summary(table: Table, seat: int | None, joined_at: int) -> MyGame:
    """Return the summary of a table for the person in this seat, or for a spectator (None)."""
    state = table.state
    match, over = state.match, state.over()
    turn = seat_to_move(state)
    outcome = match.state.outcome() if match is not None and over else None
    winners: list[int] = outcome["winners"] if outcome else winners_by_resignation(state)
    return MyGame(
        table=table.name,
        game=state.opened.game,
        at=joined_at,
        seat=seat,
        seats=[MySeat(occupant.name, occupant.kind, occupant.level) for occupant in state.occupants],
        phase="waiting" if match is None else "over" if over else "playing",
        turn=turn,
        mine=seat is not None and turn == seat and state.occupants[seat].level is None,
        winners=winners,
        scores=outcome["scores"] if outcome else [],
        won=seat in winners,
        counts=seat is not None and state.opened.start is None and (state.ended is None or bool(winners)),
        watch=urlsplit(table.watch_path()).query if seat is None else "",
        ended=state.ended,
    )


def seat_to_move(state: TableState) -> int | None:
    """Return the seat whose turn it is. Return None if it is nobody's turn, or if the log cannot be replayed."""
    if state.match is None or state.replay_error:
        return None
    turn = state.match.state.turn()
    return turn if turn >= 0 else None  # negative: chance, or the game is over


def winners_by_resignation(state: TableState) -> list[int]:
    """If the game ended because a seat resigned, return all other seats; otherwise return []."""
    if state.ended is None or state.ended.seat is None:
        return []
    return [seat for seat in range(len(state.occupants)) if seat != state.ended.seat]


# ---------------------------------------------------------------- statistics
def other_seats(game: MyGame) -> list[tuple[int, MySeat]]:
    """Return the seats of the other players, with their numbers."""
    return [(number, seat) for number, seat in enumerate(game.seats) if number != game.seat]


def level_of(game: MyGame) -> Level | None:
    """Return the level of the strongest bot among the other players. None if no bot played."""
    levels = [seat.level for _, seat in other_seats(game) if seat.kind == "bot" and seat.level is not None]
    return max(levels, key=LEVELS.index, default=None)


def tallies(games: Iterable[MyGame]) -> list[Tally]:
    """Count how many games were played and won, separately for each game, number of seats and strongest bot."""
    by_key: dict[tuple[str, int, Level | None], Tally] = {}
    for game in games:
        key = game.game, len(game.seats), level_of(game)
        tally = by_key.setdefault(key, Tally(*key, played=0, won=0))
        tally.played += 1
        tally.won += game.won
    levels = (None, *LEVELS)
    return sorted(by_key.values(), key=lambda tally: (tally.game, tally.seats, levels.index(tally.level)))


def series(games: Iterable[MyGame]) -> list[Series]:
    """Count the games that were played and won against each group of people, most played first. People are recognised
    only by their names at the table, so that nobody learns that two names belong to one person."""
    by_names: dict[tuple[str, ...], Series] = {}
    for game in games:
        people = [(seat.name, number) for number, seat in other_seats(game) if seat.kind == "person"]
        if not people:
            continue
        people.sort(key=lambda person: person[0].casefold())
        names = [name for name, _ in people]
        key = tuple(name.casefold() for name in names)
        result = by_names.setdefault(key, Series(names, played=0, mine=0, theirs=[0] * len(names)))
        result.played += 1
        result.mine += game.won
        for place, (_, seat) in enumerate(people):
            result.theirs[place] += seat in game.winners
    return sorted(by_names.values(), key=lambda result: -result.played)


def solo_bests(games: Iterable[MyGame]) -> list[SoloBest]:
    """Return the best score in each game that the person played alone."""
    best: dict[str, SoloBest] = {}
    for game in games:
        if len(game.seats) == 1 and game.seat is not None:
            score = game.scores[game.seat]
            if game.game not in best or score > best[game.game].score:
                best[game.game] = SoloBest(game.game, score, game.table)
    return [best[name] for name in sorted(best)]
