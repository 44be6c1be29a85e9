"""Evaluation: how much a decision gains, and the share of victory in a position."""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import Cells, blank, copy
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.types import View
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import values
from sortilege.games.spellcaster.insight.crystal_counts import current_counts
from sortilege.games.spellcaster.insight.text_values import (
    signed_card_value,
    target_gain,
    text_gain,
    text_value,
    top_card_value_of_gain,
)
from sortilege.games.spellcaster.rules.state import MAX_LEGAL, SpellcasterState

HORIZON: Final = 4  # turns until a playout stops …
NET_HORIZON: Final = 2  # … and with a net, whose evaluation is more exact than further random turns
NEARLY_WON: Final = 0.99  # the share of a mage who can win in this turn
SHARPNESS: Final = 3.0  # the rate falls by a factor of e per 1/SHARPNESS logits
MAX_RATE: Final = 100_000.0  # the rate of the best decision
# The most simulations of a level, by number of seats. Luck decides much of a duel, and a thousand simulations find
# nearly everything, so levels differ in strength only if these numbers differ clearly. With four seats more hands must
# be sampled; with three, a master with 300 simulations was about as strong as an archmage (docs/bots.md).
SIMULATIONS: Final = {
    "adept": {2: 30, 3: 30, 4: 90},
    "master": {2: 300, 3: 150, 4: 900},
}


# ---------------------------------------------------------------- cards in a hand
def surplus(t: Cells, program: Cells, card: i64, side: i64) -> float:
    """Return how much more than a plain action a card in hand would gain once it is played."""
    return surplus_of_gain(program, card, text_gain(t, program, card, side, 1))


def surplus_of_gain(program: Cells, card: i64, gain: float) -> float:
    """Return how much more than a plain action a card gains, where `gain` is the gain of its text."""
    if program[L.IS_ENCHANTMENT + card] == 0:
        gain -= values.PLAIN_ACTION
    if gain > values.MAX_CARD_VALUE:
        return values.MAX_CARD_VALUE
    if gain < 0.0:
        return 0.0
    return gain


def held_value(t: Cells, program: Cells, card: i64, side: i64) -> float:
    """Return the value of one card in hand."""
    return held_value_of_surplus(surplus(t, program, card, side))


def held_value_of_surplus(surplus: float) -> float:
    """Return the value of one card in hand that has this surplus."""
    return values.HAND_CARD + values.HAND_FACTOR * surplus


def play_gain(t: Cells, program: Cells, card: i64, side: i64, actions_left: i64) -> float:
    """Return what playing a card gains: it replaces the top card of its pile and can perhaps be activated in this
    turn."""
    return play_gain_with(t, program, card, side, actions_left, held_value(t, program, card, side))


def play_gain_with(t: Cells, program: Cells, card: i64, side: i64, actions_left: i64, value_in_hand: float) -> float:
    """Return what playing a card gains, where `value_in_hand` is the value that it loses by leaving the hand."""
    gain = text_gain(t, program, card, side, 0)
    result = (
        top_card_value_of_gain(program, card, gain)
        - signed_card_value(t, program, L.top_entry(t, L.COLOUR_OF[card]), side, 0)
        - value_in_hand
    )
    if actions_left > 1 and program[L.IS_ENCHANTMENT + card] == 0 and t[L.USED_CARDS] & L.BIT[card] == 0:
        at_once = gain - values.PLAIN_ACTION
        if at_once > 0.0:
            result += at_once
    return result


# ---------------------------------------------------------------- decisions
def action_gain(t: Cells, program: Cells, action: i64) -> float:
    """Return how much a decision gains for its seat, in logits of the share of victory."""
    phase = t[L.PHASE]
    side = t[L.DECIDER] & 1
    if phase == L.ACTION:
        return main_action_gain(t, program, action, side)
    if action >= actions.RECOVER:
        return held_value(t, program, action - actions.RECOVER, side)
    if phase == L.UNLESS:
        return prevention_gain(t, program, action, side)
    if phase == L.DISCARD_UP_TO:
        return discard_gain(t, program, action, side)
    if action >= actions.DISCARD:
        return -held_value(t, program, action - actions.DISCARD, side)
    if action >= actions.TRIGGER:
        return text_gain(t, program, action - actions.TRIGGER, side, 0)
    if phase == L.PLAY_FREE:
        if action == actions.STOP:
            return 0.0
        return play_gain(t, program, action - actions.PLAY, side, t[L.ACTIONS_LEFT] + 1)
    return choice_gain(t, program, action, side)


def main_action_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """SC-230: return the gain of drawing, playing or activating."""
    if action >= actions.ACTIVATE:
        return text_gain(t, program, action - actions.ACTIVATE, side, 0)
    if action >= actions.PLAY:
        return play_gain(t, program, action - actions.PLAY, side, t[L.ACTIONS_LEFT])
    if action == actions.DRAW:
        return values.DRAWN_CARD
    return 0.0


def quick_gain(t: Cells, program: Cells, action: i64) -> float:
    """Return a rougher gain for the apprentice: playing a card gains half of what its text would, regardless of the
    card it covers."""
    if t[L.PHASE] == L.ACTION and actions.PLAY <= action < actions.ACTIVATE:
        return text_gain(t, program, action - actions.PLAY, t[L.DECIDER] & 1, 0) / 2.0
    return action_gain(t, program, action)


def prevention_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """`unless`: return the gain of preventing or allowing a text of the rival."""
    start = t[L.TEXT_POSITION] + opcodes.STEP_SIZE
    cost = 0.0
    if action != actions.DECLINE:
        start = program[t[L.TEXT_POSITION] + 3]
        cost = held_value(t, program, action - actions.DISCARD, side)
    return (
        -text_value(t, program, start, 1 - side, t[L.TEXT_CARD], current_counts(t, 1 - side), t[L.MULTIPLIER], 1) - cost
    )


def discard_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """`disc..n`: return the gain of discarding one more card, or of stopping."""
    times = t[L.MULTIPLIER]
    cost = 0.0
    if action != actions.STOP:
        times += 1
        cost = held_value(t, program, action - actions.DISCARD, side)
    return text_value(t, program, t[L.TEXT_POSITION], side, t[L.TEXT_CARD], current_counts(t, side), times, 1) - cost


def choice_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """Return the gain of paying or declining a price, of choosing a branch, or of choosing a target."""
    position = t[L.TEXT_POSITION]
    if t[L.PHASE] == L.TARGET:
        if action == actions.DECLINE:
            return 0.0
        return target_gain(t, program, position, action - actions.TARGET, side, 1)
    counts = current_counts(t, side)
    start = position + opcodes.STEP_SIZE
    if t[L.PHASE] == L.CHOOSE:
        start = program[position + opcodes.STEP_SIZE * (action - actions.CHOOSE + 1) + 3]
    elif action == actions.DECLINE:
        start = program[position + 3]
    elif program[position] == opcodes.PAY_SAPPHIRES:
        counts.sapphires -= program[position + 1]
    else:
        counts.energy -= program[position + 1]
        if counts.energy <= 0:
            return -values.WIN  # SC-503
    return text_value(t, program, start, side, t[L.TEXT_CARD], counts, t[L.MULTIPLIER], 1)


# ---------------------------------------------------------------- positions
def advantage(t: Cells, program: Cells, side: i64) -> float:
    """Return how much better a side's position is than the other's, in logits of the share of victory."""
    other = 1 - side
    result = values.crystal_balance(
        t[L.ENERGY + side], t[L.ENERGY + other], t[L.SAPPHIRES + side], t[L.SAPPHIRES + other]
    )
    result += values.WARD_POINT * float(t[L.WARD + side] - t[L.WARD + other])
    colour: i64 = 0
    while colour < 4:
        result += signed_card_value(t, program, L.top_entry(t, colour), side, 0)
        colour += 1
    seat: i64 = 0
    while seat < t[L.SEATS]:
        hand = hand_value(t, program, seat)
        if seat & 1 == side:
            result += hand
        else:
            result -= hand
        seat += 1
    if t[L.DECK_SIZE] < values.LATE_DECK:
        result += (
            values.SAPPHIRE_LEAD
            * float((t[L.SAPPHIRES + side] - t[L.SAPPHIRES + other]) * (values.LATE_DECK - t[L.DECK_SIZE]))
            / float(values.LATE_DECK)
        )
    if L.own_side(t) == side:
        return result + values.TEMPO
    return result - values.TEMPO


def hand_value(t: Cells, program: Cells, seat: i64) -> float:
    """Return the value of a hand: every card counts a little, and the best one most, because it is played first."""
    best = 0.0
    total = 0.0
    cards = t[L.HAND + seat]
    while cards != 0:
        card = L.nth_card(cards, 0)
        cards -= L.BIT[card]
        card_surplus = surplus(t, program, card, seat & 1)
        total += hand_card_value(card_surplus)
        if card_surplus > best:
            best = card_surplus
    return total + values.BEST_CARD_FACTOR * best


def hand_card_value(surplus: float) -> float:
    """Return what a card of this surplus contributes to its hand."""
    return values.HAND_CARD_AT_START + values.HAND_FACTOR_AT_START * surplus


def can_win(t: Cells, program: Cells) -> bool:
    """Return whether the active mage has a winning text at the start of the turn, either on top of a pile or in hand. A
    card in hand is played with the first action and activated with the second."""
    side = L.own_side(t)
    colour: i64 = 0
    while colour < 4:
        entry = L.top_entry(t, colour)
        if entry >= 0 and entry & 1 == side and text_wins(t, program, entry >> 1, side):
            return True
        colour += 1
    cards = t[L.HAND + t[L.ACTIVE_SEAT]]
    while cards != 0:
        card = L.nth_card(cards, 0)
        cards -= L.BIT[card]
        if text_wins(t, program, card, side):
            return True
    return False


def text_wins(t: Cells, program: Cells, card: i64, side: i64) -> bool:
    """Return whether activating this incantation wins."""
    return program[L.IS_ENCHANTMENT + card] == 0 and text_gain(t, program, card, side, 1) > values.WIN / 2.0


def share(t: Cells, program: Cells, side: i64) -> float:
    """Return a side's share of victory at the start of a turn; exact if the game is over."""
    if t[L.PHASE] == L.GAME_OVER:
        if t[L.WINNER] == 3:
            return 0.5
        if t[L.WINNER] - 1 == side:
            return 1.0
        return 0.0
    if can_win(t, program):
        if L.own_side(t) == side:
            return NEARLY_WON
        return 1.0 - NEARLY_WON
    return 1.0 / (1.0 + math.exp(-advantage(t, program, side)))


def cells_equal(one: Cells, other: Cells) -> bool:
    """Return whether two vectors hold the same numbers."""
    if len(one) != len(other):
        return False
    i: i64 = 0
    while i < len(one):
        if one[i] != other[i]:
            return False
        i += 1
    return True


class SpellcasterInsight(Insight):
    """Evaluates positions by the values of crystals, texts, control, cards and tempo, or with a net if one was trained
    for this table."""

    def __init__(self) -> None:
        self.horizon: i64 = HORIZON
        self.cached_cells = blank(0)  # the last cells that the net evaluated …
        self.cached_share = 0.5  # … and the share of side 0
        self.gains = vec[float]()
        while len(self.gains) < MAX_LEGAL:
            self.gains = append(self.gains, 0.0)

    def fill_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Give the best decision the maximum rate, and the others less the more they fall short of it."""
        assert isinstance(state, SpellcasterState)
        t = state.cells
        program = state.program
        gains = self.gains
        best = -3.0 * values.WIN
        i: i64 = 0
        while i < n:
            gains[i] = action_gain(t, program, legal[i])
            if gains[i] > best:
                best = gains[i]
            i += 1
        i = 0
        while i < n:
            into[i] = i64(MAX_RATE * math.exp(SHARPNESS * (gains[i] - best))) + 1
            i += 1

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        predictor = self.predictor
        if predictor is None or t[L.PHASE] == L.GAME_OVER or can_win(t, state.program):
            return share(t, state.program, seat & 1)
        if not cells_equal(t, self.cached_cells):
            self.cached_share = predictor.share(state, 0)
            self.cached_cells = copy(t)
        if seat & 1 == 0:
            return self.cached_share
        return 1.0 - self.cached_share

    def is_cutoff(self, state: State, root: State) -> bool:
        """Return whether a turn has begun and its enchantments are resolved, but its card is not yet drawn."""
        t = state.cells
        return (
            t[L.PHASE] == L.DRAW_CARD
            and t[L.TURN_STEP] == L.START
            and t[L.TURN_COUNT] >= root.cells[L.TURN_COUNT] + self.horizon
        )

    def compares_sides(self) -> bool:
        return True

    # Any: as in core.Insight; here it is always this game's Dealer
    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Choose for the apprentice, which compares texts without search. Other levels use the common search; of these
        only the archmage uses the net."""
        if level != "archmage":
            self.predictor = None
        self.horizon = HORIZON if self.predictor is None else NET_HORIZON
        if level != "apprentice":
            return None
        table: State = dealer.deal(rng)
        assert isinstance(table, SpellcasterState)
        t = table.cells
        best: i64 = -1
        best_gain = 0.0
        legal = blank(MAX_LEGAL)
        n = table.fill_legal(legal)
        i: i64 = 0
        while i < n:
            gain = quick_gain(t, table.program, legal[i])
            if best < 0 or gain > best_gain:
                best = legal[i]
                best_gain = gain
            i += 1
        return best

    def max_simulations(self, level: str, view: View) -> int | None:
        if level not in SIMULATIONS:
            return None
        return SIMULATIONS[level][view["seats"]]
