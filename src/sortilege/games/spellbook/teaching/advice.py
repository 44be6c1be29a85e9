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


def command(view: View, action: Action, words: Words) -> str:
    """Return the action as a command to the player: "Take the red Round", "Learn Blaze at level 4"."""
    phrases: Words = words["advice"]["what"]
    verb = action["do"]
    if "action" in action or verb not in phrases:  # primary actions, and verbs that need no sentence
        return label(action, words, [player_name(seat) for seat in range(view["seats"])])
    placeholders: dict[str, object] = {"level": action.get("level", "")}
    if "token" in action:
        placeholders["token"] = token_name(words, action["token"])
    if "spell" in action:
        placeholders["spell"] = spell_name(words, action["spell"])
    if "rune" in action:
        placeholders["rune"] = words["runes"][action["rune"]]
    return str(phrases[verb].format(**placeholders))


def reason(view: View, action: Action, words: Words) -> str:
    """Return a reason to play an action, as a sentence: its points, the spell that can be learned next, or the effect
    of the used spell. Return "" for a spectator and for an action without such a reason."""
    you = view["you"]
    phrases: Words = words["advice"]["why"]
    if you is None:
        return ""
    verb = action["do"]
    if verb == "learn":
        outlook = board(view)["players"][you]["plan"][action["spell"]]
        level = action["level"]
        points = outlook["adds"][level - MIN_LEVEL]
        return count_in(words, phrases["learn"], points, spell=spell_name(words, action["spell"]), level=level)
    if verb == "store" or action.get("action") == "store":
        return store_reason(view, you, words)
    if verb in GATHERING:
        return gather_reason(view, you, action["token"], words)
    if "spell" in action and "level" in action:
        effect_text = str(words["spells"][action["spell"]].get(str(action["level"]), "")).rstrip(".")
        placeholders = {"spell": spell_name(words, action["spell"]), "level": action["level"], "text": effect_text}
        return str(phrases["use"].format(**placeholders)) if effect_text else ""
    return ""


def store_reason(view: View, you: int, words: Words) -> str:
    """Return a sentence with the points that one more token on the board of seat `you` adds, or "" if it is full."""
    board_points = board(view)["worth"]["familiar"]
    stored = len(view["players"][you]["board"].split())
    if stored + 1 >= len(board_points):
        return ""
    gain = board_points[stored + 1] - board_points[stored]
    return count_in(words, words["advice"]["why"]["store"], gain, nth=stored + 1)


def gather_reason(view: View, you: int, token: str, words: Words) -> str:
    """Return a sentence with the number of tokens that seat `you` would have for the spell of a colour after it takes
    `token`, or "" if it has already learned this spell."""
    colour = token[0]
    spell = view["spells"][COLOUR_LETTERS.index(colour)]
    player = view["players"][you]
    if spell in player["book"]:
        return ""
    tokens = sum(pool_token[0] == colour for pool_token in player["pool"].split()) + 1
    placeholders = {"colour": words["colours"][colour], "spell": spell_name(words, spell)}
    return count_in(words, words["advice"]["why"]["gather"], tokens, **placeholders)
