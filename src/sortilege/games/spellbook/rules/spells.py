"""The spells with a phase symbol (SB-300..521), except Clone: when a seat can choose each spell, and its steps.

The conditions are the same whether a spell is used in its phase, by Swiftness or by Clone (SB-059). The parameter
`rune` is the rune on the card used: the spell's own card, or Clone if Clone copies the spell. `card` is the colour of
that card, which may lose a level. Steps go on a stack, so the last step is pushed first.
"""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.keywords import begin_swap
from sortilege.games.spellbook.rules.learning import begin_learning, can_learn


def printed_rune(level: i64) -> i64:
    """Return the rune printed on some spells: Round at level 3, Triangle at 4, Square at 5 (SB-070)."""
    return level - box.MIN_LEVEL


def count_from_level_3(level: i64) -> i64:
    """Return how many tokens most spells move: 1 at level 3, 2 at level 4, 3 at level 5."""
    return 1 + level - 3


def count_from_level_4(level: i64) -> i64:
    """Return how many tokens Focus takes, and how many wilds Transmutation allows: 1 at level 4, 2 at level 5."""
    return 1 + level - 4


# ---------------------------------------------------------------- conditions
def is_offered(t: Cells, spell: i64, level: i64, rune: i64) -> bool:
    """Return whether the active seat can choose a spell at this level: it has an effect now, and the seat can pay its
    cost (SB-053, SB-054). `rune` is the rune on the spell's card, or on Clone if Clone copies the spell."""
    colour = L.spell_colour(spell)
    if colour == box.RED:
        return is_red_offered(t, spell, level)
    if colour == box.PURPLE:
        return is_purple_offered(t, spell, level)
    if colour == box.GREEN:
        return is_green_offered(t, spell, level)
    if colour == box.BLACK:
        return is_black_offered(t, spell, level, rune)
    if spell == box.TIME_TRAVEL:  # SB-444: a token to discard, and a spell to raise
        return L.count_rune(t, L.pool_of(t[L.ACTIVE]), printed_rune(level)) > 0 and can_raise(t)
    if spell == box.STORM:  # SB-466: no effect at level 3; SB-468
        return level > 3 and L.count(t, L.ALTAR) > 0
    if spell == box.TRANSMUTATION:  # SB-511: no effect at level 3; SB-521
        return level > 3 and can_learn(t, count_from_level_4(level), rune)
    return False


def is_red_offered(t: Cells, spell: i64, level: i64) -> bool:
    """Return whether the active seat can choose a red spell at this level."""
    active_seat = t[L.ACTIVE]
    if spell == box.SACRIFICE:  # SB-304: a token to discard
        return L.count_rune(t, L.pool_of(active_seat), printed_rune(level)) > 0
    if spell == box.ERUPTION:  # SB-312, SB-313: the pool is smaller than the number to which it draws
        return L.count(t, L.pool_of(active_seat)) < eruption_size(level) and L.supply(t) > 0
    can_draw = L.pool_space(t, active_seat) > 0 and L.supply(t) > 0  # Blaze (SB-325)
    return can_draw or (L.count(t, L.ALTAR) > 0 and can_other_gain(t))


def is_purple_offered(t: Cells, spell: i64, level: i64) -> bool:
    """Return whether the active seat can choose a purple spell at this level."""
    has_space = L.pool_space(t, t[L.ACTIVE]) > 0
    if spell == box.LEVITATION:  # SB-339: a token to take
        return has_space and L.count_rune(t, L.ALTAR, printed_rune(level)) > 0
    can_take = has_space and L.count(t, L.ALTAR) > 0
    has_supply = L.supply(t) > 0
    if spell == box.SHARING:  # SB-350: it takes, draws (at level 3), and lets the others draw
        can_draw = has_supply and has_space and level == 3
        return can_take or can_draw or (has_supply and can_other_gain(t))
    can_discard = level == 3 and L.count(t, L.pool_of(t[L.ACTIVE])) > 0
    return has_supply or can_take or can_discard  # SB-363: Divination


def is_green_offered(t: Cells, spell: i64, level: i64) -> bool:
    """Return whether the active seat can choose a green spell at this level."""
    active_seat = t[L.ACTIVE]
    has_pool = L.count(t, L.pool_of(active_seat)) > 0
    if spell == box.PURIFICATION:  # SB-373: a pair to swap
        return has_pool and L.count(t, L.ALTAR) > 0
    if spell == box.CURE:  # SB-385: a token to draw or to discard
        return has_pool or L.supply(t) > 0
    if level == 3:  # SB-397: Growth swaps a pool token with a stored one
        return has_pool and L.count(t, L.board_of(active_seat)) > 0
    return can_take_to_board(t)  # SB-397: Growth stores altar tokens


def is_black_offered(t: Cells, spell: i64, level: i64, rune: i64) -> bool:
    """Return whether the active seat can choose a black spell at this level. Focus stores tokens of `rune`."""
    active_seat = t[L.ACTIVE]
    pool = L.pool_of(active_seat)
    if spell == box.OFFERING:  # SB-408, SB-409
        return L.free_spaces(t, active_seat) > 0 and holds_set(t, pool, offering_size(level))
    if spell == box.FOCUS:  # SB-421
        return L.free_spaces(t, active_seat) > 0 and L.count_rune(t, pool, rune) >= count_from_level_3(level)
    if level == 4:  # SB-432: Feast stores an altar token
        return can_take_to_board(t)
    if level == 3:  # SB-433: Feast takes an altar token of a stored colour
        return L.pool_space(t, active_seat) > 0 and L.count_kind(t, L.ALTAR, active_seat, L.STORED_COLOUR) > 0
    return False  # SB-431: Feast at level 5 only scores


def is_focus_take_offered(t: Cells, rune: i64) -> bool:
    """Return whether the active seat can use Focus to take tokens of `rune` from the altar (SB-422)."""
    return L.pool_space(t, t[L.ACTIVE]) > 0 and L.count_rune(t, L.ALTAR, rune) > 0


def can_take_to_board(t: Cells) -> bool:
    """Return whether the active seat can store a token directly from the altar."""
    return L.count(t, L.ALTAR) > 0 and L.free_spaces(t, t[L.ACTIVE]) > 0


def can_other_gain(t: Cells) -> bool:
    """Return whether any other player can get a token: its pool has space, or it is the opponent of a solo game."""
    return L.is_solo(t) or any(seat != t[L.ACTIVE] and L.pool_space(t, seat) > 0 for seat in range(t[L.SEATS]))


def holds_set(t: Cells, pool: i64, size: i64) -> bool:
    """Return whether the pool holds at least `size` tokens of one colour."""
    return any(L.count_colour(t, pool, colour) >= size for colour in range(i64(box.COLOURS)))


def can_raise(t: Cells) -> bool:
    """Return whether Time Travel can raise any spell."""
    return any(is_raisable(t, colour) for colour in range(i64(box.COLOURS)))


def is_raisable(t: Cells, colour: i64) -> bool:
    """Return whether Time Travel can raise the active seat's spell of this colour by a level (SB-443, SB-453)."""
    level = L.level_of(t, t[L.ACTIVE], colour)
    is_time_travel = colour == box.WHITE
    return not is_time_travel and box.MIN_LEVEL <= level < box.MAX_LEVEL


# ---------------------------------------------------------------- the steps
def begin_effect(t: Cells, effect: i64, rune: i64, card: i64) -> None:
    """Push the steps of an effect (a spell at a level) on the stack, the last one first. Clone is not included. `rune`
    is the rune on the card used, and `card` is the colour of this card, which some effects lower by one level."""
    if is_focus_take(effect):  # SB-417, SB-418: Focus takes 1 or 2 altar tokens of its rune
        L.push_step(t, L.TAKE, count_from_level_4(effect - actions.FOCUS_TAKES), L.OF_RUNE + rune)
        return
    spell = L.effect_spell(effect)
    level = L.effect_level(effect)
    colour = L.spell_colour(spell)
    if colour == box.RED:
        begin_red_spell(t, spell, level)
    elif colour == box.PURPLE:
        begin_purple_spell(t, spell, level)
    elif colour == box.GREEN:
        begin_green_spell(t, spell, level, card)
    elif colour == box.BLACK:
        begin_black_spell(t, spell, level, rune)
    elif spell == box.TIME_TRAVEL:  # SB-441: discard 1, then raise a spell
        L.push_step(t, L.RAISE)
        L.push_step(t, L.DISCARD_SOME, 1, L.OF_RUNE + printed_rune(level))
    elif spell == box.STORM:  # SB-461: replace altar tokens, take 3, lower the card
        L.push_step(t, L.LOWER_CARD, argument=card)
        L.push_step(t, L.TAKE, 3, L.ANY)
        L.push_step(t, L.SWEEP)
    else:  # SB-512: Transmutation learns a spell, with 1 or 2 single-token wilds
        begin_learning(t, count_from_level_4(level), rune)


def is_focus_take(effect: i64) -> bool:
    """Return whether this is an effect number by which Focus takes tokens. The other effects have lower numbers."""
    return effect >= actions.FIRST_FOCUS_TAKE


def begin_red_spell(t: Cells, spell: i64, level: i64) -> None:
    """Push the steps of a red spell at this level on the stack, the last one first."""
    pool = L.pool_of(t[L.ACTIVE])
    if spell == box.SACRIFICE:  # SB-301: discard 1, then draw 4
        L.push_step(t, L.DRAW, 4, pool)
        L.push_step(t, L.DISCARD_SOME, 1, L.OF_RUNE + printed_rune(level))
    elif spell == box.ERUPTION:  # SB-311: draw until the pool holds 4, 5 or 6
        L.push_step(t, L.DRAW, eruption_size(level) - L.count(t, pool), pool)
    else:  # SB-321, SB-322: Blaze draws 4, then each other player takes 1
        push_other_takes(t)
        L.push_step(t, L.DRAW, 4, pool)


def eruption_size(level: i64) -> i64:
    """Return the pool size up to which Eruption draws tokens: 4, 5 or 6 at levels 3, 4 and 5 (SB-311)."""
    return level + 1


def begin_purple_spell(t: Cells, spell: i64, level: i64) -> None:
    """Push the steps of a purple spell at this level on the stack, the last one first."""
    if spell == box.LEVITATION:  # SB-336, SB-337: take 2 of a rune
        L.push_step(t, L.TAKE, 2, L.OF_RUNE + printed_rune(level))
    elif spell == box.SHARING:  # SB-346..348: take 1, 2 or 3; at level 3 draw 1; then each other player draws 1
        push_other_draws(t)
        if level == 3:
            L.push_step(t, L.DRAW, 1, L.pool_of(t[L.ACTIVE]))
        L.push_step(t, L.TAKE, count_from_level_3(level), L.ANY)
    else:
        begin_divination(t, level)


def begin_divination(t: Cells, level: i64) -> None:
    """Push the steps of Divination on the stack, the last one first: draw two tokens to the altar, then take two
    (SB-356). At level 4 the player can take fewer (SB-359); at level 3 the player then discards one (SB-360)."""
    if level == 3:
        L.push_step(t, L.DISCARD_SOME, 1, L.ANY)
    if level == 4:
        L.push_step(t, L.TAKE_UP_TO, 2, L.ANY)
    else:
        L.push_step(t, L.TAKE, 2, L.ANY)
    L.push_step(t, L.DRAW, 2, L.ALTAR)


def push_other_takes(t: Cells) -> None:
    """Push the steps in which every other player takes 1 altar token, clockwise (SB-322, SB-214)."""
    if L.is_solo(t):
        L.push_step(t, L.OFFER, 1, L.LOWER)
    seats_away = t[L.SEATS] - 1
    while seats_away > 0:
        L.push_step(t, L.OTHER_TAKES, 1, (t[L.ACTIVE] + seats_away) % t[L.SEATS])
        seats_away -= 1


def push_other_draws(t: Cells) -> None:
    """Push the steps in which every other player draws 1 token, clockwise (SB-348, SB-215)."""
    if L.is_solo(t):
        L.push_step(t, L.DRAW, 1, L.LOWER)
    seats_away = t[L.SEATS] - 1
    while seats_away > 0:
        L.push_step(t, L.DRAW, 1, L.pool_of((t[L.ACTIVE] + seats_away) % t[L.SEATS]))
        seats_away -= 1


def begin_green_spell(t: Cells, spell: i64, level: i64, card: i64) -> None:
    """Push the steps of a green spell, the last one first. Growth lowers the card of colour `card`."""
    pool = L.pool_of(t[L.ACTIVE])
    tokens = count_from_level_3(level)
    if spell == box.PURIFICATION:  # SB-371: swap 1, 2 or 3 tokens with the altar, as far as both have tokens (SB-374)
        begin_swap(t)
        possible_pairs = L.smaller(L.count(t, pool), L.count(t, L.ALTAR))
        L.push_step(t, L.SWAP_ALTAR, L.smaller(tokens, possible_pairs))
    elif spell == box.CURE:  # SB-381..383: draw 1, 2 or 3 tokens, then discard as many
        L.push_step(t, L.DISCARD_SOME, tokens, L.ANY)
        L.push_step(t, L.DRAW, tokens, pool)
    elif level == 3:  # SB-393, SB-394: Growth swaps a pool token with a stored one
        begin_swap(t)
        L.push_step(t, L.SWAP_BOARD, 1)
    else:  # SB-391, SB-392, SB-395: Growth stores 2 or 3 altar tokens, then loses a level
        L.push_step(t, L.LOWER_CARD, argument=card)
        L.push_step(t, L.TAKE_TO_BOARD, tokens, L.ANY)


def begin_black_spell(t: Cells, spell: i64, level: i64, rune: i64) -> None:
    """Push the step of a black spell at this level on the stack. `rune` is the rune of the tokens that Focus stores."""
    if spell == box.OFFERING:  # SB-406: store 2, 3 or 4 tokens of one colour
        size = offering_size(level)
        L.push_step(t, L.STORE, size, L.IN_SET_OF + size)  # a colour of which the pool holds that many
    elif spell == box.FOCUS:  # SB-416..418: store 1, 2 or 3 tokens of its rune
        L.push_step(t, L.STORE, count_from_level_3(level), L.OF_RUNE + rune)
    elif level == 4:  # SB-432: Feast stores an altar token
        L.push_step(t, L.TAKE_TO_BOARD, 1, L.ANY)
    else:  # SB-433: Feast takes an altar token of a stored colour
        L.push_step(t, L.TAKE, 1, L.STORED_COLOUR)


def offering_size(level: i64) -> i64:
    """Return how many tokens of one colour Offering stores: 2, 3 or 4 at levels 3, 4 and 5 (SB-406)."""
    return level - 1
