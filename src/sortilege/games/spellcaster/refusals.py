"""Why an action is not legal: the rule and a sentence. The reason reveals nothing about cards that the seat to move
cannot see."""

from __future__ import annotations

from dataclasses import replace

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction
from sortilege.core.text.phrases import Sentence
from sortilege.core.text.words import Text
from sortilege.core.types import Untrusted
from sortilege.games.spellcaster import actions, box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.deck import CardSet
from sortilege.games.spellcaster.rules.state import SpellcasterState

Refusal = tuple[str, Sentence]  # the id of the rule, and the reason

# what each phase asks for, as the reason to refuse any other action
QUESTIONS = {
    L.TRIGGER: ("SC-214", box.phrase("ask_trigger")),
    L.DISCARD: ("SC-305", box.phrase("ask_discard")),
    L.DISCARD_UP_TO: ("SC-810", box.phrase("ask_upto")),
    L.UNLESS: ("SC-812", box.phrase("ask_unless")),
    L.PAY: ("SC-811", box.phrase("ask_pay")),
    L.CHOOSE: ("SC-815", box.phrase("ask_choose")),
    L.TARGET: ("SC-830", box.phrase("ask_target")),
    L.PLAY_FREE: ("SC-824", box.phrase("ask_playfree")),
    L.RECOVER: ("SC-825", box.phrase("ask_recover")),
}
PHASES_OF_HAND_CARDS = (L.DISCARD, L.DISCARD_UP_TO, L.UNLESS, L.PLAY_FREE)


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Return an error that explains why an action is not legal. Raise IllegalAction if there is no such action."""
    refused_action = actions.describe(action)
    assert isinstance(state, SpellcasterState)
    rule, reason = refusal_reason(state.cells, state.program, refused_action)
    return IllegalAction(rule, with_card_name(reason, state.cards))


def with_card_name(reason: Sentence, cards: CardSet) -> Sentence:
    """Return the reason with the name of the card, in each language, in place of an id like "R01"."""
    if "card" not in reason.values:
        return reason
    card = box.CARD_OF[reason.values["card"]]
    words = cards.cards[card].words
    name = Text.build(lambda language: words[language]["name"])
    return replace(reason, values={**reason.values, "card": name})


def refusal_reason(t: Cells, program: Cells, refused_action: actions.Action) -> Refusal:
    """Return the rule that forbids an action in this state, and the reason as a sentence."""
    verb = refused_action["do"]
    if t[L.PHASE] == L.GAME_OVER:
        return "SC-524", box.phrase("over")
    if verb in ("first", "card", "steal"):
        return "SC-103", box.phrase("by_chance")
    if L.is_chance(t[L.PHASE]):
        return "SC-103", box.phrase("chance_first")
    if t[L.PHASE] != L.ACTION:
        return choice_refusal(t, refused_action)
    if verb == "draw":
        return "SC-241", box.phrase("deck_empty")
    if verb == "pass":
        return "SC-233", box.phrase("no_pass")
    if verb == "activate":
        return activation_refusal(t, program, box.CARD_OF[refused_action["card"]])
    if verb == "play":
        return "SC-250", box.phrase("not_in_hand", card=refused_action["card"])
    return "SC-830", box.phrase("not_asked")


def choice_refusal(t: Cells, refused_action: actions.Action) -> Refusal:
    """Return the rule and the reason why an action is not a choice that the current card text offers."""
    phase = t[L.PHASE]
    rule, question = QUESTIONS[phase]
    verb = refused_action["do"]
    verb_of_hand_cards = "play" if phase == L.PLAY_FREE else "discard"
    if verb == verb_of_hand_cards and phase in PHASES_OF_HAND_CARDS:
        return rule, box.phrase("not_in_hand", card=refused_action["card"])
    if verb == "recover" and phase == L.RECOVER:
        return rule, box.phrase("not_discarded", card=refused_action["card"])
    if verb == "target" and phase == L.TARGET:
        return rule, box.phrase("no_target", colour=refused_action["colour"])
    return rule, question


def activation_refusal(t: Cells, program: Cells, card: i64) -> Refusal:
    """Return the rule and the reason why a card cannot be activated now (SC-261, SC-262, SC-267)."""
    name = box.CARD_IDS[card]
    entry = L.top_entry(t, L.colour_of(card))
    if entry == L.NO_ENTRY or L.entry_card(entry) != card:
        return "SC-261", box.phrase("not_on_top", card=name)
    if L.entry_side(entry) != L.own_side(t):
        return "SC-261", box.phrase("not_yours", card=name)
    if L.has(t[L.USED_CARDS], card):
        return "SC-262", box.phrase("used", card=name)
    return "SC-267", box.phrase("enchantment", card=name)
