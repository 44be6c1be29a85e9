"""The log in words: a sentence for each line, one for a whole turn. A player stands in it as {0}, {1}, … by seat."""

from __future__ import annotations

from typing import cast

from sortilege.core.shapes import Words
from sortilege.core.turns import Turn
from sortilege.core.words import count_in, join_names, with_sign
from sortilege.games.abracada.box import DRAGON, SPELLS
from sortilege.games.abracada.log import CallLine, Line, RollLine, RoundEnd, SecretLine


# ---------------------------------------------------------------- a line
def sentence(words: Words, line: Line) -> str:
    """The line in one language; "" for stones dealt, which are better seen than read."""
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
    """Where a player's name will stand."""
    return f"{{{seat}}}"


def spell_name(words: Words, spell: int) -> str:
    """What a spell is called."""
    name: str = words["spells"][SPELLS[spell]]["name"]
    return name


def call_sentence(words: Words, line: CallLine) -> str:
    """What was called, whether it was there, and whom it did what."""
    if line["hit"] is None:
        key = "too_low"
    elif line["hit"]:
        key = "hit"
    else:
        key = "miss_dragon" if line["spell"] == DRAGON else "miss"
    text = words["log"][key].format(who=player(line["by"]), n=line["spell"], spell=spell_name(words, line["spell"]))
    return " ".join([text, *effect_sentences(words, line)]) if line["hit"] else str(text)


def effect_sentences(words: Words, line: CallLine) -> list[str]:
    """Who gained a life by a spell that was there, and who lost one."""
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
    """What the die showed, and for whom."""
    key = f"roll_{SPELLS[line['cast']]}" if line["hit"] else "roll_failed"
    return str(words["log"][key].format(who=player(line["to"]), die=line["die"]))


def secret_sentence(words: Words, line: SecretLine) -> str:
    """Who took a secret stone, and which, where the reader may know."""
    who = player(line["to"])
    if line["spell"] is None:
        return str(words["log"]["secret_hidden"].format(who=who))
    return str(words["log"]["secret_seen"].format(who=who, spell=spell_name(words, line["spell"])))


def end_sentence(words: Words, ended: RoundEnd) -> str:
    """Why the round ended and what it brought."""
    points = [f"{player(seat)} +{n}" for seat, n in enumerate(ended["points"]) if n]
    return f"{words['log']['ended'][ended['cause']]} {words['log']['points'].format(points=join_names(words, points))}"


# ---------------------------------------------------------------- a turn
def summary(words: Words, turn: Turn) -> str:
    """What was called, found and missed, and the lives it cost."""
    lines = cast("list[Line]", turn.lines)  # core keeps the turns of all games alike
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
    """The spells that were there, a secret stone taken, the call that failed."""
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
    """What the turn came to for whoever gained or lost by it, oneself first, then those who lost alike together."""
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
