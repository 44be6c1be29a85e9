"""The log: what each action did, step by step, who may see it, and to whose turn it belongs.

A line is the action object with `by` (the seat, or null for chance) and `events`: what followed, in order. Only the
faces of drawn and stolen cards are ever hidden. A turn often begins within a line: the last action of one mage sets off
the enchantments of the next. Such a line is cut there, so that what works for a mage belongs to that mage's turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict, cast

from sortilege.core.cells import Cells, copy
from sortilege.core.state import CHANCE, State
from sortilege.core.turns import Opening, Part
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import CARD_IDS, COLOURS
from sortilege.games.spellcaster.effects.parse import source_of
from sortilege.games.spellcaster.notation import what_for
from sortilege.games.spellcaster.rules.state import SpellcasterState, act
from sortilege.games.spellcaster.rules.turn import move_on

Places = dict[int, tuple[str, int, int | None]]  # card: zone, place in it, side it faces
Crystals = Literal["energy", "sapphires", "ward"]
CRYSTALS: tuple[tuple[Crystals, int], ...] = (("energy", L.ENERGY), ("sapphires", L.SAPPHIRES), ("ward", L.WARD))

FromZone = TypedDict("FromZone", {"from": str})
FromSeat = TypedDict("FromSeat", {"from": NotRequired[int]})


class Move(FromZone):
    """A card that goes `from` one place `to` another: deck, discard, hand0 … hand3 or a pile's letter, with the side it
    then `faces`, and `bottom` if it was buried. `card` is null where its face is hidden."""

    card: str | None
    to: str
    faces: NotRequired[int]
    bottom: NotRequired[bool]


class Event(TypedDict):
    """What followed, with only the keys it needs: `card` whose text acts, `begins` when that text starts (for `seat`),
    `copied` the card it borrows, crystals won and lost by side, `actions` won, `turn` when a mage's turn begins, `last`
    when the deck ran short."""

    energy: NotRequired[dict[str, int]]
    sapphires: NotRequired[dict[str, int]]
    ward: NotRequired[dict[str, int]]
    moves: NotRequired[list[Move]]
    turn: NotRequired[int]
    actions: NotRequired[int]
    last: NotRequired[bool]
    copied: NotRequired[str]
    begins: NotRequired[Literal["enchantment", "text"]]
    card: NotRequired[str]
    seat: NotRequired[int]


class Ended(TypedDict):
    """How the game ended."""

    winners: list[int]
    reason: str


class Particulars(FromSeat):
    """What an action object leaves open: who the card goes `to`, `why` it is drawn, `from` whom it is stolen, the card
    that is the `target`, the `effect` of the branch chosen."""

    to: NotRequired[int]
    why: NotRequired[str]
    target: NotRequired[str]
    effect: NotRequired[str]


class Line(Particulars):
    """An action and what followed; `set` names the cards played with. The verb `turn` is that of what is left of a line
    cut where a turn begins."""

    by: int | None
    do: actions.Verb | Literal["turn"]
    card: NotRequired[str | None]
    colour: NotRequired[str]
    option: NotRequired[int]
    seat: NotRequired[int]
    set: str
    seats: int
    events: list[Event]
    ended: NotRequired[Ended]


# ---------------------------------------------------------------- what an action did
def line_of(before: State, action: int, after: State) -> Line:
    """One action and what it did, hiding nothing."""
    assert isinstance(before, SpellcasterState)
    by = before.turn()
    head = {
        "by": None if by == CHANCE else by,
        **actions.describe(action),
        "set": before.options["cards"],
        "seats": before.seats,
        **particulars(before, action),
        "events": [event for event in events_of(before, action) if event],
    }
    line = cast(Line, head)  # mypy does not put a type together from the keys of others
    outcome = after.outcome()
    if outcome is not None:
        line["ended"] = {"winners": outcome["winners"], "reason": outcome["reason"]}
    return line


def particulars(before: SpellcasterState, action: int) -> Particulars:
    """Who draws and why, who is robbed, which card is aimed at, what is chosen."""
    t = before.cells
    phase = t[L.PHASE]
    if phase == L.CARD:
        return {"to": t[L.WHO], "why": what_for(t)}
    if phase == L.STEAL:
        return {"from": t[L.WHO], "to": t[L.ACTIVE]}
    if phase == L.TARGET and action != actions.DECLINE:
        return {"target": CARD_IDS[L.top(t, action - actions.TARGET) >> 1]}
    if phase == L.CHOOSE:
        step = before.cards.steps[t[L.PC]]
        return {"effect": source_of(step.parts[action - actions.CHOOSE])}
    return {}


def events_of(before: SpellcasterState, action: int) -> Iterator[Event]:
    """What the action itself changed, then each thing that followed by itself."""
    t, p = copy(before.cells), before.program
    then = copy(t)
    act(t, p, action)
    yield changes(then, t)
    while t[L.PHASE] > L.DONE:
        then = copy(t)
        move_on(t, p)
        yield changes(then, t)


def changes(b: Cells, a: Cells) -> Event:
    """What differs between two moments."""
    event: Event = {}
    for key, cell in CRYSTALS:
        moved = {str(side): a[cell + side] - b[cell + side] for side in range(2) if a[cell + side] != b[cell + side]}
        if moved:
            event[key] = moved
    moves = card_moves(b, a)
    if moves:
        event["moves"] = moves
    if b[L.PHASE] == L.BEGIN:
        event["turn"] = a[L.ACTIVE]
    elif a[L.LEFT] > b[L.LEFT]:
        event["actions"] = a[L.LEFT] - b[L.LEFT]
    if a[L.LAST] > b[L.LAST]:
        event["last"] = True
    if a[L.COPIED] not in (L.NO_CARD, b[L.COPIED]):
        event["copied"] = CARD_IDS[a[L.COPIED]]
    if a[L.SOURCE] not in (L.NO_CARD, b[L.SOURCE]):
        event["begins"] = "enchantment" if a[L.STEP] == L.START else "text"
        event["card"] = CARD_IDS[a[L.SOURCE]]
        event["seat"] = a[L.ACTIVE]
    elif event and b[L.SOURCE] != L.NO_CARD:
        event["card"] = CARD_IDS[b[L.SOURCE]]
    return event


def card_moves(b: Cells, a: Cells) -> list[Move]:
    """Every card that lies elsewhere, or turned round."""
    if all(a[i] == b[i] for i in (*range(L.DECK, L.HEIGHT + 4), *range(L.PILE, L.THROWN + 2))):
        return []
    was, now = places(b), places(a)
    shifted = [zone for i, zone in enumerate(COLOURS) if a[L.HEIGHT + i] != b[L.HEIGHT + i]]
    out: list[Move] = []
    for card, (zone, place, faces) in now.items():
        before = was[card]
        stays = before[0] == zone and before[2] == faces and (zone in shifted or before[1] == place)
        if stays or zone == before[0] == "discard":
            continue
        move: Move = {"card": CARD_IDS[card], "from": before[0], "to": zone}
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
    zones = [("deck", t[L.DECK]), *((f"hand{seat}", t[L.HAND + seat]) for seat in range(t[L.SEATS]))]
    for zone, cards in (*zones, ("discard", t[L.DISCARDS])):
        found |= {card: (zone, 0, None) for card in range(60) if cards >> card & 1}
    for colour, letter in enumerate(COLOURS):
        for i in range(t[L.HEIGHT + colour]):
            lying = t[L.PILE + colour * 15 + i]
            found[lying >> 1] = (letter, i, lying & 1)
    return found


# ---------------------------------------------------------------- who sees what
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """The line as this seat saw it: drawn cards are seen by their mage, stolen ones by the two concerned (SC-823)."""
    if line["do"] not in ("card", "steal") or (seat is not None and seat in (line["to"], line.get("from"))):
        return line
    return {**line, "card": None, "events": [without_face(event) for event in line["events"]]}


def without_face(event: Event) -> Event:
    """An event in which cards drawn or taken from hand to hand show their backs."""
    if "moves" not in event:
        return event
    return {**event, "moves": [{**move, "card": None} if is_secret(move) else move for move in event["moves"]]}


def is_secret(move: Move) -> bool:
    return move["from"] == "deck" or move["from"][:4] == move["to"][:4] == "hand"


def reveals(line: Line) -> bool:
    """Nothing hidden is shown to a mage but by chance."""
    return False


# ---------------------------------------------------------------- the log by turns
def turn_of(state: State) -> tuple[int, ...]:
    """Whose turn it is, and in which place of the cycle."""
    return state.cells[L.ACTIVE], state.cells[L.CYCLE]


def parts(line: Line, now: Opening | None) -> list[Part]:
    """The line up to the end of the turn; then, if one begins, what already belongs to that."""
    first = Opening(line["to"] if line.get("why") == "turn" else line["by"]) if now is None else None
    events = line["events"]
    begins = next((i for i, event in enumerate(events) if "turn" in event), None)
    if begins is None:
        return [Part(line, first)]
    before: Line = {**line, "events": events[:begins]}
    after: Line = {"by": None, "do": "turn", "set": line["set"], "seats": line["seats"], "events": events[begins:]}
    if "ended" in line:
        after["ended"] = before.pop("ended")
    return [Part(before, first), Part(after, Opening(events[begins]["turn"]))]
