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
    """Return how many tokens of a rune a pool holds that are not of the given colour."""
    return L.count_rune(t, pool, rune) - t[pool + L.token_of(colour, rune)]


def wilds_from_others(t: Cells, pool: i64, colour: i64, rune: i64) -> i64:
    """Return how many wilds of a rune, three tokens each, a pool can form from tokens that are not of this colour."""
    return count_other_colours(t, pool, colour, rune) // TRIPLE


def payable_with_triples(t: Cells, pool: i64, colour: i64) -> i64:
    """Return how many units a pool can pay for a spell of this colour in Learn 1 Spell. A unit is a token of the
    spell's colour, or a wild of three tokens of one rune. Wilds are formed from the other colours only, because a token
    of the spell's colour is already a unit alone (SB-102)."""
    units = L.count_colour(t, pool, colour)
    for rune in range(i64(box.RUNES)):
        units += wilds_from_others(t, pool, colour, rune)
    return units


def payable_units(t: Cells, colour: i64, single_wilds: i64, rune: i64) -> i64:
    """Return how many units the active seat's pool can pay for a spell of this colour. With Transmutation, up to
    `single_wilds` tokens of `rune` are a wild each. Without it, `single_wilds` is NONE and a wild is three tokens."""
    pool = L.pool_of(t[L.ACTIVE])
    if single_wilds == L.NONE:
        return payable_with_triples(t, pool, colour)
    wilds = L.smaller(single_wilds, count_other_colours(t, pool, colour, rune))
    return L.count_colour(t, pool, colour) + wilds


def can_finish_triple(t: Cells, rune: i64, tokens_owed: i64, min_genuine: i64, units_after: i64) -> bool:
    """Return whether the active seat can complete a wild of three tokens and then still pay `units_after` units, each
    with a token of the spell's colour or a further wild. The wild still needs `tokens_owed` tokens, at least
    `min_genuine` of them of the spell's colour. Further tokens of this colour are used only if the other colours do not
    suffice, because each is also a unit alone (SB-107)."""
    colour = t[L.LEARNING]
    pool = L.pool_of(t[L.ACTIVE])
    others = count_other_colours(t, pool, colour, rune)
    genuine_used = L.larger(min_genuine, tokens_owed - others)
    if genuine_used > t[pool + L.token_of(colour, rune)]:
        return False
    others_left = others - (tokens_owed - genuine_used)
    units = payable_with_triples(t, pool, colour) - genuine_used
    lost_wilds = others // TRIPLE - others_left // TRIPLE  # further wilds of this rune that are no longer possible
    return units - lost_wilds >= units_after


def can_pay_for(t: Cells, colour: i64, single_wilds: i64, rune: i64) -> bool:
    """Return whether the active seat can pay for the spell of a colour, which costs at least 3 units, one of them a
    token of the colour. `payable_units` explains the other parameters (SB-109)."""
    if L.count_colour(t, L.pool_of(t[L.ACTIVE]), colour) == 0:
        return False
    return payable_units(t, colour, single_wilds, rune) >= box.MIN_LEVEL


def can_learn(t: Cells, single_wilds: i64 = L.NONE, rune: i64 = 0) -> bool:
    """Return whether the active seat can pay for any spell that it has not learned yet, by Learn 1 Spell or by
    Transmutation. `payable_units` explains the parameters (SB-100, SB-521)."""
    me = t[L.ACTIVE]
    if L.count(t, L.pool_of(me)) < box.MIN_LEVEL:
        return False
    return any(
        L.level_of(t, me, colour) == 0 and can_pay_for(t, colour, single_wilds, rune)
        for colour in range(i64(box.COLOURS))
    )


# ---------------------------------------------------------------- choosing and paying
def begin_learning(t: Cells, single_wilds: i64 = L.NONE, rune: i64 = 0) -> None:
    """Push the step that chooses a spell to learn. In Learn 1 Spell a wild is three tokens of one rune. Transmutation
    instead allows `single_wilds` wilds that are a single token of `rune`."""
    t[L.SINGLE_WILDS] = single_wilds
    t[L.SINGLE_WILD_RUNE] = rune
    L.push_step(t, L.LEARN)


def fill_learns(t: Cells, into: Cells) -> i64:
    """List the actions that learn a spell, one for each spell not yet learned and each level that the active seat can
    pay for. Return how many (SB-103, SB-112)."""
    me = t[L.ACTIVE]
    length: i64 = 0
    for colour in range(i64(box.COLOURS)):
        if L.level_of(t, me, colour) == 0 and L.count_colour(t, L.pool_of(me), colour) > 0:  # SB-109
            units = payable_units(t, colour, t[L.SINGLE_WILDS], t[L.SINGLE_WILD_RUNE])
            for level in range(box.MIN_LEVEL, L.smaller(units, box.MAX_LEVEL) + 1):
                length = L.append(into, length, actions.LEARN + L.effect_of(L.spell_of(t, colour), level))
    return length


def choose_spell(t: Cells, effect: i64) -> None:
    """SB-103: begin to learn a spell at a level; `effect` is the number of both (see `layout.effect_of`)."""
    t[L.LEARNING] = L.spell_colour(L.effect_spell(effect))
    t[L.LEARN_LEVEL] = L.effect_level(effect)
    t[L.UNITS_OWED] = t[L.LEARN_LEVEL]
    t[L.WILD_RUNE] = L.NONE
    L.pop_step(t)
    L.push_step(t, L.PLACE)


def fill_genuine(t: Cells, base: i64, into: Cells) -> i64:
    """List the actions `base + token` for the active seat's pool tokens of the colour of the spell that is being
    learned, and return how many. `base` is actions.PLACE or actions.PAY (SB-109, SB-110, SB-515)."""
    me = t[L.ACTIVE]
    return L.fill_tokens(t, L.pool_of(me), me, L.OF_COLOUR + t[L.LEARNING], base, into)


def place(t: Cells, token: i64) -> None:
    """Choose the token for the card of the spell that is being learned. The token pays the first unit of the price."""
    t[L.PLACED_TOKEN] = token
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.SPENT, token)
    t[L.UNITS_OWED] -= 1
    L.pop_step(t)
    L.push_step(t, L.PAY)


def fill_payments(t: Cells, into: Cells) -> i64:
    """List the legal payments, and return how many. While a wild is being paid, they are the tokens for this wild;
    otherwise the tokens of the spell's colour and the wilds that can be begun. A payment is illegal if the rest of the
    price could not be paid after it (SB-108)."""
    if t[L.WILD_RUNE] != L.NONE:
        return fill_wild_tokens(t, into)
    length = fill_genuine(t, actions.PAY, into)
    if is_transmuting(t):
        wild_rune = t[L.SINGLE_WILD_RUNE]
        if t[L.SINGLE_WILDS] > 0 and count_other_colours(t, L.pool_of(t[L.ACTIVE]), t[L.LEARNING], wild_rune) > 0:
            length = L.append(into, length, actions.WILD + wild_rune)
        return length
    for rune in range(i64(box.RUNES)):
        if can_finish_triple(t, rune, TRIPLE, min_genuine=0, units_after=t[L.UNITS_OWED] - 1):
            length = L.append(into, length, actions.WILD + rune)
    return length


def fill_wild_tokens(t: Cells, into: Cells) -> i64:
    """List the actions that pay a pool token for the wild being paid, and return how many (SB-104)."""
    pool = L.pool_of(t[L.ACTIVE])
    length: i64 = 0
    for token in range(t[L.WILD_RUNE], i64(L.TOKENS_END), L.ROW):  # this rune in each colour
        if t[pool + token] > 0 and may_join_wild(t, token):
            length = L.append(into, length, actions.PAY + token)
    return length


def may_join_wild(t: Cells, token: i64) -> bool:
    """Return whether a pool token of the right rune may be used for the wild being paid. A token of another colour than
    the spell's always may. A token of the spell's colour may be one of three if the rest of the price can be paid
    without it (SB-107, SB-108), but is never a wild alone (SB-517)."""
    if L.token_colour(token) != t[L.LEARNING]:
        return True
    if is_transmuting(t):
        return False
    tokens_owed, units_after = t[L.WILD_TOKENS_OWED], t[L.UNITS_OWED] - 1
    return can_finish_triple(t, t[L.WILD_RUNE], tokens_owed, min_genuine=1, units_after=units_after)


def choose_wild(t: Cells, rune: i64) -> None:
    """Begin to pay a wild of this rune: three tokens, or a single token with Transmutation (SB-104, SB-512)."""
    t[L.WILD_RUNE] = rune
    t[L.WILD_TOKENS_OWED] = TRIPLE
    if is_transmuting(t):
        t[L.WILD_TOKENS_OWED] = 1
        t[L.SINGLE_WILDS] -= 1


def pay(t: Cells, token: i64) -> None:
    """Pay one token of the price. With the last one the spell is learned (SB-102)."""
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.SPENT, token)
    if t[L.WILD_RUNE] != L.NONE:
        t[L.WILD_TOKENS_OWED] -= 1
        if t[L.WILD_TOKENS_OWED] > 0:
            return
        t[L.WILD_RUNE] = L.NONE
    t[L.UNITS_OWED] -= 1
    if t[L.UNITS_OWED] == 0:
        L.pop_step(t)
        put_on_card(t)


# ---------------------------------------------------------------- what follows
def put_on_card(t: Cells) -> None:
    """Learn the spell that is paid for: put the chosen token on its card (SB-115). Then Communion at level 5 stores two
    of the other spent tokens (SB-594)."""
    me = t[L.ACTIVE]
    colour = t[L.LEARNING]
    L.remove_token(t, L.SPENT, t[L.PLACED_TOKEN])
    L.set_learned(t, me, colour, t[L.LEARN_LEVEL], L.token_rune(t[L.PLACED_TOKEN]))
    t[L.LEARNED_TODAY] |= i64(1) << colour
    L.push_step(t, L.FINISH_LEARNING, argument=colour)
    if L.spell_level(t, me, box.COMMUNION) == 5:
        L.push_step(t, L.STORE_SPENT, 2)


def finish_learning(t: Cells) -> None:
    """After a spell was learned, discard the other spent tokens, check whether the end of the game is triggered
    (SB-160), then begin the instant effect of the spell (SB-111, SB-116)."""
    me = t[L.ACTIVE]
    spell = L.spell_of(t, t[L.LEARNING])
    L.move_all(t, L.SPENT, L.DISCARD)
    t[L.LEARNING] = L.NONE
    L.pop_step(t)
    if has_finished(t, me) and not L.is_end_triggered(t):
        t[L.END_BY] = me
    begin_instant(t, spell, t[L.LEARN_LEVEL])


def has_finished(t: Cells, seat: i64) -> bool:
    """Return whether a seat has filled its board or learned seven spells, which triggers the end (SB-160, SB-161)."""
    return L.free_spaces(t, seat) == 0 or L.spells_learned(t, seat) == box.COLOURS


def begin_instant(t: Cells, spell: i64, level: i64) -> None:
    """Begin the instant effect of a newly learned spell, if the spell has one at this level (SB-049, SB-050)."""
    if spell == box.ABUNDANCE:  # SB-571: draw 2, 3 or 4 tokens
        L.push_step(t, L.DRAW, level - 1, L.pool_of(t[L.ACTIVE]))
    elif spell == box.COMMUNION and level == 3:  # SB-592: store 3 altar tokens
        L.push_step(t, L.TAKE_TO_BOARD, 3, L.ANY)
    elif spell == box.SWIFTNESS and level < 5:  # SB-531: an immediate Morning action
        L.push_step(t, L.INSTANT)
