"""Explains a suggested action to the player. Few reasons are given, because a hint also shows the rest of the turn,
which makes the purpose of an action clear."""

from __future__ import annotations

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spell.actions import Action
from sortilege.games.spell.deck import Rune
from sortilege.games.spell.screen import label
from sortilege.games.spell.sentences import from_neutral, rune_name, squares
from sortilege.games.spell.view import View


def what(view: View, action: Action, words: Words) -> str:
    """Return the action as a command: "Lift a1, and let what is above slide down"."""
    phrases: Words = words["advice"]["what"]
    do = action["do"]
    if do == "upheave":
        return str(phrases[do][action["side"]].format(**squares(action, "lift")))
    if do == "lay":
        return str(phrases[do].format(where=from_neutral(words, action["at"])))
    if do == "claim":
        return str(phrases[do].format(rune=rune_name(words, rune_of(view, action["card"]))))
    if do in phrases:
        return str(phrases[do].format(**squares(action, "from", "to", "at", "lift")))
    return label(action, words, [])


def why(view: View, action: Action, words: Words) -> str:
    """Return the points that a claim scores as a sentence, "" for other actions."""
    phrases: Words = words["advice"]["why"]
    if action["do"] == "claim":
        return count_in(words, phrases["claim"], level_of(action["card"]))
    return ""


def rune_of(view: View, card: str) -> Rune:
    """Return what a sentence needs to name a card of the view."""
    return {"level": level_of(card), "name": view["names"].get(card, ""), "rows": view["cards"][card]}


def level_of(card: str) -> int:
    """Return the level of a card by its name: "B1-4" -> 1."""
    return int(card[1])
