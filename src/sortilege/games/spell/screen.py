"""Draws the table in a terminal, from a view alone: at most 80 columns and 17 lines."""

from __future__ import annotations

from itertools import zip_longest

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spell.actions import Action
from sortilege.games.spell.board import Board, board
from sortilege.games.spell.box import SIDES, Side
from sortilege.games.spell.log import Line
from sortilege.games.spell.sentences import outside, rune_name, squares
from sortilege.games.spell.view import View

NAME_WIDTH = 13  # columns of a name
COLUMNS = 80
ARENA_WIDTH = 30  # columns of the arena; the runes are to its right
MARKS = {
    **{"claim": "★", "cast": "✦", "summon": "✦", "push": "»", "levitate": "✦", "force": "✦", "upheave": "↻"},
    **{"activate": "◆", "move": "→", "special": "◇", "end": "■", "gem": "◈", "reveal": "+"},
}


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Return the round, both sides, and the arena with the runes beside it, as text lines."""
    data = board(view)
    left = building(view) if view["arena"] is None else arena(view, data)
    pairs = zip_longest(left, runes(view, data, words), fillvalue="")
    table = [f"{arena_row:<{ARENA_WIDTH}}{runes_row}".rstrip() for arena_row, runes_row in pairs]
    sides = [side_line(view, words, names, side) for side in SIDES]
    footer = [" " + words["screen"]["legend"], " " + words["screen"]["marks"]]
    return [heading(view, data, words, names), *sides, "", *table, "", *titles(view, words), *footer]


def cut(text: str) -> str:
    """Shorten a line to the screen's width with an ellipsis."""
    return text if len(text) <= COLUMNS else text[: COLUMNS - 1] + "…"


def name_of(view: View, words: Words, names: list[str], side: Side) -> str:
    """Return the name of a side's player; in solo black is the script."""
    if view["seats"] == 2:
        return names[SIDES.index(side)][:NAME_WIDTH]
    return names[0][:NAME_WIDTH] if side == "p" else str(words["screen"]["opponent"])


def heading(view: View, board: Board, words: Words, names: list[str]) -> str:
    """Return the round, the gem holder, and what the player on turn may still use."""
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
    """Return the actions that the side on turn has not used this turn."""
    phrases, used, side = words["screen"], view["used"], view["side"]
    free = [] if used["mage"] else [phrases["mage"]]
    free += [phrases["upheave"]] * (board["upheaves"][side] - used["upheaves"])
    if side in board["special_tiles"] and not used["special"]:
        free.append(phrases["special"])
    return ", ".join(free) or str(phrases["nothing"])


def side_line(view: View, words: Words, names: list[str], side: Side) -> str:
    """Return the line of a side: its player, points, elementals, amulet and captured cards."""
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
    return cut(
        f" {mark} {words['sides'][side]:<6} {name_of(view, words, names, side):<{NAME_WIDTH}} {' · '.join(parts)}"
    )


# ---------------------------------------------------------------- the arena
def arena(view: View, board: Board) -> list[str]:
    """Return the arena with columns a to d and rows 1 to 4, and special tiles around it."""
    placed = {place for place in view["special"].values() if place}
    own = set(board["own"][board["perspective"]])
    top = [f"  {'#' if f'T{c}' in placed else ' '}{'abcd'[c]}  " for c in range(4)]
    rows = ["   " + "".join(top)]
    for r, tiles in enumerate(view["arena"] or ()):
        cells = "".join(f"{cell_text(view, tile, f'{r}{c}', own)} " for c, tile in enumerate(tiles))
        left, right = ("#" if f"{edge}{r}" in placed else " " for edge in "LR")
        rows.append(f" {r + 1}{left}{cells}{right}")
    if any(f"B{c}" in placed for c in range(4)):
        rows.append("   " + "".join(f"  {'#' if f'B{c}' in placed else ' '}   " for c in range(4)))
    return [row.rstrip() for row in rows]


def cell_text(view: View, tile: str, cell: str, own: set[str]) -> str:
    """Return five characters for a cell: tile and figure, in brackets if it is an own cell of the viewer."""
    figure = "  "
    for letter, figures in (("M", view["mages"]), ("E", view["elementals"])):
        for side in SIDES:
            if cell in figures[side]:
                figure = letter + side
    text = tile.replace(".", "·") + figure
    return f"[{text}]" if cell in own else f" {text} "


def building(view: View) -> list[str]:
    """Return the tiles laid so far on the building grid, rows -3 to 3 and columns -2 to 2."""
    if not view["building"]:
        return []
    tiles, mages = view["building"]["tiles"], view["building"]["mages"]
    rows = ["    " + "".join(f"{column:>3} " for column in range(-2, 3))]
    for row in range(-3, 4):
        cells = []
        for column in range(-2, 3):
            at = f"{row},{column}"
            mage = next((f"M{side}" for side in SIDES if at in mages[side]), "  ")
            cells.append(f" {tiles.get(at, '·')}{mage}")
        rows.append(f" {row:>2} " + "".join(cells))
    return [line.rstrip() for line in rows]


# ---------------------------------------------------------------- the runes
def runes(view: View, board: Board, words: Words) -> list[str]:
    """Return the face-up cards side by side, level by level, each with its shape."""
    cards = [name for level in view["runes"].values() for name in level]
    piles = [words["screen"]["pile"].format(n=len(cards)) for cards in view["piles"].values()]
    shapes = [view["cards"][name].split("/") if name else [] for name in cards]
    rows = ["".join(f"{f'{n} {pile}':<12}" for n, pile in enumerate(piles, 1))]
    rows.append("".join(f"{name or '—'}{fit_mark(board, name):<{6 - len(name or '—')}}" for name in cards))
    for row in range(max((len(shape) for shape in shapes), default=0)):
        rows.append("".join(f"{shape[row].replace('.', '·') if row < len(shape) else '':<6}" for shape in shapes))
    return rows


def title(view: View, words: Words, card: str) -> str:
    """Return the name of a card as in the log."""
    return rune_name(words, {"name": view["names"].get(card, ""), "level": int(card[1]), "rows": view["cards"][card]})


def titles(view: View, words: Words) -> list[str]:
    """Return the names of the face-up cards that have one, two levels per line."""
    levels = [
        [f"{card} {title(view, words, card)}" for card in pair if card in view["names"]]
        for pair in view["runes"].values()
    ]
    return [cut(" " + " · ".join(levels[n] + levels[n + 1])) for n in (0, 2) if levels[n] + levels[n + 1]]


def fit_mark(board: Board, name: str | None) -> str:
    """Return "!" if the viewer's cells form a card, "~" if one cell is missing, otherwise ""."""
    fit = board["fits"].get(name or "")
    if not fit:
        return ""
    return "!" if fit["whole"] else "~" if fit["near"] else ""


# ---------------------------------------------------------------- actions and log lines
def label(action: Action, words: Words, names: list[str]) -> str:
    """Return a short label for an action."""
    phrases = words["choices"]
    do = action["do"]
    if do == "lay":
        row, column = action["at"].split(",")
        return str(phrases["lay"].format(row=row, column=column))
    if do == "special":
        return str(phrases["special"].format(place=outside(words, action["at"])))
    if do == "cast":
        keys = (("summon", "extra"), ("levitate",), ("force",))[action["spell"] - 1]
        spell = " / ".join(words["spells"][key]["name"] for key in keys)
        return str(phrases["cast"].format(level=action["level"], spell=spell))
    text = phrases[do][action["side"]] if do == "upheave" else phrases[do]
    return str(text.format(card=action.get("card"), **squares(action, "from", "to", "at", "lift")))


def mark(line: Line) -> str:
    """Return the sign before a line of the log."""
    return MARKS.get(line["do"], "·")
