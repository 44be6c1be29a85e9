"""Judgement: how promising a decision looks, and what a position is worth."""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank, copy
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import State
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import prices
from sortilege.games.spellcaster.insight.purse import purse_of
from sortilege.games.spellcaster.insight.texts import gain, lasting, lying_for, strike, walk
from sortilege.games.spellcaster.rules.state import WIDEST, SpellcasterState

HORIZON: Final = 4  # a playout rests after so many turns …
NEAR: Final = 2  # … or after so many, where the net judges: it knows more than two turns by lot would tell
SURE: Final = 0.99  # the share of a mage who wins unless something odd happens
SHARPNESS: Final = 3.0  # how much likelier a better decision is
FULL: Final = 100_000.0  # the rating of the best decision
# Simulations of a level, by seats. The draw decides much of a duel, and a thousand find nearly all there is to find:
# levels lie apart only if their thinking does. Two against two there are more hands to imagine; two against one, a
# master of 300 was about as strong as an archmage (docs/bots.md).
ENOUGH: Final = {
    "adept": {2: 30, 3: 30, 4: 90},
    "master": {2: 300, 3: 150, 4: 900},
}


# ---------------------------------------------------------------- cards in a hand
def merit(t: Cells, p: Cells, card: i64, side: i64) -> float:
    """How much better than a plain action a card in hand would be once it is played."""
    return merit_of(p, card, gain(t, p, card, side, 1))


def merit_of(p: Cells, card: i64, brings: float) -> float:
    """The same, where it is known what carrying out its text brings."""
    if p[L.KIND + card] == 0:
        brings -= prices.PLAIN_ACTION
    if brings > prices.THREAT:
        return prices.THREAT
    if brings < 0.0:
        return 0.0
    return brings


def keep(t: Cells, p: Cells, card: i64, side: i64) -> float:
    """What one card in hand is worth to its mage."""
    return kept(merit(t, p, card, side))


def kept(found: float) -> float:
    """The same, by its merit."""
    return prices.HELD + prices.PROMISED * found


def lay(t: Cells, p: Cells, card: i64, side: i64, left: i64) -> float:
    """What playing a card changes: it lies there now instead of what it covers, and may work at once."""
    return laid(t, p, card, side, left, keep(t, p, card, side))


def laid(t: Cells, p: Cells, card: i64, side: i64, left: i64, held: float) -> float:
    """The same, where it is known what the card was worth in hand."""
    brings = gain(t, p, card, side, 0)
    out = lasting(p, card, brings) - lying_for(t, p, L.top(t, L.COLOUR[card]), side, 0) - held
    if left > 1 and p[L.KIND + card] == 0 and t[L.USED] & L.BIT[card] == 0:
        now = brings - prices.PLAIN_ACTION
        if now > 0.0:
            out += now
    return out


# ---------------------------------------------------------------- decisions
def promise(t: Cells, p: Cells, action: i64) -> float:
    """How much better off its seat is after a decision, in logits."""
    phase = t[L.PHASE]
    side = t[L.WHO] & 1
    if phase == L.ACTION:
        return promise_of_action(t, p, action, side)
    if action >= actions.RECOVER:
        return keep(t, p, action - actions.RECOVER, side)
    if phase == L.UNLESS:
        return promise_to_prevent(t, p, action, side)
    if phase == L.UPTO:
        return promise_of_discard(t, p, action, side)
    if action >= actions.DISCARD:
        return -keep(t, p, action - actions.DISCARD, side)
    if action >= actions.TRIGGER:
        return gain(t, p, action - actions.TRIGGER, side, 0)
    if phase == L.PLAYFREE:
        if action == actions.STOP:
            return 0.0
        return lay(t, p, action - actions.PLAY, side, t[L.LEFT] + 1)
    return promise_of_way(t, p, action, side)


def promise_of_action(t: Cells, p: Cells, action: i64, side: i64) -> float:
    """SC-230: draw, play or activate."""
    if action >= actions.ACTIVATE:
        return gain(t, p, action - actions.ACTIVATE, side, 0)
    if action >= actions.PLAY:
        return lay(t, p, action - actions.PLAY, side, t[L.LEFT])
    if action == actions.DRAW:
        return prices.DRAWN
    return 0.0


def at_first_sight(t: Cells, p: Cells, action: i64) -> float:
    """The same by the texts alone: a card in hand is half of what its text brings, whatever it would cover."""
    if t[L.PHASE] == L.ACTION and actions.PLAY <= action < actions.ACTIVATE:
        return gain(t, p, action - actions.PLAY, t[L.WHO] & 1, 0) / 2.0
    return promise(t, p, action)


def promise_to_prevent(t: Cells, p: Cells, action: i64, side: i64) -> float:
    """`unless`: the text is the rival's, and so is what it brings."""
    way = t[L.PC] + opcodes.WIDTH
    price = 0.0
    if action != actions.DECLINE:
        way = p[t[L.PC] + 3]
        price = keep(t, p, action - actions.DISCARD, side)
    return -walk(t, p, way, 1 - side, t[L.SOURCE], purse_of(t, 1 - side), t[L.TIMES], 1) - price


def promise_of_discard(t: Cells, p: Cells, action: i64, side: i64) -> float:
    """`disc..n`: what follows once more, or no more."""
    times = t[L.TIMES]
    price = 0.0
    if action != actions.STOP:
        times += 1
        price = keep(t, p, action - actions.DISCARD, side)
    return walk(t, p, t[L.PC], side, t[L.SOURCE], purse_of(t, side), times, 1) - price


def promise_of_way(t: Cells, p: Cells, action: i64, side: i64) -> float:
    """A price, a branch or a target."""
    pc = t[L.PC]
    purse = purse_of(t, side)
    if t[L.PHASE] == L.TARGET:
        if action == actions.DECLINE:
            return 0.0
        return strike(t, p, pc, action - actions.TARGET, side, 1)
    if t[L.PHASE] == L.CHOOSE:
        way = p[pc + opcodes.WIDTH * (action - actions.CHOOSE + 1) + 3]
        return walk(t, p, way, side, t[L.SOURCE], purse, t[L.TIMES], 1)
    if action == actions.DECLINE:
        return walk(t, p, p[pc + 3], side, t[L.SOURCE], purse, t[L.TIMES], 1)
    if p[pc] == opcodes.PAY_S:
        purse.sapphires -= p[pc + 1]
    else:
        purse.energy -= p[pc + 1]
        if purse.energy <= 0:
            return -prices.WIN  # SC-503
    return walk(t, p, pc + opcodes.WIDTH, side, t[L.SOURCE], purse, t[L.TIMES], 1)


# ---------------------------------------------------------------- positions
def lead(t: Cells, p: Cells, side: i64) -> float:
    """How much better a side stands, in logits."""
    other = 1 - side
    out = prices.crystals(t[L.ENERGY + side], t[L.ENERGY + other], t[L.SAPPHIRES + side], t[L.SAPPHIRES + other])
    out += prices.WARDED * float(t[L.WARD + side] - t[L.WARD + other])
    colour: i64 = 0
    while colour < 4:
        out += lying_for(t, p, L.top(t, colour), side, 0)
        colour += 1
    seat: i64 = 0
    while seat < t[L.SEATS]:
        held = hand_worth(t, p, seat)
        if seat & 1 == side:
            out += held
        else:
            out -= held
        seat += 1
    if t[L.DECKED] < prices.LATE:
        out += (
            prices.LEADING
            * float((t[L.SAPPHIRES + side] - t[L.SAPPHIRES + other]) * (prices.LATE - t[L.DECKED]))
            / float(prices.LATE)
        )
    if L.mine(t) == side:
        return out + prices.TEMPO
    return out - prices.TEMPO


def hand_worth(t: Cells, p: Cells, seat: i64) -> float:
    """Every card counts a little, and the best one most: it is played first."""
    best = 0.0
    out = 0.0
    cards = t[L.HAND + seat]
    while cards != 0:
        card = L.pick(cards, 0)
        cards -= L.BIT[card]
        found = merit(t, p, card, seat & 1)
        out += one_of_hand(found)
        if found > best:
            best = found
    return out + prices.PROMISED_FIRST * best


def one_of_hand(found: float) -> float:
    """What a card of this merit counts beside others."""
    return prices.HELD_TOO + prices.PROMISED_TOO * found


def can_win(t: Cells, p: Cells) -> bool:
    """Whether the active mage, whose turn begins, has a text that wins: on top of a pile, or in hand, to be played with
    the first action and activated with the second."""
    side = L.mine(t)
    colour: i64 = 0
    while colour < 4:
        lying = L.top(t, colour)
        if lying >= 0 and lying & 1 == side and wins(t, p, lying >> 1, side):
            return True
        colour += 1
    cards = t[L.HAND + t[L.ACTIVE]]
    while cards != 0:
        card = L.pick(cards, 0)
        cards -= L.BIT[card]
        if wins(t, p, card, side):
            return True
    return False


def wins(t: Cells, p: Cells, card: i64, side: i64) -> bool:
    """Whether to activate this incantation wins."""
    return p[L.KIND + card] == 0 and gain(t, p, card, side, 1) > prices.WIN / 2.0


def share(t: Cells, p: Cells, side: i64) -> float:
    """A side's share of victory at the beginning of a turn, exact when the game is over."""
    if t[L.PHASE] == L.DONE:
        if t[L.WINNER] == 3:
            return 0.5
        if t[L.WINNER] - 1 == side:
            return 1.0
        return 0.0
    if can_win(t, p):
        if L.mine(t) == side:
            return SURE
        return 1.0 - SURE
    return 1.0 / (1.0 + math.exp(-lead(t, p, side)))


def agree(one: Cells, other: Cells) -> bool:
    """Whether two vectors hold the same numbers."""
    if len(one) != len(other):
        return False
    i: i64 = 0
    while i < len(one):
        if one[i] != other[i]:
            return False
        i += 1
    return True


class SpellcasterInsight(Insight):
    """Prices of crystals, texts read step by step, control, cards and tempo; where a net was trained for this table, it
    judges positions instead."""

    def __init__(self) -> None:
        self.horizon: i64 = HORIZON
        self.judged = blank(0)  # the table looked at last, and what side 0 has of it
        self.verdict = 0.5
        self.promises = vec[float]()
        while len(self.promises) < WIDEST:
            self.promises = append(self.promises, 0.0)

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """The best decision in full, the others by how far they fall short."""
        assert isinstance(state, SpellcasterState)
        t = state.cells
        p = state.program
        promises = self.promises
        best = -3.0 * prices.WIN
        i: i64 = 0
        while i < n:
            promises[i] = promise(t, p, legal[i])
            if promises[i] > best:
                best = promises[i]
            i += 1
        i = 0
        while i < n:
            into[i] = i64(FULL * math.exp(SHARPNESS * (promises[i] - best))) + 1
            i += 1

    def worth(self, state: State, seat: i64) -> float:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        judge = self.judge
        if judge is None or t[L.PHASE] == L.DONE or can_win(t, state.program):
            return share(t, state.program, seat & 1)
        if not agree(t, self.judged):
            self.verdict = judge.share(state, 0)
            self.judged = copy(t)
        if seat & 1 == 0:
            return self.verdict
        return 1.0 - self.verdict

    def rests(self, state: State, since: State) -> bool:
        """Where a turn begins, its enchantments done and its card not yet drawn."""
        t = state.cells
        return t[L.PHASE] == L.CARD and t[L.STEP] == L.START and t[L.TURNS] >= since.cells[L.TURNS] + self.horizon

    def compares(self) -> bool:
        return True

    # Any: as in core.Insight; here it is always this game's Dealer
    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """An apprentice reads the texts before it and looks no further. Of those who search, the archmage asks the
        net."""
        if level != "archmage":
            self.judge = None
        self.horizon = HORIZON if self.judge is None else NEAR
        if level != "apprentice":
            return None
        table: State = dealer.deal(rng)
        assert isinstance(table, SpellcasterState)
        t = table.cells
        best: i64 = -1
        most = 0.0
        legal = blank(WIDEST)
        n = table.fill_legal(legal)
        i: i64 = 0
        while i < n:
            found = at_first_sight(t, table.program, legal[i])
            if best < 0 or found > most:
                best = legal[i]
                most = found
            i += 1
        return best

    def simulations(self, level: str, view: View) -> int | None:
        if level not in ENOUGH:
            return None
        return ENOUGH[level][view["seats"]]
