"""How an action is spoken of to whoever has to take it: what the card does, and what it would bring at once."""

from __future__ import annotations

from sortilege.core.shapes import Words
from sortilege.core.words import count_in
from sortilege.games.spellcaster.actions import Action
from sortilege.games.spellcaster.board import Stroke, board
from sortilege.games.spellcaster.box import sides
from sortilege.games.spellcaster.screen import card_words, label, text_of
from sortilege.games.spellcaster.view import View


def what(view: View, action: Action, words: Words) -> str:
    """Play Twin Shards."""
    phrases: Words = words["screen"]["choices"]
    if "card" in action:
        return str(phrases[action["do"]].format(card=card_words(view, words, action["card"])["name"]))
    return label(action, words, [])


def why(view: View, action: Action, words: Words) -> str:
    """What an activation brings at once where that can be counted; otherwise what the card says."""
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
    """It wins; or what each side gains and loses by it."""
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
