"""The log: one line per action. Everything is public, so every seat gets the same lines.

A line is the action object with `by` (the seat that decided, or null for chance), `who` (the colour that acts), `seat`
(the seat of that colour, null for the scripted opponent) and the consequences: `tiles` and `riders` that moved, cards,
points. If the solo script acts after the action without a choice, its steps are in `script`, each with its rule. A turn
that begins is in `begins`, the result of the game in `ended`.

A turn consists of the actions of one side and the cards turned up after it. `parts` separates the steps of the script
from the line that they follow, so that they form a turn of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict, cast

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import CHANCE, State
from sortilege.core.game_rules import Opening, Part
from sortilege.games.spell import actions, box, notation
from sortilege.games.spell import layout as L
from sortilege.games.spell.deck import Deck, Rune
from sortilege.games.spell.position import deck_of
from sortilege.games.spell.rules.ending import reason, winner
from sortilege.games.spell.rules.solo import GEM_SIDES

SCRIPT_RULES = {"activate": "SP-306", "move": "SP-307", "lift": "SP-318", "gem": "SP-319"}  # for the human's choices
SCRIPT_PHASES = (L.SCRIPT_MAGE, L.SCRIPT_UPHEAVE, L.GEM_DIRECTION)
KINDS = {"P": "active_mine", "p": "inactive_mine", "N": "neutral", "k": "inactive_its", "K": "active_its"}
SETUP_VERBS = ("first", "amulet", "lay", "stand")

FromCell = TypedDict("FromCell", {"from": str})


class Rider(FromCell):
    """A figure that moved with its tile."""

    figure: str
    of: box.Side
    to: str


class Begins(TypedDict):
    """The turn that begins after an action."""

    who: box.Side
    seat: int | None
    round: int


class Ended(TypedDict):
    """The result of the game."""

    winner: box.Side
    seat: int | None
    score: dict[box.Side, int]
    reason: str


class Step(actions.Action):
    """An action of a player or a step of the script. A step has its rule and, for a lift, the kind of the tile."""

    rule: NotRequired[str]
    kind: NotRequired[str]


class Line(Step):
    """A line of the log: an action and its consequences."""

    by: int | None
    who: box.Side
    seat: int | None
    round: int
    tile: NotRequired[str]
    laid: NotRequired[int]
    neutral: NotRequired[str]
    tiles: NotRequired[list[list[str]]]
    riders: NotRequired[list[Rider]]
    was: NotRequired[str]
    hole: NotRequired[str]
    rune: NotRequired[Rune]
    points: NotRequired[int]
    score: NotRequired[dict[box.Side, int]]
    place: NotRequired[str]
    cells: NotRequired[list[str]]
    name: NotRequired[str]
    displaces: NotRequired[bool]
    of: NotRequired[box.Side]
    elementals: NotRequired[list[str]]
    special: NotRequired[str | None]
    moved: NotRequired[str | None]
    dealt: NotRequired[bool]
    taken: NotRequired[list[str]]
    runes: NotRequired[list[Rune]]
    script: NotRequired[list[Step]]
    begins: NotRequired[Begins]
    ended: NotRequired[Ended]


# ---------------------------------------------------------------- log lines
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action, from the states before and after it."""
    old, new = before.cells, after.cells
    by = before.turn()
    heading = {
        "by": None if by == CHANCE else by,
        **actions.describe(action),
        "who": box.SIDES[old[L.SIDE]],
        "seat": player_seat(old, old[L.SIDE]),
        "round": old[L.ROUND],
    }
    line = cast(Line, heading)  # a line has all keys of actions
    if line["do"] in DETAILS:
        DETAILS[line["do"]](line, old, new, deck_of(after))
    if old[L.PHASE] in SCRIPT_PHASES:
        line["rule"] = SCRIPT_RULES[line["do"]]
    steps = script_steps(old, new, line)
    if steps:
        line["script"] = steps
    add_turn(line, old, new)
    return line


def player_seat(t: Cells, side: int) -> int | None:
    """Return the seat of a side, None for the scripted opponent."""
    if t[L.SOLO]:
        return None if side == L.BLACK else 0
    return int(side)


# ---------------------------------------------------------------- consequences of each verb
def add_first(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add the seat of the side that holds the gem."""
    seat = box.SIDES.index(line["side"])
    line.update({"who": box.SIDES[seat], "seat": seat})


def add_lay(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add the tile and the number of tiles laid; after the last one also the cells of the neutral tile and the hole."""
    line.update({"tile": notation.laid_tile(old, new), "laid": old[L.TILES_LAID] + 1})
    if new[L.PHASE] != old[L.PHASE]:
        neutral = actions.CELL_NAMES[L.lowest_bit(new[L.NEUTRAL])]
        line.update({"neutral": neutral, "hole": actions.CELL_NAMES[new[L.HOLE]]})


def add_upheave(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    add_slide(line, old, actions.CELL_NAMES.index(line["lift"]), actions.SLIDE_SIDES.index(line["side"]))
    line["hole"] = actions.CELL_NAMES[new[L.HOLE]]


def add_slide(line: Line, old: Cells, lift: int, side: int) -> None:
    """Add the tiles that an upheave moved, the lifted one first, and the figures on them (SP-120 to SP-132)."""
    riders: list[Rider] = [
        {"figure": figure, "of": name, "from": actions.CELL_NAMES[start], "to": actions.CELL_NAMES[end]}
        for figure, base in (("mage", L.MAGES), ("elemental", L.ELEMENTALS))
        for owner, name in enumerate(box.SIDES)
        for start, end in notation.slides(lift, side)
        if old[base + owner] >> start & 1
    ]
    tiles = [list(pair) for pair in notation.tiles_moved(lift, side, old[L.HOLE])]
    line.update({"tiles": tiles, "riders": riders, "was": actions.CELL_NAMES[old[L.HOLE]]})


def add_claim(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add the card, its points, the place where it lay, and the cells that formed it."""
    card = deck.numbers[line["card"]]
    level = deck.cards[line["card"]].level
    own = L.own_cells_and_special(old, old[L.SIDE])
    formed = next(place for place in deck.places[card] if place & own == place)
    line.update(
        {
            "rune": deck.rune(line["card"]),
            "level": level,
            "points": level,
            "score": notation.scores(new),
            "place": "top" if old[L.TOP_CARD + level] == card else "side",
            "cells": notation.place_names(formed),
        }
    )


def add_cast(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add the card that was used, and the spell that it gives this player."""
    card = notation.discards(new, deck)[-1]
    line.update({"card": card, "rune": deck.rune(card), "name": notation.PHASES[new[L.PHASE]]})


def add_summon(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    line["displaces"] = new[L.PHASE] != L.PLAY


def add_push(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    line.update({"from": actions.CELL_NAMES[old[L.TARGET]], "of": box.SIDES[1 - old[L.SIDE]]})


def add_force(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    line["of"] = box.SIDES[1 - old[L.SIDE]]


def add_end(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add the elementals and the special tile that leave the arena."""
    special = notation.special_tiles(old)[box.SIDES[old[L.SIDE]]]
    line.update({"elementals": notation.place_names(old[L.ELEMENTALS + old[L.SIDE]]), "special": special})


def add_reveal(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add the card, the place where it lies, and the card that moved beside the pile for it."""
    level = L.level_to_refill(old, deck.runes.cards_of_level)
    has_moved = old[L.TOP_CARD + level] == new[L.SIDE_CARD + level] != old[L.SIDE_CARD + level]
    moved = notation.card_or_none(old, L.TOP_CARD + level, deck) if has_moved else None
    place = "top" if notation.card_or_none(new, L.TOP_CARD + level, deck) == line["card"] else "side"
    rune = deck.rune(line["card"])
    line.update({"rune": rune, "level": level, "place": place, "moved": moved, "dealt": old[L.PHASE] == L.DEAL_CARD})


def add_gem(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add the script's upheave, and the cards that it took at the end of its turn."""
    add_slide(line, old, old[L.TARGET], GEM_SIDES[box.DIRECTIONS.index(line["to"])])
    taken = notation.discards(new, deck)[old[L.DISCARD_COUNT] :]
    line.update({"lift": actions.CELL_NAMES[old[L.TARGET]], "hole": actions.CELL_NAMES[new[L.HOLE]]})
    line.update({"taken": taken, "runes": [deck.rune(card) for card in taken], "score": notation.scores(new)})


DETAILS: dict[str, Callable[[Line, Cells, Cells, Deck], None]] = {
    "first": add_first,
    "lay": add_lay,
    "upheave": add_upheave,
    "claim": add_claim,
    "cast": add_cast,
    "summon": add_summon,
    "push": add_push,
    "force": add_force,
    "end": add_end,
    "reveal": add_reveal,
    "gem": add_gem,
}


# ---------------------------------------------------------------- steps of the script, next turn
def script_steps(old: Cells, new: Cells, line: Line) -> list[Step]:
    """Return what the script did after this action without a choice: the step of its mage, and the lift (SP-305)."""
    steps: list[Step] = []
    if new[L.SOLO] and new[L.PHASE] in SCRIPT_PHASES:
        if old[L.PHASE] not in SCRIPT_PHASES:
            steps += mage_steps(old, new)
        if new[L.PHASE] == L.GEM_DIRECTION and line["do"] != "lift":
            kind = KINDS[notation.tile_at(new, new[L.TARGET])]
            steps.append({"do": "lift", "at": actions.CELL_NAMES[new[L.TARGET]], "kind": kind, "rule": "SP-316"})
    return steps


def mage_steps(old: Cells, new: Cells) -> list[Step]:
    """Return the step that the script's mage took, as a list of at most one."""
    start, goal = L.lowest_bit(old[L.MAGES + L.BLACK]), L.lowest_bit(new[L.MAGES + L.BLACK])
    activated = new[L.ACTIVE_TILES] & ~old[L.ACTIVE_TILES]
    if activated:
        cell = actions.CELL_NAMES[L.lowest_bit(activated)]
        return [{"do": "activate", "from": actions.CELL_NAMES[start], "at": cell, "rule": "SP-306"}]
    if start != goal:
        return [{"do": "move", "from": actions.CELL_NAMES[start], "to": actions.CELL_NAMES[goal], "rule": "SP-307"}]
    return (
        [] if new[L.PHASE] == L.SCRIPT_MAGE else [{"do": "rest", "from": actions.CELL_NAMES[start], "rule": "SP-313"}]
    )


def add_turn(line: Line, old: Cells, new: Cells) -> None:
    """Add the turn that begins, or the result of the game."""
    playing = new[L.PHASE] == L.PLAY or (new[L.PHASE] in SCRIPT_PHASES and old[L.PHASE] not in SCRIPT_PHASES)
    if new[L.PHASE] == L.GAME_OVER:
        side = winner(new)
        line["ended"] = {
            "winner": box.SIDES[side],
            "seat": player_seat(new, side),
            "score": notation.scores(new),
            "reason": reason(new),
        }
    elif playing and (old[L.SIDE] != new[L.SIDE] or old[L.ROUND] != new[L.ROUND] or old[L.PHASE] < L.PLAY):
        line["begins"] = {"who": box.SIDES[new[L.SIDE]], "seat": player_seat(new, new[L.SIDE]), "round": new[L.ROUND]}


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return a key of the current turn. Every tile laid is a turn; in solo a whole round is one."""
    t = state.cells
    side = 0 if t[L.SOLO] else t[L.SIDE]
    return (side, 0, t[L.PHASE], t[L.TILES_LAID]) if t[L.PHASE] < L.PLAY else (side, t[L.ROUND])


def parts(line: Line, now: Opening | None) -> list[Part]:
    """Return the line, each step of the script and its taking of cards as parts, with the turn that begins with a part
    if one does. `now` is the current turn."""
    turn = opening(line)
    own = {key: value for key, value in line.items() if key not in ("script", "ended")}
    round_ = line["begins"]["round"] if "begins" in line else line["round"]
    step: Line = {"by": None, "do": "script", "who": "k", "seat": None, "round": round_}
    steps: list[Line] = [{**step, "script": [script_step]} for script_step in line.get("script", ())]
    if line.get("taken"):
        own["taken"] = []
        steps.append({**step, "do": "take", "runes": line["runes"], "score": line["score"]})
    if not steps:
        return [Part(line, None if turn == now else turn)]
    if "ended" in line:
        steps[-1]["ended"] = line["ended"]
    first, *rest = steps
    script_turn = opening(first)
    first_parts = [Part(own, None if turn == now else turn), Part(first, None if script_turn == turn else script_turn)]
    return first_parts + [Part(line) for line in rest]


def opening(line: Line) -> Opening:
    """Return the turn to which a line belongs; all lines of the set-up form one."""
    if line["do"] in SETUP_VERBS or line.get("dealt"):
        return Opening(None)
    return Opening(line["seat"], line["round"], scripted=line["seat"] is None)
