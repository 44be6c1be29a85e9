"""The log: the effects of each action, step by step, who may see them, and to which turn they belong.

A line is the action object with `by` (the seat, or null for chance) and `events`: the effects, in order. Only the
identities of drawn and stolen cards are ever hidden. The last action of a turn also starts the next turn, in which
enchantments may take effect at once. Such a line is split where the next turn begins.
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
from sortilege.games.spellcaster.notation import cards_in, draw_reason
from sortilege.games.spellcaster.rules.state import SpellcasterState, apply_action
from sortilege.games.spellcaster.rules.turn import run_automatic_phase

Crystals = Literal["energy", "sapphires", "ward"]
CRYSTALS: tuple[tuple[Crystals, int], ...] = (("energy", L.ENERGY), ("sapphires", L.SAPPHIRES), ("ward", L.WARD))

# the cells that say where cards are; the discard pile is there as a set only
CARD_CELLS = (*range(L.DECK, L.PENDING_ENCHANTMENTS), *range(L.PILE, L.DISCARD_PILE))

# `from` is a keyword, so the fields of this name cannot be declared in a class
FromZone = TypedDict("FromZone", {"from": str})
FromSeat = TypedDict("FromSeat", {"from": NotRequired[int]})


class Move(FromZone):
    """A card that moved from one zone to another: "deck", "discard", "hand0" to "hand3" or the letter of a pile."""

    card: str | None  # None if it is hidden from the viewer
    to: str
    faces: NotRequired[int]  # the side that it faces on a pile
    bottom: NotRequired[bool]  # it was buried at the bottom of its pile


class Event(TypedDict):
    """The changes made by an action or by one automatic step after it."""

    energy: NotRequired[dict[str, int]]  # by side ("0" or "1"): how much it gained or, if negative, lost
    sapphires: NotRequired[dict[str, int]]
    ward: NotRequired[dict[str, int]]
    moves: NotRequired[list[Move]]
    turn: NotRequired[int]  # the seat whose turn begins
    actions: NotRequired[int]  # gained
    last: NotRequired[bool]  # the deck ran short, so this turn is the last
    copied: NotRequired[str]  # the card whose text is copied
    begins: NotRequired[Literal["enchantment", "text"]]  # the text of `card` begins, by itself or by an activation
    card: NotRequired[str]  # the card whose text causes the changes
    seat: NotRequired[int]  # the mage who carries out the text, if it begins


class Place(NamedTuple):
    """Where a card is: its zone (see Move), and on a pile its height from 0 and the side it faces."""

    zone: str
    height: int | None
    faces: int | None


class Ended(TypedDict):
    """How the game ended."""

    winners: list[int]
    reason: str


class ActionDetails(FromSeat):
    """Details of an action that the action object does not contain. `from` is the seat that a card is stolen from."""

    to: NotRequired[int]  # the seat that a drawn or stolen card goes to
    why: NotRequired[str]  # a card is drawn: see notation.draw_reason
    target: NotRequired[str]  # the top card of the chosen pile
    effect: NotRequired[str]  # the chosen branch in the effect language


class Line(ActionDetails):
    """An action with its effects."""

    by: int | None  # the seat that acted; None for chance
    do: actions.Verb | Literal["turn"]  # "turn": the second part of a line that was split where a turn begins
    card: NotRequired[str | None]  # None if it is hidden from the viewer
    colour: NotRequired[str]
    option: NotRequired[int]
    seat: NotRequired[int]
    set: str  # name of the card set
    seats: int
    events: list[Event]
    ended: NotRequired[Ended]


# ---------------------------------------------------------------- effects of an action
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action that led from one state to another, without hiding anything."""
    assert isinstance(before, SpellcasterState)
    actor = before.turn()
    entries = {
        "by": None if actor == CHANCE else actor,
        **actions.describe(action),
        "set": before.options["cards"],
        "seats": before.seats,
        **action_details(before, action),
        "events": [event for event in events_of(before, action) if event],
    }
    line = cast(Line, entries)  # mypy cannot build this type from the keys of others
    outcome = after.outcome()
    if outcome is not None:
        line["ended"] = {"winners": outcome["winners"], "reason": outcome["reason"]}
    return line


def action_details(before: SpellcasterState, action: int) -> ActionDetails:
    """Return the details that the line of an action adds to the action object: who draws and why, from whom a card is
    stolen, which card is affected, or which branch is chosen."""
    t = before.cells
    phase = t[L.PHASE]
    if phase == L.DRAW_CARD:
        return {"to": t[L.DECIDER], "why": draw_reason(t)}
    if phase == L.STEAL_CARD:
        return {"from": t[L.DECIDER], "to": t[L.ACTIVE_SEAT]}
    if phase == L.TARGET and action != actions.DECLINE:
        return {"target": CARD_IDS[L.entry_card(L.top_entry(t, action - actions.TARGET))]}
    if phase == L.CHOOSE:
        step = before.cards.steps[t[L.TEXT_POSITION]]
        return {"effect": source_of(step.inner_texts[action - actions.CHOOSE])}
    return {}


def events_of(state: SpellcasterState, action: int) -> Iterator[Event]:
    """Yield an event for an action, then an event for each automatic step that follows. Events may be empty."""
    t = copy(state.cells)
    apply_action(t, state.program, action)
    yield changes(state.cells, t)
    while L.is_automatic(t[L.PHASE]):
        before_step = copy(t)
        run_automatic_phase(t, state.program)
        yield changes(before_step, t)


def changes(before: Cells, after: Cells) -> Event:
    """Return the differences between the cells before and after a step as an event."""
    event: Event = {}
    for key, kind in CRYSTALS:
        gains = {str(side): after[kind + side] - before[kind + side] for side in range(2)}
        if any(gains.values()):
            event[key] = {side: gain for side, gain in gains.items() if gain}
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
    """Return a move for every card that changed its zone, was turned or was buried."""
    if all(after[cell] == before[cell] for cell in CARD_CELLS):
        return []
    old_places = card_places(before)
    resized_piles = [zone for i, zone in enumerate(COLOURS) if after[L.PILE_SIZE + i] != before[L.PILE_SIZE + i]]
    moves: list[Move] = []
    for card, new in card_places(after).items():
        old = old_places[card]
        if new == old:
            continue
        move: Move = {"card": CARD_IDS[card], "from": old.zone, "to": new.zone}
        if new.faces is not None:
            move["faces"] = new.faces
        if old.zone == new.zone and old.height != new.height:
            if new.zone in resized_piles or new.height != 0:
                continue  # this card did not move: another card was put or removed below it
            move["bottom"] = True
        moves.append(move)
    return moves


def card_places(t: Cells) -> dict[int, Place]:
    """Return the place of every card in the game."""
    zones = {"deck": t[L.DECK]}
    zones |= {f"hand{seat}": t[L.HAND + seat] for seat in range(t[L.SEATS])}
    zones["discard"] = t[L.DISCARD_SET]
    places = {card: Place(zone, None, None) for zone, cards in zones.items() for card in cards_in(cards)}
    for colour, letter in enumerate(COLOURS):
        for height in range(t[L.PILE_SIZE + colour]):
            entry = t[L.pile_cell(colour, height)]
            places[L.entry_card(entry)] = Place(letter, height, L.entry_side(entry))
    return places


# ---------------------------------------------------------------- visibility
def visible_line(line: Line, seat: int | None, state: State) -> Line | None:
    """Return the line as a seat sees it, or a spectator if `seat` is None. Only the mage who draws a card sees it, and
    only the thief and the victim see a stolen card (SC-823)."""
    if line["do"] not in ("card", "steal"):
        return line
    if seat is not None and seat in (line["to"], line.get("from")):
        return line
    return {**line, "card": None, "events": [hide_cards(event) for event in line["events"]]}


def hide_cards(event: Event) -> Event:
    """Return the event with None in place of drawn and stolen cards."""
    if "moves" not in event:
        return event
    return {**event, "moves": [{**move, "card": None} if hides_card(move) else move for move in event["moves"]]}


def hides_card(move: Move) -> bool:
    """Return whether a move is a draw or a theft, which not everybody sees."""
    is_theft = move["from"].startswith("hand") and move["to"].startswith("hand")
    return move["from"] == "deck" or is_theft


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return what identifies the current turn: the active seat, and the index in the cycle of three mages."""
    return state.cells[L.ACTIVE_SEAT], state.cells[L.CYCLE_INDEX]


def split_at_turn(line: Line, current: Opening | None) -> list[Part]:
    """Split a log line where a turn begins. Return the part that belongs to the current turn and, if a turn begins, the
    part that belongs to the next turn. `current` is None for the first line of a log, which always begins a turn."""
    opening = None
    if current is None:
        opening = Opening(line["to"] if line.get("why") == "turn" else line["by"])
    events = line["events"]
    start = next((i for i, event in enumerate(events) if "turn" in event), None)
    if start is None:
        return [Part(line, opening)]
    first_part: Line = {**line, "events": events[:start]}
    second_part: Line = {"by": None, "do": "turn", "set": line["set"], "seats": line["seats"], "events": events[start:]}
    if "ended" in line:
        second_part["ended"] = first_part.pop("ended")
    return [Part(first_part, opening), Part(second_part, Opening(events[start]["turn"]))]
