"""The table in a terminal, drawn from a view alone in at most 80 columns and 17 lines."""

from __future__ import annotations

from textwrap import wrap

from sortilege.core.text.words import count_in
from sortilege.core.types import Words
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster.actions import Action
from sortilege.games.spellcaster.effects.words import CardWords, SetWords
from sortilege.games.spellcaster.layout import side_of
from sortilege.games.spellcaster.log import Line
from sortilege.games.spellcaster.view import Pending, View, hand_size

COLUMNS = 78  # of the eighty columns of a terminal, with a margin on both sides
NAME_WIDTH = 13  # columns of a player's name
MAX_ENERGY_DOTS = 20
LINES = 17
MAX_HAND_LINES = 3
MAX_QUESTION_LINES = 2
CARD_NAME_WIDTH = 22  # columns
COLOUR_SYMBOLS = {"R": "♦", "Y": "☼", "B": "♠", "G": "♣"}  # the symbols of the colours


# ---------------------------------------------------------------- the table
def lines(view: View, words: Words, names: list[str]) -> list[str]:
    """Return a view drawn as lines of text: the deck, the rivals, the four piles, the viewer's own side and hand, and
    the question that a card text asks. `names` are the names of the players by seat."""
    sides = box.sides(view["seats"])
    own_side = side_of(view["you"] or 0)  # spectators see the table from side 0
    rival_side = 1 - own_side
    above = [heading(view, words), side_line(view, words, rival_side)]
    above += [seat_line(view, words, names, seat) for seat in sides[rival_side]]
    below = [seat_line(view, words, names, seat) for seat in sides[own_side]]
    below += [side_line(view, words, own_side), *hand_lines(view, words), *question(view, words)]
    further_lines = LINES - len(above) - len(below) - len(box.COLOURS)  # after the first line of each pile
    piles: list[str] = []
    for colour in box.COLOURS:
        lines_of_pile = pile_lines(view, words, colour, own_side)[: 1 + further_lines]
        further_lines -= len(lines_of_pile) - 1
        piles += lines_of_pile
    return [truncate(line) for line in [*above, *piles, *below]]


def truncate(line: str) -> str:
    """Return the line, cut to the width of the screen with "…" at its end if it is too long."""
    return line if len(line) <= COLUMNS else line[: COLUMNS - 1] + "…"


def card_set_words(view: View, words: Words) -> SetWords:
    """Return the words of the card set that a view is played with."""
    card_set: SetWords = words["sets"][view["options"]["cards"]]
    return card_set


def card_words(view: View, words: Words, card: str) -> CardWords:
    """Return the words (name, text, kind …) of a card such as "R01"."""
    return card_set_words(view, words)["cards"][card]


def heading(view: View, words: Words) -> str:
    """Return the first line: sizes of deck and discard pile, a note about stand-in cards, and the actions left."""
    phrases = words["screen"]
    parts = [phrases["deck"].format(n=view["deck"]), phrases["discard"].format(n=len(view["discard"]))]
    if card_set_words(view, words)["standin"]:
        parts.append(phrases["standin"])
    if view["last"]:
        parts.append(phrases["last"])
    elif view["step"] == "actions" and view["active"] is not None:
        parts.append(phrases["left"].format(n=view["left"]))
    return " " + " · ".join(parts)


def side_line(view: View, words: Words, side: int) -> str:
    """Return the line of a side: its energy and sapphires as symbols and numbers, and its ward if any."""
    phrases = words["screen"]
    energy, sapphires, ward = view["energy"][side], view["sapphires"][side], view["ward"][side]
    dots = "●" * min(energy, MAX_ENERGY_DOTS)
    gems = ("◆" * sapphires)[: box.WINNING_SAPPHIRES].ljust(box.WINNING_SAPPHIRES, "◇")
    text = f" {phrases['energy']} {dots:<{MAX_ENERGY_DOTS}} {energy:>2}   {phrases['sapphires']} {gems} {sapphires:>2}"
    return text + (f"   {phrases['ward']} {ward}" if ward else "")


def seat_line(view: View, words: Words, names: list[str], seat: int) -> str:
    """Return the line of a mage: the symbol ▶ in the mage's turn, the name, the number of cards in hand, and the cards
    of the hand that the viewer has seen. A card that may be in another hand has a question mark."""
    phrases = words["screen"]
    mark = "▶" if view["active"] == seat and not view["outcome"] else " "
    line = (
        f" {mark} {names[seat][:NAME_WIDTH]:<{NAME_WIDTH}} {count_in(words, phrases['cards'], hand_size(view, seat))}"
    )
    if seat == view["you"]:
        line += f"  ({phrases['you']})"
    seen_cards = list(view["known"][seat])
    seen_cards += [f"{either['card']}?" for either in view["either"] if seat in either["hands"]]
    if seen_cards:
        line += "  " + phrases["known"].format(cards=" ".join(seen_cards))
    return line


def pile_lines(view: View, words: Words, colour: str, own_side: int) -> list[str]:
    """Return the lines that show a pile: a description of its top card on the left, the text of this card on the right.
    The description shows the side that the card faces (▼ own side, ▲ rival), an enchantment (∞), a card that was used
    in this turn (✓), and the number of cards under it."""
    pile = view["piles"][colour]
    symbol = COLOUR_SYMBOLS[colour]
    if not pile:
        return [f"   {symbol} {words['colours'][colour]['name']:<7} –"]
    card_id, side = pile[-1].split("/")  # such as "R01/0"
    card = card_words(view, words, card_id)
    facing = "▼" if int(side) == own_side else "▲"
    enchantment_mark = "∞" if card["kind"] == "enchantment" else ""
    used_mark = "✓" if card_id in view["used"] else ""
    marks = (enchantment_mark + used_mark).ljust(2)
    name = card["name"][:CARD_NAME_WIDTH].ljust(CARD_NAME_WIDTH)
    cards_under = f"+{len(pile) - 1}" if len(pile) > 1 else ""
    description = f" {facing} {symbol} {card_id} {name} {marks}{cards_under.ljust(3)} "
    first_line, *further_lines = wrap(text_of(view, card), COLUMNS - len(description))
    indent = " " * len(description)
    return [description + first_line, *(indent + line for line in further_lines)]


def text_of(view: View, card: CardWords) -> str:
    """Return the text of a card that applies with the number of mages in this view."""
    return card["text"] if view["seats"] == 2 else card.get("multi", card["text"])


def hand_lines(view: View, words: Words) -> list[str]:
    """Return the lines with the names of the cards in the viewer's hand, as many as fit."""
    hand = 0 if view["you"] is None else view["hands"][view["you"]]
    if isinstance(hand, int):  # a spectator has no hand
        return []
    lines = [" "]
    for card in hand:
        entry = f" {card} {card_words(view, words, card)['name']} ·"
        if len(lines[-1]) + len(entry) > COLUMNS:
            lines.append(" ")
        lines[-1] += entry
    if len(lines) > MAX_HAND_LINES:
        lines = lines[:MAX_HAND_LINES]
        lines[-1] = lines[-1][: COLUMNS - 2] + " …"
    return [line.removesuffix(" ·") for line in lines]


def question(view: View, words: Words) -> list[str]:
    """Return the question that a card text asks now as lines, such as "» Twin Shards · …"; [] if there is none."""
    resolving, pending = view["resolving"], view["pending"]
    if not resolving or not pending:
        return []
    name = card_words(view, words, resolving["copied"] or resolving["card"])["name"]
    effects = [card_set_words(view, words)["effects"][effect] for effect in pending.get("effects", ())]
    if pending["asks"] == "choose":
        return [f" » {name} · {n}. {effect}" for n, effect in enumerate(effects, 1)][:MAX_QUESTION_LINES]
    questions = words["asks"]
    is_target = pending["asks"] == "target"
    phrase = questions["targets"][pending["does"]] if is_target else questions[pending["asks"]]
    effect = effects[0] if effects else ""
    text = phrase.format(n=pending.get("count", 0), first=effect, price=price(pending, words))
    return wrap(f" » {name} · {text}", COLUMNS)[:MAX_QUESTION_LINES]


def price(pending: Pending, words: Words) -> str:
    """Return the price that a card text asks for in words, such as "2 sapphires", or "" if there is none."""
    if "price" not in pending:
        return ""
    crystal = "energy" if pending["price"]["kind"] == "E" else "sapphires"
    return count_in(words, words["log"]["amounts"][crystal], pending["price"]["n"])


# ---------------------------------------------------------------- choices
def label(action: Action, words: Words, names: list[str]) -> str:
    """Return a short description of an action for a list of choices, such as "Play R01 Ember Lance"."""
    phrase = words["screen"]["choices"][action["do"]]
    if "card" in action:
        return str(phrase.format(card=card_label(words, action["card"])))
    if action["do"] == "target":
        return str(phrase.format(colour=words["colours"][action["colour"]]["name"]))
    if action["do"] == "choose":
        return str(phrase.format(n=action["option"] + 1))
    return str(phrase)


def card_label(words: Words, card: str) -> str:
    """Return the id of a card such as "R01", with its name if only one card set is installed."""
    names = [set_words["cards"][card]["name"] for set_words in words["sets"].values()]
    return f"{card} {names[0]}" if len(names) == 1 else card


def log_symbol(line: Line) -> str:
    """Return the symbol to show before a log line: that of the colour of its card, or a space if it has no card."""
    card = line.get("card") or line.get("target")
    return COLOUR_SYMBOLS[card[0]] if card else " "
