"""The cells of the state vector, one name per cell, and the functions that read and move tokens.

A token type is numbered `colour * 4 + rune`. A zone (pouch, altar, a pool, …) takes 32 cells, a table of 8 rows and 4
columns with sums in the margins: cell `token` counts the tokens of that type, cell `token | 3` those of its colour,
cell `28 + rune` those of its rune and cell 31 all of them. Tokens of one type are interchangeable (SB-013), so counts
are enough.

An action in progress is a stack of steps with the next one on top: "take 2 Rounds", "draw 1", "lower the card".
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook.box import POOL_LIMIT, SPACES

# phases of a Day, and the phases before and after the game
MORNING: Final = 0
MIDDAY: Final = 1
EVENING: Final = 2
NIGHT: Final = 3  # the end of a Day, when the altar is resupplied
SETUP: Final = 4
END: Final = 5

# steps: each takes three cells, (step, n, argument)
LINEUP: Final = 1  # chance: draw the spell of the next colour; n colours are left
FIRST_PLAYER: Final = 2  # chance: draw the first player
DRAW: Final = 3  # chance: draw n tokens from the pouch to the zone `argument`
CHOOSE: Final = 4  # choose an action for this phase, or skip
INSTANT: Final = 5  # choose an immediate Morning action (Swiftness)
TAKE: Final = 6  # take n altar tokens of kind `argument` into the pool
TAKE_UP_TO: Final = 7  # the same, but the seat may stop earlier
TAKE_TO_BOARD: Final = 8  # take n altar tokens directly onto the Familiar board
OTHER_TAKES: Final = 9  # seat `argument` takes n altar tokens into its pool (Blaze)
DISCARD_SOME: Final = 10  # discard n pool tokens of kind `argument`
STORE: Final = 11  # store n pool tokens of kind `argument`
SWAP_ALTAR: Final = 12  # swap n pool tokens with the altar
SWAP_BOARD: Final = 13  # swap n pool tokens with the board
LOWER_CARD: Final = 14  # automatic: the card of colour `argument` goes down a level
SWEEP: Final = 15  # discard altar tokens until `stop`; n are discarded already (Storm)
OFFER: Final = 16  # solo: give an altar token to the opponent's zone `argument`
LEARN: Final = 17  # choose the spell to learn, and its level
PLACE: Final = 18  # choose the token to place on the card
PAY: Final = 19  # pay the rest of the price
STORE_SPENT: Final = 20  # store n of the spent tokens (Communion)
FINISH_LEARNING: Final = 21  # automatic: discard the rest, check for the end, begin the instant effect
COPY: Final = 22  # choose what Clone copies with its effect of level n
CLONE_COST: Final = 23  # discard the token that Clone costs
RAISE: Final = 24  # choose the spell that Time Travel raises
RESUPPLY: Final = 25  # automatic: refill the altar
CLEAR_ALTAR: Final = 26  # automatic: discard the whole altar
NEXT_DAY: Final = 27  # automatic: begin the next seat's Day, or end the game

# kinds of tokens, as arguments of steps
ANY: Final = 0
OF_RUNE: Final = 1  # OF_RUNE + rune
STORED_COLOUR: Final = 4  # a colour that is stored on the own board (Feast)
OF_COLOUR: Final = 8  # OF_COLOUR + colour
SET_OF: Final = 16  # SET_OF + n: a colour of which the pool holds at least n (Offering)

# cells within a zone
BY_RUNE: Final = 28
SIZE: Final = 31
ZONE: Final = 32

# cells of the table
SEATS: Final = 0
TURN: Final = 1  # the seat to decide, CHANCE or OVER
PHASE: Final = 2
ACTIVE: Final = 3  # the seat whose Day it is
FIRST: Final = 4
DAY: Final = 5  # number of the Day, counting those of all seats
MORNINGS: Final = 6  # Morning actions left
END_BY: Final = 7  # the seat that triggered the end, -1 for none
LEARNED_TODAY: Final = 8  # bit mask by colour: spells that the active seat learned this Day
PHASE_ACTION: Final = 9  # id of the action chosen for this phase, -1 for none
COPIED_ACTION: Final = 10  # id of the action that Clone copies, -1 for none
LEARNING: Final = 11  # the colour of the spell being paid for, -1 for none
LEARN_LEVEL: Final = 12  # the level at which it is learned
OWED: Final = 13  # units of its price still to be paid; a wild is one unit
PLACED: Final = 14  # the token chosen for the card
WILD: Final = 15  # the rune of the wild being paid, -1 for none
WILD_OWED: Final = 16  # tokens still to be paid for it
JOKERS: Final = 17  # Transmutation: single-token wilds still allowed; -1 if wilds are triples
JOKER_RUNE: Final = 18  # Transmutation: the rune of those wilds
GIVEN_TOKEN: Final = 19  # the pool token given in the pair being swapped, -1 for none
REFRESH_DUE: Final = 20  # solo: 1 if a token has just reached a refresh space of the opponent's track
DEPTH: Final = 21  # number of steps on the stack
SPELL: Final = 22  # SPELL + colour: the set (0..2) of the spell in play, -1 while unknown
STEPS: Final = 29  # the stack, three cells a step
SWAPPED_OUT: Final = 65  # SWAPPED_OUT + token: given away by this swap, not to be taken back
SWAPPED_IN: Final = 93  # SWAPPED_IN + token: received by this swap, not to be given away again
POUCH: Final = 128
DISCARD: Final = 160
ALTAR: Final = 192
SPENT: Final = 224  # paid for a spell and not yet discarded
TRACK: Final = 256  # solo: the opponent's track
LOWER: Final = 288  # solo: the opponent's lower area
PLAYERS: Final = 320
PLAYER_SIZE: Final = 80  # cells per player: pool, board, levels, runes
BOARD_AT: Final = 32
LEVEL_AT: Final = 64  # LEVEL_AT + colour
KNOWN_AT: Final = 71  # number of learned spells
RUNE_AT: Final = 72  # RUNE_AT + colour


# ---------------------------------------------------------------- zones and players
def pool_of(seat: i64) -> i64:
    """Return the first cell of a seat's pool."""
    return PLAYERS + seat * PLAYER_SIZE


def board_of(seat: i64) -> i64:
    """Return the first cell of a seat's Familiar board."""
    return PLAYERS + seat * PLAYER_SIZE + BOARD_AT


def level_of(t: Cells, seat: i64, colour: i64) -> i64:
    """Return the level of a seat's spell, or 0 if it is not learned."""
    return t[PLAYERS + seat * PLAYER_SIZE + LEVEL_AT + colour]


def rune_of(t: Cells, seat: i64, colour: i64) -> i64:
    """Return the rune of the token on a seat's learned spell."""
    return t[PLAYERS + seat * PLAYER_SIZE + RUNE_AT + colour]


def spell_of(t: Cells, colour: i64) -> i64:
    """Return the number of the spell in play of a colour (SB-015)."""
    return colour * 3 + t[SPELL + colour]


def pool_size(t: Cells, seat: i64) -> i64:
    return t[PLAYERS + seat * PLAYER_SIZE + SIZE]


def pool_space(t: Cells, seat: i64) -> i64:
    """Return how many more tokens fit in a seat's pool (SB-004)."""
    return POOL_LIMIT - t[PLAYERS + seat * PLAYER_SIZE + SIZE]


def free_spaces(t: Cells, seat: i64) -> i64:
    """Return the number of empty spaces on a seat's Familiar board."""
    return SPACES - t[PLAYERS + seat * PLAYER_SIZE + BOARD_AT + SIZE]


def supply(t: Cells) -> i64:
    """Return how many tokens can still be drawn: those in the pouch and in the box."""
    return t[POUCH + SIZE] + t[DISCARD + SIZE]


def is_solo(t: Cells) -> bool:
    """Whether a single player faces the virtual opponent."""
    return t[SEATS] == 1


def spells_learned(t: Cells, seat: i64) -> i64:
    return t[PLAYERS + seat * PLAYER_SIZE + KNOWN_AT]


def set_learned(t: Cells, seat: i64, colour: i64, level: i64, rune: i64) -> None:
    """Mark a spell as learned by a seat, with a token of this rune on its card (SB-008)."""
    t[PLAYERS + seat * PLAYER_SIZE + LEVEL_AT + colour] = level
    t[PLAYERS + seat * PLAYER_SIZE + RUNE_AT + colour] = rune
    t[PLAYERS + seat * PLAYER_SIZE + KNOWN_AT] += 1


# ---------------------------------------------------------------- moving tokens
def add_token(t: Cells, zone: i64, token: i64) -> None:
    t[zone + token] += 1
    t[zone + (token | 3)] += 1
    t[zone + BY_RUNE + (token & 3)] += 1
    t[zone + SIZE] += 1


def remove_token(t: Cells, zone: i64, token: i64) -> None:
    t[zone + token] -= 1
    t[zone + (token | 3)] -= 1
    t[zone + BY_RUNE + (token & 3)] -= 1
    t[zone + SIZE] -= 1


def move_token(t: Cells, source: i64, target: i64, token: i64) -> None:
    """Move one token from a zone to another (SB-003)."""
    remove_token(t, source, token)
    add_token(t, target, token)


def move_all(t: Cells, source: i64, target: i64) -> None:
    """Move all tokens of a zone to another."""
    i: i64 = 0
    while i < ZONE:
        t[target + i] += t[source + i]
        t[source + i] = 0
        i += 1


# ---------------------------------------------------------------- kinds of tokens
def is_of_kind(t: Cells, seat: i64, token: i64, kind: i64) -> bool:
    """Whether a token is of a kind; some kinds depend on the board or pool of `seat`."""
    if kind == ANY:
        return True
    if kind < STORED_COLOUR:
        return (token & 3) == kind - OF_RUNE
    if kind == STORED_COLOUR:
        return t[board_of(seat) + (token | 3)] > 0
    if kind < SET_OF:
        return (token >> 2) == kind - OF_COLOUR
    return t[pool_of(seat) + (token | 3)] >= kind - SET_OF


def count_kind(t: Cells, zone: i64, seat: i64, kind: i64) -> i64:
    """Count the tokens of a kind in a zone; some kinds depend on the board or pool of `seat`."""
    if kind == ANY:
        return t[zone + SIZE]
    if kind < STORED_COLOUR:
        return t[zone + BY_RUNE + kind - OF_RUNE]
    n: i64 = 0
    row: i64 = 0
    while row < BY_RUNE:
        if is_of_kind(t, seat, row, kind):
            n += t[zone + row + 3]
        row += 4
    return n


def fill_tokens(t: Cells, zone: i64, seat: i64, kind: i64, base: i64, into: Cells) -> i64:
    """Write `base + token` for each token type of a kind in a zone, ascending, and return how many (SB-013)."""
    n: i64 = 0
    row: i64 = 0
    if OF_RUNE <= kind < STORED_COLOUR:
        token = kind - OF_RUNE
        while token < BY_RUNE:
            into[n] = base + token  # written always and counted conditionally, which avoids a branch
            if t[zone + token] > 0:
                n += 1
            token += 4
        return n
    while row < BY_RUNE:
        if t[zone + row + 3] > 0 and is_of_kind(t, seat, row, kind):  # the other kinds depend on the colour alone
            token = row
            while token < row + 3:
                into[n] = base + token
                if t[zone + token] > 0:
                    n += 1
                token += 1
        row += 4
    return n


# ---------------------------------------------------------------- the stack of steps
def push_step(t: Cells, step: i64, n: i64, argument: i64) -> None:
    """Push a step on the stack; it is carried out before those below it."""
    top = STEPS + 3 * t[DEPTH]
    t[top] = step
    t[top + 1] = n
    t[top + 2] = argument
    t[DEPTH] += 1


def top_step(t: Cells) -> i64:
    """Return the first cell of the next step; the stack must not be empty."""
    return STEPS + 3 * t[DEPTH] - 3


def pop_step(t: Cells) -> None:
    t[DEPTH] -= 1
