"""What a text would bring the side that has it carried out, read from its steps: so any card set is understood.

The walk through a text keeps count of the crystals, so it sees every win in the order of the steps (SC-512); cards,
control and actions have prices. Where the text asks its mage, the best answer counts; where it asks the rival, the
rival's best.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import values
from sortilege.games.spellcaster.insight.crystal_counts import (
    CrystalCounts,
    apply_crystal_step,
    current_counts,
    smaller,
)
from sortilege.games.spellcaster.rules.texts import can_target, step_number, text_start

MAX_DEPTH: Final = 3  # forks within forks, and cards that look at other cards, are followed so far


# ---------------------------------------------------------------- cards
def text_gain(t: Cells, p: Cells, card: i64, side: i64, depth: i64) -> float:
    """What carrying out this card's text now would change for the better."""
    counts = current_counts(t, side)
    now = counts.value()
    return text_value(t, p, text_start(t, p, card), side, card, counts, 1, depth) - now


def top_card_value(t: Cells, p: Cells, card: i64, side: i64, depth: i64) -> float:
    """What it is worth to a side that this card lies on top and faces it."""
    return top_card_value_of_gain(p, card, text_gain(t, p, card, side, depth))


def top_card_value_of_gain(p: Cells, card: i64, gain: float) -> float:
    """The same, where it is known what carrying out its text brings."""
    if p[L.IS_ENCHANTMENT + card] == 1:
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


def signed_card_value(t: Cells, p: Cells, entry: i64, side: i64, depth: i64) -> float:
    """What a card of a pile (card * 2 + facing) is worth to this side when it is on top; nothing lies there: 0."""
    if entry < 0:
        return 0.0
    if entry & 1 == side:
        return top_card_value(t, p, entry >> 1, side, depth)
    return -top_card_value(t, p, entry >> 1, 1 - side, depth)


def card_below_top(t: Cells, colour: i64) -> i64:
    """The card below the top card, or -1."""
    height = t[L.PILE_SIZE + colour]
    if height < 2:
        return -1
    return t[L.PILE + colour * 15 + height - 2]


# ---------------------------------------------------------------- hand sizes


def own_hand_size(t: Cells, side: i64) -> i64:
    """The hand of the mage who carries out the text: the active one, or the side's first."""
    if t[L.ACTIVE] & 1 == side:
        return t[L.HAND_SIZE + t[L.ACTIVE]]
    return t[L.HAND_SIZE + side]


def next_rival_hand_size(t: Cells, side: i64) -> i64:
    """The hand of the one who must discard or draw."""
    if t[L.ACTIVE] & 1 == side:
        return t[L.HAND_SIZE + L.next_rival(t)]
    return t[L.HAND_SIZE + 1 - side]


# ---------------------------------------------------------------- the walk
def text_value(
    t: Cells, p: Cells, pc: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """What the side has after the text from here on; the purse is used up."""
    while p[pc] != opcodes.END:
        step = p[pc]
        if step <= opcodes.MORE_ACTIONS:
            apply_crystal_step(step, step_number(t, p, pc, side, times), counts)
            result = counts.win_value()
            if result != 0.0:
                return result
        elif step == opcodes.DISC_UPTO:
            return best_discard_value(t, p, pc, side, card, counts, depth)
        elif step <= opcodes.PLAYFREE:
            counts.other_value += card_step_value(t, step, step_number(t, p, pc, side, times), side)
        elif step == opcodes.JUMP:
            pc = p[pc + 3] - opcodes.WIDTH
        elif step == opcodes.ONCE:
            times = 1
        elif step <= opcodes.CHOOSE:
            return branch_value(t, p, pc, side, card, counts, times, depth)
        elif step <= opcodes.COPY:
            counts.other_value += best_target_value(t, p, pc, side, card, depth)
        elif step == opcodes.STEAL_CARD:
            if next_rival_hand_size(t, side) > 0:
                counts.other_value += values.STOLEN_CARD
        elif step == opcodes.RECOVER:
            counts.other_value += values.RECOVERED_CARD
        else:  # opcodes.TRASH
            counts.other_value -= values.TRASHED_CARD
        pc += opcodes.WIDTH
    return counts.value()


def card_step_value(t: Cells, step: i64, n: i64, side: i64) -> float:
    """Steps that move cards, by price."""
    if step == opcodes.DRAW:
        return values.DRAWN_CARD * float(smaller(n, t[L.DECK_SIZE]))
    if step == opcodes.RDRAW:
        return -values.DRAWN_CARD * float(smaller(n, t[L.DECK_SIZE]))
    mine = own_hand_size(t, side)
    theirs = next_rival_hand_size(t, side)
    if step == opcodes.DISC:
        return -values.DISCARDED_CARD * float(smaller(n, mine))
    if step == opcodes.RDISC:
        return values.DISCARDED_CARD * 1.5 * float(smaller(n, theirs))
    if step == opcodes.EACH_LOSE:
        return values.DISCARDED_CARD * float(smaller(n, theirs) - smaller(n, mine))
    if step == opcodes.PLAYFREE:
        return values.FREE_PLAY * float(smaller(n, mine))
    return 0.0  # everybody draws


def best_discard_value(t: Cells, p: Cells, pc: i64, side: i64, card: i64, counts: CrystalCounts, depth: i64) -> float:
    """`disc..n`: as many cards as pay. Each further one is missed more."""
    limit = smaller(p[pc + 1], own_hand_size(t, side))
    best = -values.WIN
    cost = 0.0
    n: i64 = 0
    while n <= limit:
        after_discard = counts.copy()
        after_discard.other_value -= cost
        value = text_value(t, p, pc + opcodes.WIDTH, side, card, after_discard, n, depth + 1)
        if value > best:
            best = value
        if depth >= MAX_DEPTH:
            return best
        n += 1
        cost += values.DISCARDED_CARD + 0.03 * float(n)
    return best


def branch_value(
    t: Cells, p: Cells, pc: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """A fork: the mage's best way, the rival's best, or the way the condition says."""
    step = p[pc]
    if step == opcodes.IF:
        if condition_holds(t, counts, p[pc + 1], side):
            return text_value(t, p, pc + opcodes.WIDTH, side, card, counts, times, depth)
        return text_value(t, p, p[pc + 3], side, card, counts, times, depth)
    if step == opcodes.CHOOSE:
        return best_branch_value(t, p, pc, side, card, counts, times, depth)
    if step != opcodes.UNLESS:
        return payment_value(t, p, pc, side, card, counts, times, depth)
    not_prevented = text_value(t, p, pc + opcodes.WIDTH, side, card, counts.copy(), times, depth + 1)
    if depth >= MAX_DEPTH or next_rival_hand_size(t, side) == 0:
        return not_prevented
    counts.other_value += values.DISCARDED_CARD
    prevented = text_value(t, p, p[pc + 3], side, card, counts, times, depth + 1)
    return prevented if prevented < not_prevented else not_prevented


def payment_value(
    t: Cells, p: Cells, pc: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """`pay`: paid if that is better. The last energy is never paid: it would lose (SC-503)."""
    price = p[pc + 1]
    after_payment = counts.copy()
    declined = text_value(t, p, p[pc + 3], side, card, counts, times, depth + 1)
    if p[pc] == opcodes.PAY_S:
        if after_payment.sapphires < price:
            return declined
        after_payment.sapphires -= price
    else:
        if after_payment.energy <= price:
            return declined
        after_payment.energy -= price
    if depth >= MAX_DEPTH:
        return declined
    accepted = text_value(t, p, pc + opcodes.WIDTH, side, card, after_payment, times, depth + 1)
    return accepted if accepted > declined else declined


def best_branch_value(
    t: Cells, p: Cells, pc: i64, side: i64, card: i64, counts: CrystalCounts, times: i64, depth: i64
) -> float:
    """`choose`."""
    best = -2.0 * values.WIN
    i: i64 = 1
    while i <= p[pc + 1]:
        start = p[pc + i * opcodes.WIDTH + 3]
        value = text_value(t, p, start, side, card, counts.copy(), times, depth + 1)
        if value > best:
            best = value
        if depth >= MAX_DEPTH:
            return best
        i += 1
    return best


def condition_holds(t: Cells, counts: CrystalCounts, condition: i64, side: i64) -> bool:
    """SC-816."""
    if condition == opcodes.LESS_ENERGY:
        return counts.energy < counts.their_energy
    if condition == opcodes.LESS_SAPPHIRES:
        return counts.sapphires < counts.their_sapphires
    return next_rival_hand_size(t, side) > own_hand_size(t, side)


# ---------------------------------------------------------------- targets
def best_target_value(t: Cells, p: Cells, pc: i64, side: i64, card: i64, depth: i64) -> float:
    """The best pile for this step; a burial may be declined, the others must hit something."""
    if depth >= MAX_DEPTH:
        return values.PLAIN_ACTION
    best = -values.WIN
    colour: i64 = 0
    while colour < 4:
        if can_target(t, p, pc, card, colour, side):
            value = target_gain(t, p, pc, colour, side, depth + 1)
            if value > best:
                best = value
        colour += 1
    if best == -values.WIN or (p[pc] == opcodes.BURY and best < 0.0):
        return 0.0
    return best


def target_gain(t: Cells, p: Cells, pc: i64, colour: i64, side: i64, depth: i64) -> float:
    """What the step brings this side on that pile."""
    entry = L.top(t, colour)
    step = p[pc]
    if step == opcodes.COPY:
        return text_gain(t, p, entry >> 1, side, depth)
    after = signed_card_value(t, p, card_below_top(t, colour), side, depth)
    if step == opcodes.FLIP:
        after = top_card_value(t, p, entry >> 1, side, depth)
    elif step == opcodes.BOUNCE:
        after -= values.DRAWN_CARD
    return after - signed_card_value(t, p, entry, side, depth)
