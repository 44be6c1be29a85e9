"""Texts of hints: how likely a call is to succeed and what a failed one would cost."""

from __future__ import annotations

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.abracada.actions import Action
from sortilege.games.abracada.box import DRAGON, SURVIVOR_POINTS, WINNER_POINTS, WINNING_SCORE
from sortilege.games.abracada.dealer import odds
from sortilege.games.abracada.sentences import player, spell_name
from sortilege.games.abracada.view import View

CERTAIN = 99.5  # percent; a call that succeeds with this probability or a higher one is described as certain


def command(view: View, action: Action, words: Words) -> str:
    """Return the action as a command, such as "Call 8, Potion"."""
    phrases: Words = words["advice"]["what"]
    if action["do"] != "call":
        return str(phrases[action["do"]])
    return str(phrases["call"].format(n=action["spell"], spell=spell_name(words, action["spell"])))


def reason(view: View, action: Action, words: Words) -> str:
    """Return a reason for the action from the stones that the viewer sees, or "" if there is none."""
    probabilities = odds(view).get("odds")
    if probabilities is None:
        return ""
    if action["do"] != "call":
        return reason_for_stop(view, probabilities, words)
    spell = action["spell"]
    percent = 100 * probabilities[spell - 1]
    deadly_percent = 100 * death_probability(view, spell, probabilities[spell - 1])
    if deadly_percent > percent and view["options"]["variant"] == "standard":
        return comment_on_own_death(view, spell, deadly_percent, words)
    return call_phrase(words, "certain" if percent >= CERTAIN else "held", spell, percent)


def call_phrase(words: Words, phrase_key: str, spell: int, percent: float) -> str:
    """Return a phrase about a call of this spell, which succeeds with a probability of `percent` percent."""
    phrase: str = words["advice"]["why"][phrase_key]
    return phrase.format(n=spell, spell=spell_name(words, spell), p=round(percent))


def reason_for_stop(view: View, probabilities: list[float], words: Words) -> str:
    """Return a reason for ending the turn. Either the likeliest call is still risky, or it is certain and can wait
    for the next turn. `probabilities` has the probability of each call to succeed, from spell 1 to spell 8."""
    calls = [action["spell"] for action in view["legal"] if action["do"] == "call"]
    if not calls:
        return ""
    likeliest = max(calls, key=lambda spell: probabilities[spell - 1])
    percent = 100 * probabilities[likeliest - 1]
    return call_phrase(words, "keep" if percent >= CERTAIN else "stop", likeliest, percent)


def comment_on_own_death(view: View, spell: int, deadly_percent: float, words: Words) -> str:
    """Return a comment on a call that may take the caller's own last life. A rival gets one point if the caller dies,
    and three for winning the round, so the comment depends on whether these points would win the game for a rival."""
    phrases: Words = words["advice"]["why"]["fall"]
    cause = words["advice"]["why"]["causes"]["dragon" if spell == DRAGON else "call"]
    values = {"fall": round(deadly_percent), "cause": cause}
    rivals = [seat for seat in range(view["seats"]) if seat != view["you"]]
    bonus = {seat: len(view["taken"][seat]) for seat in rivals}  # a point per secret stone (AQ-611)
    leader = max(rivals, key=lambda seat: view["scores"][seat] + bonus[seat])
    score, who = view["scores"][leader], player(leader)
    points_if_caller_dies = bonus[leader] + SURVIVOR_POINTS
    points_if_leader_wins = bonus[leader] + WINNER_POINTS
    if score + points_if_caller_dies >= WINNING_SCORE:
        return count_in(words, phrases["loses"], points_if_caller_dies, who=who, **values)
    if score + points_if_leader_wins >= WINNING_SCORE:
        return count_in(words, phrases["saves"], points_if_caller_dies, who=who, wins=points_if_leader_wins, **values)
    return str(phrases["cheap"].format(**values))


def death_probability(view: View, spell: int, success_probability: float) -> float:
    """Return the probability that a call fails and takes the caller's own last life (AQ-306, AQ-307)."""
    you = view["you"]
    if you is None:
        return 0.0
    lives, die = view["life"][you], view["options"]["die"]
    failure_probability = 1 - success_probability
    if spell == DRAGON:  # a failed dragon costs as many lives as the die shows
        return failure_probability * sum(face >= lives for face in die) / len(die)
    return failure_probability if lives <= 1 else 0.0
