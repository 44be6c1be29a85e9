"""The value of a text for the side that carries it out, computed from its steps, so it works for any card set.

The evaluation follows the text step by step and counts the crystals, so it notices every win in the order of the steps
(SC-512). Cards, control and actions have fixed values. Where the text asks its mage, the best choice counts; where it
asks the rival, the rival's best choice counts.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import values
from sortilege.games.spellcaster.insight.crystal_counts import (
    CrystalCounts,
    apply_crystal_step,
    current_counts,
    smaller,
)
from sortilege.games.spellcaster.rules.texts import can_target, text_start, total_amount

MAX_DEPTH: Final = 3  # of nested branches, and of cards evaluated within the evaluation of others


# ---------------------------------------------------------------- cards
def text_gain(t: Cells, program: Cells, card: i64, side: i64, depth: i64) -> float:
    """Return how much carrying out the text of this card now would gain for a side."""
    counts = current_counts(t, side)
    now = counts.value()
    return text_value(t, program, text_start(t, program, card), side, card, counts, 1, depth) - now


def top_card_value(t: Cells, program: Cells, card: i64, side: i64, depth: i64) -> float:
    """Return the value for a side of having this card on top of a pile, facing it."""
    return top_card_value_of_gain(program, card, text_gain(t, program, card, side, depth))


def top_card_value_of_gain(program: Cells, card: i64, gain: float) -> float:
    """Return the value for a side of having this card on top of a pile, where `gain` is what its text gains."""
    if program[L.IS_ENCHANTMENT + card] == 1:
        gain *= values.ENCHANTMENT_USES
    else:
        gain = (gain - values.PLAIN_ACTION) * values.INCANTATION_USES
        if gain < 0.0:
            gain = 0.0
    if gain > values.MAX_CARD_VALUE:
        gain = values.MAX_CARD_VALUE
    if gain < -values.MAX_CARD_VALUE:
        gain = -values.MAX_CARD_VALUE
    return gain + values.CONTROL


def signed_card_value(t: Cells, program: Cells, entry: i64, side: i64, depth: i64) -> float:
    """Return the value for a side of an entry (card * 2 + facing) on top of a pile: negative if it faces the other
    side, 0 for no entry."""
    if entry < 0:
        return 0.0
    if entry & 1 == side:
        return top_card_value(t, program, entry >> 1, side, depth)
    return -top_card_value(t, program, entry >> 1, 1 - side, depth)


def card_below_top(t: Cells, colour: i64) -> i64:
    """Return the entry below the top of a pile, or -1."""
    height = t[L.PILE_SIZE + colour]
    if height < 2:
        return -1
    return t[L.PILE + colour * 15 + height - 2]


# ---------------------------------------------------------------- hand sizes


def own_hand_size(t: Cells, side: i64) -> i64:
    """Return the hand size of the mage who carries out the text: the active mage, or for the other side its first
    mage."""
    if t[L.ACTIVE_SEAT] & 1 == side:
        return t[L.HAND_SIZE + t[L.ACTIVE_SEAT]]
    return t[L.HAND_SIZE + side]


def next_rival_hand_size(t: Cells, side: i64) -> i64:
    """Return the hand size of the rival who must discard or draw."""
    if t[L.ACTIVE_SEAT] & 1 == side:
        return t[L.HAND_SIZE + L.next_rival(t)]
    return t[L.HAND_SIZE + 1 - side]


# ---------------------------------------------------------------- texts
def text_value(
    t: Cells, program: Cells, position: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """Return the value of the position for a side after carrying out the text from `position` on. `card` is the card of
    the text, `times` the multiplier of numbers, `depth` the number of nested evaluations. The counts are modified."""
    while program[position] != opcodes.END:
        step = program[position]
        if step <= opcodes.GAIN_ACTIONS:
            apply_crystal_step(step, total_amount(t, program, position, side, times), counts)
            result = counts.win_value()
            if result != 0.0:
                return result
        elif step == opcodes.DISCARD_UP_TO:
            return best_discard_value(t, program, position, side, card, counts, depth)
        elif step <= opcodes.PLAY_FREE:
            counts.other_value += card_step_value(t, step, total_amount(t, program, position, side, times), side)
        elif step == opcodes.JUMP:
            position = program[position + 3] - opcodes.STEP_SIZE
        elif step == opcodes.END_MULTIPLIER:
            times = 1
        elif step <= opcodes.CHOOSE:
            return branch_value(t, program, position, side, card, counts, times, depth)
        elif step <= opcodes.COPY_TEXT:
            counts.other_value += best_target_value(t, program, position, side, card, depth)
        elif step == opcodes.STEAL_CARD:
            if next_rival_hand_size(t, side) > 0:
                counts.other_value += values.STOLEN_CARD
        elif step == opcodes.RECOVER_CARD:
            counts.other_value += values.RECOVERED_CARD
        else:  # opcodes.DISCARD_THIS_CARD
            counts.other_value -= values.TRASHED_CARD
        position += opcodes.STEP_SIZE
    return counts.value()


def card_step_value(t: Cells, step: i64, n: i64, side: i64) -> float:
    """Return the value of a step that moves cards."""
    if step == opcodes.DRAW:
        return values.DRAWN_CARD * float(smaller(n, t[L.DECK_SIZE]))
    if step == opcodes.RIVAL_DRAWS:
        return -values.DRAWN_CARD * float(smaller(n, t[L.DECK_SIZE]))
    mine = own_hand_size(t, side)
    theirs = next_rival_hand_size(t, side)
    if step == opcodes.DISCARD:
        return -values.DISCARDED_CARD * float(smaller(n, mine))
    if step == opcodes.RIVAL_DISCARDS:
        return values.DISCARDED_CARD * 1.5 * float(smaller(n, theirs))
    if step == opcodes.EACH_DISCARDS:
        return values.DISCARDED_CARD * float(smaller(n, theirs) - smaller(n, mine))
    if step == opcodes.PLAY_FREE:
        return values.FREE_PLAY * float(smaller(n, mine))
    return 0.0  # each draw: all mages draw


def best_discard_value(
    t: Cells, program: Cells, position: i64, side: i64, card: i64, counts: CrystalCounts, depth: i64
) -> float:
    """`disc..n`: return the value with the best number of discarded cards. Each further card costs more than the one
    before."""
    limit = smaller(program[position + 1], own_hand_size(t, side))
    best = -values.WIN
    cost = 0.0
    n: i64 = 0
    while n <= limit:
        after_discard = counts.copy()
        after_discard.other_value -= cost
        value = text_value(t, program, position + opcodes.STEP_SIZE, side, card, after_discard, n, depth + 1)
        if value > best:
            best = value
        if depth >= MAX_DEPTH:
            return best
        n += 1
        cost += values.DISCARDED_CARD + 0.03 * float(n)
    return best


def branch_value(
    t: Cells, program: Cells, position: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """Return the value of a branching step: the best choice of its mage or of the rival, or the text that the condition
    selects."""
    step = program[position]
    if step == opcodes.IF:
        if condition_holds(t, counts, program[position + 1], side):
            return text_value(t, program, position + opcodes.STEP_SIZE, side, card, counts, times, depth)
        return text_value(t, program, program[position + 3], side, card, counts, times, depth)
    if step == opcodes.CHOOSE:
        return best_branch_value(t, program, position, side, card, counts, times, depth)
    if step != opcodes.UNLESS:
        return payment_value(t, program, position, side, card, counts, times, depth)
    not_prevented = text_value(t, program, position + opcodes.STEP_SIZE, side, card, counts.copy(), times, depth + 1)
    if depth >= MAX_DEPTH or next_rival_hand_size(t, side) == 0:
        return not_prevented
    counts.other_value += values.DISCARDED_CARD
    prevented = text_value(t, program, program[position + 3], side, card, counts, times, depth + 1)
    return prevented if prevented < not_prevented else not_prevented


def payment_value(
    t: Cells, program: Cells, position: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """`pay`: return the better value of paying and declining. The last energy is never paid, because that loses
    (SC-503)."""
    price = program[position + 1]
    after_payment = counts.copy()
    declined = text_value(t, program, program[position + 3], side, card, counts, times, depth + 1)
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
    accepted = text_value(t, program, position + opcodes.STEP_SIZE, side, card, after_payment, times, depth + 1)
    return accepted if accepted > declined else declined


def best_branch_value(
    t: Cells, program: Cells, position: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """`choose`: return the value of the best branch."""
    best = -2.0 * values.WIN
    i: i64 = 1
    while i <= program[position + 1]:
        start = program[position + i * opcodes.STEP_SIZE + 3]
        value = text_value(t, program, start, side, card, counts.copy(), times, depth + 1)
        if value > best:
            best = value
        if depth >= MAX_DEPTH:
            return best
        i += 1
    return best


def condition_holds(t: Cells, counts: CrystalCounts, condition: i64, side: i64) -> bool:
    """SC-816: return whether a condition holds with these counts."""
    if condition == opcodes.LESS_ENERGY:
        return counts.energy < counts.their_energy
    if condition == opcodes.LESS_SAPPHIRES:
        return counts.sapphires < counts.their_sapphires
    return next_rival_hand_size(t, side) > own_hand_size(t, side)


# ---------------------------------------------------------------- targets
def best_target_value(t: Cells, program: Cells, position: i64, side: i64, card: i64, depth: i64) -> float:
    """Return the gain of the best target of this step. A burial may be declined; other steps must affect a pile if they
    can."""
    if depth >= MAX_DEPTH:
        return values.PLAIN_ACTION
    best = -values.WIN
    colour: i64 = 0
    while colour < 4:
        if can_target(t, program, position, card, colour, side):
            value = target_gain(t, program, position, colour, side, depth + 1)
            if value > best:
                best = value
        colour += 1
    if best == -values.WIN or (program[position] == opcodes.BURY_CARD and best < 0.0):
        return 0.0
    return best


def target_gain(t: Cells, program: Cells, position: i64, colour: i64, side: i64, depth: i64) -> float:
    """Return what applying the step to this pile gains for a side."""
    entry = L.top_entry(t, colour)
    step = program[position]
    if step == opcodes.COPY_TEXT:
        return text_gain(t, program, entry >> 1, side, depth)
    after = signed_card_value(t, program, card_below_top(t, colour), side, depth)
    if step == opcodes.TURN_CARD:
        after = top_card_value(t, program, entry >> 1, side, depth)
    elif step == opcodes.RETURN_TO_HAND:
        after -= values.DRAWN_CARD
    return after - signed_card_value(t, program, entry, side, depth)
