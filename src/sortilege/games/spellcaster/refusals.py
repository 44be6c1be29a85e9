"""Why an action is not legal now: the rule and a sentence. Says nothing about cards the seat to move cannot see."""

from __future__ import annotations

from dataclasses import replace

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.errors import IllegalAction
from sortilege.core.phrases import Sentence
from sortilege.core.shapes import Untrusted
from sortilege.core.state import State
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster.box import CARD_IDS, CARD_OF, COLOURS, phrase
from sortilege.games.spellcaster.deck import CardSet
from sortilege.games.spellcaster.layout import (
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
from sortilege.games.spellcaster.rules.state import SpellcasterState

Refusal = tuple[str, Sentence]

ASKED = {
    TRIGGER: ("SC-214", phrase("ask_trigger")),
    DISCARD: ("SC-305", phrase("ask_discard")),
    UPTO: ("SC-810", phrase("ask_upto")),
    UNLESS: ("SC-812", phrase("ask_unless")),
    PAY: ("SC-811", phrase("ask_pay")),
    CHOOSE: ("SC-815", phrase("ask_choose")),
    TARGET: ("SC-830", phrase("ask_target")),
    PLAYFREE: ("SC-824", phrase("ask_playfree")),
    RECOVER: ("SC-825", phrase("ask_recover")),
}


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Why this action (an id, or anything else) is not legal now."""
    actions.describe(action)  # refuses what is no action at all
    assert isinstance(state, SpellcasterState)
    rule, why = why_not(state.cells, state.program, action)
    return IllegalAction(rule, with_card_name(why, state.cards))


def with_card_name(why: Sentence, cards: CardSet) -> Sentence:
    """A refusal with its card called by the name it has in each language of the set."""
    if "card" not in why.values:
        return why
    words = cards.cards[CARD_OF[why.values["card"]]].words
    return replace(why, values={**why.values, "card": {language: words[language]["name"] for language in words}})


def why_not(t: Cells, p: Cells, action: i64) -> Refusal:
    """The rule and a sentence."""
    if t[PHASE] == DONE:
        return "SC-524", phrase("over")
    if action >= actions.CARD or actions.FIRST <= action < actions.FIRST + 4:
        return "SC-103", phrase("by_chance")
    if t[PHASE] < ACTION:
        return "SC-103", phrase("chance_first")
    if t[PHASE] != ACTION:
        return answer_refusal(t, action)
    if action == actions.DRAW:
        return "SC-241", phrase("deck_empty")
    if action == actions.PASS:
        return "SC-233", phrase("no_pass")
    if action >= actions.TRIGGER or action < actions.PLAY:
        return "SC-830", phrase("not_asked")
    if action >= actions.ACTIVATE:
        return activation_refusal(t, p, action - actions.ACTIVATE)
    return "SC-250", phrase("not_in_hand", card=CARD_IDS[action - actions.PLAY])


def answer_refusal(t: Cells, action: i64) -> Refusal:
    """An answer that does not fit the question."""
    rule, asked = ASKED[t[PHASE]]
    card = action & 63
    if t[PHASE] in (DISCARD, UPTO, UNLESS) and actions.DISCARD <= action < actions.DISCARD + 60:
        return rule, phrase("not_in_hand", card=CARD_IDS[card])
    if t[PHASE] == PLAYFREE and actions.PLAY <= action < actions.PLAY + 60:
        return rule, phrase("not_in_hand", card=CARD_IDS[card])
    if t[PHASE] == RECOVER and actions.RECOVER <= action < actions.RECOVER + 60:
        return rule, phrase("not_discarded", card=CARD_IDS[card])
    if t[PHASE] == TARGET and actions.TARGET <= action < actions.TARGET + 4:
        return rule, phrase("no_target", colour=COLOURS[action - actions.TARGET])
    return rule, asked


def activation_refusal(t: Cells, p: Cells, card: i64) -> Refusal:
    """SC-261, SC-262, SC-267: which of the conditions is missing."""
    name = CARD_IDS[card]
    lying = top(t, COLOUR[card])
    if lying < 0 or lying >> 1 != card:
        return "SC-261", phrase("not_on_top", card=name)
    if lying & 1 != t[ACTIVE] & 1:
        return "SC-261", phrase("not_yours", card=name)
    if has(t[USED], card):
        return "SC-262", phrase("used", card=name)
    return "SC-267", phrase("enchantment", card=name)
