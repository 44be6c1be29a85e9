"""What events of a round are worth. The numbers come from self-play: 100,000 games at tables of two to five."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L


class Prices:
    """The value and cost of a call, in points of a round."""

    def __init__(self) -> None:
        self.kill = 2.3  # taking the last life of a rival
        self.hurt = 0.23  # taking a life of a rival
        self.grim = 0.08  # added per life that the rival is short of six
        self.heal = 0.43  # gaining a life
        self.need = 0.14  # added per life that one is short of six
        self.secret = 1.7  # taking a secret stone
        self.empty = 3.1  # casting one's last stone
        self.fewer_stones = 0.3  # having one stone fewer when the pile is empty
        self.miss = 0.45  # losing a life by a failed call
        self.fear = 0.17  # added per life that one is short of six
        self.death = 2.4  # losing the last life
        self.stop = 0.0  # ending the turn
        self.onward = 0.7  # the weight of the next call of the turn

    def hit(self, t: Cells, spell: i64) -> float:
        """Return the value of a successful call."""
        me = t[L.ACTIVE]
        if t[L.SIZE + me] == 1:
            return self.empty
        value = 0.0
        if L.pile(t) == 0:
            value += self.fewer_stones
        if spell == box.DRAGON:
            value += self.dragon(t, me)
        elif spell == box.GHOST:
            value += self.heal_value(t, me, 1.0) + self.strike_others(t, me, 1)
        elif spell == box.DREAM:
            value += self.heal_value(t, me, mean_roll(t))
        elif spell == box.OWL:
            if t[L.LYING] > 0:
                value += self.secret
        elif spell == box.STORM:
            left = L.left_of(t, me)
            right = L.right_of(t, me)
            value += self.strike(t, left, 1)
            if left != right:
                value += self.strike(t, right, 1)
        elif spell == box.BLIZZARD:
            value += self.strike(t, L.left_of(t, me), 1)
        elif spell == box.FIREBALL:
            value += self.strike(t, L.right_of(t, me), 1)
        elif spell == box.POTION:
            value += self.heal_value(t, me, 1.0)
        return value

    def dragon(self, t: Cells, me: i64) -> float:
        """Return the mean value of a dragon over the faces of the die."""
        sides: i64 = 0
        value = 0.0
        face: i64 = 1
        while face <= 6:
            if t[L.DIE + face] > 0:
                sides += t[L.DIE + face]
                value += float(t[L.DIE + face]) * self.strike_others(t, me, face)
            face += 1
        return value / float(sides)

    def strike_others(self, t: Cells, me: i64, lives: i64) -> float:
        value = 0.0
        seat: i64 = 0
        while seat < t[L.SEATS]:
            if seat != me and t[L.LIFE + seat] > 0:
                value += self.strike(t, seat, lives)
            seat += 1
        return value

    def strike(self, t: Cells, seat: i64, lives: i64) -> float:
        """Return the value of taking lives from a seat."""
        left = t[L.LIFE + seat] - lives
        if left <= 0:
            return self.kill
        return float(lives) * (self.hurt + self.grim * float(box.LIVES - left))

    def heal_value(self, t: Cells, me: i64, lives: float) -> float:
        """Return the value of gaining lives, up to six in all."""
        missing = float(box.LIVES - t[L.LIFE + me])
        return min(missing, lives) * (self.heal + self.need * missing)

    def loss(self, t: Cells, spell: i64) -> float:
        """Return the cost of a failed call; a failed dragon costs a roll of the die (AQ-307)."""
        life = t[L.LIFE + t[L.ACTIVE]]
        if spell != box.DRAGON:
            if life == 1:
                return self.death
            return self.miss + self.fear * float(box.LIVES - life)
        sides: i64 = 0
        value = 0.0
        face: i64 = 1
        while face <= 6:
            if t[L.DIE + face] > 0:
                sides += t[L.DIE + face]
                each = self.death
                if face < life:
                    each = float(face) * (self.miss + self.fear * float(box.LIVES - life))
                value += float(t[L.DIE + face]) * each
            face += 1
        return value / float(sides)


def mean_roll(t: Cells) -> float:
    """Return the mean result of the die."""
    sides: i64 = 0
    sum_: i64 = 0
    face: i64 = 1
    while face <= 6:
        sides += t[L.DIE + face]
        sum_ += face * t[L.DIE + face]
        face += 1
    return float(sum_) / float(sides)


def prices_of_last() -> Prices:
    """Return the prices of the variant `last`, where a kill does not end the round and only its winner scores."""
    prices = Prices()
    prices.kill = 1.0
    prices.empty = 4.2
    prices.miss = 0.37
    prices.stop = -0.07
    prices.onward = 1.1
    return prices


STANDARD: Final = Prices()
LAST: Final = prices_of_last()
