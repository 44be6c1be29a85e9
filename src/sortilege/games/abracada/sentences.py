"""The log in words: a sentence for each line and one for a whole turn. {0}, {1}, … stand for the players' names by
seat."""

from __future__ import annotations

from typing import cast

from sortilege.core.text.words import count_in, join_names, with_sign
from sortilege.core.turns import Turn
from sortilege.core.types import Words
from sortilege.games.abracada.box import DRAGON, SPELLS
from sortilege.games.abracada.log import CallLine, Line, RollLine, RoundEnd, SecretLine, total_life_changes

NO_BREAK_SPACE = "\u00a0"


# ---------------------------------------------------------------- a line
def sentence(words: Words, line: Line) -> str:
    """Return a log line as a sentence, with the result of the round if it ended. Return "" for a dealt stone."""
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
    return f"{text} {end_sentence(words, line['ended'])}" if "ended" in line else str(text)


def player(seat: int) -> str:
    """Return the placeholder for the name of a seat's player: 2 -> "{2}"."""
    return f"{{{seat}}}"


def spell_name(words: Words, spell: int) -> str:
    name: str = words["spells"][SPELLS[spell]]["name"]
    return name


def call_sentence(words: Words, line: CallLine) -> str:
    """Describe a call: the spell, whether it succeeded, and the changes of lives."""
    if line["hit"] is None:
        key = "too_low"
    elif line["hit"]:
        key = "hit"
    else:
        key = "miss_dragon" if line["spell"] == DRAGON else "miss"
    spell = line["spell"]
    text = str(words["log"][key].format(who=player(line["by"]), n=spell, spell=spell_name(words, spell)))
    if not line["hit"]:
        return text
    return " ".join([text, *life_sentences(words, line)])


def life_sentences(words: Words, line: CallLine) -> list[str]:
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
    """Describe why the round ended, and the points of each seat that has any."""
    points = points_text(words, ended, " ")
    return f"{words['log']['ended'][ended['cause']]} {words['log']['points'].format(points=points)}"


def points_text(words: Words, ended: RoundEnd, space: str) -> str:
    """Return the points of a round, such as "{0} +3 and {2} +1". `space` is the space character before each number."""
    return join_names(
        words, [f"{player(seat)}{space}+{points}" for seat, points in enumerate(ended["points"]) if points]
    )


# ---------------------------------------------------------------- a turn
def summary(words: Words, turn: Turn) -> str:
    """Return a whole turn as one sentence: the spells cast, the failed call, the changes of lives and the end of the
    round. Dealing the stones is a turn without a seat; its sentence mentions only the seat that starts the round."""
    lines = cast("list[Line]", turn.lines)  # core does not know the game's line type
    phrases: Words = words["summary"]
    active_seat = turn.opening.seat
    if active_seat is None:
        return "".join(phrases["starts"].format(who=player(line["seat"])) for line in lines if line["do"] == "first")
    parts = [*call_phrases(words, lines), *life_phrases(words, lines, active_seat)]
    for line in lines:
        if "ended" in line:
            parts.append(phrases["round_over"].format(points=points_text(words, line["ended"], NO_BREAK_SPACE)))
    return str(phrases["line"].format(who=player(active_seat), what=", ".join(parts)))


def call_phrases(words: Words, lines: list[Line]) -> list[str]:
    """Return phrases for the successful calls of a turn, the secret stones taken and the failed call."""
    phrases: Words = words["summary"]
    calls = [line for line in lines if line["do"] == "call"]
    hits = [str(line["spell"]) for line in calls if line["hit"]]
    texts = [phrases["called"].format(spells=join_names(words, hits))] if hits else []
    texts += [phrases["secret"] for line in lines if line["do"] == "secret"]
    texts += [phrases["missed"].format(n=line["spell"]) for line in calls if line["hit"] is False]
    texts += [phrases["too_low"].format(n=line["spell"]) for line in calls if line["hit"] is None]
    return texts


def life_phrases(words: Words, lines: list[Line], active_seat: int) -> list[str]:
    """Return phrases for the changes of lives in a turn: for the active seat, then for the other seats by change."""
    phrases: Words = words["summary"]
    changes = total_life_changes(lines)
    own_change = changes.pop(active_seat, 0)
    texts = [count_in(words, phrases["life"], own_change, change=with_sign(own_change))] if own_change else []
    for change in sorted(set(changes.values()) - {0}):
        who = join_names(words, [player(seat) for seat in sorted(changes) if changes[seat] == change])
        texts.append(phrases["other"].format(who=who, change=with_sign(change)))
    return texts
