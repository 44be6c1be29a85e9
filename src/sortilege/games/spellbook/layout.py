"""The layout of the state, one name per cell, and the small readers that let the rules speak of pools and altars.

A token is `colour * 4 + rune`. A zone (pouch, altar, a pool, …) is a table of 8 rows and 4 columns with its sums in the
margins: cell `token` counts the tokens of that type, cell `token | 3` those of its colour, cell `28 + rune` those of
its rune and cell 31 all of them. Tokens of one type are interchangeable (SB-013), so counts are the whole truth.

An action under way is a short pile of steps, the next one on top: "take 2 Rounds", "draw 1", "lower the card".
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellbook.box import POOL_LIMIT, SPACES

# parts of a Day
MORNING: Final = 0
MIDDAY: Final = 1
EVENING: Final = 2
NIGHT: Final = 3  # the Day is done: the altar is resupplied
SETUP: Final = 4
END: Final = 5

# steps: (step, n, argument)
LINEUP: Final = 1  # chance: the spell of the next colour; n colours to go
FIRST_PLAYER: Final = 2  # chance: the first player
DRAW: Final = 3  # chance: n tokens from the pouch to place `what`
CHOOSE: Final = 4  # the active seat: an action for this phase, or skip
INSTANT: Final = 5  # the active seat: a Morning action at once (Swiftness)
TAKE: Final = 6  # the active seat: n altar tokens of kind `what` to the pool
TAKE_UP_TO: Final = 7  # the same, but it may stop
TAKE_TO_BOARD: Final = 8  # n altar tokens straight to the Familiar board
OTHER_TAKES: Final = 9  # seat `what`: n altar tokens to its pool (Blaze)
DISCARD_SOME: Final = 10  # n pool tokens of kind `what` to the box
STORE: Final = 11  # n pool tokens of kind `what` to the board
SWAP_ALTAR: Final = 12  # n pairs with the altar
SWAP_BOARD: Final = 13  # n pairs with the board
LOWER_CARD: Final = 14  # no choice: the card of colour `what` goes down a level
SWEEP: Final = 15  # altar tokens to the box until stop; n so far
OFFER: Final = 16  # solo: an altar token to the opponent's zone `what`
LEARN: Final = 17  # which spell, at which level
PLACE: Final = 18  # the token for the card
PAY: Final = 19  # the rest of the price
STORE_SPENT: Final = 20  # n of the spent tokens to the board (Communion)
FINISH_LEARNING: Final = 21  # no choice: the rest is discarded, the end checked, the instant effect begun
COPY: Final = 22  # Clone: what to copy with effect level n
CLONE_COST: Final = 23  # Clone: the token to discard first
RAISE: Final = 24  # Time Travel: which spell
RESUPPLY: Final = 25  # no choice: how many tokens the altar gets
CLEAR_ALTAR: Final = 26  # no choice: the altar goes to the box
NEXT_DAY: Final = 27  # no choice: the next seat's Day, or the end

# kinds of tokens a step speaks of
ANY: Final = 0
OF_RUNE: Final = 1  # OF_RUNE + rune
STORED_COLOUR: Final = 4  # a colour that lies on the own board (Feast)
OF_COLOUR: Final = 8  # OF_COLOUR + colour
SET_OF: Final = 16  # SET_OF + n: a colour of which the pool holds n (Offering)

# a zone
BY_RUNE: Final = 28
SIZE: Final = 31
ZONE: Final = 32

# cells
SEATS: Final = 0
TURN: Final = 1  # who decides: a seat, CHANCE or OVER
PHASE: Final = 2
ACTIVE: Final = 3  # whose Day it is
FIRST: Final = 4
DAY: Final = 5  # counts every seat's Days
MORNINGS: Final = 6  # Morning actions left
END_BY: Final = 7  # the seat that triggered the end, -1 for none
LEARNED_TODAY: Final = 8  # bit mask by colour: spells the active seat learned this Day
PHASE_ACTION: Final = 9  # the action chosen for this phase (its id), -1 for none
COPIED_ACTION: Final = 10  # what Clone copies (its id), -1 for none
LEARNING: Final = 11  # the colour of the spell being paid for, -1 for none
LEARN_LEVEL: Final = 12  # its level
OWED: Final = 13  # what is still to be paid of it, counting a wild as one
PLACED: Final = 14  # the token for the card
WILD: Final = 15  # the rune of the wild being paid, -1 for none
WILD_OWED: Final = 16  # tokens still to be paid for it
JOKERS: Final = 17  # Transmutation: wilds still allowed, -1 where triples are wilds
JOKER_RUNE: Final = 18  # Transmutation: the rune of those
GIVEN_TOKEN: Final = 19  # a swap: the pool token about to be exchanged, -1 for none
REFRESH_DUE: Final = 20  # solo: 1 when the opponent's token has reached a refresh space
DEPTH: Final = 21  # steps on the pile
SPELL: Final = 22  # SPELL + colour: which set its spell is from, -1 while unknown
STEPS: Final = 29  # three cells a step: argument, n, kind
SWAPPED_OUT: Final = 65  # SWAPPED_OUT + token: laid on the altar by this swap, not to be taken back
SWAPPED_IN: Final = 93  # SWAPPED_IN + token: received by this swap, not to be given on
POUCH: Final = 128
DISCARD: Final = 160
ALTAR: Final = 192
SPENT: Final = 224  # paid for a spell and not yet discarded
TRACK: Final = 256  # solo: the opponent's track
LOWER: Final = 288  # solo: the opponent's lower area
PLAYERS: Final = 320
PLAYER_SIZE: Final = 80  # cells a player: pool, board, levels, runes
BOARD_AT: Final = 32
LEVEL_AT: Final = 64  # LEVEL_AT + colour
KNOWN_AT: Final = 71  # how many spells are learned
RUNE_AT: Final = 72  # RUNE_AT + colour


# ---------------------------------------------------------------- places
def pool_of(seat: i64) -> i64:
    """The zone of a seat's pool."""
    return PLAYERS + seat * PLAYER_SIZE


def board_of(seat: i64) -> i64:
    """The zone of a seat's Familiar board."""
    return PLAYERS + seat * PLAYER_SIZE + BOARD_AT


def level_of(t: Cells, seat: i64, colour: i64) -> i64:
    """The level of a seat's spell, 0 while it is not learned."""
    return t[PLAYERS + seat * PLAYER_SIZE + LEVEL_AT + colour]


def rune_of(t: Cells, seat: i64, colour: i64) -> i64:
    """The rune of the token on a seat's learned spell."""
    return t[PLAYERS + seat * PLAYER_SIZE + RUNE_AT + colour]


def spell_of(t: Cells, colour: i64) -> i64:
    """The spell of a colour that is in play (SB-015)."""
    return colour * 3 + t[SPELL + colour]


def pool_size(t: Cells, seat: i64) -> i64:
    """How many tokens a seat holds."""
    return t[PLAYERS + seat * PLAYER_SIZE + SIZE]


def pool_space(t: Cells, seat: i64) -> i64:
    """How many tokens a pool can still take (SB-004)."""
    return POOL_LIMIT - t[PLAYERS + seat * PLAYER_SIZE + SIZE]


def free_spaces(t: Cells, seat: i64) -> i64:
    """Empty spaces on a seat's Familiar board."""
    return SPACES - t[PLAYERS + seat * PLAYER_SIZE + BOARD_AT + SIZE]


def supply(t: Cells) -> i64:
    """Tokens that can still be drawn: the pouch and the box."""
    return t[POUCH + SIZE] + t[DISCARD + SIZE]


def is_solo(t: Cells) -> bool:
    """Whether the one player faces the virtual opponent."""
    return t[SEATS] == 1


def spells_learned(t: Cells, seat: i64) -> i64:
    """How many spells a seat has learned."""
    return t[PLAYERS + seat * PLAYER_SIZE + KNOWN_AT]


def set_learned(t: Cells, seat: i64, colour: i64, level: i64, rune: i64) -> None:
    """A token with this rune lies on a seat's spell now: it is learned at this level (SB-008)."""
    t[PLAYERS + seat * PLAYER_SIZE + LEVEL_AT + colour] = level
    t[PLAYERS + seat * PLAYER_SIZE + RUNE_AT + colour] = rune
    t[PLAYERS + seat * PLAYER_SIZE + KNOWN_AT] += 1


# ---------------------------------------------------------------- moving tokens
def add_token(t: Cells, zone: i64, token: i64) -> None:
    """A token comes into a zone."""
    t[zone + token] += 1
    t[zone + (token | 3)] += 1
    t[zone + BY_RUNE + (token & 3)] += 1
    t[zone + SIZE] += 1


def remove_token(t: Cells, zone: i64, token: i64) -> None:
    """A token leaves a zone."""
    t[zone + token] -= 1
    t[zone + (token | 3)] -= 1
    t[zone + BY_RUNE + (token & 3)] -= 1
    t[zone + SIZE] -= 1


def move_token(t: Cells, source: i64, target: i64, token: i64) -> None:
    """A token goes from zone to zone (SB-003)."""
    remove_token(t, source, token)
    add_token(t, target, token)


def move_all(t: Cells, source: i64, target: i64) -> None:
    """All tokens of a zone go to another."""
    i: i64 = 0
    while i < ZONE:
        t[target + i] += t[source + i]
        t[source + i] = 0
        i += 1


# ---------------------------------------------------------------- kinds of tokens
def is_of_kind(t: Cells, seat: i64, token: i64, kind: i64) -> bool:
    """Whether a token is of the kind a step speaks of."""
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
    """How many tokens of a kind lie in a zone; `seat` is whose board and pool the kind speaks of."""
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
    """Write `base + token` for each type of this kind in a zone, ascending, and answer how many (SB-013)."""
    n: i64 = 0
    row: i64 = 0
    if OF_RUNE <= kind < STORED_COLOUR:
        token = kind - OF_RUNE
        while token < BY_RUNE:
            into[n] = base + token  # written in any case, kept if there is one: processors like it better so
            if t[zone + token] > 0:
                n += 1
            token += 4
        return n
    while row < BY_RUNE:
        if t[zone + row + 3] > 0 and is_of_kind(t, seat, row, kind):  # the other kinds look at the colour alone
            token = row
            while token < row + 3:
                into[n] = base + token
                if t[zone + token] > 0:
                    n += 1
                token += 1
        row += 4
    return n


# ---------------------------------------------------------------- the pile of steps
def push_step(t: Cells, step: i64, n: i64, argument: i64) -> None:
    """Lay a step on the pile: it is done before those below."""
    top = STEPS + 3 * t[DEPTH]
    t[top] = step
    t[top + 1] = n
    t[top + 2] = argument
    t[DEPTH] += 1


def top_step(t: Cells) -> i64:
    """The cell of the next step; the pile must not be empty."""
    return STEPS + 3 * t[DEPTH] - 3


def pop_step(t: Cells) -> None:
    """The next step is done."""
    t[DEPTH] -= 1
