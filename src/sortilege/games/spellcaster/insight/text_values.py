"""The value of a text for the side that carries it out. It is computed from the steps of the text, so it works for any
card set.

The evaluation carries out the text step by step and counts the crystals, so it notices every win in the order of the
steps (SC-512). Cards, control and actions have fixed values. A mage or rival who is asked for a choice is assumed to
choose what is best for their side.

In all functions, `depth` is the number of evaluations around this one: of a text within another text, or of a card
whose value depends on other cards. At MAX_DEPTH only the first of several choices is followed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import values
from sortilege.games.spellcaster.insight.text_simulation import TextSimulation, begin_simulation, smaller
from sortilege.games.spellcaster.rules.texts import branch_start, can_target, text_start, total_amount

MAX_DEPTH: Final = 3


# ---------------------------------------------------------------- cards
def text_gain(t: Cells, program: Cells, card: i64, side: i64, depth: i64) -> float:
    """Return how much the value of a side's position would rise if it carried out the text of a card now. `depth` is
    the number of choices already followed: from MAX_DEPTH on, only the first option of a further choice is tried."""
    simulation = begin_simulation(t, side, card)
    value_before = simulation.value()
    return text_value(t, program, text_start(t, program, card), simulation, depth) - value_before


def top_card_value(t: Cells, program: Cells, card: i64, side: i64, depth: i64) -> float:
    """Return what a card on top of its pile is worth for the side that it faces. `depth` is as in `text_gain`."""
    return top_card_value_from_gain(program, card, text_gain(t, program, card, side, depth))


def top_card_value_from_gain(program: Cells, card: i64, gain: float) -> float:
    """Return what a card on top of its pile is worth for the side that it faces. `gain` is what the side gains by
    carrying out its text once. The result includes the average number of such uses, and the control of the colour."""
    if L.is_enchantment(program, card):
        uses_value = gain * values.ENCHANTMENT_USES
    else:
        uses_value = (gain - values.PLAIN_ACTION) * values.INCANTATION_USES
        if uses_value < 0.0:  # nobody must activate an incantation
            uses_value = 0.0
    if uses_value > values.MAX_CARD_VALUE:
        uses_value = values.MAX_CARD_VALUE
    if uses_value < -values.MAX_CARD_VALUE:
        uses_value = -values.MAX_CARD_VALUE
    return uses_value + values.CONTROL


def entry_value(t: Cells, program: Cells, entry: i64, side: i64, depth: i64) -> float:
    """Return what a pile is worth for a side if `entry` (a card and the side that it faces) is on top of it. The value
    is positive if the card faces the side, negative if it faces the other side, and 0 if the pile is empty. `depth` is
    the number of evaluations around this one, as in `text_gain`."""
    if entry == L.NO_ENTRY:
        return 0.0
    if L.entry_side(entry) == side:
        return top_card_value(t, program, L.entry_card(entry), side, depth)
    return -top_card_value(t, program, L.entry_card(entry), 1 - side, depth)


def entry_below_top(t: Cells, colour: i64) -> i64:
    """Return the card below the top of a pile and the side that it faces, as a pile entry, or NO_ENTRY."""
    height = t[L.PILE_SIZE + colour]
    if height < 2:
        return L.NO_ENTRY
    return t[L.pile_cell(colour, height - 2)]


# ---------------------------------------------------------------- hand sizes
def own_hand_size(t: Cells, side: i64) -> i64:
    """Return the hand size of the mage who would carry out a card text of this side: the active mage or, in a turn of
    the other side, the first mage of this side."""
    if L.own_side(t) == side:
        return t[L.HAND_SIZE + t[L.ACTIVE_SEAT]]
    return t[L.HAND_SIZE + L.first_seat(side)]


def next_rival_hand_size(t: Cells, side: i64) -> i64:
    """Return the hand size of the rival whom a card text of this side would affect: the next rival or, in a turn of the
    other side, the first mage of that side."""
    if L.own_side(t) == side:
        return t[L.HAND_SIZE + L.next_rival(t)]
    return t[L.HAND_SIZE + L.first_seat(1 - side)]


# ---------------------------------------------------------------- texts
def text_value(t: Cells, program: Cells, position: i64, simulation: TextSimulation, depth: i64) -> float:
    """Carry out the rest of a card text, from `position` of the program on, in a simulation, which is modified. Return
    the value for its side. `depth` is the number of choices already followed, as in `text_gain`."""
    side = simulation.side
    while program[position] != opcodes.END:
        step = program[position]
        if step <= opcodes.LAST_CRYSTAL_STEP:
            amount = total_amount(t, program, position, side, simulation.multiplier)
            simulation.apply_crystal_step(step, amount)
            win_value = simulation.win_value()
            if win_value != 0.0:
                return win_value
        elif step == opcodes.DISCARD_UP_TO:
            return best_discard_value(t, program, position, simulation, depth)
        elif step <= opcodes.LAST_CARD_STEP:
            amount = total_amount(t, program, position, side, simulation.multiplier)
            simulation.other_value += card_step_value(t, step, amount, side)
        elif step == opcodes.JUMP:
            position = program[position + opcodes.JUMP_TARGET]
            continue
        elif step == opcodes.END_MULTIPLIER:
            simulation.multiplier = 1
        elif step <= opcodes.LAST_BRANCH_STEP:
            return branch_value(t, program, position, simulation, depth)
        elif step <= opcodes.LAST_TARGET_STEP:
            simulation.other_value += best_target_value(t, program, position, simulation, depth)
        elif step == opcodes.STEAL_CARD:
            if next_rival_hand_size(t, side) > 0:
                simulation.other_value += values.STOLEN_CARD
        elif step == opcodes.RECOVER_CARD:
            simulation.other_value += values.RECOVERED_CARD
        else:  # opcodes.DISCARD_THIS_CARD
            simulation.other_value -= values.DISCARDED_TOP_CARD
        position += opcodes.STEP_SIZE
    return simulation.value()


def card_step_value(t: Cells, step: i64, amount: i64, side: i64) -> float:
    """Return what a step is worth for a side if it makes mages draw, discard or play `amount` cards."""
    if step == opcodes.DRAW:
        return values.DRAWN_CARD * float(smaller(amount, t[L.DECK_SIZE]))
    if step == opcodes.RIVAL_DRAWS:
        return -values.DRAWN_CARD * float(smaller(amount, t[L.DECK_SIZE]))
    own_cards = smaller(amount, own_hand_size(t, side))
    rival_cards = smaller(amount, next_rival_hand_size(t, side))
    if step == opcodes.DISCARD:
        return -values.DISCARDED_CARD * float(own_cards)
    if step == opcodes.RIVAL_DISCARDS:
        return values.DISCARDED_CARD * values.RIVAL_DISCARD_FACTOR * float(rival_cards)
    if step == opcodes.EACH_DISCARDS:
        return values.DISCARDED_CARD * float(rival_cards - own_cards)
    if step == opcodes.PLAY_FREE:
        return values.FREE_PLAY * float(own_cards)
    return 0.0  # opcodes.EACH_DRAWS: nobody gains more than the others


def best_discard_value(t: Cells, program: Cells, position: i64, simulation: TextSimulation, depth: i64) -> float:
    """Return the value of a text that is multiplied by the number of discarded cards, for the best number."""
    limit = smaller(program[position + opcodes.AMOUNT], own_hand_size(t, simulation.side))
    best = -values.WIN  # lower than the value of any number of cards
    cost = 0.0
    discarded: i64 = 0
    while discarded <= limit:
        after_discard = simulation.copy()
        after_discard.other_value -= cost
        after_discard.multiplier = discarded
        value = text_value(t, program, position + opcodes.STEP_SIZE, after_discard, depth + 1)
        if value > best:
            best = value
        if depth >= MAX_DEPTH:
            return best
        discarded += 1
        cost += values.DISCARDED_CARD + values.FURTHER_DISCARD * float(discarded)
    return best


def branch_value(t: Cells, program: Cells, position: i64, simulation: TextSimulation, depth: i64) -> float:
    """Return the value after the branching step at `position` of the program and the steps that follow it. A mage who
    may choose the branch is assumed to choose the best one for its side."""
    step = program[position]
    if step == opcodes.IF:
        if condition_holds(t, simulation, program[position + opcodes.AMOUNT]):
            return text_value(t, program, position + opcodes.STEP_SIZE, simulation, depth)
        return text_value(t, program, program[position + opcodes.JUMP_TARGET], simulation, depth)
    if step == opcodes.CHOOSE:
        return best_branch_value(t, program, position, simulation, depth)
    if step == opcodes.UNLESS:
        return prevention_value(t, program, position, simulation, depth)
    return payment_value(t, program, position, simulation, depth)


def prevention_value(t: Cells, program: Cells, position: i64, simulation: TextSimulation, depth: i64) -> float:
    """Return the value of a text that the rival can prevent by discarding a card, if it chooses well."""
    allowed = text_value(t, program, position + opcodes.STEP_SIZE, simulation.copy(), depth + 1)
    if depth >= MAX_DEPTH or next_rival_hand_size(t, simulation.side) == 0:
        return allowed
    simulation.other_value += values.DISCARDED_CARD
    prevented = text_value(t, program, program[position + opcodes.JUMP_TARGET], simulation, depth + 1)
    return prevented if prevented < allowed else allowed


def payment_value(t: Cells, program: Cells, position: i64, simulation: TextSimulation, depth: i64) -> float:
    """Return the value of a step that offers a text for a price: the higher of the values of paying and of declining. A
    side never pays its last energy, because it would lose (SC-503)."""
    price = program[position + opcodes.AMOUNT]
    after_payment = simulation.copy()
    declined = text_value(t, program, program[position + opcodes.JUMP_TARGET], simulation, depth + 1)
    if program[position] == opcodes.PAY_SAPPHIRES:
        if after_payment.sapphires < price:
            return declined
        after_payment.sapphires -= price
    else:
        if after_payment.energy <= price:
            return declined
        after_payment.energy -= price
    if depth >= MAX_DEPTH:
        return declined
    accepted = text_value(t, program, position + opcodes.STEP_SIZE, after_payment, depth + 1)
    return accepted if accepted > declined else declined


def best_branch_value(t: Cells, program: Cells, position: i64, simulation: TextSimulation, depth: i64) -> float:
    """Return the value of the best branch of the `choose` step at `position` of the program."""
    best = values.LOWEST
    branches = program[position + opcodes.AMOUNT]
    branch: i64 = 0
    while branch < branches:
        start = branch_start(program, position, branch)
        value = text_value(t, program, start, simulation.copy(), depth + 1)
        if value > best:
            best = value
        if depth >= MAX_DEPTH:
            return best
        branch += 1
    return best


def condition_holds(t: Cells, simulation: TextSimulation, condition: i64) -> bool:
    """Return whether the condition of an `if` step holds at this point of the simulation (SC-816)."""
    if condition == opcodes.LESS_ENERGY:
        return simulation.energy < simulation.rival_energy
    if condition == opcodes.LESS_SAPPHIRES:
        return simulation.sapphires < simulation.rival_sapphires
    return next_rival_hand_size(t, simulation.side) > own_hand_size(t, simulation.side)


# ---------------------------------------------------------------- targets
def best_target_value(t: Cells, program: Cells, position: i64, simulation: TextSimulation, depth: i64) -> float:
    """Return what the step at `position` of the program gains if it affects the best pile, or 0 if it can affect none.
    Burying a card may be declined; every other step must affect a pile if it can."""
    if depth >= MAX_DEPTH:
        return values.PLAIN_ACTION  # a typical gain, instead of comparing the piles
    can_decline = program[position] == opcodes.BURY_CARD
    best = -values.WIN
    has_target = False  # a target that would lose the game does not count
    for colour in range(i64(L.COLOURS)):
        if can_target(t, program, position, simulation.card, colour, simulation.side):
            gain = target_gain(t, program, position, colour, simulation.side, depth + 1)
            if gain > best:
                best = gain
                has_target = True
    if not has_target:
        return 0.0
    if can_decline and best < 0.0:
        return 0.0
    return best


def target_gain(t: Cells, program: Cells, position: i64, colour: i64, side: i64, depth: i64) -> float:
    """Return what a side gains if a step of the program affects the top card of the pile of this colour."""
    entry = L.top_entry(t, colour)
    step = program[position]
    if step == opcodes.COPY_TEXT:
        return text_gain(t, program, L.entry_card(entry), side, depth)
    value_after = entry_value(t, program, entry_below_top(t, colour), side, depth)  # the card below is uncovered
    if step == opcodes.TURN_CARD:
        value_after = top_card_value(t, program, L.entry_card(entry), side, depth)
    elif step == opcodes.RETURN_TO_HAND:
        value_after -= values.DRAWN_CARD
    return value_after - entry_value(t, program, entry, side, depth)
