"""The legal actions at a decision, and the outcomes of chance with their weights."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.box import COLOURS
from sortilege.games.spellbook.rules.books import fill_clone_costs, fill_copies
from sortilege.games.spellbook.rules.day import (
    fill_choices,
    fill_instant,
)
from sortilege.games.spellbook.rules.keywords import (
    fill_gives,
    fill_returns,
)
from sortilege.games.spellbook.rules.learning import (
    fill_learns,
    fill_pays,
    fill_places,
)
from sortilege.games.spellbook.rules.spells import is_raisable


def fill_seat_actions(t: Cells, step: i64, argument: i64, into: Cells) -> i64:  # noqa: C901, PLR0912 (one case for each kind of node)
    """Write the legal actions of the seat to decide, and return how many."""
    me = t[L.TURN]
    pool = L.pool_of(me)
    if step == L.CHOOSE:
        return fill_choices(t, into)
    if step == L.TAKE or step == L.TAKE_TO_BOARD:
        return L.fill_tokens(t, L.ALTAR, me, argument, actions.TAKE, into)
    if step == L.OTHER_TAKES:
        return L.fill_tokens(t, L.ALTAR, me, L.ANY, actions.TAKE, into)
    if step == L.DISCARD_SOME:
        return L.fill_tokens(t, pool, me, argument, actions.DISCARD, into)
    if step == L.STORE:
        return L.fill_tokens(t, pool, me, argument, actions.STORE, into)
    if step == L.PAY:
        return fill_pays(t, into)
    if step == L.LEARN:
        return fill_learns(t, into)
    if step == L.PLACE:
        return fill_places(t, into)
    if step == L.OFFER:
        return L.fill_tokens(t, L.ALTAR, me, L.ANY, actions.OFFER, into)
    if step == L.SWAP_ALTAR or step == L.SWAP_BOARD:
        if t[L.GIVEN_TOKEN] < 0:
            return fill_gives(t, into)
        return fill_returns(t, step, into)
    if step == L.STORE_SPENT:
        return L.fill_tokens(t, L.SPENT, me, L.ANY, actions.STORE, into)
    if step == L.COPY:
        return fill_copies(t, t[L.top_step(t) + 1], into, 0)
    if step == L.CLONE_COST:
        return fill_clone_costs(t, into, 0)
    if step == L.RAISE:
        return fill_raises(t, into)
    if step == L.INSTANT:
        return fill_instant(t, into)
    return fill_with_stop(t, step, argument, into)


def fill_with_stop(t: Cells, step: i64, argument: i64, into: Cells) -> i64:
    """Write `stop` and the tokens that may be picked. Divination at level 4 and the sweep of Storm may stop at any time
    (SB-359, SB-462)."""
    base: i64 = actions.SWEEP
    if step == L.TAKE_UP_TO:
        base = actions.TAKE
    n = L.fill_tokens(t, L.ALTAR, t[L.ACTIVE], argument, base, into)
    i = n
    while i > 0:
        into[i] = into[i - 1]
        i -= 1
    into[0] = actions.STOP
    return n + 1


def fill_raises(t: Cells, into: Cells) -> i64:
    """SB-443: write the own learned spells that Time Travel can raise."""
    n: i64 = 0
    colour: i64 = 0
    while colour < COLOURS:
        if is_raisable(t, colour):
            into[n] = actions.RAISE + L.spell_of(t, colour)
            n += 1
        colour += 1
    return n


def fill_outcomes(t: Cells, step: i64, n: i64, into: Cells) -> i64:
    """Write the possible outcomes of chance: a token of the pouch, a spell of the next colour, or the first player."""
    i: i64 = 0
    if step == L.DRAW:
        return L.fill_tokens(t, L.POUCH, 0, L.ANY, actions.DRAW, into)
    if step == L.LINEUP:
        while i < 3:
            into[i] = actions.LINEUP + (COLOURS - n) * 3 + i
            i += 1
        return 3
    while i < t[L.SEATS]:
        into[i] = actions.FIRST + i
        i += 1
    return i


def fill_pouch_counts(t: Cells, into: Cells) -> i64:
    """SB-007: write the number of tokens of each type in the pouch as weights, because every token is equally
    likely."""
    n: i64 = 0
    row: i64 = L.POUCH
    while row < L.POUCH + L.BY_RUNE:
        if t[row + 3] > 0:
            token = row
            while token < row + 3:
                if t[token] > 0:
                    into[n] = t[token]
                    n += 1
                token += 1
        row += 4
    return n
