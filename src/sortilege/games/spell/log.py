"""The log: what each action did, and which lines make a turn. Everything is public, so every seat reads the same lines.

A line is the action object with `by` (the seat that decided, or null for chance), `who` (the colour that acts), `seat`
(the seat behind that colour; null for the scripted opponent) and what followed: `tiles` and `riders` that moved, cards,
points. Steps the solo script took by itself stand in `script` of the line that set it going, each with the line of the
script and the rule that made it. `begins` opens a turn, `ended` closes the game.

A turn is what one side does until its new runes lie open. What the script does hangs on the line that set it going; it
is cut off from it in `parts` and makes a turn of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NotRequired, TypedDict, cast

from sortilege.core.cells import Cells
from sortilege.core.state import CHANCE, State
from sortilege.core.turns import Opening, Part
from sortilege.games.spell import actions, box, notation
from sortilege.games.spell import layout as L
from sortilege.games.spell.deck import Deck, Rune
from sortilege.games.spell.position import deck_of
from sortilege.games.spell.rules.ending import reason, winner
from sortilege.games.spell.rules.solo import GEM_SIDES

SCRIPTED = (L.SCRIPT_MAGE, L.SCRIPT_UPHEAVE, L.GEM_DIRECTION)
KINDS = {"P": "active_mine", "p": "inactive_mine", "N": "neutral", "k": "inactive_its", "K": "active_its"}
SETTING_UP = ("first", "amulet", "lay", "stand")

FromCell = TypedDict("FromCell", {"from": str})


class Rider(FromCell):
    """A figure that went where its tile slid."""

    figure: str
    of: box.Side
    to: str


class Begins(TypedDict):
    """The turn that begins."""

    who: box.Side
    seat: int | None
    round: int


class Ended(TypedDict):
    """How the game ended."""

    winner: box.Side
    seat: int | None
    score: dict[box.Side, int]
    reason: str


class Step(actions.Action):
    """Something done, by a player or by the script; then with its rule, and the kind of tile that it lifted."""

    rule: NotRequired[str]
    kind: NotRequired[str]


class Line(Step):
    """A line of the log: what was done, and what came of it."""

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


# ---------------------------------------------------------------- the line of an action
def line_of(before: State, action: int, after: State) -> Line:
    """One action and what it did."""
    b, a = before.cells, after.cells
    by = before.turn()
    decided = None if by == CHANCE else by
    heading = {
        "by": decided,
        **actions.describe(action),
        "who": box.SIDES[b[L.SIDE]],
        "seat": seat_behind(b),
        "round": b[L.ROUND],
    }
    line = cast(Line, heading)  # the keys of any action are keys of a line
    if line["do"] in FOLLOWS:
        FOLLOWS[line["do"]](line, b, a, deck_of(after))
    if b[L.PHASE] in SCRIPTED:
        line["rule"] = {L.SCRIPT_MAGE: mage_rule(line), L.SCRIPT_UPHEAVE: "SP-318", L.GEM_DIRECTION: "SP-319"}[
            b[L.PHASE]
        ]
    steps = script_steps(b, a, line)
    if steps:
        line["script"] = steps
    add_turn(line, b, a)
    return line


def seat_behind(t: Cells) -> int | None:
    """The seat of the side on turn; null for the scripted opponent."""
    if t[L.SOLO]:
        return None if t[L.SIDE] == L.BLACK else 0
    return int(t[L.SIDE])


def mage_rule(line: Line) -> str:
    return "SP-306" if line["do"] == "activate" else "SP-307"


# ---------------------------------------------------------------- what followed, verb by verb
def add_first(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    seat = box.SIDES.index(line["side"])
    line.update({"who": box.SIDES[seat], "seat": seat})


def add_lay(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    """Which face it shows; the twelfth tile fixes where row 0 and column 0 of the arena are."""
    row, column = (int(part) for part in line["at"].split(","))
    if a[L.PHASE] == b[L.PHASE]:
        line.update({"tile": notation.tile_at(a, (row + 3) * 8 + column + 2), "laid": a[L.TILES_LAID]})
        return
    tile = "KP"[b[L.SIDE]] if L.count_bits(a[L.ACTIVE_TILES]) > L.count_bits(b[L.ACTIVE_TILES]) else "kp"[b[L.SIDE]]
    neutral = next(cell for cell in actions.CELL if notation.tile_at(a, actions.CELL.index(cell)) == "N")
    line.update({"tile": tile, "laid": 12, "neutral": neutral, "hole": actions.CELL[a[L.HOLE]]})


def add_upheave(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    add_slide(line, b, actions.CELL.index(line["lift"]), actions.SLIDES.index(line["side"]))
    line["hole"] = actions.CELL[a[L.HOLE]]


def add_slide(line: Line, b: Cells, lift: int, side: int) -> None:
    """SP-120 to SP-132: every tile that moved, the lifted one first, and every figure that rode."""
    riders: list[Rider] = [
        {"figure": figure, "of": name, "from": actions.CELL[start], "to": actions.CELL[end]}
        for figure, base in (("mage", L.MAGES), ("elemental", L.ELEMENTALS))
        for owner, name in enumerate(box.SIDES)
        for start, end in notation.slides(lift, side)
        if b[base + owner] >> start & 1
    ]
    tiles = [list(pair) for pair in notation.tiles_moved(lift, side, b[L.HOLE])]
    line.update({"tiles": tiles, "riders": riders, "was": actions.CELL[b[L.HOLE]]})


def add_claim(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    """Its points, its place, and the cells that formed it."""
    card = deck.numbers[line["card"]]
    level = deck.cards[line["card"]].level
    mine = L.own_cells_and_special(b, b[L.SIDE])
    formed = next(place for place in deck.places[card] if place & mine == place)
    line.update(
        {
            "rune": deck.rune(line["card"]),
            "level": level,
            "points": level,
            "score": notation.by_side(a, L.SCORE),
            "place": "top" if b[L.TOP_CARD + level] == card else "side",
            "cells": notation.place_names(formed),
        }
    )


def add_cast(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    """Which card was used, and what the spell is for this player."""
    card = notation.discards(a, deck)[-1]
    line.update({"card": card, "rune": deck.rune(card), "name": notation.PHASES[a[L.PHASE]]})


def add_summon(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    line["displaces"] = a[L.PHASE] != L.PLAY


def add_push(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    line.update({"from": actions.CELL[b[L.TARGET]], "of": box.SIDES[1 - b[L.SIDE]]})


def add_force(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    line["of"] = box.SIDES[1 - b[L.SIDE]]


def add_end(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    """What goes back to the reserve."""
    line.update(
        {
            "elementals": notation.place_names(b[L.ELEMENTALS + b[L.SIDE]]),
            "special": notation.special_tiles(b)[box.SIDES[b[L.SIDE]]],
        }
    )


def add_reveal(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    """Where the card lies now, and which one made room for it."""
    level = L.level_to_refill(b, deck.runes.of_level)
    moved = (
        notation.card_or_null(b, L.TOP_CARD + level, deck)
        if b[L.TOP_CARD + level] == a[L.SIDE_CARD + level] != b[L.SIDE_CARD + level]
        else None
    )
    place = "top" if notation.card_or_null(a, L.TOP_CARD + level, deck) == line["card"] else "side"
    rune = deck.rune(line["card"])
    line.update({"rune": rune, "level": level, "place": place, "moved": moved, "dealt": b[L.PHASE] == L.DEAL_CARD})


def add_gem(line: Line, b: Cells, a: Cells, deck: Deck) -> None:
    """The slide the gem made, and the cards the opponent took at the end of its turn."""
    add_slide(line, b, b[L.TARGET], GEM_SIDES[box.DIRECTIONS.index(line["to"])])
    taken = notation.discards(a, deck)[b[L.DISCARD_COUNT] :]
    line.update({"lift": actions.CELL[b[L.TARGET]], "hole": actions.CELL[a[L.HOLE]]})
    line.update({"taken": taken, "runes": [deck.rune(card) for card in taken], "score": notation.by_side(a, L.SCORE)})


FOLLOWS: dict[str, Callable[[Line, Cells, Cells, Deck], None]] = {
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


# ---------------------------------------------------------------- the script, and the turn
def script_steps(b: Cells, a: Cells, line: Line) -> list[Step]:
    """SP-305: what the script did by itself after this action: its mage, then the tile it lifts."""
    steps: list[Step] = []
    if a[L.SOLO] and a[L.PHASE] in SCRIPTED:
        if b[L.PHASE] not in SCRIPTED:
            steps += mage_steps(b, a)
        if a[L.PHASE] == L.GEM_DIRECTION and line["do"] != "lift":
            cell = a[L.TARGET]
            steps.append(
                {"do": "lift", "at": actions.CELL[cell], "kind": KINDS[notation.tile_at(a, cell)], "rule": "SP-316"}
            )
    return steps


def mage_steps(b: Cells, a: Cells) -> list[Step]:
    start, goal = L.lowest_bit(b[L.MAGES + L.BLACK]), L.lowest_bit(a[L.MAGES + L.BLACK])
    woken = a[L.ACTIVE_TILES] & ~b[L.ACTIVE_TILES]
    if woken:
        return [
            {"do": "activate", "from": actions.CELL[start], "at": actions.CELL[L.lowest_bit(woken)], "rule": "SP-306"}
        ]
    if start != goal:
        return [{"do": "move", "from": actions.CELL[start], "to": actions.CELL[goal], "rule": "SP-307"}]
    return [] if a[L.PHASE] == L.SCRIPT_MAGE else [{"do": "rest", "from": actions.CELL[start], "rule": "SP-313"}]


def add_turn(line: Line, b: Cells, a: Cells) -> None:
    """Whose turn begins, or how the game ended."""
    playing = a[L.PHASE] == L.PLAY or (a[L.PHASE] in SCRIPTED and b[L.PHASE] not in SCRIPTED)
    if a[L.PHASE] == L.GAME_OVER:
        won = winner(a)
        seat = None if a[L.SOLO] and won == L.BLACK else 0 if a[L.SOLO] else int(won)
        line["ended"] = {
            "winner": box.SIDES[won],
            "seat": seat,
            "score": notation.by_side(a, L.SCORE),
            "reason": reason(a),
        }
    elif playing and (b[L.SIDE] != a[L.SIDE] or b[L.ROUND] != a[L.ROUND] or b[L.PHASE] < L.PLAY):
        line["begins"] = {"who": box.SIDES[a[L.SIDE]], "seat": seat_behind(a), "round": a[L.ROUND]}


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """While the arena is made every tile laid is a turn. In solo a round is one: the human's steps, then the
    script's."""
    t = state.cells
    side = 0 if t[L.SOLO] else t[L.SIDE]
    return (side, 0, t[L.PHASE], t[L.TILES_LAID]) if t[L.PHASE] < L.PLAY else (side, t[L.ROUND])


def parts(line: Line, now: Opening | None) -> list[Part]:
    """The line, then every step of the script by itself, and the cards it took."""
    here = opening(line)
    own = {key: value for key, value in line.items() if key not in ("script", "ended")}
    round_ = line["begins"]["round"] if "begins" in line else line["round"]
    step: Line = {"by": None, "do": "script", "who": "k", "seat": None, "round": round_}
    steps: list[Line] = [{**step, "script": [one]} for one in line.get("script", ())]
    if line.get("taken"):
        own["taken"] = []
        steps.append({**step, "do": "take", "runes": line["runes"], "score": line["score"]})
    if not steps:
        return [Part(line, None if here == now else here)]
    if "ended" in line:
        steps[-1]["ended"] = line["ended"]
    then = opening(steps[0])
    first, *rest = steps
    opened = [Part(own, None if here == now else here), Part(first, None if then == here else then)]
    return opened + [Part(one) for one in rest]


def opening(line: Line) -> Opening:
    if line["do"] in SETTING_UP or line.get("dealt"):
        return Opening(None)
    return Opening(line["seat"], line["round"], scripted=line["seat"] is None)
