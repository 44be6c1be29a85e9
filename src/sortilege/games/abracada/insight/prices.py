"""The values of events such as losing a life, for a quick estimate of a call. The values were tuned in 100,000 games of
self-play at tables of two to five."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L


class Prices:
    """The value or cost of each event of a turn, measured in points of a round. A price named `…_per_missing_life` is
    added once for each life that the seat lacks of its six."""

    def __init__(self) -> None:
        self.kill = 2.3  # taking the last life of a rival
        self.wound = 0.23  # taking a life of a rival
        self.wound_per_missing_life = 0.08  # counted after the wound
        self.heal = 0.43  # gaining a life
        self.heal_per_missing_life = 0.14
        self.secret = 1.7  # taking a secret stone
        self.empty_hand = 3.1  # casting one's last stone
        self.fewer_stones = 0.3  # having one stone fewer when the pile is empty
        self.failure = 0.45  # losing a life by a failed call
        self.failure_per_missing_life = 0.17
        self.death = 2.4  # losing the last life
        self.end_turn = 0.0
        self.next_call = 0.7  # the factor for the value of the next call of the turn

    def success_value(self, t: Cells, spell: i64) -> float:
        """Return the value of a successful call of this spell, without the value of further calls in the same turn."""
        own_seat = t[L.ACTIVE]
        if t[L.HAND_SIZE + own_seat] == 1:
            return self.empty_hand
        value = 0.0
        if L.pile(t) == 0:
            value += self.fewer_stones
        if spell == box.DRAGON:
            value += self.dragon_value(t, own_seat)
        elif spell == box.GHOST:
            value += self.heal_value(t, own_seat, 1.0) + self.wound_others_value(t, own_seat, 1)
        elif spell == box.DREAM:
            value += self.heal_value(t, own_seat, mean_roll(t))
        elif spell == box.OWL:
            if t[L.SECRETS_LEFT] > 0:
                value += self.secret
        elif spell == box.STORM:
            left = L.left_of(t, own_seat)
            right = L.right_of(t, own_seat)
            value += self.wound_value(t, left, 1)
            if left != right:
                value += self.wound_value(t, right, 1)
        elif spell == box.BLIZZARD:
            value += self.wound_value(t, L.left_of(t, own_seat), 1)
        elif spell == box.FIREBALL:
            value += self.wound_value(t, L.right_of(t, own_seat), 1)
        elif spell == box.POTION:
            value += self.heal_value(t, own_seat, 1.0)
        return value

    def dragon_value(self, t: Cells, own_seat: i64) -> float:
        """Return the value of a successful call of a dragon, as the mean over the sides of the die."""
        sides: i64 = 0
        value = 0.0
        for face in range(1, i64(box.MAX_FACE + 1)):
            sides_with_face = t[L.DIE + face]
            if sides_with_face > 0:
                sides += sides_with_face
                value += float(sides_with_face) * self.wound_others_value(t, own_seat, face)
        return value / float(sides)

    def wound_others_value(self, t: Cells, own_seat: i64, lives: i64) -> float:
        """Return the value of taking this many lives from every other seat in the round."""
        value = 0.0
        for seat in range(t[L.SEATS]):
            if seat != own_seat and L.in_round(t, seat):
                value += self.wound_value(t, seat, lives)
        return value

    def wound_value(self, t: Cells, seat: i64, lives: i64) -> float:
        """Return the value of taking this many lives from a seat."""
        remaining = t[L.LIFE + seat] - lives
        if remaining <= 0:
            return self.kill
        return float(lives) * (self.wound + self.wound_per_missing_life * float(box.LIVES - remaining))

    def heal_value(self, t: Cells, own_seat: i64, lives: float) -> float:
        """Return the value of gaining lives. A seat cannot have more than six, so further lives have no value."""
        missing = float(box.LIVES - t[L.LIFE + own_seat])
        return min(missing, lives) * (self.heal + self.heal_per_missing_life * missing)

    def failure_cost(self, t: Cells, spell: i64) -> float:
        """Return the cost of a failed call, which takes one life or, for a dragon, a roll of the die (AQ-307)."""
        lives = t[L.LIFE + t[L.ACTIVE]]
        life_cost = self.failure + self.failure_per_missing_life * float(box.LIVES - lives)
        if spell != box.DRAGON and lives == 1:
            return self.death
        if spell != box.DRAGON:
            return life_cost
        sides: i64 = 0
        cost = 0.0
        for face in range(1, i64(box.MAX_FACE + 1)):
            sides_with_face = t[L.DIE + face]
            face_cost = self.death
            if face < lives:
                face_cost = float(face) * life_cost
            sides += sides_with_face
            cost += float(sides_with_face) * face_cost
        return cost / float(sides)


def mean_roll(t: Cells) -> float:
    """Return the mean result of the die."""
    sides: i64 = 0
    total: i64 = 0
    for face in range(1, i64(box.MAX_FACE + 1)):
        sides += t[L.DIE + face]
        total += face * t[L.DIE + face]
    return float(total) / float(sides)


def prices_in_variant_last() -> Prices:
    """Return the prices for the game variant `last`, where a kill does not end the round and only one player scores."""
    prices = Prices()
    prices.kill = 1.0
    prices.empty_hand = 4.2
    prices.failure = 0.37
    prices.end_turn = -0.07
    prices.next_call = 1.1
    return prices


STANDARD: Final = Prices()
LAST: Final = prices_in_variant_last()
