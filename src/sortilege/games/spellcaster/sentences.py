"""Log lines and turns as sentences. The placeholders {0}, {1}, … stand for the names of the players by seat. The name
of a side is the names of all its mages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sortilege.core.text.words import count_in, join_names, with_sign
from sortilege.core.turns import Turn
from sortilege.core.types import Words
from sortilege.games.spellcaster.layout import side_of
from sortilege.games.spellcaster.log import Crystals, Ended, Event, Line, Move

CARD_VERBS = ("play", "activate", "discard", "recover")  # verbs of actions that name a card in the summary of a turn
CRYSTAL_ORDER: tuple[Crystals, ...] = ("ward", "energy", "sapphires")
SUMMARY_CRYSTALS: tuple[Crystals, ...] = ("energy", "sapphires")  # ward is not mentioned in the summary of a turn
MAX_NUMBER_WORD = 9  # larger numbers are written in digits


def sentence(words: Words, line: Line) -> str:
    """Return a log line as one or more sentences, or "" if there is nothing to say."""
    sentences = [action_sentence(words, line)]
    for event in line["events"]:
        sentences += event_sentences(words, line, event)
    if "ended" in line:
        sentences.append(end_sentence(words, line["ended"]))
    return " ".join(filter(None, sentences))


def seat_name(seat: int | None) -> str:
    """Return the placeholder for the name of the player in a seat, such as "{0}"."""
    return f"{{{seat}}}"


def card_name(words: Words, line: Line, card: str) -> str:
    """Return the displayed name of a card such as "R01"."""
    return str(words["sets"][line["set"]]["cards"][card]["name"])


# ---------------------------------------------------------------- the action
def action_sentence(words: Words, line: Line) -> str:
    """Return the sentence for the action of a log line, or "" if those for its effects say enough."""
    phrases: Words = words["log"]
    verb = line["do"]
    card = line.get("card") or line.get("target")
    name = card_name(words, line, card) if card else ""
    if verb == "card":
        return card_sentence(words, line)
    if verb == "steal":
        key = "steal_seen" if card else "steal_hidden"
        return str(phrases[key].format(who=seat_name(line["to"]), whom=seat_name(line["from"]), card=name))
    if verb == "first":
        return str(phrases["first"].format(who=seat_name(line["seat"])))
    if verb == "choose":
        effect = words["sets"][line["set"]]["effects"][line["effect"]]
        return str(phrases["choose"].format(who=seat_name(line["by"]), effect=effect))
    if verb in ("trigger", "pay", "turn"):
        return ""
    return str(phrases[verb].format(who=seat_name(line["by"]), card=name))


def card_sentence(words: Words, line: Line) -> str:
    """Return the sentence for a drawn card, or "" for a card of the first hands. If the card is drawn by the action
    `draw`, the sentence before already says so. Then only its name is added, if the viewer sees it."""
    after_action = line["why"] == "action"
    if line["why"] == "deal" or (after_action and line["card"] is None):
        return ""
    who = seat_name(line["to"])
    if line["card"] is None:
        return str(words["log"]["draw"].format(who=who))
    key = "drawn_card" if after_action else "draw_card"
    return str(words["log"][key].format(who=who, card=card_name(words, line, line["card"])))


# ---------------------------------------------------------------- the events
def event_sentences(words: Words, line: Line, event: Event) -> Iterator[str]:
    """Yield the sentences for one event of a log line, which is one step of the effects. A sentence may be empty."""
    phrases: Words = words["log"]
    if event.get("begins") == "enchantment":
        yield phrases["works"].format(card=card_name(words, line, event["card"]), who=seat_name(event["seat"]))
    if "copied" in event:
        yield phrases["copied"].format(card=card_name(words, line, event["copied"]))
    if "turn" not in event:  # the ward that is lost at the start of a turn is not mentioned
        yield from crystal_sentences(words, line, event)
    if "actions" in event:
        yield count_in(words, phrases["actions"], event["actions"])
    for move in event.get("moves", ()):
        yield move_sentence(words, line, move)
    if "last" in event:
        yield phrases["last"]


def crystal_sentences(words: Words, line: Line, event: Event) -> Iterator[str]:
    """Yield a sentence for each kind of crystal that a side gained, lost or paid in an event of a log line."""
    is_price = line["do"] == "pay" and event is line["events"][0]
    for kind in CRYSTAL_ORDER:
        for side, change in event.get(kind, {}).items():
            verb = crystal_verb(kind, change, is_price)
            amount = count_in(words, words["log"]["amounts"][kind], abs(change))
            form = "many" if len(seats_of(line, int(side))) > 1 else "one"
            who = side_names(words, line, int(side))
            yield str(words["log"][verb][form].format(who=who, amount=amount, n=abs(change)))


def crystal_verb(kind: Crystals, change: int, is_price: bool) -> str:
    """Return the key of the phrase for a change of one kind of crystal, such as "gain" or "lose"."""
    if change > 0:
        return "gain"
    if kind == "ward":
        return "warded"
    return "pay" if is_price else "lose"


def seats_of(line: Line, side: int) -> list[int]:
    """Return the seats that belong to a side in the game of a log line."""
    return list(range(side, line["seats"], 2))


def side_names(words: Words, line: Line, side: int) -> str:
    """Return the names of all mages of a side, joined with "and"."""
    return join_names(words, [seat_name(seat) for seat in seats_of(line, side)])


def move_sentence(words: Words, line: Line, move: Move) -> str:
    """Return the sentence for a card that a text moved, or "" if the sentence for the action says it."""
    phrases: Words = words["log"]
    is_action = line["do"] in ("play", "discard", "recover", "steal") and move["card"] == line["card"]
    if move["card"] is None or is_action or move["from"] == "deck":
        return ""
    card = card_name(words, line, move["card"])
    if move.get("bottom"):
        return str(phrases["buried"].format(card=card))
    if move["from"] == move["to"]:
        return str(phrases["turned"].format(card=card, who=side_names(words, line, move["faces"])))
    if move["to"] == "discard":
        return str(phrases["discarded"].format(card=card))
    if move["to"].startswith("hand"):
        return str(phrases["returned"].format(card=card, who=seat_name(int(move["to"].removeprefix("hand")))))
    return ""


def end_sentence(words: Words, ended: Ended) -> str:
    """Return the sentence about the end of the game: the winner and the reason, or a draw."""
    if not ended["winners"]:
        return str(words["log"]["drawn"])
    form = "many" if len(ended["winners"]) > 1 else "one"
    who = join_names(words, [seat_name(seat) for seat in ended["winners"]])
    return str(words["log"]["won"][form].format(who=who, why=words["reasons"][ended["reason"]]))


# ---------------------------------------------------------------- summary of a turn
def summary(words: Words, turn: Turn) -> str:
    """Return a sentence about a turn: what its mage drew, played and activated, and the crystals that both sides gained
    or lost. For the set-up before the first turn it says only who starts."""
    phrases: Words = words["summary"]
    lines = cast(list[Line], turn.lines)
    seat = turn.opening.seat
    if seat is None:
        starts = [phrases["starts"].format(who=seat_name(line["seat"])) for line in lines if line["do"] == "first"]
        return "".join(starts)
    clauses = [enchantment_clause(words, lines), draw_clause(words, lines, seat), *action_clauses(words, lines, seat)]
    actions = ", ".join(filter(None, clauses))
    text = phrases["line" if actions else "idle"].format(who=seat_name(seat), what=actions)
    effects = ", ".join(filter(None, [*crystal_clauses(words, lines, seat), end_clause(words, lines)]))
    return str(phrases["brings"].format(what=text, effects=effects) if effects else text)


def enchantment_clause(words: Words, lines: list[Line]) -> str:
    """Return a clause that names the enchantments that took effect in a turn, or "" if there were none."""
    names = [
        card_name(words, line, event["card"])
        for line in lines
        for event in line["events"]
        if event.get("begins") == "enchantment"
    ]
    return str(words["summary"]["used"].format(cards=join_names(words, names))) if names else ""


def draw_clause(words: Words, lines: list[Line], seat: int) -> str:
    """Return a clause with the number of cards that a seat drew in a turn, or "" if it drew none."""
    phrases: Words = words["summary"]
    count = sum(line["do"] == "card" and line["to"] == seat for line in lines)
    if count == 0:
        return ""
    number_word = phrases["numbers"][count - 1] if count <= MAX_NUMBER_WORD else count
    return count_in(words, phrases["drew"], count, number=number_word)


def action_clauses(words: Words, lines: list[Line], seat: int) -> Iterator[str]:
    """Yield a clause for each action of a seat in a turn. Consecutive actions with the same verb share a clause. So do
    playing a card and then activating this card."""
    phrases: Words = words["summary"]
    clauses: list[tuple[str, list[str]]] = []  # each with the key of its phrase and the names of its cards
    for line in lines:
        verb = line["do"]
        if verb == "steal" and line["to"] == seat:
            clauses.append(("stole", [seat_name(line["from"])]))
        elif line["by"] == seat and verb == "pass":
            clauses.append(("pass", []))
        elif line["by"] == seat and verb in CARD_VERBS and line["card"]:
            name = card_name(words, line, line["card"])
            previous_verb, previous_names = clauses[-1] if clauses else ("", [])
            activates_played_card = verb == "activate" and (previous_verb, previous_names) == ("play", [name])
            if activates_played_card:
                clauses[-1] = ("play_activate", [name])
            elif verb == previous_verb:
                previous_names.append(name)
            else:
                clauses.append((verb, [name]))
    for key, names in clauses:
        joined_names = join_names(words, names)
        yield phrases[key].format(whom=joined_names, cards=joined_names)


def crystal_clauses(words: Words, lines: list[Line], seat: int) -> Iterator[str]:
    """Yield clauses with the energy and sapphires that each side gained or lost, the side of this seat first."""
    phrases: Words = words["summary"]
    own_side = side_of(seat)
    for side in (own_side, 1 - own_side):
        for kind in SUMMARY_CRYSTALS:
            change = sum(event.get(kind, {}).get(str(side), 0) for line in lines for event in line["events"])
            if change:
                amount = count_in(words, phrases["amounts"][kind], change, change=with_sign(change))
                who = side_names(words, lines[0], side)
                yield amount if side == own_side else phrases["to"].format(amount=amount, who=who)


def end_clause(words: Words, lines: list[Line]) -> str:
    """Return a clause that says who won, or "" if the game did not end in this turn."""
    phrases: Words = words["summary"]
    for line in lines:
        if "ended" in line:
            winners = [seat_name(seat) for seat in line["ended"]["winners"]]
            if not winners:
                return str(phrases["drawn"])
            form = "many" if len(winners) > 1 else "one"
            return str(phrases["wins"][form].format(who=join_names(words, winners)))
    return ""
