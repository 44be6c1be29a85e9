"""The list "my games": the tables of one person and statistics of their finished games. Only that person sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args
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
    """Return the games of a person with statistics. The running games in which it is the person's turn come first."""
    by_table: dict[str, MyGame] = {}
    loaded_tables = 0
    for link in await people.links(person):
        if link.table in by_table:
            continue
        if link.summary is not None:
            by_table[link.table] = decoder.decode(link.summary)
        elif loaded_tables < MAX_LOADED:
            loaded_tables += 1
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
    """Return the summary of the game at a table to which a person is linked. Return None if the table was deleted or
    the person no longer has the seat. If the game is over, store its summary for the next request."""
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
        await people.store_summary(person, link.table, encoder.encode(game).decode())
    return game


def game_summary(table: Table, seat: int | None, joined_at: int) -> MyGame:
    """Return the summary of the game at a table for the person in this seat, or for a spectator (`seat` None)."""
    state = table.state
    turn = seat_to_move(state)
    is_my_turn = seat is not None and turn == seat
    is_replaced_by_bot = seat is not None and state.occupants[seat].level is not None
    outcome = state.match.state.outcome() if state.match is not None and state.over() else None
    winners: list[int] = outcome["winners"] if outcome else winners_by_resignation(state)
    has_result = state.ended is None or bool(winners)
    is_copied_game = state.opened.start is not None
    return MyGame(
        table=table.name,
        game=state.opened.game,
        at=joined_at,
        seat=seat,
        seats=[MySeat(occupant.name, occupant.kind, occupant.level) for occupant in state.occupants],
        phase=phase_of(state),
        turn=turn,
        mine=is_my_turn and not is_replaced_by_bot,
        winners=winners,
        scores=outcome["scores"] if outcome else [],
        won=seat in winners,
        counts=seat is not None and has_result and not is_copied_game,
        watch=urlsplit(table.watch_path()).query if seat is None else "",
        ended=state.ended,
    )


def phase_of(state: TableState) -> Literal["waiting", "playing", "over"]:
    """Return whether a game has not started ("waiting"), is running ("playing") or is over."""
    if state.match is None:
        return "waiting"
    return "over" if state.over() else "playing"


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


def strongest_bot_level(game: MyGame) -> Level | None:
    """Return the level of the strongest bot among the other players, or None if no bot played."""
    levels = [seat.level for _, seat in other_seats(game) if seat.kind == "bot" and seat.level is not None]
    return max(levels, key=LEVELS.index, default=None)


def tallies(games: Iterable[MyGame]) -> list[Tally]:
    """Count how many games were played and won, separately for each game, number of seats and strongest bot."""
    by_key: dict[tuple[str, int, Level | None], Tally] = {}
    for game in games:
        seats, level = len(game.seats), strongest_bot_level(game)
        tally = by_key.setdefault((game.game, seats, level), Tally(game.game, seats, level, played=0, won=0))
        tally.played += 1
        tally.won += game.won
    levels = (None, *LEVELS)
    return sorted(by_key.values(), key=lambda tally: (tally.game, tally.seats, levels.index(tally.level)))


def series(games: Iterable[MyGame]) -> list[Series]:
    """Count the games that were played and won against each group of people. The group with the most games comes first.
    People are recognised only by name, so that nobody learns that two names belong to one person."""
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
        for index, (_, seat) in enumerate(people):
            result.theirs[index] += seat in game.winners
    return sorted(by_names.values(), key=lambda result: -result.played)


def solo_bests(games: Iterable[MyGame]) -> list[SoloBest]:
    """Return the highest score in each game that the person played alone."""
    best_by_game: dict[str, SoloBest] = {}
    for game in games:
        if len(game.seats) == 1 and game.seat is not None:
            score = game.scores[game.seat]
            best = best_by_game.get(game.game)
            if best is None or score > best.score:
                best_by_game[game.game] = SoloBest(game.game, score, game.table)
    return [best_by_game[name] for name in sorted(best_by_game)]
