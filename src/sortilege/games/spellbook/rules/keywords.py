"""The keywords draw, take, store, discard and swap with the pool limit (SB-060..071), the pouch (SB-150..155), and
Mirage, which reacts to every take (SB-550..563)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L


def picked_token(action: i64) -> i64:
    """Return the token of an action that picks a token, such as `actions.STORE + token`."""
    return (action - actions.TAKE) % actions.PICK_IDS


# ---------------------------------------------------------------- draw
def can_draw_to(t: Cells, zone: i64) -> bool:
    """Return whether a token is left to draw and the zone is not a full pool (SB-061, SB-153)."""
    is_pool = zone >= L.PLAYERS
    if is_pool and L.count(t, zone) >= box.POOL_LIMIT:
        return False
    return L.supply(t) > 0


def refill_empty_pouch(t: Cells) -> None:
    """If the pouch is empty, move all tokens of the box to it (SB-150..152, SB-154)."""
    if L.count(t, L.POUCH) == 0:
        L.move_all(t, L.DISCARD, L.POUCH)


def draw(t: Cells, token: i64) -> None:
    """Move a token from the pouch to the zone of the current step (SB-007)."""
    zone = L.step_argument(t)
    L.move_token(t, L.POUCH, zone, token)
    L.decrement_step_count(t)


# ---------------------------------------------------------------- take
def take(t: Cells, target: i64, token: i64) -> None:
    """Move one altar token to `target`, the own pool or board (SB-060). Then Mirage may draw at once (SB-553)."""
    top = L.top_step_start(t)
    L.decrement_step_count(t)
    if t[top] == L.TAKE_UP_TO:
        t[top + L.STEP_ARGUMENT] = L.OF_COLOUR + L.token_colour(token)  # SB-359: the second token has the same colour
    if target == L.board_of(t[L.ACTIVE]):
        store(t, L.ALTAR, token)
    else:
        L.move_token(t, L.ALTAR, target, token)
    trigger_mirage(t, token)


def trigger_mirage(t: Cells, token: i64) -> None:
    """Let the active seat's spell Mirage draw 1 token (2 from level 4 on) if the token just taken has the rune on
    Mirage (SB-551, SB-552, SB-555)."""
    active_seat = t[L.ACTIVE]
    level = L.spell_level(t, active_seat, box.MIRAGE)
    if level > 0 and L.card_rune(t, active_seat, box.BLUE) == L.token_rune(token):
        tokens: i64 = 1
        if level > box.MIN_LEVEL:
            tokens = 2
        L.push_step(t, L.DRAW, tokens, L.pool_of(active_seat))


def take_for_other(t: Cells, token: i64) -> None:
    """Move an altar token to the pool of another seat, which the current step names (SB-322). That seat's Mirage does
    not react (SB-326, SB-558)."""
    seat = L.step_argument(t)
    L.move_token(t, L.ALTAR, L.pool_of(seat), token)
    L.decrement_step_count(t)


# ---------------------------------------------------------------- store and discard
def store(t: Cells, source: i64, token: i64) -> None:
    """Store a token from the zone `source` (SB-062, SB-091). A full board triggers the end (SB-161)."""
    active_seat = t[L.ACTIVE]
    L.move_token(t, source, L.board_of(active_seat), token)
    is_board_full = L.free_spaces(t, active_seat) == 0
    if is_board_full and not L.is_end_triggered(t):
        t[L.END_BY] = active_seat


def store_from_pool(t: Cells, token: i64) -> None:
    """Store one pool token. Offering stores tokens of one colour, so its first token fixes the colour (SB-406)."""
    top = L.top_step_start(t)
    L.decrement_step_count(t)
    is_first_of_offering = t[top + L.STEP_ARGUMENT] >= L.IN_SET_OF
    if is_first_of_offering:
        t[top + L.STEP_ARGUMENT] = L.OF_COLOUR + L.token_colour(token)
    store(t, L.pool_of(t[L.ACTIVE]), token)


def discard(t: Cells, token: i64) -> None:
    """Move one pool token of the active seat to the box (SB-065)."""
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.DISCARD, token)
    L.decrement_step_count(t)


# ---------------------------------------------------------------- swap
def begin_swap(t: Cells) -> None:
    """Prepare a swap: clear the counts of the tokens that an earlier swap gave away and received."""
    for token in range(i64(L.TOKENS_END)):
        t[L.SWAPPED_OUT + token] = 0
        t[L.SWAPPED_IN + token] = 0
    t[L.GIVEN_TOKEN] = L.NONE


def fill_givable(t: Cells, into: Cells) -> i64:
    """List the actions that give a pool token in a swap, but none received in it. Return how many (SB-067)."""
    return fill_not_swapped(t, L.pool_of(t[L.ACTIVE]), L.SWAPPED_IN, actions.GIVE, into)


def fill_receivable(t: Cells, step: i64, into: Cells) -> i64:
    """List the actions that receive a token in a swap, but none given in it. Return how many (SB-067)."""
    if step == L.SWAP_ALTAR:
        return fill_not_swapped(t, L.ALTAR, L.SWAPPED_OUT, actions.TAKE, into)
    return fill_not_swapped(t, L.board_of(t[L.ACTIVE]), L.SWAPPED_OUT, actions.RECALL, into)


def fill_not_swapped(t: Cells, zone: i64, swapped: i64, first_id: i64, into: Cells) -> i64:
    """List the actions `first_id + token` for the tokens that a zone held before the swap in progress began, and return
    how many. SWAPPED_IN or SWAPPED_OUT (`swapped`) counts the tokens that the swap has moved to the zone."""
    length: i64 = 0
    for token in range(i64(L.TOKENS_END)):
        if L.is_token(token) and t[zone + token] > t[swapped + token]:
            length = L.append(into, length, first_id + token)
    return length


def swap(t: Cells, step: i64, token: i64) -> None:
    """Complete one pair of a swap: move `token` from the altar or board to the active player's pool, and the pool token
    chosen before (GIVEN_TOKEN) to the altar or board (SB-068). Mirage does not react (SB-556)."""
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
    """Discard one altar token for the spell Storm, and count it: Storm later draws as many tokens (SB-461)."""
    L.move_token(t, L.ALTAR, L.DISCARD, token)
    t[L.top_step_start(t) + L.STEP_COUNT] += 1


def end_sweep(t: Cells) -> None:
    """End the discards of the spell Storm, and push a draw of as many tokens to the altar (SB-463)."""
    discarded = L.step_count(t)
    L.pop_step(t)
    L.push_step(t, L.DRAW, discarded, L.ALTAR)
