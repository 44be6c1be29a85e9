"""Energy, sapphires and ward: gaining, losing and paying them, and winning."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import SUPPLY, WINNING_SAPPHIRES


# ---------------------------------------------------------------- gaining and losing
def gain(t: Cells, crystal: i64, side: i64, amount: i64) -> None:
    """Give crystals to a side; `crystal` is ENERGY or SAPPHIRES. With the option BOUNDED_SUPPLY a side gains at most
    the crystals that are left in the box (SC-011, SC-012, SC-802, SC-803)."""
    gained = amount
    if t[L.BOUNDED_SUPPLY] != 0:
        left_in_box = SUPPLY - t[crystal] - t[crystal + 1]
        if amount > left_in_box:
            gained = left_in_box
    t[crystal + side] += gained


def lose(t: Cells, crystal: i64, side: i64, amount: i64) -> i64:
    """Take crystals, at most all that the side has, and return how many were taken (SC-010, SC-308, SC-310)."""
    lost = amount
    if amount > t[crystal + side]:
        lost = t[crystal + side]
    t[crystal + side] -= lost
    return lost


def damage(t: Cells, side: i64, amount: i64) -> i64:
    """Damage a side, which first loses its ward and then energy. Return the energy lost (SC-801, SC-813)."""
    ward_lost = lose(t, L.WARD, side, amount)
    return lose(t, L.ENERGY, side, amount - ward_lost)


def steal_energy(t: Cells, side: i64, amount: i64) -> None:
    """Damage the other side and give this side the energy that it lost, even beyond a bounded supply (SC-807)."""
    t[L.ENERGY + side] += damage(t, 1 - side, amount)


def steal_sapphires(t: Cells, side: i64, amount: i64) -> None:
    """Move sapphires from the other side to this side, at most all that the other side has (SC-806)."""
    t[L.SAPPHIRES + side] += lose(t, L.SAPPHIRES, 1 - side, amount)


# ---------------------------------------------------------------- winning
def check_winner(t: Cells) -> None:
    """End the game if a side has no energy, or else enough sapphires. Call this after every step (SC-501..513)."""
    side_0_loses = t[L.ENERGY] == 0
    side_1_loses = t[L.ENERGY + 1] == 0
    if side_0_loses or side_1_loses:
        end_game(t, winner_of(t, side_1_loses, side_0_loses), L.NO_ENERGY)
        return
    side_0_wins = t[L.SAPPHIRES] >= WINNING_SAPPHIRES
    side_1_wins = t[L.SAPPHIRES + 1] >= WINNING_SAPPHIRES
    if side_0_wins or side_1_wins:
        end_game(t, winner_of(t, side_0_wins, side_1_wins), L.FULL_SAPPHIRES)


def winner_of(t: Cells, side_0_wins: bool, side_1_wins: bool) -> i64:
    """Return SIDE_0_WINS or SIDE_1_WINS. If both sides meet a winning condition, compare their crystals (SC-514)."""
    if side_0_wins == side_1_wins:
        return winner_by_totals(t)
    if side_0_wins:
        return L.SIDE_0_WINS
    return L.SIDE_1_WINS


def winner_by_totals(t: Cells) -> i64:
    """Return the side with more sapphires, or with more energy if the sapphires are equal, as SIDE_0_WINS, SIDE_1_WINS
    or DRAWN (SC-520..522)."""
    lead = t[L.SAPPHIRES] - t[L.SAPPHIRES + 1]  # of side 0
    if lead == 0:
        lead = t[L.ENERGY] - t[L.ENERGY + 1]
    if lead > 0:
        return L.SIDE_0_WINS
    if lead < 0:
        return L.SIDE_1_WINS
    return L.DRAWN


def end_by_totals(t: Cells) -> None:
    """End the game because the deck is empty. The side with more crystals wins (SC-222, SC-403, SC-520)."""
    end_game(t, winner_by_totals(t), L.DECK_EMPTY)


def end_game(t: Cells, winner: i64, cause: i64) -> None:
    """End the game at once. The rest of a text is not carried out (SC-219, SC-524)."""
    t[L.WINNER] = winner
    t[L.CAUSE] = cause
    t[L.TEXT_CARD] = L.NO_CARD
    t[L.COPIED_CARD] = L.NO_CARD
    t[L.PHASE] = L.GAME_OVER
