"""The log by turns: a turn is what one side does until its new runes lie open. What the solo script does by itself
hangs on the line that set it going; it is cut off from it here and makes a turn of its own."""

from __future__ import annotations

from collections.abc import Iterator

from sortilege.core.shapes import Words
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.core.words import join_names, with_sign
from sortilege.games.spell.layout import LAID, PHASE, PLAY, ROUND, SIDE, SOLO
from sortilege.games.spell.log import Line, name, rune_name, square

SETTING_UP = ("first", "amulet", "lay", "stand")
TARGETS = ("summon", "levitate", "force", "move", "activate")  # what completes a cast, and says it all
WHERE = {  # deeds told by a cell, and which of theirs that is
    **{"move": "to", "activate": "at", "rest": "from", "upheave": "lift", "lift": "at"},
    **{"summon": "at", "push": "to", "levitate": "to", "force": "to"},
}


def turn_of(state: State) -> tuple[int, ...]:
    """While the arena is made every tile laid is a turn. In solo a round is one: the human's steps, then the
    script's."""
    t = state.cells
    side = 0 if t[SOLO] else t[SIDE]
    return (side, 0, t[PHASE], t[LAID]) if t[PHASE] < PLAY else (side, t[ROUND])


# ---------------------------------------------------------------- cutting
def parts(line: Line, now: Opening | None) -> list[Part]:
    """The line, then every step of the script by itself, and the cards it took."""
    here = opening(line)
    own = {key: value for key, value in line.items() if key not in ("script", "ended")}
    begins = line.get("begins", line)
    step = {"by": None, "do": "script", "who": "k", "seat": None, "round": begins["round"]}
    steps: list[Line] = [step | {"script": [one]} for one in line.get("script", ())]
    if line.get("taken"):
        own |= {"taken": []}
        steps.append(step | {"do": "take", "runes": line["runes"], "score": line["score"]})
    if not steps:
        return [Part(line, None if here == now else here)]
    if "ended" in line:
        steps[-1]["ended"] = line["ended"]
    then = opening(steps[0])
    first, *rest = steps
    opened = [Part(own, None if here == now else here), Part(first, None if then == here else then)]
    return opened + [Part(one) for one in rest]


def opening(line: Line) -> Opening:
    if line["do"] in SETTING_UP or line.get("dealt"):
        return Opening(None)
    return Opening(line["seat"], line["round"], scripted=line["seat"] is None)


# ---------------------------------------------------------------- summing up
def summary(words: Words, turn: Turn) -> str:
    """What was done on the arena, which runes it brought, how many points."""
    said: dict[str, str] = words["summary"]
    if turn.opening == Opening(None):
        return set_up(words, turn)
    what = list(deeds(words, turn))
    runes = [rune_name(words, line["rune"]) for line in turn.lines if line["do"] == "claim"]
    if runes:
        what.append(said["claim"].format(runes=join_names(words, runes)))
    points = sum(line["points"] for line in turn.lines if line["do"] == "claim")
    for line in turn.lines:
        if line["do"] == "take":
            runes = [rune_name(words, rune) for rune in line["runes"]]
            what.append(said["take"].format(runes=join_names(words, runes)))
            points += sum(rune["level"] for rune in line["runes"])
    if points:
        what.append(with_sign(points))
    if not what:
        what.append(said["nothing"])
    for line in turn.lines:
        if "ended" in line:
            what.append(said["wins"].format(who=name(words, line["ended"]["seat"])))
    return said["line"].format(who=name(words, turn.opening.seat), what=", ".join(what))


def set_up(words: Words, turn: Turn) -> str:
    said: dict[str, str] = words["summary"]
    starts = [said["starts"].format(who=name(words, line["seat"])) for line in turn.lines if line["do"] == "first"]
    laid = any(line["do"] == "lay" for line in turn.lines)
    return ", ".join([said["set_up"], *starts]) if laid or starts else ""


def deeds(words: Words, turn: Turn) -> Iterator[str]:
    """Everything done on the arena, step by step, the same thing done again in one; a spell is told by what it then
    did."""
    said: dict[str, str] = words["summary"]
    steps = [step for line in turn.lines for step in (line, *line.get("script", ()))]
    rows: list[tuple[str, list[str]]] = []
    for step, following in zip(steps, [*steps[1:], {"do": ""}], strict=True):
        do = step["do"]
        if do == "cast" and following["do"] not in TARGETS:
            rows.append((do, [words["spells"][step["name"]]["name"]]))
        elif do == "gem":
            rows.append((do, [words["ways"][step["to"]]]))
        elif do in WHERE and rows and rows[-1][0] == do:
            rows[-1][1].append(square(step[WHERE[do]]))
        elif do in WHERE:
            rows.append((do, [square(step[WHERE[do]])]))
        elif do == "special":
            rows.append((do, []))
    for do, where in rows:
        yield said[do].format(where=join_names(words, where))
