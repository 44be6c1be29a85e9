"""Evaluation for bots: how much an action gains, and the win probability of a side in a position."""

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
from sortilege.games.spellcaster.insight.text_simulation import TextSimulation, begin_simulation
from sortilege.games.spellcaster.insight.text_values import (
    entry_value,
    target_gain,
    text_gain,
    text_value,
    top_card_value_from_gain,
)
from sortilege.games.spellcaster.rules.state import MAX_LEGAL, SpellcasterState

HORIZON: Final = 4  # turns until a playout stops
NET_HORIZON: Final = 2  # the same with a net, whose evaluation is more exact than further random turns
CERTAIN_WIN: Final = 0.99  # the win probability of a mage who can win in this turn
SHARPNESS: Final = 3.0  # the prior of a decision falls by a factor of e per 1/SHARPNESS logits
MAX_PRIOR: Final = 100_000.0  # the prior of the best decision
# The most simulations of a level, by number of seats. Luck decides much of a duel, and a thousand simulations find
# nearly everything, so levels differ in strength only if these numbers differ clearly. With four seats more hands must
# be sampled; with three, a master with 300 simulations was about as strong as an archmage (docs/bots.md).
SIMULATIONS: Final = {
    "adept": {2: 30, 3: 30, 4: 90},
    "master": {2: 300, 3: 150, 4: 900},
}


# ---------------------------------------------------------------- cards in a hand
def surplus(t: Cells, program: Cells, card: i64, side: i64) -> float:
    """Return the surplus of a card in hand: how much more its text would gain, once played, than a plain action."""
    return surplus_from_gain(program, card, text_gain(t, program, card, side, depth=1))


def surplus_from_gain(program: Cells, card: i64, gain: float) -> float:
    """Return the surplus of a card: the gain of its text minus the value of the action that activating an incantation
    costs. An enchantment takes effect without an action. The surplus is at least 0 and at most MAX_CARD_VALUE."""
    if not L.is_enchantment(program, card):
        gain -= values.PLAIN_ACTION
    if gain > values.MAX_CARD_VALUE:
        return values.MAX_CARD_VALUE
    if gain < 0.0:
        return 0.0
    return gain


def held_value(t: Cells, program: Cells, card: i64, side: i64) -> float:
    """Return the value of one card in hand."""
    return held_value_from_surplus(surplus(t, program, card, side))


def held_value_from_surplus(surplus: float) -> float:
    """Return the value of one card in hand. Its surplus is how much more its text gains than a plain action."""
    return values.HAND_CARD + values.HAND_FACTOR * surplus


def play_gain(t: Cells, program: Cells, card: i64, side: i64, actions_left: i64) -> float:
    """Return what a side gains by playing a card from its hand with this number of actions left."""
    return play_gain_for_held_value(t, program, card, side, actions_left, held_value(t, program, card, side))


def play_gain_for_held_value(
    t: Cells, program: Cells, card: i64, side: i64, actions_left: i64, held_value: float
) -> float:
    """Return what a side gains by playing a card: the value of the card on top of its pile, minus the value of the card
    that it covers, minus its value in hand. If another action is left, the gain of activating it at once is added."""
    gain = text_gain(t, program, card, side, depth=0)
    covered_value = entry_value(t, program, L.top_entry(t, L.colour_of(card)), side, depth=0)
    result = top_card_value_from_gain(program, card, gain) - covered_value - held_value
    if actions_left > 1 and not L.is_enchantment(program, card) and not L.has(t[L.USED_CARDS], card):
        activation_gain = gain - values.PLAIN_ACTION
        if activation_gain > 0.0:
            result += activation_gain
    return result


# ---------------------------------------------------------------- decisions
def action_gain(t: Cells, program: Cells, action: i64) -> float:
    """Return how much an action gains for the seat to move, in logits of its win probability. An action id minus its
    base, such as PLAY, is a card."""
    phase = t[L.PHASE]
    side = L.side_of(t[L.DECIDER])
    if phase == L.ACTION:
        return main_action_gain(t, program, action, side)
    if phase == L.RECOVER:
        return held_value(t, program, action - actions.RECOVER, side)
    if phase == L.UNLESS:
        return prevention_gain(t, program, action, side)
    if phase == L.DISCARD_UP_TO:
        return discard_gain(t, program, action, side)
    if phase == L.DISCARD:
        return -held_value(t, program, action - actions.DISCARD, side)
    if phase == L.TRIGGER:
        return text_gain(t, program, action - actions.TRIGGER, side, depth=0)
    if phase == L.PLAY_FREE:
        if action == actions.STOP:
            return 0.0
        return play_gain(t, program, action - actions.PLAY, side, t[L.ACTIONS_LEFT] + 1)  # a free play uses no action
    return choice_gain(t, program, action, side)


def main_action_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """Return what a side gains by using an action to draw, to play a card or to activate one. The ids of these actions
    ascend: draw, PLAY + card, ACTIVATE + card (SC-230)."""
    if action >= actions.ACTIVATE:
        return text_gain(t, program, action - actions.ACTIVATE, side, depth=0)
    if action >= actions.PLAY:
        return play_gain(t, program, action - actions.PLAY, side, t[L.ACTIONS_LEFT])
    if action == actions.DRAW:
        return values.DRAWN_CARD
    return 0.0


def quick_gain(t: Cells, program: Cells, action: i64) -> float:
    """Return the gain of an action for an apprentice: playing a card gains half as much as carrying out its text."""
    if t[L.PHASE] == L.ACTION and actions.PLAY <= action < actions.ACTIVATE:  # the ids PLAY + card
        return text_gain(t, program, action - actions.PLAY, L.side_of(t[L.DECIDER]), depth=0) / 2.0
    return action_gain(t, program, action)


def prevention_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """`unless{text}`: return what a side gains by discarding a card to prevent its rival's text, or by declining."""
    position = t[L.TEXT_POSITION]
    next_position = position + opcodes.STEP_SIZE
    cost = 0.0
    if action != actions.DECLINE:
        next_position = program[position + opcodes.JUMP_TARGET]
        cost = held_value(t, program, action - actions.DISCARD, side)
    rival_simulation = pending_simulation(t, 1 - side)
    return -text_value(t, program, next_position, rival_simulation, depth=1) - cost


def discard_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """`disc..n{text}`: return what a side gains by discarding one more card, or by stopping."""
    simulation = pending_simulation(t, side)
    cost = 0.0
    if action != actions.STOP:
        simulation.multiplier += 1
        cost = held_value(t, program, action - actions.DISCARD, side)
    return text_value(t, program, t[L.TEXT_POSITION], simulation, depth=1) - cost


def choice_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """Return what a side gains by paying or declining a price, by choosing a branch, or by choosing a pile."""
    position = t[L.TEXT_POSITION]
    if t[L.PHASE] == L.TARGET:
        if action == actions.DECLINE:
            return 0.0
        return target_gain(t, program, position, action - actions.TARGET, side, depth=1)
    simulation = pending_simulation(t, side)
    next_position = position + opcodes.STEP_SIZE
    if t[L.PHASE] == L.CHOOSE:  # the step is followed by one jump to each branch
        jump = next_position + opcodes.STEP_SIZE * (action - actions.CHOOSE)
        next_position = program[jump + opcodes.JUMP_TARGET]
    elif action == actions.DECLINE:
        next_position = program[position + opcodes.JUMP_TARGET]
    elif program[position] == opcodes.PAY_SAPPHIRES:
        simulation.sapphires -= program[position + opcodes.AMOUNT]
    else:
        simulation.energy -= program[position + opcodes.AMOUNT]
        if simulation.energy <= 0:
            return -values.WIN  # SC-503
    return text_value(t, program, next_position, simulation, depth=1)


def pending_simulation(t: Cells, side: i64) -> TextSimulation:
    """Return a simulation of the text that waits for a decision. `side` is the side that carries the text out."""
    simulation = begin_simulation(t, side, t[L.TEXT_CARD])
    simulation.multiplier = t[L.MULTIPLIER]
    return simulation


# ---------------------------------------------------------------- positions
def advantage(t: Cells, program: Cells, side: i64) -> float:
    """Return how much better the position of a side is than that of its rival, in logits of its win probability."""
    result = own_crystal_lead(t, side)
    result += values.WARD_POINT * float(t[L.WARD + side] - t[L.WARD + 1 - side])
    colour: i64 = 0
    while colour < L.COLOURS:
        result += entry_value(t, program, L.top_entry(t, colour), side, depth=0)
        colour += 1
    seat: i64 = 0
    while seat < t[L.SEATS]:
        hand = hand_value(t, program, seat)
        if L.side_of(seat) == side:
            result += hand
        else:
            result -= hand
        seat += 1
    if t[L.DECK_SIZE] < values.LATE_DECK:  # the side with more sapphires will win if the deck runs out
        sapphire_lead = t[L.SAPPHIRES + side] - t[L.SAPPHIRES + 1 - side]
        missing_cards = values.LATE_DECK - t[L.DECK_SIZE]
        result += values.SAPPHIRE_LEAD * float(sapphire_lead * missing_cards) / float(values.LATE_DECK)
    if L.own_side(t) == side:
        return result + values.TEMPO
    return result - values.TEMPO


def own_crystal_lead(t: Cells, side: i64) -> float:
    """Return how much more the energy and sapphires of a side are worth than those of its rival."""
    rival = 1 - side
    return values.crystal_lead(t[L.ENERGY + side], t[L.ENERGY + rival], t[L.SAPPHIRES + side], t[L.SAPPHIRES + rival])


def hand_value(t: Cells, program: Cells, seat: i64) -> float:
    """Return the value of a hand: every card counts a little, and the best card most because it is played first."""
    best_surplus = 0.0
    total = 0.0
    cards = t[L.HAND + seat]
    while cards != 0:
        card = L.lowest_card(cards)
        cards -= L.BIT[card]
        card_surplus = surplus(t, program, card, L.side_of(seat))
        total += hand_card_value(card_surplus)
        if card_surplus > best_surplus:
            best_surplus = card_surplus
    return total + values.BEST_CARD_FACTOR * best_surplus


def hand_card_value(surplus: float) -> float:
    """Return what a card adds to the value of a hand. Its surplus is how much more its text gains than an action."""
    return values.HAND_CARD_AT_START + values.HAND_FACTOR_AT_START * surplus


def can_win(t: Cells, program: Cells) -> bool:
    """Return whether the active mage can win at the start of the turn by activating one card: a top card that faces the
    own side, or a card in hand, which is played with the first action and activated with the second."""
    side = L.own_side(t)
    cards = t[L.TOP_CARDS_FACING + side] | t[L.HAND + t[L.ACTIVE_SEAT]]
    cards &= program[L.INCANTATIONS]  # enchantments are not activated
    while cards != 0:
        card = L.lowest_card(cards)
        cards -= L.BIT[card]
        if values.is_win(text_gain(t, program, card, side, depth=1)):
            return True
    return False


def win_probability(t: Cells, program: Cells, side: i64) -> float:
    """Return the estimated win probability of a side at the start of a turn. If the game is over, return 1 for a win,
    0.5 for a draw and 0 for a defeat."""
    if t[L.PHASE] == L.GAME_OVER:
        if t[L.WINNER] == L.DRAWN:
            return 0.5
        if t[L.WINNER] == L.SIDE_0_WINS + side:
            return 1.0
        return 0.0
    if can_win(t, program):
        if L.own_side(t) == side:
            return CERTAIN_WIN
        return 1.0 - CERTAIN_WIN
    return 1.0 / (1.0 + math.exp(-advantage(t, program, side)))


def cells_equal(first: Cells, second: Cells) -> bool:
    """Return whether two vectors hold the same numbers."""
    if len(first) != len(second):
        return False
    i: i64 = 0
    while i < len(first):
        if first[i] != second[i]:
            return False
        i += 1
    return True


class SpellcasterInsight(Insight):
    """Heuristics for bots: the gain of an action, and the win probability. The win probability comes from a trained net
    if there is one for this table, otherwise from the values of crystals, texts, control, cards and the turn."""

    def __init__(self) -> None:
        self.horizon: i64 = HORIZON
        self.cached_cells = blank(0)  # the last cells that the net evaluated
        self.cached_probability = 0.5  # the win probability of side 0 in these cells
        self.gains = vec[float]()  # of the legal actions; scratch space of `fill_priors`
        while len(self.gains) < MAX_LEGAL:
            self.gains = append(self.gains, 0.0)

    def fill_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Write the prior weight of each of the n legal actions: about MAX_PRIOR for the action with the highest gain,
        and exponentially less for actions with a lower gain."""
        assert isinstance(state, SpellcasterState)
        t = state.cells
        program = state.program
        gains = self.gains
        best = values.LOWEST
        i: i64 = 0
        while i < n:
            gains[i] = action_gain(t, program, legal[i])
            if gains[i] > best:
                best = gains[i]
            i += 1
        i = 0
        while i < n:
            into[i] = i64(MAX_PRIOR * math.exp(SHARPNESS * (gains[i] - best))) + 1
            i += 1

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        predictor = self.predictor
        if predictor is None or t[L.PHASE] == L.GAME_OVER or can_win(t, state.program):
            return win_probability(t, state.program, L.side_of(seat))
        if not cells_equal(t, self.cached_cells):
            self.cached_probability = predictor.win_probability(state, 0)
            self.cached_cells = copy(t)
        if L.side_of(seat) == 0:
            return self.cached_probability
        return 1.0 - self.cached_probability

    def is_cutoff(self, state: State, root: State) -> bool:
        """Return whether a playout may stop: `horizon` turns after `root`, when the enchantments of a turn have taken
        effect and its card is about to be drawn."""
        t = state.cells
        return (
            t[L.PHASE] == L.DRAW_CARD
            and t[L.TURN_STEP] == L.START
            and t[L.TURN_COUNT] >= root.cells[L.TURN_COUNT] + self.horizon
        )

    def net_compares_sides(self) -> bool:
        return True

    # Any: as in core.Insight; here it is always this game's Dealer
    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Return the action of an apprentice: the action with the highest gain in one sampled state. Return None for
        the other levels, which use the search that all games share; only the archmage uses the net in that search."""
        if level != "archmage":
            self.predictor = None
        self.horizon = HORIZON if self.predictor is None else NET_HORIZON
        if level != "apprentice":
            return None
        sampled_state: State = dealer.deal(rng)
        assert isinstance(sampled_state, SpellcasterState)
        legal = blank(MAX_LEGAL)
        count = sampled_state.fill_legal(legal)
        best_action: i64 = legal[0]
        best_gain = values.LOWEST
        i: i64 = 0
        while i < count:
            gain = quick_gain(sampled_state.cells, sampled_state.program, legal[i])
            if gain > best_gain:
                best_action = legal[i]
                best_gain = gain
            i += 1
        return best_action

    def max_simulations(self, level: str, view: View) -> int | None:
        if level not in SIMULATIONS:
            return None
        return SIMULATIONS[level][view["seats"]]
