"""Texts of hints: the recommended action in words, and what it gains or costs at once."""

from __future__ import annotations

from sortilege.core.text.words import count_in, with_sign
from sortilege.core.types import Words
from sortilege.games.spellcaster.actions import Action
from sortilege.games.spellcaster.board import ActivationEffect, own_board
from sortilege.games.spellcaster.layout import side_of
from sortilege.games.spellcaster.screen import card_words, label, text_of
from sortilege.games.spellcaster.view import View


def command(view: View, action: Action, words: Words) -> str:
    """Return a recommended action as a command to the player, such as "Play Twin Shards"."""
    phrases: Words = words["screen"]["choices"]
    if "card" in action:
        return str(phrases[action["do"]].format(card=card_words(view, words, action["card"])["name"]))
    return label(action, words, [])


def reason(view: View, action: Action, words: Words) -> str:
    """Return why an action is recommended: the crystals that each side gains or loses if a card is activated, or
    otherwise the text of the card. Return "" for an action without a card."""
    phrases: Words = words["advice"]["why"]
    card = action.get("card")
    if card is None or view["you"] is None:
        return ""
    effects = own_board(view)["strokes"]
    if action["do"] == "activate" and card in effects:
        return effect_words(effects[card], side_of(view["you"]), words)
    if action["do"] in ("play", "activate", "trigger"):
        named_card = card_words(view, words, card)
        return str(phrases["text"].format(card=named_card["name"], text=text_of(view, named_card).rstrip(".")))
    return ""


def effect_words(effect: ActivationEffect, own_side: int, words: Words) -> str:
    """Return the effect of activating a card in words: that it wins, or what each side gains and loses."""
    phrases: Words = words["advice"]["why"]
    if effect["wins"]:
        return str(phrases["wins"])
    changes = {
        "own_sapphires": effect["sapphires"][own_side],
        "own_energy": effect["energy"][own_side],
        "theirs_sapphires": effect["sapphires"][1 - own_side],
        "theirs_energy": effect["energy"][1 - own_side],
    }
    return ", ".join(
        count_in(words, phrases[key], change, change=with_sign(change)) for key, change in changes.items() if change
    )
