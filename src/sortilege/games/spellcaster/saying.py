"""Log lines as sentences. Players stand in them as {0}, {1}, … by seat; a side is all its mages."""

from __future__ import annotations

from sortilege.core.shapes import Line, Words
from sortilege.core.words import count_in, join_names


def sentence(words: Words, line: Line) -> str:
    """The line in one language; "" where there is nothing to read."""
    parts = [head(words, line)]
    for event in line["events"]:
        parts += event_parts(words, line, event)
    if "ended" in line:
        parts.append(said_end(words, line))
    return " ".join(part for part in parts if part)


def name(seat: int) -> str:
    return f"{{{seat}}}"


def card_name(words: Words, line: Line, card: str) -> str:
    return str(words["sets"][line["set"]]["cards"][card]["name"])


# ---------------------------------------------------------------- the action
def head(words: Words, line: Line) -> str:
    """What was done."""
    said: Words = words["log"]
    do = line["do"]
    if do == "card":
        return said_card(words, line)
    if do == "steal":
        key = "steal_hidden" if line["card"] is None else "steal_seen"
        card = "" if line["card"] is None else card_name(words, line, line["card"])
        return str(said[key].format(who=name(line["to"]), whom=name(line["from"]), card=card))
    if do == "first":
        return str(said["first"].format(who=name(line["seat"])))
    if do == "choose":
        effect = words["sets"][line["set"]]["effects"][line["effect"]]
        return str(said["choose"].format(who=name(line["by"]), effect=effect))
    if do in ("trigger", "pay", "turn"):  # what follows says it
        return ""
    meant = line.get("card") or line.get("target")
    return str(said[do].format(who=name(line["by"]), card=card_name(words, line, meant) if meant else ""))


def said_card(words: Words, line: Line) -> str:
    if line["why"] == "deal":
        return ""
    after_draw = line["why"] == "action"  # the action has said that a card is drawn
    if line["card"] is None:
        return "" if after_draw else str(words["log"]["draw"].format(who=name(line["to"])))
    key = "drawn_card" if after_draw else "draw_card"
    return str(words["log"][key].format(who=name(line["to"]), card=card_name(words, line, line["card"])))


# ---------------------------------------------------------------- what followed
def event_parts(words: Words, line: Line, event: Line) -> list[str]:
    """The sentences of one event."""
    said: Words = words["log"]
    parts: list[str] = []
    if event.get("begins") == "enchantment":
        parts.append(said["works"].format(card=card_name(words, line, event["card"]), who=name(event["seat"])))
    if "copied" in event:
        parts.append(said["copied"].format(card=card_name(words, line, event["copied"])))
    if "turn" not in event:  # at the start of a turn ward fades without a word
        parts += crystals(words, line, event)
    if "actions" in event:
        parts.append(count_in(words, said["actions"], event["actions"]))
    for move in event.get("moves", ()):
        parts.append(said_move(words, line, event, move))
    if "last" in event:
        parts.append(said["last"])
    return parts


def crystals(words: Words, line: Line, event: Line) -> list[str]:
    """Energy, sapphires and ward gained and lost, side by side."""
    parts: list[str] = []
    for key in ("ward", "energy", "sapphires"):
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


def said_move(words: Words, line: Line, event: Line, move: Line) -> str:
    """Cards moved by a text: turned, buried, discarded, returned. What the action itself says is not said twice."""
    said: Words = words["log"]
    own = line["do"] in ("play", "discard", "recover", "steal") and move["card"] == line["card"]
    if move["card"] is None or own or move["from"] == "deck":
        return ""
    card = card_name(words, line, move["card"])
    if move.get("bottom"):
        return str(said["buried"].format(card=card))
    if move["from"] == move["to"]:
        return str(said["turned"].format(card=card, who=side_names(words, line, move["faces"])))
    if move["to"] == "discard":
        return str(said["discarded"].format(card=card))
    if move["to"].startswith("hand"):
        return str(said["returned"].format(card=card, who=name(int(move["to"][4:]))))
    return ""


def said_end(words: Words, line: Line) -> str:
    """Who won and why."""
    ended = line["ended"]
    if not ended["winners"]:
        return str(words["log"]["drawn"])
    number = "many" if len(ended["winners"]) > 1 else "one"
    who = join_names(words, [name(seat) for seat in ended["winners"]])
    return str(words["log"]["won"][number].format(who=who, why=words["reasons"][ended["reason"]]))
