"""Cards on the move between deck, hands, piles and discard pile, and who has seen them go."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L


# ---------------------------------------------------------------- deck to hand
def ask_for_cards(t: Cells, seat: i64, n: i64, then: i64) -> None:
    """SC-402..405: a mage is to draw n cards, or what is left; asked for more, the mage whose turn it is ends the game
    with that turn."""
    if n > t[L.DECKED]:
        n = t[L.DECKED]
        if seat == t[L.ACTIVE]:
            t[L.LAST] = 1
    if n == 0:
        t[L.PHASE] = then
        return
    t[L.WHO] = seat
    t[L.COUNT] = n
    t[L.THEN] = then
    t[L.PHASE] = L.CARD


def receive(t: Cells, card: i64) -> None:
    """The next card goes to the hand it was asked for."""
    seat = t[L.WHO]
    t[L.DECK] -= L.BIT[card]
    t[L.DECKED] -= 1
    t[L.HAND + seat] += L.BIT[card]
    t[L.SIZE + seat] += 1
    t[L.COUNT] -= 1
    if t[L.COUNT] == 0:
        t[L.PHASE] = t[L.THEN]


# ---------------------------------------------------------------- out of a hand
def leave_hand(t: Cells, seat: i64, card: i64) -> None:
    """Whoever kept track of the card sees it go."""
    t[L.HAND + seat] -= L.BIT[card]
    t[L.SIZE + seat] -= 1
    if t[L.KNOWN] != 0:
        forget(t, card)
        if t[L.SIZE + seat] == 0:
            note_empty(t, seat)


def put_on_pile(t: Cells, seat: i64, card: i64) -> None:
    """SC-250..256: face up on the pile of its own colour, facing the side of the mage who plays it."""
    leave_hand(t, seat, card)
    colour = L.COLOUR[card]
    cover_top(t, colour)
    t[L.PILE + colour * 15 + t[L.HEIGHT + colour]] = card * 2 + (seat & 1)
    t[L.HEIGHT + colour] += 1
    t[L.FACING + (seat & 1)] += L.BIT[card]


def discard_from_hand(t: Cells, seat: i64, card: i64) -> None:
    """SC-304, SC-309: from the hand to the discard pile."""
    leave_hand(t, seat, card)
    throw(t, card)


def throw(t: Cells, card: i64) -> None:
    """On top of the discard pile, which is open (SC-009) and never shuffled back (SC-401)."""
    t[L.HEAP + t[L.THROWN]] = card
    t[L.THROWN] += 1
    t[L.DISCARDS] += L.BIT[card]


# ---------------------------------------------------------------- back to a hand
def take_from_discards(t: Cells, seat: i64, card: i64) -> None:
    """SC-825: any card of the discard pile, in everybody's sight."""
    place: i64 = 0
    while t[L.HEAP + place] != card:
        place += 1
    t[L.THROWN] -= 1
    while place < t[L.THROWN]:
        t[L.HEAP + place] = t[L.HEAP + place + 1]
        place += 1
    t[L.DISCARDS] -= L.BIT[card]
    enter_openly(t, seat, card)


def enter_openly(t: Cells, seat: i64, card: i64) -> None:
    """SC-003: everybody sees the card go to this hand, and will know of it until it leaves."""
    t[L.HAND + seat] += L.BIT[card]
    t[L.SIZE + seat] += 1
    t[L.KNOWN] |= L.BIT[card]
    observer: i64 = 0
    while observer <= L.ONLOOKERS:
        t[L.SEEN + observer * 4 + seat] |= L.BIT[card]
        observer += 1


def steal_from_hand(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """SC-823: the two mages see the card; for all others each card they knew there may be the one that went."""
    t[L.HAND + victim] -= L.BIT[card]
    t[L.SIZE + victim] -= 1
    t[L.HAND + thief] += L.BIT[card]
    t[L.SIZE + thief] += 1
    observer: i64 = 0
    while observer <= L.ONLOOKERS:
        if observer != victim and observer != thief:
            t[L.SEEN + observer * 4 + thief] |= t[L.SEEN + observer * 4 + victim]
        observer += 1
    note_where(t, victim, card, thief)
    note_where(t, thief, card, thief)
    if t[L.SIZE + victim] == 0:
        note_empty(t, victim)


# ---------------------------------------------------------------- who knows what
def note_where(t: Cells, observer: i64, card: i64, hand: i64) -> None:
    """This observer knows: the card is in that hand and in no other."""
    other: i64 = 0
    while other < 4:
        if L.has(t[L.SEEN + observer * 4 + other], card):
            t[L.SEEN + observer * 4 + other] -= L.BIT[card]
        other += 1
    t[L.SEEN + observer * 4 + hand] |= L.BIT[card]
    t[L.KNOWN] |= L.BIT[card]


def note_empty(t: Cells, hand: i64) -> None:
    """Everybody knows that nothing is in this hand."""
    observer: i64 = 0
    while observer <= L.ONLOOKERS:
        t[L.SEEN + observer * 4 + hand] = 0
        observer += 1


def forget(t: Cells, card: i64) -> None:
    """The card has left the hands for all to see."""
    if not L.has(t[L.KNOWN], card):
        return
    t[L.KNOWN] -= L.BIT[card]
    place: i64 = L.SEEN
    while place < L.SEEN + 20:
        if L.has(t[place], card):
            t[place] -= L.BIT[card]
        place += 1


# ---------------------------------------------------------------- piles
def cover_top(t: Cells, colour: i64) -> None:
    """The top card of a pile, if there is one, faces nobody for now."""
    lying = L.top(t, colour)
    if lying >= 0:
        t[L.FACING + (lying & 1)] -= L.BIT[lying >> 1]


def uncover_top(t: Cells, colour: i64) -> None:
    """The top card of a pile, if there is one, faces its side."""
    lying = L.top(t, colour)
    if lying >= 0:
        t[L.FACING + (lying & 1)] += L.BIT[lying >> 1]


def lift_top(t: Cells, colour: i64) -> i64:
    """Take the top card off a pile; the one below is top again with its own facing (SC-014)."""
    cover_top(t, colour)
    t[L.HEIGHT + colour] -= 1
    uncover_top(t, colour)
    return t[L.PILE + colour * 15 + t[L.HEIGHT + colour]] >> 1


def turn_top(t: Cells, colour: i64) -> None:
    """SC-817: the top card turns to the other side."""
    cover_top(t, colour)
    t[L.PILE + colour * 15 + t[L.HEIGHT + colour] - 1] ^= 1
    uncover_top(t, colour)


def bury_top(t: Cells, colour: i64) -> None:
    """SC-818: the top card goes to the bottom of its pile and keeps its facing."""
    cover_top(t, colour)
    place = L.PILE + colour * 15 + t[L.HEIGHT + colour] - 1
    lying = t[place]
    while place > L.PILE + colour * 15:
        t[place] = t[place - 1]
        place -= 1
    t[place] = lying
    uncover_top(t, colour)


def take_out(t: Cells, card: i64) -> None:
    """SC-827: this card leaves its pile, wherever in it it lies, for the discard pile."""
    colour = L.COLOUR[card]
    end = L.PILE + colour * 15 + t[L.HEIGHT + colour]
    place: i64 = L.PILE + colour * 15
    while place < end and t[place] >> 1 != card:
        place += 1
    if place == end:
        return
    cover_top(t, colour)
    t[L.HEIGHT + colour] -= 1
    while place < end - 1:
        t[place] = t[place + 1]
        place += 1
    uncover_top(t, colour)
    throw(t, card)
