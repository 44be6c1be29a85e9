"""Log lines and whole turns as sentences in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sortilege.core.game_rules import Opening
from sortilege.core.text.words import count_in, join_names, with_sign
from sortilege.core.turns import Turn
from sortilege.core.types import Words
from sortilege.games.spell.deck import Rune
from sortilege.games.spell.log import Line, Step

TARGET_VERBS = ("summon", "levitate", "force", "move", "activate")  # they complete a cast, so the cast is not named
CELL_KEYS = {  # the verbs whose summary names a cell, and the key of this cell
    **{"move": "to", "activate": "at", "rest": "from", "upheave": "lift", "lift": "at"},
    **{"summon": "at", "push": "to", "levitate": "to", "force": "to"},
}


# ---------------------------------------------------------------- names
def square(cell: str) -> str:
    """Return a cell by column a to d and row 1 to 4 from the top: "b3"."""
    return f"{'abcd'[int(cell[1])]}{int(cell[0]) + 1}"


def squares(thing: Mapping[str, object], *keys: str) -> dict[str, str]:
    """Return the cells of an action or a line for the placeholders {from_}, {to_} … of a phrase."""
    return {f"{key}_": square(str(thing[key])) for key in keys if key in thing}


def player(words: Words, seat: int | None) -> str:
    """Return the placeholder of a player, or the name of the scripted opponent."""
    return str(words["log"]["opponent"]) if seat is None else f"{{{seat}}}"


def rune_name(words: Words, rune: Rune) -> str:
    """Return the name of a card, or a description by its level and shape if it has none."""
    if rune["name"]:
        return str(words["runes"].get(rune["name"], rune["name"]))
    rows = rune["rows"].split("/")
    size = {"rows": len(rows), "columns": len(rows[0])}
    return count_in(words, words["log"]["unnamed"], rune["rows"].count("X"), level=rune["level"], **size)


def outside(words: Words, place: str) -> str:
    """Return an outside cell by the row or column next to it."""
    at = int(place[1])
    label = "abcd"[at] if place[0] in "TB" else str(at + 1)
    return str(words["outside"][place[0]].format(n=label))


def from_neutral(words: Words, at: str) -> str:
    """Return a place of the building grid: "2 up and 1 left from the neutral tile"."""
    row, column = (int(part) for part in at.split(","))
    phrases = words["table"]["from_neutral"]
    offsets = [("above" if row < 0 else "below", abs(row)), ("left" if column < 0 else "right", abs(column))]
    where = join_names(words, [phrases[direction].format(n=n) for direction, n in offsets if n])
    return str(phrases["of"].format(where=where))


# ---------------------------------------------------------------- lines
def sentence(words: Words, line: Line) -> str:
    """Return a log line as a sentence; "" for the cards of the first deal."""
    phrases: dict[str, str] = words["log"]
    parts = [action_sentence(words, line)]
    parts += [script_sentence(words, step) for step in line.get("script", ())]
    if "ended" in line:
        ended = line["ended"]
        points = phrases["points"].format(k=ended["score"]["k"], p=ended["score"]["p"])
        why = words["reasons"][ended["reason"]]
        parts.append(phrases["ended"].format(who=player(words, ended["seat"]), why=why, points=points))
    return " ".join(part for part in parts if part)


def action_sentence(words: Words, line: Line) -> str:
    """Return the sentence of the action itself, without the steps of the script and the result of the game."""
    phrases: dict[str, str] = words["log"]
    do = line["do"]
    if do == "script" or (do == "reveal" and line["dealt"]):  # `sentence` adds the steps of the script
        return ""
    who = player(words, line["seat"])
    if do == "amulet":
        return phrases["amulet"].format(who=who, amulet=words["amulets"][line["amulet"]]["name"])
    if do == "cast":
        spell = words["spells"][line["name"]]["name"]
        return phrases["cast"].format(who=who, rune=rune_name(words, line["rune"]), spell=spell)
    if do == "lay":
        return phrases["lay_last" if "hole" in line else "lay"].format(who=who, n=line["laid"])
    if do == "special":
        return phrases["special"].format(who=who, place=outside(words, line["at"]))
    if do == "gem":
        return gem_sentence(words, line)
    if do == "take":
        return take_sentence(words, line)
    if do in ("lift", "activate", "move") and line["seat"] is None:
        return script_sentence(words, line)
    if do == "summon" and line["displaces"]:
        do = "displace"
    texts = {key: value for key, value in line.items() if key in ("level", "points")}
    if "rune" in line:
        texts["rune"] = rune_name(words, line["rune"])
    return phrases[do].format(who=who, **squares(line, "from", "to", "at", "lift", "hole"), **texts)


def script_sentence(words: Words, step: Step) -> str:
    """Return the sentence of a step of the solo opponent."""
    phrases: dict[str, str] = words["script"]
    cells = squares(step, "from", "to", "at")
    if step["do"] == "lift" and "kind" in step:
        return phrases["lift"].format(kind=phrases[step["kind"]], **cells)
    return phrases["lift_chosen" if step["do"] == "lift" else step["do"]].format(**cells)


def gem_sentence(words: Words, line: Line) -> str:
    """Return the direction of the gem, and the cards that the solo opponent took."""
    phrases: dict[str, str] = words["log"]
    text = phrases["gem"].format(way=words["ways"][line["to"]])
    return f"{text} {take_sentence(words, line)}" if line["taken"] else text


def take_sentence(words: Words, line: Line) -> str:
    """Return the cards that the solo opponent took."""
    runes = join_names(words, [rune_name(words, rune) for rune in line["runes"]])
    return str(words["script"]["take"].format(runes=runes, n=line["score"]["k"]))


# ---------------------------------------------------------------- turns
def summary(words: Words, turn: Turn) -> str:
    """Return the summary of a turn: what was done on the arena, the runes claimed, the points."""
    phrases: dict[str, str] = words["summary"]
    if turn.opening == Opening(None):
        return set_up_summary(words, turn)
    clauses = list(arena_clauses(words, turn))
    runes = [rune_name(words, line["rune"]) for line in turn.lines if line["do"] == "claim"]
    if runes:
        clauses.append(phrases["claim"].format(runes=join_names(words, runes)))
    points = sum(line["points"] for line in turn.lines if line["do"] == "claim")
    for line in turn.lines:
        if line["do"] == "take":
            runes = [rune_name(words, rune) for rune in line["runes"]]
            clauses.append(phrases["take"].format(runes=join_names(words, runes)))
            points += sum(rune["level"] for rune in line["runes"])
    if points:
        clauses.append(with_sign(points))
    if not clauses:
        clauses.append(phrases["nothing"])
    for line in turn.lines:
        if "ended" in line:
            clauses.append(phrases["wins"].format(who=player(words, line["ended"]["seat"])))
    return phrases["line"].format(who=player(words, turn.opening.seat), what=", ".join(clauses))


def set_up_summary(words: Words, turn: Turn) -> str:
    """Return the summary of the set-up; "" if nothing was decided in it."""
    phrases: dict[str, str] = words["summary"]
    starts = [phrases["starts"].format(who=player(words, line["seat"])) for line in turn.lines if line["do"] == "first"]
    laid = any(line["do"] == "lay" for line in turn.lines)
    return ", ".join([phrases["set_up"], *starts]) if laid or starts else ""


def arena_clauses(words: Words, turn: Turn) -> Iterator[str]:
    """Yield what was done on the arena. Steps of the same verb in a row share a clause, and a spell whose target
    follows is named by that step only."""
    phrases: dict[str, str] = words["summary"]
    steps = [step for line in turn.lines for step in (line, *line.get("script", ()))]
    rows: list[tuple[str, list[str]]] = []
    for step, following in zip(steps, [*steps[1:], {"do": ""}], strict=True):
        do = step["do"]
        if do == "cast" and following["do"] not in TARGET_VERBS:
            rows.append((do, [words["spells"][step["name"]]["name"]]))
        elif do == "gem":
            rows.append((do, [words["ways"][step["to"]]]))
        elif do in CELL_KEYS and rows and rows[-1][0] == do:
            rows[-1][1].append(square(step[CELL_KEYS[do]]))
        elif do in CELL_KEYS:
            rows.append((do, [square(step[CELL_KEYS[do]])]))
        elif do == "special":
            rows.append((do, []))
    for do, where in rows:
        yield phrases[do].format(where=join_names(words, where))
