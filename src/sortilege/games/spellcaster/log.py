"""The log: the effects of each action, step by step, who may see them, and to which turn they belong.

A line is the action object with `by` (the seat, or null for chance) and `events`: the effects, in order. Only the
identities of drawn and stolen cards are ever hidden. The last action of a turn also starts the next turn and its
enchantments, so its line is split there: what the enchantments do belongs to the turn of their mage.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, NotRequired, TypedDict, cast

from sortilege.core.engine.cells import Cells, copy
from sortilege.core.engine.state import CHANCE, State
from sortilege.core.game_rules import Opening, Part
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import CARD_IDS, COLOURS
from sortilege.games.spellcaster.effects.parse import source_of
from sortilege.games.spellcaster.notation import draw_reason
from sortilege.games.spellcaster.rules.state import SpellcasterState, apply_action
from sortilege.games.spellcaster.rules.turn import run_automatic_phase

Crystals = Literal["energy", "sapphires", "ward"]
CRYSTALS: tuple[tuple[Crystals, int], ...] = (("energy", L.ENERGY), ("sapphires", L.SAPPHIRES), ("ward", L.WARD))

FromZone = TypedDict("FromZone", {"from": str})
FromSeat = TypedDict("FromSeat", {"from": NotRequired[int]})


class Move(FromZone):
    """A card that moved `from` one zone `to` another: "deck", "discard", "hand0" to "hand3" or the letter of a pile. On
    a pile it has the side it `faces`, and `bottom` if it was buried. `card` is null if it is hidden from the viewer."""

    card: str | None
    to: str
    faces: NotRequired[int]
    bottom: NotRequired[bool]


class Event(TypedDict):
    """One effect, with only the keys it needs: `card` whose text causes it, `begins` if that text starts (for `seat`),
    `copied` the card whose text is copied, crystal changes by side, `actions` gained, `turn` if a turn begins, `last`
    if the deck ran short."""

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


class Place(NamedTuple):
    """Where a card is: its zone, and in a pile its height and the side it faces."""

    zone: str
    height: int | None
    faces: int | None


class Ended(TypedDict):
    """How the game ended."""

    winners: list[int]
    reason: str


class Particulars(FromSeat):
    """Details that the action object does not contain: the seat the card goes `to`, `why` it is drawn, the seat it is
    stolen `from`, the card that is the `target`, the `effect` of the chosen branch."""

    to: NotRequired[int]
    why: NotRequired[str]
    target: NotRequired[str]
    effect: NotRequired[str]


class Line(Particulars):
    """An action and its effects; `set` is the name of the card set. The verb `turn` marks the second part of a line
    that was split where a turn begins."""

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


# ---------------------------------------------------------------- effects of an action
def line_of(before: State, action: int, after: State) -> Line:
    """Return the line of an action, hiding nothing."""
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
    line = cast(Line, head)  # mypy cannot build this type from the keys of others
    outcome = after.outcome()
    if outcome is not None:
        line["ended"] = {"winners": outcome["winners"], "reason": outcome["reason"]}
    return line


def particulars(before: SpellcasterState, action: int) -> Particulars:
    """Return what the line adds to the action object: who draws and why, who is robbed, which card is targeted, which
    effect is chosen."""
    t = before.cells
    phase = t[L.PHASE]
    if phase == L.DRAW_CARD:
        return {"to": t[L.DECIDER], "why": draw_reason(t)}
    if phase == L.STEAL_CARD:
        return {"from": t[L.DECIDER], "to": t[L.ACTIVE_SEAT]}
    if phase == L.TARGET and action != actions.DECLINE:
        return {"target": CARD_IDS[L.top_entry(t, action - actions.TARGET) >> 1]}
    if phase == L.CHOOSE:
        step = before.cards.steps[t[L.TEXT_POSITION]]
        return {"effect": source_of(step.inner_texts[action - actions.CHOOSE])}
    return {}


def events_of(state: SpellcasterState, action: int) -> Iterator[Event]:
    """Yield the changes made by the action itself, then those of each automatic step."""
    t, p = copy(state.cells), state.program
    before_step = copy(t)
    apply_action(t, p, action)
    yield changes(before_step, t)
    while t[L.PHASE] > L.GAME_OVER:
        before_step = copy(t)
        run_automatic_phase(t, p)
        yield changes(before_step, t)


def changes(before: Cells, after: Cells) -> Event:
    """Return the differences between two states as an event."""
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
        event["turn"] = after[L.ACTIVE_SEAT]
    elif after[L.ACTIONS_LEFT] > before[L.ACTIONS_LEFT]:
        event["actions"] = after[L.ACTIONS_LEFT] - before[L.ACTIONS_LEFT]
    if after[L.IS_LAST_TURN] > before[L.IS_LAST_TURN]:
        event["last"] = True
    if after[L.COPIED_CARD] not in (L.NO_CARD, before[L.COPIED_CARD]):
        event["copied"] = CARD_IDS[after[L.COPIED_CARD]]
    if after[L.TEXT_CARD] not in (L.NO_CARD, before[L.TEXT_CARD]):
        event["begins"] = "enchantment" if after[L.TURN_STEP] == L.START else "text"
        event["card"] = CARD_IDS[after[L.TEXT_CARD]]
        event["seat"] = after[L.ACTIVE_SEAT]
    elif event and before[L.TEXT_CARD] != L.NO_CARD:
        event["card"] = CARD_IDS[before[L.TEXT_CARD]]
    return event


def card_moves(before: Cells, after: Cells) -> list[Move]:
    """Return a move for every card that changed its place or its facing."""
    if all(after[i] == before[i] for i in (*range(L.DECK, L.PILE_SIZE + 4), *range(L.PILE, L.DISCARD_SIZE + 2))):
        return []
    old_places = card_places(before)
    resized_piles = [zone for i, zone in enumerate(COLOURS) if after[L.PILE_SIZE + i] != before[L.PILE_SIZE + i]]
    moves: list[Move] = []
    for card, new in card_places(after).items():
        old = old_places[card]
        same_height = old.height == new.height or new.zone in resized_piles
        if old.zone == new.zone and (new.zone == "discard" or (old.faces == new.faces and same_height)):
            continue
        move: Move = {"card": CARD_IDS[card], "from": old.zone, "to": new.zone}
        if new.faces is not None:
            move["faces"] = new.faces
        if old.zone == new.zone and old.height != new.height:
            move["bottom"] = True
        if "bottom" not in move or new.height == 0:  # the others of its pile only move up
            moves.append(move)
    return moves


def card_places(t: Cells) -> dict[int, Place]:
    """Return the place of every card in the game."""
    places: dict[int, Place] = {}
    zones = [("deck", t[L.DECK]), *((f"hand{seat}", t[L.HAND + seat]) for seat in range(t[L.SEATS]))]
    for zone, cards in (*zones, ("discard", t[L.DISCARD_SET])):
        places |= {card: Place(zone, None, None) for card in range(60) if cards >> card & 1}
    for colour, letter in enumerate(COLOURS):
        for i in range(t[L.PILE_SIZE + colour]):
            entry = t[L.PILE + colour * 15 + i]
            places[entry >> 1] = Place(letter, i, entry & 1)
    return places


# ---------------------------------------------------------------- visibility
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """SC-823: return the line as this seat saw it. A drawn card is visible to its mage only, a stolen one to the two
    mages concerned."""
    if line["do"] not in ("card", "steal") or (seat is not None and seat in (line["to"], line.get("from"))):
        return line
    return {**line, "card": None, "events": [hide_cards(event) for event in line["events"]]}


def hide_cards(event: Event) -> Event:
    """Return the event without the identities of drawn and stolen cards."""
    if "moves" not in event:
        return event
    return {**event, "moves": [{**move, "card": None} if hides_card(move) else move for move in event["moves"]]}


def hides_card(move: Move) -> bool:
    """Return whether a move is a draw or a theft."""
    return move["from"] == "deck" or move["from"][:4] == move["to"][:4] == "hand"


def reveals(line: Line) -> bool:
    """Return False: only chance reveals hidden cards in this game."""
    return False


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return the active seat and the index in the turn cycle."""
    return state.cells[L.ACTIVE_SEAT], state.cells[L.CYCLE_INDEX]


def parts(line: Line, current: Opening | None) -> list[Part]:
    """Split the line where a turn begins: the first part belongs to the current turn, the second to the next."""
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
