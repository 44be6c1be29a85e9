"""Energy, sapphires and ward: gaining, losing and paying them, and winning."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import SUPPLY, WINNING_SAPPHIRES


# ---------------------------------------------------------------- gaining and losing
def gain(t: Cells, kind: i64, side: i64, n: i64) -> None:
    """SC-011, SC-012, SC-802, SC-803: give crystals to a side; `kind` is ENERGY or SAPPHIRES. There is no limit, unless
    the supply is bounded."""
    if t[L.BOUNDED_SUPPLY] != 0:
        supply = SUPPLY - t[kind] - t[kind + 1]
        if n > supply:
            n = supply
    t[kind + side] += n


def lose(t: Cells, kind: i64, side: i64, n: i64) -> i64:
    """SC-010, SC-308, SC-310: take up to n crystals from a side and return how many were taken."""
    if n > t[kind + side]:
        n = t[kind + side]
    t[kind + side] -= n
    return n


def damage(t: Cells, side: i64, n: i64) -> i64:
    """SC-801, SC-813: use up ward first, then take energy. Return the energy lost."""
    warded = t[L.WARD + side]
    if warded > n:
        warded = n
    t[L.WARD + side] -= warded
    return lose(t, L.ENERGY, side, n - warded)


def steal_energy(t: Cells, side: i64, n: i64) -> None:
    """SC-807: damage the other side and give the energy it lost to this side, bypassing the supply."""
    t[L.ENERGY + side] += damage(t, 1 - side, n)


def steal_sapphires(t: Cells, side: i64, n: i64) -> None:
    """SC-806: move up to n sapphires from the other side to this side."""
    t[L.SAPPHIRES + side] += lose(t, L.SAPPHIRES, 1 - side, n)


def can_pay(t: Cells, kind: i64, side: i64, n: i64) -> bool:
    """SC-311, SC-503: return whether a side can pay a price in full. It may pay its last energy."""
    return t[kind + side] >= n


# ---------------------------------------------------------------- winning
def check_winner(t: Cells) -> None:
    """SC-501..513: end the game if a side has won. Called after every step; a side without energy is checked first."""
    if t[L.ENERGY] == 0 or t[L.ENERGY + 1] == 0:
        if t[L.ENERGY] == t[L.ENERGY + 1]:
            end_game(t, better_side(t), L.NO_ENERGY)  # SC-514
        elif t[L.ENERGY] == 0:
            end_game(t, 2, L.NO_ENERGY)
        else:
            end_game(t, 1, L.NO_ENERGY)
    elif t[L.SAPPHIRES] >= WINNING_SAPPHIRES or t[L.SAPPHIRES + 1] >= WINNING_SAPPHIRES:
        if t[L.SAPPHIRES + 1] < WINNING_SAPPHIRES:
            end_game(t, 1, L.FULL_SAPPHIRES)
        elif t[L.SAPPHIRES] < WINNING_SAPPHIRES:
            end_game(t, 2, L.FULL_SAPPHIRES)
        else:
            end_game(t, better_side(t), L.FULL_SAPPHIRES)


def better_side(t: Cells) -> i64:
    """SC-520..522: compare the sapphires of both sides, then their energy. Return 1 for side 0, 2 for side 1, 3 for a
    draw."""
    ahead = t[L.SAPPHIRES] - t[L.SAPPHIRES + 1]
    if ahead == 0:
        ahead = t[L.ENERGY] - t[L.ENERGY + 1]
    if ahead > 0:
        return 1
    if ahead < 0:
        return 2
    return 3


def end_by_totals(t: Cells) -> None:
    """SC-222, SC-403, SC-520: end the game because the deck is empty; the side with more crystals wins."""
    end_game(t, better_side(t), L.DECK_EMPTY)


def end_game(t: Cells, winner: i64, cause: i64) -> None:
    """SC-219, SC-524: end the game; nothing more is carried out."""
    t[L.WINNER] = winner
    t[L.CAUSE] = cause
    t[L.TEXT_CARD] = L.NO_CARD
    t[L.COPIED_CARD] = L.NO_CARD
    t[L.PHASE] = L.DONE
