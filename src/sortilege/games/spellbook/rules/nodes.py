"""The legal actions at a decision, and the outcomes of chance with their weights."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.books import fill_clone_costs, fill_copies
from sortilege.games.spellbook.rules.day import fill_choices, fill_instant
from sortilege.games.spellbook.rules.keywords import fill_givable, fill_receivable
from sortilege.games.spellbook.rules.learning import fill_genuine, fill_learns, fill_payments
from sortilege.games.spellbook.rules.spells import is_raisable


def fill_seat_actions(t: Cells, step: i64, argument: i64, into: Cells) -> i64:  # noqa: C901, PLR0912 (one case per step)
    """List the legal actions of the seat to move: write their ids to `into` and return how many. `step` and `argument`
    are those of the top step; for most steps the argument is the kind of tokens that may be picked."""
    seat = t[L.TURN]
    pool = L.pool_of(seat)
    if step == L.CHOOSE:
        return fill_choices(t, into)
    if step == L.TAKE or step == L.TAKE_TO_BOARD:
        return L.fill_tokens(t, L.ALTAR, seat, argument, actions.TAKE, into)
    if step == L.OTHER_TAKES:
        return L.fill_tokens(t, L.ALTAR, seat, L.ANY, actions.TAKE, into)
    if step == L.DISCARD_SOME:
        return L.fill_tokens(t, pool, seat, argument, actions.DISCARD, into)
    if step == L.STORE:
        return L.fill_tokens(t, pool, seat, argument, actions.STORE, into)
    if step == L.PAY:
        return fill_payments(t, into)
    if step == L.LEARN:
        return fill_learns(t, into)
    if step == L.PLACE:
        return fill_genuine(t, actions.PLACE, into)
    if step == L.OFFER:
        return L.fill_tokens(t, L.ALTAR, seat, L.ANY, actions.OFFER, into)
    if step == L.SWAP_ALTAR or step == L.SWAP_BOARD:
        if t[L.GIVEN_TOKEN] == L.NONE:
            return fill_givable(t, into)
        return fill_receivable(t, step, into)
    if step == L.STORE_SPENT:
        return L.fill_tokens(t, L.SPENT, seat, L.ANY, actions.STORE, into)
    if step == L.COPY:
        return fill_copies(t, L.step_count(t), into, 0)
    if step == L.CLONE_COST:
        return fill_clone_costs(t, into, 0)
    if step == L.RAISE:
        return fill_raises(t, into)
    if step == L.INSTANT:
        return fill_instant(t, into)
    if step == L.TAKE_UP_TO:
        return fill_with_stop(t, argument, actions.TAKE, into)
    return fill_with_stop(t, L.ANY, actions.SWEEP, into)


def fill_with_stop(t: Cells, kind: i64, base: i64, into: Cells) -> i64:
    """List the actions of a step that may stop at any time (Divination at level 4, SB-359, and the sweep of Storm,
    SB-462): `stop`, then `base + token` for each altar token of a kind. Return how many."""
    length = L.fill_tokens(t, L.ALTAR, t[L.ACTIVE], kind, base, into)
    i = length
    while i > 0:  # shift the actions by one cell, because `stop` comes first
        into[i] = into[i - 1]
        i -= 1
    into[0] = actions.STOP
    return length + 1


def fill_raises(t: Cells, into: Cells) -> i64:
    """List the actions that raise a spell of the active seat by Time Travel, and return how many (SB-443)."""
    length: i64 = 0
    for colour in range(i64(box.COLOURS)):
        if is_raisable(t, colour):
            length = L.append(into, length, actions.RAISE + L.spell_of(t, colour))
    return length


def fill_outcomes(t: Cells, step: i64, step_count: i64, into: Cells) -> i64:
    """List the possible outcomes of a chance step: the tokens of the pouch, the spells of the next colour, or the
    possible first players. Return how many. In the step LINEUP, `step_count` colours have no spell yet."""
    if step == L.DRAW:
        return L.fill_tokens(t, L.POUCH, 0, L.ANY, actions.DRAW, into)
    if step == L.LINEUP:
        first_spell = (box.COLOURS - step_count) * box.SPELLS_PER_COLOUR
        for i in range(i64(box.SPELLS_PER_COLOUR)):
            into[i] = actions.LINEUP + first_spell + i
        return box.SPELLS_PER_COLOUR
    for seat in range(t[L.SEATS]):
        into[seat] = actions.FIRST + seat
    return t[L.SEATS]


def fill_pouch_counts(t: Cells, into: Cells) -> i64:
    """List the weights of the outcomes of a draw: the number of tokens of each type in the pouch, because every token
    is equally likely (SB-007). Return how many types there are."""
    length: i64 = 0
    for token in range(i64(L.TOKENS_END)):
        if L.is_token(token) and t[L.POUCH + token] > 0:
            length = L.append(into, length, t[L.POUCH + token])
    return length
