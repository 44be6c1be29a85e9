"""Evening and learning (SB-100..118), instant effects (SB-049, SB-050) and Communion at level 5 (SB-594..600).

A price is paid in units. A genuine token (of the spell's colour) is one unit, and so is a wild: three tokens of one
rune (SB-104) or, with Transmutation, a single token of its rune (SB-512). The token placed on the card is the first
unit.
"""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L


# ---------------------------------------------------------------- what can be paid
def wilds_from_others(t: Cells, pool: i64, colour: i64, rune: i64) -> i64:
    """Return the number of wilds of a rune that can be made of tokens of other colours, three tokens each."""
    others = t[pool + L.BY_RUNE + rune] - t[pool + colour * 4 + rune]
    return others // 3


def payable_units(t: Cells, colour: i64, jokers: i64, rune: i64) -> i64:
    """SB-102: return how many units the pool is worth for a spell of this colour. Genuine tokens are worth more alone
    than in a wild, so each counts as one unit, and the other tokens form wilds."""
    pool = L.pool_of(t[L.ACTIVE])
    genuine = t[pool + colour * 4 + 3]
    if jokers < 0:
        triples = wilds_from_others(t, pool, colour, 0) + wilds_from_others(t, pool, colour, 1)
        return genuine + triples + wilds_from_others(t, pool, colour, 2)
    wilds = t[pool + L.BY_RUNE + rune] - t[pool + colour * 4 + rune]
    if wilds > jokers:
        wilds = jokers
    return genuine + wilds


def can_finish_triple(t: Cells, rune: i64, owed: i64, after: i64) -> bool:
    """Return whether `owed` more tokens of a rune can be paid so that at least `after` units remain payable. Other
    colours are used first: a genuine token in a triple (SB-107) costs a unit and saves at most one."""
    colour = t[L.LEARNING]
    pool = L.pool_of(t[L.ACTIVE])
    own = t[pool + colour * 4 + rune]
    others = t[pool + L.BY_RUNE + rune] - own
    from_own: i64 = 0
    if owed > others:
        from_own = owed - others
    if from_own > own:
        return False
    left = t[pool + colour * 4 + 3] - from_own
    r: i64 = 0
    while r < box.RUNES:
        if r == rune:
            left += (others - owed + from_own) // 3
        else:
            left += wilds_from_others(t, pool, colour, r)
        r += 1
    return left >= after


def can_learn(t: Cells, jokers: i64, rune: i64) -> bool:
    """SB-100, SB-521: return whether some spell not yet learned can be paid for."""
    me = t[L.ACTIVE]
    pool = L.pool_of(me)
    if t[pool + L.SIZE] < 3:
        return False
    colour: i64 = 0
    while colour < box.COLOURS:
        unlearned = t[pool + colour * 4 + 3] > 0 and L.level_of(t, me, colour) == 0
        if unlearned and payable_units(t, colour, jokers, rune) >= 3:
            return True
        colour += 1
    return False


# ---------------------------------------------------------------- choosing and paying
def begin_learning(t: Cells, jokers: i64, rune: i64) -> None:
    """Begin Learn 1 Spell (`jokers` is -1) or Transmutation, which allows `jokers` wilds of `rune`."""
    t[L.JOKERS] = jokers
    t[L.JOKER_RUNE] = rune
    L.push_step(t, L.LEARN, 0, 0)


def fill_learns(t: Cells, into: Cells) -> i64:
    """SB-103, SB-112: write the spells not yet learned, at each level from 3 to 5 that can be paid."""
    me = t[L.ACTIVE]
    pool = L.pool_of(me)
    n: i64 = 0
    colour: i64 = 0
    while colour < box.COLOURS:
        if t[pool + colour * 4 + 3] > 0 and L.level_of(t, me, colour) == 0:
            most = payable_units(t, colour, t[L.JOKERS], t[L.JOKER_RUNE])
            level: i64 = 3
            while level <= 5 and level <= most:
                into[n] = actions.LEARN + L.spell_of(t, colour) * 3 + level - 3
                n += 1
                level += 1
        colour += 1
    return n


def choose_spell(t: Cells, choice: i64) -> None:
    """SB-103: begin to learn the chosen spell; `choice` is `spell * 3 + level - 3`."""
    t[L.LEARNING] = choice // 9
    t[L.LEARN_LEVEL] = choice % 3 + 3
    t[L.OWED] = t[L.LEARN_LEVEL]
    t[L.WILD] = -1
    L.pop_step(t)
    L.push_step(t, L.PLACE, 0, 0)


def fill_places(t: Cells, into: Cells) -> i64:
    """SB-109, SB-110, SB-515: write the genuine tokens that may go on the card."""
    return L.fill_tokens(t, L.pool_of(t[L.ACTIVE]), t[L.ACTIVE], L.OF_COLOUR + t[L.LEARNING], actions.PLACE, into)


def place(t: Cells, token: i64) -> None:
    """Choose the token for the card. It is the first unit paid."""
    t[L.PLACED] = token
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.SPENT, token)
    t[L.OWED] -= 1
    L.pop_step(t)
    L.push_step(t, L.PAY, 0, 0)


def fill_pays(t: Cells, into: Cells) -> i64:
    """SB-108: write the tokens and wilds that may be paid: those after which the price can still be completed."""
    if t[L.WILD] >= 0:
        return fill_wild_pays(t, into)
    pool = L.pool_of(t[L.ACTIVE])
    n = L.fill_tokens(t, pool, t[L.ACTIVE], L.OF_COLOUR + t[L.LEARNING], actions.PAY, into)
    if t[L.JOKERS] >= 0:
        if t[L.JOKERS] > 0 and joker_tokens(t, pool) > 0:
            into[n] = actions.WILD + t[L.JOKER_RUNE]
            n += 1
        return n
    rune: i64 = 0
    while rune < box.RUNES:
        if can_finish_triple(t, rune, 3, t[L.OWED] - 1):
            into[n] = actions.WILD + rune
            n += 1
        rune += 1
    return n


def joker_tokens(t: Cells, pool: i64) -> i64:
    """SB-512, SB-517: return the number of tokens that Transmutation can use as wilds: those of its rune in another
    colour than the spell's."""
    rune = t[L.JOKER_RUNE]
    return t[pool + L.BY_RUNE + rune] - t[pool + t[L.LEARNING] * 4 + rune]


def fill_wild_pays(t: Cells, into: Cells) -> i64:
    """SB-104, SB-107: write the tokens that may be paid as part of the current wild: of its rune, in any colour, if the
    rest can still be paid (SB-108)."""
    pool = L.pool_of(t[L.ACTIVE])
    n: i64 = 0
    token = t[L.WILD]
    while token < L.BY_RUNE:
        if t[pool + token] > 0 and may_pay_into_wild(t, pool, token):
            into[n] = actions.PAY + token
            n += 1
        token += 4
    return n


def may_pay_into_wild(t: Cells, pool: i64, token: i64) -> bool:
    """Return whether a pool token may be paid as part of the current wild."""
    own = (token >> 2) == t[L.LEARNING]
    if t[L.JOKERS] >= 0 or not own:
        return not own
    L.remove_token(t, pool, token)
    can = can_finish_triple(t, t[L.WILD], t[L.WILD_OWED] - 1, t[L.OWED] - 1)
    L.add_token(t, pool, token)
    return can


def choose_wild(t: Cells, rune: i64) -> None:
    """SB-104, SB-512: begin to pay a wild of this rune; its tokens are paid next."""
    t[L.WILD] = rune
    t[L.WILD_OWED] = 3
    if t[L.JOKERS] >= 0:
        t[L.WILD_OWED] = 1
        t[L.JOKERS] -= 1


def pay(t: Cells, token: i64) -> None:
    """SB-102: pay one token of the price. With the last one the spell is learned."""
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.SPENT, token)
    if t[L.WILD] >= 0:
        t[L.WILD_OWED] -= 1
        if t[L.WILD_OWED] > 0:
            return
        t[L.WILD] = -1
    t[L.OWED] -= 1
    if t[L.OWED] == 0:
        L.pop_step(t)
        put_on_card(t)


# ---------------------------------------------------------------- what follows
def put_on_card(t: Cells) -> None:
    """SB-115: put the chosen token on the card. Communion at level 5 then stores two of the others (SB-594)."""
    me = t[L.ACTIVE]
    colour = t[L.LEARNING]
    L.remove_token(t, L.SPENT, t[L.PLACED])
    L.set_learned(t, me, colour, t[L.LEARN_LEVEL], t[L.PLACED] & 3)
    t[L.LEARNED_TODAY] |= i64(1) << colour
    L.push_step(t, L.FINISH_LEARNING, 0, colour)
    if t[L.SPELL + box.YELLOW] == box.COMMUNION % 3 and L.level_of(t, me, box.YELLOW) == 5:
        L.push_step(t, L.STORE_SPENT, 2, L.ANY)  # SB-594


def finish_learning(t: Cells) -> None:
    """SB-111, SB-116: discard the other tokens, check for the end (SB-160), then begin the instant effect."""
    me = t[L.ACTIVE]
    colour = t[L.LEARNING]
    L.move_all(t, L.SPENT, L.DISCARD)
    t[L.LEARNING] = -1
    L.pop_step(t)
    if t[L.END_BY] < 0 and (t[L.board_of(me) + L.SIZE] == box.SPACES or L.spells_learned(t, me) == box.COLOURS):
        t[L.END_BY] = me
    begin_instant(t, L.spell_of(t, colour), t[L.LEARN_LEVEL])


def begin_instant(t: Cells, spell: i64, level: i64) -> None:
    """SB-049, SB-050: begin the instant effect of a spell, if it has one at exactly the learned level. It happens only
    once."""
    if spell == box.ABUNDANCE:  # SB-571
        L.push_step(t, L.DRAW, level - 1, L.pool_of(t[L.ACTIVE]))
    elif spell == box.COMMUNION and level == 3:  # SB-592
        L.push_step(t, L.TAKE_TO_BOARD, 3, L.ANY)
    elif spell == box.SWIFTNESS and level < 5:  # SB-531
        L.push_step(t, L.INSTANT, 0, 0)
