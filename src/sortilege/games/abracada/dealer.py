"""What a view leaves open: the table as far as the view shows it, and who deals the stones that it does not."""

from __future__ import annotations

from typing import Final, TypedDict

from sortilege.core.cells import Cells, copy
from sortilege.core.game import Game
from sortilege.core.shapes import Object
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
    """What helps whoever practises."""

    odds: list[float]  # that the viewer holds each spell, dragon first


# ---------------------------------------------------------------- imagining
def dealer(game: Game | None, view: View) -> Dealer:
    """Deals the stones this view does not show, each deal as likely as it truly is given all that was seen."""
    table = AbracadaState(table_of(view), game, dict(view["options"]))
    seats = range(view["seats"])
    hidden = [s for s in seats if notation.HIDDEN in view["hands"][s]]
    made = Dealer(table, hidden, lambda: replay(view)[1])
    for s in seats:
        heed_calls(made, view, s)
    return made


def odds(view: View) -> Aid:
    """The chance that the viewer holds each spell; nothing for spectators and between rounds."""
    you = view["you"]
    if you is None or view["turn"] is None or notation.HIDDEN not in view["hands"][you]:
        return {}
    return {"odds": dealer(None, view).odds(you)[1:]}


def call_odds(view: View, action: int) -> list[tuple[Object, float]]:
    """The exact chance that a call of the viewer succeeds, given all that it has seen."""
    you = view["you"]
    if you is None or not 1 <= action <= KINDS or view["turn"] is None or action < view["turn"]["last"]:
        return []
    chance = dealer(None, view).odds(you)[action]
    return [({"hit": True}, chance), ({"hit": False}, 1 - chance)]


def heed_calls(made: Dealer, view: View, seat: int) -> None:
    """What a seat's calls in this round say about the stones it still has: after a miss none of those that stood there
    is that spell; a hit that took one stone makes each equal stone beside it a little less likely (AQ-209)."""
    t, now = made.table.cells, view["stones"][seat]
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
            made.witness(seat, spell, slots, equals)


# ---------------------------------------------------------------- the round so far
def replay(view: View) -> tuple[Cells, list[Decision]]:
    """The round from its first stone on, as the viewer knows it by now: the table it leads to, and what the others
    decided on the way. No decisions where the round was not seen from its beginning."""
    you = view["you"]
    lines = [line for line in view["log"] if line["round"] == view["round"] and line["do"] != "first"]
    t = new_cells(view["seats"], dict(view["options"]))
    gather(t)
    t[L.ROUND] = view["round"]
    for s in range(view["seats"]):
        t[L.SCORE + s], t[L.POINTS + s] = view["scores"][s], view["points"][s]
    told: list[Decision] = []
    if sum(line["do"] == "stone" for line in lines) != view["dealt"]:
        return t, told
    t[L.ACTIVE] = next((line["by"] for line in lines if line["by"] is not None), view["active"])
    own = {line["id"]: line["spell"] for line in lines if line["do"] == "call" and line["hit"]}
    for line in lines:
        if line["by"] not in (None, you):
            told.append((copy(t), actions.CALL + line["spell"] if line["do"] == "call" else actions.END))
        retrace(t, line, own)
    return t, told


def retrace(t: Cells, line: Line, own: dict[int | None, int]) -> None:
    """What a line tells happened, stones not known to the viewer being spell 0."""
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


# ---------------------------------------------------------------- the table a view shows
def table_of(view: View) -> Cells:
    """The cells as far as this view shows them: a hidden stone is its serial with spell 0, the pool all that is not
    seen."""
    t = new_cells(view["seats"], dict(view["options"]))
    t[L.ROUND], t[L.ACTIVE], t[L.LYING], t[L.DEALT] = view["round"], view["active"], view["secrets"], view["dealt"]
    t[L.LAST] = view["turn"]["last"] if view["turn"] else 0
    t[L.CAUSE] = notation.CAUSES.index(view["cause"])
    for s in range(view["seats"]):
        t[L.LIFE + s], t[L.SCORE + s], t[L.POINTS + s] = view["life"][s], view["scores"][s], view["points"][s]
        t[L.SIZE + s], t[L.TAKEN + s] = len(view["hands"][s]), len(view["taken"][s])
    lay_seen_stones(t, view)
    L.count_up(t)
    set_phase(t, view)
    return t


def lay_seen_stones(t: Cells, view: View) -> None:
    """Put down what the view shows; the pool is all the rest."""
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
    """What the table waits for."""
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
