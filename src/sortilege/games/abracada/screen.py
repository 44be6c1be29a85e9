"""The table in a terminal, drawn from a view alone in at most 80 columns and 17 lines."""

from __future__ import annotations

from sortilege.core.text.words import with_sign
from sortilege.core.types import Words
from sortilege.games.abracada import box
from sortilege.games.abracada.actions import Action
from sortilege.games.abracada.board import Board, board
from sortilege.games.abracada.log import Line, total_life_changes
from sortilege.games.abracada.view import View

NAME_WIDTH = 13  # columns
DICE = "?⚀⚁⚂⚃⚄⚅"  # by face; 0 is not a face


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Draw the table as lines: the round, the seats clockwise from the viewer, and a row for each spell."""
    drawing = board(view)
    has_room = view["seats"] < 5  # with five seats, an empty line would exceed the height of the terminal
    legend = "legend_watching" if view["you"] is None else "legend"
    return [
        heading(view, drawing, words),
        *seats(view, drawing, words, names),
        *([""] if has_room else []),
        f" {words['screen'][legend]}",
        *spell_rows(view, drawing, words),
    ]


def heading(view: View, drawing: Board, words: Words) -> str:
    """Return the first line: the round, the secret stones left, the size of the pile and the lowest possible call."""
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
    """Draw one line per seat: its lives, its stones as the viewer sees them, its secret stones and its points."""
    first, count = view["you"] or 0, view["seats"]
    clockwise = [*range(first, count), *range(first)]
    changes = recent_life_changes(view)
    rows = []
    for seat in clockwise:
        arrow = "▶" if view["active"] == seat and not view["outcome"] else " "
        life = "♥" * view["life"][seat] + "·" * (box.LIVES - view["life"][seat])
        change = with_sign(changes[seat]) if changes.get(seat) else ""
        stones = " ".join(view["hands"][seat])
        secrets = "".join(f"◆{stone}" for stone in view["taken"][seat])
        points = words["screen"]["points"].format(n=view["scores"][seat], of=box.WINNING_SCORE)
        place = words["screen"].get(drawing["places"][seat], "")
        name = names[seat][:NAME_WIDTH]
        row = f" {arrow} {name:<{NAME_WIDTH}} {life} {change:<3} {stones:<9}  {secrets:<8}  {points:<9}  {place}"
        rows.append(row.rstrip())
    return rows


def recent_life_changes(view: View) -> dict[int, int]:
    """Return by seat how many lives it gained (or lost, if negative) in this round since the viewer's last call. For a
    spectator, count from the last call of any seat."""
    recent: list[Line] = []
    for line in reversed(view["log"]):
        if line["round"] != view["round"]:
            break
        recent.append(line)
        is_last_call = line["do"] == "call" and view["you"] in (None, line["by"])
        if is_last_call:
            break
    return total_life_changes(recent)


def spell_rows(view: View, drawing: Board, words: Words) -> list[str]:
    """Draw one line per spell: its stones (● on the board, ◐ visible elsewhere, ○ unseen) and its effect."""
    rows = []
    for spell, (on_board, unseen) in enumerate(zip(view["board"], drawing["unseen"], strict=True), start=1):
        elsewhere = sum(stones.count(str(spell)) for stones in (*view["hands"], *view["taken"]))
        stones = "●" * on_board + "◐" * elsewhere + "○" * unseen
        texts = words["spells"][box.SPELLS[spell]]
        count = words["screen"]["unseen"].format(n=unseen)
        rows.append(f" {spell} {texts['name']:<13} {stones:<8}  {count:<13} {texts['short']}")
    return rows


# ---------------------------------------------------------------- choices
def label(action: Action, words: Words, names: list[str]) -> str:
    """Return the label of an action in the terminal's menu. A call is labelled with the name of its spell."""
    if action["do"] == "call":
        return str(words["spells"][box.SPELLS[action["spell"]]]["name"])
    return str(words["screen"][action["do"]])


def key(action: Action) -> str:
    """Return the keyboard key of an action in the terminal: the number of the spell, or 0 to end the turn."""
    return str(action["spell"]) if action["do"] == "call" else "0"


def mark(line: Line) -> str:
    """Return the symbol that the terminal shows before a log line, such as the face of the die after a roll."""
    if line["do"] == "call":
        return "✔" if line["hit"] else "✘"
    if line["do"] == "roll":
        return DICE[line["die"]]
    return {"secret": "◆", "end": "■"}.get(line["do"], " ")
