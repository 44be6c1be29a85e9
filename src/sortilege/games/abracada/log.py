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
    """How a round ended, with the points and all stones, which everybody sees now."""

    cause: notation.Cause
    by: int  # the seat that caused it; with cause `last`, the only seat left in the round
    fallen: list[int]  # the seats without a life
    points: list[int]  # of each seat in this round
    scores: list[int]  # of each seat in the game so far
    hands: list[str]  # of each seat: one digit per stone
    taken: list[str]  # the secret stones of each seat
    next: int | None  # the seat that starts the next round; None if the game is over


class Changes(TypedDict):
    """The public effects of an action."""

    life: NotRequired[dict[str, int]]  # by seat: how many lives it gained (or lost, if negative)
    ended: NotRequired[RoundEnd]  # only if the round ended


class CallResult(TypedDict):
    """What a call revealed to all players."""

    standing: list[int]  # the ids of the caller's stones before the call
    hit: bool | None  # whether it succeeded; None: it was too low, so nobody learned whether a stone matched (AQ-305)
    slot: NotRequired[int | None]  # the emptied slot; None while chance has not yet chosen one of several
    id: NotRequired[int | None]  # the id of the stone that left the hand


class CallLine(Changes, CallResult):
    """A seat called a spell."""

    by: int  # the seat
    do: Literal["call"]
    spell: int  # 1 to 8
    round: int


class EndLine(Changes):
    """A seat ended its turn."""

    by: int  # the seat
    do: Literal["end"]
    round: int


class FirstLine(Changes):
    """The starting seat was drawn."""

    by: None  # chance
    do: Literal["first"]
    seat: int  # the seat that starts
    round: int


class Destination(TypedDict):
    """Where a stone was put."""

    to: int | None  # the seat; None: turned up on the board
    id: NotRequired[int]  # the id of the stone, if it was dealt to a hand


class StoneLine(Changes, Destination):
    """A stone was dealt to a hand or turned up on the board."""

    by: None  # chance
    do: Literal["stone"]
    spell: int | None  # None: hidden from the viewer
    round: int


class RollLine(Changes):
    """The die was rolled for a dragon or a dream."""

    by: None  # chance
    do: Literal["roll"]
    die: int  # the number rolled
    round: int
    to: int  # the seat that called the spell
    cast: int  # the spell that was called
    hit: bool  # whether the call succeeded


class SecretLine(Changes):
    """A secret stone was taken."""

    by: None  # chance
    do: Literal["secret"]
    spell: int | None  # None: hidden from the viewer
    round: int
    to: int  # the seat that took it
    cast: int  # the spell that was called
    hit: bool  # whether the call succeeded


class Amendment(Changes):
    """Keys added to the log line of a call after chance has chosen which of several matching stones left the hand."""

    slot: int  # the slot of the stone in the hand
    id: int  # the id of the stone


class LiftLine(Changes):
    """Chance chose which of several stones that match a call left the hand. No player sees this log line."""

    by: None  # chance
    do: Literal["lift"]
    slot: int  # the slot of the stone in the hand
    round: int
    amends: NotRequired[Amendment]  # keys that core.log moves to the line of the call


Line: TypeAlias = CallLine | EndLine | FirstLine | StoneLine | RollLine | SecretLine | LiftLine


# ---------------------------------------------------------------- the line of an action
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action, which hides nothing, from the states before and after the action."""
    old, new = before.cells, after.cells
    caller, spell, hit = old[L.ACTIVE], old[L.SPELL], old[L.HIT] == 1
    round_number = new[L.ROUND]
    effects = changes(old, new)
    entry = describe(action)
    if entry["do"] == "call":
        return CallLine(by=caller, **entry, round=round_number, **call_result(old, new), **effects)
    if entry["do"] == "end":
        return EndLine(by=caller, **entry, round=round_number, **effects)
    if entry["do"] == "first":
        return FirstLine(by=None, **entry, round=round_number, **effects)
    if entry["do"] == "roll":
        return RollLine(by=None, **entry, round=round_number, to=caller, cast=spell, hit=hit, **effects)
    if entry["do"] == "secret":
        return SecretLine(by=None, **entry, round=round_number, to=caller, cast=spell, hit=hit, **effects)
    if entry["do"] == "lift":
        slot = entry["slot"]
        amends = Amendment(slot=slot, id=notation.stone_ids(old, caller)[slot], **effects)
        return {"by": None, "do": "lift", "slot": slot, "round": round_number, "amends": amends}
    return StoneLine(by=None, **entry, round=round_number, **destination(old, new), **effects)


def call_result(before: Cells, after: Cells) -> CallResult:
    """Return what a call revealed to all players. `standing` has the ids of the caller's stones. `hit` is whether one
    of them matched, or None if the called spell was too low. `slot` and `id` belong to the stone that left the hand."""
    caller = before[L.ACTIVE]
    standing = notation.stone_ids(before, caller)
    if after[L.SPELL] < lowest_call(before):
        return {"standing": standing, "hit": None}
    if after[L.PHASE] == L.LIFT:
        # The line of the chance outcome replaces both None values.
        return {"standing": standing, "hit": True, "slot": None, "id": None}
    if not after[L.HIT]:
        return {"standing": standing, "hit": False}
    remaining = notation.stone_ids(after, caller)
    slot = next(slot for slot, stone_id in enumerate(standing) if stone_id not in remaining)
    return {"standing": standing, "hit": True, "slot": slot, "id": standing[slot]}


def destination(before: Cells, after: Cells) -> Destination:
    """Return where chance put a stone: the seat and the stone's id, or no seat if it was turned up on the board."""
    phase = before[L.PHASE]
    if phase == L.SHOW:
        return {"to": None}
    seat = 0  # the first stone of a later round goes to seat 0
    if phase == L.DEAL:
        seat = before[L.DEALT_TO]
    elif phase == L.REFILL:
        seat = before[L.ACTIVE]
    return {"to": seat, "id": notation.stone_ids(after, seat)[-1]}


def changes(before: Cells, after: Cells) -> Changes:
    """Return the public effects of an action: the change of lives by seat and, if the round ended, its result."""
    result: Changes = {}
    if after[L.ROUND] == before[L.ROUND]:
        seats = range(after[L.SEATS])
        life_changes = {str(seat): after[L.LIFE + seat] - before[L.LIFE + seat] for seat in seats}
        result["life"] = {seat: change for seat, change in life_changes.items() if change}
    if is_scored(after) and not is_scored(before):
        result["ended"] = round_end(after)
    return result


def total_life_changes(lines: Iterable[Line]) -> dict[int, int]:
    """Return by seat how many lives it gained (or lost, if negative) according to these log lines."""
    totals: dict[int, int] = {}
    for line in lines:
        for seat, change in line.get("life", {}).items():
            totals[int(seat)] = totals.get(int(seat), 0) + change
    return totals


def is_scored(t: Cells) -> bool:
    """Return whether the round is scored, so that everybody sees all stones (AQ-013)."""
    return t[L.PHASE] in (L.GATHER, L.DONE)


def round_end(t: Cells) -> RoundEnd:
    """Return how the round that was just scored ended, with its points and all stones."""
    seats, active = range(t[L.SEATS]), t[L.ACTIVE]
    last_standing = active if L.in_round(t, active) else L.left_of(t, active)  # the only seat left in the round
    return {
        "cause": notation.CAUSES[t[L.CAUSE]],
        "by": last_standing if t[L.CAUSE] == L.LAST_STANDING else active,
        "fallen": [seat for seat in seats if not L.in_round(t, seat)],
        "points": [t[L.POINTS + seat] for seat in seats],
        "scores": [t[L.SCORE + seat] for seat in seats],
        "hands": [notation.hand(t, seat) for seat in seats],
        "taken": [notation.secret_stones(t, seat) for seat in seats],
        "next": None if t[L.PHASE] == L.DONE else t[L.NEXT_STARTER],
    }


# ---------------------------------------------------------------- who sees what
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """Return a log line as this seat (None: a spectator) sees it, or None if the seat must not see it at all. A call is
    hidden until chance has chosen which of several matching stones leaves the hand."""
    if line["do"] == "lift":
        return None
    if line["do"] == "call" and line["hit"] and line["slot"] is None:  # chance has not chosen yet
        return None
    if hides_stone(line, seat, state):
        line = line.copy()
        line["spell"] = None
    return line


def is_final(line: Line, seat: int | None, state: State) -> bool:
    """Return whether a log line, as this seat sees it, can no longer change."""
    return not hides_stone(line, seat, state)


def hides_stone(line: Line, seat: int | None, state: State) -> TypeGuard[StoneLine | SecretLine]:
    """Return whether a log line mentions a stone that this seat (None: a spectator) may not see yet."""
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
    """Return whether a log line is a call that revealed hidden information, so that it cannot be undone. A call that
    was too low reveals nothing unless it ends the round, because then all stones are shown."""
    if line["do"] != "call":
        return False
    was_too_low = line["hit"] is None
    return not was_too_low or "ended" in line


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return what identifies the current turn: the seat whose turn it is, and the number of the round."""
    return state.cells[L.ACTIVE], state.cells[L.ROUND]


def parts(line: Line, current: Opening | None) -> list[Part]:
    """Return a log line as a part of a turn, with an Opening if a new turn begins. A turn consists of one seat's calls
    and their effects; dealing the stones of a round is its own turn. `current` describes the turn before the line."""
    is_new_round = current is None or current.chapter != line["round"]
    is_new_caller = current is not None and line["do"] == "call" and line["by"] != current.seat
    if is_new_round or is_new_caller:
        return [Part(line, Opening(line["by"], line["round"]))]
    return [Part(line)]
