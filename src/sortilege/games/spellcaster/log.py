"""The log: what each action did, step by step, who may see it, and how it is said.

A line is the action object with `by` (the seat, or null for chance) and `events`: what followed, in order. An event
has only the keys it needs: `card` the card whose text acts, `begins` when that text starts (for `seat`), `copied` the
card it borrows, `energy`, `sapphires`, `ward` by side, `actions` won, `moves` of cards, `turn` when a mage's turn
begins, `last` when the deck ran short. A line that ends the game has `ended`. A move goes `from` one place `to`
another: deck, discard, hand0 … hand3 or a pile's letter, with the side the card then `faces`, and `bottom` if it was
buried. Only the faces of drawn and stolen cards are ever hidden.
"""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells, copy
from sortilege.core.state import CHANCE, State
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster.box import CARD_IDS, COLOURS
from sortilege.games.spellcaster.layout import (
    ACTIVE,
    BEGIN,
    CARD,
    CHOOSE,
    COPIED,
    DECK,
    DISCARDS,
    DONE,
    ENERGY,
    HAND,
    HEIGHT,
    LAST,
    LEFT,
    NO_CARD,
    PC,
    PHASE,
    PILE,
    SAPPHIRES,
    SEATS,
    SOURCE,
    START,
    STEAL,
    STEP,
    TARGET,
    THROWN,
    WARD,
    WHO,
    top,
)
from sortilege.games.spellcaster.rules.state import SpellcasterState, act
from sortilege.games.spellcaster.rules.turn import move_on
from sortilege.games.spellcaster.view import what_for
from sortilege.games.spellcaster.wording import spelled

Line = dict[str, Any]
Places = dict[int, tuple[str, int, int | None]]  # card: zone, place in it, side it faces


# ---------------------------------------------------------------- telling
def line_of(before: State, action: int, after: State) -> Line:
    """One action and what it did, hiding nothing."""
    assert isinstance(before, SpellcasterState)
    t, p = copy(before.cells), before.program
    by = before.turn()
    line: Line = {
        "by": None if by == CHANCE else by,
        **actions.describe(action),
        "set": before.options["cards"],
        "seats": before.seats,
    }
    line |= particulars(before, action)
    line["events"] = []
    note_event(line, t, lambda: act(t, p, action))
    while t[PHASE] > DONE:
        note_event(line, t, lambda: move_on(t, p))
    outcome = after.outcome()
    if outcome is not None:
        line["ended"] = {"winners": outcome["winners"], "reason": outcome["reason"]}
    return line


def particulars(before: SpellcasterState, action: int) -> Line:
    """What the action object leaves open: who draws and why, who is robbed, which card is aimed at, what is chosen."""
    t = before.cells
    phase = t[PHASE]
    if phase == CARD:
        return {"to": t[WHO], "why": what_for(t)}
    if phase == STEAL:
        return {"from": t[WHO], "to": t[ACTIVE]}
    if phase == TARGET and action != actions.DECLINE:
        return {"target": CARD_IDS[top(t, action - actions.TARGET) >> 1]}
    if phase == CHOOSE:
        step = before.cards.steps[t[PC]]
        return {"effect": spelled(step.parts[action - actions.CHOOSE])}
    return {}


def note_event(line: Line, t: Cells, happen: Any) -> None:
    """Let one thing happen and add what changed."""
    before = copy(t)
    happen()
    event = changes(before, t)
    if event:
        line["events"].append(event)


def changes(b: Cells, a: Cells) -> Line:
    """What differs between two moments."""
    event: Line = {}
    for key, cell in (("energy", ENERGY), ("sapphires", SAPPHIRES), ("ward", WARD)):
        moved = {str(side): a[cell + side] - b[cell + side] for side in range(2) if a[cell + side] != b[cell + side]}
        if moved:
            event[key] = moved
    moves = card_moves(b, a)
    if moves:
        event["moves"] = moves
    if b[PHASE] == BEGIN:
        event["turn"] = a[ACTIVE]
    elif a[LEFT] > b[LEFT]:
        event["actions"] = a[LEFT] - b[LEFT]
    if a[LAST] > b[LAST]:
        event["last"] = True
    if a[COPIED] not in (NO_CARD, b[COPIED]):
        event["copied"] = CARD_IDS[a[COPIED]]
    if a[SOURCE] not in (NO_CARD, b[SOURCE]):
        event["begins"] = "enchantment" if a[STEP] == START else "text"
        event["card"] = CARD_IDS[a[SOURCE]]
        event["seat"] = a[ACTIVE]
    elif event and b[SOURCE] != NO_CARD:
        event["card"] = CARD_IDS[b[SOURCE]]
    return event


def card_moves(b: Cells, a: Cells) -> list[Line]:
    """Every card that lies elsewhere, or turned round."""
    if all(a[i] == b[i] for i in (*range(DECK, HEIGHT + 4), *range(PILE, THROWN + 2))):
        return []
    was, now = places(b), places(a)
    shifted = [zone for i, zone in enumerate(COLOURS) if a[HEIGHT + i] != b[HEIGHT + i]]
    out: list[Line] = []
    for card, (zone, place, faces) in now.items():
        before = was[card]
        stays = before[0] == zone and before[2] == faces and (zone in shifted or before[1] == place)
        if stays or zone == before[0] == "discard":
            continue
        move: Line = {"card": CARD_IDS[card], "from": before[0], "to": zone}
        if faces is not None:
            move["faces"] = faces
        if before[0] == zone and before[1] != place:
            move["bottom"] = True
        if "bottom" not in move or place == 0:  # the others of a pile only make room
            out.append(move)
    return out


def places(t: Cells) -> Places:
    """Where every card in the game lies."""
    found: Places = {}
    zones = [("deck", t[DECK]), *((f"hand{seat}", t[HAND + seat]) for seat in range(t[SEATS]))]
    for zone, cards in (*zones, ("discard", t[DISCARDS])):
        found |= {card: (zone, 0, None) for card in range(60) if cards >> card & 1}
    for colour, letter in enumerate(COLOURS):
        for i in range(t[HEIGHT + colour]):
            lying = t[PILE + colour * 15 + i]
            found[lying >> 1] = (letter, i, lying & 1)
    return found


# ---------------------------------------------------------------- who sees what
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """The line as this seat saw it: drawn cards are seen by their mage, stolen ones by the two concerned (SC-823)."""
    if line["do"] not in ("card", "steal") or (seat is not None and seat in (line["to"], line.get("from"))):
        return line
    return line | {"card": None, "events": [without_face(event) for event in line["events"]]}


def without_face(event: Line) -> Line:
    """An event in which cards drawn or taken from hand to hand show their backs."""
    if "moves" not in event:
        return event
    secret = [move["from"] == "deck" or move["from"][:4] == move["to"][:4] == "hand" for move in event["moves"]]
    return event | {"moves": [m | {"card": None} if s else m for m, s in zip(event["moves"], secret, strict=True)]}


def reveals(line: Line) -> bool:
    """Nothing hidden is shown to a mage but by chance."""
    return False
