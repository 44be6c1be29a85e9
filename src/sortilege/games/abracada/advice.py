"""How a call is spoken of to whoever has to make it: how likely it is there, and what a miss would come to."""

from __future__ import annotations

from sortilege.core.shapes import Words
from sortilege.core.words import count_in
from sortilege.games.abracada.actions import Action
from sortilege.games.abracada.box import DRAGON, SUMMIT
from sortilege.games.abracada.dealer import odds
from sortilege.games.abracada.sentences import spell_name
from sortilege.games.abracada.view import View

SURE = 99.5  # of 100: said to be certain
VICTORY = 3  # points of whoever wins a round (AQ-605, AQ-609)
SURVIVAL = 1  # points of everybody else, when somebody falls by their own doing (AQ-607)


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
    if fall > there and view["options"]["variant"] == "standard":
        return why_fall(view, spell, fall, words)
    return str(phrases["certain" if there >= SURE else "held"].format(**places))


def why_stop(view: View, held: list[float], words: Words) -> str:
    """Even the likeliest call is a risk; or it is none, and stays one for the next turn."""
    calls = [action["spell"] for action in view["legal"] if action["do"] == "call"]
    if not calls:
        return ""
    likeliest = max(calls, key=lambda spell: held[spell - 1])
    there = 100 * held[likeliest - 1]
    places = {"n": likeliest, "spell": spell_name(words, likeliest), "p": round(there)}
    return str(words["advice"]["why"]["keep" if there >= SURE else "stop"].format(**places))


def why_fall(view: View, spell: int, fall: float, words: Words) -> str:
    """What it means to fall by one's own call: the others get a point each where a victory in the round would bring
    one of them three. That matters most to whom the three would win the game, or even the one."""
    phrases: Words = words["advice"]["why"]["fall"]
    cause = words["advice"]["why"]["causes"]["dragon" if spell == DRAGON else "call"]
    places = {"fall": round(fall), "cause": cause}
    rivals = [seat for seat in range(view["seats"]) if seat != view["you"]]
    bonus = {seat: len(view["taken"][seat]) for seat in rivals}  # AQ-611
    ahead = max(rivals, key=lambda seat: view["scores"][seat] + bonus[seat])
    points = SURVIVAL + bonus[ahead]
    lead = view["scores"][ahead] + points
    if lead >= SUMMIT:
        return count_in(words, phrases["loses"], points, who=f"{{{ahead}}}", **places)
    if lead - SURVIVAL + VICTORY >= SUMMIT:
        return count_in(words, phrases["saves"], points, who=f"{{{ahead}}}", wins=points - SURVIVAL + VICTORY, **places)
    return str(phrases["cheap"].format(**places))


def fall_of_100(view: View, spell: int, there: float) -> float:
    """In how many of 100 cases this call takes the caller's own last life (AQ-306, AQ-307): then the others get a point
    each and nobody gets three (AQ-607)."""
    you = view["you"]
    if you is None:
        return 0.0
    life, die = view["life"][you], view["options"]["die"]
    deadly = sum(face >= life for face in die) / len(die) if spell == DRAGON else float(life <= 1)
    return 100 * (1 - there) * deadly
