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
from sortilege.games.spellcaster.notation import draw_reason
from sortilege.games.spellcaster.rules.state import SpellcasterState, apply_action
from sortilege.games.spellcaster.rules.turn import run_automatic_step

CardPlaces = dict[int, tuple[str, int, int | None]]  # card: zone, place in it, side it faces
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
        return {"to": t[L.DECIDER], "why": draw_reason(t)}
    if phase == L.STEAL:
        return {"from": t[L.DECIDER], "to": t[L.ACTIVE]}
    if phase == L.TARGET and action != actions.DECLINE:
        return {"target": CARD_IDS[L.top(t, action - actions.TARGET) >> 1]}
    if phase == L.CHOOSE:
        step = before.cards.steps[t[L.PC]]
        return {"effect": source_of(step.parts[action - actions.CHOOSE])}
    return {}


def events_of(state: SpellcasterState, action: int) -> Iterator[Event]:
    """What the action itself changed, then each thing that followed by itself."""
    t, p = copy(state.cells), state.program
    before_step = copy(t)
    apply_action(t, p, action)
    yield changes(before_step, t)
    while t[L.PHASE] > L.DONE:
        before_step = copy(t)
        run_automatic_step(t, p)
        yield changes(before_step, t)


def changes(before: Cells, after: Cells) -> Event:
    """What differs between two moments."""
    event: Event = {}
    for key, cell in CRYSTALS:
        differences = {
            str(side): after[cell + side] - before[cell + side]
            for side in range(2)
            if after[cell + side] != before[cell + side]
        }
        if differences:
            event[key] = differences
    moves = card_moves(before, after)
    if moves:
        event["moves"] = moves
    if before[L.PHASE] == L.BEGIN_TURN:
        event["turn"] = after[L.ACTIVE]
    elif after[L.ACTIONS_LEFT] > before[L.ACTIONS_LEFT]:
        event["actions"] = after[L.ACTIONS_LEFT] - before[L.ACTIONS_LEFT]
    if after[L.LAST_TURN] > before[L.LAST_TURN]:
        event["last"] = True
    if after[L.COPIED_CARD] not in (L.NO_CARD, before[L.COPIED_CARD]):
        event["copied"] = CARD_IDS[after[L.COPIED_CARD]]
    if after[L.TEXT_CARD] not in (L.NO_CARD, before[L.TEXT_CARD]):
        event["begins"] = "enchantment" if after[L.STEP] == L.START else "text"
        event["card"] = CARD_IDS[after[L.TEXT_CARD]]
        event["seat"] = after[L.ACTIVE]
    elif event and before[L.TEXT_CARD] != L.NO_CARD:
        event["card"] = CARD_IDS[before[L.TEXT_CARD]]
    return event


def card_moves(before: Cells, after: Cells) -> list[Move]:
    """Every card that lies elsewhere, or turned round."""
    if all(after[i] == before[i] for i in (*range(L.DECK, L.PILE_SIZE + 4), *range(L.PILE, L.DISCARD_SIZE + 2))):
        return []
    old_places, new_places = card_places(before), card_places(after)
    resized_piles = [zone for i, zone in enumerate(COLOURS) if after[L.PILE_SIZE + i] != before[L.PILE_SIZE + i]]
    found_moves: list[Move] = []
    for card, (zone, index, faces) in new_places.items():
        old = old_places[card]
        unmoved = old[0] == zone and old[2] == faces and (zone in resized_piles or old[1] == index)
        if unmoved or zone == old[0] == "discard":
            continue
        move: Move = {"card": CARD_IDS[card], "from": old[0], "to": zone}
        if faces is not None:
            move["faces"] = faces
        if old[0] == zone and old[1] != index:
            move["bottom"] = True
        if "bottom" not in move or index == 0:  # the others of a pile only make room
            found_moves.append(move)
    return found_moves


def card_places(t: Cells) -> CardPlaces:
    """Where every card in the game lies."""
    places: CardPlaces = {}
    zones = [("deck", t[L.DECK]), *((f"hand{seat}", t[L.HAND + seat]) for seat in range(t[L.SEATS]))]
    for zone, cards in (*zones, ("discard", t[L.DISCARD_SET])):
        places |= {card: (zone, 0, None) for card in range(60) if cards >> card & 1}
    for colour, letter in enumerate(COLOURS):
        for i in range(t[L.PILE_SIZE + colour]):
            entry = t[L.PILE + colour * 15 + i]
            places[entry >> 1] = (letter, i, entry & 1)
    return places


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
    return {**event, "moves": [{**move, "card": None} if hides_card(move) else move for move in event["moves"]]}


def hides_card(move: Move) -> bool:
    return move["from"] == "deck" or move["from"][:4] == move["to"][:4] == "hand"


def reveals(line: Line) -> bool:
    """Nothing hidden is shown to a mage but by chance."""
    return False


# ---------------------------------------------------------------- the log by turns
def turn_of(state: State) -> tuple[int, ...]:
    """Whose turn it is, and in which place of the cycle."""
    return state.cells[L.ACTIVE], state.cells[L.CYCLE]


def parts(line: Line, current: Opening | None) -> list[Part]:
    """The line up to the end of the turn; then, if one begins, what already belongs to that."""
    opening = Opening(line["to"] if line.get("why") == "turn" else line["by"]) if current is None else None
    events = line["events"]
    start = next((i for i, event in enumerate(events) if "turn" in event), None)
    if start is None:
        return [Part(line, opening)]
    first_part: Line = {**line, "events": events[:start]}
    second_part: Line = {"by": None, "do": "turn", "set": line["set"], "seats": line["seats"], "events": events[start:]}
    if "ended" in line:
        second_part["ended"] = first_part.pop("ended")
    return [Part(first_part, opening), Part(second_part, Opening(events[start]["turn"]))]
