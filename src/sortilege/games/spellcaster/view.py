"""What a seat may know: the open table, its own hand, and the cards that it saw go to other hands.

The log of the view says where those cards can be now (SC-003, SC-823): a theft that the viewer did not see may have
moved any card of that hand; later plays, discards and hand sizes exclude some of these possibilities again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, NotRequired, TypedDict, cast

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import State
from sortilege.core.errors import no_such_seat
from sortilege.core.log import log_of
from sortilege.core.types import Object, Options
from sortilege.games.spellcaster import box, notation
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.actions import Action, describe
from sortilege.games.spellcaster.effects.parse import source_of
from sortilege.games.spellcaster.log import Line
from sortilege.games.spellcaster.rules.state import MAX_LEGAL, SpellcasterState

Locations = tuple[tuple[int, int], ...]  # (card, hand), ascending by card


class Turn(TypedDict):
    """The seat that must decide, and what it is asked for."""

    seat: int
    asks: str


class Either(TypedDict):
    """A card that is in one of several hands."""

    card: str
    hands: list[int]


class Knowledge(TypedDict):
    """Cards in other hands that this seat has seen: `known` lists them by hand, `either` those that are in one of
    several hands."""

    known: list[list[str]]
    either: list[Either]


class Resolving(TypedDict):
    """The text being carried out: its card, the card it copies, the next step, and the values needed to continue."""

    card: str
    copied: str | None
    at: int  # the next step in the program
    back: int  # the step after a copied text, 0 for none
    times: int  # the multiplier of numbers
    served: int  # the number of mages served by an `each` step


class Price(TypedDict):
    """A price in energy (E) or sapphires (S)."""

    kind: str
    n: int


class Pending(TypedDict):
    """What the table waits for, from which seat, and the effects of the possible responses in the effect language."""

    asks: str
    seat: NotRequired[int]
    count: NotRequired[int]
    why: NotRequired[str]
    does: NotRequired[str]
    effects: NotRequired[list[str]]
    price: NotRequired[Price]


class View(Knowledge):
    """Everything a seat may know. `hands` has its own cards and the number of cards of the others. Piles are listed
    from bottom to top, each card with the side it faces: "R01/1"."""

    game: str
    seats: int
    options: Options
    you: int | None
    turn: Turn | None  # None unless a seat must decide
    active: int | None  # the seat whose turn it is
    cycle: int  # with three mages the index in the turn order, otherwise 0
    step: str
    left: int  # actions left
    used: list[str]  # cards activated in this turn
    last: bool  # the game ends after this turn
    energy: list[int]
    sapphires: list[int]
    ward: list[int]
    hands: list[list[str] | int]
    deck: int
    out: list[str]  # cards out of the game
    piles: dict[str, list[str]]
    discard: list[str]
    waiting: list[str]  # enchantments that take effect later in this step
    resolving: Resolving | None
    pending: Pending | None
    scores: list[int]
    legal: list[Action]
    log: list[Line]
    outcome: Object | None


class Own(Knowledge):
    """The entries of a seat's view that differ from the spectators' view."""

    you: int | None
    hands: list[list[str] | int]
    legal: list[Action]
    log: list[Line]


def view(state: State, seat: int | None) -> View:
    """Return everything this seat may know; None is a spectator, who sees no hand."""
    if seat is not None and not (type(seat) is int and 0 <= seat < state.seats):
        raise no_such_seat(state.seats, seat)
    return {**public_view(state), **own_entries(state, seat)}


def public_view(state: State) -> View:
    """Return the entries that all viewers share. Entries that differ between viewers are left empty."""
    t = state.cells
    return {
        "game": "spellcaster",
        "seats": t[L.SEATS],
        "options": dict(state.options),
        "you": None,
        "turn": {"seat": t[L.DECIDER], "asks": notation.ASKS[t[L.PHASE]]} if is_decision(t) else None,
        "active": None if t[L.PHASE] == L.FIRST_PLAYER else t[L.ACTIVE_SEAT],
        "cycle": t[L.CYCLE_INDEX],
        "step": notation.step_name(t),
        "left": t[L.ACTIONS_LEFT],
        "used": notation.card_names(t[L.USED_CARDS]),
        "last": t[L.IS_LAST_TURN] == 1,
        "energy": notation.by_side(t, L.ENERGY),
        "sapphires": notation.by_side(t, L.SAPPHIRES),
        "ward": notation.by_side(t, L.WARD),
        "hands": [],
        "known": [],
        "either": [],
        "deck": t[L.DECK_SIZE],
        "out": notation.card_names(t[L.OUT_OF_GAME]),
        "piles": notation.piles(t),
        "discard": notation.discard_pile(t),
        "waiting": notation.card_names(t[L.PENDING_ENCHANTMENTS]),
        "resolving": resolving(t),
        "pending": pending(t, state),
        "scores": state.scores(),
        "legal": [],
        "log": [],
        "outcome": state.outcome(),
    }


def own_entries(state: State, seat: int | None) -> Own:
    """Return the hand of a seat, the cards of others it has seen, its legal actions and its log."""
    t = state.cells
    hands: list[list[str] | int] = [
        notation.card_names(t[L.HAND + s]) if s == seat else t[L.HAND_SIZE + s] for s in range(t[L.SEATS])
    ]
    log = cast(list[Line], log_of(state, seat))
    may_act = is_decision(t) and seat == t[L.DECIDER]
    entries: Own = {
        "you": seat,
        "hands": hands,
        **knowledge(t, seat),
        "legal": legal(state) if may_act else [],
        "log": log,
    }
    return {**entries, **knowledge_from_log(entries)} if entries["either"] else entries


def is_decision(t: Cells) -> bool:
    """Return whether the table waits for a seat."""
    return L.ACTION <= t[L.PHASE] < L.GAME_OVER


def knowledge(t: Cells, seat: int | None) -> Knowledge:
    """SC-003, SC-823: return the cards in other hands that this seat has seen, as recorded in the cells."""
    base = L.SEEN + (L.SPECTATORS if seat is None else seat) * 4
    others = [s for s in range(t[L.SEATS]) if s != seat]
    seen = {s: t[base + s] for s in others}
    places = (
        {card: [s for s in others if seen[s] >> card & 1] for card in range(box.CARDS)} if any(seen.values()) else {}
    )
    return knowledge_of(t[L.SEATS], {card: hands for card, hands in places.items() if hands})


def knowledge_of(seats: int, places: dict[int, list[int]]) -> Knowledge:
    """Return the knowledge about cards, each with the hands it may be in."""
    known: list[list[str]] = [[] for _ in range(seats)]
    either: list[Either] = []
    for card, hands in places.items():
        if len(hands) == 1:
            known[hands[0]].append(box.CARD_IDS[card])
        else:
            either.append({"card": box.CARD_IDS[card], "hands": hands})
    return {"known": known, "either": either}


def resolving(t: Cells) -> Resolving | None:
    """Return the text being carried out, or None."""
    if t[L.TEXT_CARD] == L.NO_CARD:
        return None
    return {
        "card": box.CARD_IDS[t[L.TEXT_CARD]],
        "copied": None if t[L.COPIED_CARD] == L.NO_CARD else box.CARD_IDS[t[L.COPIED_CARD]],
        "at": t[L.TEXT_POSITION],
        "back": t[L.RETURN_POSITION],
        "times": t[L.MULTIPLIER],
        "served": t[L.MAGES_SERVED],
    }


def pending(t: Cells, state: State) -> Pending | None:
    """Return what the table waits for, or None after the game."""
    phase = t[L.PHASE]
    if phase == L.GAME_OVER:
        return None
    pending: Pending = {"asks": notation.ASKS[phase]}
    if phase == L.FIRST_PLAYER:
        return pending
    pending["seat"] = t[L.DECIDER]
    if phase in (L.DRAW_CARD, L.DISCARD, L.DISCARD_UP_TO, L.PLAY_FREE):
        pending["count"] = t[L.CARDS_REMAINING]
    if phase == L.DRAW_CARD:
        pending["why"] = notation.draw_reason(t)
    elif phase in (L.PAY, L.CHOOSE, L.UNLESS, L.TARGET):
        assert isinstance(state, SpellcasterState)
        step = state.cards.steps[t[L.TEXT_POSITION]]
        pending["does"] = step.word
        pending["effects"] = [source_of(part) for part in step.inner_texts]
        if phase == L.PAY:
            pending["price"] = {"kind": step.argument, "n": step.number.amount}
    return pending


def legal(state: State) -> list[Action]:
    """Return the legal actions."""
    buffer = blank(MAX_LEGAL)
    return [describe(buffer[i]) for i in range(state.fill_legal(buffer))]


# ---------------------------------------------------------------- possible locations of tracked cards
def knowledge_from_log(view: Own) -> Knowledge:
    """Return the knowledge without the possibilities that the log of the view excludes."""
    possible = possible_locations(view)
    cards = sorted({card for places in possible for card, _ in places})
    hands = {card: sorted({dict(places)[card] for places in possible}) for card in cards}
    return knowledge_of(len(view["hands"]), hands)


class HandMove(NamedTuple):
    """A card that entered or left a hand; `card` is None if the viewer did not see it."""

    card: int | None
    source: int | None  # the hand it left, if any
    goal: int | None  # the hand it entered, if any
    open: bool  # everybody saw it


def hand_moves(view: Own) -> Iterator[HandMove]:
    """Yield every move from or to a hand, oldest first."""
    for line in view["log"]:
        for event in line["events"]:
            for move in event.get("moves", ()):
                source, goal = hand_of(move["from"]), hand_of(move["to"])
                card = None if move["card"] is None else box.CARD_OF[move["card"]]
                if source is not None or goal is not None:
                    yield HandMove(card, source, goal, move["from"] != "deck" and (source is None or goal is None))


def hand_of(zone: str) -> int | None:
    """Return the seat if a zone is a hand, otherwise None."""
    return int(zone[4:]) if zone.startswith("hand") else None


def initial_sizes(view: Own) -> list[int]:
    """Return the hand sizes before the first line of the log."""
    sizes = [hand_size(view, seat) for seat in range(len(view["hands"]))]
    for move in hand_moves(view):
        if move.source is not None:
            sizes[move.source] += 1
        if move.goal is not None:
            sizes[move.goal] -= 1
    return sizes


def possible_locations(view: Own) -> dict[Locations, int]:
    """Return the possible locations of all tracked cards, each with the number of ways that lead to it."""
    me, sizes = view["you"], initial_sizes(view)
    possible: dict[Locations, int] = {(): 1}
    for move in hand_moves(view):
        next_possible: dict[Locations, int] = {}
        for places, ways in possible.items():
            for new_places, factor in after_move(places, move, me, sizes):
                next_possible[new_places] = next_possible.get(new_places, 0) + ways * factor
        possible = next_possible
        update_sizes(move, sizes)
    seen = {box.CARD_OF[name] for known in view["known"] for name in known} | {
        box.CARD_OF[x["card"]] for x in view["either"]
    }
    if not possible or {card for card, _ in next(iter(possible))} != seen:
        return locations_without_log(view)  # the log is incomplete
    return possible


def update_sizes(move: HandMove, sizes: list[int]) -> None:
    """Update the hand sizes after a move."""
    if move.source is not None:
        sizes[move.source] -= 1
    if move.goal is not None:
        sizes[move.goal] += 1


def after_move(places: Locations, move: HandMove, me: int | None, sizes: list[int]) -> Iterator[tuple[Locations, int]]:
    """Yield the possible locations of the tracked cards after one move, with the number of ways."""
    hand_of_card = dict(places)
    card, source, goal = move.card, move.source, move.goal
    untracked = 0 if source is None else sizes[source] - list(hand_of_card.values()).count(source)
    if card is None and source is None:
        yield places, 1  # a draw
    elif card is None:  # a theft that the viewer did not see: an untracked card, or one of the tracked ones
        if untracked:
            yield places, untracked
        for stolen, hand in places:
            if hand == source and goal is not None:
                yield tuple(sorted((hand_of_card | {stolen: goal}).items())), 1
    else:
        hand_before = hand_of_card.pop(card, None)
        if source not in (None, me) and ((hand_before is None and not untracked) or hand_before not in (None, source)):
            return  # impossible: the card was not in this hand
        if goal not in (None, me):
            hand_of_card[card] = goal
        yield tuple(sorted(hand_of_card.items())), untracked if source not in (None, me) and hand_before is None else 1


def locations_without_log(view: Own) -> dict[Locations, int]:
    """Return every distribution of the known cards that the hand sizes allow, for a view without its full log."""
    certain = [(box.CARD_OF[name], seat) for seat, known in enumerate(view["known"]) for name in known]
    uncertain = [[(box.CARD_OF[x["card"]], hand) for hand in x["hands"]] for x in view["either"]]
    possible: dict[Locations, int] = {}
    for choice in product(*uncertain):
        places = tuple(sorted([*certain, *choice]))
        hands = [hand for _, hand in places]
        if all(seat == view["you"] or hands.count(seat) <= hand_size(view, seat) for seat in range(len(view["hands"]))):
            possible[places] = 1
    return possible


def hand_size(view: Own, seat: int) -> int:
    """Return the number of cards in a hand."""
    hand = view["hands"][seat]
    return hand if isinstance(hand, int) else len(hand)
