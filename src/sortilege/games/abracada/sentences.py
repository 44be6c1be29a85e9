"""The log in words: a sentence for each line and one for a whole turn, with {0}, {1}, … for the names of the seats."""

from __future__ import annotations

from typing import cast

from sortilege.core.text.words import count_in, join_names, with_sign
from sortilege.core.turns import Turn
from sortilege.core.types import Words
from sortilege.games.abracada.box import DRAGON, SPELLS
from sortilege.games.abracada.log import CallLine, Line, RollLine, RoundEnd, SecretLine


# ---------------------------------------------------------------- a line
def sentence(words: Words, line: Line) -> str:
    """Return the line as a sentence; "" for dealt stones."""
    if line["do"] == "stone" or line["do"] == "lift":
        return ""
    if line["do"] == "first":
        text = words["log"]["first"].format(who=player(line["seat"]))
    elif line["do"] == "end":
        text = words["log"]["end"].format(who=player(line["by"]))
    elif line["do"] == "call":
        text = call_sentence(words, line)
    elif line["do"] == "roll":
        text = roll_sentence(words, line)
    else:
        text = secret_sentence(words, line)
    return f"{text} {end_sentence(words, line['ended'])}" if "ended" in line else text


def player(seat: int) -> str:
    """Return the placeholder for a player's name."""
    return f"{{{seat}}}"


def spell_name(words: Words, spell: int) -> str:
    name: str = words["spells"][SPELLS[spell]]["name"]
    return name


def call_sentence(words: Words, line: CallLine) -> str:
    """Describe a call: the spell, whether the stone was there, and the effects."""
    if line["hit"] is None:
        key = "too_low"
    elif line["hit"]:
        key = "hit"
    else:
        key = "miss_dragon" if line["spell"] == DRAGON else "miss"
    text = words["log"][key].format(who=player(line["by"]), n=line["spell"], spell=spell_name(words, line["spell"]))
    return " ".join([text, *effect_sentences(words, line)]) if line["hit"] else str(text)


def effect_sentences(words: Words, line: CallLine) -> list[str]:
    """Describe who gained and who lost a life by a successful call."""
    gains = [player(int(seat)) for seat, change in line["life"].items() if change > 0]
    losses = [player(int(seat)) for seat, change in line["life"].items() if change < 0]
    sentences = []
    if gains:
        sentences.append(words["log"]["gain"].format(who=join_names(words, gains)))
    if losses:
        key = "lose" if len(losses) == 1 else "lose_many"
        sentences.append(words["log"][key].format(who=join_names(words, losses)))
    return sentences


def roll_sentence(words: Words, line: RollLine) -> str:
    """Describe a roll of the die."""
    key = f"roll_{SPELLS[line['cast']]}" if line["hit"] else "roll_failed"
    return str(words["log"][key].format(who=player(line["to"]), die=line["die"]))


def secret_sentence(words: Words, line: SecretLine) -> str:
    """Describe who took a secret stone, and which one if the viewer may know it."""
    who = player(line["to"])
    if line["spell"] is None:
        return str(words["log"]["secret_hidden"].format(who=who))
    return str(words["log"]["secret_seen"].format(who=who, spell=spell_name(words, line["spell"])))


def end_sentence(words: Words, ended: RoundEnd) -> str:
    """Describe why the round ended and the points."""
    points = [f"{player(seat)} +{n}" for seat, n in enumerate(ended["points"]) if n]
    return f"{words['log']['ended'][ended['cause']]} {words['log']['points'].format(points=join_names(words, points))}"


# ---------------------------------------------------------------- a turn
def summary(words: Words, turn: Turn) -> str:
    """Describe a whole turn: calls, hits, misses and changes of lives."""
    lines = cast("list[Line]", turn.lines)  # core does not know the game's line type
    phrases: Words = words["summary"]
    me = turn.opening.seat
    if me is None:
        return "".join(phrases["starts"].format(who=player(line["seat"])) for line in lines if line["do"] == "first")
    what = [*call_phrases(words, lines), *life_phrases(words, lines, me)]
    for line in lines:
        if "ended" in line:
            points = [f"{player(seat)}\u00a0+{n}" for seat, n in enumerate(line["ended"]["points"]) if n]
            what.append(phrases["round_over"].format(points=join_names(words, points)))
    return str(phrases["line"].format(who=player(me), what=", ".join(what)))


def call_phrases(words: Words, lines: list[Line]) -> list[str]:
    """Return phrases for the successful calls, the secret stones taken and the failed call."""
    phrases: Words = words["summary"]
    calls = [line for line in lines if line["do"] == "call"]
    hits = [str(line["spell"]) for line in calls if line["hit"]]
    return [
        *([phrases["called"].format(spells=join_names(words, hits))] if hits else []),
        *(phrases["secret"] for line in lines if line["do"] == "secret"),
        *(phrases["missed"].format(n=line["spell"]) for line in calls if line["hit"] is False),
        *(phrases["too_low"].format(n=line["spell"]) for line in calls if line["hit"] is None),
    ]


def life_phrases(words: Words, lines: list[Line], me: int) -> list[str]:
    """Return phrases for the changes of lives in the turn: the active player first, then the others grouped by
    change."""
    phrases: Words = words["summary"]
    total: dict[int, int] = {}
    for line in lines:
        for seat, change in line.get("life", {}).items():
            total[int(seat)] = total.get(int(seat), 0) + change
    mine = total.pop(me, 0)
    out = [count_in(words, phrases["life"], mine, change=with_sign(mine))] if mine else []
    for change in sorted(set(total.values()) - {0}):
        who = join_names(words, [player(seat) for seat in sorted(total) if total[seat] == change])
        out.append(phrases["other"].format(who=who, change=with_sign(change)))
    return out
