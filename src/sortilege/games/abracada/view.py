"""What a seat may know: everybody's stones but its own, and what can be imagined from that."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from sortilege.core.cells import blank
from sortilege.core.log import log_of
from sortilege.core.state import State
from sortilege.games.abracada.actions import describe
from sortilege.games.abracada.box import HAND, KINDS
from sortilege.games.abracada.insight import Dealer
from sortilege.games.abracada.layout import (
    ACTIVE,
    BOARD,
    CALL,
    CAUSE,
    DEAL,
    DEALT,
    DONE,
    FIRST,
    FOUND,
    GATHER,
    HANDS,
    HIT,
    LAST,
    LIFE,
    LIFT,
    LYING,
    NEXT,
    PHASE,
    POINTS,
    POOL,
    REFILL,
    ROLL,
    ROUND,
    SCORE,
    SEATS,
    SECRET,
    SHOW,
    SIZE,
    SPELL,
    TAKEN,
    UNSEEN,
    count_up,
    pile,
    remember_cast,
    remember_miss,
)
from sortilege.games.abracada.log import CAUSES, stone_ids
from sortilege.games.abracada.position import hand, new_cells, taken
from sortilege.games.abracada.rules.nodes import fill_calls
from sortilege.games.abracada.rules.state import AbracadaState

# What chance is to say. While it picks which of several equal stones leaves, nobody may notice that it is asked.
AWAITED = {
    FIRST: "first",
    DEAL: "deal",
    SHOW: "show",
    ROLL: "roll",
    SECRET: "secret",
    REFILL: "refill",
    GATHER: "gather",
}
PHASES = {word: phase for phase, word in AWAITED.items()}


# ---------------------------------------------------------------- the view
def view(state: State, seat: int | None) -> dict[str, Any]:
    """All that this seat may know; None is a spectator, who sees no standing stone at all (AQ-913)."""
    t = state.cells
    seats = range(t[SEATS])
    open_table = t[PHASE] in (GATHER, DONE)  # the round is scored: AQ-013
    # While chance picks which of several equal stones leaves, nobody may notice that it is asked: the call has not
    # happened yet for any viewer.
    calling = t[PHASE] in (CALL, LIFT)
    log = log_of(state, seat)
    return {
        "game": "abracada",
        "seats": t[SEATS],
        "options": deepcopy(state.options),
        "you": seat,
        "round": t[ROUND],
        "turn": {"seat": t[ACTIVE], "last": t[LAST]} if calling else None,
        "awaits": AWAITED.get(t[PHASE]),
        "active": t[ACTIVE],
        "resolving": {"spell": t[SPELL], "hit": t[HIT] == 1} if t[PHASE] in (ROLL, SECRET) else None,
        "scores": [t[SCORE + s] for s in seats],
        "points": [t[POINTS + s] for s in seats],
        "life": [t[LIFE + s] for s in seats],
        "hands": [hand(t, s) if open_table or sees_hand(state, seat, s) else "?" * t[SIZE + s] for s in seats],
        "stones": [stone_ids(t, s) for s in seats],
        "dealt": t[DEALT],
        "board": [t[BOARD + k] for k in range(1, KINDS + 1)],
        "secrets": t[LYING],
        "pile": pile(t),
        "taken": [taken(t, s) if open_table or s == seat else "?" * t[TAKEN + s] for s in seats],
        "cause": CAUSES[t[CAUSE]],
        "next": t[NEXT] if t[PHASE] == GATHER else None,
        "previous": deepcopy(next((line["ended"] for line in reversed(log) if "ended" in line), None)),
        "legal": legal_calls(state) if calling and seat == t[ACTIVE] else [],
        "log": log,
        "outcome": state.outcome(),
    }


def sees_hand(state: State, viewer: int | None, seat: int) -> bool:
    """AQ-003, AQ-004; whoever is out of the round sees their own stones too (AQ-816)."""
    if viewer is None:
        return False
    return viewer != seat or state.cells[LIFE + seat] == 0


def legal_calls(state: State) -> list[dict[str, Any]]:
    buffer = blank(16)
    return [describe(buffer[i]) for i in range(fill_calls(state.cells, buffer))]


# ---------------------------------------------------------------- imagining
def dealer(game: Any, view: dict[str, Any]) -> Dealer:
    """Deals the stones this view does not show, each deal as likely as it truly is given all that was seen."""
    t = new_cells(view["seats"], view["options"])
    seats = range(view["seats"])
    t[ROUND], t[ACTIVE], t[LYING], t[DEALT] = view["round"], view["active"], view["secrets"], view["dealt"]
    t[LAST] = view["turn"]["last"] if view["turn"] else 0
    t[CAUSE] = CAUSES.index(view["cause"])
    for s in seats:
        t[LIFE + s], t[SCORE + s], t[POINTS + s] = view["life"][s], view["scores"][s], view["points"][s]
        t[SIZE + s], t[TAKEN + s] = len(view["hands"][s]), len(view["taken"][s])
    lay_seen_stones(t, view)
    count_up(t)
    set_phase(t, view)
    hidden = [s for s in seats if "?" in view["hands"][s]]
    made = Dealer(AbracadaState(t, game, view["options"]), hidden)
    for s in seats:
        heed_calls(made, view, s)
    return made


def odds(view: dict[str, Any]) -> dict[str, Any]:
    """The chance that the viewer holds each spell, dragon first; nothing for spectators and between rounds."""
    if view["turn"] is None or "?" not in (view["hands"][view["you"]] if view["you"] is not None else ""):
        return {}
    return {"odds": dealer(None, view).odds(view["you"])[1:]}


def lay_seen_stones(t: Any, view: dict[str, Any]) -> None:
    """Put down what the view shows; a hidden stone is its serial with spell 0. The pool is all the rest."""
    for k in range(1, KINDS + 1):
        t[BOARD + k] = view["board"][k - 1]
        t[POOL + k] = k - t[BOARD + k]
    for s in range(view["seats"]):
        for i, (face, stone) in enumerate(zip(view["hands"][s], view["stones"][s], strict=True)):
            spell = 0 if face == "?" else int(face)
            t[HANDS + s * 5 + i] = stone % 64 * 16 + spell
            t[POOL + spell] -= 1 if spell else 0
        for i, face in enumerate(view["taken"][s]):
            spell = 0 if face == "?" else int(face)
            t[FOUND + s * 4 + i] = spell
            t[POOL + spell] -= 1 if spell else 0
    t[UNSEEN] = view["pile"] + view["secrets"]


def set_phase(t: Any, view: dict[str, Any]) -> None:
    if view["turn"]:
        t[PHASE] = CALL
    elif view["outcome"]:
        t[PHASE] = DONE
    else:
        t[PHASE] = PHASES[view["awaits"]]
    if view["resolving"]:
        t[SPELL], t[HIT] = view["resolving"]["spell"], int(view["resolving"]["hit"])
    if view["next"] is not None:
        t[NEXT] = view["next"]
    if t[PHASE] == DEAL:
        t[SPELL] = next(s for s in range(view["seats"]) if t[SIZE + s] < HAND)


def heed_calls(made: Dealer, view: dict[str, Any], seat: int) -> None:
    """What a seat's calls in this round say about the stones it still has: after a miss none of those that stood there
    is that spell; a hit that took one stone makes each equal stone beside it a little less likely (AQ-209)."""
    now = view["stones"][seat]
    calls = [x for x in view["log"] if x["do"] == "call" and x["by"] == seat and x["round"] == view["round"]]
    left = {x["id"]: x["spell"] for x in calls if x["hit"]}
    for x in calls:
        slots = [now.index(stone) for stone in x["standing"] if stone in now]
        if x["hit"] is False:
            remember_miss(made.table.cells, seat, x["spell"], max(x["standing"]) % 64 + 1)
        elif x["hit"]:
            remember_cast(made.table.cells, seat, x["spell"], max(x["standing"]) % 64 + 1)
            equals = sum(left.get(stone) == x["spell"] for stone in x["standing"])
            made.witness(seat, x["spell"], sum(1 << i for i in slots), equals)
