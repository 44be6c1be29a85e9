"""The table in a terminal, drawn from a view alone in at most 80 columns and 17 lines."""

from __future__ import annotations

from sortilege.core.text.words import with_sign
from sortilege.core.types import Words
from sortilege.games.abracada import box
from sortilege.games.abracada.actions import Action
from sortilege.games.abracada.board import Board, board
from sortilege.games.abracada.log import Line
from sortilege.games.abracada.view import View

NAME = 13  # columns of a name
DICE = "?⚀⚁⚂⚃⚄⚅"


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Draw the round, the seats clockwise from the viewer, and the tower with its eight rows."""
    drawing = board(view)
    gap = [""] if view["seats"] < 5 else []
    return [
        heading(view, drawing, words),
        *seats(view, drawing, words, names),
        *gap,
        legend(view, words),
        *tower(view, drawing, words),
    ]


def heading(view: View, drawing: Board, words: Words) -> str:
    """Return the line with the stones in the middle and the lowest call allowed."""
    phrases = words["screen"]
    parts = [
        phrases["round"].format(n=view["round"]),
        phrases["secrets"].format(n=view["secrets"]),
        phrases["pile"].format(n=view["pile"]),
    ]
    if drawing["ask"] == "any":
        parts.append(phrases["free"])
    elif view["turn"] and view["turn"]["last"]:
        parts.append(phrases["bound"].format(n=view["turn"]["last"]))
    return " " + " · ".join(parts)


def seats(view: View, drawing: Board, words: Words, names: list[str]) -> list[str]:
    """Draw one line per seat: lives, stones as the viewer sees them, secret stones, points."""
    first, count = view["you"] or 0, view["seats"]
    changes = last_changes(view)
    out = []
    for seat in [*range(first, count), *range(first)]:
        arrow = "▶" if view["active"] == seat and not view["outcome"] else " "
        life = "♥" * view["life"][seat] + "·" * (box.LIVES - view["life"][seat])
        change = with_sign(changes[seat]) if changes.get(seat) else ""
        stones = " ".join(view["hands"][seat])
        secrets = "".join(f"◆{stone}" for stone in view["taken"][seat])
        points = words["screen"]["points"].format(n=view["scores"][seat], of=box.SUMMIT)
        place = words["screen"].get(drawing["places"][seat], "")
        name = names[seat][:NAME]
        line = f" {arrow} {name:<{NAME}} {life} {change:<3} {stones:<9}  {secrets:<8}  {points:<9}  {place}"
        out.append(line.rstrip())
    return out


def last_changes(view: View) -> dict[int, int]:
    """Return the change of lives by seat since the viewer's last call in this round (for a spectator, since the last
    call)."""
    sums: dict[int, int] = {}
    for line in reversed(view["log"]):
        if line["round"] != view["round"]:
            break
        for seat, change in line.get("life", {}).items():
            sums[int(seat)] = sums.get(int(seat), 0) + change
        if line["do"] == "call" and view["you"] in (None, line["by"]):
            break
    return sums


def legend(view: View, words: Words) -> str:
    return f" {words['screen']['legend' if view['you'] is not None else 'legend_watching']}"


def tower(view: View, drawing: Board, words: Words) -> list[str]:
    """Draw one line per spell: stones cast, visible elsewhere and unseen, and the effect."""
    out = []
    for spell, (cast, unseen) in enumerate(zip(view["board"], drawing["unseen"], strict=True), 1):
        seen = sum(stones.count(str(spell)) for stones in (*view["hands"], *view["taken"]))
        row = "●" * cast + "◐" * seen + "○" * unseen
        about = words["spells"][box.SPELLS[spell]]
        hidden = words["screen"]["unseen"].format(n=unseen)
        out.append(f" {spell} {about['name']:<13} {row:<8}  {hidden:<13} {about['short']}")
    return out


# ---------------------------------------------------------------- choices
def label(action: Action, words: Words, names: list[str]) -> str:
    """Return the label of an action in the menu."""
    if action["do"] == "call":
        return str(words["spells"][box.SPELLS[action["spell"]]]["name"])
    return str(words["screen"][action["do"]])


def key(action: Action) -> str:
    """Return the key for an action: the number of the spell, 0 to stop."""
    return str(action["spell"]) if action["do"] == "call" else "0"


def mark(line: Line) -> str:
    """Return the symbol before a log line: success or failure, the face of the die, a secret stone."""
    if line["do"] == "call":
        return "✔" if line["hit"] else "✘"
    if line["do"] == "roll":
        return DICE[line["die"]]
    return {"secret": "◆", "end": "■"}.get(line["do"], " ")
