"""Cards on the move between deck, hands, piles and discard pile, and who has seen them go."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster.layout import (
    ACTIVE,
    BIT,
    CARD,
    COLOUR,
    COUNT,
    DECK,
    DECKED,
    DISCARDS,
    FACING,
    HAND,
    HEAP,
    HEIGHT,
    KNOWN,
    LAST,
    ONLOOKERS,
    PHASE,
    PILE,
    SEEN,
    SIZE,
    THEN,
    THROWN,
    WHO,
    has,
    top,
)


# ---------------------------------------------------------------- deck to hand
def ask_for_cards(t: Cells, seat: i64, n: i64, then: i64) -> None:
    """SC-402..405: a mage is to draw n cards, or what is left; asked for more, the mage whose turn it is ends the game
    with that turn."""
    if n > t[DECKED]:
        n = t[DECKED]
        if seat == t[ACTIVE]:
            t[LAST] = 1
    if n == 0:
        t[PHASE] = then
        return
    t[WHO] = seat
    t[COUNT] = n
    t[THEN] = then
    t[PHASE] = CARD


def receive(t: Cells, card: i64) -> None:
    """The next card goes to the hand it was asked for."""
    seat = t[WHO]
    t[DECK] -= BIT[card]
    t[DECKED] -= 1
    t[HAND + seat] += BIT[card]
    t[SIZE + seat] += 1
    t[COUNT] -= 1
    if t[COUNT] == 0:
        t[PHASE] = t[THEN]


# ---------------------------------------------------------------- out of a hand
def leave_hand(t: Cells, seat: i64, card: i64) -> None:
    """Whoever kept track of the card sees it go."""
    t[HAND + seat] -= BIT[card]
    t[SIZE + seat] -= 1
    if t[KNOWN] != 0:
        forget(t, card)
        if t[SIZE + seat] == 0:
            note_empty(t, seat)


def put_on_pile(t: Cells, seat: i64, card: i64) -> None:
    """SC-250..256: face up on the pile of its own colour, facing the side of the mage who plays it."""
    leave_hand(t, seat, card)
    colour = COLOUR[card]
    cover_top(t, colour)
    t[PILE + colour * 15 + t[HEIGHT + colour]] = card * 2 + (seat & 1)
    t[HEIGHT + colour] += 1
    t[FACING + (seat & 1)] += BIT[card]


def discard_from_hand(t: Cells, seat: i64, card: i64) -> None:
    """SC-304, SC-309: from the hand to the discard pile."""
    leave_hand(t, seat, card)
    throw(t, card)


def throw(t: Cells, card: i64) -> None:
    """On top of the discard pile, which is open (SC-009) and never shuffled back (SC-401)."""
    t[HEAP + t[THROWN]] = card
    t[THROWN] += 1
    t[DISCARDS] += BIT[card]


# ---------------------------------------------------------------- back to a hand
def take_from_discards(t: Cells, seat: i64, card: i64) -> None:
    """SC-825: any card of the discard pile, in everybody's sight."""
    place: i64 = 0
    while t[HEAP + place] != card:
        place += 1
    t[THROWN] -= 1
    while place < t[THROWN]:
        t[HEAP + place] = t[HEAP + place + 1]
        place += 1
    t[DISCARDS] -= BIT[card]
    enter_openly(t, seat, card)


def enter_openly(t: Cells, seat: i64, card: i64) -> None:
    """SC-003: everybody sees the card go to this hand, and will know of it until it leaves."""
    t[HAND + seat] += BIT[card]
    t[SIZE + seat] += 1
    t[KNOWN] |= BIT[card]
    observer: i64 = 0
    while observer <= ONLOOKERS:
        t[SEEN + observer * 4 + seat] |= BIT[card]
        observer += 1


def steal_from_hand(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """SC-823: the two mages see the card; for all others each card they knew there may be the one that went."""
    t[HAND + victim] -= BIT[card]
    t[SIZE + victim] -= 1
    t[HAND + thief] += BIT[card]
    t[SIZE + thief] += 1
    observer: i64 = 0
    while observer <= ONLOOKERS:
        if observer != victim and observer != thief:
            t[SEEN + observer * 4 + thief] |= t[SEEN + observer * 4 + victim]
        observer += 1
    note_where(t, victim, card, thief)
    note_where(t, thief, card, thief)
    if t[SIZE + victim] == 0:
        note_empty(t, victim)


# ---------------------------------------------------------------- who knows what
def note_where(t: Cells, observer: i64, card: i64, hand: i64) -> None:
    """This observer knows: the card is in that hand and in no other."""
    other: i64 = 0
    while other < 4:
        if has(t[SEEN + observer * 4 + other], card):
            t[SEEN + observer * 4 + other] -= BIT[card]
        other += 1
    t[SEEN + observer * 4 + hand] |= BIT[card]
    t[KNOWN] |= BIT[card]


def note_empty(t: Cells, hand: i64) -> None:
    """Everybody knows that nothing is in this hand."""
    observer: i64 = 0
    while observer <= ONLOOKERS:
        t[SEEN + observer * 4 + hand] = 0
        observer += 1


def forget(t: Cells, card: i64) -> None:
    """The card has left the hands for all to see."""
    if not has(t[KNOWN], card):
        return
    t[KNOWN] -= BIT[card]
    place: i64 = SEEN
    while place < SEEN + 20:
        if has(t[place], card):
            t[place] -= BIT[card]
        place += 1


# ---------------------------------------------------------------- piles
def cover_top(t: Cells, colour: i64) -> None:
    """The top card of a pile, if there is one, faces nobody for now."""
    lying = top(t, colour)
    if lying >= 0:
        t[FACING + (lying & 1)] -= BIT[lying >> 1]


def uncover_top(t: Cells, colour: i64) -> None:
    """The top card of a pile, if there is one, faces its side."""
    lying = top(t, colour)
    if lying >= 0:
        t[FACING + (lying & 1)] += BIT[lying >> 1]


def lift_top(t: Cells, colour: i64) -> i64:
    """Take the top card off a pile; the one below is top again with its own facing (SC-014)."""
    cover_top(t, colour)
    t[HEIGHT + colour] -= 1
    uncover_top(t, colour)
    return t[PILE + colour * 15 + t[HEIGHT + colour]] >> 1


def turn_top(t: Cells, colour: i64) -> None:
    """SC-817: the top card turns to the other side."""
    cover_top(t, colour)
    t[PILE + colour * 15 + t[HEIGHT + colour] - 1] ^= 1
    uncover_top(t, colour)


def bury_top(t: Cells, colour: i64) -> None:
    """SC-818: the top card goes to the bottom of its pile and keeps its facing."""
    cover_top(t, colour)
    place = PILE + colour * 15 + t[HEIGHT + colour] - 1
    lying = t[place]
    while place > PILE + colour * 15:
        t[place] = t[place - 1]
        place -= 1
    t[place] = lying
    uncover_top(t, colour)


def take_out(t: Cells, card: i64) -> None:
    """SC-827: this card leaves its pile, wherever in it it lies, for the discard pile."""
    colour = COLOUR[card]
    end = PILE + colour * 15 + t[HEIGHT + colour]
    place: i64 = PILE + colour * 15
    while place < end and t[place] >> 1 != card:
        place += 1
    if place == end:
        return
    cover_top(t, colour)
    t[HEIGHT + colour] -= 1
    while place < end - 1:
        t[place] = t[place + 1]
        place += 1
    uncover_top(t, colour)
    throw(t, card)
