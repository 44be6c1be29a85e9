"""The results of the evaluation by fixed values as features for a net, which learns to weigh them. So the net need not
learn to read card texts. Only what one seat knows is used."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.insight import values
from sortilege.games.spellcaster.insight.evaluation import (
    crystal_lead_of,
    hand_card_value,
    held_value_from_surplus,
    play_gain_for_held_value,
    surplus_from_gain,
)
from sortilege.games.spellcaster.insight.text_simulation import begin_simulation
from sortilege.games.spellcaster.insight.text_values import entry_value, text_gain, text_value
from sortilege.games.spellcaster.rules.texts import text_start
from sortilege.games.spellcaster.rules.turn import ACTIONS_PER_TURN

# the features, which are quantized values and gains for the seat unless noted
PILES: Final = 0  # PILES + colour: the value of a pile
PLAYS: Final = 4  # PLAYS + colour: the gain of the best play of a card in hand
BEST_PLAY: Final = 8  # the highest of the four PLAYS
SECOND_PLAY: Final = 9  # the second highest
HAND: Final = 10  # the value of the hand
CRYSTALS: Final = 11  # the value of the lead in crystals
OWN_TOP_CARDS: Final = 12  # three features, see `fill_top_cards`
RIVAL_TOP_CARDS: Final = 15  # the same for the rival side
HAND_WINS: Final = 18  # 1 if activating a card in hand would win
EVALUATION_SIZE: Final = 20  # the last feature is always 0

STEPS_PER_LOGIT: Final = 8.0
MAX_LOGITS: Final = 3.0  # winning texts have features of their own
ONE_TEXT_WINS: Final = 2
TWO_TEXTS_WIN: Final = 1


def fill_evaluation(t: Cells, program: Cells, seat: i64, into: Cells) -> None:
    """Write how the evaluation by fixed values rates the position for a seat, as EVALUATION_SIZE features: the values
    of its piles, hand and crystals, and the gains of its best cards."""
    side = L.side_of(seat)
    for i in range(i64(EVALUATION_SIZE)):
        into[i] = 0
    for colour in range(i64(L.COLOURS)):
        into[PILES + colour] = quantize(entry_value(t, program, L.top_entry(t, colour), side, depth=0))
    fill_hand(t, program, seat, into)
    into[CRYSTALS] = quantize(crystal_lead_of(t, side))
    fill_top_cards(t, program, side, into, OWN_TOP_CARDS)
    fill_top_cards(t, program, 1 - side, into, RIVAL_TOP_CARDS)


def quantize(logits: float) -> i64:
    """Round logits (log-odds) to whole steps of 1 / STEPS_PER_LOGIT, clamped to MAX_LOGITS either way."""
    clamped = logits
    if logits > MAX_LOGITS:
        clamped = MAX_LOGITS
    elif logits < -MAX_LOGITS:
        clamped = -MAX_LOGITS
    if clamped < 0.0:
        return -i64(0.5 - clamped * STEPS_PER_LOGIT)
    return i64(0.5 + clamped * STEPS_PER_LOGIT)


def fill_hand(t: Cells, program: Cells, seat: i64, into: Cells) -> None:
    """Write the features of a hand: its value, what playing its cards gains, and whether a card wins. The value is that
    of `evaluation.hand_value`; it is computed here again so that each card text is evaluated only once."""
    cards = t[L.HAND + seat]
    side = L.side_of(seat)
    total = 0.0
    best_surplus = 0.0
    while cards != 0:
        card = L.lowest_card(cards)
        cards -= L.BIT[card]
        gain = text_gain(t, program, card, side, depth=1)
        if not L.is_enchantment(program, card) and values.is_win(gain):
            into[HAND_WINS] = 1
        surplus = surplus_from_gain(program, card, gain)
        total += hand_card_value(surplus)
        if surplus > best_surplus:
            best_surplus = surplus
        held_value = held_value_from_surplus(surplus)
        play_gain = play_gain_for_held_value(t, program, card, side, ACTIONS_PER_TURN, held_value)
        feature = quantize(play_gain) + 1  # a card with a gain of 0 counts more than no card
        index = PLAYS + L.colour_of(card)
        if into[index] == 0 or feature > into[index]:
            into[index] = feature
    into[HAND] = quantize(total + values.BEST_CARD_FACTOR * best_surplus)
    fill_best_plays(into)


def fill_best_plays(into: Cells) -> None:
    """Write the features BEST_PLAY and SECOND_PLAY: the two highest of the features PLAYS of the four colours."""
    for colour in range(i64(L.COLOURS)):
        feature = into[PLAYS + colour]
        if feature > into[BEST_PLAY]:
            into[SECOND_PLAY] = into[BEST_PLAY]
            into[BEST_PLAY] = feature
        elif feature > into[SECOND_PLAY]:
            into[SECOND_PLAY] = feature


def fill_top_cards(t: Cells, program: Cells, side: i64, into: Cells, index: i64) -> None:
    """Write three features of the incantations on top of piles that face a side, from `index` on: the two highest gains
    from activating one, and whether one text wins (ONE_TEXT_WINS), two together win (TWO_TEXTS_WIN) or none (0)."""
    best: i64 = L.NO_CARD
    second: i64 = L.NO_CARD
    best_gain = 0.0
    second_gain = 0.0
    cards = t[L.TOP_CARDS_FACING + side] & program[L.INCANTATIONS]
    while cards != 0:
        card = L.lowest_card(cards)
        cards -= L.BIT[card]
        gain = text_gain(t, program, card, side, depth=0)
        if best == L.NO_CARD or gain > best_gain:
            second = best
            second_gain = best_gain
            best = card
            best_gain = gain
        elif second == L.NO_CARD or gain > second_gain:
            second = card
            second_gain = gain
    if best == L.NO_CARD:
        return
    into[index] = quantize(best_gain)
    if second != L.NO_CARD:
        into[index + 1] = quantize(second_gain)
    if values.is_win(best_gain):
        into[index + 2] = ONE_TEXT_WINS
    elif second != L.NO_CARD and both_win(t, program, best, second, side):
        into[index + 2] = TWO_TEXTS_WIN


def both_win(t: Cells, program: Cells, first: i64, second: i64, side: i64) -> bool:
    """Return whether a side wins by carrying out the texts of two cards one after the other. Gains from choices in the
    first text may be missing: `text_value` follows most options in copies of the simulation."""
    simulation = begin_simulation(t, side, first)
    text_value(t, program, text_start(t, program, first), simulation, depth=1)  # changes the crystals in `simulation`
    simulation.card = second
    simulation.multiplier = 1
    second_value = text_value(t, program, text_start(t, program, second), simulation, depth=1)
    return values.is_win(second_value)
