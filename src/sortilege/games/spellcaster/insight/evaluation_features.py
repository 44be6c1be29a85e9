"""The evaluation by fixed values as features for a net: the evaluation reads the texts, the net learns to weigh the
results. It uses only what one seat knows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.insight.crystal_counts import current_counts
from sortilege.games.spellcaster.insight.evaluation import (
    hand_card_value,
    held_value_of_surplus,
    play_gain_with,
    surplus_of_gain,
)
from sortilege.games.spellcaster.insight.text_values import signed_card_value, text_gain, text_value
from sortilege.games.spellcaster.insight.values import BEST_CARD_FACTOR, WIN, crystal_balance
from sortilege.games.spellcaster.rules.texts import text_start

EVALUATION_SIZE: Final = 20
STEPS_PER_LOGIT: Final = 8.0
MAX_LOGITS: Final = 3.0  # winning texts have features of their own


def fill_evaluation(t: Cells, program: Cells, seat: i64, into: Cells) -> None:
    """Write the features of a seat: 0..3 the value of each pile, 4..7 the best play per colour of the hand, 8 and 9 the
    best two of these, 10 the hand, 11 the crystals; 12 and 13 the best two incantations facing this side, 14 whether
    they win, 15..17 the same for the other side; 18 whether a card in hand wins."""
    side = seat & 1
    i: i64 = 0
    while i < EVALUATION_SIZE:
        into[i] = 0
        i += 1
    colour: i64 = 0
    while colour < 4:
        into[colour] = quantize(signed_card_value(t, program, L.top_entry(t, colour), side, 0))
        colour += 1
    fill_hand(t, program, seat, into)
    other = 1 - side
    into[11] = quantize(
        crystal_balance(t[L.ENERGY + side], t[L.ENERGY + other], t[L.SAPPHIRES + side], t[L.SAPPHIRES + other])
    )
    fill_piles(t, program, side, into, 12)
    fill_piles(t, program, other, into, 15)


def quantize(logits: float) -> i64:
    """Convert logits to an integer number of steps, limited to MAX_LOGITS."""
    if logits > MAX_LOGITS:
        logits = MAX_LOGITS
    elif logits < -MAX_LOGITS:
        logits = -MAX_LOGITS
    if logits < 0.0:
        return -i64(0.5 - logits * STEPS_PER_LOGIT)
    return i64(0.5 + logits * STEPS_PER_LOGIT)


def fill_hand(t: Cells, program: Cells, seat: i64, into: Cells) -> None:
    """Write what playing a card gains, the best by colour and the best two of all colours, and the value of the hand.
    The hand value equals `hand_value`, without evaluating every text twice."""
    cards = t[L.HAND + seat]
    side = seat & 1
    total = 0.0
    best_surplus = 0.0
    while cards != 0:
        card = L.nth_card(cards, 0)
        cards -= L.BIT[card]
        gain = text_gain(t, program, card, side, 1)
        if program[L.IS_ENCHANTMENT + card] == 0 and gain > WIN / 2.0:
            into[18] = 1
        surplus = surplus_of_gain(program, card, gain)
        total += hand_card_value(surplus)
        if surplus > best_surplus:
            best_surplus = surplus
        gain = play_gain_with(t, program, card, side, 2, held_value_of_surplus(surplus))
        feature = quantize(gain) + 1  # so that a card counts more than no card
        index = 4 + L.COLOUR_OF[card]
        if into[index] == 0 or feature > into[index]:
            into[index] = feature
    into[10] = quantize(total + BEST_CARD_FACTOR * best_surplus)
    colour: i64 = 0
    while colour < 4:
        feature = into[4 + colour]
        if feature > into[8]:
            into[9] = into[8]
            into[8] = feature
        elif feature > into[9]:
            into[9] = feature
        colour += 1


def fill_piles(t: Cells, program: Cells, side: i64, into: Cells, index: i64) -> None:
    """Write the gains of the best two incantations that face a side, then 2 if one of them wins, or 1 if both together
    do."""
    first: i64 = -1
    second: i64 = -1
    first_gain = 0.0
    second_gain = 0.0
    colour: i64 = 0
    while colour < 4:
        entry = L.top_entry(t, colour)
        colour += 1
        if entry < 0 or entry & 1 != side or program[L.IS_ENCHANTMENT + (entry >> 1)] != 0:
            continue
        gain = text_gain(t, program, entry >> 1, side, 0)
        if first < 0 or gain > first_gain:
            second = first
            second_gain = first_gain
            first = entry >> 1
            first_gain = gain
        elif second < 0 or gain > second_gain:
            second = entry >> 1
            second_gain = gain
    if first < 0:
        return
    into[index] = quantize(first_gain)
    if first_gain > WIN / 2.0:
        into[index + 2] = 2
    if second < 0:
        return
    into[index + 1] = quantize(second_gain)
    if into[index + 2] == 0 and both_win(t, program, first, second, side):
        into[index + 2] = 1


def both_win(t: Cells, program: Cells, first: i64, second: i64, side: i64) -> bool:
    """Return whether carrying out two texts one after the other wins. If the first text branches, what it brings from
    that step on is not counted."""
    counts = current_counts(t, side)
    text_value(t, program, text_start(t, program, first), side, first, counts, 1, 1)
    return text_value(t, program, text_start(t, program, second), side, second, counts, 1, 1) > WIN / 2.0
