"""The log: what each action did, and who may see it.

A line is the action object with `by` (the seat, or null for chance) and what followed from it. Everything in a line is
public except the `spell` of a stone that its reader may not see. Once a round is scored its stones lie open, so the
lines of finished rounds hide nothing (AQ-013). A `lift` is never visible: its mere presence would tell the caster that
an equal stone still stands; the call's own line carries the slot that left, asked or not.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict, TypeGuard

from sortilege.core.cells import Cells
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part
from sortilege.games.abracada import layout as L
from sortilege.games.abracada import notation
from sortilege.games.abracada.actions import describe
from sortilege.games.abracada.rules.calls import lowest_call


# ---------------------------------------------------------------- what a line may hold
class RoundEnd(TypedDict):
    """How a round ended, and all that then lies open."""

    cause: notation.Cause
    by: int  # whose doing it was; of `last`, who is left
    fallen: list[int]
    points: list[int]
    scores: list[int]
    hands: list[str]
    taken: list[str]
    next: int | None  # who starts the next round, if there is one


class Changes(TypedDict):
    """What an action changed for everybody to see."""

    life: NotRequired[dict[str, int]]  # lives gained and lost, by seat
    ended: NotRequired[RoundEnd]


class CallResult(TypedDict):
    """What a call found: all that the table may reason about."""

    standing: list[int]  # the ids of the stones that stood there
    hit: bool | None  # None: too low, so nobody learned whether it was there (AQ-305)
    slot: NotRequired[int | None]  # that it left; None while chance has yet to say which of several
    id: NotRequired[int | None]  # of the stone that left


class CallLine(Changes, CallResult):
    """A spell was called."""

    by: int
    do: Literal["call"]
    spell: int
    round: int


class EndLine(Changes):
    """A seat stopped."""

    by: int
    do: Literal["end"]
    round: int


class FirstLine(Changes):
    """Who starts."""

    by: None
    do: Literal["first"]
    seat: int
    round: int


class Destination(TypedDict):
    """Where a stone came to stand."""

    to: int | None  # None: turned up on the board
    id: NotRequired[int]  # where it came to a hand


class StoneLine(Changes, Destination):
    """A stone came to a hand, or to the board."""

    by: None
    do: Literal["stone"]
    spell: int | None  # None: hidden
    round: int


class RollLine(Changes):
    """The die of a dragon or a dream."""

    by: None
    do: Literal["roll"]
    die: int
    round: int
    to: int  # who had it rolled
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
    """What a call did, once it was known which of several equal stones left."""

    slot: int
    id: int


class LiftLine(Changes):
    """Which of several equal stones left; nobody sees this line."""

    by: None
    do: Literal["lift"]
    slot: int
    round: int
    amends: NotRequired[Amendment]  # taken off when the call's line is completed


Line: TypeAlias = CallLine | EndLine | FirstLine | StoneLine | RollLine | SecretLine | LiftLine


# ---------------------------------------------------------------- an action as a line
def line_of(before: State, action: int, after: State) -> Line:
    """One action and what it did, hiding nothing."""
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
    """Whether the stone was there, which slot it left, and what was standing."""
    me = b[L.ACTIVE]
    standing = notation.stone_ids(b, me)
    if a[L.SPELL] < lowest_call(b):
        return {"standing": standing, "hit": None}
    if a[L.PHASE] == L.LIFT:
        # The lift will say which. Its keys stand here already: their order must not tell that it was asked.
        return {"standing": standing, "hit": True, "slot": None, "id": None}
    if not a[L.HIT]:
        return {"standing": standing, "hit": False}
    still = notation.stone_ids(a, me)
    gone = next(i for i, stone in enumerate(standing) if stone not in still)
    return {"standing": standing, "hit": True, "slot": gone, "id": standing[gone]}


def destination(b: Cells, a: Cells) -> Destination:
    """Where the next stone goes."""
    if b[L.PHASE] == L.SHOW:
        return {"to": None}
    to = 0  # the first stone of a round is seat 0's
    if b[L.PHASE] == L.DEAL:
        to = b[L.SPELL]
    elif b[L.PHASE] == L.REFILL:
        to = b[L.ACTIVE]
    return {"to": to, "id": notation.stone_ids(a, to)[-1]}


def changes(b: Cells, a: Cells) -> Changes:
    """Lives gained and lost, and the end of the round."""
    out: Changes = {}
    if a[L.ROUND] == b[L.ROUND]:
        out["life"] = {
            str(s): a[L.LIFE + s] - b[L.LIFE + s] for s in range(a[L.SEATS]) if a[L.LIFE + s] != b[L.LIFE + s]
        }
    if a[L.PHASE] in (L.GATHER, L.DONE) and b[L.PHASE] not in (L.GATHER, L.DONE):
        out["ended"] = round_end(a)
    return out


def round_end(a: Cells) -> RoundEnd:
    """Why the round ended and what it brought."""
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
    """The line as this seat saw it; a call is seen once it is known which stone it took."""
    if line["do"] == "lift" or (line["do"] == "call" and line["hit"] and line["slot"] is None):
        return None
    if hides_stone(line, seat, state):
        line = line.copy()
        line["spell"] = None
    return line


def is_final(line: Line, seat: int | None, state: State) -> bool:
    """Whether this seat will for ever see the line as it does now."""
    return not hides_stone(line, seat, state)


def hides_stone(line: Line, seat: int | None, state: State) -> TypeGuard[StoneLine | SecretLine]:
    """Whether the line has a stone that this seat may not see yet. What it has once seen stays seen."""
    t = state.cells
    finished = line["round"] < t[L.ROUND] or t[L.PHASE] in (L.GATHER, L.DONE)
    if finished or (line["do"] != "stone" and line["do"] != "secret"):
        return False
    if line["do"] == "secret":
        return seat != line["to"]
    # AQ-816: whoever is out of the round sees the stones they leave standing
    return line["to"] is not None and (seat is None or (seat == line["to"] and t[L.LIFE + seat] > 0))


def reveals(line: Line) -> bool:
    """A call shows whether the stone was there, so it cannot be taken back, whether or not chance followed. One that is
    too low does not, unless it ends the round and lays everything open."""
    return line["do"] == "call" and (line["hit"] is not None or "ended" in line)


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Whose turn it is, and in which round."""
    return state.cells[L.ACTIVE], state.cells[L.ROUND]


def parts(line: Line, now: Opening | None) -> list[Part]:
    """The line, and the turn or round that begins with it: a turn is one seat's calls and what they bring, and each
    round begins with stones dealt to all."""
    goes_on = now is not None and now.chapter == line["round"] and (line["do"] != "call" or line["by"] == now.seat)
    return [Part(line, None if goes_on else Opening(line["by"], line["round"]))]
