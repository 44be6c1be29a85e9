"""The log: what each action did, and who may see it.

A line is the action object with `by` (the seat, or null for chance) and its effects. All of it is public except the
`spell` of a stone that the viewer may not see. Once a round is scored its stones are open, so the lines of finished
rounds hide nothing (AQ-013). A `lift` line is never visible: its presence would tell the caster that an equal stone is
left. The line of the call itself has the slot that was emptied, in any case.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict, TypeGuard

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.game_rules import Opening, Part
from sortilege.games.abracada import layout as L
from sortilege.games.abracada import notation
from sortilege.games.abracada.actions import describe
from sortilege.games.abracada.rules.calls import lowest_call


# ---------------------------------------------------------------- types
class RoundEnd(TypedDict):
    """How a round ended, with all stones, which are then open."""

    cause: notation.Cause
    by: int  # who caused it; with cause `last`, who is left
    fallen: list[int]
    points: list[int]
    scores: list[int]
    hands: list[str]
    taken: list[str]
    next: int | None  # who starts the next round, if there is one


class Changes(TypedDict):
    """The public effects of an action."""

    life: NotRequired[dict[str, int]]  # change of lives by seat
    ended: NotRequired[RoundEnd]


class CallResult(TypedDict):
    """What a call revealed to all."""

    standing: list[int]  # the ids of the caller's stones
    hit: bool | None  # None: the call was too low, so nobody learned whether it matched (AQ-305)
    slot: NotRequired[int | None]  # the emptied slot; None while chance has not yet chosen one of several
    id: NotRequired[int | None]  # of the stone that left


class CallLine(Changes, CallResult):
    """A seat called a spell."""

    by: int
    do: Literal["call"]
    spell: int
    round: int


class EndLine(Changes):
    """A seat ended its turn."""

    by: int
    do: Literal["end"]
    round: int


class FirstLine(Changes):
    """The starting seat was drawn."""

    by: None
    do: Literal["first"]
    seat: int
    round: int


class Destination(TypedDict):
    """Where a stone was put."""

    to: int | None  # None: turned up on the board
    id: NotRequired[int]  # if it came to a hand


class StoneLine(Changes, Destination):
    """A stone was dealt to a hand or turned up on the board."""

    by: None
    do: Literal["stone"]
    spell: int | None  # None: hidden
    round: int


class RollLine(Changes):
    """The die was rolled for a dragon or a dream."""

    by: None
    do: Literal["roll"]
    die: int
    round: int
    to: int  # the caster
    cast: int  # the spell
    hit: bool


class SecretLine(Changes):
    """A secret stone was taken."""

    by: None
    do: Literal["secret"]
    spell: int | None  # None: hidden
    round: int
    to: int
    cast: int
    hit: bool


class Amendment(Changes):
    """The effects of a call, added when chance has chosen which of several equal stones left."""

    slot: int
    id: int


class LiftLine(Changes):
    """Chance chose which of several equal stones left. No viewer sees this line."""

    by: None
    do: Literal["lift"]
    slot: int
    round: int
    amends: NotRequired[Amendment]  # moved to the line of the call


Line: TypeAlias = CallLine | EndLine | FirstLine | StoneLine | RollLine | SecretLine | LiftLine


# ---------------------------------------------------------------- the line of an action
def line_of(before: State, action: int, after: State) -> Line:
    """Return the line of an action, hiding nothing."""
    b, a = before.cells, after.cells
    did = describe(action)
    me, now, changed = b[L.ACTIVE], a[L.ROUND], changes(b, a)
    if did["do"] == "call":
        return CallLine(by=me, **did, round=now, **call_result(b, a), **changed)
    if did["do"] == "end":
        return EndLine(by=me, **did, round=now, **changed)
    if did["do"] == "first":
        return FirstLine(by=None, **did, round=now, **changed)
    if did["do"] == "roll":
        return RollLine(by=None, **did, round=now, to=me, cast=b[L.SPELL], hit=b[L.HIT] == 1, **changed)
    if did["do"] == "secret":
        return SecretLine(by=None, **did, round=now, to=me, cast=b[L.SPELL], hit=b[L.HIT] == 1, **changed)
    if did["do"] == "lift":
        slot = did["slot"]
        amends = Amendment(slot=slot, id=notation.stone_ids(b, me)[slot], **changed)
        return {"by": None, "do": "lift", "slot": slot, "round": now, "amends": amends}
    return StoneLine(by=None, **did, round=now, **destination(b, a), **changed)


def call_result(b: Cells, a: Cells) -> CallResult:
    """Return whether the stone was there, which slot it left, and the ids of the caller's stones."""
    me = b[L.ACTIVE]
    standing = notation.stone_ids(b, me)
    if a[L.SPELL] < lowest_call(b):
        return {"standing": standing, "hit": None}
    if a[L.PHASE] == L.LIFT:
        # The `lift` line fills these in. They are set here so that the order of keys does not reveal that it is needed.
        return {"standing": standing, "hit": True, "slot": None, "id": None}
    if not a[L.HIT]:
        return {"standing": standing, "hit": False}
    remaining = notation.stone_ids(a, me)
    slot = next(i for i, stone in enumerate(standing) if stone not in remaining)
    return {"standing": standing, "hit": True, "slot": slot, "id": standing[slot]}


def destination(b: Cells, a: Cells) -> Destination:
    """Return where the next stone goes."""
    if b[L.PHASE] == L.SHOW:
        return {"to": None}
    to = 0  # the first stone of a round is seat 0's
    if b[L.PHASE] == L.DEAL:
        to = b[L.SPELL]
    elif b[L.PHASE] == L.REFILL:
        to = b[L.ACTIVE]
    return {"to": to, "id": notation.stone_ids(a, to)[-1]}


def changes(b: Cells, a: Cells) -> Changes:
    """Return the change of lives and, if the round ended, its result."""
    out: Changes = {}
    if a[L.ROUND] == b[L.ROUND]:
        out["life"] = {
            str(s): a[L.LIFE + s] - b[L.LIFE + s] for s in range(a[L.SEATS]) if a[L.LIFE + s] != b[L.LIFE + s]
        }
    if a[L.PHASE] in (L.GATHER, L.DONE) and b[L.PHASE] not in (L.GATHER, L.DONE):
        out["ended"] = round_end(a)
    return out


def round_end(a: Cells) -> RoundEnd:
    """Return why the round ended, its points and all stones."""
    seats, me = range(a[L.SEATS]), a[L.ACTIVE]
    left_standing = me if L.in_round(a, me) else L.left_of(a, me)
    return {
        "cause": notation.CAUSES[a[L.CAUSE]],
        "by": left_standing if a[L.CAUSE] == L.LAST_STANDING else me,
        "fallen": [s for s in seats if not L.in_round(a, s)],
        "points": [a[L.POINTS + s] for s in seats],
        "scores": [a[L.SCORE + s] for s in seats],
        "hands": [notation.hand(a, s) for s in seats],
        "taken": [notation.secret_stones(a, s) for s in seats],
        "next": None if a[L.PHASE] == L.DONE else a[L.NEXT],
    }


# ---------------------------------------------------------------- who sees what
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """Return the line as this seat saw it. A call becomes visible when it is known which stone left."""
    if line["do"] == "lift" or (line["do"] == "call" and line["hit"] and line["slot"] is None):
        return None
    if hides_stone(line, seat, state):
        line = line.copy()
        line["spell"] = None
    return line


def is_final(line: Line, seat: int | None, state: State) -> bool:
    """Return whether this seat's version of the line can no longer change."""
    return not hides_stone(line, seat, state)


def hides_stone(line: Line, seat: int | None, state: State) -> TypeGuard[StoneLine | SecretLine]:
    """Return whether the line has a stone that this seat may not see yet."""
    t = state.cells
    finished = line["round"] < t[L.ROUND] or t[L.PHASE] in (L.GATHER, L.DONE)
    if finished or (line["do"] != "stone" and line["do"] != "secret"):
        return False
    if line["do"] == "secret":
        return seat != line["to"]
    # AQ-816: a player who is out of the round sees the own stones
    return line["to"] is not None and (seat is None or (seat == line["to"] and t[L.LIFE + seat] > 0))


def reveals(line: Line) -> bool:
    """Return whether the line is a call that showed whether the stone was there, so that it cannot be undone. A call
    that was too low shows nothing, unless it ends the round and opens all stones."""
    return line["do"] == "call" and (line["hit"] is not None or "ended" in line)


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return whose turn it is, and the round."""
    return state.cells[L.ACTIVE], state.cells[L.ROUND]


def parts(line: Line, now: Opening | None) -> list[Part]:
    """Return the line with the turn that begins with it, if any: a turn consists of one seat's calls and their effects,
    and each round begins with dealing."""
    continues = now is not None and now.chapter == line["round"] and (line["do"] != "call" or line["by"] == now.seat)
    return [Part(line, None if continues else Opening(line["by"], line["round"]))]
