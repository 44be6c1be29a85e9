"""The log: what each action did, who may see it, and how it is said.

A line is the action object with `by` (the seat, or null for chance) and what followed from it. Everything in a line is
public except the `spell` of a stone that its reader may not see. Once a round is scored its stones lie open, so the
lines of finished rounds hide nothing (AQ-013). A `lift` is never shown: its mere presence would tell the caster that an
equal stone still stands; the call's own line carries the slot that left, asked or not.
"""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells
from sortilege.core.shapes import Words
from sortilege.core.state import CHANCE, State
from sortilege.core.words import join_names
from sortilege.games.abracada.actions import describe
from sortilege.games.abracada.box import SPELLS
from sortilege.games.abracada.layout import (
    ACTIVE,
    CAUSE,
    DEAL,
    DONE,
    GATHER,
    HANDS,
    HIT,
    LIFE,
    LIFT,
    NEXT,
    PHASE,
    POINTS,
    REFILL,
    ROUND,
    SCORE,
    SEATS,
    SHOW,
    SIZE,
    SPELL,
)
from sortilege.games.abracada.position import hand, taken
from sortilege.games.abracada.rules.calls import lowest_call

Line = dict[str, Any]
CAUSES = ("running", "emptied", "kill", "self", "last")


def stone_ids(t: Cells, seat: int) -> list[int]:
    """Names for the stones of a hand that follow them as they move and tell nothing else (AQ-012)."""
    return [t[ROUND] * 64 + t[HANDS + seat * 5 + i] // 16 for i in range(t[SIZE + seat])]


# ---------------------------------------------------------------- telling
def line_of(before: State, action: int, after: State) -> Line:
    """One action and what it did, hiding nothing."""
    b, a = before.cells, after.cells
    by = before.turn()
    line: Line = {"by": None if by == CHANCE else by, **describe(action), "round": a[ROUND]}
    do = line["do"]
    if do == "call":
        line |= told_call(b, a)
    elif do == "stone":
        line["to"] = receiver(b)
        if b[PHASE] != SHOW:
            line["id"] = stone_ids(a, line["to"])[-1]
    elif do in ("roll", "secret"):
        line |= {"to": b[ACTIVE], "cast": b[SPELL], "hit": b[HIT] == 1}
    elif do == "lift":
        slot = line["slot"]
        line["amends"] = {"slot": slot, "id": stone_ids(b, b[ACTIVE])[slot], "pending": False, **changes(b, a)}
    if do != "lift":
        line |= changes(b, a)
    return line


def told_call(b: Cells, a: Cells) -> Line:
    """Whether the stone was there, which slot it left, and what was standing: all the table may reason about."""
    me, spell = b[ACTIVE], a[SPELL]
    standing = stone_ids(b, me)
    told: Line = {"standing": standing}
    if spell < lowest_call(b):
        return told | {"hit": None}  # AQ-305: a too-low call does not say whether the stone was there
    if a[PHASE] == LIFT:
        return told | {"hit": True, "slot": None, "id": None, "pending": True}
    if not a[HIT]:
        return told | {"hit": False}
    still = stone_ids(a, me)
    gone = next(i for i, stone in enumerate(standing) if stone not in still)
    return told | {"hit": True, "slot": gone, "id": standing[gone], "pending": False}


def receiver(b: Cells) -> int | None:
    """The seat the next stone goes to; None for a stone turned up on the board."""
    if b[PHASE] == DEAL:
        return b[SPELL]
    if b[PHASE] == REFILL:
        return b[ACTIVE]
    return None if b[PHASE] == SHOW else 0  # the first stone of a round is seat 0's


def changes(b: Cells, a: Cells) -> Line:
    """Lives gained and lost, and the end of the round with everything that then lies open."""
    seats = range(a[SEATS])
    out: Line = {}
    if a[ROUND] == b[ROUND]:
        out["life"] = {str(s): a[LIFE + s] - b[LIFE + s] for s in seats if a[LIFE + s] != b[LIFE + s]}
    if a[PHASE] in (GATHER, DONE) and b[PHASE] not in (GATHER, DONE):
        out["ended"] = {
            "cause": CAUSES[a[CAUSE]],
            "points": [a[POINTS + s] for s in seats],
            "scores": [a[SCORE + s] for s in seats],
            "hands": [hand(a, s) for s in seats],
            "taken": [taken(a, s) for s in seats],
            "next": None if a[PHASE] == DONE else a[NEXT],
        }
    return out


# ---------------------------------------------------------------- who sees what
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """The line as this seat saw it."""
    if line["do"] == "lift" or line.get("pending"):
        return None
    visible = {key: value for key, value in line.items() if key != "pending"}
    return visible | {"spell": None} if hidden(line, seat, state) else visible


def is_final(line: Line, seat: int | None, state: State) -> bool:
    """Whether this seat will for ever see the line as it does now."""
    return not hidden(line, seat, state)


def hidden(line: Line, seat: int | None, state: State) -> bool:
    """Whether the line has a stone that this seat may not see yet. What it has once seen stays seen."""
    t = state.cells
    finished = line["round"] < t[ROUND] or t[PHASE] in (GATHER, DONE)
    if finished or "spell" not in line or line["do"] == "call":
        return False
    to: int | None = line["to"]
    if line["do"] == "secret":
        return seat != to
    # AQ-816: whoever is out of the round sees the stones they leave standing
    return to is not None and (seat is None or (seat == to and t[LIFE + seat] > 0))


def reveals(line: Line) -> bool:
    """A call shows whether the stone was there, so it cannot be taken back, whether or not chance followed. One that is
    too low does not, unless it ends the round and lays everything open."""
    return line["do"] == "call" and (line["hit"] is not None or "ended" in line)


# ---------------------------------------------------------------- saying
def sentence(words: Words, line: Line) -> str:
    """The line in one language; "" for stones dealt, which are better seen than read."""
    said: dict[str, str] = words["log"]
    do = line["do"]
    if do == "first":
        text = said["first"].format(who=name(line["seat"]))
    elif do == "end":
        text = said["end"].format(who=name(line["by"]))
    elif do == "call":
        text = said_call(words, line)
    elif do == "roll":
        key = f"roll_{SPELLS[line['cast']]}" if line["hit"] else "roll_failed"
        text = said[key].format(who=name(line["to"]), die=line["die"])
    elif do == "secret":
        key = "secret_hidden" if line["spell"] is None else "secret_seen"
        spell = "" if line["spell"] is None else words["spells"][SPELLS[line["spell"]]]["name"]
        text = said[key].format(who=name(line["to"]), spell=spell)
    else:
        return ""
    if "ended" in line:
        text += " " + said_end(words, line)
    return text


def name(seat: int) -> str:
    return f"{{{seat}}}"


def said_call(words: Words, line: Line) -> str:
    said: dict[str, str] = words["log"]
    who = name(line["by"])
    spell = words["spells"][SPELLS[line["spell"]]]["name"]
    if line["hit"] is None:
        return said["too_low"].format(who=who, n=line["spell"], spell=spell)
    if not line["hit"]:
        key = "miss_dragon" if line["spell"] == 1 else "miss"
        return said[key].format(who=who, n=line["spell"], spell=spell)
    text = said["hit"].format(who=who, n=line["spell"], spell=spell)
    gains = [name(int(s)) for s, d in line["life"].items() if d > 0]
    losses = [name(int(s)) for s, d in line["life"].items() if d < 0]
    if gains:
        text += " " + said["gain"].format(who=join_names(words, gains))
    if losses:
        text += " " + said["lose" if len(losses) == 1 else "lose_many"].format(who=join_names(words, losses))
    return text


def said_end(words: Words, line: Line) -> str:
    """Why the round ended and what it brought."""
    ended = line["ended"]
    points = join_names(words, [f"{name(s)} +{p}" for s, p in enumerate(ended["points"]) if p])
    return " ".join([words["log"]["ended"][ended["cause"]], words["log"]["points"].format(points=points)])
