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


def command(view: View, action: Action, words: Words) -> str:
    """Return an action as a command to the player: "Lift a1, and let what is above slide down"."""
    phrases: Words = words["advice"]["what"]
    verb = action["do"]
    if verb == "upheave":
        return str(phrases[verb][action["side"]].format(**squares(action, "lift")))
    if verb == "lay":
        return str(phrases[verb].format(where=from_neutral(words, action["at"])))
    if verb == "claim":
        return str(phrases[verb].format(rune=rune_name(words, rune_in(view, action["card"]))))
    if verb in phrases:
        return str(phrases[verb].format(**squares(action, "from", "to", "at", "lift")))
    return label(action, words, [])


def reason(view: View, action: Action, words: Words) -> str:
    """Return the reason for an action as a sentence: the points that a claim scores, or "" for other actions."""
    phrases: Words = words["advice"]["why"]
    if action["do"] == "claim":
        return count_in(words, phrases["claim"], level_of(action["card"]))
    return ""


def rune_in(view: View, card: str) -> Rune:
    """Return the name, level and shape of a card as a view shows them."""
    return {"level": level_of(card), "name": view["names"].get(card, ""), "rows": view["cards"][card]}


def level_of(card: str) -> int:
    """Return the level of a card by its name: "B1-4" -> 1."""
    return int(card[1])
