"""The cells of a table as far as a view shows them, and the dealer that samples the hidden stones."""

from __future__ import annotations

from typing import Final, TypedDict

from sortilege.core.engine.cells import Cells, copy
from sortilege.core.game import Game
from sortilege.core.types import Object
from sortilege.games.abracada import actions, notation
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND, KINDS
from sortilege.games.abracada.insight import Dealer, Decision
from sortilege.games.abracada.log import Line
from sortilege.games.abracada.position import new_cells
from sortilege.games.abracada.rules.setup import gather
from sortilege.games.abracada.rules.state import AbracadaState, carry_out
from sortilege.games.abracada.view import AWAITED, View

PHASES: Final = {word: phase for phase, word in AWAITED.items()}


class Aid(TypedDict, total=False):
    """Numbers shown as an aid in practice games."""

    odds: list[float]  # the probability that the viewer holds each spell, dragon first


# ---------------------------------------------------------------- hidden stones
def dealer(game: Game | None, view: View) -> Dealer:
    """Return the dealer of the stones that this view hides. It accounts for the calls that the viewer has seen."""
    table = AbracadaState(table_of(view), game, dict(view["options"]))
    seats = range(view["seats"])
    hidden = [s for s in seats if notation.HIDDEN in view["hands"][s]]
    result = Dealer(table, hidden, lambda: replay(view)[1])
    for s in seats:
        add_call_evidence(result, view, s)
    return result


def odds(view: View) -> Aid:
    """Return the probability that the viewer holds each spell; {} for spectators and between rounds."""
    you = view["you"]
    if you is None or view["turn"] is None or notation.HIDDEN not in view["hands"][you]:
        return {}
    return {"odds": dealer(None, view).odds(you)[1:]}


def call_odds(view: View, action: int) -> list[tuple[Object, float]]:
    """Return the exact probabilities that a call of the viewer succeeds and fails."""
    you = view["you"]
    if you is None or not 1 <= action <= KINDS or view["turn"] is None or action < view["turn"]["last"]:
        return []
    chance = dealer(None, view).odds(you)[action]
    return [({"hit": True}, chance), ({"hit": False}, 1 - chance)]


def add_call_evidence(result: Dealer, view: View, seat: int) -> None:
    """Add what a seat's calls in this round tell about its remaining stones. After a miss none of the stones that stood
    there is that spell. A hit that took one of several equal stones makes an equal stone beside it less likely
    (AQ-209)."""
    t, now = result.table.cells, view["stones"][seat]
    this_round = [line for line in view["log"] if line["round"] == view["round"]]
    calls = [line for line in this_round if line["do"] == "call" and line["by"] == seat]
    left = {line["id"]: line["spell"] for line in calls if line["hit"]}
    for line in calls:
        spell, standing = line["spell"], line["standing"]
        if line["hit"] is False:
            L.remember_miss(t, seat, spell, notation.serial_of(max(standing)) + 1)
        elif line["hit"]:
            L.remember_cast(t, seat, spell, notation.serial_of(max(standing)) + 1)
            slots = sum(1 << now.index(stone) for stone in standing if stone in now)
            equals = sum(left.get(stone) == spell for stone in standing)
            result.add_cast_evidence(seat, spell, slots, equals)


# ---------------------------------------------------------------- replaying the round
def replay(view: View) -> tuple[Cells, list[Decision]]:
    """Replay the round as the viewer knows it now. Return the resulting table and the decisions of the other seats,
    each with the table at that time. There are no decisions if the viewer did not see the beginning of the round."""
    you = view["you"]
    lines = [line for line in view["log"] if line["round"] == view["round"] and line["do"] != "first"]
    t = new_cells(view["seats"], dict(view["options"]))
    gather(t)
    t[L.ROUND] = view["round"]
    for s in range(view["seats"]):
        t[L.SCORE + s], t[L.POINTS + s] = view["scores"][s], view["points"][s]
    decisions: list[Decision] = []
    if sum(line["do"] == "stone" for line in lines) != view["dealt"]:
        return t, decisions
    t[L.ACTIVE] = next((line["by"] for line in lines if line["by"] is not None), view["active"])
    own = {line["id"]: line["spell"] for line in lines if line["do"] == "call" and line["hit"]}
    for line in lines:
        if line["by"] not in (None, you):
            decisions.append((copy(t), actions.CALL + line["spell"] if line["do"] == "call" else actions.END))
        apply_line(t, line, own)
    return t, decisions


def apply_line(t: Cells, line: Line, own: dict[int | None, int]) -> None:
    """Apply a log line to the table. `own` has the spells of stones revealed by later calls; a stone that is unknown to
    the viewer is spell 0."""
    if line["do"] == "stone":
        carry_out(t, actions.STONE + (line["spell"] or own.get(line.get("id"), 0)))
    elif line["do"] == "call":
        carry_out(t, actions.CALL + line["spell"])
        if t[L.PHASE] == L.LIFT:
            carry_out(t, actions.LIFT + (line["slot"] or 0))
    elif line["do"] == "end":
        carry_out(t, actions.END)
    elif line["do"] == "roll":
        carry_out(t, actions.ROLL + line["die"])
    elif line["do"] == "secret":
        carry_out(t, actions.SECRET + (line["spell"] or 0))


# ---------------------------------------------------------------- the table shown by a view
def table_of(view: View) -> Cells:
    """Return the cells as far as this view shows them. A hidden stone is its serial number with spell 0; the pool has
    all stones that are not visible."""
    t = new_cells(view["seats"], dict(view["options"]))
    t[L.ROUND], t[L.ACTIVE], t[L.LYING], t[L.DEALT] = view["round"], view["active"], view["secrets"], view["dealt"]
    t[L.LAST] = view["turn"]["last"] if view["turn"] else 0
    t[L.CAUSE] = notation.CAUSES.index(view["cause"])
    for s in range(view["seats"]):
        t[L.LIFE + s], t[L.SCORE + s], t[L.POINTS + s] = view["life"][s], view["scores"][s], view["points"][s]
        t[L.SIZE + s], t[L.TAKEN + s] = len(view["hands"][s]), len(view["taken"][s])
    set_visible_stones(t, view)
    L.update_counts(t)
    set_phase(t, view)
    return t


def set_visible_stones(t: Cells, view: View) -> None:
    """Set the visible stones and put all others into the pool."""
    for k in range(1, KINDS + 1):
        t[L.BOARD + k] = view["board"][k - 1]
        t[L.POOL + k] = k - t[L.BOARD + k]
    for s in range(view["seats"]):
        for i, (stone, stone_id) in enumerate(zip(view["hands"][s], view["stones"][s], strict=True)):
            spell = notation.spell_of(stone)
            t[L.HANDS + s * 5 + i] = notation.serial_of(stone_id) * 16 + spell
            t[L.POOL + spell] -= 1 if spell else 0
        for i, stone in enumerate(view["taken"][s]):
            spell = notation.spell_of(stone)
            t[L.FOUND + s * 4 + i] = spell
            t[L.POOL + spell] -= 1 if spell else 0
    t[L.UNSEEN] = view["pile"] + view["secrets"]


def set_phase(t: Cells, view: View) -> None:
    """Set the phase and what the table waits for."""
    if view["turn"]:
        t[L.PHASE] = L.CALL
    elif view["awaits"]:
        t[L.PHASE] = PHASES[view["awaits"]]
    else:
        t[L.PHASE] = L.DONE
    if view["resolving"]:
        t[L.SPELL], t[L.HIT] = view["resolving"]["spell"], int(view["resolving"]["hit"])
    if view["next"] is not None:
        t[L.NEXT] = view["next"]
    if t[L.PHASE] == L.DEAL:
        t[L.SPELL] = next(s for s in range(view["seats"]) if t[L.SIZE + s] < HAND)
