"""Why an action is not legal now: the rule and a sentence. Says nothing about cards the seat to move cannot see."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster.box import CARD_IDS, COLOURS
from sortilege.games.spellcaster.table import (
    ACTION,
    ACTIVE,
    CHOOSE,
    COLOUR,
    DISCARD,
    DONE,
    PAY,
    PHASE,
    PLAYFREE,
    RECOVER,
    TARGET,
    TRIGGER,
    UNLESS,
    UPTO,
    USED,
    has,
    top,
)

ASKED = {
    TRIGGER: ("SC-214", "choose which waiting enchantment works next"),
    DISCARD: ("SC-305", "a card of your hand must be discarded"),
    UPTO: ("SC-810", "discard a card of your hand, or stop"),
    UNLESS: ("SC-812", "discard a card of your hand to prevent it, or decline"),
    PAY: ("SC-811", "pay the price, or decline"),
    CHOOSE: ("SC-815", "choose one of the branches the card offers"),
    TARGET: ("SC-830", "pick a pile the card can act on"),
    PLAYFREE: ("SC-824", "play a card of your hand, or stop"),
    RECOVER: ("SC-825", "take a card of the discard pile"),
}


def refusal(t: Cells, p: Cells, action: i64) -> tuple[str, str]:
    """The rule and a sentence."""
    if t[PHASE] == DONE:
        return "SC-524", "the game is over"
    if action >= actions.CARD or actions.FIRST <= action < actions.FIRST + 4:
        return "SC-103", "cards and the first mage come by chance alone, and this outcome is not possible now"
    if t[PHASE] < ACTION:
        return "SC-103", "chance comes first: a card is still to fall"
    if t[PHASE] != ACTION:
        return refused_answer(t, action)
    if action == actions.DRAW:
        return "SC-241", "the deck is empty: there is nothing to draw"
    if action == actions.PASS:
        return "SC-233", "an action is given up only at tables that allow it"
    if action >= actions.TRIGGER or action < actions.PLAY:
        return "SC-830", "no card asks for this now: draw, play a card or activate one"
    if action >= actions.ACTIVATE:
        return refused_activation(t, p, action - actions.ACTIVATE)
    return "SC-250", f"{CARD_IDS[action - actions.PLAY]} is not in your hand"


def refused_answer(t: Cells, action: i64) -> tuple[str, str]:
    """An answer that does not fit the question."""
    rule, asked = ASKED[t[PHASE]]
    card = action & 63
    if t[PHASE] in (DISCARD, UPTO, UNLESS) and actions.DISCARD <= action < actions.DISCARD + 60:
        return rule, f"{CARD_IDS[card]} is not in your hand"
    if t[PHASE] == PLAYFREE and actions.PLAY <= action < actions.PLAY + 60:
        return rule, f"{CARD_IDS[card]} is not in your hand"
    if t[PHASE] == RECOVER and actions.RECOVER <= action < actions.RECOVER + 60:
        return rule, f"{CARD_IDS[card]} is not in the discard pile"
    if t[PHASE] == TARGET and actions.TARGET <= action < actions.TARGET + 4:
        return rule, f"the card cannot act on pile {COLOURS[action - actions.TARGET]}"
    return rule, asked


def refused_activation(t: Cells, p: Cells, card: i64) -> tuple[str, str]:
    """SC-261, SC-262, SC-267: which of the conditions is missing."""
    name = CARD_IDS[card]
    lying = top(t, COLOUR[card])
    if lying < 0 or lying >> 1 != card:
        return "SC-261", f"{name} is not the top card of its pile"
    if lying & 1 != t[ACTIVE] & 1:
        return "SC-261", f"{name} faces the other side"
    if has(t[USED], card):
        return "SC-262", f"{name} was activated in this turn already"
    return "SC-267", f"{name} is an enchantment: it works by itself at the start of your turn"
