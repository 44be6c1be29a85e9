"""What bots know beyond the rules: hidden cards dealt by their true odds, what a position is worth, what looks good."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, copy
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.state import State
from sortilege.games.spellcaster import actions, steps
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.table import (
    BIT,
    CARD,
    DECK,
    DONE,
    DUEL,
    ENCHANTMENTS,
    ENERGY,
    FACING,
    HAND,
    MULTI,
    PHASE,
    SAPPHIRES,
    SEATS,
    SIZE,
    START,
    STEP,
    TURNS,
    WARD,
    WINNER,
    count,
    pick,
)

HORIZON: Final = 4  # a playout rests after so many turns


# ---------------------------------------------------------------- hidden cards
class Dealer:
    """Deals the hidden cards of a view: first where the cards lie that were seen going to a hand, then all others."""

    def __init__(self, table: SpellcasterState, hidden: list[int]) -> None:
        self.table = table  # hidden hands are empty sets, the deck holds every card the view cannot place
        self.hidden = hidden  # the seats whose hands are dealt
        self.upto = vec[float]()  # the weights of the possible whereabouts, added up
        self.held = vec[i64]()  # four sets of cards each, by hand

    def allow(self, weight: float, hands: list[int]) -> None:
        """One possible distribution of the cards seen going to hands."""
        before = 0.0
        if len(self.upto) > 0:
            before = self.upto[len(self.upto) - 1]
        self.upto = append(self.upto, before + weight)
        for cards in hands:
            self.held = append(self.held, i64(cards))

    def deal(self, rng: Rng) -> SpellcasterState:
        """One state this view cannot tell from the true one, fairly drawn."""
        t = copy(self.table.cells)
        place = self.draw_whereabouts(rng) * 4
        left = count(t[DECK])
        for seat in self.hidden:
            hand = i64(seat)
            t[HAND + hand] = self.held[place + hand]
            missing = t[SIZE + hand] - count(t[HAND + hand])
            while missing > 0:
                card = pick(t[DECK], rng.below(left))
                t[DECK] -= BIT[card]
                t[HAND + hand] += BIT[card]
                left -= 1
                missing -= 1
        return SpellcasterState(t, self.table.game, self.table.options, self.table.cards, self.table.program)

    def draw_whereabouts(self, rng: Rng) -> i64:
        """One of the allowed distributions, by weight."""
        last = len(self.upto) - 1
        if last == 0:
            return 0
        mark = float(rng.word()) / 4294967296.0 * self.upto[last]
        place: i64 = 0
        while place < last and self.upto[place] <= mark:
            place += 1
        return place


# ---------------------------------------------------------------- judgement
def strength(t: Cells, p: Cells, side: i64) -> float:
    """What a side has: sapphires towards fifteen, energy as a thing one can run out of, piles, cards, ward."""
    energy = float(t[ENERGY + side])
    total = float(t[SAPPHIRES + side]) * 1.3 + 6.0 * math.log(1.0 + energy) + 0.3 * float(t[WARD + side])
    total += float(count(t[FACING + side])) + 0.5 * float(count(t[FACING + side] & p[ENCHANTMENTS]))
    cards: i64 = 0
    seat = side
    while seat < t[SEATS]:
        cards += t[SIZE + seat]
        seat += 2
    return total + 0.4 * float(cards)


def power(t: Cells, p: Cells, card: i64) -> i64:
    """A rough weight of a card's text: its plain numbers, and a little for every other step."""
    pc = p[MULTI + card]
    if t[SEATS] == 2:
        pc = p[DUEL + card]
    total: i64 = 2
    while p[pc] != steps.END:
        step = p[pc]
        if step == steps.LOSE_E or step == steps.RHEAL or step == steps.RSAPH or step == steps.RDRAW:
            total -= 1
        elif step <= steps.STEAL_E:
            total += 2 * p[pc + 1]
            if p[pc + 2] != steps.PLAIN:
                total += 6
        else:
            total += 2
        pc += steps.WIDTH
    if total < 1:
        total = 1
    return total


class SpellcasterInsight(Insight):
    """A first judgement: crystals and control count, texts are weighed by their numbers."""

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        p = state.program
        i: i64 = 0
        while i < n:
            into[i] = self.appeal(t, p, legal[i])
            i += 1

    def appeal(self, t: Cells, p: Cells, action: i64) -> i64:
        """How promising one decision looks."""
        if action >= actions.RECOVER:
            return 10 * power(t, p, action & 63)
        if action >= actions.DISCARD:
            return 200 // power(t, p, action & 63) + 1
        if action >= actions.TRIGGER:
            return 10
        if action >= actions.ACTIVATE:
            return 60 * power(t, p, action & 63)
        if action >= actions.PLAY:
            return 12 * power(t, p, action & 63)
        if action == actions.PASS:
            return 1
        if action == actions.DRAW:
            return 30
        return 20

    def worth(self, state: State, seat: i64) -> float:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        side = seat & 1
        if t[PHASE] == DONE:
            if t[WINNER] == 3:
                return 0.5
            return 1.0 if t[WINNER] - 1 == side else 0.0
        ahead = strength(t, state.program, side) - strength(t, state.program, 1 - side)
        return 1.0 / (1.0 + math.exp(-0.3 * ahead))

    def rests(self, state: State, since: State) -> bool:
        t = state.cells
        return t[PHASE] == CARD and t[STEP] == START and t[TURNS] >= since.cells[TURNS] + HORIZON
