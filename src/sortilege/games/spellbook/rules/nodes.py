"""The legal actions at a decision, and the outcomes of chance with their weights."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.books import fill_clone_costs, fill_copies
from sortilege.games.spellbook.rules.day import fill_choices, fill_instant
from sortilege.games.spellbook.rules.keywords import fill_givable, fill_receivable
from sortilege.games.spellbook.rules.learning import fill_colour_tokens, fill_learns, fill_payments
from sortilege.games.spellbook.rules.spells import is_raisable


def fill_seat_actions(t: Cells, step: i64, argument: i64, into: Cells) -> i64:  # noqa: C901, PLR0912 (one case per step)
    """Write the ids of the legal actions of the seat to move to `into`, and return how many there are. `step` is what
    the seat has to do, such as TAKE. `argument` is in most steps the kind of tokens that may be picked."""
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
        return fill_colour_tokens(t, actions.PLACE, into)
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


def fill_with_stop(t: Cells, kind: i64, first_id: i64, into: Cells) -> i64:
    """List the actions of a step in which the seat picks any number of altar tokens: `stop`, then `first_id + token`
    for each token of a kind. Return how many. Divination (SB-359) and Storm (SB-462) have such steps."""
    token_count = L.fill_tokens(t, L.ALTAR, t[L.ACTIVE], kind, first_id, into)
    i = token_count
    while i > 0:  # make room for `stop`, which has the lowest id and comes first
        into[i] = into[i - 1]
        i -= 1
    into[0] = actions.STOP
    return token_count + 1


def fill_raises(t: Cells, into: Cells) -> i64:
    """List the actions by which Time Travel raises a spell by one level, and return how many (SB-443)."""
    length: i64 = 0
    for colour in range(i64(box.COLOURS)):
        if is_raisable(t, colour):
            length = L.append(into, length, actions.RAISE + L.spell_of(t, colour))
    return length


def fill_outcomes(t: Cells, step: i64, step_count: i64, into: Cells) -> i64:
    """List the possible outcomes of a chance step, and return how many: the token types in the pouch, the spells of the
    next colour, or the seats that may begin. `step_count` is the number of draws left, in LINEUP one per colour."""
    if step == L.DRAW:
        return L.fill_tokens(t, L.POUCH, 0, L.ANY, actions.DRAW, into)
    if step == L.LINEUP:
        next_colour = box.COLOURS - step_count
        first_spell = next_colour * box.SPELLS_PER_COLOUR
        for i in range(i64(box.SPELLS_PER_COLOUR)):
            into[i] = actions.LINEUP + first_spell + i
        return box.SPELLS_PER_COLOUR
    for seat in range(t[L.SEATS]):  # draw the first player
        into[seat] = actions.FIRST + seat
    return t[L.SEATS]


def fill_pouch_counts(t: Cells, into: Cells) -> i64:
    """Write the number of tokens of each type in the pouch to `into`, and return how many types there are. These are
    the weights of the outcomes of a draw, because every token is equally likely (SB-007)."""
    length: i64 = 0
    for token in range(i64(L.TOKENS_END)):
        if L.is_token(token) and t[L.POUCH + token] > 0:
            length = L.append(into, length, t[L.POUCH + token])
    return length
