"""The keywords draw, take, store, discard and swap with the pool limit (SB-060..071), the pouch (SB-150..155), and
Mirage, which reacts to every take (SB-550..563)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L


# ---------------------------------------------------------------- draw
def can_draw(t: Cells, zone: i64) -> bool:
    """SB-061, SB-153: return whether a token can be drawn to a zone. A full pool or an empty supply prevents it. An
    empty pouch is refilled from the box here, when a token is needed (SB-150..152, SB-154)."""
    if zone >= L.PLAYERS and t[zone + L.SIZE] >= box.POOL_LIMIT:
        return False
    if t[L.POUCH + L.SIZE] == 0:
        if t[L.DISCARD + L.SIZE] == 0:
            return False
        L.move_all(t, L.DISCARD, L.POUCH)
    return True


def draw(t: Cells, token: i64) -> None:
    """SB-007: move a token from the pouch to the zone of the step."""
    step = L.top_step(t)
    L.move_token(t, L.POUCH, t[step + 2], token)
    t[step + 1] -= 1


# ---------------------------------------------------------------- take
def take(t: Cells, target: i64, token: i64) -> None:
    """SB-060: the active player takes one altar token. Mirage takes effect first (SB-553)."""
    step = L.top_step(t)
    t[step + 1] -= 1
    if t[step] == L.TAKE_UP_TO:
        t[step + 2] = L.OF_COLOUR + (token >> 2)  # SB-359: the second has the colour of the first
    if target == L.board_of(t[L.ACTIVE]):
        store(t, L.ALTAR, token)
    else:
        L.move_token(t, L.ALTAR, target, token)
    trigger_mirage(t, token)


def trigger_mirage(t: Cells, token: i64) -> None:
    """SB-551, SB-552, SB-555: let Mirage draw 1 token (2 from level 4 on) if its owner takes an altar token of its
    rune."""
    me = t[L.ACTIVE]
    level = L.level_of(t, me, box.BLUE)
    if t[L.SPELL + box.BLUE] == box.MIRAGE % 3 and level > 0 and L.rune_of(t, me, box.BLUE) == token & 3:
        n: i64 = 1
        if level > 3:
            n = 2
        L.push_step(t, L.DRAW, n, L.pool_of(me))


def take_for_other(t: Cells, token: i64) -> None:
    """SB-322: another player takes a token because of Blaze. Mirage does not react (SB-326, SB-558)."""
    step = L.top_step(t)
    L.move_token(t, L.ALTAR, L.pool_of(t[step + 2]), token)
    t[step + 1] -= 1


# ---------------------------------------------------------------- store and discard
def store(t: Cells, source: i64, token: i64) -> None:
    """SB-062, SB-091: move a token to the next free space of the active seat's board. Filling the board triggers the
    end (SB-161)."""
    me = t[L.ACTIVE]
    board = L.board_of(me)
    L.move_token(t, source, board, token)
    if t[board + L.SIZE] == box.SPACES and t[L.END_BY] < 0:
        t[L.END_BY] = me


def store_from_pool(t: Cells, token: i64) -> None:
    """SB-406: store one pool token. The first token of an Offering fixes the colour of the others."""
    step = L.top_step(t)
    t[step + 1] -= 1
    if t[step + 2] >= L.SET_OF:
        t[step + 2] = L.OF_COLOUR + (token >> 2)
    store(t, L.pool_of(t[L.ACTIVE]), token)


def discard(t: Cells, token: i64) -> None:
    """SB-065: move one pool token to the box."""
    L.move_token(t, L.pool_of(t[L.ACTIVE]), L.DISCARD, token)
    t[L.top_step(t) + 1] -= 1


# ---------------------------------------------------------------- swap
def begin_swap(t: Cells) -> None:
    """Clear the record of the tokens that an earlier swap exchanged."""
    token: i64 = 0
    while token < L.BY_RUNE:
        t[L.SWAPPED_OUT + token] = 0
        t[L.SWAPPED_IN + token] = 0
        token += 1
    t[L.GIVEN_TOKEN] = -1


def fill_gives(t: Cells, into: Cells) -> i64:
    """SB-067: write the pool tokens that may be given: all except those that this swap brought."""
    return fill_unmarked(t, L.pool_of(t[L.ACTIVE]), L.SWAPPED_IN, actions.GIVE, into)


def fill_returns(t: Cells, step: i64, into: Cells) -> i64:
    """SB-067: write the tokens of the altar or board that may be received: all except those that this swap put
    there."""
    if step == L.SWAP_ALTAR:
        return fill_unmarked(t, L.ALTAR, L.SWAPPED_OUT, actions.TAKE, into)
    return fill_unmarked(t, L.board_of(t[L.ACTIVE]), L.SWAPPED_OUT, actions.RECALL, into)


def fill_unmarked(t: Cells, zone: i64, marks: i64, base: i64, into: Cells) -> i64:
    """Write `base + token` for each type of which a zone holds more than the count in `marks`, and return how many."""
    n: i64 = 0
    row: i64 = 0
    while row < L.BY_RUNE:
        token = row
        while token < row + 3:
            if t[zone + token] > t[marks + token]:
                into[n] = base + token
                n += 1
            token += 1
        row += 4
    return n


def swap(t: Cells, step: i64, token: i64) -> None:
    """SB-068: exchange the given and the received token. Mirage does not react (SB-556)."""
    pool = L.pool_of(t[L.ACTIVE])
    zone = L.board_of(t[L.ACTIVE])
    if step == L.SWAP_ALTAR:
        zone = L.ALTAR
    given_token = t[L.GIVEN_TOKEN]
    L.move_token(t, zone, pool, token)
    L.move_token(t, pool, zone, given_token)
    t[L.SWAPPED_OUT + given_token] += 1
    t[L.SWAPPED_IN + token] += 1
    t[L.GIVEN_TOKEN] = -1
    t[L.top_step(t) + 1] -= 1


# ---------------------------------------------------------------- Storm's sweep
def sweep(t: Cells, token: i64) -> None:
    """SB-461: discard one altar token; a replacement is drawn later."""
    L.move_token(t, L.ALTAR, L.DISCARD, token)
    t[L.top_step(t) + 1] += 1


def end_sweep(t: Cells) -> None:
    """SB-463: after the last discard, draw the same number of tokens."""
    n = t[L.top_step(t) + 1]
    L.pop_step(t)
    L.push_step(t, L.DRAW, n, L.ALTAR)
