"""Log lines and turns as sentences. Players stand in them as {0}, {1}, … by seat; a side is all its mages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sortilege.core.shapes import Words
from sortilege.core.turns import Turn
from sortilege.core.words import count_in, join_names, with_sign
from sortilege.games.spellcaster.log import Crystals, Ended, Event, Line, Move

NAMED = ("play", "activate", "discard", "recover")  # deeds named by the card they were done with
ORDER: tuple[Crystals, ...] = ("ward", "energy", "sapphires")
BY_NUMBER = 9  # up to here a number is a word


def sentence(words: Words, line: Line) -> str:
    """The line in one language; "" where there is nothing to read."""
    parts = [head(words, line)]
    for event in line["events"]:
        parts += event_parts(words, line, event)
    if "ended" in line:
        parts.append(end_sentence(words, line["ended"]))
    return " ".join(part for part in parts if part)


def name(seat: int | None) -> str:
    return f"{{{seat}}}"


def card_name(words: Words, line: Line, card: str) -> str:
    return str(words["sets"][line["set"]]["cards"][card]["name"])


# ---------------------------------------------------------------- the action
def head(words: Words, line: Line) -> str:
    """What was done."""
    phrases: Words = words["log"]
    do = line["do"]
    if do == "card":
        return card_sentence(words, line)
    if do == "steal":
        key = "steal_hidden" if line["card"] is None else "steal_seen"
        card = "" if line["card"] is None else card_name(words, line, line["card"])
        return str(phrases[key].format(who=name(line["to"]), whom=name(line["from"]), card=card))
    if do == "first":
        return str(phrases["first"].format(who=name(line["seat"])))
    if do == "choose":
        effect = words["sets"][line["set"]]["effects"][line["effect"]]
        return str(phrases["choose"].format(who=name(line["by"]), effect=effect))
    if do in ("trigger", "pay", "turn"):  # what follows says it
        return ""
    meant = line.get("card") or line.get("target")
    return str(phrases[do].format(who=name(line["by"]), card=card_name(words, line, meant) if meant else ""))


def card_sentence(words: Words, line: Line) -> str:
    if line["why"] == "deal":
        return ""
    after_draw = line["why"] == "action"  # the action has said that a card is drawn
    if line["card"] is None:
        return "" if after_draw else str(words["log"]["draw"].format(who=name(line["to"])))
    key = "drawn_card" if after_draw else "draw_card"
    return str(words["log"][key].format(who=name(line["to"]), card=card_name(words, line, line["card"])))


# ---------------------------------------------------------------- what followed
def event_parts(words: Words, line: Line, event: Event) -> list[str]:
    """The sentences of one event."""
    phrases: Words = words["log"]
    parts: list[str] = []
    if event.get("begins") == "enchantment":
        parts.append(phrases["works"].format(card=card_name(words, line, event["card"]), who=name(event["seat"])))
    if "copied" in event:
        parts.append(phrases["copied"].format(card=card_name(words, line, event["copied"])))
    if "turn" not in event:  # at the start of a turn ward fades without a word
        parts += crystals(words, line, event)
    if "actions" in event:
        parts.append(count_in(words, phrases["actions"], event["actions"]))
    for move in event.get("moves", ()):
        parts.append(move_sentence(words, line, move))
    if "last" in event:
        parts.append(phrases["last"])
    return parts


def crystals(words: Words, line: Line, event: Event) -> list[str]:
    """Energy, sapphires and ward gained and lost, side by side."""
    parts: list[str] = []
    for key in ORDER:
        for side, n in event.get(key, {}).items():
            who = side_names(words, line, int(side))
            amount = count_in(words, words["log"]["amounts"][key], abs(n))
            paid = line["do"] == "pay" and event is line["events"][0]
            verb = "gain" if n > 0 else "pay" if paid else "lose"
            if key == "ward" and n < 0:
                verb = "warded"
            number = "many" if len(mages(line, int(side))) > 1 else "one"
            parts.append(str(words["log"][verb][number].format(who=who, amount=amount, n=abs(n))))
    return parts


def mages(line: Line, side: int) -> list[int]:
    return list(range(side, line["seats"], 2))


def side_names(words: Words, line: Line, side: int) -> str:
    return join_names(words, [name(seat) for seat in mages(line, side)])


def move_sentence(words: Words, line: Line, move: Move) -> str:
    """Cards moved by a text: turned, buried, discarded, returned. What the action itself says is not said twice."""
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
        return str(phrases["returned"].format(card=card, who=name(int(move["to"][4:]))))
    return ""


def end_sentence(words: Words, ended: Ended) -> str:
    """Who won and why."""
    if not ended["winners"]:
        return str(words["log"]["drawn"])
    number = "many" if len(ended["winners"]) > 1 else "one"
    who = join_names(words, [name(seat) for seat in ended["winners"]])
    return str(words["log"]["won"][number].format(who=who, why=words["reasons"][ended["reason"]]))


# ---------------------------------------------------------------- summing up
def summary(words: Words, turn: Turn) -> str:
    """What a mage drew, played and activated, and what that came to for both sides."""
    phrases: Words = words["summary"]
    lines, seat = cast(list[Line], turn.lines), turn.opening.seat
    if seat is None:
        starts = [phrases["starts"].format(who=name(line["seat"])) for line in lines if line["do"] == "first"]
        return "".join(starts)
    done = [*enchantments(words, lines), *draws(words, lines, seat), *deeds(words, lines, seat)]
    text = phrases["line" if done else "idle"].format(who=name(seat), what=", ".join(done))
    outcome = [*effects(words, lines, seat), *ending(words, lines)]
    return str(phrases["brings"].format(what=text, effects=", ".join(outcome)) if outcome else text)


def enchantments(words: Words, lines: list[Line]) -> list[str]:
    """Those that worked by themselves."""
    began = [(line, event) for line in lines for event in line["events"] if event.get("begins") == "enchantment"]
    cards = [card_name(words, line, event["card"]) for line, event in began]
    return [str(words["summary"]["used"].format(cards=join_names(words, cards)))] if cards else []


def draws(words: Words, lines: list[Line], seat: int) -> list[str]:
    n = sum(line["do"] == "card" and line["to"] == seat for line in lines)
    phrases: Words = words["summary"]
    number = phrases["numbers"][n - 1] if 0 < n <= BY_NUMBER else n
    return [count_in(words, phrases["drew"], n, number=number)] if n else []


def deeds(words: Words, lines: list[Line], seat: int) -> Iterator[str]:
    """What the mage did, in order; cards of one verb in a row are named together."""
    phrases: Words = words["summary"]
    rows: list[tuple[str, list[str]]] = []
    for line in lines:
        if line["do"] == "steal" and line["to"] == seat:
            rows.append((phrases["stole"].format(whom=name(line["from"])), []))
        elif line["by"] == seat and line["do"] in NAMED and line["card"]:
            card = card_name(words, line, line["card"])
            if rows and rows[-1] == ("play", [card]) and line["do"] == "activate":
                rows[-1] = ("play_activate", [card])
            elif rows and rows[-1][0] == line["do"]:
                rows[-1][1].append(card)
            else:
                rows.append((line["do"], [card]))
        elif line["by"] == seat and line["do"] == "pass":
            rows.append((phrases["pass"], []))
    for deed, cards in rows:
        yield phrases[deed].format(cards=join_names(words, cards)) if cards else deed


def effects(words: Words, lines: list[Line], seat: int) -> Iterator[str]:
    """Energy and sapphires gained and lost in the whole turn: one's own side first."""
    phrases: Words = words["summary"]
    for side in (seat % 2, 1 - seat % 2):
        for kind in ORDER[1:]:
            n = sum(event.get(kind, {}).get(str(side), 0) for line in lines for event in line["events"])
            if n:
                amount = count_in(words, phrases["amounts"][kind], n, change=with_sign(n))
                who = side_names(words, lines[0], side)
                yield amount if side == seat % 2 else phrases["to"].format(amount=amount, who=who)


def ending(words: Words, lines: list[Line]) -> Iterator[str]:
    phrases: Words = words["summary"]
    for line in lines:
        if "ended" in line:
            winners = [name(seat) for seat in line["ended"]["winners"]]
            number = "many" if len(winners) > 1 else "one"
            yield phrases["wins"][number].format(who=join_names(words, winners)) if winners else phrases["drawn"]
