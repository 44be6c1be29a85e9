"""The table in a terminal: at most 80 columns and 17 lines, read from a view alone."""

from __future__ import annotations

from typing import Any

from sortilege.core.shapes import Words
from sortilege.games.abracada.box import KINDS, LIVES, SPELLS, SUMMIT

View = dict[str, Any]
NAME = 13  # columns of a name
DICE = "?⚀⚁⚂⚃⚄⚅"


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """The round, then the seats clockwise from the viewer's chair, then the tower with its eight rows."""
    gap = [""] if view["seats"] < 5 else []
    return [heading(view, words), *seats(view, words, names), *gap, legend(view, words), *tower(view, words)]


def heading(view: View, words: Words) -> str:
    """What lies in the middle, and how high the next call must be."""
    said = words["screen"]
    parts = [
        said["round"].format(n=view["round"]),
        said["secrets"].format(n=view["secrets"]),
        said["pile"].format(n=view["pile"]),
    ]
    turn = view["turn"]
    if turn and turn["last"]:
        parts.append(said["bound"].format(n=turn["last"]) if not view["options"]["easy"] else said["free"])
    return " " + " · ".join(parts)


def seats(view: View, words: Words, names: list[str]) -> list[str]:
    """One line per seat: life, stones as this viewer sees them, secret stones, points."""
    count = view["seats"]
    me = view["you"]
    changed = last_changes(view)
    out = []
    for step in range(count):
        seat = ((me or 0) + step) % count
        mark = "▶" if view["active"] == seat and not view["outcome"] else " "
        life = "♥" * view["life"][seat] + "·" * (LIVES - view["life"][seat])
        delta = changed.get(str(seat), 0)
        moved = f"{delta:+d}".replace("-", "−") if delta else ""
        stones = " ".join(view["hands"][seat])
        found = "".join(f"◆{face}" for face in view["taken"][seat])
        points = words["screen"]["points"].format(n=view["scores"][seat], of=SUMMIT)
        place = chair(step, count, words) if me is not None else ""
        name = names[seat][:NAME]
        out.append(f" {mark} {name:<{NAME}} {life} {moved:<3} {stones:<9}  {found:<8}  {points:<9}  {place}".rstrip())
    return out


def last_changes(view: View) -> dict[str, int]:
    """Lives gained and lost since the viewer last called (for a spectator, by the last call), in this round."""
    sums: dict[str, int] = {}
    for line in reversed(view["log"]):
        if line["round"] != view["round"]:
            break
        for seat, delta in line.get("life", {}).items():
            sums[seat] = sums.get(seat, 0) + delta
        if line["do"] == "call" and view["you"] in (None, line["by"]):
            break
    return sums


def chair(step: int, count: int, words: Words) -> str:
    """Where a seat is from the viewer: the next one clockwise sits at the left (Blizzard), the last at the right."""
    said: Words = words["screen"]
    if step == 0:
        return str(said["you"])
    left, right = step == 1, step == count - 1
    if left and right:
        return str(said["both"])
    return str(said["left"] if left else said["right"] if right else "")


def legend(view: View, words: Words) -> str:
    return f" {words['screen']['legend' if view['you'] is not None else 'legend_watching']}"


def tower(view: View, words: Words) -> list[str]:
    """Spell by spell: stones cast, stones this viewer sees elsewhere, stones it does not see, and the effect."""
    out = []
    for spell in range(1, KINDS + 1):
        cast = view["board"][spell - 1]
        seen = sum(zone.count(str(spell)) for zone in (*view["hands"], *view["taken"]))
        stones = "●" * cast + "◐" * seen + "○" * (spell - cast - seen)
        about = words["spells"][SPELLS[spell]]
        unseen = words["screen"]["unseen"].format(n=spell - cast - seen)
        out.append(f" {spell} {about['name']:<13} {stones:<8}  {unseen:<13} {about['short']}")
    return out


# ---------------------------------------------------------------- choices
def label(action: dict[str, Any], words: Words, names: list[str]) -> str:
    """A choice in a word or two; the tower beside it says what each spell does."""
    if action["do"] == "call":
        return str(words["spells"][SPELLS[action["spell"]]]["name"])
    return str(words["screen"][action["do"]])


def key(action: dict[str, Any]) -> str:
    """The key that stands for a choice: a spell's own number, 0 to stop."""
    return str(action.get("spell", 0))


def mark(line: dict[str, Any]) -> str:
    """A sign before a line of the log: found or not, the die's face, a secret stone."""
    if line["do"] == "call":
        return "✔" if line["hit"] else "✘"
    if line["do"] == "roll":
        return DICE[line["die"]]
    return {"secret": "◆", "end": "■"}.get(line["do"], " ")
