"""Log lines and turns as sentences. They contain {0}, {1}, … for the names of the players by seat; a side is written as
all its mages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sortilege.core.text.words import count_in, join_names, with_sign
from sortilege.core.turns import Turn
from sortilege.core.types import Words
from sortilege.games.spellcaster.log import Crystals, Ended, Event, Line, Move

CARD_VERBS = ("play", "activate", "discard", "recover")  # verbs whose sentence names the card
CRYSTAL_ORDER: tuple[Crystals, ...] = ("ward", "energy", "sapphires")
MAX_NUMBER_WORD = 9  # larger numbers are written in digits


def sentence(words: Words, line: Line) -> str:
    """Return the line as a sentence, or "" if there is nothing to say."""
    parts = [action_sentence(words, line)]
    for event in line["events"]:
        parts += event_parts(words, line, event)
    if "ended" in line:
        parts.append(end_sentence(words, line["ended"]))
    return " ".join(part for part in parts if part)


def seat_name(seat: int | None) -> str:
    """Return the placeholder for the name of a player."""
    return f"{{{seat}}}"


def card_name(words: Words, line: Line, card: str) -> str:
    """Return the name of a card."""
    return str(words["sets"][line["set"]]["cards"][card]["name"])


# ---------------------------------------------------------------- the action
def action_sentence(words: Words, line: Line) -> str:
    """Return the sentence for the action itself."""
    phrases: Words = words["log"]
    do = line["do"]
    if do == "card":
        return card_sentence(words, line)
    if do == "steal":
        key = "steal_hidden" if line["card"] is None else "steal_seen"
        card = "" if line["card"] is None else card_name(words, line, line["card"])
        return str(phrases[key].format(who=seat_name(line["to"]), whom=seat_name(line["from"]), card=card))
    if do == "first":
        return str(phrases["first"].format(who=seat_name(line["seat"])))
    if do == "choose":
        effect = words["sets"][line["set"]]["effects"][line["effect"]]
        return str(phrases["choose"].format(who=seat_name(line["by"]), effect=effect))
    if do in ("trigger", "pay", "turn"):  # the sentences of the events say it
        return ""
    named_card = line.get("card") or line.get("target")
    return str(
        phrases[do].format(who=seat_name(line["by"]), card=card_name(words, line, named_card) if named_card else "")
    )


def card_sentence(words: Words, line: Line) -> str:
    """Return the sentence for a card that was dealt or drawn."""
    if line["why"] == "deal":
        return ""
    after_draw = line["why"] == "action"  # the sentence for the action has said that a card is drawn
    if line["card"] is None:
        return "" if after_draw else str(words["log"]["draw"].format(who=seat_name(line["to"])))
    key = "drawn_card" if after_draw else "draw_card"
    return str(words["log"][key].format(who=seat_name(line["to"]), card=card_name(words, line, line["card"])))


# ---------------------------------------------------------------- the events
def event_parts(words: Words, line: Line, event: Event) -> list[str]:
    """Return the sentences for one event."""
    phrases: Words = words["log"]
    parts: list[str] = []
    if event.get("begins") == "enchantment":
        parts.append(phrases["works"].format(card=card_name(words, line, event["card"]), who=seat_name(event["seat"])))
    if "copied" in event:
        parts.append(phrases["copied"].format(card=card_name(words, line, event["copied"])))
    if "turn" not in event:  # the ward that is lost at the start of a turn is not mentioned
        parts += crystals(words, line, event)
    if "actions" in event:
        parts.append(count_in(words, phrases["actions"], event["actions"]))
    for move in event.get("moves", ()):
        parts.append(move_sentence(words, line, move))
    if "last" in event:
        parts.append(phrases["last"])
    return parts


def crystals(words: Words, line: Line, event: Event) -> list[str]:
    """Return the sentences for energy, sapphires and ward gained and lost, by side."""
    parts: list[str] = []
    for key in CRYSTAL_ORDER:
        for side, n in event.get(key, {}).items():
            who = side_names(words, line, int(side))
            amount = count_in(words, words["log"]["amounts"][key], abs(n))
            paid = line["do"] == "pay" and event is line["events"][0]
            verb = "gain" if n > 0 else "pay" if paid else "lose"
            if key == "ward" and n < 0:
                verb = "warded"
            number = "many" if len(seats_of(line, int(side))) > 1 else "one"
            parts.append(str(words["log"][verb][number].format(who=who, amount=amount, n=abs(n))))
    return parts


def seats_of(line: Line, side: int) -> list[int]:
    """Return the seats of a side."""
    return list(range(side, line["seats"], 2))


def side_names(words: Words, line: Line, side: int) -> str:
    """Return the names of the mages of a side, joined with "and"."""
    return join_names(words, [seat_name(seat) for seat in seats_of(line, side)])


def move_sentence(words: Words, line: Line, move: Move) -> str:
    """Return the sentence for a card moved by a text, or "" if the sentence for the action already says it."""
    phrases: Words = words["log"]
    own = line["do"] in ("play", "discard", "recover", "steal") and move["card"] == line["card"]
    if move["card"] is None or own or move["from"] == "deck":
        return ""
    card = card_name(words, line, move["card"])
    if move.get("bottom"):
        return str(phrases["buried"].format(card=card))
    if move["from"] == move["to"]:
        return str(phrases["turned"].format(card=card, who=side_names(words, line, move["faces"])))
    if move["to"] == "discard":
        return str(phrases["discarded"].format(card=card))
    if move["to"].startswith("hand"):
        return str(phrases["returned"].format(card=card, who=seat_name(int(move["to"][4:]))))
    return ""


def end_sentence(words: Words, ended: Ended) -> str:
    """Return who won and why."""
    if not ended["winners"]:
        return str(words["log"]["drawn"])
    number = "many" if len(ended["winners"]) > 1 else "one"
    who = join_names(words, [seat_name(seat) for seat in ended["winners"]])
    return str(words["log"]["won"][number].format(who=who, why=words["reasons"][ended["reason"]]))


# ---------------------------------------------------------------- summary of a turn
def summary(words: Words, turn: Turn) -> str:
    """Return what a mage drew, played and activated in a turn, and the crystals that both sides gained or lost."""
    phrases: Words = words["summary"]
    lines, seat = cast(list[Line], turn.lines), turn.opening.seat
    if seat is None:
        starts = [phrases["starts"].format(who=seat_name(line["seat"])) for line in lines if line["do"] == "first"]
        return "".join(starts)
    done = [*enchantments(words, lines), *draws(words, lines, seat), *actions_done(words, lines, seat)]
    text = phrases["line" if done else "idle"].format(who=seat_name(seat), what=", ".join(done))
    outcome = [*crystal_changes(words, lines, seat), *end_clause(words, lines)]
    return str(phrases["brings"].format(what=text, effects=", ".join(outcome)) if outcome else text)


def enchantments(words: Words, lines: list[Line]) -> list[str]:
    """Return the clause about the enchantments that took effect, as a list of at most one."""
    began = [(line, event) for line in lines for event in line["events"] if event.get("begins") == "enchantment"]
    cards = [card_name(words, line, event["card"]) for line, event in began]
    return [str(words["summary"]["used"].format(cards=join_names(words, cards)))] if cards else []


def draws(words: Words, lines: list[Line], seat: int) -> list[str]:
    """Return the clause about the cards drawn, as a list of at most one."""
    n = sum(line["do"] == "card" and line["to"] == seat for line in lines)
    phrases: Words = words["summary"]
    number_word = phrases["numbers"][n - 1] if 0 < n <= MAX_NUMBER_WORD else n
    return [count_in(words, phrases["drew"], n, number=number_word)] if n else []


def actions_done(words: Words, lines: list[Line], seat: int) -> Iterator[str]:
    """Yield a clause for each of the mage's actions, in order. Consecutive cards with the same verb share one
    clause."""
    phrases: Words = words["summary"]
    rows: list[tuple[str, list[str]]] = []
    for line in lines:
        if line["do"] == "steal" and line["to"] == seat:
            rows.append((phrases["stole"].format(whom=seat_name(line["from"])), []))
        elif line["by"] == seat and line["do"] in CARD_VERBS and line["card"]:
            card = card_name(words, line, line["card"])
            if rows and rows[-1] == ("play", [card]) and line["do"] == "activate":
                rows[-1] = ("play_activate", [card])
            elif rows and rows[-1][0] == line["do"]:
                rows[-1][1].append(card)
            else:
                rows.append((line["do"], [card]))
        elif line["by"] == seat and line["do"] == "pass":
            rows.append((phrases["pass"], []))
    for verb, cards in rows:
        yield phrases[verb].format(cards=join_names(words, cards)) if cards else verb


def crystal_changes(words: Words, lines: list[Line], seat: int) -> Iterator[str]:
    """Yield the energy and sapphires gained and lost in the turn, the mage's own side first."""
    phrases: Words = words["summary"]
    for side in (seat % 2, 1 - seat % 2):
        for kind in CRYSTAL_ORDER[1:]:
            n = sum(event.get(kind, {}).get(str(side), 0) for line in lines for event in line["events"])
            if n:
                amount = count_in(words, phrases["amounts"][kind], n, change=with_sign(n))
                who = side_names(words, lines[0], side)
                yield amount if side == seat % 2 else phrases["to"].format(amount=amount, who=who)


def end_clause(words: Words, lines: list[Line]) -> Iterator[str]:
    """Yield who won, if the game ended in this turn."""
    phrases: Words = words["summary"]
    for line in lines:
        if "ended" in line:
            winners = [seat_name(seat) for seat in line["ended"]["winners"]]
            number = "many" if len(winners) > 1 else "one"
            yield phrases["wins"][number].format(who=join_names(words, winners)) if winners else phrases["drawn"]
