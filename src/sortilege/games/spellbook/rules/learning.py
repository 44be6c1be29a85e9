"""Evening and learning (SB-100..118), instant effects (SB-049, SB-050) and Communion at level 5 (SB-594..600).

The price of a spell is its level, in units. A genuine token (of the colour of the spell) is one unit, and so is a wild:
three tokens of one rune (SB-104) or, with Transmutation, a single token of its rune (SB-512). The token placed on the
card is the first unit.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L

TRIPLE: Final = 3  # tokens of a wild, except with Transmutation


def is_transmuting(t: Cells) -> bool:
    """Return whether a spell is being learned by Transmutation, so that a wild is a single token (SB-512)."""
    return t[L.SINGLE_WILDS] != L.NONE


# ---------------------------------------------------------------- what can be paid
def count_other_colours(t: Cells, pool: i64, colour: i64, rune: i64) -> i64:
    """Return how many tokens of a rune a pool holds in all colours except this one."""
    return L.count_rune(t, pool, rune) - t[pool + L.token_of(colour, rune)]


def payable_with_triples(t: Cells, pool: i64, colour: i64) -> i64:
    """Return how many units of the price a pool can pay for a spell of this colour. A token of the colour is one unit.
    So is a wild, three tokens of one rune, which may be of any other colours (SB-102)."""
    units = L.count_colour(t, pool, colour)
    for rune in range(i64(box.RUNES)):
        units += count_other_colours(t, pool, colour, rune) // TRIPLE
    return units


def payable_units(t: Cells, colour: i64, single_wilds: i64, rune: i64) -> i64:
    """Return how many units of the price the active seat's pool can pay for a spell of this colour. If `single_wilds`
    is NONE, a wild is three tokens, otherwise it is a single token of `rune`, `single_wilds` times at most."""
    pool = L.pool_of(t[L.ACTIVE])
    if single_wilds == L.NONE:
        return payable_with_triples(t, pool, colour)
    wilds = L.smaller(single_wilds, count_other_colours(t, pool, colour, rune))
    return L.count_colour(t, pool, colour) + wilds


def can_finish_triple(t: Cells, rune: i64, tokens_owed: i64, min_of_colour: i64, units_after: i64) -> bool:
    """Return whether the active seat can complete a wild of three tokens and then pay the remaining `units_after` units
    of the price. The wild still needs `tokens_owed` tokens of `rune`, at least `min_of_colour` of them of the spell's
    colour. More of this colour are used only if necessary, because each is a whole unit alone (SB-107)."""
    colour = t[L.LEARNING]
    pool = L.pool_of(t[L.ACTIVE])
    tokens_of_colour = t[pool + L.token_of(colour, rune)]
    other_tokens = count_other_colours(t, pool, colour, rune)
    used_of_colour = L.larger(min_of_colour, tokens_owed - other_tokens)
    if used_of_colour > tokens_of_colour:
        return False
    others_left = other_tokens - (tokens_owed - used_of_colour)
    lost_wilds = other_tokens // TRIPLE - others_left // TRIPLE  # wilds of this rune that are no longer possible
    units_left = payable_with_triples(t, pool, colour) - used_of_colour - lost_wilds
    return units_left >= units_after


def can_pay_for(t: Cells, colour: i64, single_wilds: i64, rune: i64) -> bool:
    """Return whether the active seat can pay for the spell of a colour: 3 units, one of this colour (SB-109)."""
    if L.count_colour(t, L.pool_of(t[L.ACTIVE]), colour) == 0:
        return False
    return payable_units(t, colour, single_wilds, rune) >= box.MIN_LEVEL


def can_learn(t: Cells, single_wilds: i64 = L.NONE, rune: i64 = 0) -> bool:
    """Return whether the active seat can pay for any spell that it has not learned yet (SB-100, SB-521). See
    `payable_units` for `single_wilds` and `rune`, which the spell Transmutation needs."""
    active_seat = t[L.ACTIVE]
    if L.count(t, L.pool_of(active_seat)) < box.MIN_LEVEL:
        return False
    return any(
        L.level_of(t, active_seat, colour) == 0 and can_pay_for(t, colour, single_wilds, rune)
        for colour in range(i64(box.COLOURS))
    )


# ---------------------------------------------------------------- choosing and paying
def begin_learning(t: Cells, single_wilds: i64 = L.NONE, rune: i64 = 0) -> None:
    """Push the step that chooses a spell to learn. See `payable_units` for `single_wilds` and `rune`."""
    t[L.SINGLE_WILDS] = single_wilds
    t[L.SINGLE_WILD_RUNE] = rune
    L.push_step(t, L.LEARN)


def fill_learns(t: Cells, into: Cells) -> i64:
    """List the actions that learn a spell at a payable level, and return how many (SB-103, SB-112)."""
    active_seat = t[L.ACTIVE]
    length: i64 = 0
    for colour in range(i64(box.COLOURS)):
        if L.level_of(t, active_seat, colour) == 0 and L.count_colour(t, L.pool_of(active_seat), colour) > 0:  # SB-109
            units = payable_units(t, colour, t[L.SINGLE_WILDS], t[L.SINGLE_WILD_RUNE])
            for level in range(box.MIN_LEVEL, L.smaller(units, box.MAX_LEVEL) + 1):
                length = L.append(into, length, actions.LEARN + L.effect_of(L.spell_of(t, colour), level))
    return length


def choose_spell(t: Cells, effect: i64) -> None:
    """Begin to learn a spell at a level, both given by an effect number (SB-103)."""
    t[L.LEARNING] = L.spell_colour(L.effect_spell(effect))
    t[L.LEARN_LEVEL] = L.effect_level(effect)
    t[L.UNITS_OWED] = t[L.LEARN_LEVEL]
    t[L.WILD_RUNE] = L.NONE
    L.pop_step(t)
    L.push_step(t, L.PLACE)


def fill_colour_tokens(t: Cells, first_id: i64, into: Cells) -> i64:
    """List the actions `first_id + token` for the active seat's pool tokens that have the colour of the spell being
    learned, and return how many (SB-109, SB-110, SB-515). `first_id` is actions.PLACE or actions.PAY."""
    active_seat = t[L.ACTIVE]
    return L.fill_tokens(t, L.pool_of(active_seat), active_seat, L.OF_COLOUR + t[L.LEARNING], first_id, into)


def place(t: Cells, token: i64) -> None:
    """Choose the pool token that will lie on the card of the spell being learned. It pays one unit of the price."""
    t[L.PLACED_TOKEN] = token
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.SPENT, token)
    t[L.UNITS_OWED] -= 1
    L.pop_step(t)
    L.push_step(t, L.PAY)


def fill_payments(t: Cells, into: Cells) -> i64:
    """List the legal payments for the spell that is being learned, and return how many: tokens of its colour and wilds,
    or the tokens that complete a begun wild. After a payment the remaining price must be payable (SB-108)."""
    if t[L.WILD_RUNE] != L.NONE:
        return fill_wild_tokens(t, into)
    length = fill_colour_tokens(t, actions.PAY, into)
    if is_transmuting(t):
        wild_rune = t[L.SINGLE_WILD_RUNE]
        wild_tokens = count_other_colours(t, L.pool_of(t[L.ACTIVE]), t[L.LEARNING], wild_rune)
        if t[L.SINGLE_WILDS] > 0 and wild_tokens > 0:
            length = L.append(into, length, actions.WILD + wild_rune)
        return length
    for rune in range(i64(box.RUNES)):
        if can_finish_triple(t, rune, TRIPLE, min_of_colour=0, units_after=t[L.UNITS_OWED] - 1):
            length = L.append(into, length, actions.WILD + rune)
    return length


def fill_wild_tokens(t: Cells, into: Cells) -> i64:
    """List the actions that pay one pool token for the wild that has been begun, and return how many (SB-104)."""
    pool = L.pool_of(t[L.ACTIVE])
    length: i64 = 0
    for token in range(t[L.WILD_RUNE], i64(L.TOKENS_END), L.ROW):  # this rune in each colour
        if t[pool + token] > 0 and can_join_wild(t, token):
            length = L.append(into, length, actions.PAY + token)
    return length


def can_join_wild(t: Cells, token: i64) -> bool:
    """Return whether a pool token of the right rune can be part of the wild that has been begun. A token of the spell's
    colour can be one of three if the remaining price is payable without it (SB-107, SB-108), but never a wild alone
    (SB-517). A token of another colour always can."""
    if L.token_colour(token) != t[L.LEARNING]:
        return True
    if is_transmuting(t):
        return False
    tokens_owed, units_after = t[L.WILD_TOKENS_OWED], t[L.UNITS_OWED] - 1
    return can_finish_triple(t, t[L.WILD_RUNE], tokens_owed, min_of_colour=1, units_after=units_after)


def choose_wild(t: Cells, rune: i64) -> None:
    """Begin to pay a wild of this rune: three tokens, or a single token with Transmutation (SB-104, SB-512)."""
    t[L.WILD_RUNE] = rune
    t[L.WILD_TOKENS_OWED] = TRIPLE
    if is_transmuting(t):
        t[L.WILD_TOKENS_OWED] = 1
        t[L.SINGLE_WILDS] -= 1


def pay(t: Cells, token: i64) -> None:
    """Pay one pool token for the spell that is being learned. The last payment completes the learning (SB-102)."""
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.SPENT, token)
    is_part_of_wild = t[L.WILD_RUNE] != L.NONE
    if is_part_of_wild:
        t[L.WILD_TOKENS_OWED] -= 1
        if t[L.WILD_TOKENS_OWED] > 0:
            return
        t[L.WILD_RUNE] = L.NONE
    t[L.UNITS_OWED] -= 1
    if t[L.UNITS_OWED] == 0:
        L.pop_step(t)
        complete_learning(t)


# ---------------------------------------------------------------- what follows
def complete_learning(t: Cells) -> None:
    """Complete a paid spell: put the chosen token on its card (SB-115). Communion may then store two (SB-594)."""
    active_seat = t[L.ACTIVE]
    colour = t[L.LEARNING]
    L.remove_token(t, L.SPENT, t[L.PLACED_TOKEN])
    L.set_learned(t, active_seat, colour, t[L.LEARN_LEVEL], L.token_rune(t[L.PLACED_TOKEN]))
    L.mark_learned_today(t, colour)
    L.push_step(t, L.FINISH_LEARNING, argument=colour)
    if L.spell_level(t, active_seat, box.COMMUNION) == box.MAX_LEVEL:
        L.push_step(t, L.STORE_SPENT, 2)


def finish_learning(t: Cells) -> None:
    """After a spell was learned, discard the spent tokens that are left, trigger the end of the game if the seat now
    has seven spells (SB-160), and begin the instant effect of the spell (SB-111, SB-116)."""
    active_seat = t[L.ACTIVE]
    spell = L.spell_of(t, t[L.LEARNING])
    L.move_all(t, L.SPENT, L.DISCARD)
    t[L.LEARNING] = L.NONE
    L.pop_step(t)
    if has_finished(t, active_seat) and not L.is_end_triggered(t):
        t[L.END_BY] = active_seat
    begin_instant(t, spell, t[L.LEARN_LEVEL])


def has_finished(t: Cells, seat: i64) -> bool:
    """Return whether a seat has a full board or seven spells, which triggers the end (SB-160, SB-161)."""
    return L.free_spaces(t, seat) == 0 or L.spells_learned(t, seat) == box.COLOURS


def begin_instant(t: Cells, spell: i64, level: i64) -> None:
    """Begin the instant effect of a newly learned spell, if the spell has one at this level (SB-049, SB-050)."""
    if spell == box.ABUNDANCE:  # SB-571: draw 2, 3 or 4 tokens
        L.push_step(t, L.DRAW, level - 1, L.pool_of(t[L.ACTIVE]))
    elif spell == box.COMMUNION and level == 3:  # SB-592: store 3 altar tokens
        L.push_step(t, L.TAKE_TO_BOARD, 3, L.ANY)
    elif spell == box.SWIFTNESS and level < 5:  # SB-531: an immediate Morning action
        L.push_step(t, L.INSTANT)
