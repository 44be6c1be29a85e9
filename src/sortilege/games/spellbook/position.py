"""Reads and writes JSON positions (docs/api.md). A position that is read must be consistent, but need not be one that
play can reach."""

from __future__ import annotations

from typing import TypedDict

from sortilege.core.contract.position_fields import check_keys, read_integer
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import OVER, State
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.types import Options, Untrusted
from sortilege.games.spellbook import box, notation
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.day import empty_state_vector, morning_actions, push_setup
from sortilege.games.spellbook.rules.learning import has_finished
from sortilege.games.spellbook.rules.state import SpellBookState, advance

FIELDS = ("spells", "first", "day", "turn", "end_by", "altar", "discard", "players", "opponent")


class Position(TypedDict):
    """A position in JSON: a seat is about to choose an action, or the game is over."""

    game: str
    seats: int
    options: Options
    spells: list[str]  # the seven spells in play
    first: int  # the seat of the first player
    day: int  # number of the Day, counting those of all seats
    turn: notation.Day
    end_by: int | None  # the seat that triggered the end; null before
    altar: str  # tokens such as "Ro Gt", as in all zones
    discard: str
    players: list[notation.Player]
    opponent: notation.Opponent | None


def initial_state(game: Game, seats: int, options: Options) -> State:
    """Return the state of a new game."""
    return SpellBookState(new_cells(seats, options), game, options)


def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """Return the state of a position whose game, seats and options are already checked."""
    return SpellBookState(read(position, options), game, options)


def new_cells(seats: int, options: Options) -> Cells:
    """Return the cells (the state vector) of a new game. Its first event is a random draw of a token or a spell."""
    t = empty_state_vector(seats)
    classic = options["lineup"] == "classic"
    if not classic:
        notation.set_spells(t, lineup_of(options))
    first = L.NONE if options["first"] == "random" else options["first"]
    push_setup(t, classic, options["handicap"], first)
    advance(t)
    return t


def lineup_of(options: Options) -> list[str]:
    """Return the seven spells that the `lineup` option selects by set or by name (SB-027, SB-028, SB-030)."""
    lineup = options["lineup"]
    is_set_name = isinstance(lineup, str)
    return list(box.SETS[lineup] if is_set_name else lineup)


# ---------------------------------------------------------------- writing
def is_quiet(t: Cells) -> bool:
    """Return whether a state can be written as a position: a seat is to choose a whole action, or the game is over."""
    return t[L.PHASE] == L.END or (t[L.DEPTH] == 1 and L.current_step(t) == L.CHOOSE)


def position(state: State) -> Position:
    """Return a state as a position in JSON. Raise NotQuiet if an action is in progress."""
    t = state.cells
    if not is_quiet(t):
        raise NotQuiet("a position can be taken only where a seat is about to choose an action, or after the game")
    return {
        "game": "spellbook",
        "seats": t[L.SEATS],
        "options": dict(state.options),
        "spells": notation.spells_of(t),
        "first": t[L.FIRST],
        "day": t[L.DAY],
        "turn": notation.day_of(t),
        "end_by": t[L.END_BY] if L.is_end_triggered(t) else None,
        "altar": notation.tokens_in(t, L.ALTAR),
        "discard": notation.tokens_in(t, L.DISCARD),
        "players": [notation.player_of(t, seat) for seat in range(t[L.SEATS])],
        "opponent": notation.opponent_of(t),
    }


# ---------------------------------------------------------------- reading
def read(position: Untrusted, options: Options) -> Cells:
    """Return the cells (the state vector) of a position, or raise PositionError if a field is invalid."""
    check_keys(position, "spellbook", FIELDS, required=("players",))
    seats = position["seats"]
    t = empty_state_vector(seats)
    notation.set_spells(t, read_spells(position, options))
    t[L.FIRST] = read_integer("first", position.get("first", 0), 0, seats - 1, "SB-026")
    t[L.DAY] = read_integer("day", position.get("day", 1), 1, 10**6)
    seat, phase, mornings = read_turn(position.get("turn", {}), t[L.FIRST], seats)
    t[L.ACTIVE] = seat
    read_zones(t, position)
    read_end_trigger(t, position, phase)
    set_phase(t, phase, mornings)
    return t


def check_object(field: str, value: Untrusted, keys: tuple[str, ...]) -> None:
    """Raise PositionError unless the value of a field is a JSON object with no other keys than `keys`."""
    if not isinstance(value, dict):
        raise PositionError(field, f"is an object with {', '.join(keys)}, not {value!r}")
    for key in value:
        if key not in keys:
            raise PositionError(f"{field}.{key}", "there is no such field")


def read_spells(position: Untrusted, options: Options) -> list[str]:
    """Return the names of the spells in play: those that the position lists, in any order, or else those of the
    `lineup` option. Raise PositionError unless there is one of each colour (SB-015, SB-030)."""
    if "spells" not in position:
        if options["lineup"] == "classic":
            raise PositionError("spells", "a classic line-up has to be told: name the seven spells", "SB-029")
        return lineup_of(options)
    names = position["spells"]
    if not isinstance(names, list):
        raise PositionError("spells", "is a list of seven spells", "SB-030")
    name_by_colour: dict[int, str] = {}
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in box.SPELLS:
            raise PositionError(f"spells[{i}]", f"there is no spell {name!r}", "SB-028")
        colour = L.spell_colour(box.SPELLS.index(name))
        if colour in name_by_colour:
            raise PositionError(f"spells[{i}]", f"{name} and {name_by_colour[colour]} have the same colour", "SB-015")
        name_by_colour[colour] = name
    if len(names) != box.COLOURS:
        raise PositionError("spells", f"is a list of seven spells, one of each colour, not {len(names)}", "SB-030")
    return names


def read_turn(turn: Untrusted, first: int, seats: int) -> tuple[int, str, int | None]:
    """Return the seat, the phase and the number of Morning actions left (None if missing) from a position's `turn`."""
    check_object("turn", turn, ("seat", "phase", "mornings"))
    seat = read_integer("turn.seat", turn.get("seat", first), 0, seats - 1, "SB-040")
    phase = turn.get("phase", "morning")
    if phase not in (*box.PHASES, "over"):
        raise PositionError("turn.phase", f"is morning, midday, evening or over, not {phase!r}", "SB-041")
    mornings = turn.get("mornings")
    if "mornings" in turn:
        read_integer("turn.mornings", mornings, 0, 2, "SB-042")
    return seat, phase, mornings


def read_zones(t: Cells, position: Untrusted) -> None:
    """Read the tokens and books of a position, and move the tokens from the pouch to their zones. Raise PositionError
    if a zone holds too many tokens, or if there are more of a type than the game has (SB-003)."""
    notation.read_tokens(t, "altar", position.get("altar", ""), L.ALTAR, box.TOKENS, "SB-001")
    notation.read_tokens(t, "discard", position.get("discard", ""), L.DISCARD, box.TOKENS, "SB-001")
    players = position["players"]
    if not isinstance(players, list) or len(players) != t[L.SEATS]:
        raise PositionError("players", f"is a list of {t[L.SEATS]}, one for each seat", "SB-020")
    for seat, player in enumerate(players):
        field = f"players[{seat}]"
        check_object(field, player, ("pool", "board", "book"))
        notation.read_tokens(t, f"{field}.pool", player.get("pool", ""), L.pool_of(seat), box.POOL_LIMIT, "SB-004")
        notation.read_tokens(t, f"{field}.board", player.get("board", ""), L.board_of(seat), box.SPACES, "SB-011")
        notation.read_book(t, f"{field}.book", player.get("book", {}), seat)
    opponent = position.get("opponent")
    if opponent is not None:
        if not L.is_solo(t):
            raise PositionError("opponent", "only a solo game has the virtual opponent", "SB-201")
        check_object("opponent", opponent, ("track", "lower"))
        notation.read_tokens(t, "opponent.track", opponent.get("track", ""), L.TRACK, box.SOLO_SPACES, "SB-201")
        notation.read_tokens(t, "opponent.lower", opponent.get("lower", ""), L.LOWER, box.TOKENS, "SB-001")


def read_end_trigger(t: Cells, position: Untrusted, phase: str) -> None:
    """Read which seat has triggered the end of the game by seven spells or a full board, by default the first such seat
    of the round. Raise PositionError if the named seat has neither, if no seat is named although one has, or if the
    phase contradicts the end of the game (SB-160, SB-161)."""
    seats = t[L.SEATS]
    round_order = [(t[L.FIRST] + i) % seats for i in range(seats)]
    finished_seats = [seat for seat in round_order if has_finished(t, seat)]
    end_by = position.get("end_by", finished_seats[0] if finished_seats else None)
    if end_by is None and finished_seats:
        raise PositionError("end_by", f"seat {finished_seats[0]} has seven spells or a full board", "SB-160")
    if end_by is not None:
        t[L.END_BY] = read_integer("end_by", end_by, 0, seats - 1, "SB-160")
        if end_by not in finished_seats:
            raise PositionError("end_by", f"seat {end_by} has neither seven spells nor a full board", "SB-160")
    if L.is_track_full(t) and phase != "over":
        raise PositionError("opponent.track", "the last space is filled: the game is over", "SB-211")
    if phase == "over" and end_by is None and not L.is_track_full(t):
        rule = "SB-210" if L.is_solo(t) else "SB-160"
        raise PositionError("turn.phase", "nobody has seven spells or a full board, so the game is not over", rule)


def set_phase(t: Cells, phase: str, mornings: int | None) -> None:
    """Set the phase of a position, such as "midday", and the number of Morning actions left (None for as many as at the
    start of the phase). Raise PositionError if this number is not possible (SB-042, SB-536)."""
    if phase == "over":
        t[L.PHASE], t[L.TURN] = L.END, OVER
    else:
        t[L.PHASE], t[L.TURN] = box.PHASES.index(phase), t[L.ACTIVE]
        L.push_step(t, L.CHOOSE)
    is_morning = t[L.PHASE] == L.MORNING
    min_mornings = 1 if is_morning else 0
    max_mornings = morning_actions(t, t[L.ACTIVE]) if is_morning else 0
    t[L.MORNINGS] = max_mornings if mornings is None else mornings
    if not min_mornings <= t[L.MORNINGS] <= max_mornings:
        rule = "SB-536" if t[L.MORNINGS] == 2 else "SB-042"
        raise PositionError("turn.mornings", f"{t[L.MORNINGS]} Morning actions cannot be left here", rule)
