"""Texts of hints: what a decision does, and the crystals that it gains or costs at once."""

from __future__ import annotations

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spellcaster.actions import Action
from sortilege.games.spellcaster.board import Stroke, board
from sortilege.games.spellcaster.box import sides
from sortilege.games.spellcaster.screen import card_words, label, text_of
from sortilege.games.spellcaster.view import View


def what(view: View, action: Action, words: Words) -> str:
    """Return the decision as a command: "Play Twin Shards"."""
    phrases: Words = words["screen"]["choices"]
    if "card" in action:
        return str(phrases[action["do"]].format(card=card_words(view, words, action["card"])["name"]))
    return label(action, words, [])


def why(view: View, action: Action, words: Words) -> str:
    """Return the immediate crystal changes of an activation if there are any, otherwise the text of the card; "" for an
    action without a card."""
    phrases: Words = words["advice"]["why"]
    card = action.get("card")
    if card is None or view["you"] is None:
        return ""
    stroke = board(view)["strokes"].get(card) if action["do"] == "activate" else None
    if stroke is not None:
        return stroke_words(stroke, view["seats"], view["you"], words)
    if action["do"] in ("play", "activate", "trigger"):
        about = card_words(view, words, card)
        return str(phrases["text"].format(card=about["name"], text=text_of(view, about).rstrip(".")))
    return ""


def stroke_words(stroke: Stroke, seats: int, you: int, words: Words) -> str:
    """Return the sentence that the activation wins, or the list of what each side gains and loses."""
    phrases: Words = words["advice"]["why"]
    if stroke["wins"]:
        return str(phrases["wins"])
    mine = next(side for side, members in enumerate(sides(seats)) if you in members)
    changes = [
        count_in(words, phrases[f"{whose}_{kind}"], change, change=f"{change:+d}".replace("-", "−"))
        for whose, side in (("own", mine), ("theirs", 1 - mine))
        for kind, change in (("sapphires", stroke["sapphires"][side]), ("energy", stroke["energy"][side]))
        if change
    ]
    return ", ".join(changes)
