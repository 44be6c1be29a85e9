"""The log by turns: a turn is one seat's calls and what they bring; each round begins with stones dealt to all."""

from __future__ import annotations

from typing import Any

from sortilege.core.shapes import Words
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.core.words import count_in, join_names, with_sign
from sortilege.games.abracada.layout import ACTIVE, ROUND
from sortilege.games.abracada.log import Line, name


def turn_of(state: State) -> tuple[int, ...]:
    """Whose turn it is, and in which round."""
    return state.cells[ACTIVE], state.cells[ROUND]


def parts(line: Line, now: Opening | None) -> list[Part]:
    """The line, and the turn or round that begins with it."""
    goes_on = now is not None and now.chapter == line["round"] and (line["do"] != "call" or line["by"] == now.seat)
    return [Part(line, None if goes_on else Opening(line["by"], line["round"]))]


def summary(words: Words, turn: Turn) -> str:
    """What was called, found and missed, and the lives it cost."""
    said: dict[str, Any] = words["summary"]
    me = turn.opening.seat
    if me is None:
        starts = [said["starts"].format(who=name(line["seat"])) for line in turn.lines if line["do"] == "first"]
        return "".join(starts)
    what = [*calls(words, turn), *lives(words, turn, me)]
    for line in turn.lines:
        if "ended" in line:
            points = [f"{name(s)}\u00a0+{p}" for s, p in enumerate(line["ended"]["points"]) if p]
            what.append(said["round_over"].format(points=join_names(words, points)))
    return str(said["line"].format(who=name(me), what=", ".join(what)))


def calls(words: Words, turn: Turn) -> list[str]:
    """The spells that were there, a secret stone taken, the call that failed."""
    said: dict[str, Any] = words["summary"]
    made = [line for line in turn.lines if line["do"] == "call"]
    hits = [str(line["spell"]) for line in made if line["hit"]]
    told = [said["called"].format(spells=join_names(words, hits))] if hits else []
    told += [said["secret"] for line in turn.lines if line["do"] == "secret"]
    told += [said["missed"].format(n=line["spell"]) for line in made if line["hit"] is False]
    return told + [said["too_low"].format(n=line["spell"]) for line in made if line["hit"] is None]


def lives(words: Words, turn: Turn, me: int) -> list[str]:
    """What the turn came to for whoever gained or lost by it, oneself first, then those who lost alike together."""
    said: dict[str, Any] = words["summary"]
    total: dict[int, int] = {}
    for line in turn.lines:
        for seat, change in line.get("life", {}).items():
            total[int(seat)] = total.get(int(seat), 0) + change
    mine = total.pop(me, 0)
    told = [count_in(words, said["life"], mine, change=with_sign(mine))] if mine else []
    for change in sorted(set(total.values()) - {0}):
        who = join_names(words, [name(seat) for seat in sorted(total) if total[seat] == change])
        told.append(said["other"].format(who=who, change=with_sign(change)))
    return told
