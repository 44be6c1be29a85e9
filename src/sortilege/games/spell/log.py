"""The log: what each action did, and how it is said. Everything is public, so every seat reads the same lines.

A line is the action object with `by` (the seat that decided, or null for chance), `who` (the colour that acts), `seat`
(the seat behind that colour; null for the scripted opponent) and what followed: `tiles` and `riders` that moved, cards,
points. Steps the solo script took by itself stand in `script` of the line that set it going, each with the line of the
script and the rule that made it. `begins` opens a turn, `ended` closes the game.
"""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells
from sortilege.core.shapes import Words
from sortilege.core.state import CHANCE, State
from sortilege.core.words import count_in, join_names
from sortilege.games.spell.actions import CELL, SLIDES, describe
from sortilege.games.spell.box import DIRECTIONS, SIDES
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.layout import (
    ACTIVE,
    BESIDE,
    BLACK,
    DEAL,
    DISCARDS,
    DONE,
    ELEMENTALS,
    GEM,
    HOLE,
    LAID,
    MAGES,
    PHASE,
    PLAY,
    ROUND,
    SCORE,
    SCRIPT_LIFT,
    SCRIPT_MAGE,
    SIDE,
    SOLO,
    TARGET,
    TOP,
    count,
    lowest,
    short_level,
)
from sortilege.games.spell.notation import by_side, card_or_null, cells_in, discards, place_names, special_out, tile_at
from sortilege.games.spell.position import deck_of
from sortilege.games.spell.rules.ending import reason, winner
from sortilege.games.spell.rules.solo import SLIDES_FROM
from sortilege.games.spell.slides import told_slide
from sortilege.games.spell.view import PHASES, own_mask

Line = dict[str, Any]
SCRIPTED = (SCRIPT_MAGE, SCRIPT_LIFT, GEM)
KINDS = {"P": "active_mine", "p": "inactive_mine", "N": "neutral", "k": "inactive_its", "K": "active_its"}


# ---------------------------------------------------------------- telling
def line_of(before: State, action: int, after: State) -> Line:
    """One action and what it did."""
    deck = deck_of(after)
    b, a = before.cells, after.cells
    by = before.turn()
    line: Line = {"by": None if by == CHANCE else by, **describe(action), "who": SIDES[b[SIDE]], "seat": seat_behind(b)}
    line["round"] = b[ROUND]
    do = line["do"]
    if do in TOLD:
        line |= TOLD[do](b, a, line, deck)
    if b[PHASE] in SCRIPTED:
        line["rule"] = {SCRIPT_MAGE: mage_rule(line), SCRIPT_LIFT: "SP-318", GEM: "SP-319"}[b[PHASE]]
    silent = told_script(b, a, line)
    if silent:
        line["script"] = silent
    return line | told_turn(b, a)


def seat_behind(t: Cells) -> int | None:
    """The seat of the side on turn; null for the scripted opponent."""
    if t[SOLO]:
        return None if t[SIDE] == BLACK else 0
    return int(t[SIDE])


def mage_rule(line: Line) -> str:
    return "SP-306" if line["do"] == "activate" else "SP-307"


def told_first(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    return {"who": line["side"], "seat": SIDES.index(line["side"])}


def told_lay(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    """Which face it shows; the twelfth tile fixes where row 0 and column 0 of the arena are."""
    row, column = (int(part) for part in line["at"].split(","))
    if a[PHASE] == b[PHASE]:
        return {"tile": tile_at(a, (row + 3) * 8 + column + 2), "laid": a[LAID]}
    tile = "KP"[b[SIDE]] if count(a[ACTIVE]) > count(b[ACTIVE]) else "kp"[b[SIDE]]
    neutral = next(cell for cell in CELL if tile_at(a, CELL.index(cell)) == "N")
    return {"tile": tile, "laid": 12, "neutral": neutral, "hole": CELL[a[HOLE]]}


def told_upheave(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    return told_slide(b, CELL.index(line["lift"]), SLIDES.index(line["side"])) | {"hole": CELL[a[HOLE]]}


def told_claim(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    """Its points, its place, and the cells that formed it."""
    card = deck.numbers[line["card"]]
    level = deck.cards[line["card"]].level
    mine = own_mask(b, b[SIDE])
    runes = deck.runes
    places = [int(runes.places[i]) for i in range(runes.starts[card], runes.starts[card + 1])]
    formed = next(place for place in places if place & mine == place)
    return {
        "rune": deck.rune(line["card"]),
        "level": level,
        "points": level,
        "score": by_side(a, SCORE),
        "place": "top" if b[TOP + level] == card else "side",
        "cells": place_names(formed),
    }


def told_cast(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    """Which card was used, and what the spell is for this player."""
    card = discards(a, deck)[-1]
    return {"card": card, "rune": deck.rune(card), "name": PHASES[a[PHASE]]}


def told_summon(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    return {"displaces": a[PHASE] != PLAY}


def told_push(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    return {"from": CELL[b[TARGET]], "of": SIDES[1 - b[SIDE]]}


def told_force(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    return {"of": SIDES[1 - b[SIDE]]}


def told_end(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    """What goes back to the reserve."""
    return {"elementals": cells_in(b[ELEMENTALS + b[SIDE]]), "special": special_out(b)[SIDES[b[SIDE]]]}


def told_reveal(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    """Where the card lies now, and which one made room for it."""
    level = short_level(b, deck.runes.of_level)
    moved = card_or_null(b, TOP + level, deck) if b[TOP + level] == a[BESIDE + level] != b[BESIDE + level] else None
    place = "top" if card_or_null(a, TOP + level, deck) == line["card"] else "side"
    rune = deck.rune(line["card"])
    return {"rune": rune, "level": level, "place": place, "moved": moved, "dealt": b[PHASE] == DEAL}


def told_gem(b: Cells, a: Cells, line: Line, deck: Deck) -> Line:
    """The slide the gem made, and the cards the opponent took at the end of its turn."""
    way = DIRECTIONS.index(line["to"])
    slide = told_slide(b, b[TARGET], SLIDES_FROM[way])
    taken = discards(a, deck)[b[DISCARDS] :]
    runes = [deck.rune(card) for card in taken]
    slide |= {"lift": CELL[b[TARGET]], "hole": CELL[a[HOLE]]}
    return slide | {"taken": taken, "runes": runes, "score": by_side(a, SCORE)}


TOLD = {
    "first": told_first,
    "lay": told_lay,
    "upheave": told_upheave,
    "claim": told_claim,
    "cast": told_cast,
    "summon": told_summon,
    "push": told_push,
    "force": told_force,
    "end": told_end,
    "reveal": told_reveal,
    "gem": told_gem,
}


def told_script(b: Cells, a: Cells, line: Line) -> list[Line]:
    """SP-305: what the script did by itself after this action: its mage, then the tile it lifts."""
    steps: list[Line] = []
    if a[SOLO] and a[PHASE] in SCRIPTED:
        if b[PHASE] not in SCRIPTED:
            steps += told_script_mage(b, a)
        if a[PHASE] == GEM and line["do"] != "lift":
            cell = a[TARGET]
            steps.append({"do": "lift", "at": CELL[cell], "kind": KINDS[tile_at(a, cell)], "rule": "SP-316"})
    return steps


def told_script_mage(b: Cells, a: Cells) -> list[Line]:
    start, goal = lowest(b[MAGES + BLACK]), lowest(a[MAGES + BLACK])
    woken = a[ACTIVE] & ~b[ACTIVE]
    if woken:
        return [{"do": "activate", "from": CELL[start], "at": CELL[lowest(woken)], "rule": "SP-306"}]
    if start != goal:
        return [{"do": "move", "from": CELL[start], "to": CELL[goal], "rule": "SP-307"}]
    return [] if a[PHASE] == SCRIPT_MAGE else [{"do": "rest", "from": CELL[start], "rule": "SP-313"}]


def told_turn(b: Cells, a: Cells) -> Line:
    """Whose turn begins, or how the game ended."""
    playing = a[PHASE] == PLAY or (a[PHASE] in SCRIPTED and b[PHASE] not in SCRIPTED)
    if a[PHASE] == DONE:
        won = winner(a)
        seat = None if a[SOLO] and won == BLACK else 0 if a[SOLO] else int(won)
        return {"ended": {"winner": SIDES[won], "seat": seat, "score": by_side(a, SCORE), "reason": reason(a)}}
    if playing and (b[SIDE] != a[SIDE] or b[ROUND] != a[ROUND] or b[PHASE] < PLAY):
        return {"begins": {"who": SIDES[a[SIDE]], "seat": seat_behind(a), "round": a[ROUND]}}
    return {}


# ---------------------------------------------------------------- saying
def square(cell: str) -> str:
    """A cell as people say it: columns a to d, rows 1 to 4 from the top."""
    return f"{'abcd'[int(cell[1])]}{int(cell[0]) + 1}"


def name(words: Words, seat: int | None) -> str:
    """A player by seat, or the scripted opponent."""
    return str(words["log"]["opponent"]) if seat is None else f"{{{seat}}}"


def rune_name(words: Words, rune: Line) -> str:
    """What a rune is called; one without a name by its level and shape."""
    if rune["name"]:
        return str(words["runes"].get(rune["name"], rune["name"]))
    rows = rune["rows"].split("/")
    size = {"rows": len(rows), "columns": len(rows[0])}
    return count_in(words, words["log"]["unnamed"], rune["rows"].count("X"), level=rune["level"], **size)


def outside(words: Words, place: str) -> str:
    """An outside cell: beside which row or column."""
    at = int(place[1])
    label = "abcd"[at] if place[0] in "TB" else str(at + 1)
    return str(words["outside"][place[0]].format(n=label))


def sentence(words: Words, line: Line) -> str:
    """The line in one language; "" for the cards of the first deal, which are better seen than read."""
    said: dict[str, str] = words["log"]
    parts = [told_sentence(words, line)]
    parts += [said_script(words, step) for step in line.get("script", [])]
    if "ended" in line:
        ended = line["ended"]
        points = said["points"].format(k=ended["score"]["k"], p=ended["score"]["p"])
        why = words["reasons"][ended["reason"]]
        parts.append(said["ended"].format(who=name(words, ended["seat"]), why=why, points=points))
    return " ".join(part for part in parts if part)


def told_sentence(words: Words, line: Line) -> str:
    said: dict[str, str] = words["log"]
    do = line["do"]
    if do == "script" or (do == "reveal" and line["dealt"]):  # the steps of a script speak for themselves
        return ""
    who = name(words, line["seat"])
    if do == "amulet":
        return said["amulet"].format(who=who, amulet=words["amulets"][line["amulet"]]["name"])
    if do == "cast":
        spell = words["spells"][line["name"]]["name"]
        return said["cast"].format(who=who, rune=rune_name(words, line["rune"]), spell=spell)
    if do == "lay":
        return said["lay_last" if "hole" in line else "lay"].format(who=who, n=line["laid"])
    if do == "special":
        return said["special"].format(who=who, place=outside(words, line["at"]))
    if do == "gem":
        return said_gem(words, line)
    if do == "take":
        return said_take(words, line)
    if do in ("lift", "activate", "move") and line["seat"] is None:
        return said_script(words, line)
    if do == "summon" and line["displaces"]:
        do = "displace"
    cells = {f"{key}_": square(line[key]) for key in ("from", "to", "at", "lift", "hole") if key in line}
    texts: Line = {key: line[key] for key in ("level", "points") if key in line}
    if "rune" in line:
        texts["rune"] = rune_name(words, line["rune"])
    return said[do].format(who=who, **cells, **texts)


def said_script(words: Words, step: Line) -> str:
    """A step of the solo opponent, and the line of the script that made it."""
    said: dict[str, str] = words["script"]
    cells = {f"{key}_": square(step[key]) for key in ("from", "to", "at") if key in step}
    if step["do"] == "lift" and "kind" in step:
        return said["lift"].format(kind=said[step["kind"]], **cells)
    return said["lift_chosen" if step["do"] == "lift" else step["do"]].format(**cells)


def said_gem(words: Words, line: Line) -> str:
    said: dict[str, str] = words["log"]
    text = said["gem"].format(way=words["ways"][line["to"]])
    return f"{text} {said_take(words, line)}" if line["taken"] else text


def said_take(words: Words, line: Line) -> str:
    """The cards the solo opponent took."""
    runes = join_names(words, [rune_name(words, rune) for rune in line["runes"]])
    return str(words["script"]["take"].format(runes=runes, n=line["score"]["k"]))
