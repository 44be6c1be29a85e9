"""The log: what each action did, and who may see it.

A line is the action object with `by` (the seat, or null for chance) and its effects. All of it is public except the
`spell` of a stone that the viewer may not see. When a round is scored everybody sees its stones, so the lines of
finished rounds hide nothing (AQ-013). A `lift` line is never visible, because it would tell the caller that an equal
stone remains. The slot that was emptied is always in the line of the call itself.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """How a round ended, with all stones, which everybody sees now."""

    cause: notation.Cause
    by: int  # the seat that caused it; with cause `last`, the only seat left in the round
    fallen: list[int]  # the seats without a life
    points: list[int]
    scores: list[int]
    hands: list[str]
    taken: list[str]  # the secret stones of each seat
    next: int | None  # the seat that starts the next round; None if the game is over


class Changes(TypedDict):
    """The public effects of an action."""

    life: NotRequired[dict[str, int]]  # change of lives by seat
    ended: NotRequired[RoundEnd]


class CallResult(TypedDict):
    """What a call revealed to all."""

    standing: list[int]  # the ids of the caller's stones before the call
    hit: bool | None  # whether it succeeded; None: it was too low, so nobody learned whether a stone matched (AQ-305)
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

    to: int | None  # the seat; None: turned up on the board
    id: NotRequired[int]  # of the stone, if it came to a hand


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
    to: int  # the caller
    cast: int  # the spell it called
    hit: bool  # whether the call succeeded


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
    """Keys added to the line of a call when chance has chosen which of several equal stones left the hand."""

    slot: int
    id: int


class LiftLine(Changes):
    """Chance chose which of several equal stones left the hand. No viewer sees this line."""

    by: None
    do: Literal["lift"]
    slot: int
    round: int
    amends: NotRequired[Amendment]  # core.log moves it to the line of the call


Line: TypeAlias = CallLine | EndLine | FirstLine | StoneLine | RollLine | SecretLine | LiftLine


# ---------------------------------------------------------------- the line of an action
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action, hiding nothing, from the states before and after it."""
    old, new = before.cells, after.cells
    done = describe(action)
    me, in_round, effects = old[L.ACTIVE], new[L.ROUND], changes(old, new)
    if done["do"] == "call":
        return CallLine(by=me, **done, round=in_round, **call_result(old, new), **effects)
    if done["do"] == "end":
        return EndLine(by=me, **done, round=in_round, **effects)
    if done["do"] == "first":
        return FirstLine(by=None, **done, round=in_round, **effects)
    if done["do"] == "roll":
        return RollLine(by=None, **done, round=in_round, to=me, cast=old[L.SPELL], hit=old[L.HIT] == 1, **effects)
    if done["do"] == "secret":
        return SecretLine(by=None, **done, round=in_round, to=me, cast=old[L.SPELL], hit=old[L.HIT] == 1, **effects)
    if done["do"] == "lift":
        slot = done["slot"]
        amends = Amendment(slot=slot, id=notation.stone_ids(old, me)[slot], **effects)
        return {"by": None, "do": "lift", "slot": slot, "round": in_round, "amends": amends}
    return StoneLine(by=None, **done, round=in_round, **destination(old, new), **effects)


def call_result(before: Cells, after: Cells) -> CallResult:
    """Return what a call revealed to all: the ids of the caller's stones (`standing`), whether one of them matched
    (`hit`, None for a spell that is too low), and which one left."""
    me = before[L.ACTIVE]
    standing = notation.stone_ids(before, me)
    if after[L.SPELL] < lowest_call(before):
        return {"standing": standing, "hit": None}
    if after[L.PHASE] == L.LIFT:
        # The `lift` line fills in the slot and the id. The keys are set here, so that their order is the same as below.
        return {"standing": standing, "hit": True, "slot": None, "id": None}
    if not after[L.HIT]:
        return {"standing": standing, "hit": False}
    remaining = notation.stone_ids(after, me)
    slot = next(slot for slot, stone_id in enumerate(standing) if stone_id not in remaining)
    return {"standing": standing, "hit": True, "slot": slot, "id": standing[slot]}


def destination(before: Cells, after: Cells) -> Destination:
    """Return where the stone of a `stone` outcome was put."""
    if before[L.PHASE] == L.SHOW:
        return {"to": None}
    seat = 0  # the first stone of a later round goes to seat 0
    if before[L.PHASE] == L.DEAL:
        seat = before[L.SPELL]  # while dealing: the seat being dealt to
    elif before[L.PHASE] == L.REFILL:
        seat = before[L.ACTIVE]
    return {"to": seat, "id": notation.stone_ids(after, seat)[-1]}


def changes(before: Cells, after: Cells) -> Changes:
    """Return the public effects of an action: the change of lives by seat and, if the round ended, its result."""
    result: Changes = {}
    if after[L.ROUND] == before[L.ROUND]:
        change = {str(seat): after[L.LIFE + seat] - before[L.LIFE + seat] for seat in range(after[L.SEATS])}
        result["life"] = {seat: lives for seat, lives in change.items() if lives}
    if is_scored(after) and not is_scored(before):
        result["ended"] = round_end(after)
    return result


def total_life_changes(lines: Iterable[Line]) -> dict[int, int]:
    """Return the total change of lives by seat in these lines."""
    totals: dict[int, int] = {}
    for line in lines:
        for seat, change in line.get("life", {}).items():
            totals[int(seat)] = totals.get(int(seat), 0) + change
    return totals


def is_scored(t: Cells) -> bool:
    """AQ-013: return whether the round is scored, so that everybody sees all stones."""
    return t[L.PHASE] in (L.GATHER, L.DONE)


def round_end(t: Cells) -> RoundEnd:
    """Return why the round that was just scored ended, its points and all stones."""
    seats, me = range(t[L.SEATS]), t[L.ACTIVE]
    last_standing = me if L.in_round(t, me) else L.left_of(t, me)  # the left neighbour is the only one left
    return {
        "cause": notation.CAUSES[t[L.CAUSE]],
        "by": last_standing if t[L.CAUSE] == L.LAST_STANDING else me,
        "fallen": [seat for seat in seats if not L.in_round(t, seat)],
        "points": [t[L.POINTS + seat] for seat in seats],
        "scores": [t[L.SCORE + seat] for seat in seats],
        "hands": [notation.hand(t, seat) for seat in seats],
        "taken": [notation.secret_stones(t, seat) for seat in seats],
        "next": None if t[L.PHASE] == L.DONE else t[L.NEXT_STARTER],
    }


# ---------------------------------------------------------------- who sees what
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """Return the line as this seat sees it, or None if the seat must not see the line at all. A call is hidden until
    chance has chosen which stone leaves."""
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
    if line["round"] < t[L.ROUND] or is_scored(t):
        return False
    if line["do"] == "secret":
        return seat != line["to"]
    if line["do"] != "stone" or line["to"] is None:
        return False
    # AQ-816: players see their own stones only when they are out of the round
    return seat is None or (seat == line["to"] and L.in_round(t, seat))


def reveals(line: Line) -> bool:
    """Return whether the line is a call that revealed hidden information, and therefore cannot be undone. A call that
    is too low reveals nothing unless it ends the round, because then all stones are shown."""
    return line["do"] == "call" and (line["hit"] is not None or "ended" in line)


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is, and the round."""
    return state.cells[L.ACTIVE], state.cells[L.ROUND]


def parts(line: Line, current: Opening | None) -> list[Part]:
    """Split the log into turns: return the line as one part, with an Opening if a new turn begins. A turn consists of
    one seat's calls and their effects; dealing the stones of a round is a turn of its own. `current` is the opening of
    the current turn."""
    if current is None or current.chapter != line["round"]:
        begins = True
    else:
        begins = line["do"] == "call" and line["by"] != current.seat
    return [Part(line, Opening(line["by"], line["round"]) if begins else None)]
