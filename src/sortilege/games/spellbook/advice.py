"""Explains a suggested action to the player: what to do, and what it gains now or leads to."""

from __future__ import annotations

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spellbook.actions import Action
from sortilege.games.spellbook.board import board
from sortilege.games.spellbook.box import COLOUR_LETTERS, MIN_LEVEL
from sortilege.games.spellbook.screen import label
from sortilege.games.spellbook.sentences import player_name, spell_name, token_name
from sortilege.games.spellbook.view import View

GATHERING = ("take", "recall")  # verbs that bring a token into the own pool


def what(view: View, action: Action, words: Words) -> str:
    """Return the action as a command: "Take the red Round", "Learn Blaze at level 4"."""
    phrases: Words = words["advice"]["what"]
    key = action["do"]
    if "action" in action or key not in phrases:  # primary actions, and verbs that need no sentence
        return label(action, words, [player_name(seat) for seat in range(view["seats"])])
    placeholders: dict[str, object] = {"level": action.get("level", "")}
    if "token" in action:
        placeholders["token"] = token_name(words, action["token"])
    if "spell" in action:
        placeholders["spell"] = spell_name(words, action["spell"])
    if "rune" in action:
        placeholders["rune"] = words["runes"][action["rune"]]
    return str(phrases[key].format(**placeholders))


def why(view: View, action: Action, words: Words) -> str:
    """Return the reason for an action as a sentence: the points that it adds, the spell to which it leads, or the
    effect of the spell that it uses. Return "" if no such reason applies."""
    you = view["you"]
    phrases: Words = words["advice"]["why"]
    if you is None:
        return ""
    do = action["do"]
    if do == "learn":
        adds = board(view)["players"][you]["plan"][action["spell"]]["adds"][action["level"] - MIN_LEVEL]
        return count_in(words, phrases["learn"], adds, spell=spell_name(words, action["spell"]), level=action["level"])
    if do == "store" or action.get("action") == "store":
        return why_store(view, you, words)
    if do in GATHERING:
        return why_gather(view, you, action["token"], words)
    if "spell" in action and "level" in action:
        effect_text = str(words["spells"][action["spell"]].get(str(action["level"]), "")).rstrip(".")
        placeholders = {"spell": spell_name(words, action["spell"]), "level": action["level"], "text": effect_text}
        return str(phrases["use"].format(**placeholders)) if effect_text else ""
    return ""


def why_store(view: View, you: int, words: Words) -> str:
    """Return the points that one more stored token adds, as a sentence, or "" if the board is full."""
    points = board(view)["worth"]["familiar"]
    stored = len(view["players"][you]["board"].split())
    if stored + 1 >= len(points):
        return ""
    return count_in(words, words["advice"]["why"]["store"], points[stored + 1] - points[stored], nth=stored + 1)


def why_gather(view: View, you: int, token: str, words: Words) -> str:
    """Return how many tokens of a colour the player would have for the spell of this colour after taking `token`, as a
    sentence. Return "" if the spell is already learned."""
    colour = token[0]
    spell = view["spells"][COLOUR_LETTERS.index(colour)]
    player = view["players"][you]
    if spell in player["book"]:
        return ""
    tokens = sum(pool_token[0] == colour for pool_token in player["pool"].split()) + 1
    placeholders = {"colour": words["colours"][colour], "spell": spell_name(words, spell)}
    return count_in(words, words["advice"]["why"]["gather"], tokens, **placeholders)
