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
from sortilege.games.spellcaster.rules.texts import branch_start

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
    """Return how much more a card in hand gains, once it is on its pile, than a plain action such as drawing."""
    return surplus_from_gain(program, card, text_gain(t, program, card, side, depth=1))


def surplus_from_gain(program: Cells, card: i64, gain: float) -> float:
    """Return the surplus of a card, from the gain of its text: how much more it gains than a plain action. Activating
    an incantation costs an action, an enchantment takes effect without one. The surplus is from 0 to MAX_CARD_VALUE."""
    surplus = gain
    if not L.is_enchantment(program, card):
        surplus -= values.PLAIN_ACTION
    if surplus > values.MAX_CARD_VALUE:
        return values.MAX_CARD_VALUE
    if surplus < 0.0:
        return 0.0
    return surplus


def held_value(t: Cells, program: Cells, card: i64, side: i64) -> float:
    """Return the value of keeping one card in hand."""
    return held_value_from_surplus(surplus(t, program, card, side))


def held_value_from_surplus(surplus: float) -> float:
    """Return the value of keeping a card in hand, from how much more it gains than a plain action."""
    return values.HAND_CARD + values.HAND_FACTOR * surplus


def play_gain(t: Cells, program: Cells, card: i64, side: i64, actions_left: i64) -> float:
    """Return what a side gains by playing a card from its hand. `actions_left` includes the action that this costs."""
    return play_gain_for_held_value(t, program, card, side, actions_left, held_value(t, program, card, side))


def play_gain_for_held_value(
    t: Cells, program: Cells, card: i64, side: i64, actions_left: i64, held_value: float
) -> float:
    """Return what a side gains by playing a card from its hand, where it is worth `held_value`. That is the value of
    the card on top of its pile, minus the value of the card that it covers, minus `held_value`. If another action is
    left, the gain of activating the card at once is added."""
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
    """Return how much an action gains for the seat to move, in logits (log-odds) of its win probability. An action id
    minus its base, such as PLAY, is a card."""
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
    ascend in this order: draw, PLAY + card, ACTIVATE + card (SC-230)."""
    if action >= actions.ACTIVATE:
        return text_gain(t, program, action - actions.ACTIVATE, side, depth=0)
    if action >= actions.PLAY:
        return play_gain(t, program, action - actions.PLAY, side, t[L.ACTIONS_LEFT])
    if action == actions.DRAW:
        return values.DRAWN_CARD
    return 0.0


def quick_gain(t: Cells, program: Cells, action: i64) -> float:
    """Return a rough gain of an action, for the weakest bots: playing a card is rated at half the gain of its text."""
    if t[L.PHASE] == L.ACTION and actions.PLAY <= action < actions.ACTIVATE:  # the ids PLAY + card
        return text_gain(t, program, action - actions.PLAY, L.side_of(t[L.DECIDER]), depth=0) / 2.0
    return action_gain(t, program, action)


def prevention_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """Return what a side gains by discarding a card to prevent a text of its rival, or by declining to do so."""
    position = t[L.TEXT_POSITION]
    next_position = position + opcodes.STEP_SIZE
    cost = 0.0
    if action != actions.DECLINE:
        next_position = program[position + opcodes.JUMP_TARGET]
        cost = held_value(t, program, action - actions.DISCARD, side)
    rival_simulation = pending_simulation(t, 1 - side)
    return -text_value(t, program, next_position, rival_simulation, depth=1) - cost


def discard_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """Return what a side gains by stopping, or by discarding another card to multiply a text once more."""
    simulation = pending_simulation(t, side)
    cost = 0.0
    if action != actions.STOP:
        simulation.multiplier += 1
        cost = held_value(t, program, action - actions.DISCARD, side)
    return text_value(t, program, t[L.TEXT_POSITION], simulation, depth=1) - cost


def choice_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """Return what a side gains by choosing a pile, a branch, or whether to pay a price, for a card text."""
    position = t[L.TEXT_POSITION]
    if t[L.PHASE] == L.CHOOSE:
        chosen_branch = branch_start(program, position, action - actions.CHOOSE)
        return text_value(t, program, chosen_branch, pending_simulation(t, side), depth=1)
    if t[L.PHASE] == L.PAY:
        return payment_gain(t, program, action, side)
    if action == actions.DECLINE:
        return 0.0
    return target_gain(t, program, position, action - actions.TARGET, side, depth=1)


def payment_gain(t: Cells, program: Cells, action: i64, side: i64) -> float:
    """Return what a side gains by paying the price that a card text asks for, or by declining to pay."""
    position = t[L.TEXT_POSITION]
    simulation = pending_simulation(t, side)
    if action == actions.DECLINE:
        return text_value(t, program, program[position + opcodes.JUMP_TARGET], simulation, depth=1)
    price = program[position + opcodes.AMOUNT]
    if program[position] == opcodes.PAY_SAPPHIRES:
        simulation.sapphires -= price
    else:
        simulation.energy -= price
        if simulation.energy <= 0:
            return -values.WIN  # SC-503
    return text_value(t, program, position + opcodes.STEP_SIZE, simulation, depth=1)


def pending_simulation(t: Cells, side: i64) -> TextSimulation:
    """Return a simulation of the card text that waits for a decision. `side` is the side that carries the text out."""
    simulation = begin_simulation(t, side, t[L.TEXT_CARD])
    simulation.multiplier = t[L.MULTIPLIER]
    return simulation


# ---------------------------------------------------------------- positions
def advantage(t: Cells, program: Cells, side: i64) -> float:
    """Return how much better the position of a side is than that of its rival: the log-odds (logits) of winning."""
    result = crystal_lead_of(t, side)
    result += values.WARD_POINT * float(t[L.WARD + side] - t[L.WARD + 1 - side])
    for colour in range(i64(L.COLOURS)):
        result += entry_value(t, program, L.top_entry(t, colour), side, depth=0)
    for seat in range(t[L.SEATS]):
        hand = hand_value(t, program, seat)
        if L.side_of(seat) == side:
            result += hand
        else:
            result -= hand
    if t[L.DECK_SIZE] < values.LATE_DECK:
        result += late_sapphire_lead(t, side)
    if L.own_side(t) == side:
        return result + values.TEMPO
    return result - values.TEMPO


def late_sapphire_lead(t: Cells, side: i64) -> float:
    """Return the extra value of a lead in sapphires when few cards are left, because the side with more sapphires wins
    if the deck runs out. The value rises with each card drawn from a deck of LATE_DECK cards."""
    sapphire_lead = t[L.SAPPHIRES + side] - t[L.SAPPHIRES + 1 - side]
    missing_cards = values.LATE_DECK - t[L.DECK_SIZE]
    return values.SAPPHIRE_LEAD * float(sapphire_lead * missing_cards) / float(values.LATE_DECK)


def crystal_lead_of(t: Cells, side: i64) -> float:
    """Return how much more the crystals of a side, its energy and sapphires, are worth than those of its rival."""
    rival = 1 - side
    return values.crystal_lead(t[L.ENERGY + side], t[L.ENERGY + rival], t[L.SAPPHIRES + side], t[L.SAPPHIRES + rival])


def hand_value(t: Cells, program: Cells, seat: i64) -> float:
    """Return the value of a hand at the start of a turn: a little for each card, most for the best one."""
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
    """Return what a card adds to the value of a hand, from how much more it gains than a plain action."""
    return values.HAND_CARD_AT_START + values.HAND_FACTOR_AT_START * surplus


def can_win(t: Cells, program: Cells) -> bool:
    """Return whether the active mage can win this turn by activating one incantation: one on top of a pile that faces
    its side, or one in its hand, which costs a first action to play and a second to activate."""
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
    """Return the estimated probability, from 0 to 1, that a side wins. The turn must be at its start. A finished game
    counts 1 for a win, 0.5 for a draw and 0 for a defeat."""
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
    """What the bots know about the game: how much an action gains, and how probable a win is. If there is a trained net
    for this number of seats, it estimates the win probability; otherwise `win_probability` does, by fixed values."""

    def __init__(self) -> None:
        self.horizon: i64 = HORIZON
        self.cached_cells = blank(0)  # the last cells that the net evaluated
        self.cached_probability = 0.5  # the win probability of side 0 in these cells
        self.gains = vec[float]()  # of the legal actions; scratch space of `fill_priors`
        while len(self.gains) < MAX_LEGAL:
            self.gains = append(self.gains, 0.0)

    def fill_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        """Write the prior weight of each of the `n` legal actions into `priors`. The weight of the action with the
        highest gain is about MAX_PRIOR. The smaller the gain of an action, the smaller its weight (exponentially)."""
        assert isinstance(state, SpellcasterState)
        t = state.cells
        program = state.program
        gains = self.gains  # reused, so that no list is created for each state
        highest_gain = values.LOWEST
        for i in range(n):
            gains[i] = action_gain(t, program, legal[i])
            if gains[i] > highest_gain:
                highest_gain = gains[i]
        for i in range(n):
            weight = MAX_PRIOR * math.exp(SHARPNESS * (gains[i] - highest_gain))
            priors[i] = i64(weight) + 1  # at least 1

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
        """Return whether a simulated game may stop: at the start of a turn, `horizon` turns or more after `root`."""
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
        """Return the action of an apprentice: the one with the highest gain in a randomly sampled state. Return None
        for all other levels, which search instead; only the archmage searches with the net."""
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
