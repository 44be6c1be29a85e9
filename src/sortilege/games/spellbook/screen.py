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
NAME_WIDTH = 13  # of a player's name
POINTS_WIDTH = 7
TOKEN_WIDTH = 3  # a letter, a shape and a space
BOOK_WIDTH = 28
SPELL_WIDTH = 15
SHAPES = {"o": "○", "t": "△", "s": "□"}


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Return a view as lines of text. `names` are the names of the players, by seat."""
    rows = [heading(view, words), request(view, words, names), altar(view, words)]
    for distance in range(view["seats"]):
        rows += seat_lines(view, words, names, (viewer_seat(view) + distance) % view["seats"])
    if view["opponent"]:
        rows.append(opponent_line(view["opponent"], words))
    rows.append(legend(words))
    # With three or four seats there is no space for the effects of the spells.
    rows += spells_in_full(view, words) if view["seats"] < 3 else spells_by_name(view, words)
    return [fit(line) for line in rows]


def viewer_seat(view: View) -> int:
    """Return the seat that is shown first: the viewer's own seat, or seat 0 for a spectator."""
    return view["you"] or 0


def fit(line: str) -> str:
    """Shorten a line that is wider than the screen at a word boundary, and mark the cut with an ellipsis."""
    if len(line) <= WIDTH:
        return line.rstrip()
    last_space = line.rindex(" ", 0, WIDTH)
    return line[:last_space] + "…"


def heading(view: View, words: Words) -> str:
    """Return a line with the Day, its phase, the tokens in pouch and box, and a note in the last round."""
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
    """Return a line with the question to the seat to move, or "" if no seat is to move."""
    if view["decides"] is None or view["asks"] is None:
        return ""
    text = question(view, view["asks"], words)
    return " " + str(words["screen"]["asked"].format(who=names[view["decides"]][:NAME_WIDTH], question=text))


def question(view: View, prompt: Prompt, words: Words) -> str:
    """Return the question to the seat to move, such as "Which token do you take?". Its key in `words` is the step, with
    a suffix if the question depends on the phase, on a swap or on the allowed tokens: "take_rune"."""
    key, learning = prompt["step"], view["learning"]
    number, rune, colour = prompt["left"], prompt["rune"], prompt["colour"]
    if key == "choose":
        key = f"choose_{view['now']['phase']}"
    elif "given" in prompt:
        key += "_back"
    elif key == "pay" and learning is not None:
        number = learning["owed"]
        if learning["wild"]:
            key, number, rune = "pay_wild", learning["wild_owed"], learning["wild"]
    elif rune:
        key += "_rune"
    elif colour:
        key += "_colour"
    phrase: str = words["asks"][key]
    return phrase.format(n=number, rune=words["runes"].get(rune), colour=words["colours"].get(colour))


def altar(view: View, words: Words) -> str:
    return f"   {words['places']['altar']:<{NAME_WIDTH}} {count(view['altar']):>3}  {shapes(view['altar'])}"


def seat_lines(view: View, words: Words, names: list[str], seat: int) -> list[str]:
    """Return two lines about a seat: name, points, pool and stored tokens, then its book and board."""
    player = view["players"][seat]
    arrow = "▶" if view["decides"] == seat else " "
    points = count_in(words, words["screen"]["points"], view["scores"][seat])
    pool = f"{shapes(player['pool']):<{box.POOL_LIMIT * TOKEN_WIDTH}} {count(player['pool'])}/{box.POOL_LIMIT}"
    stored = f"{words['places']['board']} {count(player['board'])}/{box.SPACES}"
    book = " ".join(card(view, seat, colour) for colour in range(len(view["spells"])))
    return [
        f" {arrow} {names[seat][:NAME_WIDTH]:<{NAME_WIDTH}} {points:<{POINTS_WIDTH}}  {pool}  {stored}",
        f"     {book:<{BOOK_WIDTH}}  {shapes(player['board'])}",
    ]


def card(view: View, seat: int, colour: int) -> str:
    """Return the colour, level and rune of a spell in a seat's book: "R4○", or "R··" for an unlearned red spell."""
    entry = view["players"][seat]["book"].get(view["spells"][colour])
    level_and_rune = entry[0] + SHAPES[entry[1]] if entry else "··"
    return box.COLOUR_LETTERS[colour] + level_and_rune


def opponent_line(opponent: ScoringOpponent, words: Words) -> str:
    points = count_in(words, words["screen"]["points"], opponent["points"])
    track = f"{count(opponent['track'])}/{box.SOLO_SPACES}, {words['places']['lower']} {count(opponent['lower'])}"
    return f"   {words['places']['track']:<{NAME_WIDTH}} {points:<{POINTS_WIDTH}}  {track}"


def legend(words: Words) -> str:
    return " " + " · ".join(f"{letter} {name}" for letter, name in words["colours"].items())


def spells_with_colours(view: View) -> list[tuple[str, str]]:
    """Return the letter of the colour and the name of each spell in play that is already drawn."""
    return list(zip(box.COLOUR_LETTERS, view["spells"], strict=False))


def spells_by_name(view: View, words: Words) -> list[str]:
    """Return the names of the seven spells in two lines of text, each name after the letter of its colour."""
    names = [f"{letter} {spell_name(words, spell)}" for letter, spell in spells_with_colours(view)]
    first_line, second_line = names[:4], names[4:]
    return [" " + " · ".join(first_line), " " + " · ".join(second_line)]


def spells_in_full(view: View, words: Words) -> list[str]:
    """Return one line for each spell, with its effect at the viewer's level, or at level 3 if not learned."""
    book = view["players"][viewer_seat(view)]["book"]
    rows = []
    for letter, spell in spells_with_colours(view):
        level = book[spell][0] if spell in book else "·"
        effect = words["spells"][spell]["3" if level == "·" else level]
        rows.append(f" {letter} {spell_name(words, spell):<{SPELL_WIDTH}} {level}  {effect}")
    return rows


def count(tokens: str) -> int:
    return len(tokens.split())


def shapes(tokens: str) -> str:
    """Return tokens as letters and shapes: "Ro Gt" -> "R○ G△"."""
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
    """Return a spell's name with its level, branch and owner, as far as given: "Focus 4 (take) [Anna]"."""
    parts = [spell_name(words, action["spell"])]
    if "level" in action:
        parts.append(str(action["level"]))
    if "branch" in action:
        parts.append(f"({words['screen'][action['branch']]})")
    owner = action.get("seat")
    if owner is not None:
        parts.append(f"[{names[owner][:NAME_WIDTH]}]")
    return " ".join(parts)


def mark(line: Line) -> str:
    """Return the sign to show before a line of the log, such as a star for a learned spell."""
    if "learned" in line:
        return "★"
    return {"draw": "◐", "store": "●", "use": "◆", "copy": "◆", "skip": "·"}.get(line["do"], " ")
