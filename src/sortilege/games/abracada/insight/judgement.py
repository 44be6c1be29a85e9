"""Judgement: what a call is worth to the seat that makes it, and what a score is worth in the end.

Everything here is asked about imagined tables as well as true ones, so the stones of the seat to move count only as
part of what it cannot see: its own hand, the pool, and the secret stones of the others.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.state import State
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import (
    BLIZZARD,
    DRAGON,
    DREAM,
    FIREBALL,
    GHOST,
    KINDS,
    LIVES,
    OWL,
    POTION,
    STORM,
)
from sortilege.games.abracada.rules.calls import lowest_call
from sortilege.games.abracada.rules.scoring import winners
from sortilege.games.abracada.table import (
    ACTIVE,
    DIE,
    DONE,
    FOUND,
    GATHER,
    HANDS,
    LIFE,
    LYING,
    MISSED,
    PHASE,
    POOL,
    SCORE,
    SEATS,
    SIZE,
    TAKEN,
    VARIANT_LAST,
    copies_in_hand,
    dealt_at_cast,
    dealt_at_miss,
    left_of,
    pile,
    right_of,
)

# How much a point counts towards victory, by players: what fitted best who won 12,000 games of adepts. Then for `last`.
SLOPE: Final = vec[float]([0.0, 0.0, 0.25, 0.4, 0.5, 0.55, 0.0, 0.0, 0.3, 0.3, 0.35, 0.4])


class AbracadaInsight(Insight):
    """How much each thing is worth, in points of a round. The numbers come from self-play."""

    def __init__(self) -> None:
        self.kill = 2.3  # to take somebody's last life
        self.kill_last = 1.0  # the same in `last`, where the round goes on
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
        self.sharp = 4.0  # how strongly playouts prefer the better call
        self.unseen = blank(16)
        self.kinds = blank(8)  # by slot: how many of the unseen stones it may be
        self.odds = blank_floats(16)
        self.promise = blank_floats(16)

    # ------------------------------------------------------------ what search asks
    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        t = state.cells
        self.look(t)
        self.weigh_calls(t)
        best = -100.0
        i: i64 = 0
        while i < n:
            best = max(best, self.promise[legal[i]])
            i += 1
        i = 0
        while i < n:
            into[i] = 1 + i64(10000.0 * exp(self.sharp * (self.promise[legal[i]] - best)))
            i += 1

    def worth(self, state: State, seat: i64) -> float:
        t = state.cells
        if t[PHASE] == DONE:
            won = winners(t)
            if seat in won:
                return 1.0 / float(len(won))
            return 0.0
        slope = SLOPE[t[VARIANT_LAST] * 6 + t[SEATS]]
        mine = 0.0
        everybody = 0.0
        other: i64 = 0
        while other < t[SEATS]:
            share = exp(slope * float(t[SCORE + other]))
            everybody += share
            if other == seat:
                mine = share
            other += 1
        return mine / everybody

    def rests(self, state: State, since: State) -> bool:
        """Where a round is scored."""
        return state.cells[PHASE] == GATHER

    def learns(self) -> bool:
        """The searcher sees the stones the others cannot see."""
        return False

    def think(self, level: str, view: dict[str, Any], dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Apprentice and adept know the exact odds and need no search."""
        if level != "apprentice" and level != "adept":
            return None
        state: State = dealer.deal(rng)
        t = state.cells
        chances: list[float] = dealer.odds(t[ACTIVE])
        spell: i64 = 1
        while spell <= KINDS:
            self.odds[spell] = chances[spell]
            spell += 1
        if level == "adept":
            self.weigh_calls(t)
        else:
            self.trust_odds(t)
        legal = blank(16)
        n = state.fill_legal(legal)
        best = legal[0]
        i: i64 = 1
        while i < n:
            if self.promise[legal[i]] > self.promise[best]:
                best = legal[i]
            i += 1
        return best

    def trust_odds(self, t: Cells) -> None:
        """An apprentice calls what it most likely holds and goes on while that is likelier than not."""
        self.promise[actions.END] = 0.5
        spell: i64 = 1
        while spell <= KINDS:
            self.promise[spell] = self.odds[spell]
            if spell < lowest_call(t):
                self.promise[spell] = 0.0
            spell += 1

    # ------------------------------------------------------------ what the seat to move can see
    def look(self, t: Cells) -> None:
        """Fill `odds` with the chance that the seat to move holds each spell it may call: quick, and close to exact."""
        me = t[ACTIVE]
        unseen = self.unseen
        kinds = self.kinds
        count_unseen(t, me, unseen)
        i: i64 = 0
        while i < t[SIZE + me]:
            kinds[i] = unseen[0]
            if t[MISSED + me] != 0:
                kinds[i] -= barred(t, me, t[HANDS + me * 5 + i] >> 4, unseen)
            i += 1
        spell = lowest_call(t)
        while spell <= KINDS:
            self.odds[spell] = 0.0
            if unseen[spell] > 0:
                self.odds[spell] = 1.0 - chance_of_none(t, me, spell, unseen[spell], kinds)
            spell += 1

    # ------------------------------------------------------------ what a call is worth
    def weigh_calls(self, t: Cells) -> None:
        """Fill `promise` for every call and for ending the turn, from `odds`."""
        lowest = lowest_call(t)
        best = 0.0
        spell: i64 = KINDS
        while spell > 0:
            chance = self.odds[spell]
            promise = chance * (self.hit(t, spell) + self.onward * best) - (1.0 - chance) * self.loss(t, spell)
            if spell < lowest:
                promise = -self.loss(t, KINDS) - 1.0  # legal only where it is sure to cost a life (AQ-303)
            elif promise > best:
                best = promise
            self.promise[spell] = promise
            spell -= 1
        self.promise[actions.END] = self.stop

    def hit(self, t: Cells, spell: i64) -> float:
        """What a call brings if the stone is there."""
        me = t[ACTIVE]
        if t[SIZE + me] == 1:
            return self.empty
        value = 0.0
        if pile(t) == 0:
            value += self.thin
        if spell == DRAGON:
            value += self.dragon(t, me)
        elif spell == GHOST:
            value += self.mend(t, me, 1.0) + self.strike_others(t, me, 1)
        elif spell == DREAM:
            value += self.mend(t, me, mean_roll(t))
        elif spell == OWL:
            if t[LYING] > 0:
                value += self.secret
        elif spell == STORM:
            left = left_of(t, me)
            right = right_of(t, me)
            value += self.strike(t, left, 1)
            if left != right:
                value += self.strike(t, right, 1)
        elif spell == BLIZZARD:
            value += self.strike(t, left_of(t, me), 1)
        elif spell == FIREBALL:
            value += self.strike(t, right_of(t, me), 1)
        elif spell == POTION:
            value += self.mend(t, me, 1.0)
        return value

    def dragon(self, t: Cells, me: i64) -> float:
        """The mean over the die."""
        sides: i64 = 0
        value = 0.0
        face: i64 = 1
        while face <= 6:
            if t[DIE + face] > 0:
                sides += t[DIE + face]
                value += float(t[DIE + face]) * self.strike_others(t, me, face)
            face += 1
        return value / float(sides)

    def strike_others(self, t: Cells, me: i64, lives: i64) -> float:
        value = 0.0
        seat: i64 = 0
        while seat < t[SEATS]:
            if seat != me and t[LIFE + seat] > 0:
                value += self.strike(t, seat, lives)
            seat += 1
        return value

    def strike(self, t: Cells, seat: i64, lives: i64) -> float:
        """To take lives from somebody."""
        left = t[LIFE + seat] - lives
        if left <= 0:
            if t[VARIANT_LAST] != 0:
                return self.kill_last
            return self.kill
        return float(lives) * (self.hurt + self.grim * float(LIVES - left))

    def mend(self, t: Cells, me: i64, lives: float) -> float:
        """To gain lives, as far as there is room."""
        room = float(LIVES - t[LIFE + me])
        return min(room, lives) * (self.heal + self.need * room)

    def loss(self, t: Cells, spell: i64) -> float:
        """What a call in vain costs; the dragon costs the die (AQ-307)."""
        life = t[LIFE + t[ACTIVE]]
        if spell != DRAGON:
            if life == 1:
                return self.death
            return self.miss + self.fear * float(LIVES - life)
        sides: i64 = 0
        value = 0.0
        face: i64 = 1
        while face <= 6:
            if t[DIE + face] > 0:
                sides += t[DIE + face]
                each = self.death
                if face < life:
                    each = float(face) * (self.miss + self.fear * float(LIVES - life))
                value += float(t[DIE + face]) * each
            face += 1
        return value / float(sides)


def blank_floats(n: i64) -> vec[float]:
    """`n` zeros to write chances in."""
    return vec[float]([0.0] * n)


def count_unseen(t: Cells, me: i64, into: Cells) -> None:
    """How many stones of each spell a seat cannot see: the pool, its own hand, the others' secret stones; [0] all."""
    into[0] = 0
    spell: i64 = 1
    while spell <= KINDS:
        into[spell] = t[POOL + spell] + copies_in_hand(t, me, spell)
        spell += 1
    seat: i64 = 0
    while seat < t[SEATS]:
        if seat != me:
            i: i64 = 0
            while i < t[TAKEN + seat]:
                into[t[FOUND + seat * 4 + i]] += 1
                i += 1
        seat += 1
    spell = 1
    while spell <= KINDS:
        into[0] += into[spell]
        spell += 1


def chance_of_none(t: Cells, me: i64, spell: i64, copies: i64, kinds: Cells) -> float:
    """Stone after stone is another spell. Those that stood when the seat missed the spell cannot be it; of those that
    stood when it cast the spell, it may have given one away (AQ-209)."""
    missed = dealt_at_miss(t, me, spell)
    cast = dealt_at_cast(t, me, spell)
    old = 1.0  # the chance that none of those that saw a cast is one, as a fraction: what is so over what may be
    old_all = 1.0
    new = 1.0  # and of the others
    new_all = 1.0
    gone: i64 = 0
    i: i64 = 0
    while i < t[SIZE + me]:
        serial = t[HANDS + me * 5 + i] >> 4
        if serial >= missed:
            left = kinds[i] - gone
            if left <= copies:
                return 0.0
            if serial < cast:
                old *= float(left - copies)
                old_all *= float(left)
            else:
                new *= float(left - copies)
                new_all *= float(left)
            gone += 1
        i += 1
    return new * 2.0 * old / (new_all * (old_all + old))


def barred(t: Cells, me: i64, serial: i64, unseen: Cells) -> i64:
    """How many of the unseen stones this one cannot be, since its owner called them in vain while it stood."""
    out: i64 = 0
    spell: i64 = 1
    while spell <= KINDS:
        if dealt_at_miss(t, me, spell) > serial:
            out += unseen[spell]
        spell += 1
    return out


def mean_roll(t: Cells) -> float:
    """What the die shows on average."""
    sides: i64 = 0
    sum_: i64 = 0
    face: i64 = 1
    while face <= 6:
        sides += t[DIE + face]
        sum_ += face * t[DIE + face]
        face += 1
    return float(sum_) / float(sides)
