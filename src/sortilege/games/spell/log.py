"""The log: one line per action. Everything is public, so every seat gets the same lines.

A line is the action object with `by` (the seat that decided, or null for chance), `who` (the colour that acts), `seat`
(the seat of that colour, null for the scripted opponent) and the consequences: `tiles` and `riders` that moved, cards,
points. Steps that the scripted opponent of a solo game, called the script, takes after the action without a choice are
in `script`, each with its rule. A turn that begins is in `begins`, the result of the game in `ended`.

A turn consists of the actions of one side and the cards turned up after it. `split_line` separates the steps of the
script from the line that they follow, so that they form a turn of their own.
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

# by verb, the rule for a choice that the human player makes for the scripted opponent
SCRIPT_RULES = {"activate": "SP-306", "move": "SP-307", "lift": "SP-318", "gem": "SP-319"}
SCRIPT_PHASES = (L.SCRIPT_MAGE, L.SCRIPT_UPHEAVE, L.GEM_DIRECTION)
# the kinds of tiles by their letter; "mine" are the human player's tiles, "its" the scripted opponent's
KINDS = {"P": "active_mine", "p": "inactive_mine", "N": "neutral", "k": "inactive_its", "K": "active_its"}
SETUP_VERBS = ("first", "amulet", "lay", "stand")

FromCell = TypedDict("FromCell", {"from": str})


class Rider(FromCell):
    """A figure that stood on a sliding tile and moved with it, from one cell to another."""

    figure: str  # "mage" or "elemental"
    of: box.Side  # the owner of the figure
    to: str  # the new cell; `from` is the old one


class Begins(TypedDict):
    """The turn that begins after an action."""

    who: box.Side  # the side to move
    seat: int | None  # the seat of this side; null for the scripted opponent
    round: int


class Ended(TypedDict):
    """The result of the game."""

    winner: box.Side
    seat: int | None  # the seat of the winner; null for the scripted opponent
    score: dict[box.Side, int]
    reason: str  # "tie", "power", "time" or "rounds" (see `rules.ending.reason`)


class Step(actions.Action):
    """An action of a player, or a step of the scripted opponent of a solo game."""

    rule: NotRequired[str]  # the rule that a step of the scripted opponent follows
    kind: NotRequired[str]  # the kind of the tile that a step lifts: a value of KINDS


class Line(Step):
    """A line of the log: an action and its consequences. Cells and cards are names such as "12" and "B2-2". Optional
    fields belong to certain actions only: a line about a claimed card, for example, has no field `riders`."""

    by: int | None  # the seat that decided; null for chance
    who: box.Side  # the side that acts
    seat: int | None  # the seat of the side that acts; null for the scripted opponent
    round: int  # the number of the round, from 1
    tile: NotRequired[str]  # the letter of the tile laid
    laid: NotRequired[int]  # how many tiles were laid, with this one
    neutral: NotRequired[str]  # the cell of the neutral tile in the complete arena
    tiles: NotRequired[list[list[str]]]  # start and end cell of each tile that an upheave moved
    riders: NotRequired[list[Rider]]  # the figures that moved with these tiles
    was: NotRequired[str]  # the cell of the hole before an upheave
    hole: NotRequired[str]  # the cell of the hole after an upheave, or in the complete arena
    rune: NotRequired[Rune]  # the card that was claimed, spent or turned up
    points: NotRequired[int]  # the points of a claimed card
    score: NotRequired[dict[box.Side, int]]  # the points of both sides after a claim
    place: NotRequired[str]  # the place of a card: "top" on the pile, "side" beside it
    cells: NotRequired[list[str]]  # the cells that formed a claimed card
    name: NotRequired[str]  # the name of the spell that is cast
    displaces: NotRequired[bool]  # whether an elemental is summoned on the cell of an enemy mage
    of: NotRequired[box.Side]  # the owner of a mage that is moved by a spell
    elementals: NotRequired[list[str]]  # the cells of the elementals that leave the arena at the end of the turn
    special: NotRequired[str | None]  # the cell of the special tile that leaves the arena
    moved: NotRequired[str | None]  # the card that moved from the pile to the place beside it
    dealt: NotRequired[bool]  # whether a card is turned up before the first turn
    taken: NotRequired[list[str]]  # the cards that the scripted opponent took
    runes: NotRequired[list[Rune]]  # the same cards
    script: NotRequired[list[Step]]  # what the scripted opponent did after the action without a choice
    begins: NotRequired[Begins]  # only if a turn begins after the action
    ended: NotRequired[Ended]  # only if the game ended


# ---------------------------------------------------------------- log lines
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action, from the states before and after it."""
    old, new = before.cells, after.cells
    seat = before.turn()
    fields = {
        "by": None if seat == CHANCE else seat,
        **actions.describe(action),
        "who": box.SIDES[old[L.SIDE]],
        "seat": player_seat(old, old[L.SIDE]),
        "round": old[L.ROUND],
    }
    line = cast(Line, fields)  # a line has all keys of actions
    add_details = DETAILS.get(line["do"])
    if add_details:
        add_details(line, old, new, deck_of(after))
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
# Each function adds the consequences of an action to its line, from the state before (`old`) and after it (`new`).
def add_first(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add to the line of the first player's draw the side and the seat of this player."""
    seat = box.SIDES.index(line["side"])
    line.update({"who": box.SIDES[seat], "seat": seat})


def add_lay(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add to the line of a laid tile its letter and the number of tiles laid; after the last tile also the cells of the
    neutral tile and of the hole."""
    line.update({"tile": notation.laid_tile(old, new), "laid": old[L.TILES_LAID] + 1})
    if new[L.PHASE] != old[L.PHASE]:
        neutral = actions.CELL_NAMES[L.lowest_bit(new[L.NEUTRAL])]
        line.update({"neutral": neutral, "hole": actions.CELL_NAMES[new[L.HOLE]]})


def add_upheave(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    add_slide(line, old, actions.CELL_NAMES.index(line["lift"]), actions.SLIDE_SIDES.index(line["side"]))
    line["hole"] = actions.CELL_NAMES[new[L.HOLE]]


def add_slide(line: Line, old: Cells, lift: int, side: int) -> None:
    """Add to the line of an upheave the tiles that moved, the lifted one first, and the figures on them (SP-120 to
    SP-132). `side` is the side of the new hole on which the tiles slid."""
    riders: list[Rider] = [
        {"figure": figure, "of": owner_name, "from": actions.CELL_NAMES[start], "to": actions.CELL_NAMES[end]}
        for figure, base in (("mage", L.MAGES), ("elemental", L.ELEMENTALS))
        for owner, owner_name in enumerate(box.SIDES)
        for start, end in notation.slides(lift, side)
        if L.contains(old[base + owner], start)
    ]
    tiles = [list(pair) for pair in notation.tiles_moved(lift, side, old[L.HOLE])]
    line.update({"tiles": tiles, "riders": riders, "was": actions.CELL_NAMES[old[L.HOLE]]})


def add_claim(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add to the line of a claim the card, its points, the place where it lay, and the cells that formed it."""
    card = deck.numbers[line["card"]]
    level = deck.cards[line["card"]].level
    own_cells = L.own_cells_and_special(old, old[L.SIDE])
    formed = next(placement for placement in deck.placements[card] if placement & own_cells == placement)
    was_on_pile = old[L.TOP_CARD + level] == card
    line.update(
        {
            "rune": deck.rune(line["card"]),
            "level": level,
            "points": level,
            "score": notation.scores(new),
            "place": "top" if was_on_pile else "side",
            "cells": notation.place_names(formed),
        }
    )


def add_cast(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add two details to the log line of a cast: the spent card, and the name of its spell for this player."""
    card = notation.discards(new, deck)[-1]
    line.update({"card": card, "rune": deck.rune(card), "name": notation.PHASES[new[L.PHASE]]})


def add_summon(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    line["displaces"] = new[L.PHASE] != L.PLAY


def add_push(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    line.update({"from": actions.CELL_NAMES[old[L.TARGET]], "of": box.SIDES[1 - old[L.SIDE]]})


def add_force(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    line["of"] = box.SIDES[1 - old[L.SIDE]]


def add_end(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add to the line of a turn's end the cells of the elementals and of the special tile that leave the arena."""
    special = notation.special_tiles(old)[box.SIDES[old[L.SIDE]]]
    line.update({"elementals": notation.place_names(old[L.ELEMENTALS + old[L.SIDE]]), "special": special})


def add_reveal(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add two details to the log line of a card that is turned up: its place, and the card that moved from the pile to
    the place beside it."""
    level = L.level_to_refill(old, deck.runes.cards_of_level)
    top, side = L.TOP_CARD + level, L.SIDE_CARD + level
    has_moved = new[side] != old[side] and new[side] == old[top]
    is_on_pile = notation.card_or_none(new, top, deck) == line["card"]
    line.update(
        {
            "rune": deck.rune(line["card"]),
            "level": level,
            "place": "top" if is_on_pile else "side",
            "moved": notation.card_or_none(old, top, deck) if has_moved else None,
            "dealt": old[L.PHASE] == L.DEAL_CARD,
        }
    )


def add_gem(line: Line, old: Cells, new: Cells, deck: Deck) -> None:
    """Add to the line of the gem's direction the scripted opponent's upheave and the cards that it took."""
    add_slide(line, old, old[L.TARGET], GEM_SIDES[box.DIRECTIONS.index(line["to"])])
    taken_cards = notation.discards(new, deck)[old[L.DISCARD_COUNT] :]
    line.update({"lift": actions.CELL_NAMES[old[L.TARGET]], "hole": actions.CELL_NAMES[new[L.HOLE]]})
    line.update({"taken": taken_cards, "runes": [deck.rune(card) for card in taken_cards]})
    line["score"] = notation.scores(new)


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
    """Return the steps that the scripted opponent took after an action without asking the human player: the action of
    its mage, and the choice of the tile to lift (SP-305). `old` and `new` are the states before and after these."""
    if not new[L.SOLO] or new[L.PHASE] not in SCRIPT_PHASES:
        return []
    steps: list[Step] = []
    has_begun_turn = old[L.PHASE] not in SCRIPT_PHASES
    waits_for_mage = new[L.PHASE] == L.SCRIPT_MAGE
    if has_begun_turn and not waits_for_mage:
        steps.append(mage_step(old, new))
    has_chosen_tile = new[L.PHASE] == L.GEM_DIRECTION
    if has_chosen_tile and line["do"] != "lift":
        kind = KINDS[notation.tile_at(new, new[L.TARGET])]
        steps.append({"do": "lift", "at": actions.CELL_NAMES[new[L.TARGET]], "kind": kind, "rule": "SP-316"})
    return steps


def mage_step(old: Cells, new: Cells) -> Step:
    """Return what the scripted opponent's mage did between two states: activate a tile, move or rest."""
    start, goal = L.lowest_bit(old[L.MAGES + L.BLACK]), L.lowest_bit(new[L.MAGES + L.BLACK])
    start_name = actions.CELL_NAMES[start]
    activated = new[L.ACTIVE_TILES] & ~old[L.ACTIVE_TILES]
    if activated:
        cell_name = actions.CELL_NAMES[L.lowest_bit(activated)]
        return {"do": "activate", "from": start_name, "at": cell_name, "rule": "SP-306"}
    if start != goal:
        return {"do": "move", "from": start_name, "to": actions.CELL_NAMES[goal], "rule": "SP-307"}
    return {"do": "rest", "from": start_name, "rule": "SP-313"}


def add_turn(line: Line, old: Cells, new: Cells) -> None:
    """Add to a line the turn that begins after its action, or the result of the game."""
    script_begins = new[L.PHASE] in SCRIPT_PHASES and old[L.PHASE] not in SCRIPT_PHASES
    is_other_turn = (old[L.SIDE], old[L.ROUND]) != (new[L.SIDE], new[L.ROUND]) or old[L.PHASE] < L.PLAY
    if new[L.PHASE] == L.GAME_OVER:
        side = winner(new)
        line["ended"] = {
            "winner": box.SIDES[side],
            "seat": player_seat(new, side),
            "score": notation.scores(new),
            "reason": reason(new),
        }
    elif is_other_turn and (new[L.PHASE] == L.PLAY or script_begins):
        line["begins"] = {"who": box.SIDES[new[L.SIDE]], "seat": player_seat(new, new[L.SIDE]), "round": new[L.ROUND]}


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return a key of the current turn, which is the same for all states of the turn. While the arena is built, laying
    a tile counts as a turn. In a solo game a whole round counts as one turn."""
    t = state.cells
    side = 0 if t[L.SOLO] else t[L.SIDE]
    if t[L.PHASE] < L.PLAY:
        return side, 0, t[L.PHASE], t[L.TILES_LAID]
    return side, t[L.ROUND]


def split_line(line: Line, previous_turn: Opening | None) -> list[Part]:
    """Split a line into parts for the list of turns: the action itself, each step of the scripted opponent, and the
    cards that the opponent took. A part that begins a turn names this turn. `previous_turn` is that of the line
    before."""
    turn = opening(line)
    begun_turn = None if turn == previous_turn else turn
    script_lines = lines_of_script(line)
    if not script_lines:
        return [Part(line, begun_turn)]
    action = {key: value for key, value in line.items() if key not in ("script", "ended")}
    if "taken" in action:
        action["taken"] = []
    script_turn = opening(script_lines[0])
    begun_script_turn = None if script_turn == turn else script_turn
    later_parts = [Part(script_line) for script_line in script_lines[1:]]
    return [Part(action, begun_turn), Part(script_lines[0], begun_script_turn), *later_parts]


def lines_of_script(line: Line) -> list[Line]:
    """Return a separate line for each step of the scripted opponent in a line, and one for the cards that the opponent
    took. The last of them gets the result of the game."""
    round_number = line["begins"]["round"] if "begins" in line else line["round"]
    template: Line = {"by": None, "do": "script", "who": "k", "seat": None, "round": round_number}
    script_lines: list[Line] = [{**template, "script": [step]} for step in line.get("script", ())]
    if line.get("taken"):
        script_lines.append({**template, "do": "take", "runes": line["runes"], "score": line["score"]})
    if script_lines and "ended" in line:
        script_lines[-1]["ended"] = line["ended"]
    return script_lines


def opening(line: Line) -> Opening:
    """Return the turn to which a line belongs, as its seat and round. All lines before the first turn count as one
    turn."""
    if line["do"] in SETUP_VERBS or line.get("dealt"):
        return Opening(None)
    return Opening(line["seat"], line["round"], scripted=line["seat"] is None)
