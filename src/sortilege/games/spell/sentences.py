"""Log lines and whole turns as sentences in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sortilege.core.game_rules import Opening
from sortilege.core.text.words import count_in, join_names, with_sign
from sortilege.core.turns import Turn
from sortilege.core.types import Words
from sortilege.games.spell.deck import Rune
from sortilege.games.spell.log import Line, Step

COLUMN_LETTERS = "abcd"
TARGET_VERBS = ("summon", "levitate", "force", "move", "activate")  # if one follows a cast, the cast is not named
CELL_KEYS = {  # the verbs whose summary names a cell, and the key of this cell in the action
    **{"move": "to", "activate": "at", "rest": "from", "upheave": "lift", "lift": "at"},
    **{"summon": "at", "push": "to", "levitate": "to", "force": "to"},
}


# ---------------------------------------------------------------- names
def square(cell: str) -> str:
    """Return the name of a cell for players, a column a to d and a row 1 to 4 from the top: "21" -> "b3"."""
    row, column = int(cell[0]), int(cell[1])
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def squares(fields: Mapping[str, object], *keys: str) -> dict[str, str]:
    """Return the cells that these keys of an action or log line name, as arguments for str.format: {"from": "21"} ->
    {"from_": "b3"}. Keys get an underscore, because `from` is a reserved word in Python."""
    return {f"{key}_": square(str(fields[key])) for key in keys if key in fields}


def player(words: Words, seat: int | None) -> str:
    """Return the placeholder for the name of a seat's player, such as "{0}". For None return the name of the scripted
    opponent."""
    if seat is None:
        return str(words["log"]["opponent"])
    return "{" + str(seat) + "}"


def rune_name(words: Words, rune: Rune) -> str:
    """Return the name of a card or, for a card without a name, a description of its level and shape."""
    if rune["name"]:
        return str(words["runes"].get(rune["name"], rune["name"]))
    rows = rune["rows"].split("/")
    size = {"rows": len(rows), "columns": len(rows[0])}
    return count_in(words, words["log"]["unnamed"], rune["rows"].count("X"), level=rune["level"], **size)


def rune_names(words: Words, runes: list[Rune]) -> str:
    """Return the names of several cards as one text."""
    return join_names(words, [rune_name(words, rune) for rune in runes])


def outside_cell(words: Words, place: str) -> str:
    """Describe an outside cell such as "T2" by the edge of the arena (T for the top edge) and the row or column next to
    it."""
    edge, index = place[0], int(place[1])
    line_name = COLUMN_LETTERS[index] if edge in "TB" else str(index + 1)
    return str(words["outside"][edge].format(n=line_name))


def from_neutral(words: Words, place: str) -> str:
    """Describe a place of the building grid: "-2,-1" -> "2 up and 1 left from the neutral tile"."""
    row, column = (int(offset) for offset in place.split(","))
    phrases = words["table"]["from_neutral"]
    distances = {"above": -row, "below": row, "left": -column, "right": column}
    offsets = [phrases[direction].format(n=distance) for direction, distance in distances.items() if distance > 0]
    return str(phrases["of"].format(where=join_names(words, offsets)))


# ---------------------------------------------------------------- lines
def sentence(words: Words, line: Line) -> str:
    """Return a log line as a sentence, or "" for a card that is dealt before the first turn."""
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
    """Return the sentence about the action of a log line, without the steps of the scripted opponent and the result of
    the game. It is "" for a line that has only such steps, and for a card that is dealt before the first turn."""
    phrases: dict[str, str] = words["log"]
    verb = line["do"]
    if verb == "script" or (verb == "reveal" and line["dealt"]):
        return ""
    who = player(words, line["seat"])
    if verb == "amulet":
        return phrases["amulet"].format(who=who, amulet=words["amulets"][line["amulet"]]["name"])
    if verb == "cast":
        spell = words["spells"][line["name"]]["name"]
        return phrases["cast"].format(who=who, rune=rune_name(words, line["rune"]), spell=spell)
    if verb == "lay":
        return phrases["lay_last" if "hole" in line else "lay"].format(who=who, n=line["laid"])
    if verb == "special":
        return phrases["special"].format(who=who, place=outside_cell(words, line["at"]))
    if verb == "gem":
        return gem_sentence(words, line)
    if verb == "take":
        return take_sentence(words, line)
    is_choice_for_script = verb in ("lift", "activate", "move") and line["seat"] is None
    if is_choice_for_script:
        return script_sentence(words, line)
    if verb == "summon" and line["displaces"]:
        verb = "displace"
    values = {key: value for key, value in line.items() if key in ("level", "points")}
    if "rune" in line:
        values["rune"] = rune_name(words, line["rune"])
    return phrases[verb].format(who=who, **squares(line, "from", "to", "at", "lift", "hole"), **values)


def script_sentence(words: Words, step: Step) -> str:
    """Return a step of the scripted opponent as a sentence."""
    phrases: dict[str, str] = words["script"]
    cells = squares(step, "from", "to", "at")
    if step["do"] != "lift":
        return phrases[step["do"]].format(**cells)
    if "kind" in step:
        return phrases["lift"].format(kind=phrases[step["kind"]], **cells)
    return phrases["lift_chosen"].format(**cells)


def gem_sentence(words: Words, line: Line) -> str:
    """Return the sentence about the direction of the gem, and about the cards that the scripted opponent took."""
    phrases: dict[str, str] = words["log"]
    direction_sentence = phrases["gem"].format(way=words["ways"][line["to"]])
    if not line["taken"]:
        return direction_sentence
    return f"{direction_sentence} {take_sentence(words, line)}"


def take_sentence(words: Words, line: Line) -> str:
    """Return the sentence about the cards that the scripted opponent took."""
    return str(words["script"]["take"].format(runes=rune_names(words, line["runes"]), n=line["score"]["k"]))


# ---------------------------------------------------------------- turns
def summary(words: Words, turn: Turn) -> str:
    """Return the summary of a turn as one line: player, actions on the arena, claimed cards, points and winner."""
    phrases: dict[str, str] = words["summary"]
    if turn.opening == Opening(None):
        return set_up_summary(words, turn)
    clauses = list(arena_clauses(words, turn))
    claimed = [line["rune"] for line in turn.lines if line["do"] == "claim"]
    if claimed:
        clauses.append(phrases["claim"].format(runes=rune_names(words, claimed)))
    points = sum(rune["level"] for rune in claimed)
    for line in turn.lines:
        if line["do"] == "take":
            clauses.append(phrases["take"].format(runes=rune_names(words, line["runes"])))
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
    """Return the summary of what happened before the first turn, or "" if nothing was decided in it."""
    phrases: dict[str, str] = words["summary"]
    starts = [phrases["starts"].format(who=player(words, line["seat"])) for line in turn.lines if line["do"] == "first"]
    was_built = any(line["do"] == "lay" for line in turn.lines)
    return ", ".join([phrases["set_up"], *starts]) if was_built or starts else ""


def arena_clauses(words: Words, turn: Turn) -> Iterator[str]:
    """Yield the clauses about the actions of a turn on the arena, in order. Successive actions of the same verb share a
    clause. A cast has no clause of its own if the action on its target follows, because that clause names the spell."""
    phrases: dict[str, str] = words["summary"]
    steps = [step for line in turn.lines for step in (line, *line.get("script", ()))]
    verbs = [step["do"] for step in steps]
    clauses: list[tuple[str, list[str]]] = []  # verb, and the places or names in its clause
    for step, next_verb in zip(steps, [*verbs[1:], ""], strict=True):
        verb = step["do"]
        if verb == "cast" and next_verb not in TARGET_VERBS:
            clauses.append((verb, [words["spells"][step["name"]]["name"]]))
        elif verb == "gem":
            clauses.append((verb, [words["ways"][step["to"]]]))
        elif verb == "special":
            clauses.append((verb, []))
        elif verb in CELL_KEYS:
            if not clauses or clauses[-1][0] != verb:
                clauses.append((verb, []))
            clauses[-1][1].append(square(step[CELL_KEYS[verb]]))
    for verb, places in clauses:
        yield phrases[verb].format(where=join_names(words, places))
