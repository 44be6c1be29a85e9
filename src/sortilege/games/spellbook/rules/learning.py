"""Evening and learning (SB-100..118), with the instant effects (SB-049, SB-050) and Communion's share (SB-594..600).

A price is paid in units: a genuine token is one, and so is a wild, which is three tokens of one rune (SB-104) or, under
Transmutation, a single token of the card's rune (SB-512). The placed token is the first unit.
"""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellbook import actions
from sortilege.games.spellbook.box import ABUNDANCE, COLOURS, COMMUNION, RUNES, SPACES, SWIFTNESS, YELLOW
from sortilege.games.spellbook.layout import (
    ACTIVE,
    ANY,
    BY_RUNE,
    DISCARD,
    DRAW,
    END_BY,
    FRESH,
    GOAL,
    INSTANT,
    JOKER_RUNE,
    JOKERS,
    KEEP,
    LEARN,
    LEARNED,
    LEARNING,
    OF_COLOUR,
    OWED,
    PAY,
    PLACE,
    PLACED,
    SIZE,
    SPELL,
    SPENT,
    TAKE_TO_BOARD,
    WILD,
    WILD_OWED,
    board_of,
    drop_step,
    fill_tokens,
    lay_card,
    level_of,
    move,
    pick,
    pool_of,
    pour,
    push,
    put,
    spell_of,
    spells_learned,
)


# ---------------------------------------------------------------- what can be paid
def triples_beside(t: Cells, pool: i64, colour: i64, rune: i64) -> i64:
    """How many wilds of a rune the tokens of other colours make."""
    others = t[pool + BY_RUNE + rune] - t[pool + colour * 4 + rune]
    return others // 3


def reach(t: Cells, colour: i64, jokers: i64, rune: i64) -> i64:
    """The most units the pool is worth for a spell of this colour (SB-102): a genuine token is worth more by itself
    than in a triple, so all of them count as themselves, and the others make what wilds they can."""
    pool = pool_of(t[ACTIVE])
    genuine = t[pool + colour * 4 + 3]
    if jokers < 0:
        triples = triples_beside(t, pool, colour, 0) + triples_beside(t, pool, colour, 1)
        return genuine + triples + triples_beside(t, pool, colour, 2)
    wilds = t[pool + BY_RUNE + rune] - t[pool + colour * 4 + rune]
    if wilds > jokers:
        wilds = jokers
    return genuine + wilds


def can_finish_triple(t: Cells, rune: i64, owed: i64, after: i64) -> bool:
    """Whether `owed` more tokens of this rune can be paid so that `after` units remain payable. Other colours go
    first: a genuine token in a triple (SB-107) costs a unit and saves at most one."""
    colour = t[LEARNING]
    pool = pool_of(t[ACTIVE])
    own = t[pool + colour * 4 + rune]
    others = t[pool + BY_RUNE + rune] - own
    from_own: i64 = 0
    if owed > others:
        from_own = owed - others
    if from_own > own:
        return False
    left = t[pool + colour * 4 + 3] - from_own
    r: i64 = 0
    while r < RUNES:
        if r == rune:
            left += (others - owed + from_own) // 3
        else:
            left += triples_beside(t, pool, colour, r)
        r += 1
    return left >= after


def can_learn(t: Cells, jokers: i64, rune: i64) -> bool:
    """SB-100, SB-521: whether a legal payment exists for some spell not yet learned."""
    me = t[ACTIVE]
    pool = pool_of(me)
    if t[pool + SIZE] < 3:
        return False
    colour: i64 = 0
    while colour < COLOURS:
        if t[pool + colour * 4 + 3] > 0 and level_of(t, me, colour) == 0 and reach(t, colour, jokers, rune) >= 3:
            return True
        colour += 1
    return False


# ---------------------------------------------------------------- choosing and paying
def begin_learning(t: Cells, jokers: i64, rune: i64) -> None:
    """The action is chosen: Learn 1 Spell (jokers -1), or Transmutation with its wilds."""
    t[JOKERS] = jokers
    t[JOKER_RUNE] = rune
    push(t, LEARN, 0, 0)


def fill_learns(t: Cells, into: Cells) -> i64:
    """SB-103, SB-112: each spell not yet learned, at each level from 3 to 5 that can be paid."""
    me = t[ACTIVE]
    pool = pool_of(me)
    n: i64 = 0
    colour: i64 = 0
    while colour < COLOURS:
        if t[pool + colour * 4 + 3] > 0 and level_of(t, me, colour) == 0:
            most = reach(t, colour, t[JOKERS], t[JOKER_RUNE])
            level: i64 = 3
            while level <= 5 and level <= most:
                into[n] = actions.LEARN + spell_of(t, colour) * 3 + level - 3
                n += 1
                level += 1
        colour += 1
    return n


def choose_lesson(t: Cells, choice: i64) -> None:
    """Which spell, and at which level (SB-103)."""
    t[LEARNING] = choice // 9
    t[GOAL] = choice % 3 + 3
    t[OWED] = t[GOAL]
    t[WILD] = -1
    drop_step(t)
    push(t, PLACE, 0, 0)


def fill_places(t: Cells, into: Cells) -> i64:
    """SB-109, SB-110, SB-515: a genuine token of the player's choice."""
    return fill_tokens(t, pool_of(t[ACTIVE]), t[ACTIVE], OF_COLOUR + t[LEARNING], actions.PLACE, into)


def place(t: Cells, token: i64) -> None:
    """The token for the card: the first unit paid."""
    t[PLACED] = token
    move(t, pool_of(t[ACTIVE]), SPENT, token)
    t[OWED] -= 1
    drop_step(t)
    push(t, PAY, 0, 0)


def fill_pays(t: Cells, into: Cells) -> i64:
    """What may be paid next: anything after which the price can still be completed."""
    if t[WILD] >= 0:
        return fill_wild_pays(t, into)
    pool = pool_of(t[ACTIVE])
    n = fill_tokens(t, pool, t[ACTIVE], OF_COLOUR + t[LEARNING], actions.PAY, into)
    if t[JOKERS] >= 0:
        if t[JOKERS] > 0 and joker_tokens(t, pool) > 0:
            into[n] = actions.WILD + t[JOKER_RUNE]
            n += 1
        return n
    rune: i64 = 0
    while rune < RUNES:
        if can_finish_triple(t, rune, 3, t[OWED] - 1):
            into[n] = actions.WILD + rune
            n += 1
        rune += 1
    return n


def joker_tokens(t: Cells, pool: i64) -> i64:
    """SB-512, SB-517: tokens of Transmutation's rune in another colour than the spell's."""
    rune = t[JOKER_RUNE]
    return t[pool + BY_RUNE + rune] - t[pool + t[LEARNING] * 4 + rune]


def fill_wild_pays(t: Cells, into: Cells) -> i64:
    """The tokens of a wild: one rune, any colour (SB-104, SB-107), as long as the rest can still be paid (SB-108)."""
    pool = pool_of(t[ACTIVE])
    n: i64 = 0
    token = t[WILD]
    while token < BY_RUNE:
        if t[pool + token] > 0 and may_pay_into_wild(t, pool, token):
            into[n] = actions.PAY + token
            n += 1
        token += 4
    return n


def may_pay_into_wild(t: Cells, pool: i64, token: i64) -> bool:
    own = (token >> 2) == t[LEARNING]
    if t[JOKERS] >= 0 or not own:
        return not own
    pick(t, pool, token)
    can = can_finish_triple(t, t[WILD], t[WILD_OWED] - 1, t[OWED] - 1)
    put(t, pool, token)
    return can


def choose_wild(t: Cells, rune: i64) -> None:
    """SB-104, SB-512: a wild is announced by its rune; its tokens follow."""
    t[WILD] = rune
    t[WILD_OWED] = 3
    if t[JOKERS] >= 0:
        t[WILD_OWED] = 1
        t[JOKERS] -= 1


def pay(t: Cells, token: i64) -> None:
    """SB-102: one token of the price; with the last one the spell is learned."""
    move(t, pool_of(t[ACTIVE]), SPENT, token)
    if t[WILD] >= 0:
        t[WILD_OWED] -= 1
        if t[WILD_OWED] > 0:
            return
        t[WILD] = -1
    t[OWED] -= 1
    if t[OWED] == 0:
        drop_step(t)
        lay_on_card(t)


# ---------------------------------------------------------------- what follows
def lay_on_card(t: Cells) -> None:
    """SB-115: the chosen token lies on the card; then Communion's share, the discard, the end check, the instant."""
    me = t[ACTIVE]
    colour = t[LEARNING]
    pick(t, SPENT, t[PLACED])
    lay_card(t, me, colour, t[GOAL], t[PLACED] & 3)
    t[FRESH] |= i64(1) << colour
    push(t, LEARNED, 0, colour)
    if t[SPELL + YELLOW] == COMMUNION % 3 and level_of(t, me, YELLOW) == 5:
        push(t, KEEP, 2, ANY)  # SB-594


def finish_learning(t: Cells) -> None:
    """SB-111, SB-116: the rest is discarded before the instant effect; then the end is checked (SB-160)."""
    me = t[ACTIVE]
    colour = t[LEARNING]
    pour(t, SPENT, DISCARD)
    t[LEARNING] = -1
    drop_step(t)
    if t[END_BY] < 0 and (t[board_of(me) + SIZE] == SPACES or spells_learned(t, me) == COLOURS):
        t[END_BY] = me
    begin_instant(t, spell_of(t, colour), t[GOAL])


def begin_instant(t: Cells, spell: i64, level: i64) -> None:
    """SB-049: the effect of the very level learned, once and now (SB-050)."""
    if spell == ABUNDANCE:  # SB-571
        push(t, DRAW, level - 1, pool_of(t[ACTIVE]))
    elif spell == COMMUNION and level == 3:  # SB-592
        push(t, TAKE_TO_BOARD, 3, ANY)
    elif spell == SWIFTNESS and level < 5:  # SB-531
        push(t, INSTANT, 0, 0)
