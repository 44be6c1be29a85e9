"""How a call is spoken of to whoever has to make it: how likely it is there, and what a miss would come to."""

from __future__ import annotations

from sortilege.core.shapes import Words
from sortilege.games.abracada.actions import Action
from sortilege.games.abracada.box import DRAGON
from sortilege.games.abracada.dealer import odds
from sortilege.games.abracada.sentences import spell_name
from sortilege.games.abracada.view import View

SURE = 99.5  # of 100: said to be certain


def what(view: View, action: Action, words: Words) -> str:
    """Call 8, Potion."""
    phrases: Words = words["advice"]["what"]
    if action["do"] != "call":
        return str(phrases[action["do"]])
    return str(phrases["call"].format(n=action["spell"], spell=spell_name(words, action["spell"])))


def why(view: View, action: Action, words: Words) -> str:
    """What the stones in sight say for a call, or against every other one."""
    held = odds(view).get("odds")
    if held is None:
        return ""
    phrases: Words = words["advice"]["why"]
    if action["do"] != "call":
        return why_stop(view, held, words)
    spell = action["spell"]
    there = 100 * held[spell - 1]
    places = {"n": spell, "spell": spell_name(words, spell), "p": round(there)}
    fall = fall_of_100(view, spell, held[spell - 1])
    if fall > 50 and view["options"]["variant"] == "standard":
        return str(phrases["fall_dragon" if spell == DRAGON else "fall"].format(fall=round(fall), **places))
    return str(phrases["certain" if there >= SURE else "held"].format(**places))


def why_stop(view: View, held: list[float], words: Words) -> str:
    """Even the likeliest call is a risk."""
    calls = [action["spell"] for action in view["legal"] if action["do"] == "call"]
    if not calls:
        return ""
    likeliest = max(calls, key=lambda spell: held[spell - 1])
    places = {"n": likeliest, "spell": spell_name(words, likeliest), "p": round(100 * held[likeliest - 1])}
    return str(words["advice"]["why"]["stop"].format(**places))


def fall_of_100(view: View, spell: int, there: float) -> float:
    """In how many of 100 cases this call takes the caller's own last life (AQ-306, AQ-307): then the others get a point
    each and nobody gets three (AQ-607)."""
    you = view["you"]
    if you is None:
        return 0.0
    life, die = view["life"][you], view["options"]["die"]
    deadly = sum(face >= life for face in die) / len(die) if spell == DRAGON else float(life <= 1)
    return 100 * (1 - there) * deadly
