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
    """A card that moved. Zones are "deck", "discard", "hand0" to "hand3" and the letters of the piles, R, Y, B and G.
    The zone that the card left is called `from`."""

    card: str | None  # None if it is hidden from the viewer
    to: str  # the zone that it entered, or the same zone if it was turned or buried
    faces: NotRequired[int]  # the side, 0 or 1, that the card now faces on a pile
    bottom: NotRequired[bool]  # true if it was buried at the bottom of its pile


class Event(TypedDict):
    """The changes made by an action or by one automatic step after it."""

    energy: NotRequired[dict[str, int]]  # by side ("0" or "1"): the energy gained; negative for a loss
    sapphires: NotRequired[dict[str, int]]  # by side: the sapphires gained; negative for a loss
    ward: NotRequired[dict[str, int]]  # by side: the ward gained; negative for a loss
    moves: NotRequired[list[Move]]  # the cards that moved
    turn: NotRequired[int]  # the seat whose turn begins
    actions: NotRequired[int]  # how many extra actions the active mage gained
    last: NotRequired[bool]  # true if the deck ran short, so this turn is the last
    copied: NotRequired[str]  # the card whose text is copied
    begins: NotRequired[Literal["enchantment", "text"]]  # if the text of `card` begins: by itself, or activated
    card: NotRequired[str]  # the card whose text causes the changes
    seat: NotRequired[int]  # the mage who carries out the text, if it begins


class Place(NamedTuple):
    """Where a card is: its zone (see Move), and on a pile its height from 0 and the side it faces."""

    zone: str
    height: int | None
    faces: int | None


class Ended(TypedDict):
    """How the game ended: who won, and why."""

    winners: list[int]  # their seats; empty for a draw
    reason: str  # a key of the reasons in words.toml


class ActionDetails(FromSeat):
    """What a log line says about an action beyond the action itself. `from` is the seat that a card is stolen from."""

    to: NotRequired[int]  # the seat that gets a drawn or stolen card
    why: NotRequired[str]  # for a drawn card: "deal", "turn", "action" or "text"
    target: NotRequired[str]  # the top card of the chosen pile
    effect: NotRequired[str]  # the chosen branch in the effect language


class Line(ActionDetails):
    """A line of the log: an action and its effects, event by event."""

    by: int | None  # the seat that acted; None for chance
    do: actions.Verb | Literal["turn"]  # "turn" for the second part of a line that was split where a turn begins
    card: NotRequired[str | None]  # None if it is hidden from the viewer
    colour: NotRequired[str]  # the colour of the chosen pile: R, Y, B or G
    option: NotRequired[int]  # the index of the chosen branch of a card text, from 0
    seat: NotRequired[int]  # the seat that starts the game
    set: str  # the name of the card set
    seats: int  # the number of seats
    events: list[Event]  # the effects, in the order in which they happened
    ended: NotRequired[Ended]  # only if the game ended


# ---------------------------------------------------------------- effects of an action
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action that led from the state `before` to the state `after`, hiding nothing."""
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
    line = cast(Line, entries)  # mypy cannot check a TypedDict that is built from other dicts
    outcome = after.outcome()
    if outcome is not None:
        line["ended"] = {"winners": outcome["winners"], "reason": outcome["reason"]}
    return line


def action_details(before: SpellcasterState, action: int) -> ActionDetails:
    """Return the details that a log line adds to an action: the seat that draws and the reason, the victim of a theft,
    the affected top card, or the chosen branch."""
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
    """Yield the changes made by an action and by each automatic step after it. Events may be empty."""
    t = copy(state.cells)
    apply_action(t, state.program, action)
    yield changes(state.cells, t)
    while L.is_automatic(t[L.PHASE]):
        before_step = copy(t)
        run_automatic_phase(t, state.program)
        yield changes(before_step, t)


def changes(before: Cells, after: Cells) -> Event:
    """Return what changed between the state vectors before and after a step, as an event of the log."""
    event: Event = {}
    for key, crystal in CRYSTALS:
        gains = {str(side): after[crystal + side] - before[crystal + side] for side in range(2)}
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
    copying_begins = after[L.COPIED_CARD] not in (L.NO_CARD, before[L.COPIED_CARD])
    if copying_begins:
        event["copied"] = CARD_IDS[after[L.COPIED_CARD]]
    text_begins = after[L.TEXT_CARD] not in (L.NO_CARD, before[L.TEXT_CARD])
    if text_begins:
        event["begins"] = "enchantment" if after[L.TURN_STEP] == L.START else "text"
        event["card"] = CARD_IDS[after[L.TEXT_CARD]]
        event["seat"] = after[L.ACTIVE_SEAT]
    elif event and before[L.TEXT_CARD] != L.NO_CARD:
        event["card"] = CARD_IDS[before[L.TEXT_CARD]]
    return event


def card_moves(before: Cells, after: Cells) -> list[Move]:
    """Return one move for every card that entered another zone, was turned or was buried."""
    if all(after[cell] == before[cell] for cell in CARD_CELLS):
        return []
    old_places = card_places(before)
    size_cells = {letter: L.PILE_SIZE + colour for colour, letter in enumerate(COLOURS)}
    resized_piles = [letter for letter, cell in size_cells.items() if after[cell] != before[cell]]
    moves: list[Move] = []
    for card, new in card_places(after).items():
        old = old_places[card]
        if new == old:
            continue
        move: Move = {"card": CARD_IDS[card], "from": old.zone, "to": new.zone}
        if new.faces is not None:
            move["faces"] = new.faces
        if old.zone == new.zone and old.height != new.height:
            is_buried = new.height == 0 and new.zone not in resized_piles
            if not is_buried:
                continue  # another card was put or removed below this card, which did not move itself
            move["bottom"] = True
        moves.append(move)
    return moves


def card_places(t: Cells) -> dict[int, Place]:
    """Return where every card in the game is, by card."""
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
    """Return the log line as a seat may see it, or as a spectator may if `seat` is None. Only the mage who draws a card
    sees it, and only the thief and the victim see a stolen card (SC-823)."""
    if line["do"] not in ("card", "steal"):
        return line
    if seat is not None and seat in (line["to"], line.get("from")):
        return line
    return {**line, "card": None, "events": [hide_cards(event) for event in line["events"]]}


def hide_cards(event: Event) -> Event:
    """Return the event with None in place of all drawn and stolen cards."""
    if "moves" not in event:
        return event
    moves: list[Move] = [{**move, "card": None} if hides_card(move) else move for move in event["moves"]]
    return {**event, "moves": moves}


def hides_card(move: Move) -> bool:
    """Return whether a move is a draw or a theft. The card of such a move is hidden from some viewers."""
    is_theft = move["from"].startswith("hand") and move["to"].startswith("hand")
    return move["from"] == "deck" or is_theft


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return a key of the current turn: the active seat, and its index in the turn order 0, 1, 2, 1 of three mages."""
    return state.cells[L.ACTIVE_SEAT], state.cells[L.CYCLE_INDEX]


def split_at_turn(line: Line, current: Opening | None) -> list[Part]:
    """Split a log line where a turn begins. Return the part of the current turn and, if a turn begins in the line, the
    part of that turn. `current` is None for the first line of a log, which always begins a turn."""
    opening = None
    if current is None:
        opening = Opening(line["to"] if line.get("why") == "turn" else line["by"])
    events = line["events"]
    split = next((i for i, event in enumerate(events) if "turn" in event), None)
    if split is None:
        return [Part(line, opening)]
    first_part: Line = {**line, "events": events[:split]}
    second_part: Line = {"by": None, "do": "turn", "set": line["set"], "seats": line["seats"], "events": events[split:]}
    if "ended" in line:
        second_part["ended"] = first_part.pop("ended")
    return [Part(first_part, opening), Part(second_part, Opening(events[split]["turn"]))]
