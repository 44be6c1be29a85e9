"""Texts of hints: how likely a call is to succeed and what a failed one would cost."""

from __future__ import annotations

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.abracada.actions import Action
from sortilege.games.abracada.box import DRAGON, SUMMIT
from sortilege.games.abracada.dealer import odds
from sortilege.games.abracada.sentences import spell_name
from sortilege.games.abracada.view import View

SURE = 99.5  # percent from which a call is called certain
VICTORY = 3  # points for winning a round (AQ-605, AQ-609)
SURVIVAL = 1  # points for all others if a player loses the last life by a failed call (AQ-607)


def what(view: View, action: Action, words: Words) -> str:
    """Return the decision as a command: "Call 8, Potion"."""
    phrases: Words = words["advice"]["what"]
    if action["do"] != "call":
        return str(phrases[action["do"]])
    return str(phrases["call"].format(n=action["spell"], spell=spell_name(words, action["spell"])))


def why(view: View, action: Action, words: Words) -> str:
    """Return an argument for the action from the visible stones, or "" if there is none."""
    held = odds(view).get("odds")
    if held is None:
        return ""
    phrases: Words = words["advice"]["why"]
    if action["do"] != "call":
        return why_stop(view, held, words)
    spell = action["spell"]
    percent = 100 * held[spell - 1]
    places = {"n": spell, "spell": spell_name(words, spell), "p": round(percent)}
    fall = death_percent(view, spell, held[spell - 1])
    if fall > percent and view["options"]["variant"] == "standard":
        return why_fall(view, spell, fall, words)
    return str(phrases["certain" if percent >= SURE else "held"].format(**places))


def why_stop(view: View, held: list[float], words: Words) -> str:
    """Explain why to end the turn: even the likeliest call is risky, or it is certain and can wait for the next
    turn."""
    calls = [action["spell"] for action in view["legal"] if action["do"] == "call"]
    if not calls:
        return ""
    likeliest = max(calls, key=lambda spell: held[spell - 1])
    percent = 100 * held[likeliest - 1]
    places = {"n": likeliest, "spell": spell_name(words, likeliest), "p": round(percent)}
    return str(words["advice"]["why"]["keep" if percent >= SURE else "stop"].format(**places))


def why_fall(view: View, spell: int, fall: float, words: Words) -> str:
    """Explain that losing one's last life by one's own call gives each rival one point, whereas a rival who wins the
    round gets three. That matters most if these points would win the game for the leading rival."""
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


def death_percent(view: View, spell: int, chance: float) -> float:
    """Return the percentage in which this call takes the caller's own last life (AQ-306, AQ-307). Each rival then gets
    one point and nobody three (AQ-607)."""
    you = view["you"]
    if you is None:
        return 0.0
    life, die = view["life"][you], view["options"]["die"]
    deadly = sum(face >= life for face in die) / len(die) if spell == DRAGON else float(life <= 1)
    return 100 * (1 - chance) * deadly
