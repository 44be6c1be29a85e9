"""The table in a terminal, drawn from a view alone in at most 80 columns and 17 lines."""

from __future__ import annotations

from textwrap import wrap

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster.actions import Action
from sortilege.games.spellcaster.effects.words import CardWords, SetWords
from sortilege.games.spellcaster.log import Line
from sortilege.games.spellcaster.view import Pending, View

COLUMNS = 78  # of eighty, with a margin on both sides
NAME_WIDTH = 13  # columns of a name
LINES = 17
MAX_HAND_LINES = 3
MAX_QUESTION_LINES = 2
SIGNS = {"R": "♦", "Y": "☼", "B": "♠", "G": "♣"}


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Draw the deck, the rivals, the four piles, the viewer's own side and hand, and the question of a text."""
    mages = box.sides(view["seats"])
    me = int((view["you"] or 0) in mages[1])
    above = [heading(view, words), side_line(view, words, 1 - me)]
    above += [seat_line(view, words, names, seat) for seat in mages[1 - me]]
    below = [seat_line(view, words, names, seat) for seat in mages[me]]
    below += [side_line(view, words, me), *hand_lines(view, words), *question(view, words)]
    spare = LINES - len(above) - len(below) - len(box.COLOURS)
    piles: list[str] = []
    for colour in box.COLOURS:
        rows = pile_lines(view, words, colour, me)[: spare + 1]
        spare -= len(rows) - 1
        piles += rows
    return [truncate(line) for line in [*above, *piles, *below]]


def truncate(line: str) -> str:
    """Return the line, shortened to the width of the screen."""
    return line if len(line) <= COLUMNS else line[: COLUMNS - 1] + "…"


def set_words(view: View, words: Words) -> SetWords:
    """Return the words of the card set on the table."""
    card_set: SetWords = words["sets"][view["options"]["cards"]]
    return card_set


def card_words(view: View, words: Words, card: str) -> CardWords:
    """Return the words of a card."""
    return set_words(view, words)["cards"][card]


def heading(view: View, words: Words) -> str:
    """Return the line with the deck and discard pile, a note about stand-in cards, and the actions left."""
    phrases = words["screen"]
    parts = [phrases["deck"].format(n=view["deck"]), phrases["discard"].format(n=len(view["discard"]))]
    if set_words(view, words)["standin"]:
        parts.append(phrases["standin"])
    if view["last"]:
        parts.append(phrases["last"])
    elif view["step"] == "actions" and view["active"] is not None:
        parts.append(phrases["left"].format(n=view["left"]))
    return " " + " · ".join(parts)


def side_line(view: View, words: Words, side: int) -> str:
    """Return the line with the energy, sapphires and ward of a side."""
    phrases = words["screen"]
    energy, gems, ward = view["energy"][side], view["sapphires"][side], view["ward"][side]
    bar = "◆" * min(gems, box.WINNING_SAPPHIRES) + "◇" * max(0, box.WINNING_SAPPHIRES - gems)
    text = f" {phrases['energy']} {'●' * min(energy, 20):<20} {energy:>2}   {phrases['sapphires']} {bar} {gems:>2}"
    return text + (f"   {phrases['ward']} {ward}" if ward else "")


def seat_line(view: View, words: Words, names: list[str], seat: int) -> str:
    """Return the line of a mage: whether it is their turn, the number of cards, and those that the viewer knows."""
    mark = "▶" if view["active"] == seat and not view["outcome"] else " "
    hand = view["hands"][seat]
    n = hand if isinstance(hand, int) else len(hand)
    cards = count_in(words, words["screen"]["cards"], n)
    known = [*view["known"][seat], *(f"{x['card']}?" for x in view["either"] if seat in x["hands"])]
    seen = "  " + words["screen"]["known"].format(cards=" ".join(known)) if known else ""
    you = f"  ({words['screen']['you']})" if seat == view["you"] else ""
    return f" {mark} {names[seat][:NAME_WIDTH]:<{NAME_WIDTH}} {cards}{you}{seen}"


def pile_lines(view: View, words: Words, colour: str, me: int) -> list[str]:
    """Return the lines of a pile: its top card, whom it faces (▼ the viewer, ▲ the rival), the number of cards under
    it, and its text, which may need more lines."""
    pile = view["piles"][colour]
    if not pile:
        return [f"   {SIGNS[colour]} {words['colours'][colour]['name']:<7} –"]
    card, side = pile[-1].split("/")
    about = card_words(view, words, card)
    facing = "▼" if int(side) == me else "▲"
    marks = ("∞" if about["kind"] == "enchantment" else "") + ("✓" if card in view["used"] else "")
    under = f"+{len(pile) - 1}" if len(pile) > 1 else ""
    head = f" {facing} {SIGNS[colour]} {card} {about['name']:<22.22} {marks:<2}{under:<3} "
    first, *rest = wrap(text_of(view, about), COLUMNS - len(head))
    return [head + first, *(" " * len(head) + line for line in rest)]


def text_of(view: View, about: CardWords) -> str:
    """Return the text of a card that applies at this table."""
    return about["text"] if view["seats"] == 2 else about.get("multi", about["text"])


def hand_lines(view: View, words: Words) -> list[str]:
    """Return the viewer's own cards by name, as many as fit."""
    hand = 0 if view["you"] is None else view["hands"][view["you"]]
    if isinstance(hand, int):
        return []
    entries = [f"{card} {card_words(view, words, card)['name']}" for card in hand]
    lines: list[str] = []
    row = " "
    for entry in entries:
        if len(row) + len(entry) + 3 > COLUMNS:
            lines.append(row)
            row = " "
        row += f" {entry} ·"
    lines.append(row)
    if len(lines) > MAX_HAND_LINES:
        lines = [*lines[: MAX_HAND_LINES - 1], lines[MAX_HAND_LINES - 1][: COLUMNS - 2] + " …"]
    return [line.removesuffix(" ·") for line in lines]


def question(view: View, words: Words) -> list[str]:
    """Return the card whose text is being carried out, and what it asks for."""
    resolving, pending = view["resolving"], view["pending"]
    if not resolving or not pending:
        return []
    name = card_words(view, words, resolving["copied"] or resolving["card"])["name"]
    effects = [set_words(view, words)["effects"][effect] for effect in pending.get("effects", ())]
    if pending["asks"] == "choose":
        return [f" » {name} · {n}. {effect}" for n, effect in enumerate(effects, 1)][:MAX_QUESTION_LINES]
    phrase = (
        words["asks"]["targets"][pending["does"]] if pending["asks"] == "target" else words["asks"][pending["asks"]]
    )
    first = effects[0] if effects else ""
    text = phrase.format(n=pending.get("count", 0), first=first, price=price(pending, words))
    return wrap(f" » {name} · {text}", COLUMNS)[:MAX_QUESTION_LINES]


def price(pending: Pending, words: Words) -> str:
    """Return the price to pay, in words."""
    if "price" not in pending:
        return ""
    forms = words["log"]["amounts"]["energy" if pending["price"]["kind"] == "E" else "sapphires"]
    return count_in(words, forms, pending["price"]["n"])


# ---------------------------------------------------------------- choices
def label(action: Action, words: Words, names: list[str]) -> str:
    """Return a short description of an action. The table above it shows the names of the cards."""
    phrases = words["screen"]["choices"]
    do = action["do"]
    if "card" in action:
        return str(phrases[do].format(card=card_label(words, action["card"])))
    if do == "target":
        return str(phrases[do].format(colour=words["colours"][action["colour"]]["name"]))
    if do == "choose":
        return str(phrases[do].format(n=action["option"] + 1))
    return str(phrases[do])


def card_label(words: Words, card: str) -> str:
    """Return the id of a card, with its name if only one card set is installed."""
    names = [set_words["cards"][card]["name"] for set_words in words["sets"].values()]
    return f"{card} {names[0]}" if len(names) == 1 else card


def mark(line: Line) -> str:
    """Return the symbol before a log line: the colour of its card."""
    card = line.get("card") or line.get("target")
    return SIGNS[card[0]] if card else " "
