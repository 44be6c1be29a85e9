"""Draws the table in a terminal, from a view alone: at most 80 columns and 17 lines.

A token is its colour's letter and its rune's shape: R○ is the red Round, K□ the black Square.
"""

from __future__ import annotations

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spellbook import box
from sortilege.games.spellbook.actions import Action
from sortilege.games.spellbook.log import Line
from sortilege.games.spellbook.sentences import spell_name, token_name
from sortilege.games.spellbook.view import Prompt, ScoringOpponent, View

WIDTH = 80
NAME = 13  # columns for a player's name
SHAPES = {"o": "○", "t": "△", "s": "□"}


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Return the Day, the altar, the seats clockwise from the viewer, and the spells, as text lines."""
    rows = [heading(view, words), request(view, words, names), altar(view, words)]
    for step in range(view["seats"]):
        rows += seat_lines(view, words, names, ((view["you"] or 0) + step) % view["seats"])
    if view["opponent"]:
        rows.append(opponent_line(view["opponent"], words))
    rows.append(legend(words))
    rows += spells_in_full(view, words) if view["seats"] < 3 else spells_by_name(view, words)
    return [fit(line) for line in rows]


def fit(line: str) -> str:
    """Shorten a line to the screen's width, at a word boundary, with an ellipsis."""
    if len(line) <= WIDTH:
        return line.rstrip()
    return line[: line.rindex(" ", 0, WIDTH)] + "…"


def heading(view: View, words: Words) -> str:
    """Return the Day, its phase, and the number of tokens in pouch and box."""
    parts = [
        words["screen"]["day"].format(n=view["day"]),
        words["phases"][view["now"]["phase"]],
        f"{words['places']['pouch']} {count(view['pouch'])}",
        f"{words['places']['discard']} {count(view['discard'])}",
    ]
    if view["end_by"] is not None:
        parts.append(words["screen"]["last"])
    return " " + " · ".join(parts)


def request(view: View, words: Words, names: list[str]) -> str:
    """Return who has to decide what."""
    if view["decides"] is None or view["asks"] is None:
        return ""
    text = question(view, view["asks"], words)
    return " " + str(words["screen"]["asked"].format(who=names[view["decides"]][:NAME], question=text))


def question(view: View, asks: Prompt, words: Words) -> str:
    """Return the question to the seat that decides."""
    key, learning = asks["step"], view["learning"]
    n, rune, colour = asks["left"], asks["rune"], asks["colour"]
    if key == "choose":
        key = f"choose_{view['now']['phase']}"
    elif "given" in asks:
        key += "_back"
    elif key == "pay" and learning is not None:
        n, rune = (learning["wild_owed"], learning["wild"]) if learning["wild"] else (learning["owed"], None)
        key = "pay_wild" if learning["wild"] else "pay"
    elif rune or colour:
        key += "_rune" if rune else "_colour"
    phrase: str = words["asks"][key]
    return phrase.format(n=n, rune=words["runes"].get(rune), colour=words["colours"].get(colour))


def altar(view: View, words: Words) -> str:
    return f"   {words['places']['altar']:<{NAME}} {count(view['altar']):>3}  {shapes(view['altar'])}"


def seat_lines(view: View, words: Words, names: list[str], seat: int) -> list[str]:
    """Return two lines for a seat: points, pool and number of stored tokens; then its book and board."""
    player = view["players"][seat]
    mark = "▶" if view["decides"] == seat else " "
    points = count_in(words, words["screen"]["points"], view["scores"][seat])
    pool = f"{shapes(player['pool']):<{box.POOL_LIMIT * 3}} {count(player['pool'])}/{box.POOL_LIMIT}"
    stored = f"{words['places']['board']} {count(player['board'])}/{box.SPACES}"
    book = " ".join(card(view, seat, i) for i in range(len(view["spells"])))
    return [
        f" {mark} {names[seat][:NAME]:<{NAME}} {points:<7}  {pool}  {stored}",
        f"     {book:<28}  {shapes(player['board'])}",
    ]


def card(view: View, seat: int, i: int) -> str:
    """Return a spell of a book: colour, level and rune."""
    learned = view["players"][seat]["book"].get(view["spells"][i])
    return f"{box.COLOUR_LETTERS[i]}{learned[0]}{SHAPES[learned[1]]}" if learned else f"{box.COLOUR_LETTERS[i]}··"


def opponent_line(them: ScoringOpponent, words: Words) -> str:
    points = count_in(words, words["screen"]["points"], them["points"])
    track = f"{count(them['track'])}/{box.SOLO_SPACES}, {words['places']['lower']} {count(them['lower'])}"
    return f"   {words['places']['track']:<{NAME}} {points:<7}  {track}"


def legend(words: Words) -> str:
    return " " + " · ".join(f"{letter} {name}" for letter, name in words["colours"].items())


def spells_by_name(view: View, words: Words) -> list[str]:
    """Return the names of the seven spells, in two lines."""
    names = [f"{box.COLOUR_LETTERS[i]} {spell_name(words, spell)}" for i, spell in enumerate(view["spells"])]
    return [" " + " · ".join(names[:4]), " " + " · ".join(names[4:])]


def spells_in_full(view: View, words: Words) -> list[str]:
    """Return one line per spell: its effect at the viewer's level, or at level 3 if it is not learned."""
    rows = []
    for i, spell in enumerate(view["spells"]):
        learned = view["players"][view["you"] or 0]["book"].get(spell)
        level = learned[0] if learned else "3"
        spell_words = words["spells"][spell]
        rows.append(
            f" {box.COLOUR_LETTERS[i]} {spell_words['name']:<15} {level if learned else '·'}  {spell_words[level]}"
        )
    return rows


def count(tokens: str) -> int:
    return len(tokens.split())


def shapes(tokens: str) -> str:
    """Return tokens as letters and shapes."""
    return " ".join(token[0] + SHAPES[token[1]] for token in tokens.split())


# ---------------------------------------------------------------- actions and log lines
def label(action: Action, words: Words, names: list[str]) -> str:
    """Return a short label for an action."""
    do = action["do"]
    if do in ("skip", "stop"):
        return str(words["actions"][do])
    if do == "act" or "action" in action:
        return str(words["actions"][action["action"]])
    if "token" in action:
        return token_name(words, action["token"])
    if do == "wild":
        return str(words["screen"]["wild"]).format(rune=words["runes"][action["rune"]])
    return spell_label(action, words, names)


def spell_label(action: Action, words: Words, names: list[str]) -> str:
    """Return a spell with its level, branch and owner, as far as the action has them."""
    parts = [spell_name(words, action["spell"])]
    if "level" in action:
        parts.append(str(action["level"]))
    if "branch" in action:
        parts.append(f"({words['screen'][action['branch']]})")
    owner = action.get("seat")
    if owner is not None:
        parts.append(f"[{names[owner][:NAME]}]")
    return " ".join(parts)


def mark(line: Line) -> str:
    """Return the sign before a line of the log."""
    if "learned" in line:
        return "★"
    return {"draw": "◐", "store": "●", "use": "◆", "copy": "◆", "skip": "·"}.get(line["do"], " ")
