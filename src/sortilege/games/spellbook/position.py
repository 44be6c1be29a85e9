"""JSON positions in and out (CONTRACT: a position is consistent, though perhaps not reachable)."""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.shapes import Options, Untrusted
from sortilege.core.state import OVER, State
from sortilege.games.spellbook.box import (
    COLOURS,
    COPIES,
    PHASES,
    POOL_LIMIT,
    RUNE_LETTERS,
    SETS,
    SOLO_SPACES,
    SPACES,
    SPELLS,
    TOKEN_NAMES,
    TOKEN_NUMBERS,
    TOKENS,
    token_name,
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
    FRESH,
    LOWER,
    MORNING,
    MORNINGS,
    PHASE,
    POUCH,
    SEATS,
    SPELL,
    TRACK,
    TURN,
    board_of,
    free,
    is_solo,
    lay_card,
    level_of,
    move,
    pick,
    pool_of,
    push,
    rune_of,
    size,
    spell_of,
    spells_learned,
    top_of,
)
from sortilege.games.spellbook.rules.day import empty_table, lay_out, mornings_of
from sortilege.games.spellbook.rules.state import SpellBookState, settle

KEYS = (
    *("game", "seats", "options", "spells", "first", "day", "turn"),
    *("end_by", "altar", "discard", "players", "opponent", "then"),
)


def fresh(game: Game, seats: int, options: Options) -> State:
    """The state before the first node."""
    return SpellBookState(new_cells(seats, options), game, options)


def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """The state of a position whose game, seats and options are checked already."""
    return SpellBookState(read(position, options), game, options)


def position(state: State) -> dict[str, Any]:
    """The way back."""
    return write(state.cells, state.options)


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


def lay_spells(t: Cells, names: list[str]) -> None:
    """Lay out the seven spells; their order means nothing (SB-032)."""
    for name in names:
        spell = SPELLS.index(name)
        t[SPELL + spell // 3] = spell % 3


# ---------------------------------------------------------------- out
def is_quiet(t: Cells) -> bool:
    """Whether a seat is about to choose a whole action, or the game is over."""
    return t[PHASE] == END or (t[DEPTH] == 1 and t[top_of(t)] == CHOOSE)


def tokens_in(t: Cells, zone: int) -> str:
    """A zone as its tokens, in the order of colours and runes."""
    return " ".join(name for token, name in TOKEN_NAMES.items() for _ in range(t[zone + token]))


def spells_of(t: Cells) -> list[str]:
    """The spells in play that are known, in the order of colours."""
    return [SPELLS[spell_of(t, colour)] for colour in range(COLOURS) if t[SPELL + colour] >= 0]


def is_fresh(t: Cells, seat: int, colour: int) -> bool:
    """Whether this spell was learned on the present Day of this seat (SB-048)."""
    return seat == t[ACTIVE] and t[FRESH] >> colour & 1 == 1


def book_of(t: Cells, seat: int) -> dict[str, str]:
    """A seat's learned spells: level, rune, and a star when learned this Day."""
    return {
        SPELLS[spell_of(t, colour)]: f"{level_of(t, seat, colour)}{RUNE_LETTERS[rune_of(t, seat, colour)]}"
        + ("*" if is_fresh(t, seat, colour) else "")
        for colour in range(COLOURS)
        if level_of(t, seat, colour)
    }


def opponent_of(t: Cells) -> dict[str, str] | None:
    """What lies on the solo opponent's board (SB-201)."""
    return {"track": tokens_in(t, TRACK), "lower": tokens_in(t, LOWER)} if is_solo(t) else None


def write(t: Cells, options: Options) -> dict[str, Any]:
    """The position of a table where a seat is about to choose an action, or where the game is over."""
    if not is_quiet(t):
        raise NotQuiet("a position can be taken only where a seat is about to choose an action, or after the game")
    over = t[PHASE] == END
    return {
        "game": "spellbook",
        "seats": t[SEATS],
        "options": dict(options),
        "spells": spells_of(t),
        "first": t[FIRST],
        "day": t[DAY],
        "turn": {"seat": t[ACTIVE], "phase": "over" if over else PHASES[t[PHASE]], "mornings": t[MORNINGS]},
        "end_by": None if t[END_BY] < 0 else t[END_BY],
        "altar": tokens_in(t, ALTAR),
        "discard": tokens_in(t, DISCARD),
        "players": [
            {"pool": tokens_in(t, pool_of(s)), "board": tokens_in(t, board_of(s)), "book": book_of(t, s)}
            for s in range(t[SEATS])
        ],
        "opponent": opponent_of(t),
    }


# ---------------------------------------------------------------- in
def read(position: dict[str, Any], options: Options) -> Cells:
    """The cells of a position whose game, seats and options are checked already."""
    for key in position:
        if key not in KEYS:
            raise PositionError(key, "a position of spellbook has no such field")
    if "players" not in position:
        raise PositionError("players", "is required")
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


def whole(field: str, value: Any, low: int, high: int, rule: str = "") -> int:
    if type(value) is not int or not low <= value <= high:
        raise PositionError(field, f"is a whole number from {low} to {high}, not {value!r}", rule)
    return value


def an_object(field: str, value: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PositionError(field, f"is an object with {', '.join(keys)}, not {value!r}")
    for key in value:
        if key not in keys:
            raise PositionError(f"{field}.{key}", "there is no such field")
    return value


def read_spells(position: dict[str, Any], options: Options) -> list[str]:
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


def read_turn(turn: Any, first: int, n: int) -> tuple[int, str, int | None]:
    """Whose Day it is, its phase, and the Morning actions left if said."""
    an_object("turn", turn, ("seat", "phase", "mornings"))
    seat = whole("turn.seat", turn.get("seat", first), 0, n - 1, "SB-040")
    phase = turn.get("phase", "morning")
    if phase not in (*PHASES, "over"):
        raise PositionError("turn.phase", f"is morning, midday, evening or over, not {phase!r}", "SB-041")
    mornings = turn.get("mornings")
    if "mornings" in turn:
        whole("turn.mornings", mornings, 0, 2, "SB-042")
    return seat, phase, mornings


def read_tokens(t: Cells, field: str, value: Any, zone: int, most: int, rule: str) -> None:
    """A string of tokens goes from the pouch to a zone."""
    if not isinstance(value, str):
        raise PositionError(field, f"is a string of tokens like 'Ro Gt', not {value!r}", "SB-002")
    names = value.split()
    for name in names:
        if name not in TOKEN_NUMBERS:
            raise PositionError(field, f"there is no token {name!r}: a colour of RPGKWUY, then a rune of ots", "SB-002")
    if len(names) > most:
        raise PositionError(field, f"holds {len(names)} tokens, at most {most} are possible", rule)
    for name in names:
        leave_pouch(t, field, TOKEN_NUMBERS[name])
        move(t, POUCH, zone, TOKEN_NUMBERS[name])


def leave_pouch(t: Cells, field: str, token: int) -> None:
    if t[POUCH + token] == 0:
        raise PositionError(field, f"a token {token_name(token)} too many, there are {COPIES} of each type", "SB-001")


def read_zones(t: Cells, position: dict[str, Any]) -> None:
    """SB-003: each token lies in one zone; the pouch keeps the rest."""
    read_tokens(t, "altar", position.get("altar", ""), ALTAR, TOKENS, "SB-001")
    read_tokens(t, "discard", position.get("discard", ""), DISCARD, TOKENS, "SB-001")
    players = position["players"]
    if not isinstance(players, list) or len(players) != t[SEATS]:
        raise PositionError("players", f"is a list of {t[SEATS]}, one for each seat", "SB-020")
    for s, player in enumerate(players):
        field = f"players[{s}]"
        an_object(field, player, ("pool", "board", "book"))
        read_tokens(t, f"{field}.pool", player.get("pool", ""), pool_of(s), POOL_LIMIT, "SB-004")
        read_tokens(t, f"{field}.board", player.get("board", ""), board_of(s), SPACES, "SB-011")
        read_book(t, f"{field}.book", player.get("book", {}), s)
    opponent = position.get("opponent")
    if opponent is not None and not is_solo(t):
        raise PositionError("opponent", "only a solo game has the virtual opponent", "SB-201")
    if opponent is not None:
        an_object("opponent", opponent, ("track", "lower"))
        read_tokens(t, "opponent.track", opponent.get("track", ""), TRACK, SOLO_SPACES, "SB-201")
        read_tokens(t, "opponent.lower", opponent.get("lower", ""), LOWER, TOKENS, "SB-001")


def read_book(t: Cells, field: str, book: Any, seat: int) -> None:
    """SB-008: each learned spell holds one token of its colour, at level 3, 4 or 5."""
    if not isinstance(book, dict):
        raise PositionError(field, "is an object of spells and levels like {'sacrifice': '4o'}", "SB-008")
    for name, told in book.items():
        here = f"{field}.{name}"
        if name not in spells_of(t):
            raise PositionError(here, "this spell is not in play", "SB-031")
        if not isinstance(told, str) or len(told.rstrip("*")) != 2 or len(told) > 3 or told[1] not in RUNE_LETTERS:
            raise PositionError(here, f"is a level and a rune like '4o', and a * if new, not {told!r}", "SB-008")
        if told[0] not in "345":
            raise PositionError(here, f"a level is 3, 4 or 5, not {told[0]}", "SB-010")
        colour = SPELLS.index(name) // 3
        rune = RUNE_LETTERS.index(told[1])
        leave_pouch(t, here, colour * 4 + rune)
        pick(t, POUCH, colour * 4 + rune)
        lay_card(t, seat, colour, int(told[0]), rune)
        if told.endswith("*") and seat == t[ACTIVE]:
            t[FRESH] |= 1 << colour


def read_end(t: Cells, position: dict[str, Any], phase: str) -> None:
    """SB-160, SB-161: somebody has seven spells or a full board exactly when the end was triggered."""
    n = t[SEATS]
    order = [(t[FIRST] + i) % n for i in range(n)]
    done = [s for s in order if spells_learned(t, s) == COLOURS or free(t, s) == 0]
    told = position.get("end_by", done[0] if done else None)
    if told is None:
        if done:
            raise PositionError("end_by", f"seat {done[0]} has seven spells or a full board", "SB-160")
    elif whole("end_by", told, 0, n - 1, "SB-160") not in done:
        raise PositionError("end_by", f"seat {told} has neither seven spells nor a full board", "SB-160")
    else:
        t[END_BY] = told
    outrun = is_solo(t) and size(t, TRACK) == SOLO_SPACES
    if outrun and phase != "over":
        raise PositionError("opponent.track", "the last space is filled: the game is over", "SB-211")
    if phase == "over" and told is None and not outrun:
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
