"""The log by turns. A turn often begins within a line: the last action of one mage sets off the enchantments of the
next. Such a line is cut there, so that what works for a mage is told in that mage's turn."""

from __future__ import annotations

from collections.abc import Iterator

from sortilege.core.shapes import Line, Words
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.core.words import count_in, join_names, with_sign
from sortilege.games.spellcaster.layout import ACTIVE, CYCLE
from sortilege.games.spellcaster.saying import card_name, name, side_names

NAMED = ("play", "activate", "discard", "recover")  # deeds told by the card they were done with
BY_NUMBER = 9  # up to here a number is a word


# ---------------------------------------------------------------- cutting
def turn_of(state: State) -> tuple[int, ...]:
    """Whose turn it is, and in which place of the cycle."""
    return state.cells[ACTIVE], state.cells[CYCLE]


def parts(line: Line, now: Opening | None) -> list[Part]:
    """The line up to the end of the turn; then, if one begins, what already belongs to that."""
    first = Opening(line["to"] if line.get("why") == "turn" else line["by"]) if now is None else None
    events: list[Line] = line["events"]
    begins = next((i for i, event in enumerate(events) if "turn" in event), None)
    if begins is None:
        return [Part(line, first)]
    before = {key: value for key, value in line.items() if key != "ended"} | {"events": events[:begins]}
    after = {"by": None, "do": "turn", "set": line["set"], "seats": line["seats"], "events": events[begins:]}
    after |= {"ended": line["ended"]} if "ended" in line else {}
    return [Part(before, first), Part(after, Opening(events[begins]["turn"]))]


# ---------------------------------------------------------------- summing up
def summary(words: Words, turn: Turn) -> str:
    """What a mage drew, played and activated, and what that came to for both sides."""
    said: Words = words["summary"]
    seat = turn.opening.seat
    if seat is None:
        starts = [said["starts"].format(who=name(line["seat"])) for line in turn.lines if line["do"] == "first"]
        return "".join(starts)
    told = [*enchantments(words, turn), *drawn(words, turn, seat), *deeds(words, turn, seat)]
    text = said["line"].format(who=name(seat), what=", ".join(told)) if told else said["idle"].format(who=name(seat))
    outcome = [*effects(words, turn, seat), *ending(words, turn)]
    return str(said["brings"].format(what=text, effects=", ".join(outcome)) if outcome else text)


def enchantments(words: Words, turn: Turn) -> list[str]:
    """Those that worked by themselves."""
    began = [(line, event) for line in turn.lines for event in line["events"] if event.get("begins") == "enchantment"]
    cards = [card_name(words, line, event["card"]) for line, event in began]
    return [str(words["summary"]["used"].format(cards=join_names(words, cards)))] if cards else []


def drawn(words: Words, turn: Turn, seat: int) -> list[str]:
    n = sum(line["do"] == "card" and line["to"] == seat for line in turn.lines)
    said: Words = words["summary"]
    number = said["numbers"][n - 1] if 0 < n <= BY_NUMBER else n
    return [count_in(words, said["drew"], n, number=number)] if n else []


def deeds(words: Words, turn: Turn, seat: int) -> Iterator[str]:
    """What the mage did, in order; cards of one verb in a row are told together."""
    said: Words = words["summary"]
    rows: list[tuple[str, list[str]]] = []
    for line in turn.lines:
        if line["do"] == "steal" and line["to"] == seat:
            rows.append((said["stole"].format(whom=name(line["from"])), []))
        elif line["by"] == seat and line["do"] in NAMED:
            card = card_name(words, line, line["card"])
            if rows and rows[-1] == ("play", [card]) and line["do"] == "activate":
                rows[-1] = ("play_activate", [card])
            elif rows and rows[-1][0] == line["do"]:
                rows[-1][1].append(card)
            else:
                rows.append((line["do"], [card]))
        elif line["by"] == seat and line["do"] == "pass":
            rows.append((said["pass"], []))
    for deed, cards in rows:
        yield said[deed].format(cards=join_names(words, cards)) if cards else deed


def effects(words: Words, turn: Turn, seat: int) -> Iterator[str]:
    """Energy and sapphires gained and lost in the whole turn: one's own side first."""
    said: Words = words["summary"]
    for side in (seat % 2, 1 - seat % 2):
        for kind in ("energy", "sapphires"):
            n = sum(event.get(kind, {}).get(str(side), 0) for line in turn.lines for event in line["events"])
            if n:
                amount = count_in(words, said["amounts"][kind], n, change=with_sign(n))
                who = side_names(words, turn.lines[0], side)
                yield amount if side == seat % 2 else said["to"].format(amount=amount, who=who)


def ending(words: Words, turn: Turn) -> Iterator[str]:
    said: Words = words["summary"]
    for line in turn.lines:
        if "ended" in line:
            winners = [name(seat) for seat in line["ended"]["winners"]]
            number = "many" if len(winners) > 1 else "one"
            yield said["wins"][number].format(who=join_names(words, winners)) if winners else said["drawn"]
