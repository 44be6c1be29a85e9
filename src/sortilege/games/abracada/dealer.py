"""Converts a view back to a state vector. The hidden stones are unknown, or a dealer samples them."""

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

PHASES: Final = {name: phase for phase, name in AWAITED.items()}


class Aid(TypedDict, total=False):
    """Probabilities that practice games show to players as an aid."""

    odds: list[float]  # by spell from 1 to 8: the probability that the viewer has a stone of it


# ---------------------------------------------------------------- hidden stones
def dealer(game: Game | None, view: View) -> Dealer:
    """Return a dealer, which samples the stones that this view hides. The samples agree with the calls of the round:
    for instance, no hand contains a stone of a spell that was called without success."""
    table = AbracadaState(state_vector(view), game, dict(view["options"]))
    seats = range(view["seats"])
    hidden = [seat for seat in seats if notation.HIDDEN in view["hands"][seat]]

    def read_decisions() -> list[Decision]:
        _, decisions = replay(view)
        return decisions

    result = Dealer(table, hidden, read_decisions)
    for seat in seats:
        add_call_evidence(result, view, seat)
    return result


def odds(view: View) -> Aid:
    """Return the probability that the viewer has at least one stone of each spell, as an aid in practice games. Return
    {} if the viewer is a spectator or has no hidden stones, or if nobody is about to call."""
    you = view["you"]
    if you is None or view["turn"] is None or notation.HIDDEN not in view["hands"][you]:
        return {}
    return {"odds": dealer(None, view).odds(you)[1:]}


def call_odds(view: View, action: int) -> list[tuple[Object, float]]:
    """Return the two results of a call by the viewer, success and failure, with their exact probabilities. `action` is
    an action id. Return [] if it is not a call, or if the called spell is too low, so that the call certainly fails."""
    you, turn = view["you"], view["turn"]
    if you is None or turn is None:
        return []
    spell = action - actions.CALL
    is_call = 1 <= spell <= KINDS
    if not is_call or spell < turn["last"]:
        return []
    success_probability = dealer(None, view).odds(you)[spell]
    return [({"hit": True}, success_probability), ({"hit": False}, 1 - success_probability)]


def add_call_evidence(dealer: Dealer, view: View, seat: int) -> None:
    """Tell the dealer what a seat's calls in this round reveal about its remaining stones. After a failed call of a
    potion, no stone that the seat had is a potion. After a successful one, a second potion is less likely (AQ-209)."""
    t = dealer.table.cells
    remaining = view["stones"][seat]
    this_round = [line for line in view["log"] if line["round"] == view["round"]]
    calls = [line for line in this_round if line["do"] == "call" and line["by"] == seat]
    cast_spells = {line["id"]: line["spell"] for line in calls if line["hit"]}
    for line in calls:
        spell = line["spell"]
        hand_at_call = line["standing"]  # stone ids
        dealt = notation.serial_of(max(hand_at_call)) + 1  # how many stones had been dealt by then
        if line["hit"] is False:
            L.remember_miss(t, seat, spell, dealt)
        elif line["hit"]:
            L.remember_cast(t, seat, spell, dealt)
            slots = sum(1 << slot for slot, stone in enumerate(remaining) if stone in hand_at_call)  # bit mask
            matches = sum(cast_spells.get(stone) == spell for stone in hand_at_call)
            dealer.add_cast_evidence(seat, spell, slots, matches)


# ---------------------------------------------------------------- replaying the round
def replay(view: View) -> tuple[Cells, list[Decision]]:
    """Replay the round from the viewer's log, with the stones that the viewer knows now. Return the
    state vector at the end, and the decisions of other seats: the state vector before each decision, and the id of the
    chosen action. If the log is incomplete, return no decisions."""
    you = view["you"]
    lines = [line for line in view["log"] if line["round"] == view["round"] and line["do"] != "first"]
    t = new_cells(view["seats"], dict(view["options"]))
    gather(t)
    t[L.ROUND] = view["round"]
    for seat in range(view["seats"]):
        t[L.SCORE + seat], t[L.POINTS + seat] = view["scores"][seat], view["points"][seat]
    decisions: list[Decision] = []
    is_log_complete = sum(line["do"] == "stone" for line in lines) == view["dealt"]
    if not is_log_complete:
        return t, decisions
    actors = [line["by"] for line in lines if line["by"] is not None]
    t[L.ACTIVE] = actors[0] if actors else view["active"]
    cast_spells = {line["id"]: line["spell"] for line in lines if line["do"] == "call" and line["hit"]}
    for line in lines:
        if line["by"] not in (None, you):
            action = actions.CALL + line["spell"] if line["do"] == "call" else actions.END
            decisions.append((copy(t), action))
        apply_line(t, line, cast_spells)
    return t, decisions


def apply_line(t: Cells, line: Line, cast_spells: dict[int | None, int]) -> None:
    """Apply a log line to the state vector. A line may hide the spell of a dealt stone. The spell is then looked up in
    `cast_spells`, which has the spell of each stone cast in the round by stone id; it is 0 (unknown) if missing."""
    if line["do"] == "stone":
        spell = line["spell"] or cast_spells.get(line.get("id"), 0)
        carry_out(t, actions.STONE + spell)
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
def state_vector(view: View) -> Cells:
    """Return the state vector of the state that a view shows. A hidden stone has spell 0, and its real spell is one of
    those in the pool of unseen stones."""
    t = new_cells(view["seats"], dict(view["options"]))
    t[L.ROUND] = view["round"]
    t[L.ACTIVE] = view["active"]
    t[L.SECRETS_LEFT] = view["secrets"]
    t[L.DEALT] = view["dealt"]
    t[L.LAST_SPELL] = view["turn"]["last"] if view["turn"] else 0
    t[L.CAUSE] = notation.CAUSES.index(view["cause"])
    for seat in range(view["seats"]):
        t[L.LIFE + seat] = view["life"][seat]
        t[L.SCORE + seat], t[L.POINTS + seat] = view["scores"][seat], view["points"][seat]
        t[L.HAND_SIZE + seat] = len(view["hands"][seat])
        t[L.SECRETS_HELD + seat] = len(view["taken"][seat])
    set_visible_stones(t, view)
    L.update_counts(t)
    set_phase(t, view)
    return t


def set_visible_stones(t: Cells, view: View) -> None:
    """Set the stones that the viewer sees, and put all other stones into the pool of unseen stones."""
    for spell in range(1, KINDS + 1):
        t[L.BOARD + spell] = view["board"][spell - 1]
        t[L.POOL + spell] = spell - t[L.BOARD + spell]  # there are n stones of spell n
    for seat in range(view["seats"]):
        spells = [notation.spell_of(stone) for stone in view["hands"][seat]]
        for slot, (spell, stone_id) in enumerate(zip(spells, view["stones"][seat], strict=True)):
            t[L.hand_cell(seat, slot)] = L.stone(notation.serial_of(stone_id), spell)
        secrets = [notation.spell_of(stone) for stone in view["taken"][seat]]
        for i, spell in enumerate(secrets):
            t[L.secret_cell(seat, i)] = spell
        for spell in filter(None, spells + secrets):  # without hidden stones
            t[L.POOL + spell] -= 1
    t[L.UNSEEN] = view["pile"] + view["secrets"]


def set_phase(t: Cells, view: View) -> None:
    """Set what the game waits for (its phase), and the cells on which a pending chance outcome depends."""
    if view["turn"]:
        t[L.PHASE] = L.CALL
    elif view["awaits"]:
        t[L.PHASE] = PHASES[view["awaits"]]
    else:
        t[L.PHASE] = L.DONE
    if view["resolving"]:
        t[L.SPELL], t[L.HIT] = view["resolving"]["spell"], int(view["resolving"]["hit"])
    if view["next"] is not None:
        t[L.NEXT_STARTER] = view["next"]
    if t[L.PHASE] == L.DEAL:
        t[L.DEALT_TO] = next(seat for seat in range(view["seats"]) if t[L.HAND_SIZE + seat] < HAND)
