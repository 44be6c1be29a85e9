"""Draws the table in a terminal, from a view alone: at most 80 columns and 17 lines."""

from __future__ import annotations

from itertools import zip_longest

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spell.actions import OUTSIDE_NAMES, Action
from sortilege.games.spell.board import Board, board
from sortilege.games.spell.box import SIDES, Side
from sortilege.games.spell.log import Line
from sortilege.games.spell.sentences import COLUMN_LETTERS, outside_cell, rune_name, squares
from sortilege.games.spell.view import View

COLUMNS = 80
NAME_WIDTH = 13  # columns of a player's name
ARENA_WIDTH = 30  # columns of the arena; the face-up cards are to its right
CARD_WIDTH = 6  # columns of a card
SPELL_KEYS = {1: ("summon", "extra"), 2: ("levitate",), 3: ("force",)}  # by level; "extra" for Doppelgänger
MARKS = {
    **{"claim": "★", "cast": "✦", "summon": "✦", "push": "»", "levitate": "✦", "force": "✦", "upheave": "↻"},
    **{"activate": "◆", "move": "→", "special": "◇", "end": "■", "gem": "◈", "reveal": "+"},
}


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Return the table as text lines: the round, both sides, the arena with the face-up cards beside it, and a key to
    the signs. `names` are the players' names by seat."""
    data = board(view)
    arena_lines = building(view) if view["arena"] is None else arena(view, data)
    line_pairs = zip_longest(arena_lines, card_lines(view, data, words), fillvalue="")
    table = [f"{arena_line:<{ARENA_WIDTH}}{card_line}".rstrip() for arena_line, card_line in line_pairs]
    sides = [side_line(view, words, names, side) for side in SIDES]
    footer = [" " + words["screen"]["legend"], " " + words["screen"]["marks"]]
    return [heading(view, data, words, names), *sides, "", *table, "", *titles(view, words), *footer]


def shorten(text: str) -> str:
    """Return a line, cut to the width of the screen with an ellipsis if it is longer."""
    return text if len(text) <= COLUMNS else text[: COLUMNS - 1] + "…"


def name_of(view: View, words: Words, names: list[str], side: Side) -> str:
    """Return the name of a side's player, cut to NAME_WIDTH. In a solo game black is the scripted opponent."""
    if view["seats"] == 2:
        return names[SIDES.index(side)][:NAME_WIDTH]
    return names[0][:NAME_WIDTH] if side == "p" else str(words["screen"]["opponent"])


def heading(view: View, board: Board, words: Words, names: list[str]) -> str:
    """Return the first line: the round, the gem holder, and what the player to move may still use this turn."""
    phrases = words["screen"]
    if view["outcome"]:
        return f" {phrases['over']}"
    parts = [phrases["round"].format(n=view["round"], of=board["rounds"])]
    if view["gem"]:
        parts.append(phrases["gem"].format(who=name_of(view, words, names, view["gem"])))
    if view["phase"] == "play":
        parts.append(phrases["free"].format(what=unused_actions(view, board, words)))
    return " " + " · ".join(parts)


def unused_actions(view: View, board: Board, words: Words) -> str:
    """Return the names of the actions that the side to move has not used this turn, as one text."""
    phrases, used, side = words["screen"], view["used"], view["side"]
    upheaves_left = board["upheaves"][side] - used["upheaves"]
    unused = [] if used["mage"] else [phrases["mage"]]
    unused += [phrases["upheave"]] * upheaves_left
    if side in board["special_tiles"] and not used["special"]:
        unused.append(phrases["special"])
    return ", ".join(unused) or str(phrases["nothing"])


def side_line(view: View, words: Words, names: list[str], side: Side) -> str:
    """Return the line about a side: its colour, player, points, elementals, amulet and captured cards."""
    phrases = words["screen"]
    mark = "▶" if view["turn"] and view["side"] == side else " "
    parts = [count_in(words, phrases["points"], view["score"][side])]
    if view["seats"] == 2 or side == "p":  # the scripted opponent summons nothing
        parts.append(count_in(words, phrases["elementals"], view["reserve"][side]))
    if view["amulets"][side]:
        parts.append(words["amulets"][view["amulets"][side]]["name"])
    if view["hands"][side]:
        cards = ", ".join(title(view, words, card) for card in view["hands"][side])
        parts.append(phrases["holds"].format(cards=cards))
    name = name_of(view, words, names, side)
    return shorten(f" {mark} {words['sides'][side]:<6} {name:<{NAME_WIDTH}} {' · '.join(parts)}")


# ---------------------------------------------------------------- the arena
def arena(view: View, board: Board) -> list[str]:
    """Return the arena as text lines, with columns a to d, rows 1 to 4, and a # for each special tile around it."""
    sign_at = dict.fromkeys(OUTSIDE_NAMES, " ") | {place: "#" for place in view["special"].values() if place}
    own_cells = set(board["own"][board["perspective"]])
    lines = ["   " + "".join(f"  {sign_at[f'T{i}']}{letter}  " for i, letter in enumerate(COLUMN_LETTERS))]
    for row, tiles in enumerate(view["arena"] or ()):
        cells = [cell_text(view, tile, f"{row}{column}", own_cells) for column, tile in enumerate(tiles)]
        lines.append(f" {row + 1}{sign_at[f'L{row}']}{' '.join(cells)} {sign_at[f'R{row}']}")
    below = "".join(f"  {sign_at[f'B{i}']}   " for i in range(4))
    if "#" in below:
        lines.append("   " + below)
    return [line.rstrip() for line in lines]


def cell_text(view: View, tile: str, cell: str, own_cells: set[str]) -> str:
    """Return five characters for a cell: the letter of its tile and the figure on it, such as "Mk" for black's mage,
    in brackets if the cell is in `own_cells`, the own cells of the viewer."""
    figure = "  "
    for side in SIDES:
        if cell in view["mages"][side]:
            figure = f"M{side}"
        elif cell in view["elementals"][side]:
            figure = f"E{side}"
    text = tile.replace(".", "·") + figure
    return f"[{text}]" if cell in own_cells else f" {text} "


def building(view: View) -> list[str]:
    """Return the arena under construction as text lines: rows -3 to 3 and columns -2 to 2 around the neutral tile."""
    if not view["building"]:
        return []
    tiles, mages = view["building"]["tiles"], view["building"]["mages"]
    rows = ["    " + "".join(f"{column:>3} " for column in range(-2, 3))]
    for row in range(-3, 4):
        cells = []
        for column in range(-2, 3):
            place = f"{row},{column}"
            mage = next((f"M{side}" for side in SIDES if place in mages[side]), "  ")
            cells.append(f" {tiles.get(place, '·')}{mage}")
        rows.append(f" {row:>2} " + "".join(cells))
    return [line.rstrip() for line in rows]


# ---------------------------------------------------------------- the runes
def card_lines(view: View, board: Board, words: Words) -> list[str]:
    """Return the face-up cards as text lines. Each level has two columns, headed by the level and the size of its pile,
    with a card's name and shape in each column."""
    cards = [name for pair in view["runes"].values() for name in pair]
    pile_texts = [words["screen"]["pile"].format(n=len(pile)) for pile in view["piles"].values()]
    headings = [f"{level} {pile_text}" for level, pile_text in enumerate(pile_texts, 1)]
    heading_line = "".join(f"{heading:<{2 * CARD_WIDTH}}" for heading in headings)
    columns = [card_column(view, board, name) for name in cards]
    rows = zip_longest(*columns, fillvalue="")
    return [heading_line, *["".join(f"{text:<{CARD_WIDTH}}" for text in row) for row in rows]]


def card_column(view: View, board: Board, name: str | None) -> list[str]:
    """Return a face-up card from top to bottom: its name with a mark (see `fit_mark`), then the rows of its shape. The
    name None stands for an empty place."""
    if name is None:
        return ["—"]
    shape_rows = view["cards"][name].replace(".", "·").split("/")
    return [name + fit_mark(board, name), *shape_rows]


def title(view: View, words: Words, card: str) -> str:
    """Return the name of a card, or a description of its level and shape if it has none."""
    level = int(card[1])  # the second character of a key such as "B2-2"
    return rune_name(words, {"name": view["names"].get(card, ""), "level": level, "rows": view["cards"][card]})


def titles(view: View, words: Words) -> list[str]:
    """Return two text lines with the names of those face-up cards that have a name: levels 1 and 2, then 3 and 4. A
    line without names is left out."""
    pairs = list(view["runes"].values())
    lines = []
    for cards in (pairs[0] + pairs[1], pairs[2] + pairs[3]):
        named = [f"{card} {title(view, words, card)}" for card in cards if card in view["names"]]
        if named:
            lines.append(shorten(" " + " · ".join(named)))
    return lines


def fit_mark(board: Board, name: str) -> str:
    """Return "!" if the viewer's own cells form the card of this name, "~" if one cell is missing, otherwise ""."""
    fit = board["fits"].get(name)
    if fit is None:
        return ""
    if fit["whole"]:
        return "!"
    return "~" if fit["near"] else ""


# ---------------------------------------------------------------- actions and log lines
def label(action: Action, words: Words, names: list[str]) -> str:
    """Return a short label for an action, to choose it from a list."""
    phrases = words["choices"]
    verb = action["do"]
    if verb == "lay":
        row, column = action["at"].split(",")
        return str(phrases["lay"].format(row=row, column=column))
    if verb == "special":
        return str(phrases["special"].format(place=outside_cell(words, action["at"])))
    if verb == "cast":
        spell = " / ".join(words["spells"][key]["name"] for key in SPELL_KEYS[action["spell"]])
        return str(phrases["cast"].format(level=action["level"], spell=spell))
    phrase = phrases["upheave"][action["side"]] if verb == "upheave" else phrases[verb]
    return str(phrase.format(card=action.get("card"), **squares(action, "from", "to", "at", "lift")))


def mark(line: Line) -> str:
    """Return the sign to show before a line of the log, such as a star for a claim."""
    return MARKS.get(line["do"], "·")
