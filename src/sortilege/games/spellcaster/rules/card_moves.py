"""Moving cards between deck, hands, piles and discard pile, and recording who has seen them."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L


# ---------------------------------------------------------------- deck to hand
def request_draw(t: Cells, seat: i64, n: i64, next_phase: i64) -> None:
    """SC-402..405: let a mage draw n cards, or what is left. If the active mage must draw more than are left, the game
    ends after this turn."""
    if n > t[L.DECK_SIZE]:
        n = t[L.DECK_SIZE]
        if seat == t[L.ACTIVE]:
            t[L.LAST_TURN] = 1
    if n == 0:
        t[L.PHASE] = next_phase
        return
    t[L.DECIDER] = seat
    t[L.REMAINING] = n
    t[L.PHASE_AFTER_DRAW] = next_phase
    t[L.PHASE] = L.CARD


def receive_card(t: Cells, card: i64) -> None:
    """Move a card from the deck to the hand that draws."""
    seat = t[L.DECIDER]
    t[L.DECK] -= L.BIT[card]
    t[L.DECK_SIZE] -= 1
    t[L.HAND + seat] += L.BIT[card]
    t[L.HAND_SIZE + seat] += 1
    t[L.REMAINING] -= 1
    if t[L.REMAINING] == 0:
        t[L.PHASE] = t[L.PHASE_AFTER_DRAW]


# ---------------------------------------------------------------- out of a hand
def leave_hand(t: Cells, seat: i64, card: i64) -> None:
    """Remove a card from a hand. It is then no longer tracked as a card in a hand."""
    t[L.HAND + seat] -= L.BIT[card]
    t[L.HAND_SIZE + seat] -= 1
    if t[L.SEEN_BY_ANY] != 0:
        forget_card(t, card)
        if t[L.HAND_SIZE + seat] == 0:
            record_empty_hand(t, seat)


def put_on_pile(t: Cells, seat: i64, card: i64) -> None:
    """SC-250..256: move a card from a hand face up to the pile of its colour, facing the side of its mage."""
    leave_hand(t, seat, card)
    colour = L.COLOUR[card]
    clear_facing(t, colour)
    t[L.PILE + colour * 15 + t[L.PILE_SIZE + colour]] = card * 2 + (seat & 1)
    t[L.PILE_SIZE + colour] += 1
    t[L.FACING + (seat & 1)] += L.BIT[card]


def discard_from_hand(t: Cells, seat: i64, card: i64) -> None:
    """SC-304, SC-309: move a card from a hand to the discard pile."""
    leave_hand(t, seat, card)
    add_to_discard_pile(t, card)


def add_to_discard_pile(t: Cells, card: i64) -> None:
    """Add a card on top of the discard pile, which is open (SC-009) and never shuffled back (SC-401)."""
    t[L.DISCARD_PILE + t[L.DISCARD_SIZE]] = card
    t[L.DISCARD_SIZE] += 1
    t[L.DISCARD_SET] += L.BIT[card]


# ---------------------------------------------------------------- back to a hand
def recover_card(t: Cells, seat: i64, card: i64) -> None:
    """SC-825: move a card of the discard pile openly to a hand."""
    place: i64 = 0
    while t[L.DISCARD_PILE + place] != card:
        place += 1
    t[L.DISCARD_SIZE] -= 1
    while place < t[L.DISCARD_SIZE]:
        t[L.DISCARD_PILE + place] = t[L.DISCARD_PILE + place + 1]
        place += 1
    t[L.DISCARD_SET] -= L.BIT[card]
    add_to_hand_openly(t, seat, card)


def add_to_hand_openly(t: Cells, seat: i64, card: i64) -> None:
    """SC-003: add a card to a hand. Everybody sees it and knows it until it leaves the hand."""
    t[L.HAND + seat] += L.BIT[card]
    t[L.HAND_SIZE + seat] += 1
    record_public_location(t, card, seat)


def steal_from_hand(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """Move a card from one hand to another."""
    t[L.HAND + victim] -= L.BIT[card]
    t[L.HAND_SIZE + victim] -= 1
    t[L.HAND + thief] += L.BIT[card]
    t[L.HAND_SIZE + thief] += 1
    record_theft(t, victim, thief, card)
    if t[L.HAND_SIZE + victim] == 0:
        record_empty_hand(t, victim)


# ---------------------------------------------------------------- knowledge of observers
def record_public_location(t: Cells, card: i64, hand: i64) -> None:
    """Record that all observers have seen the card enter this hand."""
    t[L.SEEN_BY_ANY] |= L.BIT[card]
    observer: i64 = 0
    while observer <= L.SPECTATORS:
        t[L.SEEN + observer * 4 + hand] |= L.BIT[card]
        observer += 1


def record_theft(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """SC-823: the two mages know which card was stolen. For every other observer, each card it has seen in the hand of
    the victim may now be in that of the thief. If `card` is NO_CARD, nobody is known to have seen it."""
    observer: i64 = 0
    while observer <= L.SPECTATORS:
        if card != L.NO_CARD and (observer == victim or observer == thief):
            record_location(t, observer, card, thief)
        else:
            t[L.SEEN + observer * 4 + thief] |= t[L.SEEN + observer * 4 + victim]
        observer += 1


def record_location(t: Cells, observer: i64, card: i64, hand: i64) -> None:
    """Record that this observer knows the card to be in this hand and in no other."""
    other: i64 = 0
    while other < 4:
        if L.has(t[L.SEEN + observer * 4 + other], card):
            t[L.SEEN + observer * 4 + other] -= L.BIT[card]
        other += 1
    t[L.SEEN + observer * 4 + hand] |= L.BIT[card]
    t[L.SEEN_BY_ANY] |= L.BIT[card]


def record_empty_hand(t: Cells, hand: i64) -> None:
    """Record for all observers that no card is in this hand."""
    observer: i64 = 0
    while observer <= L.SPECTATORS:
        t[L.SEEN + observer * 4 + hand] = 0
        observer += 1


def forget_card(t: Cells, card: i64) -> None:
    """Clear what observers know about a card that has openly left the hands."""
    if not L.has(t[L.SEEN_BY_ANY], card):
        return
    t[L.SEEN_BY_ANY] -= L.BIT[card]
    place: i64 = L.SEEN
    while place < L.SEEN + 20:
        if L.has(t[place], card):
            t[place] -= L.BIT[card]
        place += 1


# ---------------------------------------------------------------- piles
def clear_facing(t: Cells, colour: i64) -> None:
    """Remove the top card of a pile, if any, from the set of cards facing its side."""
    entry = L.top(t, colour)
    if entry >= 0:
        t[L.FACING + (entry & 1)] -= L.BIT[entry >> 1]


def set_facing(t: Cells, colour: i64) -> None:
    """Add the top card of a pile, if any, to the set of cards facing its side."""
    entry = L.top(t, colour)
    if entry >= 0:
        t[L.FACING + (entry & 1)] += L.BIT[entry >> 1]


def remove_top(t: Cells, colour: i64) -> i64:
    """Remove the top card of a pile and return it. The card below becomes the top card with its own facing (SC-014)."""
    clear_facing(t, colour)
    t[L.PILE_SIZE + colour] -= 1
    set_facing(t, colour)
    return t[L.PILE + colour * 15 + t[L.PILE_SIZE + colour]] >> 1


def flip_top(t: Cells, colour: i64) -> None:
    """SC-817: turn the top card to face the other side."""
    clear_facing(t, colour)
    t[L.PILE + colour * 15 + t[L.PILE_SIZE + colour] - 1] ^= 1
    set_facing(t, colour)


def bury_top(t: Cells, colour: i64) -> None:
    """SC-818: move the top card to the bottom of its pile. It keeps its facing."""
    clear_facing(t, colour)
    place = L.PILE + colour * 15 + t[L.PILE_SIZE + colour] - 1
    entry = t[place]
    while place > L.PILE + colour * 15:
        t[place] = t[place - 1]
        place -= 1
    t[place] = entry
    set_facing(t, colour)


def discard_from_pile(t: Cells, card: i64) -> None:
    """SC-827: move a card from any place in its pile to the discard pile. Do nothing if it is not there."""
    colour = L.COLOUR[card]
    end = L.PILE + colour * 15 + t[L.PILE_SIZE + colour]
    place: i64 = L.PILE + colour * 15
    while place < end and t[place] >> 1 != card:
        place += 1
    if place == end:
        return
    clear_facing(t, colour)
    t[L.PILE_SIZE + colour] -= 1
    while place < end - 1:
        t[place] = t[place + 1]
        place += 1
    set_facing(t, colour)
    add_to_discard_pile(t, card)
