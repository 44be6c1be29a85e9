"""Texts of hints: how likely a call is to succeed and what a failed one would cost."""

from __future__ import annotations

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.abracada.actions import Action
from sortilege.games.abracada.box import DRAGON, WINNING_SCORE
from sortilege.games.abracada.dealer import odds
from sortilege.games.abracada.sentences import player, spell_name
from sortilege.games.abracada.view import View

CERTAIN = 99.5  # percent; a call that succeeds with this probability or a higher one is described as certain
WINNER_POINTS = 3  # for winning a round (AQ-605, AQ-609)
SURVIVOR_POINTS = 1  # for each of the others if a player loses the last life by a failed call (AQ-607)


def what(view: View, action: Action, words: Words) -> str:
    """Return the action as a command: "Call 8, Potion"."""
    phrases: Words = words["advice"]["what"]
    if action["do"] != "call":
        return str(phrases[action["do"]])
    return str(phrases["call"].format(n=action["spell"], spell=spell_name(words, action["spell"])))


def why(view: View, action: Action, words: Words) -> str:
    """Return an argument for the action that follows from the visible stones, or "" if there is none."""
    probabilities = odds(view).get("odds")
    if probabilities is None:
        return ""
    if action["do"] != "call":
        return why_stop(view, probabilities, words)
    spell = action["spell"]
    percent = 100 * probabilities[spell - 1]
    deadly_percent = 100 * death_probability(view, spell, probabilities[spell - 1])
    if deadly_percent > percent and view["options"]["variant"] == "standard":
        return why_risk_death(view, spell, deadly_percent, words)
    return call_phrase(words, "certain" if percent >= CERTAIN else "held", spell, percent)


def call_phrase(words: Words, key: str, spell: int, percent: float) -> str:
    """Return a phrase about a call of this spell and its probability to succeed."""
    phrase: str = words["advice"]["why"][key]
    return phrase.format(n=spell, spell=spell_name(words, spell), p=round(percent))


def why_stop(view: View, probabilities: list[float], words: Words) -> str:
    """Return a reason to end the turn: the likeliest call is still risky, or it is certain and can wait for the next
    turn. `probabilities` has for each spell, dragon first, the probability that the viewer has a stone of it."""
    calls = [action["spell"] for action in view["legal"] if action["do"] == "call"]
    if not calls:
        return ""
    likeliest = max(calls, key=lambda spell: probabilities[spell - 1])
    percent = 100 * probabilities[likeliest - 1]
    return call_phrase(words, "keep" if percent >= CERTAIN else "stop", likeliest, percent)


def why_risk_death(view: View, spell: int, deadly_percent: float, words: Words) -> str:
    """Return a reason for a call that may take the caller's own last life. The caller's death gives each rival one
    point, whereas a rival who wins the round gets three. The reason depends on whether one or three points would win
    the game for the leading rival."""
    phrases: Words = words["advice"]["why"]["fall"]
    cause = words["advice"]["why"]["causes"]["dragon" if spell == DRAGON else "call"]
    values = {"fall": round(deadly_percent), "cause": cause}
    rivals = [seat for seat in range(view["seats"]) if seat != view["you"]]
    bonus = {seat: len(view["taken"][seat]) for seat in rivals}  # AQ-611
    leader = max(rivals, key=lambda seat: view["scores"][seat] + bonus[seat])
    score = view["scores"][leader] + bonus[leader]
    if score + SURVIVOR_POINTS >= WINNING_SCORE:
        return count_in(words, phrases["loses"], bonus[leader] + SURVIVOR_POINTS, who=player(leader), **values)
    if score + WINNER_POINTS >= WINNING_SCORE:
        wins = bonus[leader] + WINNER_POINTS
        return count_in(
            words, phrases["saves"], bonus[leader] + SURVIVOR_POINTS, who=player(leader), wins=wins, **values
        )
    return str(phrases["cheap"].format(**values))


def death_probability(view: View, spell: int, success: float) -> float:
    """Return the probability that a call fails and takes the caller's own last life (AQ-306, AQ-307). `success` is the
    probability that the call succeeds."""
    you = view["you"]
    if you is None:
        return 0.0
    life, die = view["life"][you], view["options"]["die"]
    if spell != DRAGON:  # a failed call costs one life
        return 1 - success if life <= 1 else 0.0
    return (1 - success) * sum(face >= life for face in die) / len(die)
