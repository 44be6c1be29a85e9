"""What a seat may know: the open table, its own hand, and the cards that it has seen enter other hands.

A card that the viewer has seen enter another hand is tracked until it leaves the hands. The log of the view says where
the tracked cards can be now (SC-003, SC-823): a theft that the viewer did not see may have moved any card of the
victim's hand, and later plays, discards and hand sizes exclude some of these possibilities again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, NotRequired, TypedDict, cast

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import no_such_seat
from sortilege.core.log import log_of
from sortilege.core.types import Object, Options
from sortilege.games.spellcaster import box, notation
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.actions import Action, describe
from sortilege.games.spellcaster.effects.parse import source_of
from sortilege.games.spellcaster.log import Line, hides_card
from sortilege.games.spellcaster.rules.state import SpellcasterState

# Where all tracked cards are: pairs of a card and the seat that has it in hand, ascending by card.
Locations = tuple[tuple[int, int], ...]


class Turn(TypedDict):
    """The seat that must decide, and the kind of decision."""

    seat: int
    asks: str  # the kind of decision, such as "action" or "discard"; one of notation.ASKS


class Either(TypedDict):
    """A card that is in one of several hands."""

    card: str
    hands: list[int]  # the seats whose hands it may be in


class Knowledge(TypedDict):
    """What a viewer knows about the cards in other hands, because it has seen them."""

    known: list[list[str]]  # by seat: the cards that are certainly in the hand of that seat
    either: list[Either]  # the cards that may be in one of several hands


class Resolving(TypedDict):
    """The card text that is being carried out, and the values that are needed to continue it. Positions are indices in
    the program, the list of the compiled texts of all cards."""

    card: str  # the card with the text, as in "R01"
    copied: str | None  # the card whose text it copies; None if it copies none
    at: int  # the position of the current step
    back: int  # the position where the text continues after the copied text; 0 for none
    times: int  # the multiplier of the numbers in the text
    served: int  # how many mages have drawn or discarded in a step that concerns each mage


class Price(TypedDict):
    """A price in energy (E) or sapphires (S)."""

    kind: str  # "E" for energy, "S" for sapphires
    n: int  # how many of them


class Pending(TypedDict):
    """What the game waits for: a decision of a seat, or a random outcome."""

    asks: str  # the kind of decision or outcome, such as "discard" or "card"; one of notation.ASKS
    seat: NotRequired[int]  # the seat that decides, that draws, or that a card is stolen from
    count: NotRequired[int]  # the number of cards that are still to be drawn, discarded or played
    why: NotRequired[str]  # for a drawn card: "deal", "turn", "action" or "text"
    # The next three describe the step of a card text that asks for the decision, in the language of the card files.
    does: NotRequired[str]  # the keyword of the step, such as "choose"
    effects: NotRequired[list[str]]  # the texts of its options, or the text that follows the decision
    price: NotRequired[Price]  # what the seat must pay


class OwnEntries(Knowledge):
    """The entries of a view that depend on the viewer. All other entries are the same for all seats and spectators."""

    you: int | None  # the seat of the viewer; None for a spectator
    hands: list[list[str] | int]  # by seat: the cards in the viewer's own hand, the number of cards in any other
    legal: list[Action]  # the viewer's legal actions; empty unless the viewer must decide
    log: list[Line]  # the log lines as the viewer saw them


class View(OwnEntries):
    """Everything that one seat, or a spectator, may know about a state."""

    game: str  # the name of the game
    seats: int  # the number of seats
    options: Options  # the options of the table
    turn: Turn | None  # the seat that must decide; None if the game waits for a random outcome or is over
    active: int | None  # the seat whose turn it is
    cycle: int  # with three mages the index in the turn order, otherwise 0
    step: str  # the step of the turn, "start" or "actions"; "over" after the game
    left: int  # the number of actions left
    used: list[str]  # the cards activated in this turn
    last: bool  # whether the game ends after this turn
    energy: list[int]  # by side, like sapphires and ward
    sapphires: list[int]  # by side
    ward: list[int]  # by side: the damage that its ward still prevents
    deck: int  # the number of cards in the deck
    out: list[str]  # the cards that are out of the game
    piles: dict[str, list[str]]  # by colour, bottom first: each card with the side it faces, as in "R01/1"
    discard: list[str]  # oldest first
    waiting: list[str]  # the enchantments that take effect later in this step
    resolving: Resolving | None  # null if no card text is being carried out
    pending: Pending | None  # null after the end
    scores: list[int]
    outcome: Object | None  # null before the end


def view(state: State, seat: int | None) -> View:
    """Return everything that a seat may know about a state. `seat` is None for a spectator, who sees no hand."""
    if seat is not None and not (type(seat) is int and 0 <= seat < state.seats):
        raise no_such_seat(state.seats, seat)
    return {**public_view(state), **own_entries(state, seat)}


def public_view(state: State) -> View:
    """Return the entries of a view that all viewers share. Entries that depend on the viewer are left empty."""
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
        "energy": notation.crystals_by_side(t, L.ENERGY),
        "sapphires": notation.crystals_by_side(t, L.SAPPHIRES),
        "ward": notation.crystals_by_side(t, L.WARD),
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


def own_entries(state: State, seat: int | None) -> OwnEntries:
    """Return the entries of a view that depend on the viewer: hand, cards seen in other hands, legal actions, log."""
    t = state.cells
    hands: list[list[str] | int] = [t[L.HAND_SIZE + other] for other in range(t[L.SEATS])]
    if seat is not None:
        hands[seat] = notation.card_names(t[L.HAND + seat])
    must_decide = is_decision(t) and seat == t[L.DECIDER]
    entries: OwnEntries = {
        "you": seat,
        "hands": hands,
        **recorded_knowledge(t, seat),
        "legal": [describe(action) for action in state.legal()] if must_decide else [],
        "log": cast(list[Line], log_of(state, seat)),
    }
    return {**entries, **knowledge_from_log(entries)} if entries["either"] else entries


def is_decision(t: Cells) -> bool:
    """Return whether the game waits for the decision of a seat. Otherwise it waits for a random outcome or is over."""
    first_decision_phase = L.ACTION
    return first_decision_phase <= t[L.PHASE] < L.GAME_OVER


def recorded_knowledge(t: Cells, seat: int | None) -> Knowledge:
    """Return what a seat (None: a spectator) has recorded about cards in other hands (SC-003, SC-823)."""
    observer = L.SPECTATORS if seat is None else seat
    seats_of_card: dict[int, list[int]] = {}
    for other in range(t[L.SEATS]):
        if other != seat:
            for card in notation.cards_in(t[L.seen_cell(observer, other)]):
                seats_of_card.setdefault(card, []).append(other)
    return knowledge_of(t[L.SEATS], dict(sorted(seats_of_card.items())))


def knowledge_of(seats: int, seats_of_card: dict[int, list[int]]) -> Knowledge:
    """Sort the tracked cards into those that are certainly in one hand and those that may be in one of several.
    `seats_of_card` has for each card the seats whose hands may contain it."""
    known: list[list[str]] = [[] for _ in range(seats)]
    either: list[Either] = []
    for card, possible_seats in seats_of_card.items():
        if len(possible_seats) == 1:
            known[possible_seats[0]].append(box.CARD_IDS[card])
        else:
            either.append({"card": box.CARD_IDS[card], "hands": possible_seats})
    return {"known": known, "either": either}


def resolving(t: Cells) -> Resolving | None:
    """Return the card text that is being carried out and its progress, or None if there is none."""
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
    """Return the decision or the random outcome that the game waits for, or None if the game is over."""
    phase = t[L.PHASE]
    if phase == L.GAME_OVER:
        return None
    pending: Pending = {"asks": notation.ASKS[phase]}
    if phase == L.FIRST_PLAYER:
        return pending
    pending["seat"] = t[L.DECIDER]
    counts_cards = phase in (L.DRAW_CARD, L.DISCARD, L.DISCARD_UP_TO, L.PLAY_FREE)
    if counts_cards:
        pending["count"] = t[L.CARDS_REMAINING]
    if phase == L.DRAW_CARD:
        pending["why"] = notation.draw_reason(t)
    elif phase in (L.PAY, L.CHOOSE, L.UNLESS, L.TARGET):
        assert isinstance(state, SpellcasterState)
        step = state.cards.steps[t[L.TEXT_POSITION]]
        pending["does"] = step.word
        pending["effects"] = [source_of(text) for text in step.inner_texts]
        if phase == L.PAY:
            pending["price"] = {"kind": step.argument, "n": step.number.amount}
    return pending


# ---------------------------------------------------------------- possible locations of tracked cards
def knowledge_from_log(view: OwnEntries) -> Knowledge:
    """Return in which hands the tracked cards (seen by the viewer, now in other hands) may be, according to the log.
    The log excludes more possibilities than the state records."""
    seats_of_card: dict[int, set[int]] = {}
    for locations in possible_locations(view):
        for card, seat in locations:
            seats_of_card.setdefault(card, set()).add(seat)
    return knowledge_of(len(view["hands"]), {card: sorted(seats) for card, seats in sorted(seats_of_card.items())})


class HandMove(NamedTuple):
    """A card that entered or left a hand, as the viewer saw it."""

    card: int | None  # None if the viewer did not see it
    source: int | None  # the seat whose hand it left, if any
    target: int | None  # the seat whose hand it entered, if any
    is_public: bool  # whether everybody saw the card


def hand_moves(view: OwnEntries) -> Iterator[HandMove]:
    """Yield every move from or to a hand in the log, oldest first."""
    for line in view["log"]:
        for event in line["events"]:
            for move in event.get("moves", ()):
                source, target = seat_of_zone(move["from"]), seat_of_zone(move["to"])
                if source is not None or target is not None:
                    card = None if move["card"] is None else box.CARD_OF[move["card"]]
                    yield HandMove(card, source, target, not hides_card(move))


def seat_of_zone(zone: str) -> int | None:
    """Return the seat of the hand that a zone is, as in "hand2" -> 2, or None for any other zone."""
    return int(zone.removeprefix("hand")) if zone.startswith("hand") else None


def initial_hand_sizes(view: OwnEntries) -> list[int]:
    """Return the number of cards in each hand before the first line of the log, by undoing all moves of the log."""
    sizes = [hand_size(view, seat) for seat in range(len(view["hands"]))]
    for move in hand_moves(view):
        if move.source is not None:
            sizes[move.source] += 1
        if move.target is not None:
            sizes[move.target] -= 1
    return sizes


def update_hand_sizes(move: HandMove, sizes: list[int]) -> None:
    """Update `sizes`, the number of cards in each hand, after a card has moved."""
    if move.source is not None:
        sizes[move.source] -= 1
    if move.target is not None:
        sizes[move.target] += 1


def possible_locations(view: OwnEntries) -> dict[Locations, int]:
    """Return every possible location of the tracked cards, with the number of histories that lead to it. Each history
    assumes for every theft that the viewer did not see that a certain card was stolen."""
    sizes = initial_hand_sizes(view)
    histories: dict[Locations, int] = {(): 1}  # by locations: the number of histories so far
    for move in hand_moves(view):
        next_histories: dict[Locations, int] = {}
        for locations, count in histories.items():
            for next_locations, ways in locations_after(move, locations, view["you"], sizes):
                next_histories[next_locations] = next_histories.get(next_locations, 0) + count * ways
        histories = next_histories
        update_hand_sizes(move, sizes)
    if not histories:
        return locations_without_log(view)
    cards_from_log = {card for card, _ in next(iter(histories))}
    log_is_complete = cards_from_log == tracked_cards(view)
    return histories if log_is_complete else locations_without_log(view)


def tracked_cards(view: OwnEntries) -> set[int]:
    """Return the cards that the viewer has seen enter other hands and that are still in these hands."""
    names = [name for hand in view["known"] for name in hand] + [either["card"] for either in view["either"]]
    return {box.CARD_OF[name] for name in names}


def locations_after(
    move: HandMove, locations: Locations, viewer: int | None, sizes: list[int]
) -> Iterator[tuple[Locations, int]]:
    """Yield the possible locations of the tracked cards after a move, each with its number of ways: how many different
    cards may have moved with this result. `sizes` are the hand sizes before the move."""
    if move.card is not None:
        yield from locations_after_seen_move(move, move.card, locations, viewer, sizes)
    elif move.source is not None and move.target is not None:
        yield from locations_after_unseen_theft(move.source, move.target, locations, sizes)
    else:  # a draw by another seat
        yield locations, 1


def locations_after_seen_move(
    move: HandMove, card: int, locations: Locations, viewer: int | None, sizes: list[int]
) -> Iterator[tuple[Locations, int]]:
    """Yield the locations of the tracked cards after the viewer saw `card` move, with their number of ways. That is 1
    if the card was tracked; otherwise it may have been any untracked card of the hand that it left. Yield nothing if
    the card was in another hand according to `locations`. `sizes` are the hand sizes before the move."""
    hand_of_card = dict(locations)
    hand_before = hand_of_card.pop(card, None)
    ways = 1
    if move.source is not None and move.source != viewer:
        if hand_before is None:
            ways = untracked_cards(move.source, locations, sizes)
        elif hand_before != move.source:
            return
    if move.target is not None and move.target != viewer:
        hand_of_card[card] = move.target
    if ways:
        yield tuple(sorted(hand_of_card.items())), ways


def locations_after_unseen_theft(
    victim: int, thief: int, locations: Locations, sizes: list[int]
) -> Iterator[tuple[Locations, int]]:
    """Yield the possible locations of the tracked cards after a theft that the viewer did not see, with their number of
    ways: an untracked card of the victim was stolen, or one of its tracked cards."""
    untracked = untracked_cards(victim, locations, sizes)
    if untracked:
        yield locations, untracked
    for card, seat in locations:
        if seat == victim:
            hand_of_card = {**dict(locations), card: thief}
            yield tuple(sorted(hand_of_card.items())), 1


def untracked_cards(seat: int, locations: Locations, sizes: list[int]) -> int:
    """Return how many cards in the hand of a seat are not tracked. `sizes` are the sizes of all hands."""
    tracked = sum(hand == seat for _, hand in locations)
    return sizes[seat] - tracked


def locations_without_log(view: OwnEntries) -> dict[Locations, int]:
    """Return the possible locations of the tracked cards if a part of the log is missing: every combination that
    `known`, `either` and the hand sizes allow. Each counts as one history."""
    certain = [(box.CARD_OF[name], seat) for seat, names in enumerate(view["known"]) for name in names]
    choices = [[(box.CARD_OF[either["card"]], seat) for seat in either["hands"]] for either in view["either"]]
    sizes = [hand_size(view, seat) for seat in range(len(view["hands"]))]
    other_seats = [seat for seat in range(len(sizes)) if seat != view["you"]]
    histories: dict[Locations, int] = {}
    for combination in product(*choices):
        locations = tuple(sorted([*certain, *combination]))
        if all(untracked_cards(seat, locations, sizes) >= 0 for seat in other_seats):
            histories[locations] = 1
    return histories


def hand_size(view: OwnEntries, seat: int) -> int:
    """Return the number of cards in the hand of a seat."""
    hand = view["hands"][seat]
    return hand if isinstance(hand, int) else len(hand)
