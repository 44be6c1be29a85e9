"""Read and write JSON positions (docs/api.md). A position must be consistent; it need not be reachable."""

from __future__ import annotations

from typing import TypedDict

from sortilege.core.cells import Cells
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.positions import check_keys, whole
from sortilege.core.shapes import Options, Untrusted
from sortilege.core.state import OVER, State
from sortilege.games.spellbook.box import (
    COLOURS,
    PHASES,
    POOL_LIMIT,
    SETS,
    SOLO_SPACES,
    SPACES,
    SPELLS,
    TOKENS,
)
from sortilege.games.spellbook.layout import (
    ACTIVE,
    ALTAR,
    CHOOSE,
    DAY,
    DEPTH,
    DISCARD,
    END,
    END_BY,
    FIRST,
    LOWER,
    MORNING,
    MORNINGS,
    PHASE,
    SEATS,
    SPELL,
    TRACK,
    TURN,
    board_of,
    free,
    is_solo,
    pool_of,
    push,
    size,
    spells_learned,
    top_of,
)
from sortilege.games.spellbook.notation import (
    Day,
    Opponent,
    Player,
    day_of,
    lay_spells,
    opponent_of,
    player_of,
    read_book,
    read_tokens,
    spells_of,
    tokens_in,
)
from sortilege.games.spellbook.rules.day import empty_table, lay_out, mornings_of
from sortilege.games.spellbook.rules.state import SpellBookState, settle

FIELDS = ("spells", "first", "day", "turn", "end_by", "altar", "discard", "players", "opponent")


class Position(TypedDict):
    """A table where a seat is about to choose an action, or where the game is over."""

    game: str
    seats: int
    options: Options
    spells: list[str]
    first: int
    day: int
    turn: Day
    end_by: int | None
    altar: str
    discard: str
    players: list[Player]
    opponent: Opponent | None


def fresh(game: Game, seats: int, options: Options) -> State:
    """The state before the first node."""
    return SpellBookState(new_cells(seats, options), game, options)


def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """The state of a position whose game, seats and options are checked already."""
    return SpellBookState(read(position, options), game, options)


def new_cells(seats: int, options: Options) -> Cells:
    """The table before the first node, from settled options."""
    t = empty_table(seats)
    classic = options["lineup"] == "classic"
    for colour in range(COLOURS):
        t[SPELL + colour] = -1
    if not classic:
        lay_spells(t, lineup_of(options))
    lay_out(t, classic, options["handicap"], -1 if options["first"] == "random" else options["first"])
    settle(t)
    return t


def lineup_of(options: Options) -> list[str]:
    """The seven names an option speaks of (SB-027, SB-028, SB-030)."""
    lineup = options["lineup"]
    return list(SETS[lineup]) if isinstance(lineup, str) else list(lineup)


# ---------------------------------------------------------------- out
def is_quiet(t: Cells) -> bool:
    """Whether a seat is about to choose a whole action, or the game is over."""
    return t[PHASE] == END or (t[DEPTH] == 1 and t[top_of(t)] == CHOOSE)


def position(state: State) -> Position:
    """The way back, where a seat is about to choose an action or the game is over."""
    t = state.cells
    if not is_quiet(t):
        raise NotQuiet("a position can be taken only where a seat is about to choose an action, or after the game")
    return {
        "game": "spellbook",
        "seats": t[SEATS],
        "options": dict(state.options),
        "spells": spells_of(t),
        "first": t[FIRST],
        "day": t[DAY],
        "turn": day_of(t),
        "end_by": None if t[END_BY] < 0 else t[END_BY],
        "altar": tokens_in(t, ALTAR),
        "discard": tokens_in(t, DISCARD),
        "players": [player_of(t, s) for s in range(t[SEATS])],
        "opponent": opponent_of(t),
    }


# ---------------------------------------------------------------- in
def read(position: Untrusted, options: Options) -> Cells:
    """The cells of a position whose game, seats and options are checked already."""
    check_keys(position, "spellbook", FIELDS, required=("players",))
    n = position["seats"]
    t = empty_table(n)
    lay_spells(t, read_spells(position, options))
    t[FIRST] = whole("first", position.get("first", 0), 0, n - 1, "SB-026")
    t[DAY] = whole("day", position.get("day", 1), 1, 10**6)
    seat, phase, mornings = read_turn(position.get("turn", {}), t[FIRST], n)
    t[ACTIVE] = seat
    read_zones(t, position)
    read_end(t, position, phase)
    begin_at(t, phase, mornings)
    return t


def check_object(field: str, value: Untrusted, keys: tuple[str, ...]) -> None:
    """An object with none but these keys."""
    if not isinstance(value, dict):
        raise PositionError(field, f"is an object with {', '.join(keys)}, not {value!r}")
    for key in value:
        if key not in keys:
            raise PositionError(f"{field}.{key}", "there is no such field")


def read_spells(position: Untrusted, options: Options) -> list[str]:
    """SB-015, SB-030: one spell of each colour, in any order; without a list, those of the line-up."""
    if "spells" not in position:
        if options["lineup"] == "classic":
            raise PositionError("spells", "a classic line-up has to be told: name the seven spells", "SB-029")
        return lineup_of(options)
    names = position["spells"]
    if not isinstance(names, list):
        raise PositionError("spells", "is a list of seven spells", "SB-030")
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in SPELLS:
            raise PositionError(f"spells[{i}]", f"there is no spell {name!r}", "SB-028")
        for other in names[:i]:
            if SPELLS.index(other) // 3 == SPELLS.index(name) // 3:
                raise PositionError(f"spells[{i}]", f"{name} and {other} have the same colour", "SB-015")
    if len(names) != COLOURS:
        raise PositionError("spells", f"is a list of seven spells, one of each colour, not {len(names)}", "SB-030")
    return names


def read_turn(turn: Untrusted, first: int, n: int) -> tuple[int, str, int | None]:
    """Whose Day it is, its phase, and the Morning actions left if said."""
    check_object("turn", turn, ("seat", "phase", "mornings"))
    seat = whole("turn.seat", turn.get("seat", first), 0, n - 1, "SB-040")
    phase = turn.get("phase", "morning")
    if phase not in (*PHASES, "over"):
        raise PositionError("turn.phase", f"is morning, midday, evening or over, not {phase!r}", "SB-041")
    mornings = turn.get("mornings")
    if "mornings" in turn:
        whole("turn.mornings", mornings, 0, 2, "SB-042")
    return seat, phase, mornings


def read_zones(t: Cells, position: Untrusted) -> None:
    """SB-003: each token lies in one zone; the pouch keeps the rest."""
    read_tokens(t, "altar", position.get("altar", ""), ALTAR, TOKENS, "SB-001")
    read_tokens(t, "discard", position.get("discard", ""), DISCARD, TOKENS, "SB-001")
    players = position["players"]
    if not isinstance(players, list) or len(players) != t[SEATS]:
        raise PositionError("players", f"is a list of {t[SEATS]}, one for each seat", "SB-020")
    for s, player in enumerate(players):
        field = f"players[{s}]"
        check_object(field, player, ("pool", "board", "book"))
        read_tokens(t, f"{field}.pool", player.get("pool", ""), pool_of(s), POOL_LIMIT, "SB-004")
        read_tokens(t, f"{field}.board", player.get("board", ""), board_of(s), SPACES, "SB-011")
        read_book(t, f"{field}.book", player.get("book", {}), s)
    opponent = position.get("opponent")
    if opponent is not None and not is_solo(t):
        raise PositionError("opponent", "only a solo game has the virtual opponent", "SB-201")
    if opponent is not None:
        check_object("opponent", opponent, ("track", "lower"))
        read_tokens(t, "opponent.track", opponent.get("track", ""), TRACK, SOLO_SPACES, "SB-201")
        read_tokens(t, "opponent.lower", opponent.get("lower", ""), LOWER, TOKENS, "SB-001")


def read_end(t: Cells, position: Untrusted, phase: str) -> None:
    """SB-160, SB-161: somebody has seven spells or a full board exactly when the end was triggered."""
    n = t[SEATS]
    order = [(t[FIRST] + i) % n for i in range(n)]
    done = [s for s in order if spells_learned(t, s) == COLOURS or free(t, s) == 0]
    by = position.get("end_by", done[0] if done else None)
    if by is None:
        if done:
            raise PositionError("end_by", f"seat {done[0]} has seven spells or a full board", "SB-160")
    elif whole("end_by", by, 0, n - 1, "SB-160") not in done:
        raise PositionError("end_by", f"seat {by} has neither seven spells nor a full board", "SB-160")
    else:
        t[END_BY] = by
    outrun = is_solo(t) and size(t, TRACK) == SOLO_SPACES
    if outrun and phase != "over":
        raise PositionError("opponent.track", "the last space is filled: the game is over", "SB-211")
    if phase == "over" and by is None and not outrun:
        rule = "SB-210" if is_solo(t) else "SB-160"
        raise PositionError("turn.phase", "nobody has seven spells or a full board, so the game is not over", rule)


def begin_at(t: Cells, phase: str, mornings: int | None) -> None:
    """Set the Day to a phase; Morning actions are left only in the Morning (SB-042, SB-536)."""
    if phase == "over":
        t[PHASE], t[TURN] = END, OVER
    else:
        t[PHASE], t[TURN] = PHASES.index(phase), t[ACTIVE]
        push(t, CHOOSE, 0, 0)
    most = mornings_of(t, t[ACTIVE]) if t[PHASE] == MORNING else 0
    t[MORNINGS] = most if mornings is None else mornings
    if not min(most, 1) <= t[MORNINGS] <= most:
        rule = "SB-536" if t[MORNINGS] == 2 else "SB-042"
        raise PositionError("turn.mornings", f"{t[MORNINGS]} Morning actions cannot be left here", rule)
