"""Reads and writes JSON positions (docs/api.md). A position must be consistent; it need not be reachable."""

from __future__ import annotations

from typing import TypedDict

from sortilege.core.contract.position_fields import check_keys, read_integer, read_list
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.types import Options, Untrusted
from sortilege.games.spell import box, notation
from sortilege.games.spell import layout as L
from sortilege.games.spell.actions import CELL_NAMES, OUTSIDE_NAMES
from sortilege.games.spell.deck import Deck, Setup, is_arena, load_deck
from sortilege.games.spell.rules.arena import CENTRE
from sortilege.games.spell.rules.ending import ends_with_round, last_round
from sortilege.games.spell.rules.setup import begin_setup, empty_state_vector
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.rules.turn import capture, discard

UNUSED: notation.Used = {"mage": False, "upheaves": 0, "special": False, "levels": []}


class Position(TypedDict):
    """A position in JSON. In a position a side may choose any action of its turn, or the game is over. Sides are `k`
    for black and `p` for purple."""

    game: str  # the name of the game
    seats: int  # the number of seats
    options: Options  # the options of the table
    arena: list[str]  # four rows of K and P for active tiles, k, p, N for the neutral one and . for the hole
    mages: dict[box.Side, list[str]]  # the cells of each side's mages
    elementals: dict[box.Side, list[str]]  # the cells of each side's elementals
    special: dict[box.Side, str | None]  # the outside cell of each side's special tile
    turn: box.Side | None  # null at the end of the game
    round: int  # the number of the round, from 1
    gem: box.Side  # the side that plays first in every round
    score: dict[box.Side, int]  # the points of each side
    used: notation.Used  # what the side on turn has used up
    runes: dict[str, list[str | None]]  # by level: the card on the pile and the one beside it
    hands: dict[box.Side, list[str]]  # the captured cards
    discard: list[str]  # oldest first
    amulets: dict[box.Side, str | None]  # the amulet of each side; null for none


REQUIRED = ("arena", "mages", "turn", "round", "gem", "runes")


def deck_of(state: State) -> Deck:
    """Return the deck with which a match is played, even if the file of the deck was replaced during the match."""
    assert isinstance(state, SpellState)
    assert isinstance(state.deck, Deck)
    return state.deck


def initial_state(game: Game, seats: int, options: Options) -> State:
    """Return the state of a new game."""
    deck = load_deck(options["deck"])
    return SpellState(new_cells(options, deck), game, options, deck.runes, deck)


def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """Return the state of a position in JSON. `options` are its options, already checked. Raise PositionError if the
    position is invalid."""
    deck = load_deck(options["deck"])
    return SpellState(read(position, options, deck), game, options, deck.runes, deck)


def position(state: State) -> Position:
    """Return the position of a state in JSON."""
    return write(state.cells, state.options, deck_of(state))


def new_cells(options: Options, deck: Deck) -> Cells:
    """Return the state vector of a new game with these options."""
    t = empty_with_options(options, deck)
    if t[L.SOLO]:
        t[L.GEM_HOLDER] = L.PURPLE  # SP-301
        set_solo_setup(t, deck.setups[options["setup"]])
        begin_setup(t)
    elif options["first"] == "random":
        t[L.PHASE] = L.FIRST_PLAYER
    else:
        t[L.GEM_HOLDER] = box.SIDES.index(options["first"])
        begin_setup(t)
    return t


def empty_with_options(options: Options, deck: Deck) -> Cells:
    """Return the state vector of a table without tiles, figures and face-up cards, with these options."""
    t = empty_state_vector(deck.runes)
    t[L.SOLO] = int(options["mode"] == "solo")
    t[L.ASYMMETRIC] = int(options["mode"] == "asymmetric")
    t[L.TOURNAMENT] = int(options["tournament"])
    t[L.HARD] = int(options["difficulty"] == "hard")
    t[L.CENTRAL_HOLE] = int(options["central_hole"])
    t[L.KEEP_BORDER_HOLE] = int(options["keep_border_hole"])
    return t


def set_solo_setup(t: Cells, setup: Setup) -> None:
    """Set the tiles and mages of a solo game as printed in its set-up (SP-302)."""
    set_tiles(t, "".join(setup.arena))
    for side, letter in enumerate(box.SIDES):
        t[L.MAGES + side] = 1 << CELL_NAMES.index(setup.mages[letter])


def set_tiles(t: Cells, tiles: str) -> None:
    """Set the tiles and the hole from the sixteen letters of an arena, row by row."""
    for side, letters in enumerate(("Kk", "Pp")):
        t[L.TILES + side] = sum(1 << cell for cell, tile in enumerate(tiles) if tile in letters)
    t[L.ACTIVE_TILES] = sum(1 << cell for cell, tile in enumerate(tiles) if tile in "KP")
    t[L.NEUTRAL] = 1 << tiles.index("N")
    t[L.HOLE] = tiles.index(".")


# ---------------------------------------------------------------- writing
def write(t: Cells, options: Options, deck: Deck) -> Position:
    """Return the JSON position of a state. Raise NotQuiet before the first turn, while a spell waits for its target,
    and during the turn of the scripted opponent."""
    is_quiet = t[L.PHASE] in (L.PLAY, L.GAME_OVER)
    if not is_quiet:
        raise NotQuiet("a position can be taken only where a turn may be ended, or after the game")
    return {
        "game": "spell",
        "seats": 1 if t[L.SOLO] else 2,
        "options": dict(options),
        "arena": notation.arena_rows(t),
        "mages": notation.figure_cells(t, L.MAGES),
        "elementals": notation.figure_cells(t, L.ELEMENTALS),
        "special": notation.special_tiles(t),
        "turn": None if t[L.PHASE] == L.GAME_OVER else box.SIDES[t[L.SIDE]],
        "round": t[L.ROUND],
        "gem": box.SIDES[t[L.GEM_HOLDER]],
        "score": notation.scores(t),
        "used": notation.used_actions(t),
        "runes": notation.face_up_cards(t, deck),
        "hands": notation.hands(t, deck),
        "discard": notation.discards(t, deck),
        "amulets": notation.amulets(t),
    }


# ---------------------------------------------------------------- reading
def read(position: Untrusted, options: Options, deck: Deck) -> Cells:
    """Return the state vector of a position in JSON. Raise PositionError if the position is invalid."""
    check_keys(position, "spell", Position.__annotations__, REQUIRED)
    t = empty_with_options(options, deck)
    read_turn(t, position)
    read_amulets(t, position)
    read_arena(t, position["arena"])
    read_figures(t, position)
    read_used(t, position)
    read_cards(t, position, deck)
    read_scores(t, position, deck)
    return t


def side_entries(position: Untrusted, field: str, default: Untrusted) -> list[tuple[int, str, Untrusted]]:
    """Return the entries of a position's field that has a value for each side, such as "score": {"k": 3, "p": 5}. An
    entry is a tuple of the side (0 for k), the name for error messages ("score.k") and the value (3). If a side is
    missing, its value is the default."""
    values = position.get(field, {})
    if not isinstance(values, dict) or not set(values) <= set(box.SIDES):
        raise PositionError(field, "is an object with k and p")
    return [(side, f"{field}.{letter}", values.get(letter, default)) for side, letter in enumerate(box.SIDES)]


def read_name(field: str, value: Untrusted, names: list[str], rule: str) -> int:
    """Return the index of a field's value in a list of names. Raise PositionError if it is not one of them."""
    if not isinstance(value, str) or value not in names:
        raise PositionError(field, f"is one of {', '.join(names)}, not {value!r}", rule)
    return names.index(value)


def read_turn(t: Cells, position: Untrusted) -> None:
    """Read the gem holder (who plays first), the round and the side to move from a position into the state vector."""
    t[L.GEM_HOLDER] = read_name("gem", position["gem"], list(box.SIDES), "SP-013")
    rule = "SP-335" if last_round(t) < box.ROUNDS else "SP-222"
    t[L.ROUND] = read_integer("round", position["round"], 1, last_round(t), rule)
    if t[L.SOLO] and t[L.GEM_HOLDER] != L.PURPLE:
        raise PositionError("gem", "in solo the human, purple, holds the gem", "SP-301")
    if position["turn"] is None:
        t[L.PHASE] = L.GAME_OVER
        t[L.SIDE] = 1 - t[L.GEM_HOLDER]
        return
    t[L.PHASE] = L.PLAY
    t[L.SIDE] = read_name("turn", position["turn"], list(box.SIDES), "SP-085")
    if t[L.SOLO] and t[L.SIDE] != L.PURPLE:
        raise PositionError("turn", "in solo black's turn plays itself, so no position waits for it", "SP-305")


def read_amulets(t: Cells, position: Untrusted) -> None:
    """Read the amulet of each side from a position into the state vector. Only asymmetric games have amulets (SP-240,
    SP-241, SP-244)."""
    amulet_names = list(box.AMULETS[1:])  # the first name is "" for no amulet
    for side, field, amulet in side_entries(position, "amulets", None):
        if t[L.ASYMMETRIC]:
            t[L.AMULETS + side] = read_name(field, amulet, amulet_names, "SP-241") + 1
        elif amulet is not None:
            raise PositionError(field, "amulets belong to asymmetric games", "SP-300" if t[L.SOLO] else "SP-240")
    if t[L.AMULETS + L.BLACK] and t[L.AMULETS + L.BLACK] == t[L.AMULETS + L.PURPLE]:
        raise PositionError("amulets", "the two players never have the same amulet", "SP-244")


def read_arena(t: Cells, arena: Untrusted) -> None:
    """Read the tiles of a position's arena into the state vector, and check the number of tiles of each kind."""
    rows = read_list("arena", arena)
    if not is_arena(rows):
        raise PositionError("arena", "is four rows of four tiles", "SP-005")
    tiles = "".join(rows)
    if set(tiles) - set("KkPpN."):
        raise PositionError("arena", f"tiles are K, k, P, p, N and . for the hole, not {tiles!r}", "SP-003")
    for letters, expected, rule in box.TILE_COUNTS:
        count = sum(tiles.count(letter) for letter in letters)
        if count != expected:
            raise PositionError("arena", f"has {count} of {' or '.join(letters)}, there are {expected}", rule)
    set_tiles(t, tiles)


def read_figures(t: Cells, position: Untrusted) -> None:
    """Read the cells of the mages and elementals from a position into the state vector, and check the number of figures
    of each side."""
    for side, field, cells in side_entries(position, "mages", []):
        t[L.MAGES + side] = read_cells(t, field, cells)
        count = L.count_bits(t[L.MAGES + side])
        expected = 2 if t[L.AMULETS + side] == L.DOPPELGANGER else 1
        if count != expected:
            rule = "SP-250" if t[L.ASYMMETRIC] else "SP-021"
            raise PositionError(field, f"holds {count}, this side has {expected}", rule)
    for side, field, cells in side_entries(position, "elementals", []):
        t[L.ELEMENTALS + side] = read_cells(t, field, cells)
        count, limit = L.count_bits(t[L.ELEMENTALS + side]), L.elemental_limit(t, side)
        is_on_turn = side == t[L.SIDE] and t[L.PHASE] != L.GAME_OVER
        if count and not is_on_turn:
            raise PositionError(field, "elementals are in play only on their owner's turn", "SP-015")
        if count > limit:
            rule = "SP-250" if t[L.AMULETS + side] == L.DOPPELGANGER else "SP-183"
            raise PositionError(field, f"holds {count}, this side has {limit}", rule)


def read_cells(t: Cells, field: str, cells: Untrusted) -> int:
    """Return the mask of a list of cells on which figures stand. Raise PositionError if a cell is the hole or already
    has a figure. `field` is the name of the list for error messages."""
    mask = 0
    for i, name in enumerate(read_list(field, cells)):
        entry = f"{field}[{i}]"
        cell = read_name(entry, name, CELL_NAMES, "SP-007")
        if cell == t[L.HOLE]:
            raise PositionError(entry, f"{name} is the hole: a figure stands on a tile", "SP-007")
        if L.contains(mask | L.occupied_cells(t), cell):
            raise PositionError(entry, f"there is already a figure on {name}", "SP-006")
        mask |= 1 << cell
    return mask


def read_used(t: Cells, position: Untrusted) -> None:
    """Read what the side to move has used up this turn from a position into the state vector: the mage's action,
    upheaves, levels and the special tile."""
    used = position.get("used", {})
    if not isinstance(used, dict) or not set(used) <= set(UNUSED):
        raise PositionError("used", f"is an object with {', '.join(UNUSED)}")
    used = {**UNUSED, **used}
    if t[L.PHASE] == L.GAME_OVER and used != UNUSED:
        raise PositionError("used", "nothing is used when the game is over", "SP-210")
    for key in ("mage", "special"):
        if type(used[key]) is not bool:
            raise PositionError(f"used.{key}", f"is true or false, not {used[key]!r}")
    t[L.MAGE_USED] = int(used["mage"])
    limit = L.upheave_limit(t, t[L.SIDE])
    limit_rule = "SP-120" if limit == 1 else "SP-295"
    t[L.UPHEAVES_USED] = read_integer("used.upheaves", used["upheaves"], 0, limit, limit_rule)
    check_hole(t)
    read_claimed_levels(t, read_list("used.levels", used["levels"]))
    read_special(t, position, used["special"])


def read_claimed_levels(t: Cells, levels: list[Untrusted]) -> None:
    """Set the levels of which a card was claimed this turn. Raise PositionError if a level is repeated (SP-152)."""
    for i, level in enumerate(levels):
        entry = f"used.levels[{i}]"
        level_bit = 1 << read_integer(entry, level, 1, box.LEVELS, "SP-350")
        if t[L.CLAIMED_LEVELS] & level_bit:
            raise PositionError(entry, f"level {level} is claimed once a turn", "SP-152")
        t[L.CLAIMED_LEVELS] |= level_bit


def check_hole(t: Cells) -> None:
    """Raise PositionError if the hole is one of the four central cells although this is impossible: an upheave has
    moved it to the border (SP-016), or the options of the table exclude a hole in the middle (SP-051)."""
    if not L.contains(CENTRE, t[L.HOLE]):
        return
    if t[L.UPHEAVES_USED]:
        raise PositionError("arena", "after an upheave the hole is on the border", "SP-016")
    if not t[L.CENTRAL_HOLE] and not t[L.SOLO]:  # in solo the arena is printed, not built
        raise PositionError("arena", "no arena of this table is made with its hole in the middle", "SP-051")


def read_special(t: Cells, position: Untrusted, is_used: bool) -> None:
    """Read the outside cell of the special tile from a position into the state vector. Raise PositionError if no
    special tile can be there, or if `is_used`, the position's field "used.special", does not agree."""
    for side, field, place in side_entries(position, "special", None):
        if place is None:
            continue
        if t[L.AMULETS + side] != L.EXTRALIMITAE:
            raise PositionError(field, "only the owner of Extralimitae has a special tile", "SP-280")
        if side != t[L.SIDE] or t[L.PHASE] == L.GAME_OVER:
            raise PositionError(field, "the special tile lies out only on its owner's turn", "SP-015")
        t[L.SPECIAL] = read_name(field, place, OUTSIDE_NAMES, "SP-282")
    is_placed = t[L.SPECIAL] != L.NONE
    if is_used != is_placed:
        raise PositionError("used.special", "is true exactly while the special tile is placed", "SP-281")


def read_cards(t: Cells, position: Untrusted, deck: Deck) -> None:
    """Read the face-up, captured and discarded cards from a position into the state vector. All other cards are face
    down."""
    runes = position["runes"]
    if not isinstance(runes, dict) or set(runes) != {str(level) for level in range(1, box.LEVELS + 1)}:
        raise PositionError("runes", "is an object with 1, 2, 3 and 4", "SP-008")
    for level in range(1, box.LEVELS + 1):
        read_level(t, level, runes[str(level)], deck)
    for side, field, hand in side_entries(position, "hands", []):
        if hand and t[L.SOLO] and side != L.PURPLE:
            raise PositionError(field, "the scripted opponent holds no cards", "SP-304")
        for i, name in enumerate(read_list(field, hand)):
            card = take_card(t, f"{field}[{i}]", name, deck)
            level = deck.cards[name].level
            if level == box.LEVELS:
                raise PositionError(f"{field}[{i}]", f"{name} is of level 4, which is discarded at once", "SP-151")
            capture(t, side, card, level)
    for i, name in enumerate(read_list("discard", position.get("discard", []))):
        discard(t, take_card(t, f"discard[{i}]", name, deck))
    for level in range(1, box.LEVELS + 1):
        check_places(t, level, deck)


def read_level(t: Cells, level: int, places: Untrusted, deck: Deck) -> None:
    """Set the two face-up cards of a level from `places`, a list of the card on the pile and the card beside it, null
    for none."""
    field = f"runes.{level}"
    if len(read_list(field, places)) != 2:
        raise PositionError(field, "is [top, side], null for an empty place", "SP-008")
    for i, place in enumerate((L.TOP_CARD, L.SIDE_CARD)):
        name, entry = places[i], f"{field}[{i}]"
        if name is not None:
            card = take_card(t, entry, name, deck)
            if deck.cards[name].level != level:
                raise PositionError(entry, f"{name} is of level {deck.cards[name].level}", "SP-024")
            t[place + level] = card
            t[L.FACE_UP] |= 1 << card
    if L.contains(t[L.CLAIMED_LEVELS], level):
        t[L.CLOSED_CARDS] |= deck.runes.cards_of_level[level]


def take_card(t: Cells, field: str, name: Untrusted, deck: Deck) -> int:
    """Return the number of a card that a position names, and remove it from the face-down cards. Raise PositionError if
    the deck has no such card, or if the position names the card twice."""
    if not isinstance(name, str) or name not in deck.numbers:
        raise PositionError(field, f"there is no card {name!r} in this deck", "SP-023")
    card = deck.numbers[name]
    if not L.contains(t[L.FACE_DOWN], card):
        raise PositionError(field, f"{name} is in two places", "SP-017")
    t[L.FACE_DOWN] &= ~(1 << card)
    return card


def check_places(t: Cells, level: int, deck: Deck) -> None:
    """Raise PositionError if the places of a level's face-up cards do not agree with its pile and claims. A claim
    leaves a place empty until the turn ends. Without a claim, a place is empty only if the pile is empty."""
    has_empty_place = t[L.TOP_CARD + level] == L.NONE or t[L.SIDE_CARD + level] == L.NONE
    has_pile = t[L.FACE_DOWN] & deck.runes.cards_of_level[level] != 0
    is_claimed = L.contains(t[L.CLAIMED_LEVELS], level)
    if is_claimed and not has_empty_place:
        why = f"a card of level {level} was claimed, but both its places are filled"
        raise PositionError("used.levels", why, "SP-161")
    if has_empty_place and has_pile and not is_claimed:
        why = "a place is empty, but neither is the pile nor was a card claimed"
        raise PositionError(f"runes.{level}", why, "SP-207")


def read_scores(t: Cells, position: Untrusted, deck: Deck) -> None:
    """Read the scores from a position into the state vector. Raise PositionError if they do not agree with the captured
    and discarded cards (SP-166), or if the game should have ended before (SP-221) or should go on (SP-220)."""
    is_over = t[L.PHASE] == L.GAME_OVER
    for side, field, score in side_entries(position, "score", 0):
        t[L.SCORE + side] = read_integer(field, score, 0, box.MAX_SCORE, "SP-019")
        if not is_over and score_before_round(t, side) >= box.END_SCORE:
            why = f"with {score_before_round(t, side)} points before this round the game was over"
            raise PositionError(field, why, "SP-221")
    cards = [*notation.discards(t, deck), *notation.hand(t, L.BLACK, deck), *notation.hand(t, L.PURPLE, deck)]
    points = sum(deck.cards[name].level for name in cards)
    total = t[L.SCORE + L.BLACK] + t[L.SCORE + L.PURPLE]
    if total != points:
        raise PositionError("score", f"is {total} in all, but the cards captured and discarded give {points}", "SP-166")
    if is_over and not ends_with_round(t):
        raise PositionError("turn", "the game is over only after the last round or with 16 points", "SP-220")


def score_before_round(t: Cells, side: int) -> int:
    """Return the lowest score that a side may have had at the start of the round. For a side that has already played in
    this round it is 0, because it may have scored all points in its turn."""
    if side == t[L.SIDE]:
        return int(t[L.SCORE + side]) - sum(notation.levels_claimed(t))
    has_played = t[L.SIDE] != t[L.GEM_HOLDER]
    return 0 if has_played else int(t[L.SCORE + side])
