"""Writes tokens, books and Days as JSON and reads them; positions, views and the log share these formats.

A zone is written as its tokens, ordered by colour and rune: "Ro Rt Gs". A book maps each learned spell to its level and
the rune of its token, with a star if it was learned this Day: "4o", "3t*".
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.core.errors import PositionError
from sortilege.core.types import Untrusted
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L

Phase = Literal["morning", "midday", "evening", "night", "setup", "over"]
PHASE_NAMES: Final[tuple[Phase, ...]] = ("morning", "midday", "evening", "night", "setup", "over")
ZONE_NAMES: Final = {
    L.POUCH: "pouch",
    L.DISCARD: "discard",
    L.ALTAR: "altar",
    L.SPENT: "spent",
    L.TRACK: "track",
    L.LOWER: "lower",
}


class Day(TypedDict):
    """The present Day, which is the turn of one seat."""

    seat: int
    phase: Phase
    mornings: int  # number of Morning actions left: usually 1, then 0; 2 at first with Swiftness at level 5


class Player(TypedDict):
    """The tokens and learned spells of a seat."""

    pool: str  # the tokens, such as "Ro Gt"
    board: str  # the tokens stored on the Familiar board
    book: dict[str, str]  # by spell: its level and rune, with a star if it was learned this Day, such as "3t*"


class Opponent(TypedDict):
    """The tokens on the solo opponent's track and in its lower area, such as "Ro Gt"."""

    track: str
    lower: str


# ---------------------------------------------------------------- writing
def tokens_in(t: Cells, zone: int) -> str:
    """Return the tokens of a zone as a string, each with its colour and rune: "Ro Ro Gt"."""
    return " ".join([name for token, name in box.TOKEN_NAMES.items() for _ in range(t[zone + token])])


def spells_of(t: Cells) -> list[str]:
    """Return the names of the spells in play, ordered by colour, without the spells that are not drawn yet."""
    return [box.SPELLS[L.spell_of(t, colour)] for colour in range(box.COLOURS) if L.is_spell_known(t, colour)]


def day_of(t: Cells) -> Day:
    return {"seat": t[L.ACTIVE], "phase": PHASE_NAMES[t[L.PHASE]], "mornings": t[L.MORNINGS]}


def player_of(t: Cells, seat: int) -> Player:
    return {"pool": tokens_in(t, L.pool_of(seat)), "board": tokens_in(t, L.board_of(seat)), "book": book_of(t, seat)}


def book_of(t: Cells, seat: int) -> dict[str, str]:
    """Return a seat's learned spells with level and rune, and a star if learned this Day: {"feast": "3t*"}."""
    book = {}
    for colour in range(box.COLOURS):
        level = L.level_of(t, seat, colour)
        if level > 0:
            star = "*" if seat == t[L.ACTIVE] and L.was_learned_today(t, colour) else ""
            rune = box.RUNE_LETTERS[L.card_rune(t, seat, colour)]
            book[box.SPELLS[L.spell_of(t, colour)]] = f"{level}{rune}{star}"
    return book


def opponent_of(t: Cells) -> Opponent | None:
    """Return the solo opponent's tokens, or None in a game with several seats (SB-201)."""
    return {"track": tokens_in(t, L.TRACK), "lower": tokens_in(t, L.LOWER)} if L.is_solo(t) else None


def zone_name(zone: int) -> str:
    """Return the name of a zone in views and logs: "altar", "lower", "pool 0" (of seat 0), "board 0", …"""
    if zone in ZONE_NAMES:
        return ZONE_NAMES[zone]
    seat, offset_in_seat = divmod(zone - L.PLAYERS, L.PLAYER_CELLS)
    return f"board {seat}" if offset_in_seat == L.BOARD_OFFSET else f"pool {seat}"


# ---------------------------------------------------------------- reading
def set_spells(t: Cells, names: list[str]) -> None:
    """Set the spells in play; their order does not matter (SB-032)."""
    for name in names:
        L.put_in_play(t, box.SPELLS.index(name))


def read_tokens(t: Cells, field: str, value: Untrusted, zone: int, limit: int, rule: str) -> None:
    """Read a field of a position that lists the tokens of a zone, such as "Ro Gt", and move them from the pouch to the
    zone. Raise PositionError for an invalid value, for tokens that the pouch does not have, and for more than `limit`
    tokens, which violates `rule`."""
    if not isinstance(value, str):
        raise PositionError(field, f"is a string of tokens like 'Ro Gt', not {value!r}", "SB-002")
    names = value.split()
    for name in names:
        if name not in box.TOKEN_NUMBERS:
            raise PositionError(field, f"there is no token {name!r}: a colour of RPGKWUY, then a rune of ots", "SB-002")
    if len(names) > limit:
        raise PositionError(field, f"holds {len(names)} tokens, at most {limit} are possible", rule)
    for name in names:
        check_supply(t, field, box.TOKEN_NUMBERS[name])
        L.move_token(t, L.POUCH, zone, box.TOKEN_NUMBERS[name])


def check_supply(t: Cells, field: str, token: int) -> None:
    """Raise PositionError about a field that names a token type of which none is left in the pouch (SB-001)."""
    if t[L.POUCH + token] == 0:
        message = f"a token {box.token_name(token)} too many, there are {box.COPIES} of each type"
        raise PositionError(field, message, "SB-001")


def read_book(t: Cells, field: str, book: Untrusted, seat: int) -> None:
    """Read a field of a position with the learned spells of a seat, such as {"sacrifice": "4o"}, and take the tokens on
    their cards from the pouch. Raise PositionError if an entry is not valid (SB-008)."""
    if not isinstance(book, dict):
        raise PositionError(field, "is an object of spells and levels like {'sacrifice': '4o'}", "SB-008")
    for name, entry in book.items():
        path = f"{field}.{name}"
        if name not in spells_of(t):
            raise PositionError(path, "this spell is not in play", "SB-031")
        if not isinstance(entry, str) or not re.fullmatch(r".[ots]\*?", entry):
            raise PositionError(path, f"is a level and a rune like '4o', and a * if new, not {entry!r}", "SB-008")
        level, rune_letter, is_new = entry[0], entry[1], entry.endswith("*")
        if level not in "345":
            raise PositionError(path, f"a level is 3, 4 or 5, not {level}", "SB-010")
        colour = L.spell_colour(box.SPELLS.index(name))
        rune = box.RUNE_LETTERS.index(rune_letter)
        check_supply(t, path, L.token_of(colour, rune))
        L.remove_token(t, L.POUCH, L.token_of(colour, rune))
        L.set_learned(t, seat, colour, int(level), rune)
        if is_new and seat == t[L.ACTIVE]:
            L.mark_learned_today(t, colour)
