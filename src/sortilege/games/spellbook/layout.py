"""The cells of the state vector, one name per cell, and the functions that read and change them.

Numbers. A token type is `colour * 4 + rune`. A spell is `colour * 3 + set`. A spell at a level is an effect, numbered
`spell * 3 + level - 3`. A zone or a step is given by the index of its first cell.

Zones. A zone holds tokens: the pouch, the altar, a pool, a board, … Tokens of one type are interchangeable (SB-013), so
a zone stores counts, in 32 cells: a table with a row of 4 cells per colour and a last row of sums.

    zone + 4 * colour + rune    tokens of this type
    zone + 4 * colour + 3       tokens of this colour
    zone + 28 + rune            tokens of this rune
    zone + 31                   all tokens

Steps. An action in progress is a stack of steps such as "take 2 Rounds", "draw 1", "lower the card". The top step is
carried out next.

A loop runs over `range(i64(COLOURS))` so that its variable compiles to a machine integer.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook.box import COLOURS, MIN_LEVEL, POOL_LIMIT, RUNES, SOLO_SPACES, SPACES, SPELLS_PER_COLOUR

NONE: Final = -1  # in a cell that holds a seat, token, colour, rune or action: there is none
LEVELS_PER_SPELL: Final = 3

# phases of a Day, and the phases before and after the game
MORNING: Final = 0
MIDDAY: Final = 1
EVENING: Final = 2
NIGHT: Final = 3  # the end of a Day, when the altar is resupplied
SETUP: Final = 4
END: Final = 5

# Steps. Each takes three cells of the stack: the step, a count and an argument.
LINEUP: Final = 1  # chance: draw the spell of the next colour; the count is the number of colours left
FIRST_PLAYER: Final = 2  # chance: draw the first player
DRAW: Final = 3  # chance: draw tokens from the pouch to the zone `argument`
CHOOSE: Final = 4  # choose an action for this phase, or skip
INSTANT: Final = 5  # choose an immediate Morning action (Swiftness)
TAKE: Final = 6  # take altar tokens of the kind `argument` into the pool
TAKE_UP_TO: Final = 7  # the same, but the seat may stop earlier
TAKE_TO_BOARD: Final = 8  # take altar tokens directly onto the Familiar board
OTHER_TAKES: Final = 9  # seat `argument` takes altar tokens into its pool (Blaze)
DISCARD_SOME: Final = 10  # discard pool tokens of the kind `argument`
STORE: Final = 11  # store pool tokens of the kind `argument`
SWAP_ALTAR: Final = 12  # swap pool tokens with the altar
SWAP_BOARD: Final = 13  # swap pool tokens with the board
LOWER_CARD: Final = 14  # automatic: the card of colour `argument` goes down a level
SWEEP: Final = 15  # discard altar tokens until `stop`; the count is the number discarded already (Storm)
OFFER: Final = 16  # solo: give an altar token to the opponent's zone `argument`
LEARN: Final = 17  # choose the spell to learn, and its level
PLACE: Final = 18  # choose the token to place on the card
PAY: Final = 19  # pay the rest of the price
STORE_SPENT: Final = 20  # store some of the spent tokens (Communion)
FINISH_LEARNING: Final = 21  # automatic: discard the rest, check for the end, begin colour `argument`'s instant effect
COPY: Final = 22  # choose what Clone copies; the count is Clone's level
CLONE_COST: Final = 23  # discard the token that Clone costs
RAISE: Final = 24  # choose the spell that Time Travel raises
RESUPPLY: Final = 25  # automatic: refill the altar
CLEAR_ALTAR: Final = 26  # automatic: discard the whole altar
NEXT_DAY: Final = 27  # automatic: begin the next seat's Day, or end the game

# Kinds of tokens, as arguments of steps, for example OF_COLOUR + 2 for green tokens. The numbers from OF_RUNE to
# STORED_COLOUR - 1 stand for runes, those from OF_COLOUR to IN_SET_OF - 1 for colours.
ANY: Final = 0
OF_RUNE: Final = 1  # OF_RUNE + rune
STORED_COLOUR: Final = 4  # a colour that is stored on the own board (Feast)
OF_COLOUR: Final = 8  # OF_COLOUR + colour
IN_SET_OF: Final = 16  # IN_SET_OF + size: a colour of which the pool holds at least `size` tokens (Offering)

TOKENS_END: Final = 28  # all token numbers are lower

# cells within a zone
ROW: Final = 4  # the cells of a colour: three runes and their sum
RUNE_MASK: Final = 3  # the bits of a token number that are its rune
COLOUR_TOTAL: Final = 3  # within a row
BY_RUNE: Final = 28
SIZE: Final = 31
ZONE_CELLS: Final = 32

# cells of the table
SEATS: Final = 0
TURN: Final = 1  # the seat to move, CHANCE or OVER
PHASE: Final = 2
ACTIVE: Final = 3  # the seat whose Day it is
FIRST: Final = 4
DAY: Final = 5  # number of the Day, counting those of all seats
MORNINGS: Final = 6  # Morning actions left
END_BY: Final = 7  # the seat that triggered the end, or NONE
LEARNED_TODAY: Final = 8  # bit mask by colour: spells that the active seat learned this Day
PHASE_ACTION: Final = 9  # id of the action chosen for this phase, or NONE
COPIED_ACTION: Final = 10  # id of the action that Clone copies, or NONE
LEARNING: Final = 11  # the colour of the spell being paid for, or NONE
LEARN_LEVEL: Final = 12  # the level at which it is learned
UNITS_OWED: Final = 13  # units of its price still to be paid; a token of its colour is one unit, and so is a wild
PLACED_TOKEN: Final = 14  # the token chosen for the card
WILD_RUNE: Final = 15  # the rune of the wild being paid, or NONE
WILD_TOKENS_OWED: Final = 16  # tokens still to be paid for this wild
SINGLE_WILDS: Final = 17  # wilds of a single token still allowed (Transmutation), or NONE if a wild is three tokens
SINGLE_WILD_RUNE: Final = 18  # the rune of single-token wilds
GIVEN_TOKEN: Final = 19  # the pool token given in the pair being swapped, or NONE
REFRESH_DUE: Final = 20  # solo: 1 if a token has just reached a refresh space of the opponent's track
DEPTH: Final = 21  # number of steps on the stack
SET_IN_PLAY: Final = 22  # SET_IN_PLAY + colour: the set (0..2) of the spell in play, or NONE while it is unknown
STEPS: Final = 29  # the stack
SWAPPED_OUT: Final = 65  # SWAPPED_OUT + token: given away by this swap, not to be taken back
SWAPPED_IN: Final = 93  # SWAPPED_IN + token: received by this swap, not to be given away again
POUCH: Final = 128
DISCARD: Final = 160
ALTAR: Final = 192
SPENT: Final = 224  # paid for a spell and not yet discarded
TRACK: Final = 256  # solo: the opponent's track
LOWER: Final = 288  # solo: the opponent's lower area
PLAYERS: Final = 320
PLAYER_CELLS: Final = 80  # a player's pool, board, levels and runes
BOARD_OFFSET: Final = 32  # offsets within a player's cells
LEVELS_OFFSET: Final = 64  # LEVELS_OFFSET + colour
SPELLS_LEARNED_OFFSET: Final = 71
RUNES_OFFSET: Final = 72  # RUNES_OFFSET + colour

# cells of a step on the stack
STEP_COUNT: Final = 1
STEP_ARGUMENT: Final = 2
STEP_CELLS: Final = 3


# ---------------------------------------------------------------- numbers
def token_of(colour: i64, rune: i64) -> i64:
    return colour * ROW + rune


def token_colour(token: i64) -> i64:
    return token >> 2


def token_rune(token: i64) -> i64:
    return token & RUNE_MASK


def is_token(number: i64) -> bool:
    """Return whether a number below TOKENS_END is a token type. Every fourth one is the cell of a colour's sum."""
    return number & RUNE_MASK != COLOUR_TOTAL


def spell_colour(spell: i64) -> i64:
    return spell // SPELLS_PER_COLOUR


def effect_of(spell: i64, level: i64) -> i64:
    """Return the number of an effect, which is a spell at a level. Spell 0 has effect 0 at level 3, 1 at level 4."""
    return spell * LEVELS_PER_SPELL + level - MIN_LEVEL


def effect_spell(effect: i64) -> i64:
    return effect // LEVELS_PER_SPELL


def effect_level(effect: i64) -> i64:
    return effect % LEVELS_PER_SPELL + MIN_LEVEL


def smaller(a: i64, b: i64) -> i64:
    if a < b:
        return a
    return b


def larger(a: i64, b: i64) -> i64:
    if a > b:
        return a
    return b


# ---------------------------------------------------------------- the table and the spells in play
def is_solo(t: Cells) -> bool:
    """Return whether this is a solo game: one player against the virtual opponent."""
    return t[SEATS] == 1


def is_track_full(t: Cells) -> bool:
    """Return whether the solo opponent has filled its track, which ends the game. Without the opponent it is empty."""
    return t[TRACK + SIZE] == SOLO_SPACES


def is_end_triggered(t: Cells) -> bool:
    """Return whether a seat has filled its board or learned its seventh spell, so that this round is the last."""
    return t[END_BY] != NONE


def place_in_round(t: Cells, seat: i64) -> i64:
    """Return a seat's place in the round: 0 for the first player, 1 for the next player clockwise, …"""
    return (seat - t[FIRST] + t[SEATS]) % t[SEATS]


def supply(t: Cells) -> i64:
    """Return how many tokens can still be drawn: those in the pouch, and those in the box, which refill the pouch."""
    return t[POUCH + SIZE] + t[DISCARD + SIZE]


def spell_of(t: Cells, colour: i64) -> i64:
    """Return the number of the one spell of a colour that is in play (SB-015)."""
    return colour * SPELLS_PER_COLOUR + t[SET_IN_PLAY + colour]


def is_spell_known(t: Cells, colour: i64) -> bool:
    """Return whether the spell of this colour is known. A classic game draws its spells at the start (SB-029)."""
    return t[SET_IN_PLAY + colour] != NONE


def is_in_play(t: Cells, spell: i64) -> bool:
    """Return whether this spell, rather than another spell of the same colour, is in play (SB-015)."""
    return t[SET_IN_PLAY + spell // SPELLS_PER_COLOUR] == spell % SPELLS_PER_COLOUR


def put_in_play(t: Cells, spell: i64) -> None:
    t[SET_IN_PLAY + spell // SPELLS_PER_COLOUR] = spell % SPELLS_PER_COLOUR


# ---------------------------------------------------------------- players
def player_start(seat: i64) -> i64:
    """Return the index of a seat's first cell. A seat's cells hold its pool, board, levels and runes."""
    return PLAYERS + seat * PLAYER_CELLS


def pool_of(seat: i64) -> i64:
    """Return the zone of a seat's pool, which is the index of its first cell. It is the first of a seat's zones."""
    return player_start(seat)


def board_of(seat: i64) -> i64:
    """Return the zone of a seat's Familiar board, which is the index of its first cell."""
    return player_start(seat) + BOARD_OFFSET


def pool_space(t: Cells, seat: i64) -> i64:
    """Return how many more tokens fit in a seat's pool (SB-004)."""
    return POOL_LIMIT - t[pool_of(seat) + SIZE]


def free_spaces(t: Cells, seat: i64) -> i64:
    """Return the number of empty spaces on a seat's Familiar board."""
    return SPACES - t[board_of(seat) + SIZE]


def level_of(t: Cells, seat: i64, colour: i64) -> i64:
    """Return the level of a seat's spell of this colour, or 0 if the seat has not learned it."""
    return t[player_start(seat) + LEVELS_OFFSET + colour]


def spell_level(t: Cells, seat: i64, spell: i64) -> i64:
    """Return the level at which a seat has learned a spell, or 0 if the spell is not in play or not learned."""
    if is_in_play(t, spell):
        return level_of(t, seat, spell // SPELLS_PER_COLOUR)
    return 0


def card_rune(t: Cells, seat: i64, colour: i64) -> i64:
    """Return the rune of the token that lies on the card of a seat's learned spell."""
    return t[player_start(seat) + RUNES_OFFSET + colour]


def was_learned_today(t: Cells, colour: i64) -> bool:
    """Return whether the active seat learned its spell of this colour on the present Day (SB-048)."""
    return (t[LEARNED_TODAY] >> colour) & 1 == 1


def mark_learned_today(t: Cells, colour: i64) -> None:
    """Note that the active seat learned its spell of this colour today, so it cannot use the spell yet (SB-048)."""
    t[LEARNED_TODAY] |= i64(1) << colour


def spells_learned(t: Cells, seat: i64) -> i64:
    return t[player_start(seat) + SPELLS_LEARNED_OFFSET]


def set_learned(t: Cells, seat: i64, colour: i64, level: i64, rune: i64) -> None:
    """Mark a spell as learned by a seat, with a token of this rune on its card (SB-008)."""
    first_cell = player_start(seat)
    t[first_cell + LEVELS_OFFSET + colour] = level
    t[first_cell + RUNES_OFFSET + colour] = rune
    t[first_cell + SPELLS_LEARNED_OFFSET] += 1


# ---------------------------------------------------------------- tokens of a zone
def count(t: Cells, zone: i64) -> i64:
    """Return the number of tokens in a zone."""
    return t[zone + SIZE]


def count_colour(t: Cells, zone: i64, colour: i64) -> i64:
    """Return the number of tokens of a colour in a zone."""
    return t[zone + colour * ROW + COLOUR_TOTAL]


def count_rune(t: Cells, zone: i64, rune: i64) -> i64:
    """Return the number of tokens of a rune in a zone."""
    return t[zone + BY_RUNE + rune]


def max_rune_count(t: Cells, zone: i64) -> i64:
    """Return the number of tokens of the most frequent rune in a zone."""
    most: i64 = 0
    for rune in range(i64(RUNES)):
        if count_rune(t, zone, rune) > most:
            most = count_rune(t, zone, rune)
    return most


def add_token(t: Cells, zone: i64, token: i64) -> None:
    t[zone + token] += 1
    t[zone + (token | COLOUR_TOTAL)] += 1  # the last cell of the token's row
    t[zone + BY_RUNE + token_rune(token)] += 1
    t[zone + SIZE] += 1


def remove_token(t: Cells, zone: i64, token: i64) -> None:
    t[zone + token] -= 1
    t[zone + (token | COLOUR_TOTAL)] -= 1
    t[zone + BY_RUNE + token_rune(token)] -= 1
    t[zone + SIZE] -= 1


def move_token(t: Cells, source: i64, target: i64, token: i64) -> None:
    """Move one token from a zone to another (SB-003)."""
    remove_token(t, source, token)
    add_token(t, target, token)


def move_all(t: Cells, source: i64, target: i64) -> None:
    """Move all tokens of a zone to another."""
    for i in range(i64(ZONE_CELLS)):
        t[target + i] += t[source + i]
        t[source + i] = 0


# ---------------------------------------------------------------- kinds of tokens
def is_rune_kind(kind: i64) -> bool:
    """Return whether tokens of this kind have one rune: the kind is `OF_RUNE + rune`."""
    return OF_RUNE <= kind < STORED_COLOUR


def is_colour_kind(kind: i64) -> bool:
    """Return whether tokens of this kind have one colour: the kind is `OF_COLOUR + colour`."""
    return OF_COLOUR <= kind < IN_SET_OF


def is_of_kind(t: Cells, seat: i64, token: i64, kind: i64) -> bool:
    """Return whether a token is of a kind: any token, a rune, a colour, a colour that the seat has stored on its board
    (STORED_COLOUR), or a colour of which its pool holds `size` tokens (`IN_SET_OF + size`)."""
    if kind == ANY:
        return True
    if is_rune_kind(kind):
        return token_rune(token) == kind - OF_RUNE
    colour = token_colour(token)
    if kind == STORED_COLOUR:
        return count_colour(t, board_of(seat), colour) > 0
    if is_colour_kind(kind):
        return colour == kind - OF_COLOUR
    size = kind - IN_SET_OF
    return count_colour(t, pool_of(seat), colour) >= size


def count_kind(t: Cells, zone: i64, seat: i64, kind: i64) -> i64:
    """Return the number of tokens in a zone that are of a kind, such as a rune or a colour (see `is_of_kind`)."""
    if kind == ANY:
        return count(t, zone)
    if is_rune_kind(kind):
        return count_rune(t, zone, kind - OF_RUNE)
    total: i64 = 0
    for colour in range(i64(COLOURS)):
        if is_of_kind(t, seat, token_of(colour, 0), kind):  # other kinds depend on the colour alone
            total += count_colour(t, zone, colour)
    return total


def fill_tokens(t: Cells, zone: i64, seat: i64, kind: i64, first_id: i64, into: Cells) -> i64:
    """Write the actions that pick a token of a kind from a zone to `into`, and return how many there are (SB-013). The
    actions of a verb have the ids `first_id + token`; for example, `first_id` is actions.TAKE."""
    length: i64 = 0
    if is_rune_kind(kind):
        for token in range(kind - OF_RUNE, i64(TOKENS_END), ROW):  # the rune in each colour
            length = append_if_held(into, length, first_id + token, t[zone + token])
        return length
    for row in range(0, i64(TOKENS_END), ROW):  # the first token of each colour
        colour_total = t[zone + row + COLOUR_TOTAL]
        if colour_total > 0 and is_of_kind(t, seat, row, kind):  # other kinds depend on the colour alone
            for token in range(row, row + COLOUR_TOTAL):
                length = append_if_held(into, length, first_id + token, t[zone + token])
    return length


# ---------------------------------------------------------------- lists of action ids
def append(into: Cells, length: i64, action: i64) -> i64:
    """Write an action id after the first `length` cells of `into`, and return the new length."""
    into[length] = action
    return length + 1


def append_if_held(into: Cells, length: i64, action: i64, tokens: i64) -> i64:
    """Append the id of an action that picks one of `tokens` equal tokens, if there are any. Return the new length."""
    into[length] = action  # written in any case, which is faster
    if tokens > 0:
        return length + 1
    return length


# ---------------------------------------------------------------- the stack of steps
def push_step(t: Cells, step: i64, count: i64 = 0, argument: i64 = 0) -> None:
    """Push a step, such as TAKE, on the stack of an action's remaining steps. It is carried out before the others.
    `count` is usually a number of tokens, and `argument` their kind or their target zone."""
    start = STEPS + STEP_CELLS * t[DEPTH]
    t[start] = step
    t[start + STEP_COUNT] = count
    t[start + STEP_ARGUMENT] = argument
    t[DEPTH] += 1


def top_step_start(t: Cells) -> i64:
    """Return the index of the first cell of the step on top of the stack, which must not be empty."""
    return STEPS + STEP_CELLS * (t[DEPTH] - 1)


def current_step(t: Cells) -> i64:
    """Return the step on top of the stack, such as TAKE. The stack must not be empty."""
    return t[top_step_start(t)]


def step_count(t: Cells) -> i64:
    """Return the count of the step on top of the stack: for most steps the number of tokens still to be moved."""
    return t[top_step_start(t) + STEP_COUNT]


def step_argument(t: Cells) -> i64:
    """Return the argument of the step on top of the stack, such as a kind of tokens or a zone."""
    return t[top_step_start(t) + STEP_ARGUMENT]


def decrement_step_count(t: Cells) -> None:
    """Reduce the count of the step on top of the stack by 1, because one of its tokens was moved."""
    t[top_step_start(t) + STEP_COUNT] -= 1


def pop_step(t: Cells) -> None:
    t[DEPTH] -= 1
