"""What things are worth in a round. The numbers come from self-play: 100,000 games at tables of two to five."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L


class Prices:
    """What a call brings and costs, in points of a round."""

    def __init__(self) -> None:
        self.kill = 2.3  # to take somebody's last life
        self.hurt = 0.23  # to take a life of somebody
        self.grim = 0.08  # the more, the fewer lives are left to the victim
        self.heal = 0.43  # to gain a life
        self.need = 0.14  # the more, the fewer one has
        self.secret = 1.7  # to take a secret stone
        self.empty = 3.1  # to cast the last stone
        self.thin = 0.3  # to have a stone less when the pile is used up
        self.miss = 0.45  # a life lost by a call in vain
        self.fear = 0.17  # the more, the fewer are left
        self.death = 2.4  # the last one
        self.stop = 0.0  # to end the turn
        self.onward = 0.7  # how much the next call of the turn counts in advance

    def hit(self, t: Cells, spell: i64) -> float:
        """What a call brings if the stone is there."""
        me = t[L.ACTIVE]
        if t[L.SIZE + me] == 1:
            return self.empty
        value = 0.0
        if L.pile(t) == 0:
            value += self.thin
        if spell == box.DRAGON:
            value += self.dragon(t, me)
        elif spell == box.GHOST:
            value += self.mend(t, me, 1.0) + self.strike_others(t, me, 1)
        elif spell == box.DREAM:
            value += self.mend(t, me, mean_roll(t))
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
            value += self.mend(t, me, 1.0)
        return value

    def dragon(self, t: Cells, me: i64) -> float:
        """The mean over the die."""
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
        """To take lives from somebody."""
        left = t[L.LIFE + seat] - lives
        if left <= 0:
            return self.kill
        return float(lives) * (self.hurt + self.grim * float(box.LIVES - left))

    def mend(self, t: Cells, me: i64, lives: float) -> float:
        """To gain lives, as far as there is room."""
        room = float(box.LIVES - t[L.LIFE + me])
        return min(room, lives) * (self.heal + self.need * room)

    def loss(self, t: Cells, spell: i64) -> float:
        """What a call in vain costs; the dragon costs the die (AQ-307)."""
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
    """What the die shows on average."""
    sides: i64 = 0
    sum_: i64 = 0
    face: i64 = 1
    while face <= 6:
        sides += t[L.DIE + face]
        sum_ += face * t[L.DIE + face]
        face += 1
    return float(sum_) / float(sides)


def prices_of_last() -> Prices:
    """In `last` a kill does not end the round, and only its winner scores: worth more risk."""
    prices = Prices()
    prices.kill = 1.0
    prices.empty = 4.2
    prices.miss = 0.37
    prices.stop = -0.07
    prices.onward = 1.1
    return prices


STANDARD: Final = Prices()
LAST: Final = prices_of_last()
