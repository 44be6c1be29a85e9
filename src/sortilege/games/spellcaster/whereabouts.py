"""Where the cards once seen going to a hand may be now, as the log of a view says it (SC-003, SC-823).

A theft the viewer did not see may have moved any card of that hand. What is played or discarded later, and how many
cards a hand holds, rules some of these ways out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from sortilege.games.spellcaster.box import CARD_IDS, CARD_OF

View = dict[str, Any]
Whereabouts = tuple[tuple[int, int], ...]  # (card, hand), ascending by card


def settled(view: View) -> View:
    """`known` and `either` of a view, with every place struck out that its log rules out."""
    possible = whereabouts(view)
    known: list[list[str]] = [[] for _ in range(view["seats"])]
    either: list[View] = []
    for card in sorted({card for places in possible for card, _ in places}):
        hands = sorted({dict(places)[card] for places in possible})
        if len(hands) == 1:
            known[hands[0]].append(CARD_IDS[card])
        else:
            either.append({"card": CARD_IDS[card], "hands": hands})
    return {"known": known, "either": either}


class Move(NamedTuple):
    """A card that came to a hand or left one; `card` is None if the viewer did not see it."""

    card: int | None
    source: int | None  # the hand it left
    goal: int | None  # the hand it came to
    open: bool  # everybody saw it


def moves(view: View) -> Iterator[Move]:
    """Every move from or to a hand, oldest first."""
    for line in view["log"]:
        for event in line["events"]:
            for move in event.get("moves", ()):
                source, goal = hand_of(move["from"]), hand_of(move["to"])
                card = None if move["card"] is None else CARD_OF[move["card"]]
                if source is not None or goal is not None:
                    yield Move(card, source, goal, move["from"] != "deck" and (source is None or goal is None))


def hand_of(zone: str) -> int | None:
    return int(zone[4:]) if zone.startswith("hand") else None


def first_sizes(view: View) -> list[int]:
    """How many cards each hand held when the log began."""
    sizes = [hand if isinstance(hand, int) else len(hand) for hand in view["hands"]]
    for move in moves(view):
        if move.source is not None:
            sizes[move.source] += 1
        if move.goal is not None:
            sizes[move.goal] -= 1
    return sizes


def whereabouts(view: View) -> dict[Whereabouts, int]:
    """The possible places of all followed cards, each with the number of ways that lead there."""
    me, sizes = view["you"], first_sizes(view)
    possible: dict[Whereabouts, int] = {(): 1}
    for move in moves(view):
        later: dict[Whereabouts, int] = {}
        for places, ways in possible.items():
            for after, more in followed(places, move, me, sizes):
                later[after] = later.get(after, 0) + ways * more
        possible = later
        count(move, sizes)
    shown = {CARD_OF[name] for known in view["known"] for name in known} | {CARD_OF[x["card"]] for x in view["either"]}
    if not possible or {card for card, _ in next(iter(possible))} != shown:
        return from_known(view)  # the log was cut short: what the view says in sum must do
    return possible


def count(move: Move, sizes: list[int]) -> None:
    """The sizes of the hands after a move."""
    if move.source is not None:
        sizes[move.source] -= 1
    if move.goal is not None:
        sizes[move.goal] += 1


def followed(places: Whereabouts, move: Move, me: int | None, sizes: list[int]) -> Iterator[tuple[Whereabouts, int]]:
    """How the followed cards may lie after one move, with the number of ways."""
    where = dict(places)
    card, source, goal = move.card, move.source, move.goal
    unfollowed = 0 if source is None else sizes[source] - list(where.values()).count(source)
    if card is None and source is None:
        yield places, 1  # a draw
    elif card is None:  # a theft behind the viewer's back: a card not followed, or one of the followed
        if unfollowed:
            yield places, unfollowed
        for stolen, hand in places:
            if hand == source and goal is not None:
                yield tuple(sorted((where | {stolen: goal}).items())), 1
    else:
        held = where.pop(card, None)
        if source not in (None, me) and ((held is None and not unfollowed) or held not in (None, source)):
            return  # it cannot have been there
        if goal not in (None, me):
            where[card] = goal
        yield tuple(sorted(where.items())), unfollowed if source not in (None, me) and held is None else 1


def from_known(view: View) -> dict[Whereabouts, int]:
    """Without a full log: the known cards, and every way to place the others that the sizes of the hands allow."""
    fixed = [(CARD_OF[name], seat) for seat, known in enumerate(view["known"]) for name in known]
    loose = [[(CARD_OF[x["card"]], hand) for hand in x["hands"]] for x in view["either"]]
    possible: dict[Whereabouts, int] = {}
    for choice in product(*loose):
        places = tuple(sorted([*fixed, *choice]))
        held = [hand for _, hand in places]
        if all(seat == view["you"] or held.count(seat) <= size_of(view, seat) for seat in range(view["seats"])):
            possible[places] = 1
    return possible


def size_of(view: View, seat: int) -> int:
    hand = view["hands"][seat]
    return hand if isinstance(hand, int) else len(hand)
