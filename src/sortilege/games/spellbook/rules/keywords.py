"""The keywords draw, take, store, discard and swap with the pool limit (SB-060..071), the pouch (SB-150..155), and
Mirage, which reacts to every take (SB-550..563)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L


# ---------------------------------------------------------------- draw
def prepare_draw(t: Cells, zone: i64) -> bool:
    """SB-061, SB-153: return whether a token can be drawn to a zone: a pool is not full and the supply is not empty. If
    the pouch is empty, first put the discarded tokens back into it (SB-150..152, SB-154)."""
    if zone >= L.PLAYERS and L.count(t, zone) >= box.POOL_LIMIT:
        return False
    if L.supply(t) == 0:
        return False
    if L.count(t, L.POUCH) == 0:
        L.move_all(t, L.DISCARD, L.POUCH)
    return True


def draw(t: Cells, token: i64) -> None:
    """SB-007: move a token from the pouch to the zone of the current step."""
    zone = L.step_argument(t)
    L.move_token(t, L.POUCH, zone, token)
    L.decrement_step_count(t)


# ---------------------------------------------------------------- take
def take(t: Cells, target: i64, token: i64) -> None:
    """SB-060: let the active player take one altar token into its pool or onto its board. Then Mirage may draw, before
    any further token is taken (SB-553)."""
    top = L.top_step(t)
    L.decrement_step_count(t)
    if t[top] == L.TAKE_UP_TO:
        t[top + L.STEP_ARGUMENT] = L.OF_COLOUR + L.token_colour(token)  # SB-359: the second token has the same colour
    if target == L.board_of(t[L.ACTIVE]):
        store(t, L.ALTAR, token)
    else:
        L.move_token(t, L.ALTAR, target, token)
    trigger_mirage(t, token)


def trigger_mirage(t: Cells, token: i64) -> None:
    """SB-551, SB-552, SB-555: let Mirage draw 1 token (2 from level 4 on) if its owner has taken an altar token of its
    rune."""
    me = t[L.ACTIVE]
    level = L.spell_level(t, me, box.MIRAGE)
    if level > 0 and L.card_rune(t, me, box.BLUE) == L.token_rune(token):
        draws: i64 = 1
        if level > 3:
            draws = 2
        L.push_step(t, L.DRAW, draws, L.pool_of(me))


def take_for_other(t: Cells, token: i64) -> None:
    """SB-322: let the other player of the current step take a token because of Blaze. Mirage does not react (SB-326,
    SB-558)."""
    seat = L.step_argument(t)
    L.move_token(t, L.ALTAR, L.pool_of(seat), token)
    L.decrement_step_count(t)


# ---------------------------------------------------------------- store and discard
def store(t: Cells, source: i64, token: i64) -> None:
    """SB-062, SB-091: move a token to the next free space of the active seat's board. Filling the board triggers the
    end (SB-161)."""
    me = t[L.ACTIVE]
    L.move_token(t, source, L.board_of(me), token)
    if L.free_spaces(t, me) == 0 and not L.is_end_triggered(t):
        t[L.END_BY] = me


def store_from_pool(t: Cells, token: i64) -> None:
    """SB-406: store one pool token. The first token of an Offering fixes the colour of the others."""
    top = L.top_step(t)
    L.decrement_step_count(t)
    if t[top + L.STEP_ARGUMENT] >= L.IN_SET_OF:
        t[top + L.STEP_ARGUMENT] = L.OF_COLOUR + L.token_colour(token)
    store(t, L.pool_of(t[L.ACTIVE]), token)


def discard(t: Cells, token: i64) -> None:
    """SB-065: move one pool token of the active seat to the box."""
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.DISCARD, token)
    L.decrement_step_count(t)


# ---------------------------------------------------------------- swap
def begin_swap(t: Cells) -> None:
    """Clear the record of the tokens that an earlier swap exchanged."""
    for token in range(i64(L.BY_RUNE)):
        t[L.SWAPPED_OUT + token] = 0
        t[L.SWAPPED_IN + token] = 0
    t[L.GIVEN_TOKEN] = L.NONE


def fill_givable(t: Cells, into: Cells) -> i64:
    """SB-067: write the pool tokens that may be given, and return how many: all except those that this swap brought."""
    return fill_not_swapped(t, L.pool_of(t[L.ACTIVE]), L.SWAPPED_IN, actions.GIVE, into)


def fill_receivable(t: Cells, step: i64, into: Cells) -> i64:
    """SB-067: write the tokens of the altar or board that may be received, and return how many: all except those that
    this swap put there."""
    if step == L.SWAP_ALTAR:
        return fill_not_swapped(t, L.ALTAR, L.SWAPPED_OUT, actions.TAKE, into)
    return fill_not_swapped(t, L.board_of(t[L.ACTIVE]), L.SWAPPED_OUT, actions.RECALL, into)


def fill_not_swapped(t: Cells, zone: i64, swapped: i64, base: i64, into: Cells) -> i64:
    """Write `base + token` for each token type of a zone, without the tokens that this swap moved there, and return how
    many. `swapped` is the first of the cells that count those: SWAPPED_IN or SWAPPED_OUT."""
    length: i64 = 0
    for token in range(i64(L.BY_RUNE)):
        if L.token_rune(token) < box.RUNES and t[zone + token] > t[swapped + token]:
            length = L.append(into, length, base + token)
    return length


def swap(t: Cells, step: i64, token: i64) -> None:
    """SB-068: exchange the given token with this one from the altar or the board. Mirage does not react (SB-556)."""
    pool = L.pool_of(t[L.ACTIVE])
    zone = L.board_of(t[L.ACTIVE])
    if step == L.SWAP_ALTAR:
        zone = L.ALTAR
    given_token = t[L.GIVEN_TOKEN]
    L.move_token(t, zone, pool, token)
    L.move_token(t, pool, zone, given_token)
    t[L.SWAPPED_OUT + given_token] += 1
    t[L.SWAPPED_IN + token] += 1
    t[L.GIVEN_TOKEN] = L.NONE
    L.decrement_step_count(t)


# ---------------------------------------------------------------- Storm's sweep
def sweep(t: Cells, token: i64) -> None:
    """SB-461: discard one altar token. The step counts the discarded tokens, because as many are drawn later."""
    L.move_token(t, L.ALTAR, L.DISCARD, token)
    t[L.top_step(t) + L.STEP_COUNT] += 1


def end_sweep(t: Cells) -> None:
    """SB-463: after the last discard, draw the same number of tokens."""
    discarded = L.step_count(t)
    L.pop_step(t)
    L.push_step(t, L.DRAW, discarded, L.ALTAR)
